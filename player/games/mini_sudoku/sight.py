"""Mini Sudoku in pictures: digits in cells, and the boxes by their thicker lines."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, usual_box
from player.games.snapshot import Value
from player.sight import glyphs
from player.sight.edges import LONG, edges
from player.sight.glyphs import Glyph, glyph, on_cell
from player.sight.reading import AHEAD, BoardAndMarks, Margins, unread
from player.sight.sheet import INK, Blob, Sheet
from player.sight.witness import BLANK, Difference, Findings, compare_labels, is_blank

#: The extents of a digit, in cells; smaller ones are notes.
HEIGHT, WIDTH, OFF = (0.13, 0.8), (0.03, 0.75), 0.16
#: The most width of a digit, and of a number of two digits, as a share of its height; what is
#: wider, and wider than this share of the cell, is a disc.
SLIM, TWO, DISC = 0.9, 1.5, 0.4
#: The least size of a frame in a cell, or of what it encloses, and how far it may be off the middle, in cells.
FRAMED, EVEN = 0.55, 0.06
#: The height below which a figure is no digit but a note, as a share of the usual height of digits.
SMALL = 0.72
#: The least mean score of some digits, and by how much letters may be ahead of it.
LIKELY, LETTERS = 0.7, 0.02
#: The shares of the board that may have digits.
SHARES = (0.12, 1.0)
#: The sides of boards that are read.
READ_SIDES = (4, 6, 8, 9, 10, 12, 15, 16)
Colours = Mapping[Cell, NDArray[np.float64]]
"""The colours of digits: blue, green, red."""
#: The distance in grey levels between the colours of given and of entered digits.
APART = 60
#: The height of digits, in pixels of the picture, below which their strokes may be paler than they are.
THIN = 12
#: The least distance in Lab of tinted ground from plain ground.
TINTED = 2.2
#: The least share of the empty cells that have the same ground, where grounds tell of given digits: not on a texture.
PLAIN = 0.25
#: The least ratio of the lines between boxes and the others to tell boxes by.
THICKER = 1.3


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Sudoku, from 0 to 1."""
    if sheet.rows != sheet.cols or sheet.rows not in READ_SIDES or len(sheet.blobs) < SHARES[0] * sheet.rows**2:
        return 0.0
    found = [one for at in sheet.blobs if (one := glyph(sheet, at))]
    digits = [one for one in found if is_digit(one, sheet.rows)]
    if not SHARES[0] <= len(digits) / sheet.rows**2 <= SHARES[1]:
        return 0.0
    images = [one.image for one in digits[:8]]
    score, letters = (known.likeness(images) for known in (glyphs.numbers(sheet.rows), glyphs.letters()))
    usual = _usual(digits)
    notes = sum(one.height < usual and not is_digit(one, sheet.rows) for one in found)
    likely = score >= LIKELY and score > letters - LETTERS
    return 0.9 * (len(digits) + notes) / len(sheet.blobs) if likely else 0.0


def read(sheet: Sheet, margins: Margins, board: Board | None = None) -> BoardAndMarks:
    """Return the board; raise BoardError if anything on it is doubtful.

    If `board` is known, all other digits were entered, whatever their ground.
    """
    n = sheet.rows
    if n != sheet.cols or n not in READ_SIDES:
        raise BoardError(f"a Sudoku of {sheet.rows}x{sheet.cols} cells is not read from pictures")
    known = glyphs.numbers(n)
    numbers = [[0] * n for _ in range(n)]
    sheet, found = _figures(sheet)
    usual = _usual([one for one in found.values() if one])
    notes, scores = [], {}
    for at, match in known.each({at: one.image if one else None for at, one in found.items()}):
        one = found[at]
        if one is None or match is None:
            raise unread("the ink", at)
        if one.height < usual and not one.underlined:
            notes.append([*at])
            continue
        if not is_digit(one, n):
            raise unread("the ink", at)
        if match.margin < AHEAD[1] and sheet.finer and (closer := glyph(sheet.finer, at)):
            match = known.closer(match, closer.image)  # noqa: PLW2901  # a better one
        margins.add_glyph(match, f"the digit at {at}")
        numbers[at.row][at.col], scores[at] = int(match.label), match.score
    margins.alike(scores, "the digit")
    if sum(map(bool, chain.from_iterable(numbers))) < SHARES[0] * n * n:
        raise BoardError("there are too few digits in the picture for a Sudoku")
    entered = _entered(sheet, numbers) if board is None else _others(board, numbers)
    progress: dict[str, list[list[int]]] = {"notes": notes} if notes else {}
    if entered:
        progress["numbers"] = [[*at, numbers[at.row][at.col]] for at in entered]
    for at in entered:
        numbers[at.row][at.col] = 0
    return {"game": "mini-sudoku", "box": [*board.box] if board else _box(sheet), "givens": numbers}, progress


