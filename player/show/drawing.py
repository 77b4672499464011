"""Boards and solutions drawn for a terminal: in colour where there is any, and to be read without it."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from rich.text import Text

from player.games import queens, zip
from player.games.grid import Cell, cells

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
PATH = "bold #ec5a13"


def draw(game: str, board: Any, solution: Any = None) -> Text:
    """The board, with the solution where one is given."""
    return _DRAWINGS[game](board, solution)


def _queens(board: queens.Board, solution: queens.Solution | None) -> Text:
    """Three columns a cell: the region's letter, and a crown where a queen stands."""
    text = Text()
    for at in cells(*board.shape):
        region = board.regions[at.row][at.col]
        crown = "♛" if at in (solution or board.givens) else " "
        text.append(f" {_letter(region)}{crown}", style=f"black on {COLORS[region % len(COLORS)]}")
        if at.col == board.size - 1:
            text.append("\n")
    return text


def _letter(region: int) -> str:
    return chr(ord("A") + region) if region < 26 else chr(ord("a") + region - 26)


def _zip(board: zip.Board, solution: zip.Solution | None) -> Text:
    """Four columns and two lines a cell: numbers, walls as thick lines, and the path as a thin one."""
    canvas = _frame(board)
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
    for at, ways in joined.items():
        _trace(canvas, at, ways)
    for number, at in enumerate(board.numbers, start=1):
        for column, digit in enumerate(str(number), start=4 * at.col + (2 if number < 10 else 1)):
            canvas[2 * at.row + 1][column] = (digit, "bold reverse")
    text = Text()
    for line in canvas:
        for character, style in line:
            text.append(character, style=style)
        text.append("\n")
    return text


Canvas = list[list[tuple[str, str]]]


def _frame(board: zip.Board) -> Canvas:
    height, width = 2 * board.rows + 1, 4 * board.cols + 1
    canvas: Canvas = [[(" ", "")] * width for _ in range(height)]
    for row in range(0, height, 2):
        for column in range(0, width, 4):
            canvas[row][column] = ("·", "dim")
    for column in range(width):
        canvas[0][column] = canvas[-1][column] = ("─", "dim")
    for row in range(height):
        canvas[row][0] = canvas[row][-1] = ("│", "dim")
    for row, column, corner in ((0, 0, "┌"), (0, -1, "┐"), (-1, 0, "└"), (-1, -1, "┘")):
        canvas[row][column] = (corner, "dim")
    return canvas


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


def _trace(canvas: Canvas, at: Cell, ways: set[tuple[int, int]]) -> None:
    """The piece of the path in one cell, and its halves of the way to the next cells."""
    row, column = 2 * at.row + 1, 4 * at.col + 2
    canvas[row][column] = (_BENDS[frozenset(ways)], PATH)
    if _LEFT in ways:
        canvas[row][column - 1] = ("─", PATH)
    if _RIGHT in ways:
        canvas[row][column + 1] = canvas[row][column + 2] = ("─", PATH)
    if _DOWN in ways:
        canvas[row + 1][column] = ("│", PATH)


_DRAWINGS: Mapping[str, Callable[[Any, Any], Text]] = {"queens": _queens, "zip": _zip}
