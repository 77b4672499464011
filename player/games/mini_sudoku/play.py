"""Mini Sudoku on a page: the board and digits of a snapshot, and the entries that lead to the solution."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from player.errors import PageNotUnderstood
from player.games.fields import Field, Kind, require_allowed
from player.games.grid import Cell, Wall, cells, in_rows, on_grid, sides
from player.games.mini_sudoku.board import Board, Solution, check
from player.games.moves import Enter, Move
from player.games.snapshot import Snapshot

MARK = "digit"
ALLOWED: Mapping[str, Field] = {
    MARK: Field(
        "the digit in the cell", Kind.NUMBER, others="1 to the number of rows, from 10 on perhaps a letter from a"
    ),
    "given": Field("a digit that is given", Kind.FLAG, common=True),
    "walls": Field("the sides of the cell on the border of a box", Kind.SIDES, common=True),
}

State = tuple[str, ...]
"""The text of each cell, row by row: a number, perhaps as a letter, or "" for none."""


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`; its walls enclose the boxes.

    Raise PageNotUnderstood or BoardError if it shows no board.
    """
    n = snapshot.side("Sudoku")
    require_allowed(snapshot, ALLOWED)
    numbers = {"": 0, **names_of(n)}
    shown = [numbers[text] * fixed for text, fixed in zip(state(snapshot), snapshot.flags("given"), strict=True)]
    return Board(_box(snapshot), in_rows(shown, n))


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Sudoku page hides no number
    """Return the number of each cell, as the page writes it; other text in an open cell (notes) counts as nothing.

    From 10 on a page writes numbers, or letters, of either case, from a. Raise PageNotUnderstood if a given cell shows
    no number.
    """
    numbers = names_of(snapshot.rows)
    texts = [str(cell.get(MARK)).lower() for cell in snapshot.cells]
    for at, text, fixed in zip(cells(snapshot.rows, snapshot.cols), texts, snapshot.flags("given"), strict=True):
        if fixed and text not in numbers:
            raise PageNotUnderstood(f"{at} is given and shows no number from 1 to {snapshot.rows}: fix {MARK!r}")
    return tuple(text if text in numbers else "" for text in texts)


def names_of(n: int) -> dict[str, int]:
    """Return the numbers from 1 to `n` by their names on a page: in digits, and from 10 on also as letters."""
    letters = {chr(ord("a") + number - 10): number for number in range(10, min(n, 35) + 1)}
    return {str(number): number for number in range(1, n + 1)} | letters


def _entered(number: int, state: State) -> str:
    """Return the name of `number` to enter: a letter from 10 on, unless the page shows numbers of two digits."""
    digits = number < 10 or any(len(text) > 1 for text in state)
    return str(number) if digits else chr(ord("a") + number - 10)


def _box(snapshot: Snapshot) -> tuple[int, int]:
    """Return the rows and columns of a box; raise PageNotUnderstood if the walls are not exactly those of boxes."""
    walls = {wall for _, wall in snapshot.between("walls")}
    n = snapshot.rows
    height = next((row for row in range(1, n) if (Cell(row - 1, 0), Cell(row, 0)) in walls), n)
    width = next((col for col in range(1, n) if (Cell(0, col - 1), Cell(0, col)) in walls), n)
    if height * width != n or walls != set(box_walls(n, height, width)):
        raise PageNotUnderstood(f"the walls do not part the {n}x{n} grid into boxes of {n} cells: fix 'walls'")
    return height, width


def box_walls(n: int, height: int, width: int) -> Iterator[Wall]:
    """Yield the walls between boxes."""
    for line in range(n):
        yield from ((Cell(row - 1, line), Cell(row, line)) for row in range(height, n, height))
        yield from ((Cell(line, col - 1), Cell(line, col)) for col in range(width, n, width))


def columns(board: Board) -> dict[str, list[Any]]:
    """Return the walls and the given number of each cell."""
    around = sides(set(box_walls(board.size, *board.box)), *board.shape)
    return {"walls": around, "given": [number or None for row in board.givens for number in row]}


# Moves


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return an entry for each number that is missing or wrong, row by row; given cells are left alone."""
    numbers = names_of(board.size)
    return [
        Enter(at, _entered(solution[at.row][at.col], state))
        for at, shown in on_grid(board.shape, state).items()
        if not board.given(at) and numbers.get(shown) != solution[at.row][at.col]
    ]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`: an entry replaces the cell's number; a given one stays."""
    entered = {move.cell: move.text for move in moves if isinstance(move, Enter) and not board.given(move.cell)}
    return tuple((on_grid(board.shape, state) | entered).values())


def solved(board: Board, state: State) -> bool:
    """Return whether all cells show numbers and these are a solution, by the referee."""
    numbers = names_of(board.size)
    return all(state) and not check(board, in_rows([numbers.get(text, 0) for text in state], board.size))
