"""The arrow of a mouse that lies on a board: found by its form, and painted over where it hides nothing.

Screenshots of whole screens have it. It is light with a dark outline, or dark with a light one.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell, cells
from player.sight.reading import Grid
from player.sight.sheet import Image, Sheet

Mask = NDArray[np.uint8]
Figure = NDArray[np.bool_]

#: The outline of an arrow as systems draw it, 19 high; and its head, where the outline cuts the narrow tail off.
ARROW = ((0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12))
HEAD = ((0, 0), (0, 17), (4, 13), (7, 12), (12, 12))
#: The heights of arrows in pixels, and the most of a cell.
HEIGHTS, MOST = (8, 96), 0.95
#: The grey levels of a light and of a dark arrow, and the least contrast with what is around it.
LIGHT, DARK, AROUND = 215, 70, 90
#: The width of an arrow's outline, in the units of `ARROW`; and how finely its fill is drawn.
LINE, FINE = 1.0, 40
#: The least share of pixels alike in a figure and the fill of an arrow, or its head, of those in either: no digit or
#: letter of the templates' fonts, and nothing within one, is above 0.63.
ALIKE, HEAD_ALIKE = 0.66, 0.7
#: The least share of rim around an arrow, and its width to its height.
RIM, SLIM = 0.8, (0.48, 0.82)
#: The middle of a cell, where a figure has ink, how much of it may be hidden, and places of signs at the middles of
#: edges: their length and width to each side, in cells.
CORE, HIDDEN, SIGN = ((0.42, 0.58), (0.33, 0.67)), 0.5, (0.18, 0.09)


def arrow(picture: Image, grid: Grid) -> Mask | None:
    """Return the place of an arrow on a board with its outline, as a mask of the picture; None if there is none."""
    high, wide = picture.shape[:2]
    left, top = (max(round(side), 0) for side in grid.corners[:2])
    right, bottom = min(round(grid.corners[2]), wide), min(round(grid.corners[3]), high)
    grey = cv2.cvtColor(np.ascontiguousarray(picture[top:bottom, left:right]), cv2.COLOR_BGR2GRAY)
    most = min(HEIGHTS[1], MOST * (grid.corners[2] - grid.corners[0]) / grid.cols)
    near = np.ones((3, 3), np.uint8)
    for fill, rim in (
        (grey > LIGHT, cv2.erode(grey, near) < LIGHT - AROUND),
        (grey < DARK, cv2.dilate(grey, near) > DARK + AROUND),
    ):
        _, labels, stats, _ = cv2.connectedComponentsWithStats(fill.astype(np.uint8), connectivity=4)
        heights, widths = stats[1:, cv2.CC_STAT_HEIGHT], stats[1:, cv2.CC_STAT_WIDTH]
        sized = (heights >= HEIGHTS[0]) & (heights <= most)
        slim = (widths >= SLIM[0] * heights) & (widths <= SLIM[1] * heights)
        for number in (np.flatnonzero(sized & slim) + 1).tolist():
            x, y, across, down, _ = (int(value) for value in stats[number])
            box = slice(max(y - 2, 0), y + down + 2), slice(max(x - 2, 0), x + across + 2)
            whole = _height(labels[y : y + down, x : x + across] == number)
            if whole and _is_rimmed(labels[box] == number, rim[box]):
                return _outlined((high, wide), left + x, top + y, whole)
    return None


def _height(figure: Figure) -> float:
    """Return the height of the arrow that has this fill, 0 if it is none."""
    high, wide = figure.shape
    found = {}
    for form, alike, whole in ((FILL, ALIKE, high + 2.0), (HEAD_FILL, HEAD_ALIKE, (high + 2.0) * 19 / 13)):
        wanted = cv2.resize(form, (wide, high), interpolation=cv2.INTER_AREA) > 127
        found[float((wanted & figure).sum() / (wanted | figure).sum()) - alike] = whole
    return found[max(found)] if max(found) >= 0 else 0.0


def _fill(form: Sequence[tuple[int, int]], line: float) -> Mask:
    """Return the part of a form that its outline leaves, cut to its box."""
    drawn = np.zeros((21 * FINE, 14 * FINE), np.uint8)
    cv2.fillPoly(drawn, [(np.array(form) * FINE + FINE // 2).astype(np.int32)], 255)
    reach = 2 * round(line * FINE) + 1
    left = cv2.erode(drawn, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
    x, y, wide, high = cv2.boundingRect(left)
    return np.asarray(left[y : y + high, x : x + wide], np.uint8)


FILL, HEAD_FILL = _fill(ARROW, LINE), _fill(HEAD, 0)


def _is_rimmed(figure: Figure, rim: Figure) -> bool:
    """Return True if the pixels around a figure are mostly `rim`."""
    own = figure.astype(np.uint8)
    around = cv2.dilate(own, np.ones((3, 3), np.uint8)) > own
    return float(rim[around].mean()) >= RIM


def _outlined(shape: tuple[int, int], x: int, y: int, whole: float) -> Mask:
    """Return the mask of an arrow of that height, with its outline and the soft pixels beside it."""
    mask = np.zeros(shape, np.uint8)
    places = np.array(ARROW) * (whole / 19) + (x - 1, y - 2)
    cv2.fillPoly(mask, [np.rint(places).astype(np.int32)], 255)
    reach = 2 + round(whole / 19)
    return np.asarray(cv2.dilate(mask, np.ones((2 * reach + 1,) * 2, np.uint8)), np.uint8)


def without(picture: Image, sheet: Sheet, mask: Mask) -> Image | None:
    """Return the picture with the arrow painted over; None if it may hide something, or lies on ink."""
    clean, grid = picture.copy(), sheet.grid
    touched = []
    for at in cells(grid.rows, grid.cols):
        left, top, right, bottom = (max(round(side), 0) for side in grid.box(at))
        part = mask[top:bottom, left:right] > 0
        if part.any():
            if _hides(mask, grid, at):
                return None
            clean[top:bottom, left:right][part] = np.rint(sheet.colours[at])
            touched.append(at)
    blobs = Sheet(clean, grid).blobs
    return None if any(at in blobs for at in touched) else clean


def _hides(mask: Mask, grid: Grid, at: Cell) -> bool:
    """Return True if the arrow may hide a figure in a cell, or a sign at the middle of one of its edges."""
    left, top, right, bottom = grid.box(at)
    wide, high = right - left, bottom - top
    (x, y), (along, across) = grid.middle(at), SIGN
    xs, ys = (
        [low + share * side for share in ends] for low, side, ends in zip((left, top), (wide, high), CORE, strict=True)
    )
    if float((_part(mask, xs[0], ys[0], xs[1], ys[1]) > 0).mean()) > HIDDEN:
        return True
    level = [(x - along * wide, side - across * high, x + along * wide, side + across * high) for side in (top, bottom)]
    upright = [
        (side - across * wide, y - along * high, side + across * wide, y + along * high) for side in (left, right)
    ]
    return any(_part(mask, *box).any() for box in (*level, *upright))


def _part(mask: Mask, left: float, top: float, right: float, bottom: float) -> Mask:
    return mask[max(round(top), 0) : round(bottom), max(round(left), 0) : round(right)]
