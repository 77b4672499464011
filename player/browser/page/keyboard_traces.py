"""Lines that are begun and ended by keyboard: arrows lead to the first cell, Enter begins, arrows draw, Enter ends."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from player.browser.page.keyboard_rectangles import Keys
from player.games.grid import Cell, adjacent
from player.games.moves import Trace, arrows

Input = Callable[[], None]


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
