"""Rows and columns of Tango, pairs of them that differ, and the completions of a line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from player.games.grid import Cell
from player.games.tango.board import EQUAL, Board, Edge


@dataclass(frozen=True, slots=True)
class LineState:
    """A row or a column: its cells in order, its `number` from 0, and the signs between each cell and the next."""

    kind: str
    number: int
    members: tuple[Cell, ...]
    signs: tuple[Edge | None, ...]

    @property
    def half(self) -> int:
        """The number of suns, which is also that of moons."""
        return len(self.members) // 2

    def windows(self, length: int) -> Iterator[tuple[Cell, ...]]:
        """Yield each run of `length` neighbouring cells."""
        return zip(*(self.members[start:] for start in range(length)), strict=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"


def lines_of(board: Board) -> tuple[LineState, ...]:
    """Return the rows, then the columns."""
    n = board.size
    between = {(edge.a, edge.b): edge for edge in board.edges}
    rows = [tuple(Cell(row, col) for col in range(n)) for row in range(n)]
    return tuple(
        LineState(kind, number, members, tuple(between.get(pair) for pair in pairwise(members)))
        for kind, lines in (("row", rows), ("column", zip(*rows, strict=True)))
        for number, members in enumerate(lines)
    )


class Pair(NamedTuple):
    """Two rows, or two columns, which differ."""

    one: LineState
    other: LineState

    @property
    def members(self) -> tuple[Cell, ...]:
        """The cells of both."""
        return (*self.one.members, *self.other.members)

    def __str__(self) -> str:
        return f"{self.one} unlike {self.other}"


def pairs_of(lines: Sequence[LineState]) -> tuple[Pair, ...]:
    """Return each two rows and each two columns."""
    return tuple(Pair(one, other) for one, other in combinations(lines, 2) if one.kind == other.kind)


def symbol(holds: bool) -> str:
    """Return the symbol of a fact: "sun" or "moon"."""
    return "sun" if holds else "moon"


def places(members: Sequence[Cell]) -> str:
    """Return two cells of one line, or a run of neighbours, in words."""
    first, last = members[0], members[-1]
    word = "and" if len(members) == 2 else "to"
    if first.row == last.row:
        return f"row {first.row + 1}, columns {first.col + 1} {word} {last.col + 1}"
    return f"rows {first.row + 1} {word} {last.row + 1} of column {first.col + 1}"


Shown = tuple[bool | None, ...]
"""For each cell of a line: True for a sun, False for a moon, None if it is unknown."""


@lru_cache(maxsize=4096)
def completion(shown: Shown, signs: tuple[Edge | None, ...], half: int) -> tuple[bool, ...] | None:
    """Return a completion of a line with at most `half` of each symbol; None if there is none.

    Dynamic programming: of the prefixes with the same number of suns and the same last two cells, one suffices.
    """
    prefixes: dict[tuple[int, tuple[bool, ...]], tuple[bool, ...]] = {(0, ()): ()}
    for length, fixed in enumerate(shown):
        sign = signs[length - 1] if length else None
        longer = {}
        for (suns, last), prefix in prefixes.items():
            for holds in (True, False) if fixed is None else (fixed,):
                against = sign and (last[-1] == holds) != (sign.sign == EQUAL)
                most = max(suns + holds, length + 1 - suns - holds)
                if last != (holds, holds) and not against and most <= half:
                    longer[suns + holds, (*last, holds)[-2:]] = (*prefix, holds)
        prefixes = longer
    return next(iter(prefixes.values()), None)


def forced(shown: Shown, signs: tuple[Edge | None, ...], half: int) -> Iterator[tuple[int, bool]]:
    """Yield the unknown cells on which all completions agree: the index in the line, and whether it is a sun."""
    for index, known in enumerate(shown):
        for holds in (True, False) if known is None else ():
            if completion((*shown[:index], not holds, *shown[index + 1 :]), signs, half) is None:
                yield index, holds
