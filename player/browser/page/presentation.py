"""The presentation of a play to an audience: an overlay over the page, and a pause for each move."""

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import Error, Page, Route, ScreencastFrame  # noqa: TID251  # web drives the browser

from player.browser.launch import WINDOW
from player.browser.page.connection import map_playwright_errors
from player.browser.page.isolated_world import IsolatedWorld, script
from player.browser.page.observation import BoardSeen, Point

if TYPE_CHECKING:
    from player.browser.page.inputs import InputEvent
    from player.render.shapes import Shape
    from player.render.svg import SvgElement

SCRIPT = script("overlay")

#: Limits in milliseconds for a page to draw the overlay, and to remove it.
DRAW_TIMEOUT_MS, HIDE_TIMEOUT_MS = 10_000, 2_000
HIDE_SCRIPT = "() => { document.querySelector('player-overlay')?.remove(); return true; }"


class ScreenBox(NamedTuple):
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
    clear: ScreenBox | None = None
    drawing: "Sequence[SvgElement]" = ()
    pointer: tuple[float, float] | None = None


class Places:
    """The grid lines of an observed board, between the centres of its cells."""

    def __init__(self, look: BoardSeen) -> None:
        self._across, self._down = ([round(line) for line in lines] for lines in look.lines)
        (left, right), (top, low) = self._across[:2], self._down[:2]
        cell = ScreenBox(left, top, right - left, low - top)
        self.board = ScreenBox(left, top, self._across[-1] - left, self._down[-1] - top)
        self.clear = around([self.board, *(_near(point, cell) for point in look.buttons.values())])

    def drawn(self, shapes: "Iterable[Shape]", opacity: float = 1) -> "SvgElement":
        """Return shapes of the board's scene, drawn where the page has the board."""
        from player.render.shapes import placed  # noqa: PLC0415  # of a page with an audience
        from player.render.svg import group  # noqa: PLC0415

        return group(placed(shapes, self._across, self._down), opacity)


def around(boxes: Iterable[ScreenBox], margin: float = 0) -> ScreenBox:
    """Return the smallest rectangle around `boxes`, enlarged by `margin` on each side."""
    corners = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes]
    left, top = (min(corner[side] for corner in corners) for side in (0, 1))
    right, bottom = (max(corner[side] for corner in corners) for side in (2, 3))
    return ScreenBox(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin)


def _near(point: Point, size: ScreenBox) -> ScreenBox:
    """Estimate the rectangle of a button centred at `point`."""
    return ScreenBox(point.x - size.width / 2, point.y - size.height / 2, size.width, size.height)


#: JPEG quality in percent: text stays sharp.
JPEG_QUALITY_PERCENT = 92


class Frame(NamedTuple):
    """A JPEG of the page at `ms` of the browser's clock, in a window `width` CSS pixels wide."""

    data: bytes
    ms: float
    width: float


class Presentation:
    """The overlay over a page, in its isolated world, out of reach of its scripts; and the audience of a play."""

    def __init__(self, page: Page, world: IsolatedWorld) -> None:
        self._page = page
        self._world = world
        self._shown = False
        self.audience: Callable[[InputEvent, BoardSeen], object] | None = None
        """Called with each input event before it is made, and the board that it is for; None if nobody watches."""
        self.filmed = False
        self._held: list[Route] = []
        self._holds = self._routed = False

    def show(self, slide: Slide) -> ScreenBox:
        """Show `slide` over the page, in place of the previous one; return the rectangle of its caption."""
        answer = self._world.ask(SCRIPT, {"slide": asdict(slide)}, DRAW_TIMEOUT_MS)
        self._shown = True
        return ScreenBox(*json.loads(answer)) if answer else ScreenBox(0, 0, 0, 0)

    def rest(self, milliseconds: float) -> None:
        """Wait so many milliseconds of the page's time."""
        self._world.rest(milliseconds)

    def hide(self) -> None:
        """Remove the overlay; give up on a page that hangs or is gone."""
        if self._shown:
            with suppress(Error):
                self._page.wait_for_function(HIDE_SCRIPT, timeout=HIDE_TIMEOUT_MS)
        self._shown = False

    def hold(self) -> None:
        """Block navigations of inner frames until `release`, so that the last move stays visible after a win.

        The page itself is not blocked: during a navigation it answers no calls.
        """
        self._holds = True
        if not self._routed:
            self._routed = True
            with map_playwright_errors():
                self._page.route("**", self._pass)

    def release(self) -> None:
        """Let blocked navigations continue."""
        self._holds = False
        while self._held:
            with suppress(Error):  # the page may be gone, or navigate elsewhere by now
                self._held.pop().fallback()

    def _pass(self, route: Route) -> None:
        is_inner = False
        with suppress(Error):  # the frame does not exist yet
            is_inner = route.request.frame.parent_frame is not None
        if self._holds and route.request.is_navigation_request() and is_inner:
            self._held.append(route)
        else:
            route.fallback()

    def film(self, see: Callable[[Frame], None]) -> None:
        """Call `see` with a frame whenever the page looks different, until `cut`."""

        def on_frame(frame: ScreencastFrame) -> None:
            see(Frame(frame["data"], frame["timestamp"], frame["viewportWidth"]))

        size = self._page.viewport_size or WINDOW
        with map_playwright_errors():
            self._page.screencast.start(
                on_frame=on_frame, size={"width": size["width"], "height": size["height"]}, quality=JPEG_QUALITY_PERCENT
            )
        self.filmed = True

    def cut(self) -> None:
        """End filming, and let blocked navigations continue."""
        self.release()
        if self.filmed:
            self.filmed = False
            with suppress(Error):  # the page may be gone
                self._page.screencast.stop()

    def recorder(self) -> Path | None:
        """Return the path of Playwright's ffmpeg, or None if it is not installed."""
        browser = self._page.context.browser
        folders = Path(browser.browser_type.executable_path).parents if browser else ()
        own = next((folder for folder in folders if folder.name.startswith("chromium")), None)
        found = sorted(own.parent.glob("ffmpeg-*/ffmpeg-*")) if own else []
        return next((path for path in found if path.is_file()), None)
