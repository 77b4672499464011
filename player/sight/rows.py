"""Rows and columns that a lattice gains or loses by the ridges around it."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from player.sight.lattice import LEAST_SIDE, MIDDLE
from player.sight.ridges import Image

Lines = NDArray[np.float64]

#: The least share of a side's new edges on ridges to add a row or column there, and below which one is taken away.
ADDED, TAKEN = 0.6, 0.4
#: The shares of the usual ridge of a frame below which it is missing along a row, and from which it is there.
FRAME = (0.25, 0.6)
#: The least ridge of a line, in grey levels.
LEAST_RIDGE = 3
#: How far a board may reach beyond the picture, in cells: crops cut the outer line off.
BEYOND = 0.14
#: The most rows or columns.
MOST = 32


def framed(lines: Lines, ends: Lines, ridge: Image, other: Image) -> Lines:
    """Return the lines without the first and the last row if those lie outside of the board's frame.

    A frame is drawn along all other rows on both sides, at the first and last of `ends`, and closes before that row:
    `ridge` has the sides upright, `other` the lines that cross them.
    """
    if len(lines) - 1 <= LEAST_SIDE:
        return lines
    sides = np.array(list(edges(ridge, [ends[0], ends[-1]], lines))).reshape(2, len(lines) - 1)
    usual = np.median(sides, axis=1, keepdims=True)
    kept = slice(0, len(lines))
    for row, inner, rest in ((-1, -2, slice(0, -1)), (0, 1, slice(1, None))):
        closed = min(edges(other, [lines[inner]], ends)) >= FRAME[1] * usual.min() >= LEAST_RIDGE
        if closed and (sides[:, row] < FRAME[0] * usual[:, 0]).all() and (sides[:, rest] >= FRAME[1] * usual).all():
            kept = slice(kept.start + (row == 0), kept.stop - (row != 0))
    return lines[kept]


def extended(lines: Lines, ends: Lines, ridge: Image, other: Image) -> tuple[Lines, Lines]:
    """Return the lines with those before the first and after the last that ridges show, without those they don't.

    `ridge` has the lines upright, `other` those that cross them.
    """
    for last in (False, True):
        while len(lines) > LEAST_SIDE and np.mean(_outer(lines, ends, ridge, other, last=last)) < TAKEN:
            lines = lines[:-1] if last else lines[1:]
        while len(lines) <= MOST:
            more = np.append(lines, 2 * lines[-1] - lines[-2]) if last else np.append(2 * lines[0] - lines[1], lines)
            if min(_outer(more, ends, ridge, other, last=last)) < ADDED:
                break
            lines = more
    return lines, ends


def _outer(lines: Lines, ends: Lines, ridge: Image, other: Image, *, last: bool) -> tuple[float, float]:
    """Return two shares: of the outer line's edges on ridges, and of those from it to the next line."""
    at, inner = (lines[-1], lines[-2]) if last else (lines[0], lines[1])
    beyond = BEYOND * abs(at - inner)
    if not -beyond <= at <= ridge.shape[1] - 1 + beyond:
        return 0.0, 0.0
    outer = [value >= 128 for value in edges(ridge, [at], ends)]
    between = sorted((at, inner))
    crossing = [value >= 128 for value in edges(other, list(ends), between)]
    return float(np.mean(outer)), float(np.mean(crossing))


def edges(ridge: Image, lines: "Lines | list[float]", ends: "Lines | list[float]") -> Iterator[float]:
    """Yield the mean of `ridge` along each edge of upright lines, between neighbouring `ends`."""
    high, wide = ridge.shape
    spare = (ends[1] - ends[0]) * (1 - MIDDLE) / 2
    for x in lines:
        at = min(max(round(float(x)), 0), wide - 1)
        total = np.concatenate(([0], np.cumsum(ridge[:, at], dtype=np.int64)))
        for top, bottom in pairwise(ends):
            start, end = (min(max(round(float(y)), 0), high) for y in (top + spare, bottom - spare))
            yield float((total[end] - total[start]) / max(end - start, 1))
