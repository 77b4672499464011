"""The overlay: a caption and a drawing over a page, in one element of our own that takes no clicks."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import NamedTuple

from playwright.sync_api import Error, Page  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.messages import OverlayRequest
from player.browser.page.observation import BoardSeen, Point
from player.browser.page.scripts import script
from player.browser.page.throttle import rest
from player.render.shapes import Shape, placed
from player.render.svg import SvgElement, group

SCRIPT = script("overlay")

#: Limits in milliseconds for a page to draw the overlay, and to remove it.
DRAW_TIMEOUT_MS, HIDE_TIMEOUT_MS = 10_000, 2_000
HIDE_SCRIPT = "() => { document.querySelector('player-overlay')?.remove(); return true; }"


class Box(NamedTuple):
    """A rectangle in CSS pixels of the window."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The rectangle's centre (x, y)."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Slide:
    """The content of the overlay: a caption outside the rectangle `clear`, and a `drawing` and a pointer over the page.

    All lengths are in pixels of the window.
    """

    chapter: str
    caption: str
    clear: Box | None = None
    drawing: Sequence[SvgElement] = ()
    pointer: tuple[float, float] | None = None


class Overlay:
    """The overlay in the isolated world of `world`, out of reach of the page's scripts."""

    def __init__(self, page: Page, world: IsolatedWorld) -> None:
        self._page = page
        self._world = world
        self._shown = False

    def show(self, slide: Slide) -> Box:
        """Show `slide` in place of the previous one; return the rectangle of its caption."""
        with map_playwright_errors():
            answer = self._world.ask(SCRIPT, OverlayRequest(slide=asdict(slide)), DRAW_TIMEOUT_MS)
        self._shown = True
        return Box(*json.loads(answer)) if answer else Box(0, 0, 0, 0)

    def rest(self, milliseconds: float) -> None:
        """Wait so many milliseconds of the page's time."""
        with map_playwright_errors():
            rest(self._world, milliseconds)

    def hide(self) -> None:
        """Remove the overlay; give up on a page that hangs or is gone."""
        if self._shown:
            with suppress(Error):
                self._page.wait_for_function(HIDE_SCRIPT, timeout=HIDE_TIMEOUT_MS)
        self._shown = False


class Places:
    """The grid lines of an observed board, between the centres of its cells."""

    def __init__(self, look: BoardSeen) -> None:
        cols = look.shape[1]
        self._across = _lines([point.x for point in look.points[:cols]])
        self._down = _lines([point.y for point in look.points[::cols]])
        (left, right), (top, low) = self._across[:2], self._down[:2]
        cell = Box(left, top, right - left, low - top)
        self.board = Box(left, top, self._across[-1] - left, self._down[-1] - top)
        self.clear = around([self.board, *(_near(point, cell) for point in look.buttons.values())])

    def drawn(self, shapes: Iterable[Shape], opacity: float = 1) -> SvgElement:
        """Return shapes of the board's scene, drawn where the page has the board."""
        return group(placed(shapes, self._across, self._down), opacity)


def around(boxes: Iterable[Box], margin: float = 0) -> Box:
    """Return the smallest rectangle around `boxes`, enlarged by `margin` on each side."""
    corners = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes]
    left, top = (min(corner[side] for corner in corners) for side in (0, 1))
    right, bottom = (max(corner[side] for corner in corners) for side in (2, 3))
    return Box(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)


def _lines(middles: Sequence[float]) -> list[int]:
    """Return the grid lines between cells with these centres and at both ends, in whole pixels."""
    between = [(a + b) / 2 for a, b in pairwise(middles)]
    half = (middles[-1] - middles[0]) / (len(middles) - 1) / 2 if len(middles) > 1 else 20
    return [round(line) for line in (middles[0] - half, *between, middles[-1] + half)]


def _near(point: Point, size: Box) -> Box:
    """Estimate the rectangle of a button centred at `point`."""
    return Box(point.x - size.width / 2, point.y - size.height / 2, size.width, size.height)
