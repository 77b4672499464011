"""Touches in place of the mouse, for pages that take nothing else."""

from functools import cached_property

from playwright.sync_api import CDPSession, Page  # noqa: TID251  # web drives the browser

from player.browser.page.isolated_world import has_devtools
from player.errors import PageNotUnderstood


class Finger:
    """One finger on `page`, with what is used of the methods of Playwright's mouse. Only Chromium has it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._at = (0.0, 0.0)
        self._is_down = False

    @cached_property
    def _session(self) -> CDPSession:
        if not has_devtools(self._page):
            raise PageNotUnderstood("the page takes touches only (`touch` in selectors.yaml): play it with Chromium")
        return self._page.context.new_cdp_session(self._page)

    def move(self, x: float, y: float) -> None:
        """Put the finger at a point, CSS pixels of the window; a page hears of it while it is down."""
        self._at = x, y
        if self._is_down:
            self._touch("touchMove")

    def down(self) -> None:
        """Begin to touch."""
        self._is_down = True
        self._touch("touchStart")

    def up(self) -> None:
        """End the touch, if there is one."""
        if self._is_down:
            self._is_down = False
            self._touch("touchEnd")

    def click(self, x: float, y: float, *, button: str = "left", click_count: int = 1) -> None:
        """Tap so often; a finger has no right `button`."""
        for _ in range(click_count if button == "left" else 0):
            self.move(x, y)
            self.down()
            self.up()

    def _touch(self, kind: str) -> None:
        x, y = self._at
        points = [{"x": x, "y": y}] if self._is_down else []
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
