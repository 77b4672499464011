"""Tango in a terminal: four columns and two lines a cell, ○ for suns, ● for moons, inverse if given, signs between."""

from rich.text import Text

from player.games.grid import cells
from player.games.tango.board import EQUAL, MOON, SUN, Board, Solution
from player.render.canvas import frame, text
from player.render.styles import style_of

STYLE = style_of("player.games.tango")

SYMBOLS = {SUN: ("○", STYLE["sun"]), MOON: ("●", STYLE["moon"])}


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the symbols of `solution` if there is one, as styled text."""
    canvas = frame(*board.shape)
    for at, symbol in zip(cells(*board.shape), solution or (), strict=False):
        canvas[2 * at.row + 1][4 * at.col + 2] = SYMBOLS[symbol]
    for at, symbol in board.givens:
        sign, color = SYMBOLS[symbol]
        canvas[2 * at.row + 1][4 * at.col + 2] = (sign, f"bold reverse {color}")
    for a, b, sign in board.edges:
        canvas[a.row + b.row + 1][2 * (a.col + b.col) + 2] = ("=" if sign == EQUAL else "x", "bold")
    return text(canvas)
