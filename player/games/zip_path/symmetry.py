"""The boards that are one Zip board turned, or walked from its end to its start."""

from collections.abc import Iterator

from player.games.grid import between
from player.games.symmetry import TURNS
from player.games.zip_path.board import Board


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, and each with its numbers in reverse."""
    for turn in TURNS:
        numbers = tuple(turn.cells(board.numbers, *board.shape))
        walls = frozenset(between(*turn.cells(wall, *board.shape)) for wall in board.walls)
        for order in (numbers, numbers[::-1]):
            yield Board(*turn.shape(*board.shape), order, walls)
