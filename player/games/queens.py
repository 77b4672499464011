"""Queens, in the literature Star Battle with one star: n queens on n x n cells in n regions.

Each row, column and region holds exactly one queen, and no two queens touch, diagonals included. A region need not
be connected (LinkedIn's board 336 has two that are not).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from player.errors import BoardError, PageNotUnderstood
from player.games.grid import Cell, as_lists, cells, is_int, side, take_list, to_cell
from player.games.moves import Move, Tap
from player.games.snapshot import Snapshot
from player.logic.cardinality import at_most_one, exactly_one
from player.logic.cnf import CNF, Clause

NAME = "queens"
FIELDS = frozenset({"region", "mark", "locked"})
WITNESSES = frozenset({"row", "column"})
MARK = "mark"
COMMON = frozenset({"region"})

#: One click takes a cell from each mark to the next.
CYCLE = {"empty": "cross", "cross": "queen", "queen": "empty"}

Solution = tuple[Cell, ...]
"""The queens, row by row."""

State = tuple[str, ...]
"""The mark of each cell (empty, cross or queen), row by row."""


@dataclass(frozen=True, slots=True)
class Board:
    """One puzzle.

    `regions[row][col]` numbers the regions from 0, as they come up row by row; `givens` are queens fixed at the start.
    """

    regions: tuple[tuple[int, ...], ...]
    givens: tuple[Cell, ...] = ()

    @property
    def size(self) -> int:
        return len(self.regions)

    @property
    def shape(self) -> tuple[int, int]:
        return self.size, self.size


# Boards, from JSON and from pages


def from_json(data: dict[str, Any]) -> Board:
    rows = take_list(data, "regions")
    n = side(len(rows), "the number of rows in 'regions'")
    if not all(isinstance(row, list) and len(row) == n for row in rows):
        raise BoardError(f"'regions' must be {n} lists of {n} whole numbers each")
    if not all(is_int(region) for row in rows for region in row):
        raise BoardError("'regions' must hold whole numbers only")
    if (stars := data.get("stars", 1)) != 1 or not is_int(stars):
        raise BoardError("only boards with 1 star are played: 'stars' must be 1")
    givens = [to_cell(given, n, n, "a given queen") for given in take_list(data, "givens", default=[])]
    return _board(rows, givens)


def to_json(board: Board) -> dict[str, Any]:
    regions = [list(row) for row in board.regions]
    return {"game": NAME, "regions": regions, "stars": 1, "givens": as_lists(board.givens)}


def read(snapshot: Snapshot) -> Board:
    """The board that `snapshot` shows.

    Where labels name a row and a column too, they must agree with the order of the cells: a board that two witnesses
    describe differently is not played.
    """
    n = snapshot.side("Queens")
    regions = snapshot.texts("region")
    snapshot.agree_on_places()
    marks, locked = state(snapshot), snapshot.flags("locked")
    givens = [at for at, mark, fixed in zip(cells(n, n), marks, locked, strict=True) if fixed and mark == "queen"]
    return _board([regions[row * n : row * n + n] for row in range(n)], givens)


def columns(board: Board) -> dict[str, list[int]]:
    return {"region": [region for row in board.regions for region in row]}


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Queens page shows it all
    marks = tuple(snapshot.texts(MARK))
    if unknown := set(marks).difference(CYCLE):
        raise PageNotUnderstood(
            f"a cell is marked {min(unknown)!r}, a mark is one of {', '.join(CYCLE)}: mend {MARK!r}"
        )
    return marks


def _board(rows: Sequence[Sequence[Any]], givens: Iterable[Cell]) -> Board:
    """A well-formed board from regions by any names."""
    n = len(rows)
    numbers: dict[Any, int] = {}
    regions = tuple(tuple(numbers.setdefault(region, len(numbers)) for region in row) for row in rows)
    if len(numbers) != n:
        raise BoardError(f"a {n}x{n} board needs {n} regions, this one has {len(numbers)}")
    return Board(regions, tuple(sorted(set(givens))))


# The formula


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


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """The rules that `solution` breaks, a sentence each; none for a right one."""
    kinds = {
        "row": Counter(queen.row for queen in solution),
        "column": Counter(queen.col for queen in solution),
        "region": Counter(board.regions[queen.row][queen.col] for queen in solution),
    }
    broken = [
        f"{kind} {index + 1} has {number[index]} queens"
        for kind, number in kinds.items()
        for index in range(board.size)
        if number[index] != 1
    ]
    broken += [
        f"the queens at {a} and {b} touch"
        for a, b in combinations(solution, 2)
        if max(abs(a.row - b.row), abs(a.col - b.col)) == 1
    ]
    return broken + [f"the given queen at {given} is missing" for given in board.givens if given not in solution]


def to_solution(board: Board, data: list[Any]) -> Solution:
    return tuple(sorted(to_cell(queen, board.size, board.size, "a queen of the solution") for queen in data))


def solution_to_json(solution: Solution) -> list[Any]:
    return as_lists(solution)


# The hand


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """The taps from `state` to `solution`: wrong queens first, then all queens at a cell's first tap, then at its next.

    Crosses stay where no queen belongs: the page does not ask for them, and takes no offence.
    """
    wanted = set(solution)
    now = dict(zip(cells(*board.shape), state, strict=True))
    wrong = [Tap(at) for at, mark in now.items() if mark == "queen" and at not in wanted]
    first = [Tap(queen) for queen in solution if now[queen] == "empty"]
    last = [Tap(queen) for queen in solution if now[queen] != "queen"]
    return [*wrong, *first, *last]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`: a tap takes a cell through `CYCLE`, and a given queen stays."""
    now = list(state)
    for move in moves:
        if not isinstance(move, Tap):
            raise TypeError("Queens is played by taps")
        if move.cell not in board.givens:
            index = move.cell.row * board.size + move.cell.col
            now[index] = CYCLE[now[index]]
    return tuple(now)


def solved(board: Board, state: State) -> bool:
    """Whether the queens that stand in `state` are a solution, by the referee."""
    return not check(board, queens(board, state))


def shown(_board: Board, state: State) -> State:
    """What the field `MARK` of each cell shows in `state`."""
    return state


def queens(board: Board, state: State) -> Solution:
    return tuple(at for at, mark in zip(cells(*board.shape), state, strict=True) if mark == "queen")
