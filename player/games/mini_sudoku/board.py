"""Boards and solutions of Mini Sudoku: JSON, words, images, and the referee."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import isqrt
from typing import Any

from player.errors import BoardError
from player.games.game import Description
from player.games.grid import TURNS, Cell, cells, in_rows, is_int, on_grid, side, square, take_list
from player.games.puzzlink import UNKNOWN, UrlBody, numbers_in, numbers_of, unsaid

#: The most cells of a box. The formula has about 1.8 * n^4 clauses: 700,000 (100 MB) for n = 25.
MAX_BOX = 25
#: The sides of the boards of puzz.link's client.
CLIENT_SIDES = (4, 6, 9, 16, 25)

Rows = tuple[tuple[int, ...], ...]
"""The number of each cell, row by row; 0 if it is empty."""

Solution = Rows


@dataclass(frozen=True, slots=True)
class Board:
    """One board: `box` is the rows and columns of a box, `givens[row][col]` a number from 1, or 0 for none."""

    box: tuple[int, int]
    givens: Rows

    @property
    def size(self) -> int:
        """The number of rows, which is also that of columns and of numbers."""
        return len(self.givens)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.size, self.size

    def given(self, cell: Cell) -> int:
        """Return the given number of a cell; 0 if it has none."""
        return self.givens[cell.row][cell.col]


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"box": [rows, cols], "givens": n x n ints}`, 0 for an empty cell.

    Raise BoardError if the data is malformed.
    """
    box = take_list(data, "box")
    if len(box) != 2 or not all(is_int(length) for length in box):
        raise BoardError("'box' must be two whole numbers, the rows and the columns of a box")
    height, width = (side(length, "a side of 'box'") for length in box)
    n = side(height * width, "the number of cells in a box", MAX_BOX)
    return Board((height, width), _rows(take_list(data, "givens"), n, "'givens'", least=0))


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    return {"game": "mini-sudoku", "box": list(board.box), "givens": [list(row) for row in board.givens]}


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the solution of n JSON lists of n numbers; raise BoardError if it is malformed."""
    return _rows(data, board.size, "the solution", least=1)


def solution_to_json(solution: Solution) -> list[Any]:
    """Return the rows of the solution as lists of numbers."""
    return [list(row) for row in solution]


def _rows(rows: list[Any], n: int, what: str, *, least: int) -> Rows:
    square(rows, n, what)
    if not all(is_int(number) and least <= number <= n for row in rows for number in row):
        raise BoardError(f"{what} must hold whole numbers from {least} to {n} only")
    return tuple(tuple(row) for row in rows)


def usual_box(n: int) -> tuple[int, int]:
    """Return the rows and columns of a box: as close to squares as the side `n` allows, and not higher than wide.

    Of a prime size boxes are rows.
    """
    height = next(length for length in range(isqrt(n), 0, -1) if n % length == 0)
    return height, n // height


def box_name(first: Cell, box: tuple[int, int]) -> str:
    """Return the name of the box that begins at a cell: its place on the board, or its number if there are many."""
    height, width = box
    down, across = first.row // height, first.col // width
    if not {height, width} <= {2, 3}:
        return f"box {down * height + across + 1}"
    row = ("top", "middle", "bottom")[down if width == 3 else 2 * down]
    col = ("left", "middle", "right")[across if height == 3 else 2 * across]
    return "the box in the middle" if row == col else f"the box at the {row} {col}"


def describe(board: Board) -> Description:
    """Return the rules, and the numbers that are given."""
    height, width = board.box
    givens = tuple(at for at in cells(*board.shape) if board.given(at))
    rules = (
        f"Write a number from 1 to {board.size} into each cell.",
        "Each row and each column holds each of the numbers once.",
        f"So does each box of {height} rows and {width} columns, which thick lines enclose.",
    )
    title = "Mini Sudoku" if board.size < 9 else "Sudoku"
    return Description(title, rules, parts=(("given cell", len(givens)),), cells=givens)


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns; the numbers of each are named anew, in the order in which they occur."""
    for turn in TURNS:
        names = {0: 0}
        rows = [tuple(names.setdefault(number, len(names)) for number in row) for row in turn.rows(board.givens)]
        yield Board(turn.shape(*board.box), tuple(rows))


# URLs of puzz.link


def to_url(board: Board) -> str:
    """Return the code of the givens; raise BoardError if the client has other boxes, or none, at this size."""
    if board.size not in CLIENT_SIDES or board.box != usual_box(board.size):
        raise unsaid(f"that {board.size} rows have boxes of {board.box[0]} rows and {board.box[1]} columns")
    return numbers_of(number or None for row in board.givens for number in row)


def from_url(body: UrlBody) -> Board:
    """Return the board of the code of givens; raise BoardError if it is malformed."""
    shape = rows, cols = body.rows, body.cols
    if rows not in CLIENT_SIDES or rows != cols:
        raise BoardError(f"the URL has {cols} columns and {rows} rows: a Sudoku is a square of 4, 6, 9, 16 or 25")
    givens = on_grid(shape, numbers_in(body))
    if wrong := next((at for at, given in givens.items() if given in {0, UNKNOWN}), None):
        raise BoardError(f"the URL has a given at {wrong} that is 0 or ?")
    numbers = [given or 0 for given in givens.values()]
    return from_json({"box": [*usual_box(rows)], "givens": [list(row) for row in in_rows(numbers, cols)]})


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    n, (height, width) = board.size, board.box
    units = {
        **{f"row {row + 1}": list(solution[row]) for row in range(n)},
        **{f"column {col + 1}": [solution[row][col] for row in range(n)] for col in range(n)},
        **{
            box_name(Cell(top, left), board.box): [
                number for row in solution[top : top + height] for number in row[left : left + width]
            ]
            for top in range(0, n, height)
            for left in range(0, n, width)
        },
    }
    broken = [
        f"{name} lacks {', '.join(map(str, missing))}"
        for name, numbers in units.items()
        if (missing := sorted(set(range(1, n + 1)) - set(numbers)))
    ]
    return broken + [
        f"the given {board.given(at)} at {at} is {solution[at.row][at.col]}"
        for at in cells(n, n)
        if board.given(at) not in {0, solution[at.row][at.col]}
    ]


def facts(solution: list[Any], _known: Collection[str]) -> Iterator[str]:
    """Yield the numbers of the cells, as formulas of certificates word them."""
    for row, numbers in enumerate(solution, start=1):
        yield from (f"{number} at row {row}, column {col}" for col, number in enumerate(numbers, start=1))
