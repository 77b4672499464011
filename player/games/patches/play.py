"""Patches on a page: the clues and patches of a snapshot, and the rectangles that lead to the solution."""

import re
from collections.abc import Iterable, Mapping
from itertools import combinations, count
from typing import Any

from player.errors import PageNotUnderstood
from player.games.fields import PLACES, BoardRule, Field, Kind, require_allowed, rule_of
from player.games.grid import Cell, cells, connected, neighbours, on_grid
from player.games.moves import Box, Move, Remove
from player.games.patches.board import SHAPES, Board, Clue, Patch, Solution, around, board_of, check
from player.games.snapshot import Snapshot, Value

MARK = "mark"
#: The marks of a cell without a clue: some patch covers it, or (some pages' word) none does.
DRAWN, EMPTY = "drawn", "empty"
ALLOWED: Mapping[str, Field] = {
    "shape": Field("the shape of the clue", Kind.TEXT, SHAPES, none=True, common=True),
    "area": Field(
        "the area of the clue; nothing if it has none", Kind.NUMBER, others="a number", none=True, common=True
    ),
    MARK: Field("the drawn patch that the cell is in", Kind.TEXT, (DRAWN, EMPTY), others="row R, column C of its clue"),
    **PLACES,
}
RULES: Mapping[str, BoardRule] = {
    "singles": BoardRule("whether patches of one cell stand without being drawn", default=False)
}


