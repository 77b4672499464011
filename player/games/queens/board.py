"""Boards and solutions of Queens (Star Battle): JSON, words, images, and the referee."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from player.errors import BoardError, counted
from player.games.game import Description
from player.games.grid import TURNS, Cell, as_lists, cells, is_int, shorten, side, square, take_list, to_cell
from player.games.puzzlink import UrlBody, borders_of, regions_in, unsaid

Solution = tuple[Cell, ...]
"""The queens, row by row."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board.

    `regions[row][col]` is the number of the cell's region, from 0 in the order in which regions first occur row by row,
    or None if it is in no region: then no queen stands there. `givens` are queens that are fixed at the start. Each
    row, column and region holds `stars` queens. On a shapeless board only rows and columns do.
    """

    regions: tuple[tuple[int | None, ...], ...]
    givens: tuple[Cell, ...] = ()
    stars: int = 1

    @property
    def size(self) -> int:
        """The number of rows, which is also that of columns and of regions."""
        return len(self.regions)

    @property
    def region_count(self) -> int:
        """The number of regions: as many as rows, or one on a shapeless board."""
        return len({region for row in self.regions for region in row if region is not None})

    @property
    def shapeless(self) -> bool:
        """True if some cells are in no region and all others in one, so that there are no regions to count."""
        return bool(self.outside) and self.region_count == 1

    @property
    def outside(self) -> tuple[Cell, ...]:
        """The cells in no region."""
        if not any(None in row for row in self.regions):
            return ()
        return tuple(at for at in cells(*self.shape) if self.regions[at.row][at.col] is None)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.size, self.size


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"regions": n x n ints or nulls, "stars": int, "givens": [[row, col], ...]}`.

    "stars" (default 1) and "givens" are optional; regions may have any numbers, and null is none. One region and nulls
    are a shapeless board. Raise BoardError if the data is malformed.
    """
    rows = take_list(data, "regions")
    n = side(len(rows), "the number of rows in 'regions'")
    if not all(
        region is None or is_int(region) for row in square(rows, n, "'regions'", "whole numbers") for region in row
    ):
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
    """Return a board from regions with any hashable names, None for none.

    Raise BoardError if there are not as many regions as rows, nor one of them beside cells in none (a shapeless board),
    or if a given queen is in none.
    """
    n = len(rows)
    numbers: dict[Any, int | None] = {None: None}
    regions = tuple(tuple(numbers.setdefault(region, len(numbers) - 1) for region in row) for row in rows)
    shapeless = len(numbers) == 2 and any(None in row for row in regions)
    if len(numbers) - 1 != n and not shapeless:
        raise BoardError(f"a {n}x{n} board needs {n} regions, this one has {len(numbers) - 1}")
    board = Board(regions, tuple(sorted(set(givens))), stars)
    if out := next((given for given in board.givens if given in board.outside), None):
        raise BoardError(f"the given queen at {out} is in no region")
    return board


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the solution of a JSON list of cells; raise BoardError if it is malformed."""
    return tuple(sorted(to_cell(queen, board.size, board.size, "a queen of the solution") for queen in data))


#: The queens as a list of [row, col].
solution_to_json = as_lists


def letter(region: int | None) -> str:
    """Return the region's letter for messages and pictures: A to Z, then a onwards; a dash for none."""
    if region is None:
        return "-"
    return chr(ord("A") + region) if region < 26 else chr(ord("a") + region - 26)


def describe(board: Board) -> Description:
    """Return the rules, the regions, and the queens that are given."""
    starry = board.shapeless or board.stars > 1
    stars, pieces = f"{board.stars} star{'s' if board.stars > 1 else ''}", "stars" if starry else "queens"
    of_regions = "" if board.shapeless else " and each region, which thick lines enclose and a letter names,"
    rules = [
        f"Each row, each column{of_regions} holds exactly {stars if starry else 'one queen'}.",
        f"No two {pieces} touch each other, not even at a corner.",
    ]
    if board.outside:
        rules.append(f"The cells in no region stay empty: they hold no {pieces}.")
    parts = [("region", board.region_count)] * (not board.shapeless)
    parts += [("cell in no region", len(board.outside))] * bool(board.outside)
    title = f"Star Battle, {stars}" if starry else "Queens"
    return Description(title, rules, parts=(*parts, ("given cell", len(board.givens))), cells=board.givens)


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, its regions numbered in the order of each: their numbers are but names."""
    for turn in TURNS:
        yield board_of(turn.rows(board.regions), turn.cells(board.givens, *board.shape), board.stars)


# URLs of puzz.link


def to_url(board: Board) -> str:
    """Return the board as its number of stars and its borders; raise BoardError for what only our boards have."""
    if board.givens:
        raise unsaid("that queens are given")
    if board.outside:
        raise unsaid("that cells are in no region")
    code = borders_of(board.regions)
    if regions_in(UrlBody(*board.shape, code)) != board.regions:
        raise unsaid("that a region has several parts")
    return f"{board.stars}/{code}"


def from_url(body: UrlBody) -> Board:
    """Return the board of a number of stars and borders; raise BoardError if it is malformed."""
    if body.rows != body.cols:
        raise BoardError(f"the URL has {body.cols} columns and {body.rows} rows: a Star Battle is a square")
    side(body.rows, "the number of rows in the URL")
    stars, _, borders = body.text.partition("/")
    if not re.fullmatch(r"[1-9]\d?", stars) or int(stars) > body.rows:
        raise body.wrong(0, f"{shorten(stars)} is no number of stars from 1 to {body.rows}")
    rest = body._replace(text=borders, start=body.start + len(stars) + 1)
    return board_of(regions_in(rest), (), int(stars))


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    regions, piece = [board.regions[row][col] for row, col in solution], "queen" if board.stars == 1 else "star"
    kinds: dict[str, Sequence[int | None]] = {
        "row": [row for row, _ in solution],
        "column": [col for _, col in solution],
        "region": regions,
    }
    if board.shapeless:
        del kinds["region"]
    broken = [
        f"{kind} {letter(index) if kind == 'region' else index + 1} has {counted(found.count(index), piece)}"
        for kind, found in kinds.items()
        for index in range(board.size)
        if found.count(index) != board.stars
    ]
    outside = [at for at, region in zip(solution, regions, strict=True) if region is None]
    broken += [f"a {piece} stands at {at}, in no region" for at in outside]
    broken += [
        f"the {piece}s at {a} and {b} touch"
        for a, b in combinations(solution, 2)
        if -2 < a[0] - b[0] < 2 and -2 < a[1] - b[1] < 2 and a != b
    ]
    return broken + [f"the given {piece} at {given} is missing" for given in board.givens if given not in solution]


def facts(solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the queens, as formulas of certificates word them."""
    return (f"queen at row {row + 1}, column {col + 1}" for row, col in solution)
