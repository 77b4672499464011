"""The boards that are one Queens board turned: the numbers of its regions are but names."""

from collections.abc import Iterator

from player.games.grid import Cell, cells
from player.games.queens.board import Board, board_of
from player.games.symmetry import TURNS


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, its regions numbered in the order of each."""
    for turn in TURNS:
        region = {turn.cell(at, *board.shape): board.regions[at.row][at.col] for at in cells(*board.shape)}
        rows = [[region[Cell(row, col)] for col in range(board.size)] for row in range(board.size)]
        yield board_of(rows, turn.cells(board.givens, *board.shape), board.stars)
