"""Wend against a picture of it: the letters, and the holes between them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from player.games.grid import cells
from player.games.wend.board import HOLE, Board
from player.games.wend.sight import OFF, is_letter
from player.sight import glyphs
from player.sight.compared import compare_glyphs, is_blank
from player.sight.glyphs import on_blob, on_cell
from player.sight.sheet import Blob, Sheet
from player.sight.witness import Difference, Findings

#: The most grey levels between the ink of letters: pages draw signs of other colours on holes.
INK = 48
#: The least extents of a trail's part in a cell, and the least share of its box that it fills.
TRAIL, FULL = 0.55, 0.6


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the letters; those of another alphabet are not judged."""
    del shown  # letters stay what they are on the trails of words that were found
    labels = {at: board.grid[at.row][at.col] for at in cells(*board.shape) if board.grid[at.row][at.col] != HOLE}
    kind = findings.of("letters")
    kind.asked = len(labels)
    letters = [at for at, blob in sheet.blobs.items() if is_letter(blob)]
    inks = np.array([sheet.blobs[at].colour for at in letters if at in labels] or [(0, 0, 0)])
    images = {at: on_cell(sheet, at) for at in letters if at in labels or _is_inked(sheet.blobs[at], inks)}
    images |= {at: on_blob(sheet, at) for at, blob in sheet.blobs.items() if _is_trail(blob)}
    compare_glyphs(kind, images, labels, glyphs.letters(), "letter")
    kind.absent += [Difference((at,), f"the letter {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]


def _is_inked(blob: Blob, inks: NDArray[np.float64]) -> bool:
    """Return whether a figure has the colour of any of the letters; those of found words may have one of their own."""
    return float(np.abs(inks - blob.colour).max(axis=1).min()) <= INK


def _is_trail(blob: Blob) -> bool:
    """Return whether the ink in a cell is a disc or a line with a letter on it."""
    return min(blob.width, blob.height) >= TRAIL and blob.fullness >= FULL and blob.off_centre <= OFF
