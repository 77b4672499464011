"""Patches against a picture of it: the clues, with their shapes and numbers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.patches.board import Board
from player.games.patches.sight import NUMBER, PLAIN, is_tile, number_on, shape_of
from player.sight import glyphs
from player.sight.compared import compare_glyphs, is_blank
from player.sight.reading import Margins
from player.sight.sheet import Blob, Sheet
from player.sight.witness import Difference, Findings

if TYPE_CHECKING:
    from player.sight.glyphs import Grey

#: The least confidence in a shape.
SURE = 0.6
#: By how much a tile may be longer or shorter than another one, in cells.
LIKE_OTHERS = 0.05


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the clues; those in drawn patches are judged only by what is read for sure."""
    drawn = {at for at, mark in zip(cells(*board.shape), shown, strict=True) if mark}
    clues = {clue.cell: clue for clue in board.clues}
    tiles = {at: blob for at, blob in sheet.blobs.items() if is_tile(blob)}
    shapes, numbers = findings.of("shapes"), findings.of("numbers")
    shapes.asked = len(clues)
    known = [tile for at, tile in tiles.items() if at in clues]
    for at, tile in tiles.items():
        shape = _shape(sheet, at)
        if at not in clues and shape and (at not in drawn or _is_alike(tile, known)):
            shapes.others.append(Difference((at,), "no clue", f"one ({shape})"))
        elif at in clues and shape == clues[at].shape:
            shapes.seen += 1
        elif at in clues and shape:
            shapes.others.append(Difference((at,), f"the shape {clues[at].shape!r}", f"{shape!r}"))
        else:
            shapes.unclear += not (at in clues or at in drawn or shape)
    shapes.absent += [Difference((at,), "a clue", "nothing") for at in clues if at not in drawn and is_blank(sheet, at)]
    labels = {at: str(clue.area) for at, clue in clues.items() if clue.area}
    numbers.asked = len(labels)
    images: dict[Cell, Grey | None] = {}
    for at, blob in tiles.items():
        image, contrast = number_on(sheet, at, blob)
        if image is not None and contrast >= NUMBER:
            images[at] = image
        elif at in labels and contrast < PLAIN / 2:
            numbers.absent.append(Difference((at,), f"the number {labels[at]}", "none"))
    compare_glyphs(numbers, images, labels, glyphs.numbers(64), "number")


def _shape(sheet: Sheet, at: Cell) -> str | None:
    """Return the shape of a tile; None if it is not sure."""
    margins = Margins()
    try:
        shape = shape_of(sheet, at, sheet.blobs[at], margins)
    except BoardError:
        return None
    return shape if margins.least >= SURE else None


def _is_alike(tile: Blob, others: Sequence[Blob]) -> bool:
    """Return whether a tile is as long as one of the others: a drawn patch may have other figures on it."""
    length = max(tile.width, tile.height)
    return any(abs(length - max(other.width, other.height)) <= LIKE_OTHERS for other in others)
