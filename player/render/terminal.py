"""Boards and solutions drawn for a terminal: in colour where there is any, and to be read without it."""

from typing import Any

from rich.text import Text

from player.games.game import Puzzle


def draw(puzzle: Puzzle, board: Any, solution: Any = None) -> Text:
    """The board, with the solution where one is given."""
    drawn: Text = puzzle.terminal(board, solution)
    return drawn
