"""Drags that take no frame of their own: their events follow each other as those of a click do.

A browser reports a moved pointer to a page once a frame, and waiting for that is most of what a drag costs. A button
that is pressed or released brings the move before it along, at once.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.sync_api import CDPSession, Error, Page  # noqa: TID251  # web drives the browser

from player.browser.page.aside import aside

LEFT = {"button": "left", "clickCount": 1}


class Flicks:
    """The quick drags of one batch on `page`. What the page itself would drag (a picture, a link) is not dragged."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession | None = None
        self._drags: list[dict[str, Any]] = []
        browser = page.context.browser
        self.possible = browser is None or browser.browser_type.name == "chromium"
        """True if the browser has DevTools, which these drags are made by."""

    def draw(self, start: Sequence[float], end: Sequence[float]) -> None:
        """Drag from `start` to `end`, CSS pixels of the window; return before the page has seen it."""
        if self._session is None:
            self._session = self._page.context.new_cdp_session(self._page)
            self._session.on("Input.dragIntercepted", self._intercepted)
            self._session.send("Input.setInterceptDrags", {"enabled": True})
        for kind, (x, y), more in (
            ("mouseMoved", start, {}),
            ("mousePressed", start, {**LEFT, "buttons": 1}),
            ("mouseMoved", end, {"button": "left", "buttons": 1}),
            ("mouseReleased", end, {**LEFT, "buttons": 0}),
        ):
            aside(partial(self._session.send, "Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more}))

    def _intercepted(self, drag: dict[str, Any]) -> None:
        self._drags.append(drag)

    def end(self) -> None:
        """End the batch: the page's own drags are the browser's again."""
        if self._session is not None:
            with suppress(Error):
                for drag in self._drags:  # else the page waits for its end, and hears of no pointer
                    cancel = {"type": "dragCancel", "x": 0, "y": 0, "data": drag["data"]}
                    self._session.send("Input.dispatchDragEvent", cancel)
                self._session.detach()
            self._session = None
            self._drags.clear()
