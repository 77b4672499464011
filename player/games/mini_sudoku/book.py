"""Sudoku in a booklet: the title, and the rules in plain words."""

from player.games.mini_sudoku.board import Board


def title(board: Board) -> str:
    """Return the name of the puzzle."""
    return "Mini Sudoku" if board.size < 9 else "Sudoku"


def rules(board: Board) -> list[str]:
    """Return the rules, a sentence each."""
    height, width = board.box
    return [
        f"Write a number from 1 to {board.size} into each cell.",
        "Each row and each column holds each of the numbers once.",
        f"So does each box of {height} rows and {width} columns, which thick lines enclose.",
    ]


def caption(_board: Board) -> str:
    """Return what the grid does not show: nothing."""
    return ""
