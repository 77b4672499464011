"""The search for boards in a picture: lattices at a ladder of sizes and levels, then a closer look at each."""

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from time import thread_time

import cv2
import numpy as np
from numpy.typing import NDArray

from player.sight.lattice import (
    LEAST_SIDE,
    MIDDLE,
    SMALLEST,
    USUAL,
    WIDE,
    Ridges,
    best,
    lattices,
    pyramid,
    ridges,
)
from player.sight.reading import Grid
from player.sight.sheet import Image

Lines = NDArray[np.float64]

#: The least share of a side's new edges on ridges to add a row or column there, and below which one is taken away.
ADDED, TAKEN = 0.6, 0.4
#: The share of all inner lines that go on for another row or column from which on that is there: its outer line is none
#: if the gaps between cells have the colour of what is around the board.
WHOLE = 0.97
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


def extended(lines: Lines, ends: Lines, ridge: Image, other: Image) -> Lines:
    """Return the lines with those before the first and after the last that ridges show, without those they don't.

    `ridge` has the lines upright, `other` those that cross them.
    """
    for last in (False, True):
        while len(lines) > LEAST_SIDE and np.mean(_outer(lines, ends, ridge, other, last=last)) < TAKEN:
            lines = lines[:-1] if last else lines[1:]
        while len(lines) <= MOST:
            more = np.append(lines, 2 * lines[-1] - lines[-2]) if last else np.append(2 * lines[0] - lines[1], lines)
            shown = min(_outer(more, ends, ridge, other, last=last)) >= ADDED
            if not shown and _outer(more, ends[1:-1], ridge, other, last=last)[1] < WHOLE:
                break
            lines = more
    return lines


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


#: The longest sides to which a picture is scaled for the search, in pixels: lines may be too thick for the first, or
#: too thin.
LADDER = (840, 1680, 420, 3360)
#: The longest side of a picture that is searched as it is; larger ones are reduced.
LARGEST = 4200
#: The seconds that the ridges of a pixel take, about.
COST = 6e-8
#: The grey levels from which on a ridge is a line: strong lines first, as compression draws faint ones beside them.
LEVELS = (25, 8, 3)
#: The side of a cell in the closer look, in pixels: larger pictures are reduced to it.
CLOSE = 44
#: What the closer look shows around a lattice, in cells; and the most closer looks.
AROUND, LOOKS = 1.2, 6
#: The mean share of the edges that must lie on ridges; and beyond which no other level is tried first, if the lattice
#: covers more than a share of the picture.
QUALITY, CLEAR, LARGE = 0.7, 0.9, 0.04
#: The share beyond which no lattice half a cell away is tried, and by which that must be better.
CERTAIN, BETTER = 0.96, 0.03
#: The grey levels from which on a ridge is a line in the closer look: a share of the lattice's usual ridge, in bounds;
#: and the multiple of it from which on ridges count alike when the lattice is moved.
SHARE, BOUNDS, STRONG = 0.5, (LEAST_RIDGE, 40), 3
#: The loss for a change of the cells' side by its whole length: of near equals, the least change is best.
PENALTY = 4
#: The most rows for each column, or columns for each row.
SLENDER = 2.5


