"""The work of keys alone: rectangles and lines are drawn, a cursor is led to a cell."""

from collections import deque
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Protocol

from player.games.grid import Cell, adjacent
from player.games.moves import Box, Remove, Trace, arrows

Input = Callable[[], object]
PressKey = Callable[[str], None]
"""Presses and releases the key of a name."""
#: Most steps of a cursor on its way to a cell.
MAX_STEPS = 60


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


class Cursor(Protocol):
    """The cell that keys act on."""

    def __call__(self, to: Cell, *, direct: bool = False) -> Cell | None:
        """Return the cell that has the focus, or gets it as none has; if `direct`, `to` gets it. None if none does."""


class Lead(Protocol):
    """The way of the cursor to a cell."""

    def __call__(self, to: Cell, free: Collection[Cell] = ...) -> bool:
        """Lead it to `to` through `free` cells, as some pages skip the others, through any if there are none; return
        False if it is known not to be there.
        """


def lead(press: PressKey, cursor: Cursor, to: Cell, free: Collection[Cell] = ()) -> bool:
    """Lead a cursor that the page shows by arrow keys, or directly.

    One that skips cells ends beside the way: from there on it goes by single steps, across where it was before.
    """
    at, seen = cursor(to), list[Cell]()
    while at not in {None, to} and len(seen) < MAX_STEPS:
        assert at is not None
        path = _path(at, to, free) if free else _straight(at, to, across=at in seen)
        if path is None:
            break
        for key in arrows(Trace(path[:2] if seen else path)):
            press(key)
        seen.append(at)
        at = cursor(to)
    return at == to or cursor(to, direct=True) == to


def lead_blindly(press: PressKey, focus: Input, shape: tuple[int, int], to: Cell, _: object = ()) -> bool:
    """Lead a cursor that the page does not show, by way of the upper left corner of the board of this `shape`."""
    focus()
    for key in (*_to_corner(*shape), *arrows(Trace(_straight(Cell(0, 0), to)))):
        press(key)
    return True


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
