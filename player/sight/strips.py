"""Strips of a sheet across the edges between cells, all turned the same way."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from player.games.grid import Cell
from player.sight.ink import apart_all
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


class Edge(NamedTuple):
    """The edge of two neighbours, the left or upper one first, and how much its strip differs from both of them."""

    at: Cell
    other: Cell
    contrast: Image


def edges(sheet: Sheet, reach: float = REACH) -> Iterator[Edge]:
    """Yield all edges between cells, with the least contrast of their strips to their two cells."""
    right = [(Cell(row, col), Cell(row, col + 1)) for row in range(sheet.rows) for col in range(sheet.cols - 1)]
    down = [(Cell(row, col), Cell(row + 1, col)) for row in range(sheet.rows - 1) for col in range(sheet.cols)]
    pairs = right + down
    pixels = np.stack([strip(sheet, at, other, reach) for at, other in pairs])
    first, second = (np.array([sheet.colours[pair[number]] for pair in pairs]) for number in (0, 1))
    contrast = np.minimum(apart_all(pixels, first), apart_all(pixels, second))
    return (Edge(at, other, image) for (at, other), image in zip(pairs, contrast, strict=True))
