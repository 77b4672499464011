"""The versions of all parts that a report of a problem should name."""

import hashlib
import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from player import __version__
from player.errors import DISTRIBUTION
from player.files import SELECTORS, regular

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