def _figures(sheet: Sheet) -> tuple[Sheet, dict[Cell, Glyph | None]]:
    """Return the board, and the figures in its cells, without the frame of the one cell that is selected.

    Frames in several cells may be a part of the board: they stay.
    """
    found = {at: glyph(sheet, at) for at in sheet.blobs}
    framed = [
        at for at, one in found.items()
        if one and min(one.width, one.height) >= FRAMED and one.off_centre <= EVEN and not is_digit(one, sheet.rows)
    ]  # fmt: skip
    if len(framed) != 1:
        return sheet, found
    bare = Sheet(sheet.picture, sheet.grid, framed=framed[0])
    return bare, {at: glyph(bare, at) for at in bare.blobs}


def _others(board: Board, numbers: list[list[int]]) -> list[Cell]:
    """Return the cells with digits that are not the board's; raise BoardError if its own are not all there."""
    places = [*cells(*board.shape)]
    if any(board.given(at) not in {0, numbers[at.row][at.col]} for at in places):
        raise BoardError("the picture shows another board")
    return [at for at in places if numbers[at.row][at.col] and not board.given(at)]


def is_digit(figure: Blob | Glyph, n: int) -> bool:
    """Return True if a figure has the size and the place of a digit on a board of `n` digits."""
    sized = HEIGHT[0] <= figure.height <= HEIGHT[1] and WIDTH[0] <= figure.width <= WIDTH[1]
    slim = figure.width <= max((TWO if n > 9 else SLIM) * figure.height, DISC)
    thin = figure.ink <= 0.92 * figure.width * figure.height or figure.width < 0.5 * figure.height
    return sized and thin and slim and figure.off_centre <= OFF and not figure.at_border


def _usual(found: Sequence[Glyph]) -> float:
    """Return the height below which figures are notes, in cells, by the usual height of digits."""
    return SMALL * float(np.median([one.height for one in found if one.height >= HEIGHT[0]] or [0]))


def _entered(sheet: Sheet, numbers: list[list[int]]) -> list[Cell]:
    """Return the cells whose digits the player entered; raise BoardError if it can't be told.

    They have the ground of empty cells where given digits have another one, or another colour than the greyest digits.
    Where there are both, they must agree, but for red ones: on both grounds mistakes are red.
    """
    filled = [at for at in cells(sheet.rows, sheet.cols) if numbers[at.row][at.col]]
    colours = {at: _strongest(sheet, at) for at in filled}
    given, entered, others = _by_ground(sheet, filled, colours)
    if not given:
        return _by_colour(sheet, filled, colours)
    judged = [[at for at in group if not _is_red(colours[at])] or group for group in (given, entered or given)]
    usual = [np.median([colours[at] for at in group], axis=0) for group in judged]
    differ = _away(*usual) > APART
    for at in filled:
        away = [_away(colours[at], colour) for colour in usual]
        nearer = int(away[1] < away[0])
        clear = differ and min(away) < 0.6 * APART
        if at in others and entered and not clear:
            raise BoardError(f"it can't be told in the picture if the digit at {at} was given")
        if at in others and nearer:
            entered.append(at)
        elif clear and at not in others and nearer != (at in entered) and not _is_red(colours[at]):
            raise BoardError(f"the colour and the ground of the digit at {at} disagree in the picture")
    return sorted(entered)


def _is_red(colour: NDArray[np.float64]) -> bool:
    return float(colour[2] - max(colour[:2])) > APART


def _by_colour(sheet: Sheet, filled: list[Cell], colours: Colours) -> list[Cell]:
    """Return the cells with another colour than the greyest digits; raise BoardError if some are in between, or are
    small and paler: thin strokes are.
    """
    greyest = min(colours.values(), key=lambda colour: float(np.ptp(colour)))
    away = {at: _away(colour, greyest) for at, colour in colours.items()}
    entered = [at for at in filled if away[at] > APART]
    pale = [at for at in entered if np.ptp(colours[at]) - np.ptp(greyest) < 0.6 * APART]
    between = [at for at in filled if APART * 0.6 < away[at] <= APART] if entered else []
    if between or any(sheet.blobs[at].height * sheet.pitch < THIN for at in pale):
        raise BoardError("which digits in the picture were given can't be told from their colours")
    return entered


