"""The boards that are one Wend board turned; other letters would be other words."""

from collections.abc import Iterator
from dataclasses import replace

from player.games.grid import Cell, cells
from player.games.symmetry import TURNS
from player.games.wend.board import Board


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, its lengths in rising order."""
    for turn in TURNS:
        sign = {turn.cell(at, *board.shape): board.grid[at.row][at.col] for at in cells(*board.shape)}
        rows, cols = turn.shape(*board.shape)
        grid = tuple("".join(sign[Cell(row, col)] for col in range(cols)) for row in range(rows))
        yield replace(board, grid=grid, lengths=tuple(sorted(board.lengths)))
