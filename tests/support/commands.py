"""`player` in this process and in another, without a browser."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from player.cli import main
from player.cli.command import CONFIG_VARIABLE

FULL = Path("/dev/full")


needs_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")


class Ended(NamedTuple):
    code: int
    out: str
    err: str


class Player:
    """Runs `player ARGUMENT...` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main.main([str(argument) for argument in arguments])
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, *self._capsys.readouterr())

    def refuses(self, *arguments: object) -> tuple[int, str]:
        """The exit code and the one line of an error that nothing went before."""
        code, out, err = self(*arguments)
        assert out == ""
        return code, error_line(err)


def error_line(err: str) -> str:
    """The error's text: one line, without a traceback."""
    assert err.startswith("player: "), err
    assert err.count("\n") == 1, err
    assert err.endswith("\n")
    return err.removeprefix("player: ").removesuffix("\n")


#: What takes time to import, and a program that names what the command imported of it.
HEAVY = ("playwright", "pydantic", "yaml", "asyncio", "multiprocessing", "rich", "rich.progress", "pycosat")
LISTED = f"""
import sys
from player.cli.main import main
try:
    main()
finally:
    print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


def loading(*arguments: object, **variables: str) -> tuple[str, str]:
    """The output of `player ARGUMENT...` in a process of its own, and the list of what it imports of `HEAVY`."""
    command = [sys.executable, "-c", LISTED, *map(str, arguments)]
    environment = {**os.environ, **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout, done.stderr


MAIN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from player.cli.main import main; main()"
)


def start(*arguments: str | Path, out: int = subprocess.PIPE, **variables: str) -> subprocess.Popen[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PLAYER_", "PYTHONIO"))}
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**environment, CONFIG_VARIABLE: os.devnull, **variables},
    )


def wait_asleep(process: subprocess.Popen[str]) -> None:
    """Wait until a process waits for something, on a system with /proc.

    Python notices a signal that comes right before a call that blocks only after it.
    """
    state = Path(f"/proc/{process.pid}/stat")
    while state.exists() and state.read_text(encoding="utf-8").rpartition(") ")[2][0] != "S":
        pass


def end(process: subprocess.Popen[str]) -> Ended:
    out, err = process.communicate(timeout=60)
    return Ended(process.returncode, out or "", err)
