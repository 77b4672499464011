"""N queens: n queens on an n x n board, no two in one row, column or diagonal.

Source: M. Bezzel, "Zwei Schachfragen", Berliner Schachzeitung 3 (1848). There are no givens, and usually many
solutions.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from player.boards.board_json import require_known
from player.errors import BoardError, NotInstalled, counted
from player.games.game import Puzzle
from player.games.grid import Cell, cells, is_int, shorten, side, take, take_list, to_cell
from player.sat import solver
from player.sat.cardinality import Fresh, at_most_one, at_most_one_product
from player.sat.cnf import CNF, Clause, Model

Solution = tuple[Cell, ...]
"""The queens, row by row."""

N_QUEENS = Puzzle("n-queens", "player.nqueens")

KEYS = {"game", "size", "solution", "id", "number", "date"}

#: The largest side of a board that is drawn as a picture.
MAX_DRAWN_SIDE = 100

#: The kinds of lines with exactly one queen each; a line of another kind has at most one.
FULL = frozenset({"row", "column"})

T = TypeVar("T")


class Board(NamedTuple):
    """An empty chess board of `size` x `size` squares."""

    size: int

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.size, self.size


def placement(data: dict[str, Any]) -> tuple[Board, Solution | None]:
    """Return a board and the solution in its JSON, or None; raise BoardError if the data is malformed.

    The solution may break any rule: see `check` and `counts`.
    """
    require_known(data, KEYS)
    size = take(data, "size")
    if not is_int(size):
        raise BoardError(f"'size' must be a whole number, not {shorten(size)}")
    board = Board(side(size, "'size'", MAX_DRAWN_SIDE))
    if "solution" not in data:
        return board, None
    queens = [to_cell(queen, size, size, "a queen") for queen in take_list(data, "solution")]
    if double := next((queen for queen, times in Counter(queens).items() if times > 1), None):
        raise BoardError(f"two queens stand on one square, {double}")
    return board, tuple(sorted(queens))


def groups(grid: Sequence[Sequence[T]]) -> Mapping[str, list[list[T]]]:
    """Return the squares of a square `grid` by the lines in which queens attack.

    These are n rows, n columns, and 2n - 1 diagonals in each direction.
    """
    n = len(grid)
    shifts = range(1 - n, n)
    return {
        "row": [list(row) for row in grid],
        "column": [[row[col] for row in grid] for col in range(n)],
        "diagonal": [[grid[row][row + by] for row in range(max(-by, 0), min(n - by, n))] for by in shifts],
        "antidiagonal": [[grid[row][n - 1 - row - by] for row in range(max(-by, 0), min(n - by, n))] for by in shifts],
    }


def rotated(n: int) -> dict[Cell, Cell]:
    """Return each square with its coordinates on the board turned by 45 degrees.

    A diagonal becomes a column of the turned board, and an antidiagonal a row: they count from 0 as `groups` has them.
    """
    return {at: Cell(2 * n - 2 - at.row - at.col, n - 1 + at.col - at.row) for at in cells(n, n)}


def greedy(n: int) -> Solution:
    """Return queens, each on the next square, row by row, that no queen before it attacks; often fewer than `n`."""
    taken: set[tuple[str, int]] = set()
    queens = []
    for at in cells(n, n):
        lines = {("row", at.row), ("column", at.col), ("fall", at.row - at.col), ("rise", at.row + at.col)}
        if taken.isdisjoint(lines):
            queens.append(at)
            taken |= lines
    return tuple(queens)


# The formula


def encode(n: int, *, all_solutions: bool = False) -> CNF:
    """Return the formula with a variable for each square: a queen is on it.

    Rows and columns: exactly one, diagonals: at most one, by the product encoding; for `all_solutions` pairwise, which
    has no auxiliary variable that could vary. That columns have one at least is implied, and cuts the search all the
    same. The variables of a row are numbered at random, always alike: the solver's first guesses would else pile up in
    a corner. (See docs/encodings.md, "N queens".)
    """
    random = Random(n)  # noqa: S311  # seeded, for reproducible formulas
    names = [Cell(row, col) for row in range(n) for col in random.sample(range(n), n)]
    grid = [[0] * n for _ in range(n)]
    for literal, at in enumerate(names, start=1):
        grid[at.row][at.col] = literal
    fresh = Fresh(n * n + 1)
    clauses: list[Clause] = []
    for kind, lines in groups(grid).items():
        for line in lines:
            if kind in FULL:
                clauses.append(tuple(line))
            clauses += at_most_one(line) if all_solutions else at_most_one_product(line, fresh)
    return CNF(clauses, names)


def queens_of(cnf: CNF, model: Model) -> Solution:
    """Return the queens of the true variables."""
    return tuple(sorted(cnf.facts(model)))


def first(n: int, mode: str = "boolean") -> Solution | None:
    """Return a solution, always the same for each `n`; None if there is none."""
    if mode == "integer":
        return next(each(n, mode), None)
    cnf = encode(n)
    return next((judged(n, queens_of(cnf, model)) for model in solver.stream(cnf)), None)


def each(n: int, mode: str = "boolean") -> Iterator[Solution]:
    """Yield all solutions; raise NotInstalled if the `mode` needs a missing package.

    The queens of the first rows are placed in all possible ways, and the solver places the others: a solver becomes
    slower with each solution that it must exclude. Source: M. Heule et al., "Cube and conquer", HVC 2011.
    """
    if mode == "integer":
        yield from _each_by_integers(n)
        return
    cnf = encode(n, all_solutions=True)
    literals = {at: literal for literal, at in enumerate(cnf.names, start=1)}
    for columns in _openings(n, max(n // 4 - 1, 0)):
        placed = [(literals[at],) for at in enumerate(columns)]
        for model in solver.stream(CNF([*cnf.clauses, *placed], cnf.names)):
            yield judged(n, queens_of(cnf, model))


def _openings(n: int, rows: int) -> Iterator[tuple[int, ...]]:
    """Yield the columns of non-attacking queens in the first `rows` rows, in all possible ways."""
    if rows == 0:
        yield ()
        return
    for columns in _openings(n, rows - 1):
        for col in range(n):
            if all(abs(col - other) not in {0, rows - 1 - row} for row, other in enumerate(columns)):
                yield (*columns, col)


def require(mode: str) -> None:
    """Raise NotInstalled if the `mode` needs a missing package."""
    if mode == "integer":
        try:
            import z3  # noqa: F401, PLC0415  # optional
        except ImportError:
            raise NotInstalled.of_extra("compare", "z3 is not installed") from None


def _each_by_integers(n: int) -> Iterator[Solution]:
    """Yield all solutions by Z3, with integers 0 or 1 for the squares, and sums; each is excluded before the next.

    Source: the integer mode of the preprint "Chess Queens social distancing problem using an SMT (integer) Solver"
    (2020).
    """
    require("integer")
    import z3  # noqa: PLC0415

    squares = {at: z3.Int(f"x_{at.row}_{at.col}") for at in cells(n, n)}
    solver = z3.Solver()
    for square in squares.values():
        solver.add(square >= 0, square <= 1)
    for kind, lines in groups([[squares[Cell(row, col)] for col in range(n)] for row in range(n)]).items():
        for line in lines:
            solver.add(z3.Sum(line) == 1 if kind in FULL else z3.Sum(line) <= 1)
    while (answer := solver.check()) == z3.sat:
        model = solver.model()
        queens = [at for at, square in squares.items() if model[square].as_long() == 1]
        yield judged(n, tuple(queens))
        solver.add(z3.Or(*(squares[queen] == 0 for queen in queens)))
    if answer == z3.unknown:  # Z3 handles Ctrl-C itself and ends its search
        raise KeyboardInterrupt


# The referee


def judged(n: int, solution: Solution) -> Solution:
    """Return `solution`; raise AssertionError if it breaks a rule."""
    if broken := check(n, solution):
        raise AssertionError(f"the encoding of {n} queens and its referee disagree: {broken[0]}")
    return solution


def check(n: int, solution: Solution) -> list[str]:
    """Return the rules that `solution` breaks, a sentence each; an empty list if it is correct."""
    lines = {"row": Counter(queen.row for queen in solution), "column": Counter(queen.col for queen in solution)}
    broken = [
        f"{kind} {index + 1} has {counted(number[index], 'queen')}"
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


class QueenCount(NamedTuple):
    """The queens on one line, by their numbers; lines of a kind, and queens row by row, count from 1."""

    kind: str
    number: int
    queens: tuple[int, ...]

    @property
    def broken(self) -> bool:
        """True if there are too many queens on the line, or too few."""
        return len(self.queens) > 1 or (self.kind in FULL and not self.queens)


def counts(n: int, solution: Solution) -> list[QueenCount]:
    """Return the queens on every row, column and diagonal."""
    numbers = {queen: number for number, queen in enumerate(solution, start=1)}
    grid = [[numbers.get(Cell(row, col), 0) for col in range(n)] for row in range(n)]
    return [
        QueenCount(kind, number, tuple(filter(None, line)))
        for kind, lines in groups(grid).items()
        for number, line in enumerate(lines, start=1)
    ]
