"""The page as evidence: as much of its markup as it takes to read and play the board again, and no more."""

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, FloatRect, Page  # noqa: TID251  # web drives the browser

from player.browser.page.observation import script

#: js/keep.js says what it writes, and what it leaves out.
SCRIPT = script("shown", "dom", "drawn", "grid", "boards", "page", "lattice", "keep")


@dataclass(frozen=True, slots=True)
class Kept:
    """`html` was in the frame at `path`; `generation` is None where the page did not tell.

    `box` is where the grid lies (x, y, width, height in the window's CSS pixels), or None where none was found.
    """

    html: str
    path: str
    generation: str | None = None
    box: FloatRect | None = None


def keep(page: Page, ask: dict[str, Any], timeout: float) -> Kept | None:
    """What `page` shows of the board that `ask` describes; None where it can't be asked for `timeout` milliseconds."""
    try:
        answer = page.wait_for_function(SCRIPT, arg=ask, timeout=timeout).json_value()
    except Error:
        return None
    return Kept(**json.loads(answer))


def picture(page: Page, box: FloatRect | None, timeout: float) -> bytes | None:
    """A PNG picture of `page`, or of what lies in `box`; None where it can't be pictured for `timeout` milliseconds."""
    try:
        return page.screenshot(timeout=timeout, clip=box)
    except Error:
        return None
