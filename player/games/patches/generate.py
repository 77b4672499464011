"""Patches boards: a random tiling, a clue on each piece, and more said of some until it is the only one."""

from random import Random

from player.games import patches
from player.games.game import Generator
from player.games.grid import Cell, cells
from player.games.patches.board import Board, Clue, Patch
from player.solve import prove

#: No piece is larger, as on the site.
MOST = 12


#: What is said of a piece at first, as often as on the site.
TOLD = (*("area",) * 13, *("shape",) * 7, "neither")


def make(random: Random, size: int) -> Board:
    while True:
        if board := _told(random, size, sorted(_clue(random, patch) for patch in _tiling(random, size))):
            return board


def _told(random: Random, size: int, whole: list[Clue]) -> Board | None:
    """The clues `whole`, less in most of them; None where even all of them leave two solutions."""
    clues = [_less(clue, random.choice(TOLD)) for clue in whole]
    while True:
        board = Board(size, size, tuple(clues))
        found = prove(patches.GAME, board).found
        if len(found) == 1:
            return board
        differing = [index for index, (one, other) in enumerate(zip(*found, strict=True)) if one != other]
        doubtful = [index for index in differing if clues[index] != whole[index]]
        if not doubtful:
            return None
        index = random.choice(doubtful)
        clues[index] = whole[index]


def _less(clue: Clue, told: str) -> Clue:
    return Clue(clue.cell, clue.shape if told == "shape" else "any", clue.area if told == "area" else None)


def _tiling(random: Random, size: int) -> list[Patch]:
    """Pieces laid one after the other, each at the first free cell, of more than one cell wherever there is room."""
    free = set(cells(size, size))
    pieces = []
    while free:
        row, col = min(free)
        fitting = [
            piece
            for height in range(1, size - row + 1)
            for width in range(1, size - col + 1)
            if height * width <= MOST and free.issuperset((piece := Patch(row, col, height, width)).cells())
        ]
        pieces.append(random.choice([piece for piece in fitting if piece.height * piece.width > 1] or fitting))
        free.difference_update(pieces[-1].cells())
    return pieces


def _clue(random: Random, patch: Patch) -> Clue:
    """All that can be said of `patch`, on one of its cells."""
    cell: Cell = random.choice(list(patch.cells()))
    shape = "square" if patch.height == patch.width else "wide" if patch.width > patch.height else "tall"
    return Clue(cell, shape, patch.height * patch.width)


GENERATOR = Generator(make, (5, 12), (6, 7, 8))
