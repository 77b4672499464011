"""Tango in pictures: suns and moons by their colours, or discs by light and dark; signs on the edges."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.snapshot import Value
from player.games.tango import grounds, signs
from player.games.tango.board import MOON, SUN, Board
from player.games.tango.play import EMPTY
from player.sight import glyphs
from player.sight.reading import BoardAndMarks, Grid, Margins, unread
from player.sight.sheet import INK, LEAST_INK, Blob, Sheet, apart
from player.sight.witness import Difference, Findings, is_blank

#: The extents of a symbol, in cells, the most of a disc without colour, and how far both may be off the middle.
SIZE, DISC, OFF = (0.24, 0.74), 0.98, 0.14
#: How far a symbol beside the board may be off the middle of a cell there, and its least extent, in those on the board.
ASKEW, ALIKE = 0.07, 0.8
#: What of an empty cell has no ink: signs do not reach it.
INSIDE = (0.2, 0.8)
#: The least difference of a coloured symbol's channels, in grey levels, and of red and blue: doubtful, clear.
COLOURED, WARMTH = 50, (25, 90)
#: The most of its box that a crescent fills, and its most likeness to itself upside down.
CRESCENT = (0.45, 0.5)
#: The share of its box that a tile of another game fills, and the most that a disc fills.
RECTANGLE, ROUND = 0.93, 0.82
#: The share of a plain disc that is ink: hollow up to here, full from here.
HOLLOW, FILLED = 0.55, 0.95
#: The least likeness of figures of one kind, and of a 1; the most of the area of a 0 that is ink, and the grey level of
#: a glyph from which its middle is ink: that of an 8 is.
SAME, ONE, OPEN, WRITTEN = 0.9, 0.76, 0.86, 128
#: The grey levels by which the inside of a plain disc varies at most; where that ends, in shares of the disc's size.
PLAIN, MIDDLE = 40, 0.18
#: The chroma in Lab of a coloured cell, and the most of them on a board.
CHROMA, TINTS = 12, 0.3
#: More lattices in a picture than its lines show.
lattices = grounds.lattices
GOES_ON = "the board in the picture goes on beside what was found of it: take a larger picture"


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Tango, from 0 to 1."""
    if sheet.rows != sheet.cols or sheet.rows % 2:
        return 0.0
    if (symbols := grounds.filled(sheet, {})) is not None:
        return float(symbols.keys() >= sheet.blobs.keys())
    if not sheet.blobs:
        return 0.0
    if (sheet.chroma > CHROMA).mean() > TINTS:
        return 0.0
    found = {at: symbol_on(sheet, at)[0] for at in sheet.blobs}
    if found != (kinds := _with_other(sheet, found)):
        return 1.0
    coloured = sum(blob.chroma >= COLOURED for blob in sheet.blobs.values()) / len(kinds)
    alike = max(coloured, 1 - coloured)  # symbols are coloured, or all are plain discs
    return alike * sum(kind is not None for kind in kinds.values()) / len(kinds)


def read(sheet: Sheet, margins: Margins, board: Board | None = None) -> BoardAndMarks:
    """Return the board; raise BoardError if anything on it is doubtful, or if it is another one than a known `board`.

    Which of the symbols of a known one are given is known, so a mouse over one does no harm.
    """
    if sheet.rows != sheet.cols or sheet.rows % 2:
        raise BoardError(f"a Tango board has as many columns as rows, an even number, not {sheet.rows}x{sheet.cols}")
    known = dict(board.givens) if board else {}
    filled = grounds.filled(sheet, known)
    symbols, discs = _figures(sheet, margins) if filled is None else (filled, {})
    for at in cells(sheet.rows, sheet.cols):
        if at not in symbols:
            _require_empty(sheet, at)
    if any(symbols.get(at) != symbol for at, symbol in known.items()):
        raise BoardError("the picture shows another board")
    given = known if board else (grounds.given if filled is None else grounds.framed)(sheet, symbols)
    edges = [[[*one], [*other], sign] for one, other, sign in signs.seen(sheet, discs, margins)]
    givens = [[*at, symbol] for at, symbol in symbols.items() if at in given]
    placed = [[*at, symbol] for at, symbol in symbols.items() if at not in given]
    if not board:
        _require_whole(sheet)
    data = {"game": "tango", "size": sheet.rows, "givens": givens, "edges": edges}
    return data, {"symbols": placed} if placed else {}


def _figures(sheet: Sheet, margins: Margins) -> tuple[dict[Cell, str], dict[Cell, Blob]]:
    """Return the symbols by their figures, and those of them without colour; raise BoardError if one can't be read."""
    symbols, discs = {}, {}
    found = {at: symbol_on(sheet, at) for at in sheet.blobs}
    kinds = _with_other(sheet, {at: symbol for at, (symbol, _) in found.items()})
    for at, symbol in kinds.items():
        blob = found[at][1]
        if symbol is None:
            raise unread("the ink", at)
        if blob.chroma >= COLOURED:
            margins.add(abs(_warmth(blob)), *WARMTH, f"the symbol at {at}")
        elif found[at][0]:
            discs[at] = blob
        symbols[at] = symbol
    return symbols, discs


