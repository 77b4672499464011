"""What the hand does on a board, before any page is known."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from player.games.grid import Cell


class Tap(NamedTuple):
    """One click on one cell."""

    cell: Cell


class Drag(NamedTuple):
    """One stroke through neighbouring cells, in order; how it is drawn (keys, mouse, clicks) is the site's affair."""

    cells: tuple[Cell, ...]


class Enter(NamedTuple):
    """One cell is chosen and given a text; whether it is typed or a button is clicked is the site's affair."""

    cell: Cell
    text: str


class Box(NamedTuple):
    """A rectangle drawn from its upper left cell `a` to its lower right cell `b`, which may be the same."""

    a: Cell
    b: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All of it, row by row."""
        rows, cols = range(self.a.row, self.b.row + 1), range(self.a.col, self.b.col + 1)
        return tuple(Cell(row, col) for row in rows for col in cols)


class Remove(NamedTuple):
    """What was drawn on these cells is taken away, all of it at the first."""

    cells: tuple[Cell, ...]


Move = Tap | Drag | Enter | Box | Remove

_ARROWS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}


def arrows(drag: Drag) -> list[str]:
    """The arrow keys that walk along `drag`, by the names that browsers give them."""
    return [_ARROWS[b.row - a.row, b.col - a.col] for a, b in pairwise(drag.cells)]


def touched(move: Move) -> tuple[Cell, ...]:
    return (move.cell,) if isinstance(move, Tap | Enter) else move.cells


def count(moves: Iterable[Move]) -> int:
    """How many moves these are, a drag counting one for each cell that it enters."""
    return sum(len(move.cells) - 1 if isinstance(move, Drag) else 1 for move in moves)


def batches(moves: Iterable[Move]) -> Iterator[Sequence[Move]]:
    """Split `moves` where a cell comes up again: what happens within a batch can be read back at one look."""
    batch: list[Move] = []
    seen: set[Cell] = set()
    for move in moves:
        if not seen.isdisjoint(touched(move)):
            yield batch
            batch, seen = [], set()
        batch.append(move)
        seen.update(touched(move))
    if batch:
        yield batch


def by_cell(moves: Iterable[Move]) -> list[Sequence[Move]]:
    """`moves` in batches of those that touch the same cells, in the order in which these come up first."""
    groups: dict[tuple[Cell, ...], list[Move]] = {}
    for move in moves:
        groups.setdefault(touched(move), []).append(move)
    return list(groups.values())
