"""The CNF of Tango."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations

from player.games.grid import Cell, cells
from player.games.tango.board import EQUAL, MOON, SUN, Board, Solution
from player.sat.cardinality import Fresh, exactly, exactly_without_threes
from player.sat.cnf import CNF, Clause, Model

#: The largest side for which the binomial encoding of a line has fewer clauses than a sequential counter.
MAX_BINOMIAL_SIDE = 10
#: The largest side of a distinct board whose encoding makes all lines differ; larger ones need cuts.
MAX_UNCUT_SIDE = 14


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + row * n + col means: a sun is on this cell, else a moon.

    No three alike: two ternary clauses for each window. Counts: every (n/2 + 1)-subset of a line has a sun and a moon,
    the binomial encoding (A. Frisch, P. Giannaros, ModRef 2010), on large boards a sequential counter (Sinz 2005)
    without the counts that three alike would take. Givens are units, signs two binary clauses each. All rows
    different, and all columns: see `encode_whole`; on large boards, where two lines are hardly ever equal, a cut for
    two that are. (See docs/encodings.md, "Tango".)
    """
    if board.distinct and board.size > MAX_UNCUT_SIDE:
        return replace(encode_whole(replace(board, distinct=False)), cuts=partial(_cuts, board.size))
    return encode_whole(board)


def encode_whole(board: Board) -> CNF:
    """Return the formula without cuts.

    Two rows with n/2 suns each differ if there is a column with a sun in the first and a moon in the second. That is an
    auxiliary variable for each two rows and column; columns alike.
    """
    n = board.size
    shared, names = _lines(n, distinct=board.distinct)
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
def _lines(n: int, *, distinct: bool) -> tuple[tuple[Clause, ...], tuple[Cell, ...]]:
    """Return the clauses of rows and columns and the names of the variables, which all boards of one size share."""
    rows, columns = _grid(n)
    clauses: list[Clause] = []
    fresh = Fresh(n * n + 1)
    for line in [*rows, *columns]:
        if n > MAX_BINOMIAL_SIDE:
            clauses += exactly_without_threes(n // 2, line, fresh)
            continue
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            clauses += [(a, b, c), (-a, -b, -c)]
        clauses += exactly(n // 2, line)
    for lines in (rows, columns) if distinct else ():
        for one, other in combinations(lines, 2):
            clauses += _different(one, other, fresh)
    return tuple(clauses), tuple(cells(n, n))


def _grid(n: int) -> tuple[list[range], list[range]]:
    """Return the variables of each row and of each column."""
    return [range(1 + row * n, 1 + row * n + n) for row in range(n)], [range(1 + col, n * n + 1, n) for col in range(n)]


def _different(one: Sequence[int], other: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yield that of two lines with as many suns there is a place with a sun in `one` and a moon in `other`."""
    places = [fresh() for _ in one]
    yield tuple(places)
    for place, a, b in zip(places, one, other, strict=True):
        yield from ((-place, a), (-place, -b), (place, -a, b))


def _cuts(n: int, model: Model) -> list[Clause]:
    """Return for each line that is equal to an earlier one a clause: they don't both hold what they hold now."""
    cuts: list[Clause] = []
    for lines in _grid(n):
        met: dict[tuple[bool, ...], Sequence[int]] = {}
        for line in lines:
            shown = tuple(model[variable - 1] > 0 for variable in line)
            if shown in met:
                cuts.append(tuple(-model[variable - 1] for variable in (*met[shown], *line)))
            met.setdefault(shown, line)
    return cuts


def decode(board: Board, facts: list[Cell]) -> Solution:
    """Return the symbol of each cell: a sun if its variable is true, else a moon."""
    suns = set(facts)
    return tuple(SUN if at in suns else MOON for at in cells(*board.shape))


def sentence(cell: Cell) -> str:
    """Return the meaning of a variable, by its cell."""
    return f"sun at {cell.spoken}"
