"""Devices of the browser's DevTools: inputs that are not waited for, and touches in place of the mouse. Only Chromium
has them.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

from playwright.sync_api import CDPSession, Error, Page  # noqa: TID251  # web drives the browser

from player.browser.page.isolated_world import has_devtools
from player.browser.page.tab import in_background
from player.errors import PageNotUnderstood

LEFT: dict[str, Any] = {"button": "left", "clickCount": 1}


class QuickInputs:
    """Inputs that are sent to `page` one after the other, without waiting for the answer to each.

    What the page itself would drag (a picture, a link) is not dragged until the `end` of the batch.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession | None = None
        self._intercepts = False
        self._drags: list[dict[str, Any]] = []
        self._at = (0.0, 0.0)
        self.possible = has_devtools(page)

    def draw(self, start: Sequence[float], end: Sequence[float]) -> None:
        """Drag from `start` to `end`, CSS pixels of the window."""
        if not self._intercepts:
            keep = lambda drag: self._drags.append(drag)  # noqa: E731, PLW0108  # Playwright sets attributes on it
            self._begun().on("Input.dragIntercepted", keep)
            self._begun().send("Input.setInterceptDrags", {"enabled": True})
            self._intercepts = True
        self._mouse("mouseMoved", *start)
        self._mouse("mousePressed", *start, **LEFT, buttons=1)
        self._mouse("mouseMoved", *end, button="left", buttons=1)
        self._mouse("mouseReleased", *end, **LEFT, buttons=0)

    def click(self, x: float, y: float) -> None:
        """Click at a point, CSS pixels of the window."""
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, **LEFT, buttons=1)
        self._mouse("mouseReleased", x, y, **LEFT, buttons=0)

    def press_key(self, key: str) -> None:
        """Press and release the key of a name; one that is not known here is waited for."""
        if (event := _key_event(key)) is None:
            self._page.keyboard.press(key)
            return
        self._send("Input.dispatchKeyEvent", {**event, "type": "keyDown" if "text" in event else "rawKeyDown"})
        self._send("Input.dispatchKeyEvent", {**event, "type": "keyUp"})

    def settle(self) -> bool:
        """Wait until the page has handled all that was sent; return False if nothing was."""
        if self._session is not None:
            x, y = self._at
            self._session.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        return self._session is not None

    def end(self) -> None:
        """End the batch: the page's own drags are the browser's again."""
        if self._session is not None:
            with suppress(Error):
                for drag in self._drags:  # else the page waits for its end, and hears of no pointer
                    cancel = {"type": "dragCancel", "x": 0, "y": 0, "data": drag["data"]}
                    self._session.send("Input.dispatchDragEvent", cancel)
                self._session.detach()
            self._session, self._intercepts = None, False
            self._drags.clear()

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self._at = x, y
        self._send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def _send(self, method: str, event: dict[str, Any]) -> None:
        in_background(partial(self._begun().send, method, event))

    def _begun(self) -> CDPSession:
        if self._session is None:
            self._session = self._page.context.new_cdp_session(self._page)
        return self._session


#: The numbers of the keys that draw lines and rectangles.
_KEY_NUMBERS = {
    "Backspace": 8, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40
}  # fmt: skip


def _key_event(key: str) -> dict[str, Any] | None:
    """Return what DevTools call a key: one of those above, a digit, or a letter; None for any other."""
    if key in _KEY_NUMBERS:
        text = {"text": "\r"} if key == "Enter" else {}
        return {"key": key, "code": key, "windowsVirtualKeyCode": _KEY_NUMBERS[key], **text}
    if len(key) == 1 and key.isascii() and key.isalnum():
        code = f"{'Digit' if key.isdecimal() else 'Key'}{key.upper()}"
        return {"key": key, "code": code, "windowsVirtualKeyCode": ord(key.upper()), "text": key}
    return None


class Finger:
    """One finger on `page`, with what is used of the methods of Playwright's mouse."""

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
