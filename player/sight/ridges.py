"""Ridge maps: for each pixel, how much darker or lighter it is than both of its neighbours across a line."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

#: The length of the blur along a line, in pixels: it joins dashes, and lifts faint lines from noise.
ALONG = 9
#: The distances at which a line's pixel is compared with its neighbours, in pixels: far less than half of a cell, or
#: the middles of cells are ridges between their lines.
USUAL, WIDE = (2, 3, 5), (2, 3, 5, 7)
#: The smallest side of a map in a pyramid, in pixels.
SMALLEST = 44


class Ridges(NamedTuple):
    """The ridge maps of an image, in grey levels: of vertical and of horizontal lines."""

    vertical: Image
    horizontal: Image

    def clipped(self, level: float) -> "Ridges":
        """Return the maps with all ridges of `level` grey levels or more at 255, and as wide as a finder needs."""
        table = np.minimum(np.arange(256) * 255 / level, 255).astype(np.uint8)
        return Ridges(
            cv2.dilate(cv2.LUT(self.vertical, table), np.ones((1, 3), np.uint8)),
            cv2.dilate(cv2.LUT(self.horizontal, table), np.ones((3, 1), np.uint8)),
        )

    def bordered(self, left: bool = True, top: bool = True, right: bool = True, bottom: bool = True) -> "Ridges":
        """Return the maps with lines at some borders, for crops that end where the outer line of a board was."""
        vertical, horizontal = self.vertical.copy(), self.horizontal.copy()
        vertical[:, [*(0, 1) * left, *(-2, -1) * right]] = 255
        horizontal[[*(0, 1) * top, *(-2, -1) * bottom]] = 255
        return Ridges(vertical, horizontal)

    def halved(self) -> "Ridges":
        """Return the maps at half the size: the stronger of two pixels across a line, the mean of two along it."""
        high, wide = (side // 2 * 2 for side in self.vertical.shape)
        down, across = self.vertical[:high, :wide], self.horizontal[:high, :wide]
        stronger = cv2.max(down[:, 0::2], down[:, 1::2]), cv2.max(across[0::2], across[1::2])
        return Ridges(
            cv2.addWeighted(stronger[0][0::2], 0.5, stronger[0][1::2], 0.5, 0),
            cv2.addWeighted(stronger[1][:, 0::2], 0.5, stronger[1][:, 1::2], 0.5, 0),
        )


def ridges(image: Image, distances: Sequence[int] = USUAL) -> Ridges:
    """Return the ridge maps of an image of three channels."""
    return Ridges(
        _ridge(cv2.blur(image, (1, ALONG), borderType=cv2.BORDER_REPLICATE), axis=1, distances=distances),
        _ridge(cv2.blur(image, (ALONG, 1), borderType=cv2.BORDER_REPLICATE), axis=0, distances=distances),
    )


def pyramid(maps: Ridges) -> list[Ridges]:
    """Return ridge maps at their size, at half of it, and so on."""
    found = [maps]
    while min(found[-1].vertical.shape) >= 2 * SMALLEST:
        found.append(found[-1].halved())
    return found


def _ridge(image: Image, axis: int, distances: Sequence[int]) -> Image:
    reach = max(distances)
    high, wide = image.shape[:2]
    around = (reach, reach, 0, 0) if axis == 0 else (0, 0, reach, reach)
    padded = cv2.copyMakeBorder(image, *around, cv2.BORDER_REPLICATE)
    best = np.zeros_like(image)
    for distance in distances:
        one, other = reach - distance, reach + distance
        before, after = (
            padded[start : start + high] if axis == 0 else padded[:, start : start + wide] for start in (one, other)
        )
        darker = cv2.subtract(cv2.min(before, after), image)
        lighter = cv2.subtract(image, cv2.max(before, after))
        best = cv2.max(best, cv2.max(darker, lighter))
    blue, green, red = cv2.split(best)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