def boards(picture: Image, until: float = inf) -> Iterator[Grid]:
    """Yield the lattices in a picture that may be boards, the likeliest first, and each once.

    Their quality is the share of their edges on ridges. The search ends when `time.thread_time()` is past `until`.
    """
    seen: list[Grid] = []
    shrink = -(-max(picture.shape[:2]) // LARGEST)
    if shrink > 1:
        high, wide = (side // shrink for side in picture.shape[:2])
        picture = np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    for one in (found.scaled(shrink) for found in _searched(picture, until)):
        if all(one.shape != other.shape or one.overlap(other) < 0.9 for other in seen):
            seen.append(one)
            yield one


def _searched(picture: Image, until: float) -> Iterator[Grid]:
    longest = max(picture.shape[:2])
    for size in (size for size in LADDER if size <= LADDER[0] or size < 2 * longest):
        scale = min(1.0, size / longest)
        if thread_time() + COST * picture.shape[0] * picture.shape[1] * scale**2 > until:
            return
        if min(picture.shape[:2]) * scale < SMALLEST:
            continue
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
        maps, held = ridges(small, WIDE if size < LADDER[0] else USUAL), []
        for level in LEVELS:
            if thread_time() > until:
                return
            clipped = maps.clipped(level)
            bordered = clipped.bordered()
            one = best([*lattices(pyramid(bordered), until)])
            found = one and _closest(picture, _grown(_lines(one), bordered, clipped), scale, until)
            if found and found.quality >= CLEAR and found.area >= LARGE * picture.shape[0] * picture.shape[1]:
                yield found
            elif found:
                held.append(found)
        yield from sorted(held, key=lambda found: -found.area * found.quality)


def _lines(grid: Grid) -> tuple[Lines, Lines]:
    return np.array(grid.across), np.array(grid.down)


def _closest(picture: Image, coarse: tuple[Lines, Lines], scale: float, until: float) -> Grid | None:
    """Return the lattice after closer looks, or None if it does not hold: each may show another row or column."""
    lines = coarse[0] / scale, coarse[1] / scale
    for _ in range(LOOKS):
        found = _closer(picture, *lines)
        if found is None or thread_time() > until or found.shape == (len(lines[1]) - 1, len(lines[0]) - 1):
            return found
        lines = _lines(found)
    return found


def _closer(picture: Image, across: Lines, down: Lines) -> Grid | None:
    """Return the lattice after a closer look at the picture around it, or None if it does not hold there."""
    side = max(_pitch(across), _pitch(down))
    high, wide = picture.shape[:2]
    left, top = (max(int(lines[0] - AROUND * side), 0) for lines in (across, down))
    right, bottom = (min(int(lines[-1] + AROUND * side) + 1, end) for lines, end in ((across, wide), (down, high)))
    if right - left < 16 or bottom - top < 16:
        return None
    factor = min(1.0, CLOSE / side)
    part = np.ascontiguousarray(picture[top:bottom, left:right])
    if factor < 1:
        part = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    raw = ridges(part, WIDE)
    borders = left == 0, top == 0, right == wide, bottom == high
    lines, share = _settled((across - left) * factor, (down - top) * factor, raw, borders)
    if share < CERTAIN:  # columns of signs may pass for lines: those are half a cell away
        half = 0.5 * _pitch(lines[0]), 0.5 * _pitch(lines[1])
        for x, y in ((half[0], 0.0), (0.0, half[1]), half):
            other = _settled(lines[0] + x, lines[1] + y, raw, borders)
            if other[1] > share + BETTER:
                lines, share = other
    down = framed(lines[1], lines[0], raw.vertical, raw.horizontal)
    lines = framed(lines[0], down, raw.horizontal, raw.vertical), down
    rows, cols = len(lines[1]) - 1, len(lines[0]) - 1
    if not LEAST_SIDE <= min(rows, cols) <= max(rows, cols) <= min(MOST, SLENDER * min(rows, cols)):
        return None
    across, down = (lines[0] / factor + left, lines[1] / factor + top)
    return Grid(tuple(across.tolist()), tuple(down.tolist()), share) if share >= QUALITY else None


def _settled(across: Lines, down: Lines, raw: Ridges, borders: tuple[bool, ...]) -> tuple[tuple[Lines, Lines], float]:
    """Return a lattice moved and grown, and the mean share of its edges on ridges."""
    lines = _moved((across, down), raw)
    level = float(np.clip(SHARE * np.percentile(_strengths(raw, *lines), 30), *BOUNDS))
    maps = raw.clipped(level).bordered(*borders)
    lines = _grown(lines, maps, raw.clipped(STRONG * level))  # lines of compression beside them move nothing
    return lines, float(np.mean(np.minimum(np.array(_strengths(maps, *lines)) / 240, 1)))


def _pitch(lines: Lines) -> float:
    return float(lines[-1] - lines[0]) / (len(lines) - 1)


def _moved(lines: tuple[Lines, Lines], maps: Ridges) -> tuple[Lines, Lines]:
    """Return the lattice moved onto its ridges."""
    across = _refined(lines[0], maps.vertical, lines[1])
    return across, _refined(lines[1], maps.horizontal, across)


def _grown(lines: tuple[Lines, Lines], maps: Ridges, moving: Ridges) -> tuple[Lines, Lines]:
    """Return the lattice moved onto its ridges (those of `moving`), with the rows and columns that its ridges show."""
    for _ in range(2):
        across, down = _moved(lines, moving)
        across = extended(across, down, maps.vertical, maps.horizontal)
        down = extended(down, across, maps.horizontal, maps.vertical)
        if (len(across), len(down)) == (len(lines[0]), len(lines[1])):
            return across, down
        lines = across, down
    return lines


def _refined(lines: Lines, ridge: Image, ends: Lines) -> Lines:
    """Return the lines moved by up to 9% of a cell, and spread by up to 3%, to where the ridges are strongest."""
    start, end = (int(np.clip(at, 0, ridge.shape[0])) for at in (ends[0], ends[-1]))
    if end - start < 4:
        return lines
    profile = cv2.reduce(np.ascontiguousarray(ridge[start:end]), 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)[0]
    pitch, count = _pitch(lines), len(lines) - 1
    wide = 2 * max(1, round(0.05 * pitch)) + 1  # so that the middle of a line is its best place
    profile = cv2.blur(cv2.blur(profile[None], (wide, 1)), (wide, 1))[0]
    shifts = np.arange(-0.09, 0.0901, 0.01) * pitch
    spreads = np.linspace(-0.03, 0.03, 2 * max(4, int(0.03 * count * pitch / 0.4)) + 1) * pitch
    steps = np.arange(count + 1) - count / 2
    places = (lines[0] + lines[-1]) / 2 + shifts[:, None, None] + steps * (pitch + spreads[None, :, None])
    inside = np.clip(places, 0, len(profile) - 1)
    outside = np.clip(1 - np.abs(places - inside) / (BEYOND * pitch), 0, 1)
    totals = (np.interp(inside, np.arange(len(profile)), profile) * outside).mean(axis=2)
    totals *= 1 - PENALTY * (np.abs(spreads)[None] + np.abs(shifts)[:, None] / 3) / pitch
    shift, spread = np.unravel_index(int(totals.argmax()), totals.shape)
    return np.asarray(places[shift, spread])


def _strengths(maps: Ridges, across: Lines, down: Lines) -> list[float]:
    """Return the mean of the ridges along each edge of the lattice."""
    return [*edges(maps.vertical, across, down), *edges(maps.horizontal, down, across)]
