"""Zip in a terminal: four columns and two lines a cell, numbers, walls as thick lines, the path as a thin one."""

from collections.abc import Mapping
from itertools import pairwise

from rich.text import Text

from player.games.grid import Cell
from player.games.zip_path.board import Board, Solution
from player.render.canvas import Canvas, frame, text
from player.render.styles import style_of

STYLE = style_of("player.games.zip_path")

PATH = f"bold {STYLE['path']}"


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the path of `solution` if there is one, as styled text."""
    canvas = frame(*board.shape)
    for a, b in board.walls:
        if a.row == b.row:
            canvas[2 * a.row + 1][4 * b.col] = ("┃", "bold")
        else:
            for column in range(4 * a.col + 1, 4 * a.col + 4):
                canvas[2 * b.row][column] = ("━", "bold")
    joined: dict[Cell, set[tuple[int, int]]] = {}
    for a, b in pairwise(solution or ()):
        joined.setdefault(a, set()).add((b.row - a.row, b.col - a.col))
        joined.setdefault(b, set()).add((a.row - b.row, a.col - b.col))
    for at, sides in joined.items():
        _trace(canvas, at, sides)
    for number, at in enumerate(board.numbers, start=1):
        for column, digit in enumerate(str(number), start=4 * at.col + (2 if number < 10 else 1)):
            canvas[2 * at.row + 1][column] = (digit, "bold reverse")
    return text(canvas)


_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_BENDS: Mapping[frozenset[tuple[int, int]], str] = {
    frozenset({_UP}): "╵",
    frozenset({_DOWN}): "╷",
    frozenset({_LEFT}): "╴",
    frozenset({_RIGHT}): "╶",
    frozenset({_UP, _DOWN}): "│",
    frozenset({_LEFT, _RIGHT}): "─",
    frozenset({_UP, _LEFT}): "╯",
    frozenset({_UP, _RIGHT}): "╰",
    frozenset({_DOWN, _LEFT}): "╮",
    frozenset({_DOWN, _RIGHT}): "╭",
}


def _trace(canvas: Canvas, at: Cell, sides: set[tuple[int, int]]) -> None:
    """Draw the path in one cell, and half of its way to the next cells.

    A wrong path in a file (a jump, a cell twice) is drawn as a crossing.
    """
    row, column = 2 * at.row + 1, 4 * at.col + 2
    canvas[row][column] = (_BENDS.get(frozenset(sides), "┼"), PATH)
    if _LEFT in sides:
        canvas[row][column - 1] = ("─", PATH)
    if _RIGHT in sides:
        canvas[row][column + 1] = canvas[row][column + 2] = ("─", PATH)
    if _DOWN in sides:
        canvas[row + 1][column] = ("│", PATH)
