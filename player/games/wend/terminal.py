"""Wend in a terminal: four columns and two lines a cell, letters, holes, and lines between the letters of a word."""

from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text

from player.games.grid import cells
from player.games.wend.board import Board, Solution
from player.render.canvas import frame, text
from player.render.styles import cyclic, style_of

STYLE = style_of("player.games.wend")


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the words of `solution` if there is one, as styled text; a word's first letter is lit."""
    canvas, letters = frame(*board.shape), board.letters
    for row, col in cells(*board.shape):
        if (row, col) not in letters:
            canvas[2 * row + 1][4 * col + 1 : 4 * col + 4] = [("░", "dim")] * 3
    styles = {}
    for number, word in enumerate(solution or ()):
        style = f"bold {cyclic(STYLE['words'], number)}"
        styles.update(dict.fromkeys(word.path, style))
        styles.update(dict.fromkeys(word.path[:1], f"{style} reverse"))
        for a, b in pairwise(word.path):
            if a.row == b.row:
                left = 4 * min(a.col, b.col)
                canvas[2 * a.row + 1][left + 3 : left + 6] = [("─", style)] * 3
            else:
                canvas[2 * max(a.row, b.row)][4 * a.col + 2] = ("│", style)
    for at, letter in letters.items():
        line = canvas[2 * at.row + 1]
        line[4 * at.col + 2] = (letter, styles.get(at, "bold"))
        if cell_len(letter) == 2:  # a wide letter takes the column after it
            line[4 * at.col + 3] = ("", "")
    return text(canvas)