def _with_other(sheet: Sheet, symbols: dict[Cell, str | None]) -> dict[Cell, str | None]:
    """Return the symbols with the other one where figures without colour are all alike, such as crescents, if those
    that are known are all coloured and the same; or those of the digits 0 and 1, if there are no other figures.
    """
    rest = {at: sheet.blobs[at] for at, symbol in symbols.items() if symbol is None}
    known = {symbol for symbol in symbols.values() if symbol}
    digits = {at: _digit(sheet, at) for at in symbols} if rest else {}
    if {*digits.values()} == {SUN, MOON}:
        return digits
    if rest and all(sheet.blobs[at].chroma < COLOURED for at in symbols):
        return symbols
    is_coloured = all(sheet.blobs[at].chroma >= COLOURED for at in symbols if at not in rest)
    sized = all(SIZE[0] <= one.size <= LARGEST and one.off_centre <= OFF and not one.at_border for one in rest.values())
    if len(known) != 1 or len(rest) < 2 or not is_coloured or not sized:
        return symbols
    images = [image for at in rest if (image := glyphs.on_cell(sheet, at)) is not None]
    if len(images) < len(rest) or float((glyphs.views_of(images) @ glyphs.view(images[0])).min()) < SAME:
        return symbols
    return {**symbols, **dict.fromkeys(rest, MOON if SUN in known else SUN)}


