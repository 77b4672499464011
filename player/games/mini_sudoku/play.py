"""Mini Sudoku on a page: the board and the digits that a page shows, and the entries that lead to the solution."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from player.errors import PageNotUnderstood
from player.games.grid import SIDES, Cell, Wall, cells, sides
from player.games.mini_sudoku.board import (
    Board,
    Solution,
    check,
)
from player.games.moves import Enter, Move
from player.games.snapshot import Snapshot

FIELDS = frozenset({"digit", "given", "walls"})
WITNESSES = frozenset[str]()
MARK = "digit"
COMMON = frozenset({"given", "walls"})
VALUES: Mapping[str, frozenset[str]] = {"walls": frozenset(SIDES)}

State = tuple[str, ...]
"""What each cell shows, row by row: a number as text, or nothing."""


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
