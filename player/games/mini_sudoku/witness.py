"""Mini Sudoku against a picture of it: the digits, given or entered."""

from collections.abc import Sequence

import numpy as np

from player.games.grid import cells
from player.games.mini_sudoku.board import Board
from player.games.mini_sudoku.sight import is_digit as is_glyph
from player.sight import glyphs
from player.sight.compared import compare_glyphs, is_blank
from player.sight.ink import on_cell
from player.sight.sheet import Sheet
from player.sight.witness import Difference, Findings

#: The least height of a digit that the board does not have, as a share of the others': smaller ones are notes.
LIKE_OTHERS = 0.85


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
    kind.absent += [Difference((at,), f"the digit {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]
