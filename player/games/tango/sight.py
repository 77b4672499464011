"""Tango in pictures: suns and moons by their colours, or discs by light and dark; signs on the edges."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, beyond, cells
from player.games.tango.board import CROSS, EQUAL, MOON, SUN
from player.sight.ink import apart
from player.sight.seen import Margins, Seen, unread
from player.sight.sheet import Blob, Sheet
from player.sight.strips import strip

#: The extents of a symbol, in cells, and how far it may be off the middle.
SIZE, OFF = (0.24, 0.68), 0.14
#: The least difference of a coloured symbol's channels, in grey levels, and of red and blue: doubtful, clear.
COLOURED, WARMTH = 50, (25, 90)
#: The share of its box that a tile of another game fills.
RECTANGLE = 0.93
#: The share of a plain disc that is ink: hollow up to here, full from here.
HOLLOW, FILLED = 0.55, 0.95
#: The grey levels by which the inside of a plain disc varies at most.
PLAIN = 40
#: The chroma in Lab of a coloured cell, and the most of them on a board.
CHROMA, TINTS = 12, 0.3
#: The least distance in Lab of a given symbol's cell from an empty one.
TINTED = 2.2
#: The most of the symbols of a full board that may be given, to be told by their ground.
MOST_GIVEN = 0.42
#: A sign lies this far from the middle of an edge at most, in cells; the line is measured beyond.
REACH, LINE = 0.17, (0.2, 0.36)
#: The grey levels of a sign's ink, its extents in cells, and the share of a cell that is no speck.
INK, EXTENT, SPECK = 26, (0.05, 0.26), 0.0008
#: The likeness of a sign to its form, and by how much it is ahead of that to the other: doubtful, clear.
LIKE, AHEAD = (0.55, 0.75), (0.3, 0.7)
#: The ink in the middle of a sign's box: an equal sign has less, a cross more; between is doubtful.
GAP, KNOT = 0.45, 0.6


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Tango, from 0 to 1."""
    if sheet.rows != sheet.cols or sheet.rows % 2 or not sheet.blobs:
        return 0.0
    if (np.hypot(sheet.lab[..., 1], sheet.lab[..., 2]) > CHROMA).mean() > TINTS:
        return 0.0
    kinds = [symbol_on(sheet, at)[0] for at in sheet.blobs]
    coloured = sum(blob.chroma >= COLOURED for blob in sheet.blobs.values()) / len(kinds)
    alike = max(coloured, 1 - coloured)  # symbols are coloured, or all are plain discs
    return alike * sum(kind is not None for kind in kinds) / len(kinds)


def read(sheet: Sheet) -> Seen:
    """Return the board; raise BoardError if anything on it is doubtful."""
    if sheet.rows != sheet.cols or sheet.rows % 2:
        raise BoardError(f"a Tango board has as many columns as rows, an even number, not {sheet.rows}x{sheet.cols}")
    margins = Margins()
    symbols = {}
    for at in sheet.blobs:
        symbol, blob = symbol_on(sheet, at)
        if symbol is None:
            raise unread("the ink", at)
        if blob.chroma >= COLOURED:
            margins.add(abs(_warmth(blob)), *WARMTH, f"the symbol at {at}")
        symbols[at] = symbol
    given = _given(sheet, symbols)
    edges = [[[*one], [*other], sign] for one, other, sign in _signs(sheet, margins)]
    givens = [[*at, symbol] for at, symbol in symbols.items() if at in given]
    placed = [[*at, symbol] for at, symbol in symbols.items() if at not in given]
    board = {"game": "tango", "size": sheet.rows, "givens": givens, "edges": edges}
    return Seen(board, margins.least, {"symbols": placed} if placed else {})


def _warmth(blob: Blob) -> float:
    return blob.colour[2] - blob.colour[0]


def symbol_on(sheet: Sheet, at: Cell) -> tuple[str | None, Blob]:
    """Return the symbol on a cell, or None, and its ink, without that of a sign beside it."""
    blob = sheet.blobs[at]
    kind = _kind(sheet, at, blob)
    if kind is None and (solid := sheet.solid(at)):
        return _kind(sheet, at, solid), solid
    return kind, blob


