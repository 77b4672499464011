"""Zip on a page: the board and the filled cells that a page shows, and the strokes that lead to the solution."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from player.errors import PageNotUnderstood
from player.games.grid import (
    SIDES,
    Cell,
    Wall,
    adjacent,
    between,
    cells,
    sides,
)
from player.games.moves import Drag, Move, Tap, touched
from player.games.snapshot import Snapshot
from player.games.zip_path.board import (
    Board,
    Solution,
    _board,
)

FIELDS = frozenset({"number", "walls", "filled"})
WITNESSES = frozenset[str]()
MARK = "filled"
COMMON = frozenset({"number", "walls"})
VALUES: Mapping[str, frozenset[str]] = {"walls": frozenset(SIDES)}


# From a page


def read(snapshot: Snapshot) -> Board:
    """The board that `snapshot` shows: numbers 1..K without gaps, no wall on the rim, sides that agree."""
    rows, cols = snapshot.rows, snapshot.cols
    return _board(rows, cols, _numbers(snapshot), _walls(snapshot))


def _numbers(snapshot: Snapshot) -> list[Cell]:
    found: dict[int, Cell] = {}
    for at, cell in snapshot.places():
        text = cell.get("number")
        if text is None:
            continue
        if not (isinstance(text, str) and re.fullmatch(r"[1-9][0-9]{0,3}", text)):
            raise PageNotUnderstood(f"{at} shows {text!r} where a number belongs: mend 'number' in selectors.yaml")
        if int(text) in found:
            raise PageNotUnderstood(f"the number {text} stands twice, at {found[int(text)]} and at {at}: mend 'number'")
        found[int(text)] = at
    if sorted(found) != list(range(1, len(found) + 1)):
        raise PageNotUnderstood(f"the numbers are not 1..{len(found)} but {sorted(found)}: mend 'number'")
    return [found[number] for number in sorted(found)]


def _walls(snapshot: Snapshot) -> set[Wall]:
    """The walls, each seen from one of its cells or from both.

    A page that draws upright walls on both of their cells draws every one twice; where one of the two is missing, the
    page is not read as a board with other walls. Level walls are drawn once, on either cell.
    """
    seen: dict[str, set[Wall]] = {side: set() for side in SIDES}
    for side, wall in snapshot.between("walls"):
        seen[side].add(wall)
    if seen["left"] and seen["right"] and (alone := seen["left"] ^ seen["right"]):
        a, b = min(alone)
        raise PageNotUnderstood(f"the wall between {a} and {b} shows on one side only: mend 'walls'")
    return set().union(*seen.values())


def columns(board: Board) -> dict[str, list[Any]]:
    numbers = {cell: number for number, cell in enumerate(board.numbers, start=1)}
    return {"number": [numbers.get(at) for at in cells(*board.shape)], "walls": sides(board.walls, *board.shape)}


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
