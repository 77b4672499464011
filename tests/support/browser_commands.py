"""`player` in a process of its own, or in the tests' browser."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser  # noqa: TID251  # the tests' browser

from tests.support.commands import Ended


def player(environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "player", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@contextmanager
def lent(browser: Browser) -> Iterator[Browser]:
    """Yield the browser of all tests as if for one command: what is opened in it is closed, and its trace with it."""
    before = browser.contexts
    try:
        yield browser
    finally:
        for context in {*browser.contexts} - {*before}:
            context.close()


#: Runs `player ARGUMENT...` in this process and in the tests' browser.
Here = Callable[..., Ended]


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text
