"""Tango in a booklet: the title, and the rules in plain words."""

from player.games.tango.board import Board


def title(board: Board) -> str:
    """Return the name of the puzzle."""
    return "Binairo" if board.distinct else "Tango"


def rules(board: Board) -> list[str]:
    """Return the rules, a sentence each."""
    said = [
        "Fill each cell with a sun or a moon.",
        "Each row and each column holds as many suns as moons.",
        "Nowhere do three equal symbols stand next to each other in a row or column.",
    ]
    if board.distinct:
        said.append("No two rows are equal, and no two columns.")
    else:
        said.append("Two cells with an equal sign between them hold the same symbol, two with a cross different ones.")
    return said


def caption(_board: Board) -> str:
    """Return what the grid does not show: nothing."""
    return ""
