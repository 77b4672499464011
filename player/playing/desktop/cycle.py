"""The order in which clicks change the mark of a cell: pages differ, and what clicks have done shows it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from player.games import Game
from player.games.grid import Cell, cells
from player.games.moves import Move, Tap

#: Marks, each of which a click changes to the next one, and the last one to the first.
Cycle = tuple[str, ...]


class Clicked(NamedTuple):
    """A cell with its mark before some clicks and after them, and the one that it should have got."""

    before: str
    clicks: int
    after: str
    wanted: str


def marks_of(game: Game, board: Any, state: Any) -> dict[Cell, Any]:
    """Return the mark of each cell in `state`."""
    return dict(zip(cells(*board.shape), game.shown(board, state), strict=True))


def clicks(moves: Sequence[Move], before: Mapping[Cell, Any], wanted: Mapping[Cell, Any], cycle: Cycle) -> list[Move]:
    """Return the clicks by which a page with this cycle makes the same marks as `moves`, which are taps."""
    made: list[Move] = []
    for at in dict.fromkeys(move.cell for move in moves if isinstance(move, Tap)):
        if before[at] in cycle and wanted[at] in cycle:
            made += [Tap(at)] * ((cycle.index(wanted[at]) - cycle.index(before[at])) % len(cycle))
    return made


def learnt(values: Iterable[str], seen: Sequence[Clicked]) -> Cycle | None:
    """Return the longest cycle of marks that explains all clicks, and has the wanted marks; None if none does."""
    wanted = {one.wanted for one in seen}
    return next((cycle for cycle in _cycles(values) if wanted <= {*cycle} and _explains(cycle, seen)), None)


def _cycles(values: Iterable[str]) -> Iterator[Cycle]:
    """Yield the cycles of all the marks, then those of fewer."""
    ordered = sorted(values)
    for length in range(len(ordered), 1, -1):
        for cycle in permutations(ordered, length):
            if cycle[0] == min(cycle):  # each of them once
                yield cycle


def _explains(cycle: Cycle, seen: Iterable[Clicked]) -> bool:
    return all(
        one.before in cycle and cycle[(cycle.index(one.before) + one.clicks) % len(cycle)] == one.after for one in seen
    )
