"""The digits that a picture of a Mini Sudoku shows, as the fields of a page."""

from collections.abc import Mapping
from typing import Any

from player.games.grid import cells
from player.games.mini_sudoku.board import Board
from player.games.mini_sudoku.play import columns
from player.games.snapshot import Value


def fields(board: Board) -> dict[str, list[Value]]:
    """Return the fields of each cell but for its digit, row by row."""
    return {"walls": columns(board)["walls"], "given": [bool(board.given(at)) for at in cells(*board.shape)]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the digit of each cell, row by row, given ones too; `progress` is that of a reading."""
    entered = {(row, col): number for row, col, number in progress.get("numbers", ())}
    return [str(board.given(at) or entered.get(at, "")) for at in cells(*board.shape)]
