"""Patches on a page: the clues and patches that a page shows, and the rectangles that lead to the solution."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from player.errors import PageNotUnderstood
from player.games.grid import Cell, cells
from player.games.moves import Box, Move, Remove, touched
from player.games.patches.board import (
    SHAPES,
    Board,
    Clue,
    Patch,
    Solution,
    _board,
    check,
)
from player.games.snapshot import Snapshot

FIELDS = frozenset({"shape", "area", "mark"})
WITNESSES = frozenset({"row", "column"})
MARK = "mark"
COMMON = frozenset({"shape", "area"})
#: What a page may say of a cell in place of a clue: some patch covers it, or (some pages' word) none does.
DRAWN, EMPTY = "drawn", "empty"
VALUES: Mapping[str, frozenset[str]] = {"shape": frozenset(SHAPES), MARK: frozenset({DRAWN, EMPTY})}


# From a page


def read(snapshot: Snapshot) -> Board:
    """The board that `snapshot` shows, clues row by row.

    Where labels name a row and a column too, they must agree with the order of the cells.
    """
    snapshot.agree_on_places()
    clues = [_clue(at, cell.get("shape"), cell.get("area")) for at, cell in snapshot.places()]
    return _board(snapshot.rows, snapshot.cols, [clue for clue in clues if clue])


def _clue(at: Cell, shape: Any, area: Any) -> Clue | None:
    if shape is None and area is None:
        return None
    if shape not in SHAPES:
        raise PageNotUnderstood(f"the clue at {at} has no known shape: mend 'shape' in selectors.yaml")
    if area is None:
        return Clue(at, shape)
    if not (isinstance(area, str) and re.fullmatch(r"[1-9][0-9]{0,3}", area)):
        raise PageNotUnderstood(f"{at} shows {area!r} where a number of cells belongs: mend 'area' in selectors.yaml")
    return Clue(at, shape, int(area))


def columns(board: Board) -> dict[str, list[Any]]:
    clues = {clue.cell: clue for clue in board.clues}
    found = [clues.get(at) for at in cells(*board.shape)]
    return {"shape": [clue and clue.shape for clue in found], "area": [clue and clue.area for clue in found]}


State = tuple[str, ...]
"""Of each cell, row by row: the clue whose patch covers it ("row 3, column 4"), "drawn" where a page only says that
some patch does, as it does on clues, and some pages on all cells, and "" where none does."""


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Patches page shows it all
    clues = {
        str(at)
        for at, cell in zip(cells(snapshot.rows, snapshot.cols), snapshot.cells, strict=True)
        if cell.get("shape")
    }
    marks = tuple("" if mark == EMPTY else mark for mark in snapshot.texts(MARK))
    if unknown := set(marks) - clues - {DRAWN, ""}:
        raise PageNotUnderstood(f"a cell is said to lie in the patch of {min(unknown)!r}, no clue: mend {MARK!r}")
    return marks


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Take away what is drawn and wrong, then draw each patch that does not stand yet."""
    wanted = {frozenset(patch.cells()): patch for patch in solution}
    standing = standing_for(board, solution, state)
    wrong = [Remove(tuple(sorted(area))) for area in standing if area not in wanted]
    return [*wrong, *(_box(patch) for area, patch in wanted.items() if area not in standing)]


def standing_for(board: Board, solution: Solution, state: State) -> list[frozenset[Cell]]:
    """What is drawn, patch by patch; where a page names no clue, as far as `solution` lets it be known."""
    if _is_nameless(board, state):
        return _consistent(board, state, [frozenset(patch.cells()) for patch in solution])
    return standing_patches(board, state)


def _is_nameless(board: Board, state: State) -> bool:
    """Whether the page says of no cell whose patch covers it, though it covers cells without a clue."""
    clues = {clue.cell for clue in board.clues}
    drawn = [at for at, mark in zip(cells(*board.shape), state, strict=True) if mark == DRAWN]
    return set(state) <= {"", DRAWN} and not clues.issuperset(drawn)


