"""The mouse pointer on a board: an arrow, found by its form."""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from player.sight.ridges import Image

Mask = NDArray[np.bool_]

#: The arrow as systems draw it, with its tip at the origin.
FORMS = (
    ((0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)),
    ((0, 0), (0, 16.5), (3.9, 13.2), (6.4, 19), (9, 17.9), (6.6, 12.2), (11.6, 12)),
)
#: How much more or less of it may be dark or light, in its units, and the fineness of its drawing.
RIMS, FINE = (-1.2, -0.6, 0.0, 0.7), 16
#: The height of an arrow in cells, and its width as a share of the height.
HEIGHT, SLENDER = (0.12, 0.6), (0.5, 0.82)
#: The grey levels of its dark parts at most, and of its light parts at least.
DARK, LIGHT = 120, 190
#: The least share that an arrow and its form have in common, and the side of the image in which that is measured.
LIKE, SIDE = 0.74, 24
#: The pixels around it that are covered too, in cells.
RIM = 0.05


def pointer(pixels: Image, unit: int) -> Mask | None:
    """Return the pixels that a mouse pointer covers, or None; cells are `unit` pixels wide."""
    strong, weak = pixels.max(axis=2), pixels.min(axis=2)
    for mask in (strong < DARK, weak > LIGHT):
        outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            x, y, wide, high = cv2.boundingRect(outline)
            if not HEIGHT[0] * unit <= high <= HEIGHT[1] * unit or not SLENDER[0] <= wide / high <= SLENDER[1]:
                continue
            own = np.zeros((high, wide), np.uint8)
            cv2.drawContours(own, [outline - np.array([x, y])], -1, 1, cv2.FILLED)
            if _is_arrow(own):
                covered = np.zeros(mask.shape, np.uint8)
                covered[y : y + high, x : x + wide] = own
                size = 2 * round(RIM * unit) + 1
                return np.asarray(cv2.dilate(covered, np.ones((size, size), np.uint8)) > 0)
    return None


def _is_arrow(own: Image) -> bool:
    """Return whether a filled outline, cut to its box, is an arrow."""
    even = cv2.resize(own * 255, (SIDE, SIDE), interpolation=cv2.INTER_AREA) > 127
    return any((even & form).sum() >= LIKE * (even | form).sum() for form in ARROWS)


def _arrows() -> list[Mask]:
    """Return the forms, with their rims, as they are, and without their rims, each scaled to a square."""
    return [_scaled(form, rim) for form in FORMS for rim in RIMS]


def _scaled(form: Sequence[Sequence[float]], rim: float) -> Mask:
    """Return an arrow with so much more around it, in its units."""
    image = np.zeros((26 * FINE, 20 * FINE), np.uint8)
    cv2.fillPoly(image, [((np.array(form) + 3) * FINE).astype(np.int32)], 255)
    size = 2 * round(abs(rim) * FINE) + 1
    change = cv2.dilate if rim > 0 else cv2.erode
    image = change(image, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    x, y, wide, high = cv2.boundingRect(image)
    return np.asarray(cv2.resize(image[y : y + high, x : x + wide], (SIDE, SIDE), interpolation=cv2.INTER_AREA) > 127)


ARROWS = _arrows()


def uncovered(pixels: Image, covered: Mask, colours: NDArray[np.float32], unit: int, margin: int) -> Image:
    """Return the pixels with the colours of the cells where something covers them."""
    rows, cols = colours.shape[:2]
    clean = pixels.copy()
    for row, col in product(range(rows), range(cols)):
        top, left = margin + row * unit, margin + col * unit
        place = slice(top, top + unit), slice(left, left + unit)
        if covered[place].any():
            clean[place][covered[place]] = colours[row, col]
    return clean


def is_covered(covered: Mask | None, box: Sequence[float], share: float, unit: int, margin: int) -> bool:
    """Return whether more than a share of a box is covered: its left, top, right and bottom, in cells of the board."""
    if covered is None:
        return False
    left, top, right, bottom = (margin + round(side * unit) for side in box)
    return float(covered[top:bottom, left:right].mean()) > share
