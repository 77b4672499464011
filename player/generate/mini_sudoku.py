"""Mini Sudoku boards: a random solution, without the numbers that its uniqueness does not need."""

from math import isqrt
from random import Random

from player.games import mini_sudoku as game
from player.games.grid import Cell, cells
from player.games.mini_sudoku import Board, Rows
from player.prove import prove


def make(random: Random, size: int, walls: bool) -> Board:  # noqa: ARG001  # all makers are called alike
    """The boxes are as near to squares as `size` cells can be, and no higher than wide: of a prime number, rows."""
    height = next(length for length in range(isqrt(size), 0, -1) if size % length == 0)
    box = height, size // height
    return _trimmed(random, Board(box, _filled(random, box)))


def _filled(random: Random, box: tuple[int, int]) -> Rows:
    """A grid in which every row, column and box holds every number: the narrowest cell first, its numbers shuffled."""
    (height, width), n = box, box[0] * box[1]
    numbers: dict[Cell, int] = {}

    def free(at: Cell) -> set[int]:
        taken = {
            number
            for other, number in numbers.items()
            if other.row == at.row
            or other.col == at.col
            or (other.row // height, other.col // width) == (at.row // height, at.col // width)
        }
        return set(range(1, n + 1)) - taken

    def fill(left: list[Cell]) -> bool:
        if not left:
            return True
        at = min(left, key=lambda cell: len(free(cell)))
        choices = sorted(free(at))
        for number in random.sample(choices, len(choices)):
            numbers[at] = number
            if fill([cell for cell in left if cell != at]):
                return True
            del numbers[at]
        return False

    assert fill(random.sample(list(cells(n, n)), n * n)), "boxes of any shape can be filled"
    return tuple(tuple(numbers[Cell(row, col)] for col in range(n)) for row in range(n))


def _trimmed(random: Random, board: Board) -> Board:
    for at in random.sample(list(cells(*board.shape)), board.size**2):
        fewer = _without(board, at)
        board = fewer if prove(game, fewer).solutions == 1 else board
    return board


def _without(board: Board, at: Cell) -> Board:
    rows = [list(row) for row in board.givens]
    rows[at.row][at.col] = 0
    return Board(board.box, tuple(tuple(row) for row in rows))
