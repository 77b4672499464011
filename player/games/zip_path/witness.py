"""Zip against a picture of it: the numbers on their discs, and the walls."""

from collections.abc import Sequence

import numpy as np

from player.games.grid import Cell, cells
from player.games.zip_path.board import Board
from player.games.zip_path.sight import MOST, THICK, THIN
from player.games.zip_path.sight import _discs as discs_on
from player.games.zip_path.sight import _number as number_on
from player.games.zip_path.sight import _widths as widths_at
from player.sight import glyphs
from player.sight.compared import compare_glyphs, is_blank
from player.sight.sheet import Blob, Sheet
from player.sight.strips import Edge, edges
from player.sight.witness import Difference, Findings

#: The mean difference in grey levels within which an edge looks like those without a wall.
PLAIN = 5.0


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
    compare_glyphs(kind, images, labels, glyphs.numbers(MOST), "number")
    kind.absent += [Difference((at,), f"the number {labels[at]}", "nothing") for at in labels if is_blank(sheet, at)]


def _compare_walls(
    sheet: Sheet, board: Board, discs: dict[Cell, Blob], filled: set[Cell], findings: Findings
) -> None:
    """Compare the walls; the path may lie on edges between filled cells."""
    kind = findings.of("walls")
    kind.asked = len(board.walls)
    colour = np.median([disc.colour for disc in discs.values()], axis=0)
    lines = [*edges(sheet)]
    widths = {_key(line): widths_at(sheet, line, colour) for line in lines}
    usual = np.median([max(width) for width in widths.values()])
    plain = _plain([line for line in lines if _key(line) not in board.walls])
    for line in lines:
        width, drawn = widths[_key(line)], _key(line) in board.walls
        if drawn and min(width) >= THICK:
            kind.seen += 1
        elif drawn and max(width) <= THIN and _away(line, plain) < PLAIN:
            kind.absent.append(Difference(_key(line), "a wall", "none"))
        elif not drawn and min(width) >= THICK and usual <= THIN and not {*_key(line)} <= filled:
            kind.others.append(Difference(_key(line), "no wall", "one"))


def _key(line: Edge) -> tuple[Cell, Cell]:
    return line.at, line.other


def _parts(line: Edge) -> "np.ndarray":
    unit = line.contrast.shape[0]
    ends = [line.contrast[round(start * unit) : round(end * unit)] for start, end in ((0.14, 0.28), (0.72, 0.86))]
    return np.stack([np.median(end, axis=0) for end in ends]).astype(np.float32)


def _plain(lines: list[Edge]) -> "np.ndarray":
    return np.median([_parts(line) for line in lines], axis=0)


def _away(line: Edge, plain: "np.ndarray") -> float:
    return float(np.abs(_parts(line) - plain).mean(axis=1).max())
