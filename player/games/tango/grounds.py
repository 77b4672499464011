"""The grounds of Tango's cells in pictures: those of given symbols, and those that are symbols, light and dark."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from time import thread_time

import cv2
import numpy as np

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.tango.board import MOON, SUN
from player.sight.edges import line_colour
from player.sight.find import boards
from player.sight.reading import Grid
from player.sight.sheet import INNER, Image, Numbers, Sheet, in_lab, usual_colour

#: The least distance in Lab of a given symbol's cell from an empty one.
TINTED = 2.2
#: The cosine of two differences of colours that are alike; the least one of a single given cell's, as a share of the
#: lines'.
ALONG, TINT = 0.7, 0.4
UNCLEAR_GROUND = "the ground at {} in the picture does not tell if the symbol is given"


def given(sheet: Sheet, symbols: dict[Cell, str]) -> set[Cell]:
    """Return the cells whose symbols are given: on tinted ground, or all of them if none is.

    Raise BoardError if a ground is neither that of given cells nor that of others, as the one below the mouse may be.
    """
    if not symbols:
        return set()
    empty = [at for at in cells(sheet.rows, sheet.cols) if at not in symbols]
    grounds = np.array([sheet.lab[at] for at in symbols])
    if empty:
        base = np.median(np.array([sheet.lab[at] for at in empty]), axis=0)
        tinted = np.linalg.norm(grounds - base, axis=1) > TINTED
        if not tinted.any():
            return {*symbols}
        tint = usual_colour(grounds[tinted])
        if tinted.sum() == 1 < len(symbols) and not _is_of_lines(sheet, base, tint):
            raise BoardError(UNCLEAR_GROUND.format(next(at for at, one in zip(symbols, tinted, strict=True) if one)))
    else:
        base, tint = _two_grounds(sheet, grounds)
    return {at for at, ground in zip(symbols, grounds, strict=True) if _is_tinted(ground, base, tint, at)}


def _is_tinted(ground: Numbers, base: Numbers, tint: Numbers, at: Cell) -> bool:
    """Return whether a ground is that of given cells, or still farther from that of others: below the mouse."""
    from_base, from_tint = float(np.linalg.norm(ground - base)), float(np.linalg.norm(ground - tint))
    axis = tint - base
    near = max(TINTED, 0.25 * float(np.linalg.norm(axis)))
    if min(from_base, from_tint) <= near:
        return from_tint < from_base
    along = float((ground - base) @ axis / (axis @ axis))
    if along >= 1 and np.linalg.norm(ground - base - along * axis) <= 0.35 * along * np.linalg.norm(axis):
        return True
    raise BoardError(UNCLEAR_GROUND.format(at))


def _is_of_lines(sheet: Sheet, base: Numbers, tint: Numbers) -> bool:
    """Return whether a ground differs from the usual one as the lines do, and about as much."""
    lines = line_colour(sheet, base)
    if lines is None:
        return False
    size, other = float(np.linalg.norm(tint - base)), float(np.linalg.norm(lines - base))
    return size >= max(TINT * other, 2 * TINTED) and float((tint - base) @ (lines - base)) >= ALONG * size * other


def _two_grounds(sheet: Sheet, grounds: Numbers) -> tuple[Numbers, Numbers]:
    """Return the ground of entered symbols and that of given ones, on a full board: the latter is like the lines."""
    usual = usual_colour(grounds)
    others = grounds[np.linalg.norm(grounds - usual, axis=1) > TINTED]
    if len(others):
        other = usual_colour(others)
        if _is_like_lines(sheet, usual, other) and (len(others) > 1 or _is_of_lines(sheet, usual, other)):
            return usual, other
        if _is_like_lines(sheet, other, usual):
            return other, usual
    raise BoardError("the board in the picture is full: which of its symbols were given can't be told")


def _is_like_lines(sheet: Sheet, base: Numbers, tint: Numbers) -> bool:
    """Return whether lines between cells of the ground `base` differ from it towards `tint`, and not the reverse."""
    lines, reverse = line_colour(sheet, base), line_colour(sheet, tint)
    axis = (tint - base) / np.linalg.norm(tint - base)
    if lines is None or (lines - base) @ axis < ALONG * max(float(np.linalg.norm(lines - base)), TINTED / 2):
        return False
    return reverse is None or float((tint - reverse) @ axis) <= TINTED


# Boards without figures: the ground of a cell is its symbol

#: The distance in Lab of two grounds that are one, at most, and of two kinds, at least; the chroma of a coloured one.
ALIKE, APART, COLOURED = 4.0, 12.0, 15.0
#: What of a cell has no marks of errors along its sides.
INSIDE = (0.2, 0.8)
#: The grey levels from which on something is drawn in a symbol, and the least share of its cell.
DRAWN, LEAST = 20, 0.04
#: The share of the cells beside a board from which on they are a part of it, if they look like its own.
GOES_ON = 0.25
#: The most seconds of computing for a search for steps.
LATTICES_S = 0.35


def filled(sheet: Sheet, known: Mapping[Cell, str]) -> dict[Cell, str] | None:
    """Return the symbols on a board where they fill their cells; None on another one.

    Its grounds are a light and a dark symbol, or a warm and a cold one, and empty cells, which are between them, or
    have no colour. Once some symbols are `known` they tell which is which, and there may be no empty cell.
    """
    lab = _middles(sheet) if known else sheet.lab  # marks of errors may lie along the sides
    if 2 * sum(_far(sheet.lab[at], lab[at]) > ALIKE for at in known) > len(known):
        return None  # figures in the cells
    colours = _colours(lab)
    if len(colours) > 3 or any(_far(*pair) < APART for pair in combinations(colours, 2)):
        return None
    ground = {at: _nearest(colours, lab[at]) for at in cells(sheet.rows, sheet.cols)}
    kinds = {ground[at]: symbol for at, symbol in known.items()} if known else _told_apart(colours)
    if sorted(kinds.values()) != [MOON, SUN] or any(kinds[ground[at]] != symbol for at, symbol in known.items()):
        return None
    return {at: kinds[number] for at, number in ground.items() if number in kinds}


def lattices(picture: Image) -> Iterator[Grid]:
    """Yield the lattices of such boards whose lines are mere steps from one ground to another, which no ridge shows."""
    steps = cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    for grid in boards(np.asarray(steps, np.uint8), thread_time() + LATTICES_S):
        if filled(Sheet(picture, grid), {}) is not None:
            yield grid


def framed(sheet: Sheet, symbols: Mapping[Cell, str]) -> set[Cell]:
    """Return which of the symbols that fill their cells are given: those with something drawn in them, if any have."""
    inner = sheet.span(INNER)
    drawn = {at for at in symbols if (sheet.contrast[at][inner, inner] > DRAWN).mean() > LEAST}
    return drawn or {*symbols}


def goes_on(sheet: Sheet, wide: Sheet) -> bool:
    """Return whether cells like those on the board are beside it, in `wide`, which has one more on each side."""
    colours = _colours(sheet.lab)
    for side in (wide.lab[0], wide.lab[-1], wide.lab[:, 0], wide.lab[:, -1]):
        alike = [_nearest(colours, one) for one in side[1:-1] if min(_far(one, own) for own in colours) <= ALIKE]
        if len({*alike}) > 1 and len(alike) >= GOES_ON * len(side):
            return True
    return False


def _middles(sheet: Sheet) -> Numbers:
    """Return the usual colour of each cell in its inner part, in Lab."""
    inside = sheet.span(INSIDE)
    return in_lab(np.median(sheet.cells[:, :, inside, inside].reshape(sheet.rows, sheet.cols, -1, 3), axis=2))


def _colours(lab: Numbers) -> list[Numbers]:
    """Return the grounds of a board, at most four, each once."""
    found: list[Numbers] = []
    for one in lab.reshape(-1, 3):
        if len(found) < 4 and all(_far(one, other) > ALIKE for other in found):
            found.append(one)
    return found


def _told_apart(colours: list[Numbers]) -> dict[int, str]:
    """Return which of three grounds are which symbols; nothing if it can't be told."""
    tinted = [number for number, one in enumerate(colours) if float(np.hypot(one[1], one[2])) > COLOURED]
    if len(colours) != 3 or len(tinted) not in {0, 2}:
        return {}
    key = (lambda n: float(colours[n][1] + colours[n][2])) if tinted else (lambda n: float(colours[n][0]))
    order = sorted(tinted or range(3), key=key)
    return {order[0]: MOON, order[-1]: SUN}


def _nearest(colours: list[Numbers], one: Numbers) -> int:
    return min(range(len(colours)), key=lambda number: _far(colours[number], one))


def _far(one: Numbers, other: Numbers) -> float:
    return float(np.linalg.norm(one - other))
