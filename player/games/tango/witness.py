"""Tango against a picture of it: the given symbols, and the signs between cells."""

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, Wall, between, beyond, cells
from player.games.tango.board import EQUAL, MOON, SUN, Board
from player.games.tango.play import EMPTY
from player.games.tango.sight import COLOURED, RECTANGLE, SIZE, sign_in, symbol_on
from player.games.tango.sight import ink_between as ink_at
from player.sight.compared import is_blank
from player.sight.reading import Margins
from player.sight.sheet import Sheet
from player.sight.witness import Difference, Findings

#: The grey levels below which there is nothing at the middle of an edge, and how far the middle reaches, in cells.
BLANK, CORE = 14, 0.09
#: The most extent of a symbol, and how far it may be off the middle, in cells.
LARGEST, ASKEW = 0.84, 0.2
#: By how much a symbol that the board does not have may be larger or smaller than its others.
LIKE_OTHERS = (0.75, 1.34)


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the symbols and the signs."""
    known = {*shown} <= {EMPTY, SUN, MOON}
    marked = {at for at, mark in zip(cells(*board.shape), shown, strict=True) if mark != EMPTY}
    _compare_symbols(sheet, board, marked, findings, known=known)
    _compare_signs(sheet, board, findings)


def _compare_symbols(sheet: Sheet, board: Board, marked: set[Cell], findings: Findings, *, known: bool) -> None:
    """Compare the symbols. A page may have other symbols: most of the given ones show which is which.

    A single symbol is recognised by the page's words, if these are `known`.
    """
    kind, labels = findings.of("symbols"), {given.cell: given.symbol for given in board.givens}
    kind.asked = len(labels)
    found = {at: symbol for at in sheet.blobs if (symbol := symbol_on(sheet, at)[0] or _large(sheet, at))}
    same = [at for at in labels if found.get(at) == labels[at]]
    other = [at for at in labels if at in found and at not in same]
    if len(other) > len(same) and not (known and len(other) == 1):  # other words for the two, or other pictures
        same, other = other, same
    kind.seen = len(same)
    kind.others += [Difference((at,), f"a {labels[at]}", "the other symbol") for at in other]
    kind.absent += [Difference((at,), f"a {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]
    sizes = [max(sheet.blobs[at].width, sheet.blobs[at].height) for at in same]
    for at in {*sheet.blobs} - {*labels} - marked:
        size = max(sheet.blobs[at].width, sheet.blobs[at].height)
        alike = not labels or any(LIKE_OTHERS[0] <= size / one <= LIKE_OTHERS[1] for one in sizes)
        if at in found and alike:
            kind.others.append(Difference((at,), "no symbol", "one"))
        else:
            kind.unclear += alike and size >= SIZE[0]


def _compare_signs(sheet: Sheet, board: Board, findings: Findings) -> None:
    kind = findings.of("signs")
    signs: dict[Wall, str] = {between(edge.a, edge.b): edge.sign for edge in board.edges}
    kind.asked = len(signs)
    for at in cells(sheet.rows, sheet.cols):
        for side in ("right", "down"):
            other = beyond(at, side)
            if other.row >= sheet.rows or other.col >= sheet.cols:
                continue
            ink, wanted = ink_at(sheet, at, other), signs.get((at, other))
            if _is_free(ink, sheet.unit):
                if wanted:
                    kind.absent.append(Difference((at, other), _word(wanted), "none"))
                continue
            seen = _sign(sheet, at, side)
            if seen and seen == wanted:
                kind.seen += 1
            elif seen:
                words = _word(wanted) if wanted else "no sign"
                kind.others.append(Difference((at, other), words, _word(seen)))
            else:
                kind.unclear += not wanted


def _large(sheet: Sheet, at: Cell) -> str | None:
    """Return the coloured symbol that fills most of its cell, as on a phone; None if the ink is none."""
    for blob in (sheet.blobs[at], sheet.solid(at)):  # the tip of a moon may reach the line
        if blob is None or blob.at_border or blob.off_centre > ASKEW or blob.chroma < COLOURED:
            continue
        least, most = sorted((blob.width, blob.height))
        if SIZE[0] <= least <= most <= LARGEST and blob.fullness <= RECTANGLE:
            blue, _, red = blob.colour
            return SUN if red > blue else MOON
    return None


def _is_free(ink: NDArray[np.uint8], unit: int) -> bool:
    """Return whether nothing is at the middle of an edge, where each sign has ink: symbols reach its sides only."""
    middle, half = ink.shape[0] // 2, round(CORE * unit)
    return int(ink[middle - half : middle + half, middle - half : middle + half].max()) < BLANK


def _sign(sheet: Sheet, at: Cell, side: str) -> str | None:
    """Return the sign on an edge, as it is, or without what may belong to a symbol; None if it can't be read."""
    other = beyond(at, side)
    ink = ink_at(sheet, at, other)
    for taken in ((False, False), (at in sheet.blobs, other in sheet.blobs)):
        with suppress(BoardError):
            return sign_in(ink, side, "the sign", sheet.unit, margins=Margins(), taken=taken)
    return None


def _word(sign: str) -> str:
    return "an equal sign" if sign == EQUAL else "a cross"
