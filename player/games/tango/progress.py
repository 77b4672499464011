"""The marks that a picture of a Tango board shows, as the fields of a page."""

from collections.abc import Mapping
from typing import Any

from player.games.grid import cells
from player.games.snapshot import Value
from player.games.tango.board import Board
from player.games.tango.play import EMPTY, columns


def fields(board: Board) -> dict[str, list[Value]]:
    """Return the fields of each cell but for its mark, row by row."""
    given = {one.cell for one in board.givens}
    signs: dict[str, list[Value]] = {name: [*sides] for name, sides in columns(board).items()}
    return {**signs, "locked": [at in given for at in cells(*board.shape)]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the symbol of each cell, row by row, given ones too; `progress` is that of a reading."""
    symbols = dict(board.givens) | {(row, col): symbol for row, col, symbol in progress.get("symbols", ())}
    return [symbols.get(at, EMPTY) for at in cells(*board.shape)]
