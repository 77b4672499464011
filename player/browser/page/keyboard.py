"""Rectangles and paths by the keyboard."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from player.games.grid import Cell, adjacent
from player.games.moves import Box, Remove, Trace, arrows

Input = Callable[[], None]


class Keys(Protocol):
    """The keyboard of a page, as Playwright has it."""

    def press(self, key: str) -> None:
        """Press and release the key of this name."""


class Keyboard:
    """Draw rectangles by keyboard: Enter starts keyboard mode, arrow keys move, Enter sets each of two corners.

    The page does not show the starting cell, so the cursor first goes to the upper left corner. Escape leaves keyboard
    mode and drops a corner that was set.
    """

    def __init__(self, keys: Keys, focus: Input, rows: int, cols: int) -> None:
        """`focus` gives the keyboard focus to the board, which has `rows` x `cols` cells."""
        self._keys, self._focus = keys, focus
        self._rows, self._cols = rows, cols
        self._at: Cell | None = None

    def draw(self, box: Box) -> Iterator[Input]:
        """Yield the key presses that draw `box`."""
        yield from self._go(box.a)
        yield self._press("Enter")
        yield from self._go(box.b)
        yield self._press("Enter")

    def remove(self, move: Remove) -> Iterator[Input]:
        """Yield the key presses that remove the rectangle of `move`."""
        yield from self._go(move.cells[0])
        yield self._press("Backspace")

    def leave(self) -> Iterator[Input]:
        """Yield the key press that leaves keyboard mode, so that the mouse can continue."""
        if self._at is not None:
            yield self._press("Escape")
        self._at = None

    def _go(self, to: Cell) -> Iterator[Input]:
        if self._at is None:
            yield self._press("Escape")
            yield self._focus
            yield self._press("Enter")
            yield from [self._press("ArrowUp")] * (self._rows - 1)
            yield from [self._press("ArrowLeft")] * (self._cols - 1)
            self._at = Cell(0, 0)
        down, right = to.row - self._at.row, to.col - self._at.col
        yield from [self._press("ArrowDown" if down > 0 else "ArrowUp")] * abs(down)
        yield from [self._press("ArrowRight" if right > 0 else "ArrowLeft")] * abs(right)
        self._at = to

    def _press(self, key: str) -> Input:
        return partial(self._keys.press, key)


class Cursor(Protocol):
    """The cell with the keyboard focus."""

    def __call__(self, to: Cell, *, direct: bool = False) -> Cell | None:
        """Return the cell that has the focus, or that gets it because none has; None if the page gives it to none.

        If `direct`, the cell `to` gets it.
        """


def trace(keys: Keys, cursor: Cursor, move: Trace) -> Iterator[tuple[Input, Cell | None]]:
    """Yield the inputs that draw `move`, each with the cell that it leads to, if any."""
    first, *others = move.cells
    yield partial(keys.press, "Escape"), None  # a line that was begun before
    yield partial(_go, keys, cursor, move), first
    yield partial(keys.press, "Enter"), None
    for arrow, cell in zip(arrows(move), others, strict=True):
        yield partial(keys.press, arrow), cell
    yield partial(keys.press, "Enter"), None


def _go(keys: Keys, cursor: Cursor, move: Trace) -> None:
    """Lead the focus to the first cell of `move`: by arrow keys through free cells, as some pages skip the others."""
    to = move.cells[0]
    at = cursor(to)
    way = _way(at, move) if at else None
    if way is None:
        cursor(to, direct=True)
        return
    for arrow in arrows(Trace(way)):
        keys.press(arrow)


def _way(at: Cell, move: Trace) -> tuple[Cell, ...] | None:
    """Return the shortest way from `at` to the first cell of `move` through its free cells; None if there is none."""
    ways: deque[tuple[Cell, ...]] = deque([(at,)])
    seen = {at}
    while ways:
        way = ways.popleft()
        if way[-1] == move.cells[0]:
            return way
        for near in (cell for cell in move.free if cell not in seen and adjacent(cell, way[-1])):
            seen.add(near)
            ways.append((*way, near))
    return None
