"""Boards and solutions of Zip: JSON, words, images, and the referee."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
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
    neighbours,
    take_list,
    take_side,
    to_cell,
    to_wall,
)

Solution = tuple[Cell, ...]
"""The path: every cell once, in order."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board: `numbers` are the cells of 1..K in order; the grid need not be square."""

    rows: int
    cols: int
    numbers: tuple[Cell, ...]
    walls: frozenset[Wall] = field(default_factory=frozenset)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.rows, self.cols

    def steps(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of `cell` that no wall separates from it."""
        return [near for near in neighbours(cell, self.rows, self.cols) if between(cell, near) not in self.walls]


def from_json(data: dict[str, Any]) -> Board:
    """Return the board of `{"rows": int, "cols": int, "numbers": [[row, col], ...], "walls": [[cell, cell], ...]}`.

    "walls" is optional. Raise BoardError if the data is malformed.
    """
    rows, cols = take_side(data, "rows"), take_side(data, "cols")
    numbers = [to_cell(value, rows, cols, "a number") for value in take_list(data, "numbers")]
    walls = [to_wall(value, rows, cols) for value in take_list(data, "walls", default=[])]
    return board_of(rows, cols, numbers, walls)


def board_of(rows: int, cols: int, numbers: list[Cell], walls: Iterable[Wall]) -> Board:
    """Return the board; raise BoardError if it has fewer than two numbers, or two on one cell."""
    if len(numbers) < 2:
        raise BoardError(f"a Zip board needs two numbers at least, this one has {len(numbers)}")
    if len(set(numbers)) != len(numbers):
        raise BoardError("two numbers stand on one cell")
    return Board(rows, cols, tuple(numbers), frozenset(walls))


def to_json(board: Board) -> dict[str, Any]:
    """Return the board in the public format."""
    walls = [as_lists(wall) for wall in sorted(board.walls)]
    return {"game": "zip", "rows": board.rows, "cols": board.cols, "numbers": as_lists(board.numbers), "walls": walls}


def to_solution(board: Board, data: list[Any]) -> Solution:
    """Return the path of a JSON list of cells; raise BoardError if it is malformed."""
    return tuple(to_cell(cell, board.rows, board.cols, "a cell of the solution") for cell in data)


#: The path as a list of [row, col].
solution_to_json = as_lists


def describe(board: Board) -> Description:
    """Return the rules, the numbers and the walls."""
    rules = [
        "Draw one path that visits each cell exactly once.",
        "It goes from a cell to one of its neighbours, left, right, up or down.",
        "It begins on 1, meets the numbers in their order, and ends on the greatest.",
    ]
    if board.walls:
        rules.append("It crosses no wall, which is a thick line.")
    parts = (("number", len(board.numbers)), ("wall", len(board.walls)))
    return Description("Zip", rules, parts=parts, cells=board.numbers)


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, and each with its numbers in reverse: the path walked from its end."""
    for turn in TURNS:
        numbers = tuple(turn.cells(board.numbers, *board.shape))
        walls = frozenset(between(*turn.cells(wall, *board.shape)) for wall in board.walls)
        for order in (numbers, numbers[::-1]):
            yield Board(*turn.shape(*board.shape), order, walls)


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    broken, numbered = [], {*board.numbers}
    size = board.rows * board.cols
    if len(solution) != size or len(set(solution)) != size:
        broken.append(f"the path visits {len(set(solution))} of {size} cells in {len(solution)} steps")
    for a, b in pairwise(solution):
        if not adjacent(a, b):
            broken.append(f"the path jumps from {a} to {b}")
        elif board.walls and between(a, b) in board.walls:
            broken.append(f"the path crosses the wall between {a} and {b}")
    if [cell for cell in solution if cell in numbered] != list(board.numbers):
        broken.append("the path does not meet the numbers in order")
    if solution and (solution[0], solution[-1]) != (board.numbers[0], board.numbers[-1]):
        broken.append("the path does not start on the first number and end on the last")
    return broken


def facts(solution: list[Any], known: Collection[str]) -> Iterator[str]:
    """Yield the steps of the path, or its edges, the upper or left cell first, as certificates word them."""
    for a, b in pairwise([(row + 1, col + 1) for row, col in solution]):
        step, (one, other) = "path from row {}, column {} to row {}, column {}".format(*a, *b), sorted((a, b))
        edge = "edge between row {}, column {} and row {}, column {}".format(*one, *other)
        yield step if step in known else edge
