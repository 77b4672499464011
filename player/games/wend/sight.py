"""Wend in pictures: letters and holes, and below the grid a row of slots for each word."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.snapshot import Item, Value
from player.games.wend.board import HOLE, Board, Word
from player.games.wend.encoding import WordCandidate, candidates
from player.games.wend.play import EMPTY, LOCKED, WORDS
from player.sight import glyphs
from player.sight.glyphs import Glyph, Match, glyph, on_cell, on_figure
from player.sight.reading import BoardAndMarks, Margins, unread
from player.sight.sheet import Blob, Image, Sheet, apart, components
from player.sight.witness import Findings, compare_labels

#: The height and width of a letter, in cells, and how far it may be off the middle.
HEIGHT, WIDTH, OFF = (0.14, 0.75), (0.03, 0.85), 0.16
#: The least share of the cells that have letters.
SHARE = 0.5
#: The least number of different letters among the first ones.
LEAST = 4
#: The least mean score of those.
LIKELY = 0.72
#: The least distance in Lab of a hole from the cells with letters.
APART = 6
#: By how much a letter is ahead of the next one: doubtful, clear.
AHEAD = (0.012, 0.06)
#: The least height of an O or Q in pixels of the picture to be told from the other by its likeness to its mirror image:
#: the least of an O, and the most of a Q. Templates' fonts have at least 0.955 and at most 0.94.
SHARP, EVEN, UNEVEN = 11, 0.96, 0.93
#: What is searched for slots, in cells: below the grid, and to its sides.
BELOW, BESIDE, GAP = (0.12, 6.0), 0.3, 0.09
#: The size of a slot that is drawn by itself, and by how much they vary, in cells; the least share of its box within
#: its outline; the most rectangles that are looked at; the least distance of slots of two words on a row, in usual
#: distances; the least length of a word.
SLOT, SIZED, BOX, MANY, NEXT, SHORTEST = (0.12, 1.0), 0.02, 0.8, 500, 1.4, 2
#: The grey levels by which a slot differs from the page: these are tried in turn, because of noise.
FAINT = (7, 12, 18, 30, 60)
#: The most chroma in Lab of an untouched cell.
TINTED = 12


def fit(sheet: Sheet) -> float:
    """Return how much the sheet looks like a board of Wend, from 0 to 1."""
    if len(sheet.blobs) < SHARE * sheet.rows * sheet.cols:
        return 0.0
    letters = [one for at in sheet.blobs if (one := glyph(sheet, at, on_figure=True)) and is_letter(one)]
    if len(letters) < SHARE * sheet.rows * sheet.cols:
        return 0.0
    known, digits = glyphs.letters(), glyphs.numbers(9)
    images = [one.image for one in letters[:14]]
    matches = known.matches(images)
    if len({match.label for match in matches}) < LEAST:  # crosses on a board of another game
        return 0.0
    score = float(np.mean([match.score for match in matches]))
    likely = score >= LIKELY and score > digits.likeness(images)
    return 0.95 * len(letters) / len(sheet.blobs) if likely else 0.0


def read(sheet: Sheet, margins: Margins) -> BoardAndMarks:
    """Return the board; raise BoardError if anything on it is doubtful."""
    known = glyphs.letters()
    rows = [[HOLE] * sheet.cols for _ in range(sheet.rows)]
    scores = {}
    found = {at: glyph(sheet, at, on_figure=True) for at in sheet.blobs}
    for at, match in known.each({at: one.image if one else None for at, one in found.items()}):
        if match is None or not ((one := found[at]) and is_letter(one) and not one.underlined):
            raise unread("the ink", at)
        if match.margin < AHEAD[1]:
            match = _closer(sheet, at, match)  # noqa: PLW2901  # a better one
        margins.add_glyph(match, f"the letter at {at}", AHEAD)
        rows[at.row][at.col], scores[at] = match.label, match.score
    margins.alike(scores, "the letter")
    _require_holes(sheet)
    letters = sum(sign != HOLE for row in rows for sign in row)
    lengths = _lengths(sheet, letters, margins)
    marked = [[*at] for at in sheet.blobs if sheet.chroma[at] > TINTED]
    board = {"game": "wend", "grid": ["".join(row) for row in rows], "lengths": lengths}
    return board, {"marked": marked} if marked else {}


def _closer(sheet: Sheet, at: Cell, match: Match) -> Match:
    """Return the match of a doubtful letter after a closer look: an O is like its mirror image, a Q is not."""
    one = glyph(sheet.finer or sheet, at, on_figure=True)
    if one is None:
        return match
    if sheet.finer:
        match = glyphs.letters().closer(match, one.image)
    if match.label in {"O", "Q"} and one.height * sheet.pitch >= SHARP:
        even = glyphs.symmetry(one.image)
        if (match.label == "O" and even >= EVEN) or (match.label == "Q" and even <= UNEVEN):
            return glyphs.letters(but="Q" if match.label == "O" else "O").closer(match, one.image)
    return match


def is_letter(figure: Blob | Glyph) -> bool:
    """Return True if a figure has the size of a letter, and stands in the middle of its cell."""
    sized = HEIGHT[0] <= figure.height <= HEIGHT[1] and WIDTH[0] <= figure.width <= WIDTH[1]
    return sized and figure.off_centre <= OFF and not figure.at_border


def _require_holes(sheet: Sheet) -> None:
    """Raise BoardError if a cell without a letter does not look like a hole."""
    ground = np.median(np.array([sheet.lab[at] for at in sheet.blobs]), axis=0)
    for at in cells(sheet.rows, sheet.cols):
        if at not in sheet.blobs and float(np.linalg.norm(sheet.lab[at] - ground)) < APART:
            raise BoardError(f"the letter at {at} can't be seen in the picture")


def _lengths(sheet: Sheet, letters: int, margins: Margins) -> list[int]:
    """Return the lengths of the words by the rows of slots; raise BoardError if they don't add up to `letters`."""
    part, side = _below(sheet), sheet.pitch
    sharp = _contrast(part, side)
    for level in FAINT:
        if lengths := _counted(np.asarray(sharp > level, np.uint8), side, letters):
            return lengths
    scale = sheet.unit / side
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    soft = cv2.medianBlur(_contrast(cv2.resize(part, None, fx=scale, fy=scale, interpolation=how), sheet.unit), 5)
    for level in FAINT:
        for block in _blocks(np.asarray(soft > level, np.uint8), sheet.unit):
            if lengths := _rows(block, letters, margins):
                return lengths
    raise BoardError("the slots of the words can't be read below the grid in the picture")


