"""Queens in a terminal: three columns a cell, with the letter of its region, if any, and a crown for each queen."""

from rich.text import Text

from player.games.grid import cells
from player.games.queens.board import Board, Solution, letter
from player.render.patterns import character
from player.render.styles import cyclic, style_of

STYLE = style_of("player.games.queens")


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the queens of `solution` or the given ones, as styled text."""
    text = Text()
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        color = STYLE["outside"] if region is None else cyclic(STYLE["regions"], region)
        name, filling = (" ", " ") if board.shapeless or region is None else (letter(region), character(region))
        crown = "♛" if at in (solution or board.givens) else filling
        text.append(f"{filling}{name}{crown}", style=f"black on {color}")
        if at.col == board.size - 1:
            text.append("\n")
    return text