def _by_ground(sheet: Sheet, filled: list[Cell], colours: Colours) -> tuple[list[Cell], list[Cell], list[Cell]]:
    """Return the digits on the ground of given ones, those on other ground, and those on one that proves nothing.

    Given digits have a ground that no empty cell has, or, on a full board, the greyer digits of the two largest groups.
    Single cells may be tinted, as the one that is selected or below the mouse is. If all have one ground, or if even
    empty cells have many, there are none.
    """
    groups: list[list[Cell]] = []
    for at in cells(sheet.rows, sheet.cols):
        own = next((one for one in groups if np.linalg.norm(sheet.lab[at] - sheet.lab[one[0]]) <= TINTED), None)
        if own is None:
            groups.append([at])
        else:
            own.append(at)
    groups = sorted(groups, key=len, reverse=True)
    empty = [len({*group} - {*filled}) for group in groups]
    if max(empty) < PLAIN * sum(empty):
        return [], [], []
    if len(filled) < sheet.rows * sheet.cols:
        tinted = [group for group in groups if {*group} <= {*filled}]
    else:
        grey = {id(group): float(np.median([np.ptp(colours[at]) for at in group])) for group in groups[:2]}
        tinted = sorted(groups[:2], key=lambda group: grey[id(group)])[:1] if len(groups) > 1 else []
        tinted += groups[2:]
        if len(groups) > 1 and len(groups[1]) > 1 and max(grey.values()) - min(grey.values()) < APART:
            raise BoardError("the board in the picture is full: which of its digits were given can't be told")
    given = next((group for group in tinted if len(group) > 1), [])
    others = [at for group in tinted if group is not given for at in group]
    return given, [at for at in filled if at not in given and at not in others], others


def _away(colour: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.abs(colour - other).max())


def _strongest(sheet: Sheet, at: Cell) -> NDArray[np.float64]:
    """Return the colour of the strongest ink of a cell: thin strokes have rims only beyond that."""
    part = sheet.span((0.1, 0.9))
    pixels, contrast = sheet.cells[at][part, part].reshape(-1, 3), sheet.contrast[at][part, part].ravel()
    most = min(max(int((contrast > INK).sum()) // 3, 5), 25)
    return np.asarray(np.median(pixels[contrast >= np.partition(contrast, -most)[-most]], axis=0))


def _box(sheet: Sheet) -> list[int]:
    """Return the rows and columns of a box; raise BoardError if the lines contradict the usual boxes."""
    high, wide = usual_box(sheet.rows)
    down, across = _lines(sheet)
    fits = []
    for rows, cols in {(high, wide), (wide, high)}:
        lines = [
            (n % step == 0, width) for along, step in ((across, cols), (down, rows)) for n, width in enumerate(along, 1)
        ]
        thick, thin = ([width for between, width in lines if between == wanted] for wanted in (True, False))
        if min(thick) >= THICKER * max(thin):
            fits.append([rows, cols])
    if fits:
        return fits[0]
    if max(across + down) > THICKER * 1.5 * float(np.median(across + down)):
        raise BoardError("the boxes of the Sudoku in the picture are doubtful: some of its lines are thicker")
    return [high, wide]


def _lines(sheet: Sheet) -> tuple[list[float], list[float]]:
    """Return the ink of each line below a row, and right of a column, across its width: in cells times its contrast."""
    inks: tuple[dict[int, list[float]], ...] = ({}, {})
    for edge in edges(sheet, 0.12):
        axis = int(edge.at.row == edge.other.row)
        ink = float(edge.contrast[sheet.span(LONG)].mean(axis=0).sum()) / sheet.unit
        inks[axis].setdefault(edge.at[axis], []).append(ink)
    down, across = ([float(np.median(line)) for line in lines.values()] for lines in inks)
    return down, across


def flags(board: Board) -> dict[str, list[Value]]:
    """Return the fields that differ from `play.columns`: whether each cell is given, row by row."""
    return {"given": [bool(board.given(at)) for at in cells(*board.shape)]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the digit of each cell, row by row, given ones too; `progress` is that of a reading."""
    entered = {(row, col): number for row, col, number in progress.get("numbers", ())}
    return [str(board.given(at) or entered.get(at, "")) for at in cells(*board.shape)]


#: The least height of a digit that the board does not have, as a share of the others': smaller ones are notes.
LIKE_OTHERS = 0.85
#: The most height of notes in a line, as a share of the digits', and the part of a cell that is searched for them, in
#: pixels of a sheet.
SMALLER, INSIDE = 0.65, slice(8, -8)


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the digits."""
    places = [*cells(*board.shape)]
    labels = {at: str(digit) for at, digit in zip(places, shown, strict=True) if digit}
    kind = findings["digits"]
    heights = [blob.height for at, blob in sheet.blobs.items() if at in labels]
    usual = float(np.median(heights)) if heights else 0.0
    images = {
        at: on_cell(sheet, at)
        for at, blob in sheet.blobs.items()
        if is_digit(blob, sheet.rows) and (at in labels or (usual and blob.height >= LIKE_OTHERS * usual))
    }
    compare_labels(sheet, kind, images, labels, glyphs.numbers(sheet.rows), what="digit")
    notes = [at for at in labels if usual and not is_blank(sheet, at) and _is_smaller(sheet, at, usual)]
    kind.absent += [Difference((at,), f"the digit {labels[at]}", "notes") for at in notes]


def _is_smaller(sheet: Sheet, at: Cell, usual: float) -> bool:
    """Return whether all ink in a cell is much smaller than a digit: notes."""
    rows, _ = np.nonzero(sheet.contrast[at][INSIDE, INSIDE] > BLANK)
    high = (int(rows.max()) - int(rows.min()) + 1) / sheet.unit
    return high <= SMALLER * usual
