"""Shikaku in pictures: clues that are numbers only, on cells or on discs, and rectangles that are drawn by lines."""

import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, Wall, between, cells, parted
from player.games.patches.board import Board, around
from player.games.patches.play import DRAWN
from player.games.snapshot import Value
from player.sight import glyphs
from player.sight.edges import edges
from player.sight.glyphs import Glyph, Grey, glyph, on_figure
from player.sight.reading import AHEAD, Margins
from player.sight.sheet import Blob, Sheet

#: The least side of a disc, in cells, how far a figure may be off the middle, and the height of a number: at most, and
#: how much heights differ.
DISC, OFF, HEIGHT, UNEVEN = 0.45, 0.16, (0.15, 0.85), 1.35
#: The numbers that are known, and the least share of the board with clues: most rectangles have ten cells or less.
MOST, SPARSE, CROWDED = 64, 0.03, 0.55


def areas_on(sheet: Sheet, margins: Margins) -> dict[Cell, int] | None:
    """Return the number of each figure, if the figures are numbers that add up to the cells of the board, or None.

    Each rectangle has one number and they cover the board, so a misread number shows, and one that is doubtful is known
    by the sum. Raise BoardError if two are doubtful.
    """
    count = sheet.rows * sheet.cols
    if not max(2, SPARSE * count) <= len(sheet.blobs) <= CROWDED * count:
        return None
    images = {at: _number(sheet, at, blob) for at, blob in sheet.blobs.items()}
    heights = [image.shape[0] for image in images.values() if image is not None]
    if len(heights) < len(images) or max(heights) > UNEVEN * min(heights):
        return None
    known = glyphs.numbers(min(MOST, count))
    found, doubts = {}, list[BoardError]()
    for at, match in known.each(images):
        if match is None:
            return None
        if match.margin < AHEAD[1] and sheet.finer:
            match = known.closer(match, _number(sheet.finer, at, sheet.finer.blobs.get(at)))  # noqa: PLW2901  # a better one
        found[at] = int(match.label)
        doubts += _doubts(match, at, margins)
    if sum(found.values()) != count:
        return None
    if len(doubts) > 1:
        raise doubts[0]
    margins.least = 0.5 if doubts else margins.least
    return found


def _doubts(match: glyphs.Match, at: Cell, margins: Margins) -> list[BoardError]:
    try:
        margins.add_glyph(match, f"the number at {at}")
    except BoardError as error:
        return [error]
    return []


def _number(sheet: Sheet, at: Cell, blob: Blob | None) -> Grey | None:
    """Return the number on a cell, or on the disc there; None if the figure is neither."""
    if blob is None or blob.off_centre > OFF:
        return None
    if blob.is_round and blob.size >= DISC and (image := on_figure(sheet, at, blob)) is not None:
        return image
    found: Glyph | None = glyph(sheet, at)
    is_number = found is not None and HEIGHT[0] <= found.height <= HEIGHT[1] and not found.at_border
    return found.image if found and is_number else None


# Lines that the player draws between cells

#: The part of an edge that is looked at; how far a new line reaches, and what beside it stays as it was, in cells.
ALONG, MIDDLE, BESIDE = (0.2, 0.8), 0.04, (0.14, 0.24)
#: The grey levels of a change, and the share of an edge and of the cells beside it that has changed.
CHANGE, WHOLE, STILL = 40, 0.8, 0.05
#: The least share of an edge that is inked if there is a line, which may be dashed.
DASHED = 0.25
#: How far lines that are there at first reach, the least width that counts, in cells, and how much thicker than usual
#: one is that somebody drew.
NARROW, HAIR, THICKER = 0.08, 0.025, 2.0


def new_lines(before: Sheet, now: Sheet) -> frozenset[Wall]:
    """Return the edges on which a line was drawn since a picture, between cells that look as they did.

    Raise BoardError if there are some, and a line that was there is gone: something covers it, and maybe others.
    """
    part = now.span(ALONG)
    found, gone = set(), None
    for then, edge in zip(edges(before), edges(now), strict=True):
        pair = edge.at, edge.other
        one, other = (side.pixels[part].astype(np.int16) for side in (then, edge))
        changed = np.abs(one - other).max(axis=2) > CHANGE
        away = np.abs(np.arange(changed.shape[1]) + 0.5 - changed.shape[1] / 2) / now.unit
        beside = changed[:, (away >= BESIDE[0]) & (away <= BESIDE[1])]
        if changed[:, away <= MIDDLE].mean(axis=0).max() >= WHOLE and beside.mean() <= STILL and _is_line(other):
            found.add(between(*pair))
        elif _is_line(one) and not _is_line(other):
            gone = pair
    if found and gone:
        raise BoardError(f"the line between {gone[0]} and {gone[1]} is covered in the picture")
    return frozenset(found)


def _is_line(pixels: NDArray[np.int16]) -> bool:
    """Return whether a strip across an edge shows a line, which may be dashed."""
    half = round(pixels.shape[1] * 0.3)
    ground = np.median(np.concatenate([pixels[:, :half], pixels[:, -half:]], axis=1), axis=(0, 1))
    ink = np.abs(pixels[:, half:-half] - ground).max(axis=2) > CHANGE
    return bool(ink.any(axis=1).mean() >= DASHED)


def enclosed(board: Board, lines: frozenset[Wall]) -> list[Value]:
    """Return the mark of each cell by the lines around it: the clue of the rectangle that they enclose, or "".

    Raise BoardError for lines that are no rectangle's: the next drag along one might erase it.
    """
    names = {at: name for part in parted(board.shape, lines) for name in [_name(board, part)] for at in part}
    for at, other in sorted(lines):
        if names[at] == names[other]:
            raise BoardError(f"a line between {at} and {other} encloses no rectangle: erase it, and play again")
    clues = {clue.cell for clue in board.clues}
    return [DRAWN if names[at] and at in clues else names[at] for at in cells(*board.shape)]


def _name(board: Board, part: set[Cell]) -> str:
    """Return the clue whose rectangle a part of the board is, or ""."""
    clues = [clue for clue in board.clues if clue.cell in part]
    whole = around(part)
    fits = len(clues) == 1 and len(part) == whole.height * whole.width and clues[0].area in {None, len(part)}
    return clues[0].cell.spoken if fits else ""


def drawn_line(sheet: Sheet) -> tuple[Cell, Cell] | None:
    """Return two cells with a line between them that is thicker than the others: rectangles are drawn already."""
    part, widths = sheet.span(ALONG), {}
    for edge in edges(sheet, NARROW):
        widths[edge.at, edge.other] = float(np.median((edge.contrast[part] > CHANGE).sum(axis=1))) / sheet.unit
    usual = max(float(np.median([*widths.values()])), HAIR)
    return next((pair for pair, width in widths.items() if width >= THICKER * usual), None)
