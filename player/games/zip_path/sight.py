"""Zip in pictures: discs with numbers, thick walls, and the path as far as it is drawn."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell
from player.sight import glyphs
from player.sight.ink import apart, cut
from player.sight.seen import Margins, Seen, unread
from player.sight.sheet import Blob, Sheet
from player.sight.strips import Edge, edges

#: The extents of a disc, the least share of its box that it fills, and how far it may be off the middle, in cells.
DISC, FULL, OFF = (0.36, 0.86), (0.7, 0.88), 0.09
#: The most chroma of a disc: a path is colourful.
GREY = 70
#: The levels within which a pixel has the colour of the discs.
LIKE = 80
#: The width of a wall's ink across an edge, in cells: none, doubtful, a wall.
THIN, THICK = 0.05, 0.085
#: The parts of an edge where walls are measured: discs of neighbours and path are at its middle.
ENDS = ((0.14, 0.28), (0.72, 0.86))
#: Score and margin of a number: doubtful, clear.
SCORE, MARGIN = (0.62, 0.8), (0.02, 0.08)
MOST = 64


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Zip, from 0 to 1."""
    discs = discs_on(sheet)
    others = sum(at not in discs and not blob.at_border for at, blob in sheet.blobs.items())
    numbered = sum(number_on(sheet, at, disc) is not None for at, disc in discs.items())
    return numbered / max(len(discs) + others, 1) if numbered >= 2 else 0.0


def read(sheet: Sheet) -> Seen:
    """Return the board; raise BoardError if anything on it is doubtful."""
    margins = Margins()
    discs = discs_on(sheet)
    numbers: dict[int, Cell] = {}
    images = {at: number_on(sheet, at, disc) for at, disc in discs.items()}
    for at, match in glyphs.numbers(MOST).each(images):
        if match is None:
            raise unread("the disc", at)
        margins.add(match.score, *SCORE, f"the number at {at}")
        margins.add(match.margin, *MARGIN, f"the number at {at}")
        if (number := int(match.label)) in numbers:
            raise BoardError(f"the number {number} is both at {numbers[number]} and at {at} in the picture")
        numbers[number] = at
    if sorted(numbers) != [*range(1, len(numbers) + 1)]:
        missing = next(number for number in range(1, max(numbers, default=1) + 2) if number not in numbers)
        raise BoardError(f"the number {missing} is missing in the picture")
    walls = [[[*one], [*other]] for one, other in _walls(sheet, discs, margins)]
    path = [[*at] for at in _path(sheet, discs)]
    order = [[*numbers[number]] for number in sorted(numbers)]
    board = {"game": "zip", "rows": sheet.rows, "cols": sheet.cols, "numbers": order, "walls": walls}
    return Seen(board, margins.least, {"path": path} if path else {})


def discs_on(sheet: Sheet) -> dict[Cell, Blob]:
    """Return the discs: those that stand alone on their cells, and those of their colour on a path."""
    alone = {at: blob for at, blob in sheet.blobs.items() if blob.chroma < GREY and _round(blob)}
    colours = [np.array(blob.colour) for blob in alone.values()]
    usual = np.median(colours, axis=0) if colours else np.array([0.0, 0.0, 0.0])
    like = {at: sheet.blob_like(at, usual, LIKE) for at in sheet.blobs}
    return {at: blob for at, blob in like.items() if blob and _round(blob)}


def _round(blob: Blob) -> bool:
    square = 0.86 <= blob.width / blob.height <= 1.16
    sized = DISC[0] <= min(blob.width, blob.height) <= max(blob.width, blob.height) <= DISC[1]
    return square and sized and FULL[0] <= blob.fullness <= FULL[1] and blob.off_centre <= OFF


def number_on(sheet: Sheet, at: Cell, disc: Blob) -> "glyphs.Grey | None":
    """Return the glyph on a disc."""
    unit = sheet.unit
    middle = (round((disc.left + disc.right) / 2 * unit), round((disc.top + disc.bottom) / 2 * unit))
    radius = round(0.42 * min(disc.width, disc.height) * unit)
    inside = np.zeros((unit, unit), np.uint8)
    cv2.circle(inside, middle, radius, 1, cv2.FILLED)
    contrast = apart(sheet.cells[at.row, at.col], disc.colour)
    box = (slice(middle[1] - radius, middle[1] + radius + 1), slice(middle[0] - radius, middle[0] + radius + 1))
    found = cut((contrast * inside)[box], unit, rim=True)
    return None if found is None or found.shape[0] < 0.5 * radius else found


def _walls(sheet: Sheet, discs: dict[Cell, Blob], margins: Margins) -> Iterator[tuple[Cell, Cell]]:
    """Yield the walls; raise BoardError if an edge may or may not be one."""
    colour = np.median([disc.colour for disc in discs.values()], axis=0)
    for edge in edges(sheet):
        widths, what = _widths(sheet, edge, colour), f"the wall between {edge.at} and {edge.other}"
        if min(widths) >= THICK:
            yield edge.at, edge.other
            margins.add(min(widths), THICK, 0.12, what)
        elif max(widths) > THIN:
            raise BoardError(f"{what} is doubtful in the picture: take a larger one")


def _widths(sheet: Sheet, edge: Edge, colour: NDArray[np.float64]) -> list[float]:
    """Return the width of ink across the edge near both of its ends, in cells."""
    grounds = (sheet.colours[edge.at], sheet.colours[edge.other])
    whole = min(float(np.abs(ground - colour).max()) for ground in grounds)
    like, unit = edge.contrast > max(0.55 * whole, 1.0), sheet.unit
    parts = [like[round(start * unit) : round(end * unit)] for start, end in ENDS]
    return [float(np.median(part.sum(axis=1))) / unit for part in parts]


def _path(sheet: Sheet, discs: dict[Cell, Blob]) -> list[Cell]:
    """Return the cells with a part of the path; raise BoardError for ink that is neither disc nor path."""
    path = []
    for at, blob in sheet.blobs.items():
        if at in discs and not _on_path(sheet, at, discs[at]):
            continue
        if at not in discs and (blob.chroma < GREY or not blob.at_border):
            raise unread("the ink", at)
        path.append(at)
    return path


def _on_path(sheet: Sheet, at: Cell, disc: Blob) -> bool:
    blob = sheet.blobs[at]
    return blob.at_border and blob.area > (1.25 if disc.at_border else 1.12) * disc.area
