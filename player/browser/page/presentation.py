"""The presentation of a game to an audience, which is notified of each input and may film the page."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from playwright.sync_api import Error, Page, Route, ScreencastFrame  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.launch import WINDOW
from player.browser.page.inputs import InputEvent
from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.observation import BoardSeen
from player.browser.page.overlay import Overlay

#: JPEG quality in percent: text stays sharp.
JPEG_QUALITY_PERCENT = 92


class Frame(NamedTuple):
    """A JPEG of the page at `ms` of the browser's clock, in a window `width` CSS pixels wide."""

    data: bytes
    ms: float
    width: float


class Audience(Protocol):
    """A listener for input events."""

    def before(self, act: InputEvent, look: BoardSeen) -> None:
        """Receive each input event before it is made, with the observation that it is based on."""


class Presentation:
    """The overlay over a page, and its audience (None if nobody watches)."""

    def __init__(self, page: Page, world: IsolatedWorld) -> None:
        self._page = page
        self.overlay = Overlay(page, world)
        self.audience: Audience | None = None
        self.filmed = False
        self._held: list[Route] = []
        self._holds = self._routed = False

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
        if self._holds and route.request.is_navigation_request() and _is_inner(route):
            self._held.append(route)
        else:
            route.fallback()

    def tell(self, act: InputEvent, look: BoardSeen) -> bool:
        """Notify the audience of an input event; return False if there is none, so that no time has passed."""
        if self.audience is None:
            return False
        self.audience.before(act, look)
        return True

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
        return (
            next((path for path in sorted(own.parent.glob("ffmpeg-*/ffmpeg-*")) if path.is_file()), None)
            if own
            else None
        )


def _is_inner(route: Route) -> bool:
    """Return True if the request belongs to a frame within the page."""
    try:
        return route.request.frame.parent_frame is not None
    except Error:  # the frame does not exist yet
        return False
