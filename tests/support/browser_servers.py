"""Browsers that the player did not start: one with DevTools, and a Playwright server."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright._impl._driver import compute_driver_executable  # noqa: TID251  # the server that is tried


class Chrome:
    """A browser that somebody started, with a tab open in it."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
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


@contextmanager
def playwright_server(executable: str, folder: Path) -> Iterator[str]:
    """The address of a Playwright server with the browser `executable`; its settings are in `folder`."""
    config = folder / "config.json"
    config.write_text(json.dumps({"executablePath": executable, "headless": True, "args": ["--no-sandbox"]}))
    command = [*compute_driver_executable(), "launch-server", "--browser", "chromium", "--config", str(config)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        end(process)
