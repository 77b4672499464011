"""Checks of the environment, with advice for missing parts."""

import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from player import __version__
from player.browser.launch import check_session
from player.errors import PlayerError

OK, OFF, NOTE = "ok", "off", "note"
"""Passed; action needed; irrelevant for this run."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check; `advice` is the action to take."""

    name: str
    state: str
    found: str
    advice: str = ""


def checks(session: Path | None, *, headed: bool) -> Iterator[Check]:
    """Yield all checks except that of the browser, which needs a launch."""
    yield Check("player", OK, __version__)
    yield Check("python", OK, platform.python_version())
    yield _package("playwright", "type `pip install .` again")
    yield _package("pycosat", "type `sudo apt-get install -y gcc python3-dev`, then `pip install .` again")
    yield _compiler()
    yield _display(headed=headed)
    if session:
        yield _session(session)


def _package(name: str, advice: str) -> Check:
    try:
        found = version(name)
    except PackageNotFoundError:
        return Check(name, OFF, "not installed", advice)
    if importlib.util.find_spec(name) is None:
        return Check(name, OFF, f"{found}, which can't be imported", advice)
    return Check(name, OK, found)


def _compiler() -> Check:
    """Check for a C compiler, which only the installation of pycosat needs."""
    found = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if found:
        return Check("C compiler", OK, found)
    return Check("C compiler", NOTE, "none", "to install pycosat anew, type `sudo apt-get install -y gcc python3-dev`")


def display() -> str | None:
    """Return the display for windows, or None if there is none."""
    if sys.platform in {"darwin", "win32"}:
        return "the system's"
    return os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or None


def _display(*, headed: bool) -> Check:
    if found := display():
        return Check("display", OK, found)
    return Check("display", OFF if headed else NOTE, "none", "for --headed, run it under xvfb-run")


def _session(path: Path) -> Check:
    try:
        check_session(path)
    except PlayerError as error:
        return Check("session", OFF, str(path), str(error))
    return Check("session", OK, str(path))
