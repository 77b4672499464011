"""Patches boards: a random tiling, a clue on each piece, then without all shapes and areas that it can do without."""

from dataclasses import replace
from random import Random

from player.games import patches
from player.games.grid import Cell, cells
from player.games.patches import Board, Clue, Patch
from player.prove import prove

#: No piece is larger, as on the site.
MOST = 12


def make(random: Random, size: int, walls: bool) -> Board:  # noqa: ARG001  # all makers are called alike
    while True:
        board = Board(size, size, tuple(sorted(_clue(random, patch) for patch in _tiling(random, size))))
        if prove(patches, board).solutions == 1:
            return _trimmed(random, board)


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


def _trimmed(random: Random, board: Board) -> Board:
    """`board` without the shapes and areas that its uniqueness does not need."""
    told = [(index, what) for index in range(len(board.clues)) for what in ("shape", "area")]
    for index, what in random.sample(told, len(told)):
        clue = board.clues[index]
        less = clue._replace(shape="any") if what == "shape" else clue._replace(area=None)
        fewer = replace(board, clues=(*board.clues[:index], less, *board.clues[index + 1 :]))
        board = fewer if prove(patches, fewer).solutions == 1 else board
    return board
