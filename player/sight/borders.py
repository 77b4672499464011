"""The borders of regions in pictures: lines between cells that are thicker than others."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from player.games.grid import Wall, beyond, cells
from player.sight.sheet import Sheet
from player.sight.strips import Edge, edges, strip

#: How far a line reaches into the cells on both sides, in cells.
REACH = 0.16

Regions = list[list[int]]


class Borders(NamedTuple):
    """The walls between regions by the thickness of lines, and the ratio of the thinnest of them to other lines.

    `widths` are those of all lines, in cells.
    """

    walls: frozenset[Wall]
    ratio: float
    widths: Mapping[Wall, float]


def borders_on(sheet: Sheet) -> Borders:
    """Return the walls by the thickness of lines: the best division of all edges into thin and thick ones."""
    lines = [*edges(sheet, REACH)]
    widths = line_widths(sheet, lines)
    order = np.sort(widths)
    least = max(2, round(0.08 * len(order)))
    ratios = order[least:-least] / np.maximum(order[least - 1 : -least - 1], 0.004)
    best = int(ratios.argmax())
    limit = order[least + best]
    known = {(line.at, line.other): float(width) for line, width in zip(lines, widths, strict=True)}
    walls = frozenset(line for line, width in known.items() if width >= limit)
    return Borders(walls, float(ratios[best]), known)


def line_widths(sheet: Sheet, lines: Sequence[Edge]) -> NDArray[np.float64]:
    """Return the ink of each edge across it, in cells: its contrast as a share of that of the lines' own colour."""
    unit = sheet.unit
    part = slice(round(0.2 * unit), round(0.8 * unit))
    across = np.stack([np.median(line.contrast[part], axis=0) for line in lines]).astype(np.float64)
    middles = across.argmax(axis=1)
    strongest = np.argsort(across.max(axis=1))[-max(3, len(lines) // 8) :]
    inks = [np.median(strip(sheet, lines[n].at, lines[n].other, REACH)[part, middles[n]], axis=0) for n in strongest]
    ink = np.median(inks, axis=0)
    away = [min(np.abs(sheet.colours[at] - ink).max() for at in (line.at, line.other)) for line in lines]
    return np.asarray(across.sum(axis=1) / unit / np.maximum(away, 40.0))


def parts(n: int, walls: frozenset[Wall]) -> Regions:
    """Return the parts of the board that walls separate, numbered from 0."""
    regions = [[-1] * n for _ in range(n)]
    count = 0
    for start in cells(n, n):
        if regions[start.row][start.col] >= 0:
            continue
        regions[start.row][start.col], todo = count, [start]
        while todo:
            at = todo.pop()
            for side in ("up", "down", "left", "right"):
                near = beyond(at, side)
                inside = 0 <= near.row < n and 0 <= near.col < n
                if inside and regions[near.row][near.col] < 0 and (min(at, near), max(at, near)) not in walls:
                    regions[near.row][near.col] = count
                    todo.append(near)
        count += 1
    return regions