def _consistent(board: Board, state: State, wanted: Iterable[frozenset[Cell]]) -> list[frozenset[Cell]]:
    """What is drawn on a page that names no clue, as far as can be known: the `wanted` patches of which all is drawn.

    What is drawn besides is parted into rectangles. A board that is drawn all over is wrong somewhere, as it would be
    won: then nothing of it is kept.
    """
    drawn = {at for at, mark in zip(cells(*board.shape), state, strict=True) if mark}
    if len(drawn) == len(state):
        return [frozenset({at}) for at in sorted(drawn)]
    kept = [area for area in wanted if area <= drawn]
    return [*kept, *_parted(drawn.difference(*kept))]


def _box(patch: Patch) -> Box:
    top, left, height, width = patch
    return Box(Cell(top, left), Cell(top + height - 1, left + width - 1))


def standing_patches(board: Board, state: State) -> list[frozenset[Cell]]:
    """What is drawn, patch by patch.

    Plain cells that name no clue are parted into rectangles from the upper left: a page does not tell them apart.
    """
    marks = dict(zip(cells(*board.shape), state, strict=True))
    clues = {clue.cell for clue in board.clues}
    named: dict[str, set[Cell]] = {}
    for at, mark in marks.items():
        if mark not in {"", DRAWN} or (mark == DRAWN and at in clues):
            named.setdefault(str(at) if mark == DRAWN else mark, set()).add(at)
    nameless = {at for at, mark in marks.items() if mark == DRAWN and at not in clues}
    return [*map(frozenset, named.values()), *_parted(nameless)]


def _parted(nameless: set[Cell]) -> list[frozenset[Cell]]:
    found = []
    left = set(nameless)
    while left:
        row, col = first = min(left)
        width = 1
        while Cell(row, col + width) in left:
            width += 1
        height = 1
        while all(Cell(row + height, col + right) in left for right in range(width)):
            height += 1
        found.append(frozenset(Patch(*first, height, width).cells()))
        left -= found[-1]
    return found


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`: a box is drawn where nothing is, and a patch goes as a whole."""
    marks = dict(zip(cells(*board.shape), state, strict=True))
    nameless = _is_nameless(board, state)
    for move in moves:
        if isinstance(move, Box):
            if not any(marks[at] for at in move.cells):
                marks.update(dict.fromkeys(move.cells, DRAWN) if nameless else _drawn(board, move))
        elif isinstance(move, Remove) and nameless:
            marks.update(dict.fromkeys(touched(move), ""))
        elif isinstance(move, Remove):
            for patch in standing_patches(board, tuple(marks.values())):
                if touched(move)[0] in patch:
                    marks.update(dict.fromkeys(patch, ""))
        else:
            raise TypeError("Patches is played by boxes")
    return tuple(marks.values())


def _drawn(board: Board, box: Box) -> dict[Cell, str]:
    """The marks of the cells of `box` once it is drawn."""
    inside = [clue.cell for clue in board.clues if clue.cell in box.cells]
    name = str(inside[0]) if len(inside) == 1 else DRAWN
    return {at: DRAWN if at in inside else name for at in box.cells}


def solved(board: Board, state: State) -> bool:
    """Whether the patches that stand in `state` are a solution, by the referee.

    Of a page that names no clue it is known no better than that all cells are drawn: its verdict will tell.
    """
    if _is_nameless(board, state):
        return all(state)
    standing = standing_patches(board, state)
    drawn = [patch for clue in board.clues for patch in standing if clue.cell in patch]
    return all(map(_is_whole, drawn)) and not check(board, tuple(map(_around, drawn)))


def _around(area: frozenset[Cell]) -> Patch:
    """The least rectangle that holds `area`."""
    top, left = min(at.row for at in area), min(at.col for at in area)
    return Patch(top, left, max(at.row for at in area) - top + 1, max(at.col for at in area) - left + 1)


def _is_whole(area: frozenset[Cell]) -> bool:
    return len(area) == _around(area).height * _around(area).width


def shown(_board: Board, state: State) -> State:
    """What the field `MARK` of each cell shows in `state`."""
    return state