def _below(sheet: Sheet) -> Image:
    """Return the part of the picture below the grid."""
    left, _, right, bottom = sheet.grid.corners
    side = (right - left) / sheet.cols
    high, wide = sheet.picture.shape[:2]
    x, y = max(int(left - BESIDE * side), 0), int(bottom + BELOW[0] * side)
    part = sheet.picture[y : min(int(bottom + BELOW[1] * side), high), x : min(int(right + BESIDE * side), wide)]
    if min(part.shape[:2]) < 8:
        raise BoardError("the slots of the words are missing in the picture: it ends below the grid")
    return np.ascontiguousarray(part)


def _contrast(part: Image, side: float) -> NDArray[np.uint8]:
    """Return how much a part of the picture differs from the page, which is at its top."""
    return apart(part, np.median(part[: round(0.1 * side) + 1].reshape(-1, 3), axis=0))


def _counted(mask: NDArray[np.uint8], side: float, letters: int) -> list[int]:
    """Return the lengths of the rows of separate slots, all of one size; nothing if there are not `letters` of them.

    Slots are full, or drawn by their outline, or as lines to write on.
    """
    found = np.array([*_boxes(mask, side)], np.float64).reshape(-1, 4)
    if not letters <= len(found) <= MANY:
        return []
    near = max(SIZED * side, 1.5)
    alike = np.asarray((np.abs(found[:, None, 2:] - found[None, :, 2:]) <= near).all(axis=2))
    for group in np.unique(alike[alike.sum(axis=1) == letters], axis=0):
        lengths = _runs(found[group], near)
        if lengths and min(lengths) >= SHORTEST:
            return lengths
    return []


def _boxes(mask: NDArray[np.uint8], side: float) -> Iterator[tuple[int, int, int, int]]:
    """Yield the left, top, width and height of the rectangles in a mask that are as large as slots."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    parents = np.asarray(tree).reshape(-1, 4)[:, 3].tolist() if len(outlines) else []
    for outline, parent in zip(outlines, parents, strict=True):
        x, y, wide, high = cv2.boundingRect(outline)
        full = parent < 0 and cv2.contourArea(outline) >= BOX * (wide - 1) * (high - 1)
        if full and SLOT[0] * side <= wide <= SLOT[1] * side and high <= SLOT[1] * side:
            yield x, y, wide, high


def _runs(boxes: NDArray[np.float64], near: float) -> list[int]:
    """Return the lengths of the runs of boxes at equal distances, row by row; nothing if a distance is doubtful."""
    boxes = boxes[np.lexsort((boxes[:, 0], boxes[:, 1]))]
    below = np.diff(boxes[:, 1])
    steps = [np.diff(np.sort(row[:, 0])) for row in np.split(boxes, np.flatnonzero(below > near) + 1)]
    every = np.concatenate(steps)
    step = float(np.median(every)) if len(every) else 0.0
    doubtful = ((every > step + near) & (every < NEXT * step)).any() or ((below > near) & (below < 0.5 * step)).any()
    if doubtful or step <= float(np.median(boxes[:, 2])) or every.min() < step - near:
        return []
    return [len(run) + 1 for row in steps for run in np.split(row, np.flatnonzero(row > step + near))]


def _blocks(mask: NDArray[np.uint8], unit: int) -> list[NDArray[np.uint8]]:
    """Return the figures below the grid with their gaps closed, the highest first, but for one row of several."""
    gap = round(GAP * unit)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    labels, figures = components(closed)
    found = [
        (number, box)
        for number, (box, area) in sorted(enumerate(figures, 1), key=lambda figure: figure[1][0].top)
        if box.left <= 1.2 * unit and area >= 0.15 * unit**2 and box.height >= 0.15 * unit
    ]
    near = 0.05 * unit
    return [
        (labels[box.top : box.bottom, box.left : box.right] == number).astype(np.uint8)
        for number, box in found
        if sum(abs(box.left - one.left) <= near and abs(box.height - one.height) <= near for _, one in found) == 1
    ]


def _rows(block: NDArray[np.uint8], letters: int, margins: Margins) -> list[int]:
    """Return the lengths of the rows of a block of slots, aligned left; nothing if it is none."""
    pitch = float(np.sqrt(block.sum() / letters))
    high = block.shape[0] / pitch
    count = round(high)
    if not count or abs(high - count) > 0.3:
        return []
    lengths, off = [], abs(high - count)
    for number in range(count):
        band = block[round((number + 0.3) * block.shape[0] / count) : round((number + 0.7) * block.shape[0] / count)]
        length = float(np.median(band.sum(axis=1))) / pitch
        if band[:, : round(0.6 * pitch)].mean() < 0.8 or abs(length - round(length)) > 0.35:
            return []
        off = max(off, abs(length - round(length)))
        lengths.append(round(length))
    if sum(lengths) != letters or min(lengths) < SHORTEST:
        return []
    margins.add(0.4 - off, 0.02, 0.25, "the number of slots below the grid")
    return lengths


#: The values of a cell that looks as on the untouched board, and of one that a word lies over.
BARE, MARKED = EMPTY, LOCKED
#: A picture by itself does not show all marks for sure: it is compared with the first one.
NEEDS_THE_FIRST = True


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the mark of each cell, row by row; `progress` is that of a reading."""
    marked = {tuple(at) for at in progress.get("marked", ())}
    return [MARKED if at in marked else BARE for at in cells(*board.shape)]


