"""Rectangles and lines that are drawn by keys alone."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from player.games.grid import Cell, adjacent
from player.games.moves import Box, Remove, Trace, arrows

Input = Callable[[], object]
PressKey = Callable[[str], None]
"""Presses and releases the key of a name."""


class Keyboard:
    """Draw rectangles by keyboard: Enter starts keyboard mode, arrow keys move, Enter sets each of two corners.

    The page does not show the starting cell, so the cursor first goes to the upper left corner. Escape leaves keyboard
    mode and drops a corner that was set.
    """

    def __init__(self, press: PressKey, focus: Input, rows: int, cols: int) -> None:
        """`focus` gives the keyboard focus to the board, which has `rows` x `cols` cells."""
        self._press, self._focus = press, focus
        self._rows, self._cols = rows, cols
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
            yield from self._keys("Enter")
            yield from self._keys("ArrowUp", self._rows - 1)
            yield from self._keys("ArrowLeft", self._cols - 1)
            self._at = Cell(0, 0)
        down, right = to.row - self._at.row, to.col - self._at.col
        yield from self._keys("ArrowDown" if down > 0 else "ArrowUp", abs(down))
        yield from self._keys("ArrowRight" if right > 0 else "ArrowLeft", abs(right))
        self._at = to

    def _keys(self, key: str, times: int = 1) -> Iterator[Input]:
        yield from [partial(self._press, key)] * times


class Cursor(Protocol):
    """The cell with the keyboard focus."""

    def __call__(self, to: Cell, *, direct: bool = False) -> Cell | None:
        """Return the cell that has the focus, or gets it as none has; if `direct`, `to` gets it. None if none does."""


def trace(press: PressKey, cursor: Cursor, move: Trace) -> Iterator[tuple[Input, Cell | None]]:
    """Yield the inputs that draw `move`, each with the cell that it leads to, if any."""
    first, *others = move.cells
    yield partial(press, "Escape"), None  # a line that was begun before
    yield partial(_go, press, cursor, move), first
    yield partial(press, "Enter"), None
    for arrow, cell in zip(arrows(move), others, strict=True):
        yield partial(press, arrow), cell
    yield partial(press, "Enter"), None


def _go(press: PressKey, cursor: Cursor, move: Trace) -> None:
    """Lead the focus to the first cell of `move`: by arrow keys through free cells, as some pages skip the others."""
    to = move.cells[0]
    at = cursor(to)
    path = _path(at, move) if at else None
    if path is None:
        cursor(to, direct=True)
        return
    for arrow in arrows(Trace(path)):
        press(arrow)


def _path(start: Cell, move: Trace) -> tuple[Cell, ...] | None:
    """Return the shortest path from `start` to the first cell of `move` through its free cells; None without one."""
    paths: deque[tuple[Cell, ...]] = deque([(start,)])
    seen = {start}
    while paths:
        path = paths.popleft()
        if path[-1] == move.cells[0]:
            return path
        for near in (cell for cell in move.free if cell not in seen and adjacent(cell, path[-1])):
            seen.add(near)
            paths.append((*path, near))
    return None
