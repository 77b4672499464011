"""The path that a picture of a Zip board shows, as the fields of a page."""

from collections.abc import Mapping
from typing import Any

from player.games.grid import cells, sides
from player.games.snapshot import Value
from player.games.zip_path.board import Board

#: The values of a cell that looks as on the untouched board, and of one that the path goes through.
BARE, MARKED = False, True


def fields(board: Board) -> dict[str, list[Value]]:
    """Return the fields of each cell but for its mark, row by row."""
    numbers = {cell: str(number) for number, cell in enumerate(board.numbers, start=1)}
    walls: list[Value] = [*sides(board.walls, *board.shape)]
    return {"number": [numbers.get(at) for at in cells(*board.shape)], "walls": walls}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return if the path goes through each cell, row by row; `progress` is that of a reading."""
    filled = {tuple(at) for at in progress.get("path", ())}
    return [at in filled for at in cells(*board.shape)]
