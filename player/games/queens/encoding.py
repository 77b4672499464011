"""The CNF of Queens, and a search without it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, pairwise
from math import comb

from player.games.grid import Cell, cells, covers
from player.games.queens.board import Board, Solution
from player.sat.cardinality import Fresh, at_least, exactly_apart, exactly_one, exactly_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause

#: The most clauses of a binomial encoding; a constraint that needs more uses a sequential counter.
MAX_BINOMIAL_CLAUSES = 400


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + row * n + col means: a queen stands on this cell.

    Queens that touch: not both, a binary clause for each two such cells. Rows and columns: exactly k, which for one
    star is exactly one, pairwise. Regions: at least k is enough, as kn queens in n regions with k or more in each are
    k in each. Cells in no region: no queen. All in the binomial encoding (A. Frisch, P. Giannaros, "SAT encodings of
    the at-most-k constraint", ModRef 2010).

    On large boards by sequential counters (Sinz 2005), with two additions of our own. Any two neighbouring rows hold
    2k queens in different columns, no two of them neighbours, which leaves little choice; so do any two columns. And a
    region is counted by blocks of 2x2 cells, of which each holds one queen at most, instead of by cells. (See
    docs/encodings.md, "Queens and Star Battle".)
    """
    n, k = board.size, board.stars
    if k > 1 and 2 * k > (n + 1) // 2:
        return CONTRADICTION  # two adjacent rows hold at most one queen for every two columns
    lines, first = _lines(n, k)
    fresh = Fresh(first)
    clauses = list(lines)
    regions, outside = _regions(board)
    small = _few(k, n)
    for of_region in regions:
        few = small and comb(len(of_region), k - 1) <= MAX_BINOMIAL_CLAUSES
        clauses += at_least(k, of_region) if few else _exactly_in_blocks(k, of_region, n, fresh)
    clauses += [(-literal,) for literal in outside]
    clauses += [(1 + row * n + col,) for row, col in board.givens]
    return CNF(clauses, names=_names(n))


def _regions(board: Board) -> tuple[list[list[int]], list[int]]:
    """Return the variables of the cells of each region that gets its own queens, and those of the cells in none."""
    members: list[list[int]] = [[] for _ in range(board.size + 1)]
    for literal, region in enumerate((region for row in board.regions for region in row), start=1):
        members[-1 if region is None else region].append(literal)
    *regions, outside = members
    return ([] if outside and board.shapeless else regions), outside


def _exactly_in_blocks(k: int, of_region: list[int], n: int, fresh: Fresh) -> Iterator[Clause]:
    """Yield exactly `k` of the cells of a region: of blocks of 2x2 cells that cover it, the first cell in turn.

    Each gets an auxiliary variable for "a queen stands in this block", as there are no two. Of the two blocks whose
    upper row has the cell, it is that with more cells of the region.
    """
    left = dict.fromkeys(of_region)
    blocks: list[int] = []
    while left:
        at = next(iter(left))
        columns = [(at - 1) % n + shift for shift in (0, -1) if 0 <= (at - 1) % n + shift < n - 1] or [0]
        row = (at - 1) // n * n + 1
        squares = [[row + col, row + col + 1, row + n + col, row + n + col + 1] for col in columns]
        block = max(([one for one in square if one in left] for square in squares), key=len)
        for one in block:
            del left[one]
        blocks.append(block[0] if len(block) == 1 else (held := fresh()))
        if len(block) > 1:
            yield from _either(held, block)
    yield from exactly_sequential(k, blocks, fresh)


def _either(either: int, literals: Sequence[int]) -> Iterator[Clause]:
    """Yield that `either` is true if one of `literals` is."""
    yield (-either, *literals)
    yield from ((-literal, either) for literal in literals)


@lru_cache
def _lines(n: int, k: int) -> tuple[tuple[Clause, ...], int]:
    """Return the clauses that all boards of one size share (touching, rows, columns), and the next unused variable."""
    grid = [[1 + row * n + col for col in range(n)] for row in range(n)]
    fresh = Fresh(n * n + 1)
    columns = [list(column) for column in zip(*grid, strict=True)]
    clauses: list[Clause] = []
    for line in [*grid, *columns]:
        clauses += exactly_one(line) if k == 1 else _exactly_apart(k, line, fresh)
    if not _few(k, n):
        for one, other in [*pairwise(grid), *pairwise(columns)]:
            either = [fresh() for _ in one]
            for literal, a, b in zip(either, one, other, strict=True):
                clauses += _either(literal, (a, b))
            clauses += exactly_apart(2 * k, either, fresh)
    for upper, lower in pairwise(grid):
        for a, b in [*zip(upper, lower[1:], strict=False), *zip(upper[1:], lower, strict=False)]:
            clauses.append((-a, -b))
    return tuple(clauses), fresh()


def _few(k: int, n: int) -> bool:
    """Return whether the binomial encoding of a line of `n` cells with `k` queens has few clauses."""
    return k == 1 or comb(n - k, k + 1) + comb(n, k - 1) <= MAX_BINOMIAL_CLAUSES


def _exactly_apart(k: int, line: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield exactly `k` of `line`, no two of them neighbours."""
    if not _few(k, len(line)):
        yield from exactly_apart(k, line, fresh)
        return
    yield from ((-a, -b) for a, b in pairwise(line))
    for spots in combinations(range(len(line) - k), k + 1):  # subsets with neighbours are implied
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
    return f"queen at {cell.spoken}"


def search(board: Board) -> list[list[Cell]] | None:
    """Return the queens of up to two solutions; None if there is more than one star, or the search takes too long.

    As n regions have a queen each, and no two share a row or column, each row and column has one.
    """
    if board.stars > 1 or board.shapeless:
        return None
    attacked, names = _attacked(board.size), _names(board.size)
    regions = [0] * board.size
    for queen, region in zip(attacked, chain.from_iterable(board.regions), strict=True):
        if region is not None:
            regions[region] |= queen
    givens = [1 << row * board.size + col for row, col in board.givens]
    found = covers([*givens, *regions], attacked.__getitem__)
    if found is None:
        return None
    return [[names[queen.bit_length() - 1] for queen in sorted(queens)] for queens in found]


@lru_cache(maxsize=32)
def _attacked(n: int) -> dict[int, int]:
    """Return for each cell, a bit, those of its row and column and those that touch it, itself included."""
    spots = {cell: 1 << number for number, cell in enumerate(cells(n, n))}
    row, column = (1 << n) - 1, sum(1 << n * number for number in range(n))
    corners = ((-1, -1), (-1, 1), (1, -1), (1, 1))
    return {
        spot: row << n * at.row
        | column << at.col
        | sum(spots.get(Cell(at.row + down, at.col + right), 0) for down, right in corners)
        for at, spot in spots.items()
    }
