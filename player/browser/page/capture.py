"""The page as evidence: the part of its markup that is needed to read and play the board again."""

import json
from dataclasses import dataclass

from playwright.sync_api import Error, FloatRect, Page  # noqa: TID251  # web drives the browser

from player.browser.page.messages import PageRequest
from player.browser.page.scripts import script

#: js/keep.js documents which elements and attributes are written.
SCRIPT = script("keep")


@dataclass(frozen=True, slots=True)
class PageCapture:
    """A captured page: `html` of the frame at `path`; `generation` is None if the page did not show it.

    `box` is the grid's rectangle (x, y, width, height in CSS pixels of the window), or None if no grid was found.
    """

    html: str
    path: str
    generation: str | None = None
    box: FloatRect | None = None


def capture_page(page: Page, ask: PageRequest, timeout: float) -> PageCapture | None:
    """Return the markup of the board that `ask` describes, or None if `page` does not answer within `timeout` ms."""
    try:
        answer = page.wait_for_function(SCRIPT, arg=ask, timeout=timeout).json_value()
    except Error:
        return None
    return PageCapture(**json.loads(answer))


def picture(page: Page, box: FloatRect | None, timeout: float, *, plain: bool = False) -> bytes | None:
    """Return a PNG of `page`, or of the rectangle `box`; None if it takes longer than `timeout` ms.

    A `plain` one has one pixel for each CSS pixel, whatever the screen has.
    """
    try:
        return page.screenshot(timeout=timeout, clip=box, scale="css" if plain else "device")
    except Error:
        return None
