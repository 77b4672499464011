"""Devices of the browser's DevTools: inputs that are not waited for, and touches in place of the mouse. Only Chromium
has them.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.browser.page.connection import in_background
from player.browser.page.isolated_world import IsolatedWorld, has_devtools
from player.errors import PageNotUnderstood

LEFT: dict[str, Any] = {"button": "left", "clickCount": 1}
#: The stops of a drag that draws a rectangle.
CORNERS = 2


class QuickInputs:
    """Inputs that the page of `world` gets one after the other, without waiting for the answer to each, at `settle`.

    What the page itself would drag (a picture, a link) is not dragged until the `end` of the batch.
    """

    def __init__(self, world: IsolatedWorld) -> None:
        self._world = world
        self._events: list[tuple[str, dict[str, Any]]] = []
        self._drags: list[dict[str, Any]] = []
        self._hears = self._intercepts = False
        self.possible = has_devtools(world.page)

    def draw(self, stops: Sequence[tuple[float, float]]) -> None:
        """Drag from the first of `stops` through the others, CSS pixels of the window."""
        self._mouse("mouseMoved", *stops[0])
        self._mouse("mousePressed", *stops[0], **LEFT, buttons=1)
        for number, stop in enumerate(stops[1:] or stops):
            if number:  # a page hears nothing of this, and of all moves: else it hears of the last one in a frame
                self._mouse("mousePressed", *stop, button="none", buttons=1)
            self._mouse("mouseMoved", *stop, button="left", buttons=1)
        if len(stops) > CORNERS:  # a page may judge a line at its release, by what it has drawn until then
            self.settle()
        self._mouse("mouseReleased", *stops[-1], **LEFT, buttons=0)

    def click(self, x: float, y: float) -> None:
        """Click at a point, CSS pixels of the window."""
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, **LEFT, buttons=1)
        self._mouse("mouseReleased", x, y, **LEFT, buttons=0)

    def press_key(self, key: str) -> None:
        """Press and release the key of a name; one that is not known here is waited for."""
        if (event := _key_event(key)) is None:
            self.settle()
            self._world.page.keyboard.press(key)
            return
        for kind in ("keyDown" if "text" in event else "rawKeyDown", "keyUp"):
            self._events.append(("Input.dispatchKeyEvent", {**event, "type": kind}))

    def settle(self) -> None:
        """Send all inputs, and wait until the page has handled them."""
        if not self._events:
            return
        session, (*others, last) = self._world.session, self._events
        self._events = []
        if not self._hears:
            keep = lambda drag: self._drags.append(drag)  # noqa: E731, PLW0108  # Playwright sets attributes on it
            session.on("Input.dragIntercepted", keep)
        self._hears = self._intercepts = True
        for event in others:
            in_background(partial(session.send, *event))
        session.send("Input.setInterceptDrags", {"enabled": True})  # comes before these, and the last one after them
        session.send(*last)

    def end(self) -> None:
        """End the batch: the page's own drags are the browser's again."""
        if self._intercepts:
            self._intercepts = False
            with suppress(Error):
                for drag in self._drags:  # else the page waits for its end, and hears of no pointer
                    cancel = {"type": "dragCancel", "x": 0, "y": 0, "data": drag["data"]}
                    self._world.session.send("Input.dispatchDragEvent", cancel)
                self._world.session.send("Input.setInterceptDrags", {"enabled": False})
            self._drags.clear()

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self._events.append(("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more}))


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
    """One finger on the page of `world`, with what is used of the methods of Playwright's mouse."""

    def __init__(self, world: IsolatedWorld) -> None:
        self._world = world
        self._at = (0.0, 0.0)
        self._is_down = False

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
        if not has_devtools(self._world.page):
            raise PageNotUnderstood("the page takes touches only (`touch` in selectors.yaml): play it with Chromium")
        x, y = self._at
        points = [{"x": x, "y": y}] if self._is_down else []
        self._world.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
