"""Zip in pictures: discs with numbers, thick walls, and the path as far as it is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.snapshot import Value
from player.games.zip_path.board import Board
from player.sight import glyphs
from player.sight.edges import SheetEdge, edges
from player.sight.reading import BoardAndMarks, Grid, Margins, unread
from player.sight.sheet import Blob, Image, Sheet
from player.sight.witness import Difference, Findings, ItemKind, compare_labels

#: The extents of a disc, the least share of its box that it fills, and how far it may be off the middle, in cells.
DISC, FULL, OFF = (0.36, 0.86), (0.7, 0.88), 0.09
#: The most chroma of a disc on a path, which is colourful.
GREY = 70
#: The most of a ring that is ink, with the number in it.
HOLLOW = 0.6
#: How much a sheet looks like a board if its discs are numbered from one on: so are those of no other game.
NUMBERED = 1.3
#: A Sudoku of so many rows may have one solution with as few givens, which are plain numbers as well; how much such a
#: board looks like Zip.
FEWEST, BEHIND = 4, 0.6
#: The levels within which a pixel has the colour of the discs.
LIKE = 80
#: The width of a wall's ink across an edge, in cells: none, doubtful, a wall.
THIN, THICK = 0.05, 0.085
#: The picture's own two groups of widths: the ratio between them, that within the thicker one, the width up to which
#: lines count as equally thin, and beyond which ink is no line.
TWO_GROUPS, SPREAD, LINE, WIDEST = 1.7, 1.7, 0.02, 0.3
#: The soft rim of a disc, in cells.
RIM = 0.03
#: The parts of an edge where walls are measured: the path is at its middle, and discs reach least far there.
ENDS = ((0.14, 0.28), (0.72, 0.86))
#: Score and margin of a number: doubtful, clear.
SCORE, MARGIN = (0.62, 0.8), (0.02, 0.08)
#: By how much a number may be more like another one that is elsewhere on the board.
OTHERWISE = 0.02
#: The most of a disc's inside that a number is high: more is a ring, and no number.
TALL = 1.75
MOST = 64


def lattices(picture: Image) -> Iterator[Grid]:
    """Yield the lattices that discs and a frame tell: a path covers the lines of the cells that it fills."""
    from player.sight.discs import framed  # noqa: PLC0415  # a play knows where its board is

    return framed(picture)


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Zip, from 0 to 1."""
    discs, found = _figures(sheet)
    others = sum(at not in discs and not blob.at_border for at, blob in sheet.blobs.items())
    images = [image for image in found.values() if image is not None]
    if len(images) < 2:
        return 0.0
    labels = {match.label for match in glyphs.numbers(MOST).matches(images)}
    if labels == {str(number) for number in range(1, len(discs) + others + 1)}:
        may_be_sudoku = discs is sheet.blobs and sheet.rows == sheet.cols == len(labels) == FEWEST
        return BEHIND if may_be_sudoku else NUMBERED
    different = 0.0 if discs is sheet.blobs else len(labels) / len(images)  # other games have plain numbers
    return different**2 * len(images) / max(len(discs) + others, 1)


def read(sheet: Sheet, margins: Margins) -> BoardAndMarks:
    """Return the board; raise BoardError if anything on it is doubtful."""
    discs, images = _figures(sheet)
    numbers = _numbers(images, margins)
    if sorted(numbers) != [*range(1, len(numbers) + 1)]:
        missing = next(number for number in range(1, max(numbers, default=1) + 2) if number not in numbers)
        raise BoardError(f"the number {missing} is missing in the picture")
    walls = [[[*one], [*other]] for one, other in _walls(sheet, discs, margins)]
    path = [[*at] for at in _path(sheet, discs)]
    order = [[*numbers[number]] for number in sorted(numbers)]
    board = {"game": "zip", "rows": sheet.rows, "cols": sheet.cols, "numbers": order, "walls": walls}
    return board, {"path": path} if path else {}


