"""Boards and solutions drawn for a terminal: in colour where there is any, and to be read without it."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

from player.show.drawing import mini_sudoku, patches, queens, tango, zip

_DRAWINGS: Mapping[str, Callable[[Any, Any], Text]] = {
    "queens": queens.draw,
    "zip": zip.draw,
    "tango": tango.draw,
    "mini-sudoku": mini_sudoku.draw,
    "patches": patches.draw,
}


def draw(game: str, board: Any, solution: Any = None) -> Text:
    """The board, with the solution where one is given."""
    return _DRAWINGS[game](board, solution)