def _digit(sheet: Sheet, at: Cell) -> str | None:
    """Return the symbol for the digit on a cell, a sun for 1 and a moon for 0, or None."""
    blob, image = sheet.blobs[at], glyphs.on_cell(sheet, at)
    if image is None or blob.off_centre > OFF or not SIZE[0] <= blob.size <= SIZE[1]:
        return None
    (match,) = glyphs.numbers(9, "I").matches([image])
    if match.label in {"1", "I"} and match.score >= ONE:
        return SUN
    high, wide = image.shape
    middle = image[2 * high // 5 : 3 * high // 5 + 1, 2 * wide // 5 : 3 * wide // 5 + 1]
    is_open = blob.ink <= OPEN * blob.area and int(middle.max()) < WRITTEN
    return MOON if is_open and glyphs.symmetry(image, turned=True) >= SAME else None  # unlike 6 and 9


def _require_empty(sheet: Sheet, at: Cell) -> None:
    middle = sheet.span(INSIDE)
    if int((sheet.contrast[at][middle, middle] > INK).sum()) > LEAST_INK * sheet.unit**2:
        raise unread("the ink", at)  # such as a ring that runs into the lines


def _require_whole(sheet: Sheet) -> None:
    """Raise BoardError if symbols like those on the board are beside it, where it would go on: a part was found."""
    across, down = (
        (2 * lines[0] - lines[1], *lines, 2 * lines[-1] - lines[-2]) for lines in (sheet.grid.across, sheet.grid.down)
    )
    wide = Sheet(sheet.picture, Grid(across, down))
    if grounds.filled(sheet, {}) is not None and grounds.goes_on(sheet, wide):
        raise BoardError(GOES_ON)
    least = min((blob.least_side for blob in sheet.blobs.values()), default=0.0)
    for at in wide.blobs:
        if {at.row, at.col} & {0} or at.row > sheet.rows or at.col > sheet.cols:
            symbol, figure = symbol_on(wide, at)
            if symbol and figure.off_centre <= ASKEW and figure.least_side >= ALIKE * least:
                raise BoardError(GOES_ON)


def _warmth(blob: Blob) -> float:
    return blob.colour[2] - blob.colour[0]


def symbol_on(sheet: Sheet, at: Cell) -> tuple[str | None, Blob]:
    """Return the symbol on a cell, or None, and its ink, without that of a sign beside it, or the sign's own ground."""
    blob = sheet.blobs[at]
    if blob.at_border and blob.chroma < COLOURED:
        blob = sheet.rounded(at) or blob
    if kind := _kind(sheet, at, blob):
        return kind, blob
    for chroma in (0, COLOURED):
        if (solid := sheet.solid(at, chroma)) and (kind := _kind(sheet, at, solid)):
            return kind, solid
    return None, blob


def _kind(sheet: Sheet, at: Cell, blob: Blob) -> str | None:
    """Return the symbol that the ink on a cell is, or None."""
    if blob.off_centre > OFF or not SIZE[0] <= blob.size <= DISC or blob.least_side < 0.7 * SIZE[0]:
        return None
    if blob.chroma < COLOURED:
        return _disc(sheet, at, blob)
    largest = SIZE[1] if blob.fullness > ROUND else LARGEST
    if blob.at_border or blob.size > largest or blob.fullness > RECTANGLE:
        return None
    return SUN if _warmth(blob) > 0 and not _is_crescent(sheet, at, blob) else MOON


def _is_crescent(sheet: Sheet, at: Cell, blob: Blob) -> bool:
    """Return whether a figure is a moon, which emoji make as golden as a sun, by its form."""
    image = glyphs.on_cell(sheet, at) if blob.fullness <= CRESCENT[0] else None
    return image is not None and glyphs.symmetry(image, turned=True) < CRESCENT[1]


def _disc(sheet: Sheet, at: Cell, blob: Blob) -> str | None:
    """Return the symbol that a disc without colour is: light or hollow, or dark; None if something is written on it."""
    if not blob.is_round:
        return None
    x, y = (round((low + high) / 2 * sheet.unit) for low, high in ((blob.left, blob.right), (blob.top, blob.bottom)))
    half = max(2, round(MIDDLE * blob.least_side * sheet.unit))
    middle = slice(y - half, y + half), slice(x - half, x + half)  # within a thick outline too
    inside = sheet.cells[at][middle]
    if float(np.percentile(apart(inside, np.median(inside.reshape(-1, 3), axis=0)), 95)) >= PLAIN:
        return None
    full = blob.ink / blob.area
    if full <= HOLLOW or float(np.median(sheet.contrast[at][middle])) < PLAIN / 2:
        return SUN
    dark = sum(blob.colour) < float(sheet.colours[at].sum())
    return (MOON if dark else SUN) if full >= FILLED else None


def flags(board: Board) -> dict[str, list[Value]]:
    """Return the fields that `play.columns` does not have: whether each cell is given, row by row."""
    given = {one.cell for one in board.givens}
    return {"locked": [at in given for at in cells(*board.shape)]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the symbol of each cell, row by row, given ones too; `progress` is that of a reading."""
    symbols = dict(board.givens) | {(row, col): symbol for row, col, symbol in progress.get("symbols", ())}
    return [symbols.get(at, EMPTY) for at in cells(*board.shape)]


#: The most extent of a symbol, and how far it may be off the middle, in cells.
LARGEST, LARGE_OFF = 0.84, 0.2
#: By how much a symbol that the board does not have may be larger or smaller than its others.
LIKE_OTHERS = (0.75, 1.34)


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the symbols and the signs."""
    known = {*shown} <= {EMPTY, SUN, MOON}
    marked = {at for at, mark in zip(cells(*board.shape), shown, strict=True) if mark != EMPTY}
    _compare_symbols(sheet, board, marked, findings, known=known)
    signs.compare(sheet, board, findings)


def _compare_symbols(sheet: Sheet, board: Board, marked: set[Cell], findings: Findings, *, known: bool) -> None:
    """Compare the symbols. A page may have other symbols: most of the given ones show which is which.

    A single symbol is recognised by the page's words, if these are `known`.
    """
    kind, labels = findings["symbols"], {given.cell: given.symbol for given in board.givens}
    kind.asked = len(labels)
    found = {at: symbol for at in sheet.blobs if (symbol := symbol_on(sheet, at)[0] or _large(sheet, at))}
    is_one_colour = len({*labels.values()}) == 2 and len({found[at] for at in labels if at in found}) == 1
    if is_one_colour and (figures := _by_figures(sheet, labels)):
        found = {at: symbol for at, symbol in found.items() if at not in labels} | figures
    same = [at for at in labels if found.get(at) == labels[at]]
    other = [at for at in labels if at in found and at not in same]
    if len(other) > len(same) and not (known and len(other) == 1):  # other words for the two, or other pictures
        same, other = other, same
    kind.seen = len(same)
    kind.others += [Difference((at,), f"a {labels[at]}", "the other symbol") for at in other]
    kind.absent += [Difference((at,), f"a {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]
    sizes = [sheet.blobs[at].size for at in same]
    for at in {*sheet.blobs} - {*labels} - marked:
        size = sheet.blobs[at].size
        alike = not labels or any(LIKE_OTHERS[0] <= size / one <= LIKE_OTHERS[1] for one in sizes)
        if at in found and alike:
            kind.others.append(Difference((at,), "no symbol", "one"))
        else:
            kind.unclear += alike and size >= SIZE[0]


def _by_figures(sheet: Sheet, labels: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return the symbol on each cell by the likeness of the other figures, where both symbols have one colour.

    A symbol that is there once has no other, and is left out. If all figures are alike, there is one symbol only: none
    is returned.
    """
    images = {at: image for at in labels if (image := glyphs.on_cell(sheet, at)) is not None}
    views = {at: glyphs.view(image) for at, image in images.items()}
    if all(float(one @ other) >= SAME for one, other in combinations(views.values(), 2)):
        return {}
    symbols = {}
    for at, own in views.items():
        others = {name: [views[one] for one in views if one != at and labels[one] == name] for name in (SUN, MOON)}
        if all(others.values()):
            symbols[at] = max((float(np.mean(alike @ own)), name) for name, alike in others.items())[1]
    return symbols


def _large(sheet: Sheet, at: Cell) -> str | None:
    """Return the coloured symbol that fills most of its cell, as on a phone; None if the ink is none."""
    for blob in (sheet.blobs[at], sheet.solid(at)):  # the tip of a moon may reach the line
        if blob is None or blob.at_border or blob.off_centre > LARGE_OFF or blob.chroma < COLOURED:
            continue
        if SIZE[0] <= blob.least_side <= blob.size <= LARGEST and blob.fullness <= RECTANGLE:
            return SUN if _warmth(blob) > 0 else MOON
    return None
