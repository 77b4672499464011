"""Zip's hand: from the page as it stands to the whole path."""

from collections.abc import Iterable
from dataclasses import dataclass

from player.errors import PageNotUnderstood
from player.games.grid import Cell, adjacent, between, cells
from player.games.moves import Drag, Move, Tap, touched
from player.games.snapshot import Snapshot
from player.games.zip.board import MARK, Board, Solution


@dataclass(frozen=True, slots=True)
class State:
    """The cells that the page shows as filled, and the path through them, or None where the page does not tell."""

    filled: frozenset[Cell]
    path: tuple[Cell, ...] | None


def state(snapshot: Snapshot, expected: State | None = None) -> State:
    """The path is known where nothing is drawn but the 1, or where just the cells of the `expected` path are filled."""
    places = list(cells(snapshot.rows, snapshot.cols))
    filled = frozenset(at for at, flag in zip(places, snapshot.flags(MARK), strict=True) if flag)
    start = [at for at, cell in zip(places, snapshot.cells, strict=True) if cell.get("number") == "1"]
    if len(start) != 1:
        raise PageNotUnderstood(f"{len(start)} cells show the number 1: mend 'number' in selectors.yaml")
    if filled <= set(start):
        return State(filled, tuple(start))
    return State(filled, expected.path if expected and expected.filled == filled else None)


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """One drag along the path; before it, where something is drawn already, a tap on the 1, which drops that.

    A page fills cells without saying in which order, so a half-drawn path is never built upon.
    """
    if state.path == solution:
        return []
    drop = [] if state.path == board.numbers[:1] else [Tap(board.numbers[0])]
    return [*drop, Drag(solution)]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`, cell by cell.

    A cell on the path cuts the path back to it; a free neighbour of its head extends it, unless a wall or a number
    out of order forbids; anything else is ignored. Before the first number the path is not known.
    """
    hands = [cell for move in moves for cell in touched(move)]
    path = list(state.path or ())
    for cell in hands:
        if cell == board.numbers[0]:
            path = [cell]
        elif cell in path:
            del path[path.index(cell) + 1 :]
        elif path and _extends(board, path, cell):
            path.append(cell)
    return State(frozenset(path), tuple(path)) if path and hands else state


def _extends(board: Board, path: list[Cell], cell: Cell) -> bool:
    head = path[-1]
    if not adjacent(head, cell) or between(head, cell) in board.walls:
        return False
    met = sum(1 for number in board.numbers if number in path)
    return cell not in board.numbers or cell == board.numbers[met]


def solved(board: Board, state: State) -> bool:
    """Whether the path of `state` fills the grid and ends on the last number; `simulate` kept the other rules."""
    if state.path is None:
        return False
    return len(state.path) == board.rows * board.cols and state.path[-1] == board.numbers[-1]


def shown(board: Board, state: State) -> tuple[bool, ...]:
    """What the field `MARK` of each cell shows in `state`."""
    return tuple(at in state.filled for at in cells(*board.shape))
