"""Patches in pictures: coloured tiles whose forms are the shapes, with white numbers or without; or numbers alone."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from player.errors import BoardError
from player.games.grid import Cell, Wall, cells, neighbours
from player.games.patches.areas import areas_on, drawn_line, enclosed, new_lines
from player.games.patches.board import Board
from player.games.patches.play import DRAWN
from player.games.snapshot import Value
from player.sight import glyphs
from player.sight.glyphs import Grey, cut
from player.sight.reading import AHEAD, BoardAndMarks, Margins, unread
from player.sight.sheet import Blob, Sheet, apart
from player.sight.witness import Difference, Findings, compare_glyphs, is_blank

#: The extents of a tile, in cells, and how far it may be off the middle.
SIZE, OFF = (0.36, 0.92), 0.09
#: The least share of its box that a tile fills, and its least area in cells.
FULL, AREA = 0.75, 0.2
#: The share of a cell with other ink from which a figure is in parts, or the least share of its box that one with thin
#: furrows fills; and the gaps between parts, in cells.
PARTS, LOOSE, GAP = 0.02, 0.6, 0.07
#: The most share of the cells with tiles: most patches have two cells or more.
CROWDED = 0.55
#: The least number of tiles, and the least median of the differences of their colours' channels, in grey levels.
LEAST, COLOURFUL = 2, 36
#: The ratio of the sides of a square at most, and of a wide or tall tile at least.
SQUARE, LONG = 1.15, 1.25
#: The share of a tile's corners that is ink: of two crossed rectangles up to here, of one rectangle from here.
CROSSED, WHOLE = 0.06, 0.16
#: The side of a corner of a tile, as a share of the tile's.
CORNER = 0.1
#: The least contrast of a number with its tile, and the most of a tile without one, in grey levels.
NUMBER, PLAIN = 45, 26
#: The height of a number in pixels of the picture: doubtful (what is smaller may be any digit), clear.
PIXELS = (6.5, 8.5)
#: The least side of what is searched, in pixels of the sheet.
LEAST_PIXELS = 8
#: The sign that some drawings have on tiles without a number.
UNKNOWN = "?"
#: The score below which a faint figure is noise.
NOISE = 0.6
#: What of a tile is searched for a number, in cells: all but its rim, so much to each side of its middle at most, and
#: so much of two crossed rectangles, which are wider than this both ways.
SPARE, BIGGEST, ARM, CROSS = 0.06, 0.3, (0.27, 0.235), 0.69
#: The fit of a board whose numbers add up to its cells, as the givens of a Sudoku may, unless one is twice in a line;
#: and with lines, as it may have.
AREAS, LINED = 0.85, 0.55
#: The least chroma in Lab of a cell that a drawn patch covers.
TINTED = 6


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Patches, from 0 to 1."""
    tiles = _tiles(sheet)
    if _are_coloured(tiles):
        is_fit = LEAST <= len(tiles) <= CROWDED * sheet.rows * sheet.cols
        return len(tiles) / len(sheet.blobs) if is_fit else 0.0
    try:
        if not (areas := areas_on(sheet, Margins())):
            return 0.0
    except BoardError:  # one number is doubtful: reading says which
        areas = {}
    if drawn_line(sheet):
        return LINED
    lines = {(axis, at[axis], area) for at, area in areas.items() for axis in (0, 1)}
    return AREAS if len(lines) == 2 * len(areas) else 1.0


def _tiles(sheet: Sheet) -> list[Blob]:
    return [blob for blob in _figures(sheet).values() if is_tile(blob)]


def _are_coloured(tiles: Sequence[Blob]) -> bool:
    return bool(tiles) and float(np.median([blob.chroma for blob in tiles])) >= COLOURFUL


def _of_areas(sheet: Sheet, areas: Mapping[Cell, int]) -> BoardAndMarks:
    """Return the board whose clues are numbers alone, on which nothing is drawn yet."""
    if line := drawn_line(sheet):
        at, other = line
        raise BoardError(f"a line is drawn between {at} and {other} in the picture: erase it, and play again")
    clues = [[*at, "any", area] for at, area in sorted(areas.items())]
    return {"game": "patches", "rows": sheet.rows, "cols": sheet.cols, "clues": clues}, {}


