"""Mini Sudoku in pictures: digits in cells, and the boxes by their thicker lines."""

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.sight import glyphs
from player.sight.ink import apart, on_cell
from player.sight.seen import Margins, Seen, unread
from player.sight.sheet import Blob, Sheet
from player.sight.strips import strip

#: The extents of a digit, in cells; smaller ones are notes.
HEIGHT, WIDTH, OFF = (0.2, 0.8), (0.04, 0.75), 0.16
#: The most width of a digit, and of a number of two digits, as a share of its height; what is
#: wider, and wider than this share of the cell, is a disc.
SLIM, TWO, DISC = 0.9, 1.5, 0.4
#: The shares of the board that may have digits.
SHARES = (0.12, 1.0)
#: The usual boxes by the side of the board: rows and columns.
BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5), 16: (4, 4)}
#: Score and margin of a digit: doubtful, clear.
SCORE, MARGIN = (0.62, 0.8), (0.02, 0.08)
#: The distance in grey levels between the colours of given and of entered digits.
APART = 60
#: The least distance in Lab of tinted ground from plain ground.
TINTED = 2.2
#: The least ratio of the lines between boxes and the others to tell boxes by.
THICKER = 1.3


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Sudoku, from 0 to 1."""
    if sheet.rows != sheet.cols or sheet.rows not in BOXES:
        return 0.0
    digits = [at for at, blob in sheet.blobs.items() if _is_glyph(blob, sheet.rows)]
    share = len(digits) / sheet.rows**2
    if not SHARES[0] <= share <= SHARES[1]:
        return 0.0
    images = [image for at in digits[:8] if (image := on_cell(sheet, at)) is not None]
    scores = [match.score for match in glyphs.numbers(sheet.rows).matches(images)]
    likely = np.mean(scores) >= 0.7 if scores else False
    return 0.9 * len(digits) / len(sheet.blobs) if likely else 0.0


def read(sheet: Sheet) -> Seen:
    """Return the board; raise BoardError if anything on it is doubtful."""
    n = sheet.rows
    if n != sheet.cols or n not in BOXES:
        raise BoardError(f"a Sudoku of {sheet.rows}x{sheet.cols} cells is not read from pictures")
    margins, known = Margins(), glyphs.numbers(n)
    numbers = [[0] * n for _ in range(n)]
    usual = float(np.median([blob.height for blob in sheet.blobs.values()] or [0]))
    notes = []
    images = {at: on_cell(sheet, at) for at in sheet.blobs}
    for at, match in known.each(images):
        if sheet.blobs[at].height < 0.72 * usual and match:
            notes.append([*at])
            continue
        if not _is_glyph(sheet.blobs[at], n) or match is None:
            raise unread("the ink", at)
        margins.add(match.score, *SCORE, f"the digit at {at}")
        margins.add(match.margin, *MARGIN, f"the digit at {at}")
        numbers[at.row][at.col] = int(match.label)
    if sum(map(bool, chain.from_iterable(numbers))) < SHARES[0] * n * n:
        raise BoardError("there are too few digits in the picture for a Sudoku")
    entered = _entered(sheet, numbers)
    progress: dict[str, list[list[int]]] = {"notes": notes} if notes else {}
    if entered:
        progress["numbers"] = [[*at, numbers[at.row][at.col]] for at in entered]
    for at in entered:
        numbers[at.row][at.col] = 0
    board = {"game": "mini-sudoku", "box": _box(sheet), "givens": numbers}
    return Seen(board, margins.least, progress)


def _is_glyph(blob: Blob, n: int) -> bool:
    sized = HEIGHT[0] <= blob.height <= HEIGHT[1] and WIDTH[0] <= blob.width <= WIDTH[1]
    thin = blob.ink <= 0.92 * blob.width * blob.height or blob.width < 0.5 * blob.height
    slim = blob.width <= max((TWO if n > 9 else SLIM) * blob.height, DISC)
    return sized and thin and slim and blob.off_centre <= OFF and not blob.at_border


def _entered(sheet: Sheet, numbers: list[list[int]]) -> list[Cell]:
    """Return the cells whose digits the player entered.

    They have another colour than the greyest digits, or plain ground where given digits have tinted ground. Raise
    BoardError if colours and grounds disagree.
    """
    filled = [at for at in cells(sheet.rows, sheet.cols) if numbers[at.row][at.col]]
    colours = {at: _strongest(sheet, at) for at in filled}
    greyest = min(colours.values(), key=lambda colour: float(np.ptp(colour)))
    away = {at: float(np.abs(colour - greyest).max()) for at, colour in colours.items()}
    other = [at for at in filled if away[at] > APART]
    if any(APART * 0.6 < distance <= APART for distance in away.values()) and other:
        raise BoardError("which digits in the picture were given can't be told from their colours")
    plain = _on_plain_ground(sheet, filled)
    if plain and other and {*plain} != {*other}:
        raise BoardError("which digits in the picture were given can't be told: their colours and grounds disagree")
    return other or plain


def _on_plain_ground(sheet: Sheet, filled: list[Cell]) -> list[Cell]:
    """Return the cells of digits on the ground of empty cells, if others have tinted ground; else none."""
    empty = [at for at in cells(sheet.rows, sheet.cols) if at not in sheet.blobs]
    if not empty:
        return []
    ground = np.median(np.array([sheet.lab[at] for at in empty]), axis=0)
    plain = [at for at in filled if float(np.linalg.norm(sheet.lab[at] - ground)) <= TINTED]
    return plain if len(plain) < len(filled) - 1 else []  # one cell may be tinted as the one that is selected


def _strongest(sheet: Sheet, at: Cell) -> NDArray[np.float64]:
    """Return the colour of the strongest ink of a cell."""
    start, end = round(0.1 * sheet.unit), round(0.9 * sheet.unit)
    pixels = sheet.cells[at][start:end, start:end].reshape(-1, 3)
    contrast = sheet.contrast[at][start:end, start:end].ravel()
    return np.asarray(np.median(pixels[contrast >= np.partition(contrast, -25)[-25]], axis=0))


def _box(sheet: Sheet) -> list[int]:
    """Return the rows and columns of a box; raise BoardError if the lines contradict the usual boxes."""
    high, wide = BOXES[sheet.rows]
    across = [_line(sheet, number, upright=True) for number in range(1, sheet.cols)]
    down = [_line(sheet, number, upright=False) for number in range(1, sheet.rows)]
    fits = []
    for rows, cols in {(high, wide), (wide, high)}:
        thick = [
            width
            for lines, step in ((across, cols), (down, rows))
            for number, width in enumerate(lines, 1)
            if number % step == 0
        ]
        thin = [
            width
            for lines, step in ((across, cols), (down, rows))
            for number, width in enumerate(lines, 1)
            if number % step
        ]
        if min(thick) >= THICKER * max(thin):
            fits.append([rows, cols])
    if fits:
        return fits[0]
    if max(across + down) > THICKER * 1.5 * float(np.median(across + down)):
        raise BoardError("the boxes of the Sudoku in the picture are doubtful: some of its lines are thicker")
    return [high, wide]


def _line(sheet: Sheet, number: int, *, upright: bool) -> float:
    """Return the ink of a line across its width, in cells times its contrast."""
    inks = []
    for other in range(sheet.rows):
        at, beyond = (
            (Cell(other, number - 1), Cell(other, number))
            if upright
            else (Cell(number - 1, other), Cell(number, other))
        )
        pixels = strip(sheet, at, beyond, 0.12)[round(0.2 * sheet.unit) : round(0.8 * sheet.unit)]
        contrast = np.minimum(apart(pixels, sheet.colours[at]), apart(pixels, sheet.colours[beyond]))
        inks.append(float(contrast.mean(axis=0).sum()) / sheet.unit)
    return float(np.median(inks))
