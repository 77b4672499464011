"""`player` in a process of its own, or in the tests' browser."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from player.cli import main


def player(environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "player", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


Here = Callable[..., tuple[int, str, str]]


def in_this_process(capsys: pytest.CaptureFixture[str]) -> Here:
    """`player ARGUMENT...` in this process: its exit code, output and complaints."""

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main.main([str(argument) for argument in arguments])
        assert isinstance(ended.value.code, int)
        return ended.value.code, *capsys.readouterr()

    return run


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text