# From a page


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`, clues row by row; raise PageNotUnderstood or BoardError if it shows none.

    If labels name rows and columns, they must agree with the order of the cells.
    """
    require_allowed(snapshot, ALLOWED)
    snapshot.agree_on_places()
    clues = [_clue(at, *_shown(cell, snapshot)) for at, cell in snapshot.places()]
    return board_of(snapshot.rows, snapshot.cols, [clue for clue in clues if clue])


def _shown(cell: Mapping[str, Value], snapshot: Snapshot) -> tuple[Value, Value]:
    """Return the shape and the area of a cell's clue; where the site has no shapes, any area has any."""
    area = None if snapshot.lacks("area") else cell.get("area")
    if snapshot.lacks("shape"):
        return (None if area is None else "any"), area
    return cell.get("shape"), area


def _clue(at: Cell, shape: Any, area: Any) -> Clue | None:
    if shape is None and area is None:
        return None
    if shape not in SHAPES:
        raise PageNotUnderstood(f"the clue at {at} has no known shape: fix 'shape' in selectors.yaml")
    if area is None:
        return Clue(at, shape)
    if not (isinstance(area, str) and re.fullmatch(r"[1-9][0-9]{0,3}", area)):
        raise PageNotUnderstood(f"{at} shows {area!r} instead of a number of cells: fix 'area' in selectors.yaml")
    return Clue(at, shape, int(area))


def columns(board: Board) -> dict[str, list[Any]]:
    """Return the shape and the area of each cell's clue."""
    clues = {clue.cell: clue for clue in board.clues}
    found = [clues.get(at) for at in cells(*board.shape)]
    return {"shape": [clue and clue.shape for clue in found], "area": [clue and clue.area for clue in found]}


State = tuple[str, ...]
"""The mark of each cell, row by row: the clue whose patch covers it ("row 3, column 4"); "drawn" if a patch covers it
and the page names no clue (on the cells of clues, on some pages on all cells); "" if no patch covers it."""


def state(snapshot: Snapshot, expected: State | None = None) -> State:
    """Return the mark of each cell; raise PageNotUnderstood if a mark names no clue.

    If the page names none, and draws what was `expected`, the clues are those expected; if only one patch would have a
    name, or more is drawn, there may be wrong patches. Where patches of one cell need no drawing, they are marked as
    drawn ones. Else those beside each other that were not expected may be one wrong patch, and are marked as one.
    """
    singles = rule_of(RULES, "singles", snapshot)
    clues = {at.spoken for at, cell in snapshot.places() if any(_shown(cell, snapshot))}
    marks = tuple("" if mark == EMPTY else mark for mark in snapshot.texts(MARK))
    if singles:
        areas = (_shown(cell, snapshot)[1] for cell in snapshot.cells)
        marks = tuple(mark or (DRAWN if area == "1" else "") for mark, area in zip(marks, areas, strict=True))
    if unknown := set(marks) - clues - {DRAWN, ""}:
        raise PageNotUnderstood(f"a cell is in the patch of {min(unknown)!r}, which is no clue: fix {MARK!r}")
    if expected is not None and clues.isdisjoint(marks):
        if [*map(bool, marks)] == [*map(bool, expected)] and not (all(marks) and len({*expected} - {DRAWN}) == 1):
            return expected
        if all(marks) and len(clues) < len(marks):
            return tuple(at.spoken if at.spoken in clues else DRAWN for at, _ in snapshot.places())
    return marks if singles else _doubted(snapshot, clues, marks, expected or ("",) * len(marks))


def _doubted(snapshot: Snapshot, clues: set[str], marks: State, expected: State) -> State:
    """Return `marks`, with those of patches of one cell that may be one patch as if they were."""
    shape = (snapshot.rows, snapshot.cols)
    found, awaited = on_grid(shape, marks), on_grid(shape, expected)
    alone = {at for at, mark in found.items() if mark == DRAWN and at.spoken not in marks}
    if clues.issuperset(at.spoken for at in alone):
        boxes = ({*around(corners).cells()} for corners in combinations(alone, 2))
        doubtful = {at for box in boxes if box <= alone and not all(awaited[at] for at in box) for at in box}
        for patch in connected(doubtful, lambda at: doubtful.intersection(neighbours(at, *shape))):
            found.update(dict.fromkeys(patch, min(patch).spoken))
    return tuple(found.values())


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return the moves from `state` to `solution`: remove wrong patches, then draw those that are missing."""
    wanted = {frozenset(patch.cells()): patch for patch in solution}
    standing = standing_for(board, solution, state)
    wrong = [Remove(tuple(sorted(area))) for area in standing if area not in wanted]
    missing = [tuple(patch.cells()) for area, patch in wanted.items() if area not in standing]
    return [*wrong, *(Box(inside[0], inside[-1]) for inside in missing)]


def standing_for(board: Board, solution: Solution, state: State) -> list[frozenset[Cell]]:
    """Return the patches on the page; if it names no clue, they are inferred with the help of `solution`.

    Then they are those of the solution of which all cells are drawn, and rectangles of the other drawn cells. A board
    that is drawn completely is wrong somewhere, or it would be won; then every cell is its own patch, so that all of it
    is removed.
    """
    if not _is_nameless(board, state):
        return standing_patches(board, state)
    drawn = {at for at, mark in on_grid(board.shape, state).items() if mark}
    if len(drawn) == len(state):
        return [frozenset({at}) for at in sorted(drawn)]
    complete = [area for patch in solution if (area := frozenset(patch.cells())) <= drawn]
    return [*complete, *_parted(drawn.difference(*complete))]


def _is_nameless(board: Board, state: State) -> bool:
    """Return whether the page names no clue on any cell, though cells without a clue are covered.

    With one patch of several cells it must name its clue: no other one could show that it names none.
    """
    if sum(clue.area != 1 for clue in board.clues) < 2:
        return False
    drawn = {at for at, mark in on_grid(board.shape, state).items() if mark == DRAWN}
    return set(state) <= {"", DRAWN} and not drawn.issubset(clue.cell for clue in board.clues)


def standing_patches(board: Board, state: State) -> list[frozenset[Cell]]:
    """Return the patches on the page, as sets of cells.

    Covered cells that name no clue are split into rectangles from the upper left: the page does not distinguish them.
    """
    clues = {clue.cell for clue in board.clues}
    named: dict[str, set[Cell]] = {}
    nameless = set()
    for at, mark in on_grid(board.shape, state).items():
        if mark == DRAWN and at not in clues:
            nameless.add(at)
        elif mark:
            named.setdefault(at.spoken if mark == DRAWN else mark, set()).add(at)
    return [*map(frozenset, named.values()), *_parted(nameless)]


def _parted(left: set[Cell]) -> list[frozenset[Cell]]:
    """Split cells into rectangles, greedily from the upper left."""
    found = []
    while left:
        row, col = first = min(left)
        width = next(width for width in count(1) if Cell(row, col + width) not in left)
        height = next(height for height in count(1) if not left.issuperset(Patch(row + height, col, 1, width).cells()))
        found.append(frozenset(Patch(*first, height, width).cells()))
        left = left - found[-1]
    return found


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`: a box is drawn if its cells are free; a patch is removed as a whole."""
    marks = on_grid(board.shape, state)
    clues = {clue.cell for clue in board.clues}
    nameless = _is_nameless(board, state)
    for move in moves:
        if isinstance(move, Box) and not any(marks[at] for at in move.cells):
            inside = clues.intersection(move.cells)
            name = min(inside).spoken if len(inside) == 1 and not nameless else DRAWN
            marks.update((at, DRAWN if at in inside else name) for at in move.cells)
        elif isinstance(move, Remove):
            standing = [frozenset(move.cells)] if nameless else standing_patches(board, tuple(marks.values()))
            gone = next((patch for patch in standing if move.cells[0] in patch), ())
            marks.update(dict.fromkeys(gone, ""))
    return tuple(marks.values())


def enclosed(board: Board, state: State, snapshot: Snapshot) -> State:
    """Return `state` with the patches that the lines of others enclose, if the page of `snapshot` shows these, too."""
    marks, clues = on_grid(board.shape, state), {clue.cell for clue in board.clues}
    free = {at for at, mark in marks.items() if not mark}
    for part in connected(free, lambda at: free.intersection(neighbours(at, *board.shape))):
        inside = clues.intersection(part)
        if part == {*around(part).cells()} and len(inside) == 1:
            marks.update((at, DRAWN if at in inside else min(inside).spoken) for at in part)
    shown = [mark not in {"", EMPTY} for mark in snapshot.texts(MARK)]
    return tuple(marks.values()) if shown == [*map(bool, marks.values())] else state


def solved(board: Board, state: State) -> bool:
    """Return whether the patches in `state` are a solution, by the referee.

    On a page that names no clue, the answer is only whether all cells are drawn; the page's verdict decides.
    """
    if _is_nameless(board, state):
        return all(state)
    standing = standing_patches(board, state)
    drawn = [patch for clue in board.clues for patch in standing if clue.cell in patch]
    boxes = tuple(map(around, drawn))
    is_whole = all(len(patch) == box.height * box.width for patch, box in zip(drawn, boxes, strict=True))
    return is_whole and not check(board, boxes)
