"""Zip on a page: the board and filled cells of a snapshot, and the drags that lead to the solution."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from player.errors import PageNotUnderstood
from player.games.fields import Field, Kind, require_allowed
from player.games.grid import SIDES, Cell, Wall, adjacent, between, cells, on_grid, sides
from player.games.grid import side as checked_side
from player.games.moves import Drag, Move, Tap, touched
from player.games.snapshot import Snapshot
from player.games.zip_path.board import Board, Solution, board_of

MARK = "filled"
ALLOWED: Mapping[str, Field] = {
    "number": Field("the number in the cell", Kind.NUMBER, others="1 to K, each once", common=True),
    "walls": Field("the closed sides of the cell", Kind.SIDES, none=True, common=True),
    MARK: Field("the path goes through the cell", Kind.FLAG),
}


# From a page


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`; raise PageNotUnderstood or BoardError if it shows none.

    The numbers must be 1..K without gaps, no wall is on the rim, and both sides of a wall agree.
    """
    require_allowed(snapshot, ALLOWED)
    rows, cols = checked_side(snapshot.rows, "the number of rows"), checked_side(snapshot.cols, "the number of columns")
    return board_of(rows, cols, _numbers(snapshot), _walls(snapshot))


def _numbers(snapshot: Snapshot) -> list[Cell]:
    found: dict[int, Cell] = {}
    for at, cell in snapshot.places():
        text = cell.get("number")
        if text is None:
            continue
        if not (isinstance(text, str) and re.fullmatch(r"[1-9][0-9]{0,3}", text)):
            raise PageNotUnderstood(f"{at} shows {text!r} instead of a number: fix 'number' in selectors.yaml")
        if int(text) in found:
            raise PageNotUnderstood(f"the number {text} is on two cells, {found[int(text)]} and {at}: fix 'number'")
        found[int(text)] = at
    if sorted(found) != list(range(1, len(found) + 1)):
        raise PageNotUnderstood(f"the numbers are not 1..{len(found)} but {sorted(found)}: fix 'number'")
    return [found[number] for number in sorted(found)]


def _walls(snapshot: Snapshot) -> set[Wall]:
    """Return the walls, each shown on one of its cells or on both.

    A page that draws vertical walls on both of their cells draws every one twice; if one of the two is missing, the
    page is refused. Horizontal walls are drawn once, on either cell.
    """
    seen: dict[str, set[Wall]] = {side: set() for side in SIDES}
    for side, wall in snapshot.between("walls"):
        seen[side].add(wall)
    if seen["left"] and seen["right"] and (alone := seen["left"] ^ seen["right"]):
        a, b = min(alone)
        raise PageNotUnderstood(f"the wall between {a} and {b} shows on one side only: fix 'walls'")
    return set().union(*seen.values())


def columns(board: Board) -> dict[str, list[Any]]:
    """Return the number and the walls of each cell."""
    numbers = {cell: number for number, cell in enumerate(board.numbers, start=1)}
    return {"number": [numbers.get(at) for at in cells(*board.shape)], "walls": sides(board.walls, *board.shape)}


@dataclass(frozen=True, slots=True)
class State:
    """The filled cells of the page, and the path through them, or None if its order is unknown."""

    filled: frozenset[Cell]
    path: tuple[Cell, ...] | None


def state(snapshot: Snapshot, expected: State | None = None) -> State:
    """Return the filled cells and the path.

    The path is known if nothing but the 1 is filled, or exactly the cells of the `expected` path. Raise
    PageNotUnderstood if not exactly one cell shows the number 1.
    """
    shown = on_grid((snapshot.rows, snapshot.cols), snapshot.flags(MARK))
    filled = frozenset(at for at, flag in shown.items() if flag)
    start = [at for at, cell in snapshot.places() if cell.get("number") == "1"]
    if len(start) != 1:
        raise PageNotUnderstood(f"{len(start)} cells show the number 1: fix 'number' in selectors.yaml")
    if filled <= set(start):
        return State(filled, tuple(start))
    return State(filled, expected.path if expected and expected.filled == filled else None)


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return one drag along the path; if something else is drawn, first a tap on the 1, which removes it.

    A page fills cells without showing their order, so a partial path is never continued.
    """
    if state.path == solution:
        return []
    drop = [] if state.path == board.numbers[:1] else [Tap(board.numbers[0])]
    return [*drop, Drag(solution)]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`, cell by cell.

    A cell on the path shortens the path to it. A free neighbour of its last cell extends it, unless a wall or a number
    out of order forbids that. Other cells are ignored. Before the first number the path is unknown.
    """
    entered = [cell for move in moves for cell in touched(move)]
    path = list(state.path or ())
    for cell in entered:
        if cell == board.numbers[0]:
            path = [cell]
        elif cell in path:
            del path[path.index(cell) + 1 :]
        elif path and _extends(board, path, cell):
            path.append(cell)
    return State(frozenset(path), tuple(path)) if path and entered else state


def _extends(board: Board, path: list[Cell], cell: Cell) -> bool:
    head = path[-1]
    if not adjacent(head, cell) or between(head, cell) in board.walls:
        return False
    met = sum(1 for number in board.numbers if number in path)
    return cell not in board.numbers or cell == board.numbers[met]


def solved(board: Board, state: State) -> bool:
    """Return whether the path fills the grid and ends on the last number; `simulate` ensures the other rules."""
    if state.path is None:
        return False
    return len(state.path) == board.rows * board.cols and state.path[-1] == board.numbers[-1]


def shown(board: Board, state: State) -> tuple[bool, ...]:
    """Return the field `MARK` of each cell in `state`."""
    return tuple(at in state.filled for at in cells(*board.shape))
