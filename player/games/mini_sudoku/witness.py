"""Mini Sudoku against a picture of it: the digits, given or entered."""

from collections.abc import Sequence

import numpy as np

from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board
from player.games.mini_sudoku.sight import is_digit as is_glyph
from player.sight import glyphs
from player.sight.compared import BLANK, compare_glyphs, is_blank
from player.sight.glyphs import on_cell
from player.sight.sheet import Sheet
from player.sight.witness import Difference, Findings

#: The least height of a digit that the board does not have, as a share of the others': smaller ones are notes.
LIKE_OTHERS = 0.85
#: The most height of notes in a line, as a share of the digits', and the part of a cell that is searched for them, in
#: pixels of a sheet.
SMALLER, INSIDE = 0.65, slice(8, -8)


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the digits."""
    places = [*cells(*board.shape)]
    labels = {at: str(digit) for at, digit in zip(places, shown, strict=True) if digit}
    kind = findings.of("digits")
    kind.asked = len(labels)
    heights = [blob.height for at, blob in sheet.blobs.items() if at in labels]
    usual = float(np.median(heights)) if heights else 0.0
    images = {}
    for at, blob in sheet.blobs.items():
        if is_glyph(blob, sheet.rows) and (at in labels or (usual and blob.height >= LIKE_OTHERS * usual)):
            images[at] = on_cell(sheet, at)
    compare_glyphs(kind, images, labels, glyphs.numbers(sheet.rows), "digit")
    for at, digit in labels.items():
        if is_blank(sheet, at):
            kind.absent.append(Difference((at,), f"the digit {digit}", "nothing"))
        elif usual and _is_smaller(sheet, at, usual):
            kind.absent.append(Difference((at,), f"the digit {digit}", "notes"))


def _is_smaller(sheet: Sheet, at: Cell, usual: float) -> bool:
    """Return whether all ink in a cell is much smaller than a digit: notes."""
    rows, _ = np.nonzero(sheet.contrast[at][INSIDE, INSIDE] > BLANK)
    high = (int(rows.max()) - int(rows.min()) + 1) / sheet.unit
    return high <= SMALLER * usual
