"""Strips of a sheet across the edges between cells, all turned the same way."""

import numpy as np

from player.games.grid import Cell
from player.sight.ridges import Image
from player.sight.sheet import Sheet

#: How far a strip reaches into the cells on both sides, in cells.
REACH = 0.25


def strip(sheet: Sheet, at: Cell, other: Cell, reach: float = REACH) -> Image:
    """Return the pixels across the edge of two neighbours: a row for each place along it, `at` on the left."""
    unit, m, half = sheet.unit, sheet.margin, round(reach * sheet.unit)
    if other.row == at.row:
        x, y = m + max(at.col, other.col) * unit, m + at.row * unit
        return np.ascontiguousarray(sheet.pixels[y : y + unit, x - half : x + half])
    x, y = m + at.col * unit, m + max(at.row, other.row) * unit
    return np.ascontiguousarray(sheet.pixels[y - half : y + half, x : x + unit].swapaxes(0, 1))
