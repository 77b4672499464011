"""Zip in a booklet: the title, and the rules in plain words."""

from player.games.zip_path.board import Board


def title(_board: Board) -> str:
    """Return the name of the puzzle."""
    return "Zip"


def rules(board: Board) -> list[str]:
    """Return the rules, a sentence each."""
    said = [
        "Draw one path that visits each cell exactly once.",
        "It goes from a cell to one of its neighbours, left, right, up or down.",
        "It begins on 1, meets the numbers in their order, and ends on the greatest.",
    ]
    return [*said, "It crosses no wall, which is a thick line."] if board.walls else said


def caption(_board: Board) -> str:
    """Return what the grid does not show: nothing."""
    return ""
