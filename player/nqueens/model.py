"""N queens on an n x n board, no two in one row, column or diagonal: the oldest of this family of puzzles.

Source: M. Bezzel, "Zwei Schachfragen", Berliner Schachzeitung 3 (1848). A solution is any placement: there is no board
with givens, and nothing to prove unique.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from player.errors import BoardError, nearest
from player.games.game import Puzzle
from player.games.grid import Cell, is_int, shorten, side, take, take_list, to_cell
from player.sat import solver
from player.sat.cardinality import Fresh, at_most_one, at_most_one_product
from player.sat.cnf import CNF, Clause

Solution = tuple[Cell, ...]
"""The queens, row by row."""

NAME = "n-queens"
N_QUEENS = Puzzle(NAME, "player.nqueens")

KEYS = frozenset({"game", "size", "solution", "id", "number", "date"})

#: Larger boards are not drawn as pictures.
LARGEST_DRAWN = 100

T = TypeVar("T")


class Board(NamedTuple):
    """An empty chess board."""

    size: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.size, self.size


def placement(data: dict[str, Any]) -> tuple[Board, Solution | None]:
    """A board, and the solution that somebody has for it, from JSON; BoardError where it is malformed.

    The solution may break any rule: `check` and `counts` tell which.
    """
    if unknown := set(data) - KEYS:
        raise BoardError(f"unknown key {min(unknown)[:40]!r} in the board: {nearest(min(unknown)[:40], KEYS)}")
    size = take(data, "size")
    if not is_int(size):
        raise BoardError(f"'size' must be a whole number, not {shorten(size)}")
    board = Board(side(size, "'size'", LARGEST_DRAWN))
    if "solution" not in data:
        return board, None
    queens = [to_cell(queen, size, size, "a queen") for queen in take_list(data, "solution")]
    if double := next((queen for queen, times in Counter(queens).items() if times > 1), None):
        raise BoardError(f"two queens stand on one square, {double}")
    return board, tuple(sorted(queens))


def groups(grid: Sequence[Sequence[T]]) -> Mapping[str, list[list[T]]]:
    """The squares of a square `grid` by the lines in which queens attack: 2n lines, and 2n - 1 diagonals each way."""
    n = len(grid)
    shifts = range(1 - n, n)
    return {
        "row": [list(row) for row in grid],
        "column": [[row[col] for row in grid] for col in range(n)],
        "diagonal": [[grid[row][row + by] for row in range(max(-by, 0), min(n - by, n))] for by in shifts],
        "antidiagonal": [[grid[row][n - 1 - row - by] for row in range(max(-by, 0), min(n - by, n))] for by in shifts],
    }


# The formula


def encode(n: int, *, all_solutions: bool = False) -> CNF:
    """A variable for each square: a queen stands there.

    Rows and columns: exactly one, diagonals: at most one, by the product encoding; for `all_solutions` pairwise, which
    has no auxiliary variable that could vary. That columns have one at least is implied, and cuts the search all the
    same. The variables of a row are numbered at random, always alike: the solver's first guesses would else pile up in
    a corner. (See docs/encodings.md, "N queens".)
    """
    random = Random(n)  # noqa: S311  # always alike
    names = [row * n + col for row in range(n) for col in random.sample(range(n), n)]
    grid = [[0] * n for _ in range(n)]
    for literal, square in enumerate(names, start=1):
        grid[square // n][square % n] = literal
    fresh = Fresh(n * n + 1)
    clauses: list[Clause] = []
    for kind, lines in groups(grid).items():
        for line in lines:
            if kind in {"row", "column"}:
                clauses.append(tuple(line))
            clauses += at_most_one(line) if all_solutions else at_most_one_product(line, fresh)
    return CNF(clauses, names)


def decode(n: int, facts: Sequence[int]) -> Solution:
    """The queens are the facts."""
    return tuple(Cell(*divmod(square, n)) for square in sorted(facts))


def first(n: int) -> Solution | None:
    """A solution; always the same one of `n`."""
    cnf = encode(n)
    return next((judged(n, decode(n, cnf.facts(model))) for model in solver.stream(cnf)), None)


def each(n: int) -> Iterator[Solution]:
    """All solutions, one after the other.

    The queens of the first rows are placed by hand, in all ways, and the solver places the others: it slows down with
    each solution that it is told to find no more.

    Source: M. Heule et al., "Cube and conquer", HVC 2011.
    """
    cnf = encode(n, all_solutions=True)
    literals = {square: literal for literal, square in enumerate(cnf.names, start=1)}
    for columns in _openings(n, max(n // 4 - 1, 0)):
        placed = [(literals[row * n + col],) for row, col in enumerate(columns)]
        for model in solver.stream(CNF([*cnf.clauses, *placed], cnf.names)):
            yield judged(n, decode(n, cnf.facts(model)))


def _openings(n: int, rows: int) -> Iterator[tuple[int, ...]]:
    """The columns of queens in the first `rows` that do not attack each other, in all ways."""
    if rows == 0:
        yield ()
        return
    for columns in _openings(n, rows - 1):
        for col in range(n):
            if all(abs(col - other) not in {0, rows - 1 - row} for row, other in enumerate(columns)):
                yield (*columns, col)


# The referee


def judged(n: int, solution: Solution) -> Solution:
    """`solution`, which breaks no rule."""
    if broken := check(n, solution):
        raise AssertionError(f"the encoding of {n} queens and its referee disagree: {broken[0]}")
    return solution


def check(n: int, solution: Solution) -> list[str]:
    """The rules that `solution` breaks, a sentence each; none for a right one."""
    lines = {"row": Counter(queen.row for queen in solution), "column": Counter(queen.col for queen in solution)}
    broken = [
        f"{kind} {index + 1} has {number[index]} queens"
        for kind, number in lines.items()
        for index in range(n)
        if number[index] != 1
    ]
    for slope in (1, -1):
        met: dict[int, Cell] = {}
        for queen in solution:
            other = met.setdefault(queen.row - slope * queen.col, queen)
            if other is not queen:
                broken.append(f"the queens at {other} and {queen} are on one diagonal")
    return broken


class Count(NamedTuple):
    """The queens on one line, by their numbers from 1 row by row; lines of a kind are counted from 1 too."""

    kind: str
    number: int
    queens: tuple[int, ...]

    @property
    def broken(self) -> bool:
        """Whether there are too many of them, or too few."""
        return len(self.queens) > 1 or (self.kind in {"row", "column"} and not self.queens)


def counts(n: int, solution: Solution) -> list[Count]:
    """What stands on every row, column and diagonal of both families."""
    numbers = {queen: number for number, queen in enumerate(solution, start=1)}
    grid = [[numbers.get(Cell(row, col), 0) for col in range(n)] for row in range(n)]
    return [
        Count(kind, number, tuple(filter(None, line)))
        for kind, lines in groups(grid).items()
        for number, line in enumerate(lines, start=1)
    ]
