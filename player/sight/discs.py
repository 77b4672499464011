"""Lattices by the discs in their cells and the frame around them: for boards whose inner lines are covered."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from player.sight.find import edges
from player.sight.lattice import USUAL, ridges
from player.sight.reading import Grid
from player.sight.sheet import Image

#: The longest side to which a picture is scaled, in pixels.
LONGEST = 1000
#: The grey levels of dark discs at most, and of light ones at least.
DARK, LIGHT = 70, 215
#: The size of a disc in pixels, its form: the ratio of its sides, the share of its box; how much its size varies.
SIZE, SQUARE, FULL, ALIKE = (9, 200), (0.88, 1.14), (0.7, 0.86), 0.09
#: The least number of discs.
LEAST = 3
#: The size of a disc in cells, the steps in which that of a cell is tried, and how far a disc may be off its middle.
SHARE, STEP, OFF = (0.36, 0.86), 1.004, 0.045
#: The level of ridges that are lines, the least share of an edge of the frame on them, and of one at a round corner.
LEVEL, FRAMED, CORNER = 3, 0.75, 0.3
#: How far a line may be from its place, in cells, and the most rows or columns.
NEAR, MOST = 0.05, 16

Points = NDArray[np.float64]


def framed(picture: Image) -> Iterator[Grid]:
    """Yield lattices whose cells have discs of one size in their middles, and a line around them: large cells first."""
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    for mask in (small.max(axis=2) < DARK, small.min(axis=2) > LIGHT):
        centres, size = _discs(mask.astype(np.uint8))
        if len(centres) < LEAST:
            continue
        maps = ridges(small, USUAL).clipped(LEVEL).bordered()
        for pitch in _pitches(centres, size):
            frames = [
                (across, down)
                for across in _spans(centres, pitch, 0, maps.vertical)
                for down in _spans(centres, pitch, 1, maps.horizontal)
                if _is_frame(maps.vertical, across, down) and _is_frame(maps.horizontal, down, across)
            ]
            if frames:
                across, down = max(frames, key=lambda lines: len(lines[0]) * len(lines[1]))
                yield Grid(tuple((across / scale).tolist()), tuple((down / scale).tolist()))


def _discs(mask: Image) -> tuple[Points, float]:
    """Return the middles of the discs in a mask, of the size that most of them have, and that size."""
    found = []
    for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
        x, y, wide, high = cv2.boundingRect(outline)
        sized = SIZE[0] <= min(wide, high) and max(wide, high) <= SIZE[1]
        full = FULL[0] <= cv2.contourArea(outline) / wide / high <= FULL[1]
        if sized and full and SQUARE[0] <= wide / high <= SQUARE[1]:
            found.append((x + wide / 2, y + high / 2, (wide + high) / 2))
    if not found:
        return np.zeros((0, 2)), 0.0
    places = np.array(found)
    alike = np.abs(places[:, None, 2] - places[None, :, 2]) <= ALIKE * places[:, None, 2]
    best = int(alike.sum(axis=1).argmax())
    return places[alike[best], :2], float(places[best, 2])


def _pitches(centres: Points, size: float) -> Iterator[float]:
    """Yield the sides of cells for which all middles are whole cells apart, the largest first."""
    pitch = size / SHARE[0]
    run: list[tuple[float, float]] = []
    while pitch > size / SHARE[1]:
        steps = (centres - centres[0]) / pitch
        off = float(np.abs(steps - np.round(steps)).max())
        if off <= OFF:
            run.append((off, pitch))
        elif run:
            yield min(run)[1]
            run = []
        pitch /= STEP
    if run:
        yield min(run)[1]


def _spans(centres: Points, pitch: float, axis: int, ridge: Image) -> list[Points]:
    """Return the lines of the lattice along one axis, from each line before the discs to each one after them."""
    own, other = centres[:, axis], centres[:, 1 - axis]
    steps = np.round((own - own[0]) / pitch)
    start = float(np.mean(own - steps * pitch)) + pitch * (steps.min() - 0.5)
    ends = [float(other.min() - 0.5 * pitch), float(other.max() + 0.5 * pitch)]
    inner = round(float(steps.max() - steps.min())) + 1
    before = _drawn(ridge, [start - pitch * n for n in range(MOST)], ends, pitch)
    after = _drawn(ridge, [start + pitch * (inner + n) for n in range(MOST)], ends, pitch)
    counts = [(first, last, round((last - first) / pitch)) for first in before for last in after]
    return [np.linspace(first, last, count + 1) for first, last, count in counts if 2 <= count <= MOST]


def _drawn(ridge: Image, places: list[float], ends: list[float], pitch: float) -> list[float]:
    """Return those of some places that are on a line, where that is."""
    found = []
    for place in places:
        near = np.arange(place - NEAR * pitch, place + NEAR * pitch + 0.5)
        near = near[(near >= 0) & (near <= ridge.shape[1] - 1)]
        support = np.array([next(edges(ridge, [float(x)], ends)) for x in near])
        if support.size and support.max() >= FRAMED * 255:
            found.append(float(near[support >= 0.9 * support.max()].mean()))
    return found


def _is_frame(ridge: Image, lines: Points, ends: Points) -> bool:
    """Return whether the first and the last line are drawn along all cells; at corners, which may be round, in part."""
    for line in (lines[0], lines[-1]):
        shares = [share / 255 for share in edges(ridge, [float(line)], ends)]
        if min(shares[1:-1], default=1.0) < FRAMED or min(shares[0], shares[-1]) < CORNER:
            return False
    return True
