"""Patches in a terminal: four columns and two lines a cell, each clue's sign and area, thin lines around patches."""

from collections.abc import Mapping

from rich.text import Text

from player.games.grid import Cell, cells
from player.games.patches.board import Board, Clue, Solution
from player.render.canvas import Canvas, frame, text
from player.render.patterns import character
from player.render.styles import style_of

STYLE = style_of("player.games.patches")

LINE = f"bold {STYLE['line']}"
#: The character before the area; a clue of any shape and area is a question mark.
SIGNS = {"any": "", "square": "□", "wide": "▭", "tall": "▯"}


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the patches of `solution` if there is one, as styled text."""
    canvas = frame(*board.shape)
    if solution is not None:
        _fill(canvas, solution)
        _outline(canvas, board, solution)
    for clue in board.clues:
        for column, sign in enumerate(_label(clue), start=4 * clue.cell.col + 1):
            canvas[2 * clue.cell.row + 1][column] = (sign, "bold")
    return text(canvas)


def _fill(canvas: Canvas, solution: Solution) -> None:
    """Fill each patch with its pattern, or with nothing if patterns are not wanted."""
    for number, patch in enumerate(solution):
        for row, col in patch.cells():
            canvas[2 * row + 1][4 * col + 1 : 4 * col + 4] = [(character(number), "")] * 3


def _label(clue: Clue) -> str:
    """Return the label of a clue, at most four characters."""
    sign, area = SIGNS[clue.shape], "" if clue.area is None else str(clue.area)
    label = sign + area if len(area) < 4 else area
    return label.rjust(2) if label else " ?"


#: By the directions in which lines go on from a corner (up, down, left, right): its character.
_JOINTS: Mapping[str, str] = {
    "udlr": "┼", "udl": "┤", "udr": "├", "ulr": "┴", "dlr": "┬",
    "ud": "│", "lr": "─", "ul": "┘", "ur": "└", "dl": "┐", "dr": "┌",
}  # fmt: skip


def _outline(canvas: Canvas, board: Board, solution: Solution) -> None:
    """Draw the sides between cells of different patches, and the corners where they meet."""
    rows, cols = board.shape
    owner = {cell: number for number, patch in enumerate(solution) for cell in patch.cells()}

    def parts(row: int, col: int, down: int, right: int) -> bool:
        return owner.get(Cell(row, col)) != owner.get(Cell(row + down, col + right))

    for row, col in cells(rows + 1, cols + 1):
        arms = {
            "u": parts(row - 1, col - 1, 0, 1),
            "d": parts(row, col - 1, 0, 1),
            "l": parts(row - 1, col - 1, 1, 0),
            "r": parts(row - 1, col, 1, 0),
        }
        if joint := _JOINTS.get("".join(arm for arm, there in arms.items() if there)):
            canvas[2 * row][4 * col] = (joint, LINE)
        if arms["r"]:
            canvas[2 * row][4 * col + 1 : 4 * col + 4] = [("─", LINE)] * 3
        if arms["d"]:
            canvas[2 * row + 1][4 * col] = ("│", LINE)
