"""Boards and solutions as text for a terminal, in colour and readable without it."""

from typing import Any

from rich.text import Text

from player.games.game import Puzzle


def draw(puzzle: Puzzle, board: Any, solution: Any = None) -> Text:
    """Return the board, with the solution if it is given."""
    drawn: Text = puzzle.terminal(board, solution)
    return drawn
