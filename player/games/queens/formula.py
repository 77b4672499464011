"""Queens as CNF, and back."""

from functools import lru_cache
from itertools import pairwise

from player.games.grid import Cell, cells
from player.games.queens.board import Board, Solution
from player.logic.cardinality import at_most_one, exactly_one
from player.logic.cnf import CNF, Clause


def encode(board: Board) -> CNF:
    """Variable 1 + row * n + col: a queen stands there.

    Rows and columns: exactly one, pairwise. Touching diagonals: not both. Regions: at least one is enough, as n
    queens in n regions with none empty are one in each. (Measured against other forms in ENCODINGS, "Queens".)
    """
    n = board.size
    members: list[list[int]] = [[] for _ in range(n)]
    for literal, region in enumerate((region for row in board.regions for region in row), start=1):
        members[region].append(literal)
    givens = [(1 + row * n + col,) for row, col in board.givens]
    return CNF([*_lines(n), *map(tuple, members), *givens], names=_names(n))


@lru_cache
def _lines(n: int) -> tuple[Clause, ...]:
    """What all boards of one size share: the clauses of rows, columns and touching diagonals."""
    grid = [[1 + row * n + col for col in range(n)] for row in range(n)]
    clauses: list[Clause] = []
    for line in [*grid, *zip(*grid, strict=True)]:
        clauses += exactly_one(line)
    for upper, lower in pairwise(grid):
        for pair in [*zip(upper, lower[1:], strict=False), *zip(upper[1:], lower, strict=False)]:
            clauses += at_most_one(pair)
    return tuple(clauses)


@lru_cache
def _names(n: int) -> tuple[Cell, ...]:
    return tuple(cells(n, n))


def decode(_board: Board, facts: list[Cell]) -> Solution:
    """The queens are the facts."""
    return tuple(facts)
