"""The edges between the cells of a straightened board: their pixels, and the lines that are drawn there."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell, Wall, neighbouring
from player.sight.sheet import Image, Numbers, Sheet, apart, in_lab

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


class SheetEdge(NamedTuple):
    """The edge of two neighbours, the left or upper one first: its strip, and how much that differs from both cells."""

    at: Cell
    other: Cell
    pixels: Image
    contrast: Image


def edges(sheet: Sheet, reach: float = REACH) -> Iterator[SheetEdge]:
    """Yield all edges between cells, with the least contrast of their strips to their two cells."""
    pairs = neighbouring(sheet.rows, sheet.cols)
    pixels = np.stack([strip(sheet, at, other, reach) for at, other in pairs])
    first, second = (np.array([sheet.colours[pair[number]] for pair in pairs]) for number in (0, 1))
    contrast = np.minimum(apart(pixels, first), apart(pixels, second))
    return (SheetEdge(at, other, *images) for (at, other), *images in zip(pairs, pixels, contrast, strict=True))


#: What of an edge shows its line, beside signs; how far that may be from the edge, in cells; the distance of alike
#: colours in Lab.
BESIDE, NARROW, NEAR = (0.2, 0.36), 0.06, 2.2


def beside_middle(pixels: NDArray[Any]) -> NDArray[Any]:
    """Return the parts of a strip between its middle and its ends."""
    start, end = (round(share * len(pixels)) for share in BESIDE)
    return np.concatenate([pixels[start:end], pixels[len(pixels) - end : len(pixels) - start]])


def line_colour(sheet: Sheet, ground: Numbers) -> Numbers | None:
    """Return the usual colour of the lines between two cells of the colour `ground`, both in Lab; None without any."""
    found = []
    like = np.linalg.norm(sheet.lab - ground, axis=2) <= NEAR
    for edge in edges(sheet, NARROW):
        if like[edge.at] and like[edge.other]:
            profile = np.median(beside_middle(edge.pixels), axis=0)
            found.append(profile[int(np.abs(profile - sheet.colours[edge.at]).max(axis=1).argmax())])
    if not found:
        return None
    return in_lab(np.median(found, axis=0))


#: The part of an edge whose line is measured, and how far a thick one reaches into the cells on both sides, in cells.
LONG, THICK = (0.2, 0.8), 0.16


def line_widths(sheet: Sheet) -> dict[Wall, float]:
    """Return the ink of each edge across it, in cells: its contrast as a share of that of the lines' own colour."""
    unit, lines = sheet.unit, [*edges(sheet, THICK)]
    part = sheet.span(LONG)
    across = np.stack([np.median(line.contrast[part], axis=0) for line in lines]).astype(np.float64)
    middles = across.argmax(axis=1)
    strongest = np.argsort(across.max(axis=1))[-max(3, len(lines) // 8) :]
    ink = np.median([np.median(lines[n].pixels[part, middles[n]], axis=0) for n in strongest], axis=0)
    away = [min(np.abs(sheet.colours[at] - ink).max() for at in (line.at, line.other)) for line in lines]
    widths = across.sum(axis=1) / unit / np.maximum(away, 40.0)
    return {(line.at, line.other): float(width) for line, width in zip(lines, widths, strict=True)}
