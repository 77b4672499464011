"""A generator of Simple Loop boards: a loop grown over the grid, and cut short until it is the only one."""

from itertools import pairwise
from random import Random

from player.games import simple_loop
from player.games.grid import Cell, adjacent, cells, neighbours
from player.games.shapes import Generator
from player.games.simple_loop.board import Board, board_of
from player.sat import solver

Loop = list[Cell]


def generator() -> Generator:
    """Return the generator of boards."""
    return Generator(make, (4, 16), (6, 7, 8))


def make(random: Random, size: int) -> Board:
    """Return a random board with one solution, of the tries the one with the fewest shaded cells."""
    return min((_narrowed(random, size) for _ in range(4)), key=lambda board: len(board.shaded))


def _narrowed(random: Random, size: int) -> Board:
    """Return a board whose only solution is what is left of a loop; two cells leave it where another one differs."""
    loop = grown(random, size)
    while True:
        board = board_of(size, size, {*cells(size, size)}.difference(loop))
        cnf = simple_loop.encoding.encode(board)
        found = [set(cnf.facts(model)) for model in solver.models(cnf, 2)]
        if len(found) == 1:
            return board
        differ = {at for edge in found[0] ^ found[1] for at in edge}
        bends = [at for at in range(len(loop)) if adjacent(loop[at - 3], loop[at])]
        if not bends:
            loop = grown(random, size)
            continue
        near = [at for at in bends if differ.intersection((loop[at - 3], loop[at - 2], loop[at - 1], loop[at]))]
        at = random.choice(near or bends)
        gone = {loop[at - 2], loop[at - 1]}
        loop = [cell for cell in loop if cell not in gone]


def grown(random: Random, size: int) -> Loop:
    """Return a loop from a random square: it takes in two free cells beside it as long as there are any."""
    top, left = random.randrange(size - 1), random.randrange(size - 1)
    loop = [Cell(top, left), Cell(top, left + 1), Cell(top + 1, left + 1), Cell(top + 1, left)]
    while True:
        free = {*cells(size, size)}.difference(loop)
        bulges = [
            (index, [b, c])
            for index, (a, d) in enumerate(pairwise([*loop, loop[0]]), start=1)
            for b in neighbours(a, size, size)
            for c in neighbours(d, size, size)
            if b in free and c in free and adjacent(b, c)
        ]
        if not bulges:
            return loop
        index, more = random.choice(bulges)
        loop[index:index] = more
