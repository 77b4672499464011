"""Moves on a board, independent of any page, and the marks that they should leave."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from player.games.grid import SIDES, Cell


class Tap(NamedTuple):
    """One click on one cell."""

    cell: Cell


class Drag(NamedTuple):
    """One line through neighbouring cells, in order; the site decides how it is drawn (keys, mouse, clicks)."""

    cells: tuple[Cell, ...]


class Trace(NamedTuple):
    """One line through neighbouring cells that is begun on the first and ended on the last, apart from any other.

    `free` are the cells that the keyboard may pass on its way to the first one.
    """

    cells: tuple[Cell, ...]
    free: tuple[Cell, ...] = ()


class Enter(NamedTuple):
    """A text for one cell; the site decides whether it is typed or a button is clicked."""

    cell: Cell
    text: str


class Box(NamedTuple):
    """A rectangle drawn from its upper left cell `a` to its lower right cell `b`, which may be the same cell."""

    a: Cell
    b: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the rectangle, row by row."""
        rows, cols = range(self.a.row, self.b.row + 1), range(self.a.col, self.b.col + 1)
        return tuple(Cell(row, col) for row in rows for col in cols)


class Remove(NamedTuple):
    """The removal of a drawn rectangle, by its cells; an input on the first cell removes all of it."""

    cells: tuple[Cell, ...]


Move = Tap | Drag | Trace | Enter | Box | Remove

_ARROWS = {offset: f"Arrow{side.title()}" for side, offset in SIDES.items()}


def arrows(line: Drag | Trace) -> list[str]:
    """Return the names of the arrow keys (`KeyboardEvent.key`) that draw `line`."""
    return [_ARROWS[b.row - a.row, b.col - a.col] for a, b in pairwise(line.cells)]


def touched(move: Move) -> tuple[Cell, ...]:
    """Return the cells that `move` is made on, in order."""
    return (move.cell,) if isinstance(move, Tap | Enter) else move.cells


def is_beside(one: Move, other: Move) -> bool:
    """Return whether two moves are rectangles that share a part of a side."""
    if not (isinstance(one, Box) and isinstance(other, Box)):
        return False
    down = max(one.a.row, other.a.row) - min(one.b.row, other.b.row)
    across = max(one.a.col, other.a.col) - min(one.b.col, other.b.col)
    return max(down, across) == 1 and min(down, across) <= 0


def count(moves: Iterable[Move]) -> int:
    """Return the number of moves; a drag counts once for each cell that it enters."""
    return sum(len(move.cells) - 1 if isinstance(move, Drag) else 1 for move in moves)


def tapped(
    marks: dict[Cell, str], moves: Iterable[Move], cycle: Mapping[str, str], givens: Collection[Cell]
) -> tuple[str, ...]:
    """Return the marks of all cells after `moves`, each of which takes its cells through `cycle`; `givens` stay."""
    now = dict(marks)
    for move in moves:
        now.update((at, cycle[now[at]]) for at in touched(move) if at not in givens)
    return tuple(now.values())


def batches(moves: Iterable[Move], *, removals_alone: bool = False, trial: bool = True) -> Iterator[Sequence[Move]]:
    """Split `moves` so that one reading of the page shows the effect of each move of a batch.

    No cell is touched twice within a batch. Each trace is a batch of its own, and with `removals_alone` each removal.
    With a `trial`, one ends with the first rectangle of several cells: what the page makes of a miss has to be removed,
    and whether it names a rectangle's clue shows with the others. Those of one cell beside each other are in different
    ones: a wrong one may be over both.
    """
    single = Trace | Remove if removals_alone else Trace
    batch: list[Move] = []
    seen: set[Cell] = set()
    tried, ended = not trial, False
    for move in moves:
        alone = any(isinstance(one, single) or _may_be_one(one, move) for one in (move, *batch))
        if batch and (ended or alone or not seen.isdisjoint(touched(move))):
            yield batch
            batch, seen = [], set()
        batch.append(move)
        seen.update(touched(move))
        ended = not tried and isinstance(move, Box) and move.a != move.b
        tried = tried or ended
    if batch:
        yield batch


def _may_be_one(one: Move, other: Move) -> bool:
    return is_beside(one, other) and len({*touched(one), *touched(other)}) == 2


def by_cell(moves: Iterable[Move]) -> list[Sequence[Move]]:
    """Group `moves` that touch the same cells, in the order in which these cells first occur."""
    groups: dict[tuple[Cell, ...], list[Move]] = {}
    for move in moves:
        groups.setdefault(touched(move), []).append(move)
    return list(groups.values())


Mark = str | bool
"""The mark of a cell, as a game's `shown` gives it."""


def expected_marks(before: Sequence[Mark], after: Sequence[Mark], cols: int, batch: Iterable[Move]) -> dict[int, Mark]:
    """Return the expected marks after `batch`, by cell index: of the cells that it touches or changes.

    `before` and `after` are the marks of all cells, `cols` in a row.
    """
    touched_cells = {cell.row * cols + cell.col for move in batch for cell in touched(move)}
    pairs = enumerate(zip(before, after, strict=True))
    return {index: new for index, (old, new) in pairs if old != new or index in touched_cells}


def difference(wrong: Mapping[int, Mark], seen: Sequence[Mark], cols: int) -> str:
    """Return the first cell with a wrong mark, and the number of the other wrong cells, as part of a sentence.

    `wrong` holds the expected marks of the wrong cells, by cell index, and `seen` the marks of all cells.
    """
    index, mark = next(iter(wrong.items()))
    others = len(wrong) - 1
    more = f", and {others} more {'cell is' if others == 1 else 'cells are'} wrong" if others else ""
    return f"{Cell(*divmod(index, cols))} shows {_in_words(seen[index])}, not {_in_words(mark)}{more}"


def _in_words(mark: Mark) -> str:
    if isinstance(mark, bool):
        return "filled" if mark else "empty"
    return repr(mark) if mark else "nothing"
