"""Mini Sudoku: n x n cells in boxes of h x w cells, where n = h * w.

Each row, column and box holds each of the numbers 1 to n once. LinkedIn's boards are 6x6 with boxes of 2 rows and 3
columns; any other box that a board or a page shows will do.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from player.errors import BoardError, PageNotUnderstood
from player.games.grid import SIDES, Cell, Wall, cells, is_int, side, sides, take_list
from player.games.moves import Enter, Move
from player.games.snapshot import Snapshot
from player.logic.cnf import CNF, Clause

NAME = "mini-sudoku"
FIELDS = frozenset({"digit", "given", "walls"})
WITNESSES = frozenset[str]()
MARK = "digit"
COMMON = frozenset({"given", "walls"})
VALUES: Mapping[str, frozenset[str]] = {"walls": frozenset(SIDES)}

#: The formula has some 1.8 * n^4 clauses: for boxes of 25 cells 700,000, which take 100 MB.
MAX_BOX = 25

Rows = tuple[tuple[int, ...], ...]
"""A number for each cell, row by row; 0 is none."""

Solution = Rows

State = tuple[str, ...]
"""What each cell shows, row by row: a number as text, or nothing."""


@dataclass(frozen=True, slots=True)
class Board:
    """One puzzle. `box` is the rows and the columns of a box, `givens[row][col]` a number from 1, or 0."""

    box: tuple[int, int]
    givens: Rows

    @property
    def size(self) -> int:
        return len(self.givens)

    @property
    def shape(self) -> tuple[int, int]:
        return self.size, self.size

    def given(self, cell: Cell) -> int:
        return self.givens[cell.row][cell.col]


# Boards, from JSON and from pages


def from_json(data: dict[str, Any]) -> Board:
    box = take_list(data, "box")
    if len(box) != 2 or not all(is_int(length) for length in box):
        raise BoardError("'box' must be two whole numbers, the rows and the columns of a box")
    height, width = (side(length, "a side of 'box'") for length in box)
    n = side(height * width, "the number of cells in a box", MAX_BOX)
    return Board((height, width), _rows(take_list(data, "givens"), n, "'givens'", least=0))


def to_json(board: Board) -> dict[str, Any]:
    return {"game": NAME, "box": list(board.box), "givens": [list(row) for row in board.givens]}


def to_solution(board: Board, data: list[Any]) -> Solution:
    return _rows(data, board.size, "the solution", least=1)


def solution_to_json(solution: Solution) -> list[Any]:
    return [list(row) for row in solution]


def _rows(rows: list[Any], n: int, what: str, *, least: int) -> Rows:
    if len(rows) != n or not all(isinstance(row, list) and len(row) == n for row in rows):
        raise BoardError(f"{what} must be {n} lists of {n} numbers each, as 'box' has {n} cells")
    if not all(is_int(number) and least <= number <= n for row in rows for number in row):
        raise BoardError(f"{what} must hold whole numbers from {least} to {n} only")
    return tuple(tuple(row) for row in rows)


def read(snapshot: Snapshot) -> Board:
    """The board that `snapshot` shows: its boxes are what its walls enclose."""
    n = snapshot.side("Sudoku")
    shown = [int(text) if fixed else 0 for text, fixed in zip(state(snapshot), snapshot.flags("given"), strict=True)]
    return Board(_box(snapshot), tuple(tuple(shown[row * n : row * n + n]) for row in range(n)))


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Sudoku page shows it all
    """What an open cell shows besides a number (notes) counts as nothing."""
    numbers = {str(number) for number in range(1, snapshot.rows + 1)}
    texts = [str(cell.get(MARK)) for cell in snapshot.cells]
    places = cells(snapshot.rows, snapshot.cols)
    for at, text, fixed in zip(places, texts, snapshot.flags("given"), strict=True):
        if fixed and text not in numbers:
            raise PageNotUnderstood(f"{at} is given and shows no number from 1 to {snapshot.rows}: mend {MARK!r}")
    return tuple(text if text in numbers else "" for text in texts)


def _box(snapshot: Snapshot) -> tuple[int, int]:
    """The rows and columns of a box; the walls must be those of such boxes, no more and no less."""
    walls = {wall for _, wall in snapshot.between("walls")}
    n = snapshot.rows
    height = next((row for row in range(1, n) if (Cell(row - 1, 0), Cell(row, 0)) in walls), n)
    width = next((col for col in range(1, n) if (Cell(0, col - 1), Cell(0, col)) in walls), n)
    if height * width != n or walls != set(_lines(n, height, width)):
        raise PageNotUnderstood(f"the walls do not part the {n}x{n} grid into boxes of {n} cells: mend 'walls'")
    return height, width


def _lines(n: int, height: int, width: int) -> Iterator[Wall]:
    """The walls between boxes."""
    for line in range(n):
        yield from ((Cell(row - 1, line), Cell(row, line)) for row in range(height, n, height))
        yield from ((Cell(line, col - 1), Cell(line, col)) for col in range(width, n, width))


def columns(board: Board) -> dict[str, list[Any]]:
    around = sides(set(_lines(board.size, *board.box)), *board.shape)
    return {"walls": around, "given": [number or None for row in board.givens for number in row]}


# The formula


def encode(board: Board) -> CNF:
    """Variable 1 + (row * n + col) * n + number - 1: this cell holds this number.

    Exactly one number in each cell, and exactly one place for each number in every row, column and box, pairwise, as in
    Lynce and Ouaknine, "Sudoku as a SAT problem" (2006), the extended encoding; givens as units. (Measured in
    ENCODINGS, "Mini Sudoku".)
    """
    n = board.size
    givens = [(1 + (at.row * n + at.col) * n + board.given(at) - 1,) for at in cells(n, n) if board.given(at)]
    return CNF([*_rules(*board.box), *givens], names=_names(n))


@lru_cache(maxsize=2)
def _rules(height: int, width: int) -> tuple[Clause, ...]:
    """What all boards with boxes of one shape share. Of two cells in a box that share a line, the line says enough."""
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
    """The facts are the numbers of the cells; a cell without one is 0, as in a board."""
    n = board.size
    numbers: dict[tuple[int, int], int] = {at: number for at, number in facts}  # noqa: C416  # a Cell is such a pair
    return tuple(tuple(numbers.get((row, col), 0) for col in range(n)) for row in range(n))


def sentence(name: tuple[Cell, int]) -> str:
    cell, number = name
    return f"{number} at {cell}"


# The referee


def check(board: Board, solution: Solution) -> list[str]:
    """The rules that `solution` breaks, a sentence each; none for a right one."""
    n, (height, width) = board.size, board.box
    units = {
        **{f"row {row + 1}": list(solution[row]) for row in range(n)},
        **{f"column {col + 1}": [solution[row][col] for row in range(n)] for col in range(n)},
        **{
            f"the box at {Cell(top, left)}": [
                number for row in solution[top : top + height] for number in row[left : left + width]
            ]
            for top in range(0, n, height)
            for left in range(0, n, width)
        },
    }
    broken = [
        f"{name} lacks {', '.join(map(str, missing))}"
        for name, numbers in units.items()
        if (missing := sorted(set(range(1, n + 1)) - set(numbers)))
    ]
    return broken + [
        f"the given {board.given(at)} at {at} is {solution[at.row][at.col]}"
        for at in cells(n, n)
        if board.given(at) not in {0, solution[at.row][at.col]}
    ]


# The hand


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """The numbers that do not stand yet, row by row; a wrong one is written over, and a given one left alone."""
    return [
        Enter(at, str(solution[at.row][at.col]))
        for at, shown in zip(cells(*board.shape), state, strict=True)
        if not board.given(at) and shown != str(solution[at.row][at.col])
    ]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`: a number takes the place of what stood in its cell, and a given one stays."""
    now = list(state)
    for move in moves:
        if not isinstance(move, Enter):
            raise TypeError("Mini Sudoku is played by entering numbers")
        if not board.given(move.cell):
            now[move.cell.row * board.size + move.cell.col] = move.text
    return tuple(now)


def solved(board: Board, state: State) -> bool:
    """Whether every cell shows a number and they are a solution, by the referee."""
    n = board.size
    return all(state) and not check(board, tuple(tuple(map(int, state[at : at + n])) for at in range(0, n * n, n)))


def shown(_board: Board, state: State) -> State:
    """What the field `MARK` of each cell shows in `state`."""
    return state