def read(sheet: Sheet, margins: Margins) -> BoardAndMarks:
    """Return the board; raise BoardError if anything on it is doubtful."""
    if not _are_coloured(_tiles(sheet)):
        areas = areas_on(sheet, margins)
        if areas is None:
            raise BoardError("the numbers in the picture can't be read, or do not add up to the cells of the board")
        return _of_areas(sheet, areas)
    clues: list[list[Any]] = []
    figures = _figures(sheet)
    numbers = _numbers(sheet, figures, margins)
    for at, blob in figures.items():
        if not is_tile(blob):
            raise unread("the ink", at)
        clues.append([*at, shape_of(sheet, at, blob, margins), numbers[at]])
    _require_agreement(clues, sheet.rows, sheet.cols)
    board = {"game": "patches", "rows": sheet.rows, "cols": sheet.cols, "clues": clues}
    covered = [[*at] for at in cells(sheet.rows, sheet.cols) if at not in sheet.blobs and sheet.chroma[at] > TINTED]
    return board, {"covered": covered} if covered else {}


def _figures(sheet: Sheet) -> dict[Cell, Blob]:
    """Return the figures on the cells: those in several parts are joined."""
    return {at: (sheet.joined(at, GAP) or blob) if _in_parts(blob) else blob for at, blob in sheet.blobs.items()}


def _in_parts(blob: Blob) -> bool:
    large = SIZE[0] <= blob.least_side and blob.fullness >= LOOSE
    return blob.outside > PARTS or (large and blob.fullness < FULL)


def is_tile(blob: Blob) -> bool:
    """Return True if a figure has the form and the place of a tile."""
    sized = SIZE[0] <= blob.least_side and blob.size <= SIZE[1]
    return sized and blob.off_centre <= OFF and blob.fullness >= FULL and blob.area >= AREA


def shape_of(sheet: Sheet, at: Cell, blob: Blob, margins: Margins) -> str:
    """Return the shape of a tile, by its corners and by its sides, which must agree."""
    share = _corners(sheet, at, blob)
    ratio = blob.width / blob.height
    what = f"the shape at {at}"
    if share <= CROSSED:
        margins.add(CROSSED - share, 0.0, 0.05, what)
        margins.add(SQUARE - max(ratio, 1 / ratio), 0.0, 0.08, what)
        return "any"
    margins.add(share - WHOLE, 0.0, 0.15, what)
    if max(ratio, 1 / ratio) <= SQUARE:
        margins.add(0.72 - blob.size, 0.0, 0.05, what)
        return "square"
    margins.add(max(ratio, 1 / ratio) - LONG, 0.0, 0.1, what)
    return "wide" if ratio > 1 else "tall"


def _corners(sheet: Sheet, at: Cell, blob: Blob) -> float:
    """Return the share of ink in the corners of a tile's box: the median of the four."""
    unit = sheet.unit
    left, top, right, bottom = (round(side * unit) for side in (blob.left, blob.top, blob.right, blob.bottom))
    across, down = max(2, round(CORNER * (right - left))), max(2, round(CORNER * (bottom - top)))
    inset = 1  # the rounding of a tile's corner
    ink = sheet.contrast[at] > 0.5 * float(np.percentile(sheet.contrast[at][top:bottom, left:right], 60))
    ys = (slice(top + inset, top + inset + down), slice(bottom - inset - down, bottom - inset))
    xs = (slice(left + inset, left + inset + across), slice(right - inset - across, right - inset))
    return float(np.median([ink[y, x].mean() for y in ys for x in xs]))


def _numbers(sheet: Sheet, figures: dict[Cell, Blob], margins: Margins) -> dict[Cell, int | None]:
    """Return the number on each tile, or None."""
    images, contrasts = {}, {}
    for at, blob in figures.items():
        image, contrast = number_on(sheet, at, blob)
        plain = image is None or contrast < PLAIN
        images[at] = None if plain else image
        contrasts[at] = contrast
    found: dict[Cell, int | None] = dict.fromkeys(figures)
    scores = {}
    known = glyphs.numbers(min(64, sheet.rows * sheet.cols), UNKNOWN)
    for at, match in known.each(images):
        image, faint = images[at], contrasts[at] < NUMBER
        if match is None or image is None or (faint and match.score < NOISE):
            continue
        if match.margin < AHEAD[1] and sheet.finer:
            match = known.closer(match, number_on(sheet.finer, at, figures[at])[0])  # noqa: PLW2901  # a better one
        found[at], scores[at] = int(match.label) if match.label != UNKNOWN else None, match.score
        height = image.shape[0] * sheet.pitch / sheet.unit
        margins.add(height, *PIXELS, f"the number at {at}")
        margins.add(contrasts[at], NUMBER, 90, f"the number at {at}")
        margins.add_glyph(match, f"the number at {at}")
    margins.alike(scores, "the number")
    return found


