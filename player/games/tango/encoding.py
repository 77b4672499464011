"""The CNF of Tango."""

from functools import lru_cache

from player.games.grid import Cell, cells
from player.games.tango.board import EQUAL, MOON, SUN, Board, Solution
from player.sat.cardinality import Fresh, exactly, exactly_sequential
from player.sat.cnf import CNF, Clause

#: The largest side for which the binomial encoding of a line has fewer clauses than a sequential counter.
MAX_BINOMIAL_SIDE = 10


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + row * n + col means: a sun is on this cell, else a moon.

    No three alike: two ternary clauses for each window. Counts: every (n/2 + 1)-subset of a line has a sun and a moon,
    the binomial encoding (A. Frisch, P. Giannaros, ModRef 2010), on large boards a sequential counter (Sinz 2005).
    Givens are units, signs two binary clauses each. (See docs/encodings.md, "Tango".)
    """
    n = board.size
    shared, names = _lines(n)
    clauses = list(shared)
    for a, b, sign in board.edges:
        one, other = 1 + a.row * n + a.col, 1 + b.row * n + b.col
        same = other if sign == EQUAL else -other
        clauses += [(-one, same), (one, -same)]
    for (row, col), symbol in board.givens:
        literal = 1 + row * n + col
        clauses.append((literal if symbol == SUN else -literal,))
    return CNF(clauses, names=names)


@lru_cache
def _lines(n: int) -> tuple[tuple[Clause, ...], tuple[Cell, ...]]:
    """Return the clauses of rows and columns and the names of the variables, which all boards of one size share."""
    grid = [[1 + row * n + col for col in range(n)] for row in range(n)]
    clauses: list[Clause] = []
    fresh = Fresh(n * n + 1)
    for line in [*grid, *zip(*grid, strict=True)]:
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            clauses += [(a, b, c), (-a, -b, -c)]
        clauses += exactly(n // 2, line) if n <= MAX_BINOMIAL_SIDE else exactly_sequential(n // 2, line, fresh)
    return tuple(clauses), tuple(cells(n, n))


def decode(board: Board, facts: list[Cell]) -> Solution:
    """Return the symbol of each cell: a sun if its variable is true, else a moon."""
    suns = set(facts)
    return tuple(SUN if at in suns else MOON for at in cells(*board.shape))


def sentence(cell: Cell) -> str:
    """Return the meaning of a variable, by its cell."""
    return f"sun at {cell}"
