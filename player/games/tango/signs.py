"""Signs on the edges between cells: equal signs and crosses."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, beyond, cells
from player.games.tango.board import CROSS, EQUAL
from player.sight.seen import Margins
from player.sight.sheet import Blob, Sheet
from player.sight.strips import strip

#: A sign lies this far from the middle of an edge at most, in cells; the line is measured beyond.
REACH, LINE = 0.17, (0.2, 0.36)
#: How far the ink of one of two discs must be from their edge for a sign there to be seen, in cells.
SEEN = 0.055
#: The grey levels of a sign's ink, its extents in cells, and the share of a cell that is no speck.
INK, EXTENT, SPECK = 26, (0.05, 0.26), 0.0008
#: The likeness of a sign to its form, and by how much it is ahead of that to the other: doubtful, clear.
LIKE, AHEAD = (0.55, 0.75), (0.3, 0.7)
#: The ink in the middle of a sign's box: an equal sign has less, a cross more; between is doubtful.
GAP, KNOT = 0.45, 0.6


def signs(sheet: Sheet, discs: dict[Cell, Blob], margins: Margins) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield the signs between cells; raise BoardError if one can't be read. `discs` are the symbols without colour.

    Between discs that fill their cells none can be seen: then there must be none elsewhere, at most of the edges.
    """
    hidden, found, count = 0, False, 0
    for at in cells(sheet.rows, sheet.cols):
        for side in ("right", "down"):
            other = beyond(at, side)
            if other.row < sheet.rows and other.col < sheet.cols:
                what = f"the sign between {at} and {other}"
                taken = at in sheet.blobs, other in sheet.blobs
                ink = ink_between(sheet, at, other)
                reach = _reach(discs, at, side), _reach(discs, other, OPPOSITE[side])
                ink = _without_discs(ink, reach, sheet.unit)
                count, hidden = count + 1, hidden + (max(reach) < SEEN)
                if sign := sign_in(ink, side, what, sheet.unit, margins=margins, taken=taken):
                    found = True
                    yield at, other, sign
    if hidden and (found or hidden > count / 2):
        raise BoardError("signs between large symbols can't be seen in the picture")


def _reach(discs: dict[Cell, Blob], at: Cell, side: str) -> float:
    """Return how far the ink of a disc is from a side of its cell; 1 without a disc."""
    if at not in discs:
        return 1.0
    disc = discs[at]
    return {"right": 1 - disc.right, "left": disc.left, "down": 1 - disc.bottom, "up": disc.top}[side]


def _without_discs(ink: NDArray[np.uint8], reach: tuple[float, float], unit: int) -> NDArray[np.uint8]:
    """Return the ink across an edge without that of discs, which end at `reach` from it in both cells."""
    half = ink.shape[1] // 2
    before, after = (min(max(half - round(share * unit) + 2, 0), half) for share in reach)
    ink = ink.copy()
    ink[:, :before] = 0
    ink[:, ink.shape[1] - after :] = 0
    return ink


def ink_between(sheet: Sheet, at: Cell, other: Cell) -> NDArray[np.uint8]:
    """Return the contrast at the middle of an edge, with what the edge is like beside it and with both cells.

    So neither the line is ink, nor the gap that a sign makes in it.
    """
    pixels = strip(sheet, at, other, REACH + 0.03).astype(np.int16)
    unit = sheet.unit
    start, end = (round(share * unit) for share in LINE)
    beside = np.concatenate([pixels[start:end], pixels[unit - end : unit - start]])
    usual = np.median(beside, axis=0)
    half = round((REACH + 0.03) * unit)
    middle = pixels[unit // 2 - half : unit // 2 + half]
    grounds = [usual, sheet.colours[at], sheet.colours[other]]
    away = np.min([np.abs(middle - ground).max(axis=2) for ground in grounds], axis=0)
    return np.asarray(np.clip(away, 0, 255), np.uint8)


def sign_in(
    contrast: NDArray[np.uint8], side: str, what: str, unit: int, *, margins: Margins, taken: tuple[bool, bool]
) -> str | None:
    """Return the sign on an edge; ink that comes from the symbols on the cells, if those are `taken`, is none."""
    upright = contrast if side == "right" else np.ascontiguousarray(contrast.T)
    strong = int(np.percentile(upright, 98.5))
    if strong < INK:
        return None
    mask = (upright > max(0.45 * strong, INK * 0.7)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    reach = upright.shape[1] if side == "right" else upright.shape[0]
    boxes = []
    for number in range(1, count):
        first, size = stats[number][0 if side == "right" else 1], stats[number][2 if side == "right" else 3]
        from_symbol = (taken[0] and first == 0) or (taken[1] and first + size == reach)
        if stats[number][4] >= SPECK * unit**2 and not from_symbol:
            boxes.append(stats[number])
    if not boxes:
        return None
    left, top = (int(min(box[axis] for box in boxes)) for axis in (0, 1))
    right, bottom = (int(max(box[axis] + box[axis + 2] for box in boxes)) for axis in (0, 1))
    wide, high = (right - left) / unit, (bottom - top) / unit
    middle = ((left + right) / 2 - upright.shape[1] / 2) / unit, ((top + bottom) / 2 - upright.shape[0] / 2) / unit
    if max(wide, high) < EXTENT[0]:
        return None
    if max(map(abs, middle)) > 0.08 or not EXTENT[0] <= min(wide, high) <= max(wide, high) <= EXTENT[1]:
        raise BoardError(f"{what} can't be read in the picture: take a larger or sharper one")
    return _shape(upright[top:bottom, left:right], strong, what, margins)


def _shape(box: NDArray[np.uint8], strong: int, what: str, margins: Margins) -> str:
    """Return the sign in its box: by its middle, and by the likeness to both signs."""
    high, wide = box.shape
    share = np.clip(box.astype(np.float32) / strong, 0, 1)
    middle = share[round(0.4 * high) : round(0.6 * high) + 1, round(0.3 * wide) : round(0.7 * wide) + 1]
    knot = float(middle.max(axis=1).min())
    even = cv2.resize(share, (12, 12), interpolation=cv2.INTER_LINEAR)
    even = (even - even.mean()) / (even.std() + 1e-6)
    likeness = {sign: float((even * form).mean()) for sign, form in FORMS.items()}
    by_form = EQUAL if likeness[EQUAL] > likeness[CROSS] else CROSS
    margins.add(abs(likeness[EQUAL] - likeness[CROSS]), *AHEAD, what)
    margins.add(likeness[by_form], *LIKE, what)
    by_middle = EQUAL if knot <= GAP else CROSS if knot >= KNOT else None
    if by_middle != by_form:
        raise BoardError(f"{what} is doubtful in the picture: take a larger or sharper one")
    return by_form


OPPOSITE = {"right": "left", "down": "up"}


def _forms() -> dict[str, NDArray[np.float32]]:
    """Return the two signs as images of zero mean and unit variance."""
    rows, cols = (np.indices((12, 12)) + 0.5) / 12
    bars = ((np.abs(rows - 0.12) < 0.2) | (np.abs(rows - 0.88) < 0.2)).astype(np.float32)
    knot = (np.minimum(np.abs(rows - cols), np.abs(rows + cols - 1)) < 0.17).astype(np.float32)
    forms = {EQUAL: cv2.GaussianBlur(bars, (0, 0), 0.8), CROSS: cv2.GaussianBlur(knot, (0, 0), 0.8)}
    return {sign: (form - form.mean()) / form.std() for sign, form in forms.items()}


FORMS = _forms()