def _figures(sheet: Sheet) -> "tuple[dict[Cell, Blob], dict[Cell, glyphs.Grey | None]]":
    """Return the discs, or rings if all are, and the numbers in them; plain numbers if there is nothing else."""
    rings = {at: one for at in sheet.blobs if (one := sheet.rounded(at)) and one.ink < HOLLOW * one.area}
    if rings.keys() == sheet.blobs.keys():
        grounds = {at: replace(ring, colour=tuple(sheet.colours[at].tolist())) for at, ring in rings.items()}
        return rings, {at: number_on(sheet, at, ground) for at, ground in grounds.items()}
    if discs := discs_on(sheet):
        return discs, {at: number_on(sheet, at, disc) for at, disc in discs.items()}
    plain = {at: glyphs.on_cell(sheet, at) for at in sheet.blobs}
    return (sheet.blobs, plain) if all(image is not None for image in plain.values()) else ({}, {})


def _numbers(images: "dict[Cell, glyphs.Grey | None]", margins: Margins) -> dict[int, Cell]:
    """Return the cell of each number; raise BoardError if one can't be read.

    The clearest ones are read first: as each number is on the board once, what they are the others are not. But none
    is taken for a number that it is clearly less like than another one.
    """
    glyphs_of = {at: image for at, image in images.items() if image is not None}
    if unknown := next((at for at in images if at not in glyphs_of), None):
        raise unread("the disc", unknown)
    if not glyphs_of:
        return {}
    labels, likeness = glyphs.numbers(MOST).scores(glyphs.views_of([*glyphs_of.values()]))
    most, free = likeness.max(axis=1), likeness.copy()
    found: dict[int, Cell] = {}
    left = [*range(len(glyphs_of))]
    places = [*glyphs_of]
    while left:
        two = np.sort(free[left], axis=1)[:, -2:]
        number = left.pop(int((two[:, 1] - two[:, 0]).argmax()))
        best = int(free[number].argmax())
        what = f"the number at {places[number]}"
        margins.add(float(free[number, best]), *SCORE, what)
        margins.add(float(2 * free[number, best] - np.sort(free[number])[-2:].sum()), *MARGIN, what)
        if most[number] - free[number, best] > OTHERWISE:
            other = found[int(labels[int(likeness[number].argmax())])]
            raise BoardError(f"the number {labels[best]} is both at {other} and at {places[number]} in the picture")
        found[int(labels[best])] = places[number]
        free[:, best] = -1.0
    return found


def discs_on(sheet: Sheet) -> dict[Cell, Blob]:
    """Return the discs: those that stand alone on their cells, and those of their colour on a path.

    Colourful ones are discs if all figures are discs of one colour.
    """
    alone = {at: blob for at, blob in sheet.blobs.items() if blob.chroma < GREY and _round(blob)}
    if alone:
        return _discs_like(sheet, np.median([blob.colour for blob in alone.values()], axis=0))
    solid = {at: blob for at in sheet.blobs if (blob := sheet.solid(at)) and _round(blob)}
    colours = np.array([blob.colour for blob in solid.values()])
    if solid and solid.keys() == sheet.blobs.keys() and float(np.ptp(colours, axis=0).max()) < LIKE:
        return _discs_like(sheet, np.median(colours, axis=0))
    return max((_discs_like(sheet, np.full(3, level)) for level in (0.0, 255.0)), key=len)


def _discs_like(sheet: Sheet, colour: NDArray[np.float64]) -> dict[Cell, Blob]:
    """Return the discs of about this colour."""
    like = {at: sheet.blob_like(at, colour, LIKE) for at in sheet.blobs}
    return {at: blob for at, blob in like.items() if blob and _round(blob)}


def _round(blob: Blob) -> bool:
    square = 0.86 <= blob.width / blob.height <= 1.16
    sized = DISC[0] <= blob.least_side <= blob.size <= DISC[1]
    return square and sized and FULL[0] <= blob.fullness <= FULL[1] and blob.off_centre <= OFF


