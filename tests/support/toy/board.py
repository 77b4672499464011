"""The board of a Latin square: its JSON, and the referee."""

from dataclasses import dataclass
from typing import Any

from player.errors import BoardError
from player.games.game import Description
from player.games.grid import Cell, cells, is_int, side, square, take_list

Rows = tuple[tuple[int, ...], ...]
"""A number for each cell, row by row; 0 is none."""
Solution = Rows


@dataclass(frozen=True, slots=True)
class Board:
    """One board; `givens` are the numbers that are given."""

    givens: Rows

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.givens), len(self.givens)

    def given(self, at: Cell) -> int:
        return self.givens[at.row][at.col]


def from_json(data: dict[str, Any]) -> Board:
    rows = take_list(data, "givens")
    return Board(_rows(rows, side(len(rows), "the number of rows in 'givens'"), least=0))


def to_json(board: Board) -> dict[str, Any]:
    return {"game": "latin", "givens": solution_to_json(board.givens)}


def to_solution(board: Board, data: list[Any]) -> Solution:
    return _rows(data, board.shape[0], least=1)


def solution_to_json(solution: Solution) -> list[Any]:
    return [list(row) for row in solution]


def _rows(rows: list[Any], n: int, *, least: int) -> Rows:
    square(rows, n, "a Latin square")
    if not all(is_int(number) and least <= number <= n for row in rows for number in row):
        raise BoardError(f"a Latin square holds whole numbers from {least} to {n} only")
    return tuple(tuple(row) for row in rows)


def check(board: Board, solution: Solution) -> list[str]:
    numbers = set(range(1, len(solution) + 1))
    broken = [f"row {row} lacks a number" for row, line in enumerate(solution, start=1) if set(line) != numbers]
    columns = enumerate(zip(*solution, strict=True), start=1)
    broken += [f"column {col} lacks a number" for col, line in columns if set(line) != numbers]
    changed = [at for at in cells(*board.shape) if board.given(at) not in {0, solution[at.row][at.col]}]
    return broken + [f"the given number at {at} is gone" for at in changed]


def describe(board: Board) -> Description:
    """Optional: the name and the rules of a board, and the cells that are special."""
    given = [at for at in cells(*board.shape) if board.given(at)]
    rules = ("Each row and each column holds each of the numbers once.",)
    return Description("Latin square", rules, parts=(("given cell", len(given)),), cells=given)
