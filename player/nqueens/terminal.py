"""N queens in a terminal: a chess board, two columns for each square."""

from rich.text import Text

from player.games.grid import cells
from player.nqueens.model import Board, Solution
from player.render.styles import STYLES, cyclic


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the queens of `solution` if there is one, as styled text."""
    text, queens = Text(), set(solution or ())
    for at in cells(*board.shape):
        shade = cyclic(STYLES["n-queens"]["squares"], at.row + at.col)
        text.append("♛ " if at in queens else "· ", style=f"black on {shade}")
        if at.col == board.size - 1:
            text.append("\n")
    return text
