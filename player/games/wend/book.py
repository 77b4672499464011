"""Wend in a booklet: the title, the rules in plain words, and the lengths of a board's words."""

from player.games.wend.board import Board


def title(_board: Board) -> str:
    """Return the name of the puzzle."""
    return "Wend"


def rules(_board: Board) -> list[str]:
    """Return the rules, a sentence each."""
    return [
        "Divide all letters into words, each on a path of its own.",
        "A path goes from a letter to one of its neighbours, left, right, up or down, and takes no letter twice.",
        "Dark cells are holes. The lengths of the words stand below the board.",
    ]


def caption(board: Board) -> str:
    """Return the lengths of the words, which the grid does not show."""
    return f"Words of {', '.join(map(str, board.lengths))} letters"
