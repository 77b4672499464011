"""The devices of a page: inputs that are not waited for, touches in place of the mouse, a keyboard and its cursor.

Only Chromium has the first two, by its DevTools.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.browser.page.connection import in_background
from player.browser.page.isolated_world import IsolatedWorld, has_devtools
from player.browser.page.messages import CURSOR
from player.errors import PageNotUnderstood
from player.games.grid import Cell, adjacent
from player.games.moves import Box, Remove, Trace, arrows

Input = Callable[[], object]
PressKey = Callable[[str], None]
"""Presses and releases the key of a name."""
LEFT: dict[str, Any] = {"button": "left", "clickCount": 1}
#: The stops of a drag that draws a rectangle.
CORNERS = 2
#: Most steps of a cursor on its way to a cell.
MAX_STEPS = 60


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


class Keyboard:
    """Draw rectangles by keyboard: Enter starts keyboard mode, arrow keys move, Enter sets each of two corners.

    The page does not show the starting cell, so the cursor first goes to the upper left corner. Escape leaves keyboard
    mode and drops a corner that was set.
    """

    def __init__(self, press: PressKey, focus: Input, rows: int, cols: int) -> None:
        """`focus` gives the keyboard focus to the board, which has `rows` x `cols` cells."""
        self._press, self._focus = press, focus
        self._shape = rows, cols
        self._at: Cell | None = None

    def draw(self, box: Box) -> Iterator[Input]:
        """Yield the key presses that draw `box`."""
        for corner in (box.a, box.b):
            yield from self._go(corner)
            yield from self._keys("Enter")

    def remove(self, move: Remove) -> Iterator[Input]:
        """Yield the key presses that remove the rectangle of `move`."""
        yield from self._go(move.cells[0])
        yield from self._keys("Backspace")

    def leave(self) -> Iterator[Input]:
        """Yield the key press that leaves keyboard mode, so that the mouse can continue."""
        if self._at is not None:
            yield from self._keys("Escape")
        self._at = None

    def _go(self, to: Cell) -> Iterator[Input]:
        if self._at is None:
            yield from self._keys("Escape")
            yield self._focus
            yield from self._keys("Enter", *_to_corner(*self._shape))
            self._at = Cell(0, 0)
        yield from self._keys(*arrows(Trace(_straight(self._at, to))))
        self._at = to

    def _keys(self, *keys: str) -> Iterator[Input]:
        yield from [partial(self._press, key) for key in keys]


class Cursor:
    """The cell that keys act on, and the arrow keys that lead it to another one."""

    def __init__(
        self,
        press: PressKey,
        answer: Callable[..., str],
        shape: tuple[int, int],
        *,
        is_hidden: bool = False,
        click: Callable[[Cell], object] | None = None,
    ) -> None:
        """`answer` asks the page, whose board has this `shape`; the page does not show a cursor that `is_hidden`. A
        `click`, if given, leads it.
        """
        self._press, self._answer, self._click = press, answer, click
        self._shape, self._is_hidden = shape, is_hidden

    def lead(self, to: Cell, free: Collection[Cell] = ()) -> bool:
        """Lead the cursor to a cell through `free` ones, as some pages skip the others, through any if there are none;
        return False if it is known not to be there.

        One that skips cells ends beside the way: from there on it goes by single steps, across where it was before. One
        that is hidden goes by way of the upper left corner.
        """
        if self._click:
            self._click(to)
            return True
        if self._is_hidden:
            corner = Cell(0, 0)
            self._focused(corner)
            self._go(*_to_corner(*self._shape), *arrows(Trace(_straight(corner, to))))
            return True
        at, seen = self._focused(to), list[Cell]()
        while at not in {None, to} and len(seen) < MAX_STEPS:
            assert at is not None
            path = _path(at, to, free) if free else _straight(at, to, across=at in seen)
            if path is None:
                break
            self._go(*arrows(Trace(path[:2] if seen else path)))
            seen.append(at)
            at = self._focused(to)
        return at == to or self._focused(to, direct=True) == to

    def _focused(self, to: Cell, *, direct: bool = False) -> Cell | None:
        """Return the cell that has the focus, or gets it as none has; if `direct`, `to` gets it. None if none does."""
        cols = self._shape[1]
        at = int(self._answer(CURSOR, to=to.row * cols + to.col, direct=direct))
        return Cell(*divmod(at, cols)) if at >= 0 else None

    def _go(self, *keys: str) -> None:
        for key in keys:
            self._press(key)


def _to_corner(rows: int, cols: int) -> list[str]:
    """Return the keys that lead from any cell to the upper left one."""
    return ["ArrowUp"] * (rows - 1) + ["ArrowLeft"] * (cols - 1)


def _straight(start: Cell, to: Cell, *, across: bool = False) -> tuple[Cell, ...]:
    """Return the path that goes up or down first, then left or right; the other way round if `across`."""
    down, right = (1 if to.row > start.row else -1), (1 if to.col > start.col else -1)
    col, row = (to.col, start.row) if across else (start.col, to.row)
    rows = [Cell(row, col) for row in range(start.row, to.row, down)]
    cols = [Cell(row, col) for col in range(start.col, to.col, right)]
    return (*cols, *rows, to) if across else (*rows, *cols, to)


def _path(start: Cell, to: Cell, free: Collection[Cell]) -> tuple[Cell, ...] | None:
    """Return the shortest path between two cells through free ones; None without one."""
    paths: deque[tuple[Cell, ...]] = deque([(start,)])
    seen = {start}
    while paths:
        path = paths.popleft()
        if path[-1] == to:
            return path
        for near in (cell for cell in free if cell not in seen and adjacent(cell, path[-1])):
            seen.add(near)
            paths.append((*path, near))
    return None
