"""Patches in a booklet: the title, and the rules in plain words."""

from player.games.patches.board import Board


def title(board: Board) -> str:
    """Return the name of the puzzle."""
    return "Patches" if _has_shapes(board) else "Shikaku"


def rules(board: Board) -> list[str]:
    """Return the rules, a sentence each."""
    said = [
        "Divide the board into rectangles, each with exactly one clue in it.",
        "A number says how many cells the rectangle has.",
    ]
    if _has_shapes(board):
        said.append(
            "The form of a clue is that of its rectangle: a square, wider than high, or higher than wide; "
            "a clue that shows all three forms at once allows any."
        )
    return said


def caption(_board: Board) -> str:
    """Return what the grid does not show: nothing."""
    return ""


def _has_shapes(board: Board) -> bool:
    return any(clue.shape != "any" or clue.area is None for clue in board.clues)
