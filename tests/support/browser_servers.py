"""A browser that the player did not start, with DevTools."""

import json
import os
import signal
import subprocess
from pathlib import Path
from urllib.request import urlopen


class Chrome:
    """A browser that somebody started, with a tab open in it."""

    def __init__(self, executable: str, profile: Path) -> None:
        options = ["--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        self.process = subprocess.Popen(
            [executable, *options, "data:text/html,mine"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stderr is not None
        said = next(line for line in self.process.stderr if "DevTools listening" in line)
        self.url = "http://" + said.split("//")[1].split("/")[0]

    def tabs(self) -> list[tuple[str, str]]:
        with urlopen(f"{self.url}/json/list") as answer:  # noqa: S310  # it is on this machine
            return [(tab["id"], tab["url"]) for tab in json.load(answer) if tab["type"] == "page"]


def end(process: subprocess.Popen[str]) -> None:
    """End what may be a script that started a browser, and the browser."""
    os.killpg(process.pid, signal.SIGTERM)
    process.communicate(timeout=30)