def beside(board: Board, marks: Sequence[Value]) -> dict[str, tuple[Item, ...]]:
    """Return the rows of words: those are done whose cells are marked, by the list of words.

    Raise BoardError if the marked cells are no words.
    """
    locked = frozenset(at for at, mark in zip(cells(*board.shape), marks, strict=True) if mark == MARKED)
    known = [one for one in candidates(replace(board, found=())) if one.cells <= locked] if locked else []
    found = _covering(locked, known, Counter(board.lengths))
    if found is None:
        raise BoardError(f"the {len(locked)} marked cells in the picture are no words")
    left = Counter(board.lengths) - Counter(len(word.path) for word in found)
    done = [Item(len(word.path), word.text, done=True) for word in found]
    return {WORDS: (*done, *(Item(length) for length in sorted(left.elements())))}


def _covering(left: Collection[Cell], known: Sequence[WordCandidate], lengths: Counter[int]) -> list[Word] | None:
    """Return words that cover exactly the cells `left`, each with a length of its own; None if there are none."""
    if not left:
        return []
    first = min(left)
    for one in known:
        if first in one.cells and one.cells <= set(left) and lengths[one.length]:
            rest = _covering(set(left) - one.cells, known, lengths - Counter([one.length]))
            if rest is not None:
                return [one.words[0], *rest]
    return None


#: The most grey levels between the ink of letters: pages draw signs of other colours on holes.
INK = 48
#: The least extents of a trail's part in a cell, and the least share of its box that it fills.
TRAIL, FULL = 0.55, 0.6


#: Letters that are higher than others if they are no capitals, and by how much at least.
TALL, LOW, TALLER = [*"BDFHKL"], [*"ACEMNORSUVWXZ"], 1.15


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the letters; those of another alphabet are not judged. Raise BoardError if they are no capitals."""
    del shown  # letters stay what they are on the trails of words that were found
    labels = {at: board.grid[at.row][at.col] for at in cells(*board.shape) if board.grid[at.row][at.col] != HOLE}
    letters = [at for at, blob in sheet.blobs.items() if is_letter(blob)]
    boxes = [(sheet.blobs[at], labels.get(at)) for at in letters]
    tall, low = ([box.height for box, label in boxes if label in group] for group in (TALL, LOW))
    if tall and low and np.median(tall) > TALLER * np.median(low):
        raise BoardError("its letters are no capitals")
    inks = np.array([sheet.blobs[at].colour for at in letters if at in labels] or [(0, 0, 0)])
    images = {at: on_cell(sheet, at) for at in letters if at in labels or _is_inked(sheet.blobs[at], inks)}
    images |= {at: on_figure(sheet, at, blob) for at, blob in sheet.blobs.items() if _is_trail(blob)}
    compare_labels(sheet, findings["letters"], images, labels, glyphs.letters(), what="letter")


def _is_inked(blob: Blob, inks: NDArray[np.float64]) -> bool:
    """Return whether a figure has the colour of any of the letters; those of found words may have one of their own."""
    return float(np.abs(inks - blob.colour).max(axis=1).min()) <= INK


def _is_trail(blob: Blob) -> bool:
    """Return whether the ink in a cell is a disc or a line with a letter on it."""
    return blob.least_side >= TRAIL and blob.fullness >= FULL and blob.off_centre <= OFF
