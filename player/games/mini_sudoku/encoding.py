"""The CNF of Mini Sudoku."""

from functools import lru_cache
from itertools import combinations

from player.games.grid import Cell, cells, in_rows
from player.games.mini_sudoku.board import Board, Solution
from player.sat.cnf import CNF, Clause


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + (row * n + col) * n + number - 1 means: this cell holds this number.

    Exactly one number in each cell, and exactly one place for each number in every row, column and box, pairwise, as in
    Lynce and Ouaknine, "Sudoku as a SAT problem" (2006), the extended encoding; givens as units. (See
    docs/encodings.md, "Mini Sudoku".)
    """
    n = board.size
    givens = [(1 + (at.row * n + at.col) * n + board.given(at) - 1,) for at in cells(n, n) if board.given(at)]
    return CNF([*_rules(*board.box), *givens], names=_names(n))


@lru_cache(maxsize=2)
def _rules(height: int, width: int) -> tuple[Clause, ...]:
    """Return the clauses that all boards with boxes of this shape share.

    Two cells of a box that share a row or a column need no clause for the box.
    """
    n = height * width
    cube = [[[1 + (row * n + col) * n + number for number in range(n)] for col in range(n)] for row in range(n)]
    groups = [literals for row in cube for literals in row]
    groups += [[literals[number] for literals in row] for row in cube for number in range(n)]
    groups += [[row[col][number] for row in cube] for col in range(n) for number in range(n)]
    boxes = [
        [cube[top + at // width][left + at % width][number] for at in range(n)]
        for top in range(0, n, height)
        for left in range(0, n, width)
        for number in range(n)
    ]
    apart = [(a, b) for a, b in combinations(range(n), 2) if a // width != b // width and a % width != b % width]
    return (
        *(tuple(group) for group in [*groups, *boxes]),
        *((-a, -b) for group in groups for a, b in combinations(group, 2)),
        *((-box[a], -box[b]) for box in boxes for a, b in apart),
    )


@lru_cache(maxsize=8)
def _names(n: int) -> tuple[tuple[Cell, int], ...]:
    return tuple((at, number) for at in cells(n, n) for number in range(1, n + 1))


def decode(board: Board, facts: list[tuple[Cell, int]]) -> Solution:
    """Return the number of each cell, from the true variables; 0 for a cell without one."""
    numbers = dict(facts)
    return in_rows([numbers.get(at, 0) for at in cells(*board.shape)], board.size)


def sentence(name: tuple[Cell, int]) -> str:
    """Return the meaning of a variable, by its cell and number."""
    cell, number = name
    return f"{number} at {cell.spoken}"
