"""Zip boards: a random path, then numbers and walls until it is the only one, then without those it can do without."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from player.games import zip as game
from player.games.grid import Cell, between, neighbours
from player.games.zip import Board
from player.prove import prove

Path = list[Cell]


def make(random: Random, size: int, walls: bool) -> Board:
    path = _path(random, size)
    inner = random.sample(path[1:-1], random.randint(2, size))
    board = _numbered(Board(size, size, (path[0], path[-1])), path, inner)
    while others := [found for found in prove(game, board).found if list(found) != path]:
        board = _narrowed(random, board, path, list(others[0]), walls=walls)
    return _trimmed(random, board)


def _path(random: Random, size: int) -> Path:
    """A path through all cells, by backbites: join one end to a neighbour, and open the loop that this closes.

    Source: R. Oberdorf et al., "Secondary structures in long compact polymers", Phys. Rev. E 74 (2006).
    """
    path = [Cell(row, col if row % 2 == 0 else size - 1 - col) for row in range(size) for col in range(size)]
    for _ in range(10 * size * size):
        if random.random() < 0.5:
            path.reverse()
        at = path.index(random.choice(list(neighbours(path[-1], size, size))))
        path[at + 1 :] = reversed(path[at + 1 :])
    return path


def _numbered(board: Board, path: Path, more: list[Cell]) -> Board:
    """`board` with numbers on the cells `more` too, all in the order of `path`."""
    return replace(board, numbers=tuple(sorted({*board.numbers, *more}, key=path.index)))


def _narrowed(random: Random, board: Board, path: Path, other: Path, *, walls: bool) -> Board:
    """`board` with one wall or number more, at a place where `other` leaves `path`."""
    steps = {between(a, b) for a, b in pairwise(path)}
    astray = sorted({between(a, b) for a, b in pairwise(other)} - steps)
    if walls and random.random() < 0.8:
        return replace(board, walls=board.walls | {random.choice(astray)})
    unnumbered = [
        cell for cell, elsewhere in zip(path, other, strict=True) if cell != elsewhere and cell not in board.numbers
    ]
    return _numbered(board, path, [random.choice(unnumbered)])


def _trimmed(random: Random, board: Board) -> Board:
    """`board` without the inner numbers and walls that its uniqueness does not need."""
    for number in random.sample(board.numbers[1:-1], len(board.numbers) - 2):
        fewer = replace(board, numbers=tuple(cell for cell in board.numbers if cell != number))
        board = fewer if prove(game, fewer).solutions == 1 else board
    for wall in random.sample(sorted(board.walls), len(board.walls)):
        fewer = replace(board, walls=board.walls - {wall})
        board = fewer if prove(game, fewer).solutions == 1 else board
    return board
