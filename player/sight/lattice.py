"""The lattice of a board in a picture: a regular grid of cells between lines, whatever is in the cells.

Lines are ridges: pixels that are darker or lighter than both of their neighbours. A cell of side p is found where the
four edges of a square of side p lie on ridges; cells at distance p from each other make up a lattice. Missing cells do
no harm: the lattice is the bounding box of those that were found.
"""

from collections.abc import Iterator, Sequence
from time import thread_time
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from player.sight.reading import Grid
from player.sight.sheet import Image

#: The length of the blur along a line, in pixels: it joins dashes, and lifts faint lines from noise.
ALONG = 9
#: The distances at which a line's pixel is compared with its neighbours, in pixels: far less than half of a cell, or
#: the middles of cells are ridges between their lines.
USUAL, WIDE = (2, 3, 5), (2, 3, 5, 7)
#: The smallest side of a map in a pyramid, in pixels.
SMALLEST = 44


class Ridges(NamedTuple):
    """The ridge maps of an image, in grey levels: of its vertical lines, and of its horizontal ones turned upright."""

    vertical: Image
    horizontal: Image

    def clipped(self, level: float) -> "Ridges":
        """Return the maps with all ridges of `level` grey levels or more at 255, and as wide as a finder needs."""
        table = np.minimum(np.arange(256) * 255 / level, 255).astype(np.uint8)
        return Ridges(*(cv2.dilate(cv2.LUT(one, table), np.ones((1, 3), np.uint8)) for one in self))

    def bordered(self, left: bool = True, top: bool = True, right: bool = True, bottom: bool = True) -> "Ridges":
        """Return the maps with lines at some borders, for crops that end where the outer line of a board was."""
        maps = Ridges(self.vertical.copy(), self.horizontal.copy())
        for one, first, last in ((maps.vertical, left, right), (maps.horizontal, top, bottom)):
            one[:, [*(0, 1) * first, *(-2, -1) * last]] = 255
        return maps

    def halved(self) -> "Ridges":
        """Return the maps at half the size: the stronger of two pixels across a line, the mean of two along it."""
        high, wide = (side // 2 * 2 for side in self.vertical.shape)
        even = self.vertical[:high, :wide], self.horizontal[:wide, :high]
        stronger = [cv2.max(one[:, 0::2], one[:, 1::2]) for one in even]
        return Ridges(*(cv2.addWeighted(one[0::2], 0.5, one[1::2], 0.5, 0) for one in stronger))


def ridges(image: Image, distances: Sequence[int] = USUAL) -> Ridges:
    """Return the ridge maps of an image of three channels."""
    return Ridges(*(_ridge(np.asarray(one, np.uint8), distances) for one in (image, cv2.transpose(image))))


def pyramid(maps: Ridges) -> list[Ridges]:
    """Return ridge maps at their size, at half of it, and so on."""
    found = [maps]
    while min(found[-1].vertical.shape) >= 2 * SMALLEST:
        found.append(found[-1].halved())
    return found


def _ridge(image: Image, distances: Sequence[int]) -> Image:
    """Return the ridges of an image's vertical lines."""
    smooth = cv2.blur(image, (1, ALONG), borderType=cv2.BORDER_REPLICATE)
    reach, wide = max(distances), image.shape[1]
    padded = cv2.copyMakeBorder(smooth, 0, 0, reach, reach, cv2.BORDER_REPLICATE)
    best = np.zeros_like(image)
    for distance in distances:
        before, after = (padded[:, start : start + wide] for start in (reach - distance, reach + distance))
        darker = cv2.subtract(cv2.min(before, after), smooth)
        lighter = cv2.subtract(smooth, cv2.max(before, after))
        best = cv2.max(best, cv2.max(darker, lighter))
    blue, green, red = cv2.split(best)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


Points = NDArray[np.float32]

#: The sides of cells that are tried at each size of the maps, in pixels; larger ones are tried at half the size.
SIDES = tuple(12 * 2 ** (step / 12) for step in range(12))
#: The share of an edge that must lie on a ridge, in 255ths, for a cell to be found; and the part that is looked at.
SUPPORT, MIDDLE = 128, 0.76
#: The least number of cells of a side of a board, and of all of it.
LEAST_SIDE, LEAST_CELLS = 4, 9
#: The share of the largest area that a finer lattice must cover to be preferred.
FINER = 0.6
NEAR = np.ones((7, 7), np.uint8)
#: The most cells of one size that are looked at; more are texture.
MOST_CELLS = 700
#: The share of all places at which there may be cells; more are texture.
TEXTURE = 0.4


def lattices(pyramid: Sequence[Ridges], until: float = np.inf) -> Iterator[Grid]:
    """Yield the largest lattice of each side of cells, finest first, until `time.thread_time()` is past `until`.

    Its quality is the share of its cells that was found, each weighed by the square of its support.
    """
    for octave, maps in enumerate(pyramid):
        scale, level = 2.0**octave, np.asarray(cv2.transpose(maps.horizontal), np.uint8)
        for side in SIDES:
            if thread_time() > until:
                return
            points = _cells(maps.vertical, level, side)
            if len(points) >= LEAST_CELLS and (one := _fitted(*_largest(points, side))):
                yield one.scaled(scale)


def best(found: list[Grid]) -> Grid | None:
    """Return the finest of the lattices whose found cells cover nearly as much as those of the largest one."""
    largest = max((one.area * one.quality for one in found), default=0)
    large = [one for one in found if one.area * one.quality >= FINER * largest]
    return min(large, key=lambda one: one.least_side, default=None)


def _cells(vertical: Image, horizontal: Image, side: float) -> Points:
    """Return the upper left corners of the cells of that side, and their support: x, y, 0 to 1."""
    whole, part = round(side), max(3, round(side * MIDDLE))
    start = round((side - part) / 2) + part // 2
    down, across = cv2.blur(vertical, (1, part)), cv2.blur(horizontal, (part, 1))
    high, wide = (length - whole for length in vertical.shape)
    if high < 1 or wide < 1:
        return np.zeros((0, 3), np.float32)
    down, across = down[start : start + high], across[:, start : start + wide]
    high, wide = down.shape[0], across.shape[1]
    support = cv2.min(
        cv2.min(down[:, :wide], down[:, whole : whole + wide]), cv2.min(across[:high], across[whole : whole + high])
    )
    _, peaks = cv2.threshold(support, SUPPORT, 255, cv2.THRESH_BINARY)
    count = cv2.countNonZero(peaks)
    if not LEAST_CELLS <= count <= TEXTURE * peaks.size:
        return np.zeros((0, 3), np.float32)
    support = cv2.min(support, 240)  # beyond this, one cell is as good as another: heaps with one middle
    peaks = cv2.bitwise_and(peaks, cv2.compare(support, cv2.dilate(support, NEAR), cv2.CMP_EQ))
    places = cv2.findNonZero(peaks).reshape(-1, 2)
    return _middles(places, support[places[:, 1], places[:, 0]] / np.float32(240), side)[:MOST_CELLS]


def _middles(places: NDArray[np.int32], support: Points, side: float) -> Points:
    """Return the middles of heaps of points, each much smaller than a cell, with their mean support."""
    points = np.column_stack([places.astype(np.float32), support])
    weights: NDArray[np.float64] = np.ones(len(points))
    for shift in (0, side / 4):  # a heap that the first raster cuts lies within one field of the second
        fields = ((points[:, :2] + shift) // (side / 2)).astype(np.int64)
        keys = fields[:, 1] * (int(fields[:, 0].max()) + 1) + fields[:, 0]
        totals = np.bincount(keys, weights)
        sums = [np.bincount(keys, weights * points[:, column])[totals > 0] for column in range(3)]
        weights = np.asarray(totals[totals > 0], np.float64)
        points = np.stack([total / weights for total in sums], axis=1).astype(np.float32)
    return points


def _largest(points: Points, side: float) -> tuple[Points, float]:
    """Return the largest set of points of which neighbours are about one side apart, and their mean distance."""
    across = np.abs(points[None, :, 0] - points[:, None, 0])
    down = np.abs(points[None, :, 1] - points[:, None, 1])
    apart, off = np.maximum(across, down), np.minimum(across, down)
    linked = (off <= 0.1 * side) & (np.abs(apart - side) <= 0.1 * side)
    label = np.arange(len(points))
    while True:
        lowest = np.minimum(label, np.where(linked, label[None], len(label)).min(axis=1))
        lowest = lowest[lowest]
        if (lowest == label).all():
            break
        label = lowest
    members = label == np.bincount(label).argmax()
    distances = apart[members][:, members][linked[members][:, members]]
    return points[members], float(distances.mean()) if len(distances) else side


def _fitted(points: Points, side: float) -> Grid | None:
    """Return the lattice of cells with these corners, by least squares."""
    if len(points) < LEAST_CELLS:
        return None
    corners = points[:, :2]
    for _ in range(2):
        index = np.round((corners - corners.min(axis=0)) / side).astype(np.int64)
        spread = index - index.mean(axis=0)
        if not (spread**2).sum():
            return None
        side = float((spread * (corners - corners.mean(axis=0))).sum() / (spread**2).sum())
    cols, rows = (int(count) + 1 for count in index.max(axis=0))
    if min(rows, cols) < LEAST_SIDE - 1:
        return None
    left, top = corners.mean(axis=0) - side * index.mean(axis=0)
    support = np.zeros((rows, cols))
    support[index[:, 1], index[:, 0]] = points[:, 2]
    across, down = (
        tuple(float(start) + side * number for number in range(count + 1))
        for start, count in ((left, cols), (top, rows))
    )
    return Grid(across, down, float((support**2).mean()))
