"""Sudoku boards of a shape: numbers are given on its marks and nowhere else."""

from random import Random

from player.games import mini_sudoku as game
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board
from player.games.mini_sudoku.generate import GIVENS, box_of
from player.games.rearranging import rearranged
from player.games.shapes import EITHER, Shape, Shaped
from player.sat import solver

Numbers = dict[Cell, int]


def shaped() -> Shaped:
    """Return the generator of boards of a shape."""
    return Shaped(make, check, lambda random, size: round(random.choice(GIVENS) * size * size / 36))


def check(shape: Shape) -> None:
    """Raise BoardError if a digit is no number of the board, or if no grid has the given digits."""
    for at, sign in shape.signs():
        if sign.isdigit() and not (sign in "123456789" and int(sign) <= shape.size):
            raise shape.wrong(at, f"{sign} is no number from 1 to {min(9, shape.size)} of such a board")
    if fixed := _fixed(shape):
        last = max(fixed)
        if not _solutions(shape.size, fixed, 1):
            raise shape.wrong(last, "no board has all the digits up to here" if len(fixed) > 1 else "no such board")


def make(random: Random, shape: Shape) -> Board | None:
    """Return a board whose given numbers are those on the marks; digits of the shape are given as they are.

    Where that leaves several solutions, cells that may be given are; then numbers on the marks change.
    """
    fixed, marks = _fixed(shape), shape.marks()
    cnf = game.encoding.encode(_board(shape.size, fixed))
    model = solver.random_model(cnf, random)
    if model is None:
        return None
    numbers = _numbers(shape.size, cnf.facts(model))
    given = {at: numbers[at] for at in marks}
    open_cells = set(shape.of(EITHER))
    while open_cells and (found := _solutions(shape.size, given, 2))[1:]:
        wrong = [at for at in sorted(open_cells) if any(other[at] != numbers[at] for other in found)]
        if not wrong:
            break
        at = random.choice(wrong)
        given[at] = numbers[at]
        open_cells.remove(at)
    done = rearranged(
        random, lambda some, most: _solutions(shape.size, some, most), given, [at for at in given if at not in fixed]
    )
    return None if done is None else _board(shape.size, done)


def _fixed(shape: Shape) -> Numbers:
    return {at: int(sign) for at, sign in shape.signs() if sign.isdigit()}


def _board(size: int, given: Numbers) -> Board:
    rows = tuple(tuple(given.get(Cell(row, col), 0) for col in range(size)) for row in range(size))
    return Board(box_of(size), rows)


def _numbers(size: int, facts: list[tuple[Cell, int]]) -> Numbers:
    rows = game.encoding.decode(_board(size, {}), facts)
    return {at: rows[at.row][at.col] for at in cells(size, size)}


def _solutions(size: int, given: Numbers, most: int) -> list[Numbers]:
    cnf = game.encoding.encode(_board(size, given))
    return [_numbers(size, cnf.facts(model)) for model in solver.models(cnf, most)]
