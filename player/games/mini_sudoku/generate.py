"""Mini Sudoku boards: some numbers of a random solution, then more until it is the only one, then fewer again."""

from math import isqrt
from random import Random

from player.games import mini_sudoku as game
from player.games.game import Generator
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, Rows
from player.solve import prove

#: How many numbers stand on 36 cells of a board on the site.
GIVENS = (8, 9, 10, 10, 10, 10, 11, 12, 12, 12, 14, 16)


def make(random: Random, size: int) -> Board:
    """The boxes are as near to squares as `size` cells can be, and no higher than wide: of a prime number, rows."""
    height = next(length for length in range(isqrt(size), 0, -1) if size % length == 0)
    box = height, size // height
    solution = _filled(random, box)
    wanted = round(random.choice(GIVENS) * size * size / 36)
    told = set(random.sample(list(cells(size, size)), wanted * 2 // 3))
    while others := [found for found in prove(game.GAME, _board(box, solution, told)).found if found != solution]:
        wrong = [at for at in cells(size, size) if others[0][at.row][at.col] != solution[at.row][at.col]]
        told.add(random.choice(wrong))
    for at in random.sample(sorted(told), len(told)):
        if len(told) > wanted and prove(game.GAME, _board(box, solution, told - {at})).solutions == 1:
            told.remove(at)
    more = random.sample(sorted(set(cells(size, size)) - told), max(0, wanted - len(told)))
    return _board(box, solution, told.union(more))


def _board(box: tuple[int, int], solution: Rows, told: set[Cell]) -> Board:
    givens = (
        tuple(number if (row, col) in told else 0 for col, number in enumerate(numbers))
        for row, numbers in enumerate(solution)
    )
    return Board(box, tuple(givens))


def _filled(random: Random, box: tuple[int, int]) -> Rows:
    """A grid in which every row, column and box holds every number: the narrowest cell first, its numbers shuffled."""
    (height, width), n = box, box[0] * box[1]
    numbers: dict[Cell, int] = {}
    taken: dict[tuple[str, int, int], set[int]] = {}  # by each row, column and box

    def around(at: Cell) -> list[set[int]]:
        lines = ("row", at.row, 0), ("column", at.col, 0), ("box", at.row // height, at.col // width)
        return [taken.setdefault(line, set()) for line in lines]

    units = {at: around(at) for at in cells(n, n)}

    def free(at: Cell) -> set[int]:
        return set(range(1, n + 1)).difference(*units[at])

    def fill(left: list[Cell]) -> bool:
        if not left:
            return True
        at = min(left, key=lambda cell: len(free(cell)))
        choices = sorted(free(at))
        for number in random.sample(choices, len(choices)):
            numbers[at] = number
            for unit in units[at]:
                unit.add(number)
            if fill([cell for cell in left if cell != at]):
                return True
            for unit in units[at]:
                unit.remove(number)
        return False

    assert fill(random.sample(list(cells(n, n)), n * n)), "boxes of any shape can be filled"
    return tuple(tuple(numbers[Cell(row, col)] for col in range(n)) for row in range(n))


GENERATOR = Generator(make, (4, 9), (6,))
