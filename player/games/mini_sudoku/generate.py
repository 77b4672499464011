"""A generator of Mini Sudoku boards: numbers of a random solution, more until it is unique, then fewer again.

On boards of a shape numbers are given on its marks and nowhere else.
"""

from itertools import chain
from random import Random

from player.games import mini_sudoku
from player.games.grid import Cell, cells, in_rows, on_grid
from player.games.mini_sudoku.board import Board, Rows, usual_box
from player.games.shapes import EITHER, BoardShape, Generator, other_solutions, random_solution, rearranged, solutions

Numbers = dict[Cell, int]

#: Numbers of givens on boards of the site, which have 36 cells.
GIVENS = (8, 9, 10, 10, 10, 10, 11, 12, 12, 12, 14, 16)


def generator() -> Generator:
    """Return the generator of boards."""
    return Generator(_make, (4, 16), (6,), make_shaped=_make_shaped, check=_check, clues=_clues)


def _make(random: Random, size: int) -> Board:
    """Return a random board with one solution."""
    solution = random_solution(random, mini_sudoku.GAME, _board(size, {}))
    assert solution, "boxes of any shape can be filled"
    numbers = _numbers(solution)

    def board(given: set[Cell]) -> Board:
        return _board(size, {at: numbers[at] for at in given})

    wanted = _clues(random, size)
    given = set(random.sample([*numbers], wanted * 2 // 3))
    while others := other_solutions(mini_sudoku.GAME, board(given), solution):
        given.add(random.choice([at for at, number in _numbers(others[0]).items() if number != numbers[at]]))
    for at in random.sample(sorted(given), len(given)):
        if len(given) > wanted and not other_solutions(mini_sudoku.GAME, board(given - {at}), solution):
            given.remove(at)
    more = random.sample(sorted(numbers.keys() - given), max(0, wanted - len(given)))
    return board(given.union(more))


def _clues(random: Random, size: int) -> int:
    return round(random.choice(GIVENS) * size * size / 36)


def _board(size: int, given: Numbers) -> Board:
    return Board(usual_box(size), in_rows([given.get(at, 0) for at in cells(size, size)], size))


def _numbers(rows: Rows) -> Numbers:
    return on_grid((len(rows), len(rows)), chain(*rows))


# Boards of a shape


def _check(shape: BoardShape) -> None:
    """Raise BoardError if a digit is no number of the board, or if no grid has the given digits."""
    for at, sign in shape.signs():
        if sign.isdigit() and not (sign in "123456789" and int(sign) <= shape.size):
            raise shape.wrong(at, f"{sign} is no number from 1 to {min(9, shape.size)} of such a board")
    if fixed := _fixed(shape):
        last = max(fixed)
        if not solutions(mini_sudoku.GAME, _board(shape.size, fixed), 1):
            raise shape.wrong(last, "no board has all the digits up to here" if len(fixed) > 1 else "no such board")


def _make_shaped(random: Random, shape: BoardShape) -> Board | None:
    """Return a board whose given numbers are those on the marks; digits of the shape are given as they are.

    Where that leaves several solutions, cells that may be given are; then numbers on the marks change.
    """
    fixed = _fixed(shape)
    solution = random_solution(random, mini_sudoku.GAME, _board(shape.size, fixed))
    if solution is None:
        return None

    def found(some: Numbers, most: int) -> list[Numbers]:
        return [_numbers(rows) for rows in solutions(mini_sudoku.GAME, _board(shape.size, some), most)]

    numbers = _numbers(solution)
    given = {at: numbers[at] for at in shape.marks()}
    open_cells = set(shape.of(EITHER))
    while open_cells and (others := found(given, 2))[1:]:
        wrong = [at for at in sorted(open_cells) if any(other[at] != numbers[at] for other in others)]
        if not wrong:
            break
        at = random.choice(wrong)
        given[at] = numbers[at]
        open_cells.remove(at)
    done = rearranged(random, found, given, [at for at in given if at not in fixed])
    return None if done is None else _board(shape.size, done)


def _fixed(shape: BoardShape) -> Numbers:
    return {at: int(sign) for at, sign in shape.signs() if sign.isdigit()}
