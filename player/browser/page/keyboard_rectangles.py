"""How boxes are drawn by keys."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from player.games.grid import Cell
from player.games.moves import Box, Remove

Input = Callable[[], None]


class Keys(Protocol):
    def press(self, key: str) -> None:
        """Press and release the key of this name."""


class Keyboard:
    """The way of the keys: Enter begins a walk over the grid, arrows walk, Enter sets one corner, then the other.

    Where a walk begins the page does not say, so it first goes to the upper left, where arrows end. Escape ends a walk,
    and forgets a corner that was set.
    """

    def __init__(self, keys: Keys, focus: Input, rows: int, cols: int) -> None:
        """`focus` gives the keyboard to the board."""
        self._keys, self._focus = keys, focus
        self._rows, self._cols = rows, cols
        self._at: Cell | None = None

    def draw(self, box: Box) -> Iterator[Input]:
        yield from self._go(box.a)
        yield self._press("Enter")
        yield from self._go(box.b)
        yield self._press("Enter")

    def remove(self, move: Remove) -> Iterator[Input]:
        yield from self._go(move.cells[0])
        yield self._press("Backspace")

    def leave(self) -> Iterator[Input]:
        """Before the mouse goes on."""
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
