"""Boards and solutions of Simple Loop (a Hamiltonian cycle): JSON, words, images, URLs, and the referee."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from player.errors import BoardError
from player.games.game import Description
from player.games.grid import (
    TURNS,
    Cell,
    Wall,
    adjacent,
    as_lists,
    between,
    cells,
    neighbouring,
    take_list,
    take_side,
    to_cell,
)
from player.games.puzzlink import UrlBody, marked_in, marks_of

Solution = tuple[Cell, ...]
"""The loop: every open cell once, in order, from the first one to its right."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board: the loop goes through no `shaded` cell; the grid need not be square."""

    rows: int
    cols: int
    shaded: frozenset[Cell] = frozenset()

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.rows, self.cols

    @property
    def open(self) -> list[Cell]:
        """The cells of the loop, row by row."""
        return [at for at in cells(*self.shape) if at not in self.shaded]

    @property
    def edges(self) -> list[Wall]:
        """The sides between open cells, which the loop may cross, by the upper or left cell, row by row."""
        return [pair for pair in neighbouring(*self.shape) if self.shaded.isdisjoint(pair)]


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"rows": int, "cols": int, "shaded": [[row, col], ...]}`; BoardError if it is malformed."""
    rows, cols = take_side(data, "rows"), take_side(data, "cols")
    shaded = [to_cell(value, rows, cols, "a shaded cell") for value in take_list(data, "shaded", default=[])]
    return board_of(rows, cols, shaded)


def board_of(rows: int, cols: int, shaded: Iterable[Cell]) -> Board:
    """Return the board; raise BoardError if fewer than four cells are open."""
    board = Board(rows, cols, frozenset(shaded))
    if len(board.open) < 4:
        raise BoardError(f"a Simple Loop board needs four open cells at least, this one has {len(board.open)}")
    return board


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    return {"game": "simple-loop", "rows": board.rows, "cols": board.cols, "shaded": as_lists(sorted(board.shaded))}


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the loop of a JSON list of cells; raise BoardError if it is malformed."""
    return tuple(to_cell(cell, board.rows, board.cols, "a cell of the solution") for cell in data)


#: The loop as a list of [row, col].
solution_to_json = as_lists


def lines(solution: Solution) -> list[Wall]:
    """Return the edges of the loop, in its order."""
    return [between(a, b) for a, b in pairwise((*solution, *solution[:1]))]


def describe(board: Board) -> Description:
    """Return the rules, and the shaded cells."""
    rules = [
        "Draw one loop that visits each open cell exactly once.",
        "It goes from a cell to one of its neighbours, left, right, up or down, and never through a shaded cell.",
    ]
    shaded = sorted(board.shaded)
    return Description("Simple Loop", rules, parts=(("shaded cell", len(shaded)),), cells=shaded)


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns."""
    for turn in TURNS:
        yield Board(*turn.shape(*board.shape), frozenset(turn.cells(board.shaded, *board.shape)))


def to_url(board: Board) -> str:
    """Return the code of the shaded cells."""
    return marks_of(board.rows, board.cols, board.shaded)


def from_url(body: UrlBody) -> Board:
    """Return the board of the code of shaded cells; raise BoardError if it is malformed."""
    return from_json(to_json(Board(body.rows, body.cols, marked_in(body))))


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    visited, wanted = set(solution), {at for at in cells(*board.shape) if at not in board.shaded}
    broken = [f"the loop goes through the shaded cell at {at}" for at in sorted(visited & board.shaded)]
    if visited != wanted or len(solution) != len(visited):
        broken.append(f"the loop visits {len(visited & wanted)} of {len(wanted)} cells in {len(solution)} steps")
    steps = zip(solution, (*solution[1:], *solution[:1]), strict=True)
    broken += [f"the loop jumps from {a} to {b}" for a, b in steps if not adjacent(a, b)]
    return broken + ["the loop goes back the way it came"] * (len(solution) < 3)


def facts(solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the edges of the loop, as formulas of certificates word them."""
    for steps in zip(solution, solution[1:] + solution[:1], strict=True):
        (row, col), (row_2, col_2) = sorted((row + 1, col + 1) for row, col in steps)
        yield f"edge between row {row}, column {col} and row {row_2}, column {col_2}"
