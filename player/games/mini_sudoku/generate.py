"""A generator of Mini Sudoku boards: numbers of a random solution, more until it is unique, then fewer again."""

from math import isqrt
from random import Random

from player.games import mini_sudoku as game
from player.games.game import Generator
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, Rows
from player.proof import prove
from player.sat import solver

#: Numbers of givens on boards of the site, which have 36 cells.
GIVENS = (8, 9, 10, 10, 10, 10, 11, 12, 12, 12, 14, 16)


#: The largest side for which a random solution is searched cell by cell.
MAX_SEARCHED_SIDE = 9


def make(random: Random, size: int) -> Board:
    """Return a random board with one solution."""
    box = box_of(size)
    solution = _filled(random, box) if size <= MAX_SEARCHED_SIDE else _found(random, box)
    wanted = round(random.choice(GIVENS) * size * size / 36)
    given = set(random.sample(list(cells(size, size)), wanted * 2 // 3))
    while others := [found for found in prove(game.GAME, _board(box, solution, given)).found if found != solution]:
        wrong = [at for at in cells(size, size) if others[0][at.row][at.col] != solution[at.row][at.col]]
        given.add(random.choice(wrong))
    for at in random.sample(sorted(given), len(given)):
        if len(given) > wanted and prove(game.GAME, _board(box, solution, given - {at})).solutions == 1:
            given.remove(at)
    more = random.sample(sorted(set(cells(size, size)) - given), max(0, wanted - len(given)))
    return _board(box, solution, given.union(more))


def box_of(size: int) -> tuple[int, int]:
    """Return the rows and columns of a box: as close to squares as `size` allows, and not higher than wide.

    Of a prime size boxes are rows.
    """
    height = next(length for length in range(isqrt(size), 0, -1) if size % length == 0)
    return height, size // height


def _board(box: tuple[int, int], solution: Rows, given: set[Cell]) -> Board:
    givens = (
        tuple(number if (row, col) in given else 0 for col, number in enumerate(numbers))
        for row, numbers in enumerate(solution)
    )
    return Board(box, tuple(givens))


def _found(random: Random, box: tuple[int, int]) -> Rows:
    """Return a random grid, like `_filled`, by the solver."""
    empty = Board(box, ((0,) * box[0] * box[1],) * (box[0] * box[1]))
    cnf = game.encoding.encode(empty)
    model = solver.random_model(cnf, random)
    assert model, "boxes of any shape can be filled"
    return game.encoding.decode(empty, cnf.facts(model))


def _filled(random: Random, box: tuple[int, int]) -> Rows:
    """Return a random grid in which every row, column and box holds every number.

    The cell with the fewest candidates is filled first, in random order of its candidates, by backtracking.
    """
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


GENERATOR = Generator(make, (4, 16), (6,))
