"""Queens: three columns a cell, the region's letter, and a crown where a queen stands."""

from rich.text import Text

from player.games.grid import cells
from player.games.queens import Board, Solution
from player.show.styles import STYLES, cyclic

#: The letters tell regions apart for eyes and terminals that don't see colours.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"


def draw(board: Board, solution: Solution | None) -> Text:
    text = Text()
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        crown = "♛" if at in (solution or board.givens) else " "
        text.append(f" {LETTERS[region]}{crown}", style=f"black on {cyclic(STYLES['queens']['regions'], region)}")
        if at.col == board.size - 1:
            text.append("\n")
    return text
