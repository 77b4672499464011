"""A screening: a page on which a game is shown to somebody, who is told of every input, and may film it."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from playwright.sync_api import Error, Page, Route, ScreencastFrame  # noqa: TID251  # web drives the browser

from player.browser.failures import translated
from player.browser.launch import WINDOW
from player.browser.page.inputs import Act
from player.browser.page.isolated_world import World
from player.browser.page.observation import Look
from player.browser.page.overlay import Overlay

#: Of JPEG: letters stay sharp.
QUALITY = 92


class Frame(NamedTuple):
    """A JPEG of the page as it was from `ms`, by the browser's clock, in a window so many CSS pixels wide."""

    data: bytes
    ms: float
    width: float


class Audience(Protocol):
    def before(self, act: Act, look: Look) -> None:
        """Told of each input before it is made, and of the look at the board that it is made by."""


class Screening:
    """The overlay over a page, and who watches it: nobody, as long as `audience` is None."""

    def __init__(self, page: Page, world: World) -> None:
        self._page = page
        self.overlay = Overlay(page, world)
        self.audience: Audience | None = None
        self.filmed = False
        self._held: list[Route] = []
        self._holds = self._routed = False

    def hold(self) -> None:
        """Let the page's frames go nowhere until `release`: one that a win leads to its results shows the last move.

        The page itself goes where it wants to: while it is on its way, it answers nobody.
        """
        self._holds = True
        if not self._routed:
            self._routed = True
            with translated():
                self._page.route("**", self._pass)

    def release(self) -> None:
        """Let the page go where it wanted to."""
        self._holds = False
        while self._held:
            with suppress(Error):  # the page may be gone, or want to go elsewhere by now
                self._held.pop().fallback()

    def _pass(self, route: Route) -> None:
        if self._holds and route.request.is_navigation_request() and _is_inner(route):
            self._held.append(route)
        else:
            route.fallback()

    def tell(self, act: Act, look: Look) -> bool:
        """Tell the audience of an input; whether there is one, and the page had time to become another."""
        if self.audience is None:
            return False
        self.audience.before(act, look)
        return True

    def film(self, see: Callable[[Frame], None]) -> None:
        """Have `see` told of the page whenever it looks different, until `cut`."""

        def on_frame(frame: ScreencastFrame) -> None:
            see(Frame(frame["data"], frame["timestamp"], frame["viewportWidth"]))

        size = self._page.viewport_size or WINDOW
        with translated():
            self._page.screencast.start(
                on_frame=on_frame, size={"width": size["width"], "height": size["height"]}, quality=QUALITY
            )
        self.filmed = True

    def cut(self) -> None:
        self.release()
        if self.filmed:
            self.filmed = False
            with suppress(Error):  # the page may be gone
                self._page.screencast.stop()

    def recorder(self) -> Path | None:
        """The program with which Playwright makes videos of frames, where it is installed."""
        browser = self._page.context.browser
        folders = Path(browser.browser_type.executable_path).parents if browser else ()
        own = next((folder for folder in folders if folder.name.startswith("chromium")), None)
        return (
            next((path for path in sorted(own.parent.glob("ffmpeg-*/ffmpeg-*")) if path.is_file()), None)
            if own
            else None
        )


def _is_inner(route: Route) -> bool:
    """Whether it is a frame within the page that wants to go elsewhere."""
    try:
        return route.request.frame.parent_frame is not None
    except Error:  # there is no frame yet
        return False
