"""Simple Loop on a page: shaded cells and drawn lines of a snapshot, and the drags that lead to the solution."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from player.games.fields import Field, Kind, require_allowed
from player.games.grid import Cell, Wall, between, cells, linked, on_grid, side, sides
from player.games.moves import Drag, Move, touched
from player.games.simple_loop.board import Board, Solution, board_of, lines
from player.games.snapshot import Snapshot

MARK = "lines"
ALLOWED: Mapping[str, Field] = {
    "shaded": Field("the loop does not go through the cell", Kind.FLAG, common=True),
    MARK: Field("the sides to which the loop goes from the cell", Kind.SIDES),
}

State = frozenset[Wall]
"""The edges that are drawn."""


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`; raise PageNotUnderstood or BoardError if it shows none."""
    require_allowed(snapshot, ALLOWED)
    rows, cols = side(snapshot.rows, "the number of rows"), side(snapshot.cols, "the number of columns")
    shaded = on_grid((rows, cols), snapshot.flags("shaded"))
    return board_of(rows, cols, (at for at, flag in shaded.items() if flag))


def columns(board: Board) -> dict[str, list[Any]]:
    """Return whether each cell is shaded."""
    return {"shaded": [at in board.shaded for at in cells(*board.shape)]}


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a page shows it all
    """Return the edges that the page shows, each on one of its cells or on both."""
    return frozenset(wall for _, wall in snapshot.between(MARK))


def plan(board: Board, solution: Solution, state: State) -> list[Move]:  # noqa: ARG001  # the loop says it all
    """Return drags over the wrong edges, which remove them, and along the missing ones."""
    loop = lines(solution)
    return [*map(Drag, sorted(state.difference(loop))), *_missing((*solution, *solution[:1]), state)]


def _missing(loop: tuple[Cell, ...], state: State) -> Iterator[Drag]:
    """Yield a drag along each part of the loop that is not drawn."""
    part: list[Cell] = []
    for a, b in pairwise(loop):
        if between(a, b) not in state:
            part = [*part, b] if part else [a, b]
        elif part:
            yield Drag(tuple(part))
            part = []
    if part:
        yield Drag(tuple(part))


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the edges after `moves`: a drag draws each edge that it passes, or removes it if it is there."""
    passed = [between(a, b) for move in moves for a, b in pairwise(touched(move))]
    for edge in passed:
        if board.shaded.isdisjoint(edge):
            state ^= {edge}
    return state


def solved(board: Board, state: State) -> bool:
    """Return whether the edges are one loop through all open cells."""
    near = linked(state)
    seen, at = set(), board.open[0]
    while at not in seen and len(near[at]) == 2:
        seen.add(at)
        at = next((beyond for beyond in near[at] if beyond not in seen), board.open[0])
    return at == board.open[0] and len(seen) == len({*near, *board.open}) == len(state)


def shown(board: Board, state: State) -> tuple[str, ...]:
    """Return the field `MARK` of each cell in `state`."""
    return tuple(" ".join(found) for found in sides(state, *board.shape))
