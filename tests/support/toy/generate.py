"""Latin squares: a shuffled one, of which numbers are taken away while the rest still has one solution."""

from functools import partial
from random import Random

from player.games.grid import cells
from player.games.shapes import Generator
from player.proof import prove
from tests.support.toy import GAME
from tests.support.toy.board import Board


def generator(**options: bool) -> Generator:
    return Generator(partial(make, most=None if options else 3), (2, 5), (4,))


def make(random: Random, size: int, *, most: int | None) -> Board:
    """A board from which at most `most` numbers were taken away."""
    rows, cols, numbers = (random.sample(range(size), size) for _ in range(3))
    board = Board(tuple(tuple(1 + numbers[(row + col) % size] for col in cols) for row in rows))
    taken = 0
    for at in random.sample([*cells(size, size)], size * size):
        less = [list(row) for row in board.givens]
        less[at.row][at.col] = 0
        fewer = Board(tuple(map(tuple, less)))
        if taken != most and prove(GAME, fewer).solutions == 1:
            board, taken = fewer, taken + 1
    return board
