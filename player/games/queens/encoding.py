"""The CNF of Queens."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

from player.games.grid import Cell, cells
from player.games.queens.board import Board, Solution
from player.sat.cardinality import Fresh, at_least, at_most_one, exactly_one, exactly_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause

#: The most clauses of a binomial encoding; a constraint that needs more uses a sequential counter.
MAX_BINOMIAL_CLAUSES = 500


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + row * n + col means: a queen stands on this cell.

    Queens that touch: not both, a binary clause for each two such cells. Rows and columns: exactly k, which for one
    star is exactly one, pairwise. Regions: at least k is enough, as kn queens in n regions with k or more in each are
    k in each. All in the binomial encoding (A. Frisch, P. Giannaros, "SAT encodings of the at-most-k constraint",
    ModRef 2010), on large boards by a sequential counter (Sinz 2005). (See docs/encodings.md, "Queens and Star
    Battle".)
    """
    n, k = board.size, board.stars
    if k > 1 and 2 * k > (n + 1) // 2:
        return CONTRADICTION  # two adjacent rows hold at most one queen for every two columns
    lines, first = _lines(n, k)
    fresh = Fresh(first)
    clauses = list(lines)
    for of_region in _regions(board):
        clauses += (
            at_least(k, of_region)
            if comb(len(of_region), k - 1) <= MAX_BINOMIAL_CLAUSES
            else exactly_sequential(k, of_region, fresh)
        )
    clauses += [(1 + row * n + col,) for row, col in board.givens]
    return CNF(clauses, names=_names(n))


def obvious(board: Board) -> Iterator[Clause]:
    """A region has no second queen: a person sees it at once, and the formula leaves it out."""
    if board.stars == 1:
        for of_region in _regions(board):
            yield from at_most_one(of_region)


def _regions(board: Board) -> list[list[int]]:
    """The variables of the cells of each region."""
    members: list[list[int]] = [[] for _ in range(board.size)]
    for literal, region in enumerate((region for row in board.regions for region in row), start=1):
        members[region].append(literal)
    return members


@lru_cache
def _lines(n: int, k: int) -> tuple[tuple[Clause, ...], int]:
    """Return the clauses that all boards of one size share (touching, rows, columns), and the next unused variable."""
    grid = [[1 + row * n + col for col in range(n)] for row in range(n)]
    fresh = Fresh(n * n + 1)
    clauses: list[Clause] = []
    for line in [*grid, *zip(*grid, strict=True)]:
        clauses += exactly_one(line) if k == 1 else _exactly_apart(k, line, fresh)
    for upper, lower in pairwise(grid):
        for a, b in [*zip(upper, lower[1:], strict=False), *zip(upper[1:], lower, strict=False)]:
            clauses.append((-a, -b))
    return tuple(clauses), fresh()


def _exactly_apart(k: int, line: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield exactly `k` of `line`, no two of them neighbours."""
    yield from ((-a, -b) for a, b in pairwise(line))

    spread = len(line) - k
    if comb(spread, k + 1) + comb(len(line), k - 1) > MAX_BINOMIAL_CLAUSES:
        yield from exactly_sequential(k, line, fresh)
        return
    for spots in combinations(range(spread), k + 1):  # subsets with neighbours are implied
        yield tuple(-line[spot + gap] for gap, spot in enumerate(spots))
    yield from at_least(k, line)


@lru_cache
def _names(n: int) -> tuple[Cell, ...]:
    return tuple(cells(n, n))


def decode(_board: Board, facts: list[Cell]) -> Solution:
    """Return the cells of the true variables: the queens."""
    return tuple(facts)


def sentence(cell: Cell) -> str:
    """Return the meaning of a variable, by its cell."""
    return f"queen at {cell}"