def number_on(sheet: Sheet, at: Cell, blob: Blob) -> tuple[Grey | None, float]:
    """Return the number on a tile, and its contrast with the tile."""
    unit = sheet.unit
    half = {axis: min(extent / 2 - SPARE, BIGGEST) for axis, extent in (("x", blob.width), ("y", blob.height))}
    if blob.least_side > CROSS:  # two crossed rectangles: only their middle has one colour
        half = {"x": ARM[0], "y": ARM[1]}
    x, y = (blob.left + blob.right) / 2, (blob.top + blob.bottom) / 2
    left, right = (round((x + sign * half["x"]) * unit) for sign in (-1, 1))
    top, bottom = (round((y + sign * half["y"]) * unit) for sign in (-1, 1))
    pixels = sheet.cells[at][top:bottom, left:right]
    if min(pixels.shape[:2]) < LEAST_PIXELS:
        return None, 0.0
    rim = np.concatenate([pixels[:2].reshape(-1, 3), pixels[-2:].reshape(-1, 3)])
    contrast = apart(pixels, np.median(rim, axis=0))
    high, wide = contrast.shape
    core = contrast[round(0.25 * high) : round(0.75 * high), round(0.25 * wide) : round(0.75 * wide)]
    strong = float(np.percentile(core, 92))
    return cut(contrast, unit), strong


def _require_agreement(clues: list[list[Any]], rows: int, cols: int) -> None:
    """Raise BoardError if a number of cells does not go with its shape."""
    for row, col, shape, area in clues:
        if not isinstance(area, int):
            continue
        sides = [(high, area // high) for high in range(1, area + 1) if area % high == 0]
        if not any(_has_shape(shape, high, wide) and high <= rows and wide <= cols for high, wide in sides):
            raise BoardError(f"the clue at {Cell(row, col)} is misread: no {shape} rectangle has {area} cells")


def _has_shape(shape: object, high: int, wide: int) -> bool:
    return shape in {"any", "square" if high == wide else "wide" if wide > high else "tall"}


#: The values of a cell that looks as on the untouched board, and of one that a patch covers.
BARE, MARKED = "", DRAWN
#: A picture by itself does not show all marks for sure: it is compared with the first one.
NEEDS_THE_FIRST = True


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the mark of each cell, row by row; `progress` is that of a reading, which sees none on clues.

    A clue counts as covered if a cell beside it is, unless its patch has this one cell only.
    """
    covered = {Cell(*at) for at in progress.get("covered", ())}
    clues = {clue.cell for clue in board.clues if clue.area != 1}
    beside = {at for at in clues if any(near in covered for near in neighbours(at, *board.shape))}
    return [MARKED if at in covered | beside else BARE for at in cells(*board.shape)]


def changed(board: Board, before: Sheet, now: Sheet, marks: list[Value]) -> list[Value]:
    """Return the marks by the lines that were drawn between the cells since the first picture, if there are some.

    Clues on coloured tiles are covered by patches, which have borders of their own. So has what fills its cells: then
    each line has a changed cell at its side.
    """
    lines = frozenset[Wall]() if _are_coloured(_tiles(before)) else new_lines(before, now)
    marked = {at for at, mark in zip(cells(*board.shape), marks, strict=True) if mark != BARE}
    fills = all(marked.intersection(pair) for pair in lines)
    return marks if fills else enclosed(board, lines)


#: The least confidence in a shape.
SURE = 0.6
#: By how much a tile may be longer or shorter than another one, in cells.
LIKE_OTHERS = 0.05


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the clues; those in drawn patches are judged only by what is read for sure."""
    drawn = {at for at, mark in zip(cells(*board.shape), shown, strict=True) if mark}
    clues = {clue.cell: clue for clue in board.clues}
    tiles = {at: blob for at, blob in sheet.blobs.items() if is_tile(blob)}
    shapes, numbers = findings["shapes"], findings["numbers"]
    shapes.asked = len(clues)
    known = [tile for at, tile in tiles.items() if at in clues]
    for at, tile in tiles.items():
        shape = _shape(sheet, at)
        if at not in clues and shape and (at not in drawn or _is_alike(tile, known)):
            shapes.others.append(Difference((at,), "no clue", f"one ({shape})"))
        elif at in clues and shape == clues[at].shape:
            shapes.seen += 1
        elif at in clues and shape and clues[at].shape != "any":  # "any" excludes nothing, and is drawn in many ways
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
    return any(abs(tile.size - other.size) <= LIKE_OTHERS for other in others)
