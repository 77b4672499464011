"""N queens: a chess board, two columns a square."""

from rich.text import Text

from player.games.grid import cells
from player.nqueens import Solution
from player.show.styles import STYLES, cyclic


def draw(n: int, solution: Solution) -> Text:
    text, queens = Text(), set(solution)
    for at in cells(n, n):
        shade = cyclic(STYLES["n-queens"]["squares"], at.row + at.col)
        text.append("♛ " if at in queens else "· ", style=f"black on {shade}")
        if at.col == n - 1:
            text.append("\n")
    return text