def number_on(sheet: Sheet, at: Cell, disc: Blob) -> "glyphs.Grey | None":
    """Return the number on a disc."""
    found, radius = glyphs.on_figure(sheet, at, disc), round(0.42 * disc.least_side * sheet.unit)
    return found if found is not None and 0.5 * radius <= found.shape[0] <= TALL * radius else None


def _walls(sheet: Sheet, discs: dict[Cell, Blob], margins: Margins) -> Iterator[tuple[Cell, Cell]]:
    """Yield the walls; raise BoardError if an edge may or may not be one."""
    colour = np.median([disc.colour for disc in discs.values()], axis=0)
    lines = [*edges(sheet)]
    widths = np.array([_widths(sheet, edge, discs, colour) for edge in lines])
    thin, thick, clear = _limits(widths)
    for edge, width in zip(lines, widths, strict=True):
        what = f"the wall between {edge.at} and {edge.other}"
        if width.min() >= thick:
            yield edge.at, edge.other
            margins.add(float(width.min()), thick, clear, what)
        elif width.max() > thin:
            raise BoardError(f"{what} is doubtful in the picture: take a larger one")


def _limits(widths: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return up to which width a line is no wall, from which it is a wall, and from which it clearly is one.

    `widths` are those of both ends of each line. If some are in doubt, those of the picture decide: if they are two
    groups, the thicker ones are walls; lines that are all about as thick as each other have no wall among them.
    """
    doubtful = (widths.max(axis=1) > THIN) & (widths.min(axis=1) < THICK)
    order = np.sort(widths, axis=None)
    if not doubtful.any() or order[-1] > WIDEST:
        return THIN, THICK, 0.12
    steps = np.maximum(order[1:], LINE) / np.maximum(order[:-1], LINE)
    best = int(steps.argmax())
    low, high = float(order[best]), float(order[best + 1])
    whole = not ((widths.max(axis=1) > low) & (widths.min(axis=1) < high)).any()
    if whole and steps[best] >= TWO_GROUPS and order[-1] <= SPREAD * high and high >= THIN:
        return low, high, high + 0.01
    if steps[best] < 1.2 and order[-1] <= SPREAD * float(np.median(order)) and order[-1] < THICK:
        return float(order[-1]), np.inf, np.inf
    return THIN, THICK, 0.12


def _widths(sheet: Sheet, edge: SheetEdge, discs: dict[Cell, Blob], colour: NDArray[np.float64]) -> list[float]:
    """Return the width of ink across the edge near both of its ends, in cells; that of discs does not count."""
    grounds = (sheet.colours[edge.at], sheet.colours[edge.other])
    whole = min(float(np.abs(ground - colour).max()) for ground in grounds)
    like, unit = edge.contrast > max(0.55 * whole, 1.0), sheet.unit
    for at, side in ((edge.at, -0.5), (edge.other, 0.5)):
        if at in discs:
            like &= ~_covered(discs[at], side, edge, unit)
    return [float(np.median(like[sheet.span(end)].sum(axis=1))) / unit for end in ENDS]


def _covered(disc: Blob, side: float, edge: SheetEdge, unit: int) -> NDArray[np.bool_]:
    """Return the part of an edge's strip that a disc and its soft rim cover; its cell is on that `side` of the edge."""
    long, wide = edge.contrast.shape
    middles = (disc.left + disc.right) / 2, (disc.top + disc.bottom) / 2
    off, along = middles if edge.at.row == edge.other.row else middles[::-1]
    radius = 0.5 if disc.at_border else min(max(disc.width, disc.height) / 2 + RIM, 0.5)
    rows, cols = np.ogrid[0.5:long, 0.5:wide]
    away = (rows / unit - along) ** 2 + ((cols - wide / 2) / unit - side - off + 0.5) ** 2
    return np.asarray(away <= radius**2)


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


#: The values of a cell that looks as on the untouched board, and of one that the path goes through.
BARE, MARKED = False, True


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return if the path goes through each cell, row by row; `progress` is that of a reading."""
    filled = {tuple(at) for at in progress.get("path", ())}
    return [at in filled for at in cells(*board.shape)]


#: The part of an edge that a path crosses, how far it is looked at on both sides, in cells, and the grey levels and the
#: share of it that has changed then.
CROSSED, NEAR, CHANGE, PART = (0.42, 0.58), 0.08, 40, 0.7


def changed(board: Board, before: Sheet, now: Sheet, marks: list[Value]) -> list[Value]:
    """Return the marks, with the discs that the path passes: a large one leaves little of it to be seen in its cell."""
    along = now.span(CROSSED)
    passed = set()
    for then, edge in zip(edges(before, NEAR), edges(now, NEAR), strict=True):
        difference = np.abs(then.pixels[along].astype(np.int16) - edge.pixels[along])
        if (difference.max(axis=2) > CHANGE).mean() >= PART:
            passed |= {edge.at, edge.other}
    return [mark or (at in passed and at in before.blobs) for at, mark in zip(cells(*board.shape), marks, strict=True)]


#: The mean difference in grey levels within which an edge looks like those without a wall; from where on something lies
#: there for sure.
PLAIN, LAID = 5.0, 15.0
#: How many numbers after the last one of the board are looked for.
MORE = 8


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the numbers and the walls."""
    filled = {at for at, mark in zip(cells(*board.shape), shown, strict=True) if mark}
    discs = discs_on(sheet)
    labels = {at: str(number) for number, at in enumerate(board.numbers, 1)}
    images = {at: number_on(sheet, at, disc) for at, disc in discs.items()}
    known = glyphs.numbers(min(len(labels) + MORE, MOST))
    compare_labels(sheet, findings["numbers"], images, labels, known, what="number")
    if discs:
        _compare_walls(sheet, board, discs, filled, findings["walls"])


def _compare_walls(sheet: Sheet, board: Board, discs: dict[Cell, Blob], filled: set[Cell], kind: ItemKind) -> None:
    """Compare the walls; the path may lie on edges between filled cells."""
    kind.asked = len(board.walls)
    colour = np.median([disc.colour for disc in discs.values()], axis=0)
    _correct_grounds(sheet, colour)
    lines = [*edges(sheet)]
    walls = np.array([(line.at, line.other) in board.walls for line in lines])
    # The rims of discs are no walls, but may cover one.
    pairs = zip(lines, walls, strict=True)
    widths = np.array([_widths(sheet, line, {} if walled else discs, colour) for line, walled in pairs])
    usual = np.median(widths.max(axis=1))
    strips = np.median([[line.contrast[sheet.span(end)] for end in ENDS] for line in lines], axis=2)
    away = np.abs(strips - np.median(strips[~walls], axis=0)).mean(axis=2).max(axis=1)
    for line, width, drawn, unlike in zip(lines, widths, walls, away, strict=True):
        at = line.at, line.other
        if drawn and width.min() >= THICK:
            kind.seen += 1
        elif drawn and width.max() <= THIN and unlike < PLAIN:
            kind.absent.append(Difference(at, "a wall", "none"))
        elif drawn or width.min() < THICK or usual > THIN:
            kind.unclear += not drawn and not {*at} & filled and unlike >= LAID
        elif not {*at} <= filled or _is_wall(sheet, line, colour):
            kind.others.append(Difference(at, "no wall", "one"))


def _correct_grounds(sheet: Sheet, colour: NDArray[np.float64]) -> None:
    """Give cells between two walls, whose corners have the colour of walls, the ground of the others."""
    walled = np.abs(sheet.colours - colour).max(axis=2) <= LIKE
    if walled.any() and not walled.all():
        sheet.colours[walled] = np.median(sheet.colours[~walled], axis=0)


def _is_wall(sheet: Sheet, line: SheetEdge, colour: NDArray[np.float64]) -> bool:
    """Return whether the ink near both ends of an edge has the colour of the discs: a path there has another one."""
    half, middle = round(THICK / 2 * sheet.unit), line.pixels.shape[1] // 2
    ends = [line.pixels[sheet.span(end), middle - half : middle + half] for end in ENDS]
    return all(float(np.abs(np.median(end, axis=(0, 1)) - colour).max()) <= LIKE for end in ends)
