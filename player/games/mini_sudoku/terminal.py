"""Mini Sudoku in a terminal: a line for each row, lines around the boxes, bold givens."""

from rich.text import Text

from player.games.grid import Cell
from player.games.mini_sudoku.board import Board, Solution


def draw(board: Board, solution: Solution | None) -> Text:
    """Return the board, with the numbers of `solution` if there is one, as styled text."""
    height, width = board.box
    text = _line(board, "┌┬┐")
    for row in range(board.size):
        if row and row % height == 0:
            text.append_text(_line(board, "├┼┤"))
        for col in range(board.size):
            if col % width == 0:
                text.append("│ ", style="dim")
            text.append_text(_number(board, solution, Cell(row, col)))
        text.append("│\n", style="dim")
    return text.append_text(_line(board, "└┴┘"))


def _line(board: Board, corners: str) -> Text:
    height, width = board.box
    bar = "─" * (width * (_digits(board) + 1) + 1)
    return Text(corners[0] + corners[1].join([bar] * height) + corners[2] + "\n", style="dim")


def _number(board: Board, solution: Solution | None, at: Cell) -> Text:
    """Return the number of one cell, and a blank."""
    given = board.given(at)
    number = given or (solution[at.row][at.col] if solution else 0)
    return Text(f"{number or '·':>{_digits(board)}} ", style="bold" if given else "" if number else "dim")


def _digits(board: Board) -> int:
    return len(str(board.size))