def _kind(sheet: Sheet, at: Cell, blob: Blob) -> str | None:
    """Return the symbol that the ink on a cell is, or None."""
    least, most = sorted((blob.width, blob.height))
    if blob.at_border or blob.off_centre > OFF or not SIZE[0] <= most <= SIZE[1] or least < 0.7 * SIZE[0]:
        return None
    if blob.chroma < COLOURED:
        return _disc(sheet, at, blob)
    tile = blob.fullness > RECTANGLE
    return None if tile else SUN if _warmth(blob) > 0 else MOON


def _disc(sheet: Sheet, at: Cell, blob: Blob) -> str | None:
    """Return the symbol that a disc without colour is: light or hollow, or dark."""
    is_round = 0.88 <= blob.width / blob.height <= 1.14 and 0.7 <= blob.fullness <= 0.88
    if not is_round or not _is_plain(sheet, at, blob):
        return None
    full = blob.ink / blob.area
    if full <= HOLLOW:
        return SUN
    dark = sum(blob.colour) < float(sheet.colours[at].sum())
    return (MOON if dark else SUN) if full >= FILLED else None


def _is_plain(sheet: Sheet, at: Cell, blob: Blob) -> bool:
    """Return whether a disc has one colour within: nothing is written on it."""
    x, y = (round((low + high) / 2 * sheet.unit) for low, high in ((blob.left, blob.right), (blob.top, blob.bottom)))
    half = max(2, round(0.25 * min(blob.width, blob.height) * sheet.unit))
    inside = sheet.cells[at][y - half : y + half, x - half : x + half]
    return float(np.percentile(apart(inside, np.median(inside.reshape(-1, 3), axis=0)), 95)) < PLAIN


def _given(sheet: Sheet, symbols: dict[Cell, str]) -> set[Cell]:
    """Return the cells whose symbols are given: on tinted ground, or all of them if none is."""
    empty = [at for at in cells(sheet.rows, sheet.cols) if at not in symbols]
    if not empty:
        grounds = np.array([sheet.lab[at] for at in symbols])
        away = np.linalg.norm(grounds - np.median(grounds, axis=0), axis=1)
        other = {at for at, distance in zip(symbols, away, strict=True) if distance > TINTED}
        if len(other) > MOST_GIVEN * len(symbols):
            raise BoardError("the board in the picture is full: which of its symbols were given can't be told")
        return other or {*symbols}
    ground = np.median(np.array([sheet.lab[at] for at in empty]), axis=0)
    tinted = {at for at in symbols if float(np.linalg.norm(sheet.lab[at] - ground)) > TINTED}
    return tinted or {*symbols}


def _signs(sheet: Sheet, margins: Margins) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield the signs between cells; raise BoardError if one can't be read."""
    for at in cells(sheet.rows, sheet.cols):
        for side in ("right", "down"):
            other = beyond(at, side)
            if other.row < sheet.rows and other.col < sheet.cols:
                what = f"the sign between {at} and {other}"
                taken = at in sheet.blobs, other in sheet.blobs
                if sign := sign_in(ink_between(sheet, at, other), side, what, sheet.unit, margins=margins, taken=taken):
                    yield at, other, sign


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


def _forms() -> dict[str, NDArray[np.float32]]:
    """Return the two signs as images of zero mean and unit variance."""
    rows, cols = (np.indices((12, 12)) + 0.5) / 12
    bars = ((np.abs(rows - 0.12) < 0.2) | (np.abs(rows - 0.88) < 0.2)).astype(np.float32)
    knot = (np.minimum(np.abs(rows - cols), np.abs(rows + cols - 1)) < 0.17).astype(np.float32)
    forms = {EQUAL: cv2.GaussianBlur(bars, (0, 0), 0.8), CROSS: cv2.GaussianBlur(knot, (0, 0), 0.8)}
    return {sign: (form - form.mean()) / form.std() for sign, form in forms.items()}


FORMS = _forms()
