"""Wend against a picture of it: the letters, and the holes between them."""

from collections.abc import Sequence

from player.games.grid import cells
from player.games.wend.board import HOLE, Board
from player.games.wend.sight import is_letter
from player.sight import glyphs
from player.sight.compared import compare_glyphs, is_blank
from player.sight.ink import on_cell
from player.sight.sheet import Sheet
from player.sight.witness import Difference, Findings


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the letters; those of another alphabet are not judged."""
    del shown  # letters stay what they are below the words that were found
    labels = {at: board.grid[at.row][at.col] for at in cells(*board.shape) if board.grid[at.row][at.col] != HOLE}
    kind = findings.of("letters")
    kind.asked = len(labels)
    images = {at: on_cell(sheet, at) for at, blob in sheet.blobs.items() if is_letter(blob)}
    compare_glyphs(kind, images, labels, glyphs.letters(), "letter")
    kind.absent += [Difference((at,), f"the letter {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]
