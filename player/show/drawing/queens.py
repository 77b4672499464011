"""Queens: three columns a cell, the region's letter, and a crown where a queen stands."""

from rich.text import Text

from player.games.grid import cells
from player.games.queens import Board, Solution
from player.games.queens.board import letter

#: As on the site, in this order; the letters tell regions apart for eyes and terminals that don't see colours.
COLORS = (
    "#bba3e2",
    "#ffc992",
    "#96beff",
    "#b3dfa0",
    "#dfdfdf",
    "#ff7b60",
    "#e6f388",
    "#dfa0bf",
    "#b9b29e",
    "#a3d2d8",
    "#fe93f1",
    "#8acc6d",
    "#729aec",
    "#c387e0",
    "#f2a23a",
    "#70e0c4",
)


def draw(board: Board, solution: Solution | None) -> Text:
    text = Text()
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        crown = "♛" if at in (solution or board.givens) else " "
        text.append(f" {letter(region)}{crown}", style=f"black on {COLORS[region % len(COLORS)]}")
        if at.col == board.size - 1:
            text.append("\n")
    return text
