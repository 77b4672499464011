"""Checks of the environment, with advice for missing parts, and the versions of all parts for a report of a problem."""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from player import __version__
from player.browser.launch import check_session
from player.errors import DISTRIBUTION, PlayerError
from player.files import SELECTORS, regular

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
    compiler, screen = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None), display()
    anew = "to install pycosat anew, type `sudo apt-get install -y gcc python3-dev`"  # nothing else needs a compiler
    yield Check("C compiler", OK, compiler) if compiler else Check("C compiler", NOTE, "none", anew)
    lack = Check("display", OFF if headed else NOTE, "none", "for --headed, run it under xvfb-run")
    yield Check("display", OK, screen) if screen else lack
    if session:
        try:
            check_session(session)
        except PlayerError as error:
            yield Check("session", OFF, str(session), str(error))
        else:
            yield Check("session", OK, str(session))


def _package(name: str, advice: str) -> Check:
    found = _version(name)
    if found is None:
        return Check(name, OFF, "not installed", advice)
    if importlib.util.find_spec(name) is None:
        return Check(name, OFF, f"{found}, which can't be imported", advice)
    return Check(name, OK, found)


def display() -> str | None:
    """Return the display for windows, or None if there is none."""
    if sys.platform in {"darwin", "win32"}:
        return "the system's"
    return os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or None


#: Extras of which nothing is used at run time.
_FOR_DEVELOPMENT = {"test", "lint"}


def versions() -> dict[str, Any]:
    """Return the versions of the player and its parts as JSON; null for what is not there. A browser is started."""
    return {
        "schema": 1,
        "player": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "playwright": _version("playwright"),
        "pycosat": _version("pycosat"),
        "browser": _browser(),
        "extras": extras(),
        "selectors": selectors(SELECTORS),
    }


def extras() -> dict[str, dict[str, str | None]]:
    """Return the versions of the packages of each extra; nothing if the player itself is not installed."""
    try:
        required = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        return {}
    found: dict[str, dict[str, str | None]] = {}
    for one in required:
        named = re.match(r"[\w.-]+", one)
        extra = re.search(r"""extra == ['"]([\w-]+)['"]""", one)
        if named and extra and extra[1] not in _FOR_DEVELOPMENT:
            found.setdefault(extra[1], {})[named[0]] = _version(named[0])
    return found


def selectors(file: Path) -> dict[str, Any]:
    """Return the version of the format of a selectors file, and the digest that tells its contents from others."""
    content = regular(file).read_bytes()
    stated = re.search(rb"^version: *(\d+)", content, re.MULTILINE)
    return {"version": int(stated[1]) if stated else None, "sha256": hashlib.sha256(content).hexdigest()}


def _browser() -> dict[str, str] | None:
    try:
        from player.browser.setup import browser_that_starts  # noqa: PLC0415  # Playwright itself may be broken

        return browser_that_starts()
    except Exception:  # noqa: BLE001  # the report of a problem must not end in one
        return None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
