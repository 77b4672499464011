"""Queens as CNF, and back."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

from player.games.grid import Cell, cells
from player.games.queens.board import Board, Solution
from player.sat.cardinality import Fresh, at_least, at_most_one, exactly_one, exactly_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause

#: A constraint that would take more clauses than these without auxiliary variables has a counter.
SUBSETS = 500


def encode(board: Board) -> CNF:
    """Variable 1 + row * n + col: a queen stands there.

    Queens that touch: not both, a binary clause for each two such cells. Rows and columns: exactly k, which for one
    star is exactly one, pairwise. Regions: at least k is enough, as kn queens in n regions with k or more in each are
    k in each. All in the binomial encoding (A. Frisch, P. Giannaros, "SAT encodings of the at-most-k constraint",
    ModRef 2010), on large boards by a sequential counter (Sinz 2005). (See docs/encodings.md, "Queens and Star
    Battle".)
    """
    n, k = board.size, board.stars
    if k > 1 and 2 * k > (n + 1) // 2:
        return CONTRADICTION  # two rows together have room for a queen in every second column
    lines, first = _lines(n, k)
    fresh = Fresh(first)
    clauses = list(lines)
    for of_region in _regions(board):
        clauses += (
            at_least(k, of_region)
            if comb(len(of_region), k - 1) <= SUBSETS
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
    """What all boards of one size share: the clauses of queens that touch, rows and columns; the next free variable."""
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
    """Exactly `k` of `line`, no two of them neighbours."""
    yield from ((-a, -b) for a, b in pairwise(line))
    room = len(line) - k
    if comb(room, k + 1) + comb(len(line), k - 1) > SUBSETS:
        yield from exactly_sequential(k, line, fresh)
        return
    for spots in combinations(range(room), k + 1):  # subsets with neighbours say nothing new
        yield tuple(-line[spot + gap] for gap, spot in enumerate(spots))
    yield from at_least(k, line)


@lru_cache
def _names(n: int) -> tuple[Cell, ...]:
    return tuple(cells(n, n))


def decode(_board: Board, facts: list[Cell]) -> Solution:
    """The queens are the facts."""
    return tuple(facts)


def sentence(cell: Cell) -> str:
    return f"queen at {cell}"
