"""Places on a board, as certificates word them."""

from typing import Any

Place = tuple[int, int]


def place(cell: Any) -> Place:
    """Return the row and column, from 0, of a cell in JSON; raise ValueError if it is none."""
    row, col = cell
    if not (type(row) is type(col) is int):
        raise ValueError("not a cell")
    return row, col


def at(cell: Any) -> str:
    """Return the place of a cell in words, counted from 1."""
    row, col = place(cell)
    return f"row {row + 1}, column {col + 1}"
