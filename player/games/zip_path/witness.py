"""Zip against a picture of it: the numbers on their discs, and the walls."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from player.games.grid import Cell, cells
from player.games.zip_path.board import Board
from player.games.zip_path.sight import ENDS, LIKE, MOST, THICK, THIN, discs_on, number_on
from player.sight import glyphs
from player.sight.compared import compare_glyphs, is_blank
from player.sight.sheet import Blob, Edge, Sheet, edges, strip
from player.sight.witness import Difference, Findings

#: The mean difference in grey levels within which an edge looks like those without a wall; from where on something lies
#: there for sure.
PLAIN, LAID = 5.0, 15.0
#: How many numbers after the last one of the board are looked for.
MORE = 8


def compare(sheet: Sheet, board: Board, shown: Sequence[str | bool], findings: Findings) -> None:
    """Compare the numbers and the walls."""
    filled = {at for at, mark in zip(cells(*board.shape), shown, strict=True) if mark}
    discs = discs_on(sheet)
    _compare_numbers(sheet, board, discs, findings)
    if discs:
        _compare_walls(sheet, board, discs, filled, findings)


def _compare_numbers(sheet: Sheet, board: Board, discs: dict[Cell, Blob], findings: Findings) -> None:
    labels = {at: str(number) for number, at in enumerate(board.numbers, 1)}
    kind = findings.of("numbers")
    kind.asked = len(labels)
    images = {at: number_on(sheet, at, disc) for at, disc in discs.items()}
    compare_glyphs(kind, images, labels, glyphs.numbers(min(len(labels) + MORE, MOST)), "number")
    kind.absent += [Difference((at,), f"the number {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]


def _compare_walls(sheet: Sheet, board: Board, discs: dict[Cell, Blob], filled: set[Cell], findings: Findings) -> None:
    """Compare the walls; the path may lie on edges between filled cells."""
    kind = findings.of("walls")
    kind.asked = len(board.walls)
    colour = np.median([disc.colour for disc in discs.values()], axis=0)
    _correct_grounds(sheet, colour)
    lines = [*edges(sheet)]
    parts = _parts(lines)
    widths = _widths(sheet, lines, parts, colour)
    walls = np.array([(line.at, line.other) in board.walls for line in lines])
    usual = np.median(widths.max(axis=1))
    strips = np.median(parts, axis=2)
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


def _is_wall(sheet: Sheet, line: Edge, colour: NDArray[np.float64]) -> bool:
    """Return whether the ink near both ends of an edge has the colour of the discs: a path there has another one."""
    unit, half = sheet.unit, round(THICK / 2 * sheet.unit)
    pixels = strip(sheet, line.at, line.other)
    middle = pixels.shape[1] // 2
    ends = [pixels[round(start * unit) : round(end * unit), middle - half : middle + half] for start, end in ENDS]
    return all(float(np.abs(np.median(end, axis=(0, 1)) - colour).max()) <= LIKE for end in ends)


def _parts(lines: list[Edge]) -> NDArray[np.uint8]:
    """Return the contrast near both ends of each edge: edges x 2 x along it x across it."""
    strips = np.stack([line.contrast for line in lines])
    unit = strips.shape[1]
    long = round((ENDS[0][1] - ENDS[0][0]) * unit)
    return np.stack([strips[:, round(start * unit) : round(start * unit) + long] for start, _ in ENDS], axis=1)


def _widths(
    sheet: Sheet, lines: list[Edge], parts: NDArray[np.uint8], colour: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the width of ink of that colour across each edge near both of its ends, in cells: edges x 2."""
    away = np.abs(sheet.colours - colour).max(axis=2)
    whole = np.array([min(away[line.at], away[line.other]) for line in lines])
    like = parts > np.maximum(0.55 * whole, 1.0)[:, None, None, None]
    return np.asarray(np.median(like.sum(axis=3), axis=2) / sheet.unit)
