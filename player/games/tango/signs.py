"""The signs between Tango's cells in pictures: equal signs and crosses on the edges, read and compared."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, Wall, between, neighbouring
from player.games.tango.board import CROSS, EQUAL, Board
from player.sight.edges import beside_middle, strip
from player.sight.reading import Margins
from player.sight.sheet import Blob, Numbers, Sheet
from player.sight.witness import Difference, Findings

#: A sign lies this far from the middle of an edge at most, in cells; the line is measured beyond.
REACH = 0.17
#: The share of a line that is drawn at least, if it has no gaps but for signs.
SOLID = 0.8
#: How near to the ends of the strip around an edge the ink of a symbol there begins, in cells.
NEAR = 0.05
#: How far the ink of one of two discs must be from their edge for a sign there to be seen, in cells.
SEEN = 0.055
#: The grey levels of a sign's ink, its extents in cells, and the share of a cell that is no speck.
SIGN_INK, EXTENT, SPECK = 26, (0.05, 0.29), 0.0008
#: The likeness of a sign to its form, and by how much it is ahead of that to the other: doubtful, clear.
LIKE, AHEAD = (0.55, 0.75), (0.3, 0.7)
#: The ink in the middle of a sign's box: an equal sign has less, a cross more; between is doubtful.
GAP, KNOT = 0.45, 0.6
#: The grey levels below which there is nothing at the middle of an edge, and how far the middle reaches, in cells.
BLANK, CORE = 14, 0.09
WORDS: Mapping[str | None, str] = {EQUAL: "an equal sign", CROSS: "a cross"}


def seen(sheet: Sheet, discs: dict[Cell, Blob], margins: Margins) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield the signs between cells; raise BoardError if one can't be read. `discs` are the symbols without colour.

    Between discs that fill their cells none can be seen: then there must be none elsewhere, at most of the edges.
    """
    hidden, found, count = 0, False, 0
    for at, other in neighbouring(sheet.rows, sheet.cols):
        what = f"the sign between {at} and {other}"
        level = at.row == other.row
        sides = (1 - discs[at].right, 1 - discs[at].bottom) if at in discs else (1.0, 1.0)
        others = (discs[other].left, discs[other].top) if other in discs else (1.0, 1.0)
        reach = (sides[0], others[0]) if level else (sides[1], others[1])
        ink = _without_discs(ink_between(sheet, at, other), reach, sheet.unit)
        count, hidden = count + 1, hidden + (max(reach) < SEEN)
        taken = at in sheet.blobs, other in sheet.blobs
        if sign := sign_in(ink, what, sheet.unit, level=level, margins=margins, taken=taken):
            found = True
            yield at, other, sign
    if hidden and (found or hidden > count / 2):
        raise BoardError("signs between large symbols can't be seen in the picture")


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

    So neither the line is ink, nor the gap that a sign makes in it; within that gap there is no line.
    """
    pixels = strip(sheet, at, other, REACH + 0.03).astype(np.int16)
    unit, beside = sheet.unit, beside_middle(pixels)
    usual = np.median(beside, axis=0)
    half = round((REACH + 0.03) * unit)
    middle = pixels[unit // 2 - half : unit // 2 + half]

    def from_cells(part: NDArray[Any]) -> NDArray[Any]:
        away: NDArray[Any] = np.min([np.abs(part - sheet.colours[cell]).max(axis=-1) for cell in (at, other)], axis=0)
        return away

    from_line = np.abs(middle - usual).max(axis=2)
    on_line = from_cells(usual) > SIGN_INK
    is_solid = on_line.any() and float((from_cells(beside)[:, on_line] >= SIGN_INK).mean()) > SOLID
    is_gap = (from_cells(middle)[:, on_line] < SIGN_INK).all(axis=1)
    gap = np.flatnonzero(np.convolve(is_gap, np.ones(3), "same") == 3)  # noise makes no gap of three rows
    if is_solid and len(gap) and gap[0] < half < gap[-1]:  # on its own ground a sign may be as dark as the line
        from_line[gap[0] : gap[-1] + 1, on_line] = 255
    return np.asarray(np.clip(np.minimum(from_cells(middle), from_line), 0, 255), np.uint8)


def sign_in(
    contrast: NDArray[np.uint8], what: str, unit: int, *, level: bool, margins: Margins, taken: tuple[bool, bool]
) -> str | None:
    """Return the sign on an edge of two cells, which are on one row if `level`.

    Ink that comes from the symbols on the cells, if those are `taken`, is none.
    """
    upright = contrast if level else np.ascontiguousarray(contrast.T)
    strong = int(np.percentile(upright, 98.5))
    if strong < SIGN_INK:
        return None
    mask = (upright > max(0.45 * strong, SIGN_INK * 0.7)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    axis = 0 if level else 1
    first, last = stats[1:, axis], stats[1:, axis] + stats[1:, axis + 2]
    near = round(NEAR * unit)  # its flat end may be like the edge beside it
    from_symbol = (taken[0] & (first <= near)) | (taken[1] & (last >= contrast.shape[1] - near))
    boxes = stats[1:][(stats[1:, 4] >= SPECK * unit**2) & ~from_symbol]
    if not len(boxes):
        return None
    if from_symbol.any():  # it may be darker than the sign
        own = np.where(np.isin(labels, 1 + np.flatnonzero(from_symbol)), 0, upright)
        strong = max(int(np.percentile(own, 98.5)), SIGN_INK)
    left, top = (int(side) for side in boxes[:, :2].min(axis=0))
    right, bottom = (int(side) for side in (boxes[:, :2] + boxes[:, 2:4]).max(axis=0))
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


def _forms() -> dict[str, Numbers]:
    """Return the two signs as images of zero mean and unit variance."""
    rows, cols = (np.indices((12, 12)) + 0.5) / 12
    bars = ((np.abs(rows - 0.12) < 0.2) | (np.abs(rows - 0.88) < 0.2)).astype(np.float32)
    knot = (np.minimum(np.abs(rows - cols), np.abs(rows + cols - 1)) < 0.17).astype(np.float32)
    forms = {EQUAL: cv2.GaussianBlur(bars, (0, 0), 0.8), CROSS: cv2.GaussianBlur(knot, (0, 0), 0.8)}
    return {sign: (form - form.mean()) / form.std() for sign, form in forms.items()}


FORMS = _forms()


def compare(sheet: Sheet, board: Board, findings: Findings) -> None:
    """Compare the signs of a board with those that the picture shows."""
    kind = findings["signs"]
    signs: dict[Wall, str] = {between(edge.a, edge.b): edge.sign for edge in board.edges}
    kind.asked = len(signs)
    for at, other in neighbouring(*board.shape):
        ink, wanted = ink_between(sheet, at, other), signs.get((at, other))
        if _is_free(ink, sheet.unit):
            if wanted:
                kind.absent.append(Difference((at, other), WORDS[wanted], "none"))
            continue
        sign = _sign(sheet, ink, at, other)
        if sign and sign == wanted:
            kind.seen += 1
        elif sign:
            kind.others.append(Difference((at, other), WORDS.get(wanted, "no sign"), WORDS[sign]))
        else:
            kind.unclear += not wanted


def _is_free(ink: NDArray[np.uint8], unit: int) -> bool:
    """Return whether nothing is at the middle of an edge, where each sign has ink: symbols reach its sides only."""
    middle, half = ink.shape[0] // 2, round(CORE * unit)
    return int(ink[middle - half : middle + half, middle - half : middle + half].max()) < BLANK


def _sign(sheet: Sheet, ink: NDArray[np.uint8], at: Cell, other: Cell) -> str | None:
    """Return the sign on an edge, as it is, or without what may belong to a symbol; None if it can't be read."""
    level = at.row == other.row
    for taken in ((False, False), (at in sheet.blobs, other in sheet.blobs)):
        with suppress(BoardError):
            return sign_in(ink, "the sign", sheet.unit, level=level, margins=Margins(), taken=taken)
    return None
