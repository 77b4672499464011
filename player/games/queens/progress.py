"""The marks that a picture of a Queens board shows, as the fields of a page."""

from collections.abc import Mapping
from typing import Any

from player.games.grid import cells
from player.games.queens.board import Board
from player.games.snapshot import Value


def fields(board: Board) -> dict[str, list[Value]]:
    """Return the fields of each cell but for its mark, row by row."""
    regions: list[Value] = [str(region) for row in board.regions for region in row]
    return {"region": regions, "locked": [at in board.givens for at in cells(*board.shape)]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the mark of each cell, row by row; `progress` is that of a reading."""
    kinds = (("crosses", "cross"), ("queens", "queen"))
    found = {tuple(at): mark for kind, mark in kinds for at in progress.get(kind, ())}
    return [found.get(at, "empty") for at in cells(*board.shape)]
