"""Boards and solutions of Queens (Star Battle): JSON, and the referee."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from player.errors import BoardError
from player.games.grid import Cell, as_lists, is_int, shorten, side, take_list, to_cell
from player.games.summary import Summary

Solution = tuple[Cell, ...]
"""The queens, row by row."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board.

    `regions[row][col]` is the number of the cell's region, from 0 in the order in which regions first occur row by row;
    `givens` are queens that are fixed at the start. Each row, column and region holds `stars` queens.
    """

    regions: tuple[tuple[int, ...], ...]
    givens: tuple[Cell, ...] = ()
    stars: int = 1

    @property
    def size(self) -> int:
        """The number of rows, which is also that of columns and of regions."""
        return len(self.regions)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.size, self.size


# Boards, from JSON


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"regions": n x n ints, "stars": int, "givens": [[row, col], ...]}`.

    "stars" (default 1) and "givens" are optional; regions may have any numbers. Raise BoardError if the data is
    malformed.
    """
    rows = take_list(data, "regions")
    n = side(len(rows), "the number of rows in 'regions'")
    if not all(isinstance(row, list) and len(row) == n for row in rows):
        raise BoardError(f"'regions' must be {n} lists of {n} whole numbers each")
    if not all(is_int(region) for row in rows for region in row):
        raise BoardError("'regions' must hold whole numbers only")
    stars = data.get("stars", 1)
    if not is_int(stars) or not 1 <= stars <= n:
        raise BoardError(f"'stars' must be a whole number from 1 to {n}, the side of the board, not {shorten(stars)}")
    givens = [to_cell(given, n, n, "a given queen") for given in take_list(data, "givens", default=[])]
    return board_of(rows, givens, stars)


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    regions = [list(row) for row in board.regions]
    return {"game": "queens", "regions": regions, "stars": board.stars, "givens": as_lists(board.givens)}


def board_of(rows: Sequence[Sequence[Any]], givens: Iterable[Cell], stars: int = 1) -> Board:
    """Return a board from regions with any hashable names; raise BoardError if there are not as many as rows."""
    n = len(rows)
    numbers: dict[Any, int] = {}
    regions = tuple(tuple(numbers.setdefault(region, len(numbers)) for region in row) for row in rows)
    if len(numbers) != n:
        raise BoardError(f"a {n}x{n} board needs {n} regions, this one has {len(numbers)}")
    return Board(regions, tuple(sorted(set(givens))), stars)


def summary(board: Board) -> Summary:
    """Return the regions, and the queens that are given."""
    regions = {region for row in board.regions for region in row}
    return Summary((("region", len(regions)), ("given cell", len(board.givens))), board.givens)


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the solution of a JSON list of cells; raise BoardError if it is malformed."""
    return tuple(sorted(to_cell(queen, board.size, board.size, "a queen of the solution") for queen in data))


def solution_to_json(solution: Solution) -> list[Any]:
    """Return the queens as a list of [row, col]."""
    return as_lists(solution)


def letter(region: int) -> str:
    """Return the region's letter for messages and pictures: A to Z, then a onwards."""
    return chr(ord("A") + region) if region < 26 else chr(ord("a") + region - 26)


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    kinds = {
        "row": Counter(queen.row for queen in solution),
        "column": Counter(queen.col for queen in solution),
        "region": Counter(board.regions[queen.row][queen.col] for queen in solution),
    }
    broken = [
        f"{kind} {letter(index) if kind == 'region' else index + 1} has {number[index]} queens"
        for kind, number in kinds.items()
        for index in range(board.size)
        if number[index] != board.stars
    ]
    broken += [
        f"the queens at {a} and {b} touch"
        for a, b in combinations(solution, 2)
        if max(abs(a.row - b.row), abs(a.col - b.col)) == 1
    ]
    return broken + [f"the given queen at {given} is missing" for given in board.givens if given not in solution]
