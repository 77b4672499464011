"""Rectangles that are drawn by their borders: drags along the edges of cells, from corner to corner."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from player.browser.page.observation import BoardSeen, Point
from player.games.grid import Cell
from player.games.moves import Box, Move

Corner = tuple[int, int]
"""A corner of cells, by the number of the row and the column after it."""
Stop = tuple[Cell, Point]


def outlines(moves: Sequence[Move], seen: BoardSeen) -> Iterator[tuple[Move, list[Stop]]]:
    """Yield the lines that enclose the rectangles of `moves` on the board of `seen`, by their corners, with the move.

    A line that is there already, as another rectangle ends at it, is left out: many pages would erase it.
    """
    lines = _Lines(seen)
    for move in moves:
        if isinstance(move, Box):
            yield from ((move, stops) for stops in lines.around(move))


class _Lines:
    """The places of the corners of cells, and the names of the rectangles that stand or are drawn."""

    def __init__(self, seen: BoardSeen) -> None:
        self._rows, self._cols = seen.shape
        self._across, self._down = seen.lines
        self._drawn = {(row, col): str(cell.get("mark") or "") for (row, col), cell in seen.snapshot.places()}

    def around(self, box: Box) -> Iterator[list[Stop]]:
        """Yield the missing lines around `box`, and count it as drawn."""
        top, left, bottom, right = *box.a, box.b.row + 1, box.b.col + 1
        for row, outer in ((top, top - 1), (bottom, bottom)):
            missing = [col for col in range(left, right) if self._is_missing(outer, col)]
            yield from (self._stops(box.a, [(row, col) for col in run]) for run in _runs(missing))
        for col, outer in ((left, left - 1), (right, right)):
            missing = [row for row in range(top, bottom) if self._is_missing(row, outer)]
            yield from (self._stops(box.a, [(row, col) for row in run]) for run in _runs(missing))
        self._drawn.update(dict.fromkeys(box.cells, f"{box.a} to {box.b}"))

    def _is_missing(self, row: int, col: int) -> bool:
        """Return whether no line parts a rectangle from the cell beyond it: it is on the board, and in none."""
        return 0 <= row < self._rows and 0 <= col < self._cols and not self._drawn[row, col]

    def _stops(self, cell: Cell, corners: list[Corner]) -> list[Stop]:
        return [(cell, Point(self._across[col], self._down[row], free=True)) for row, col in corners]


def _runs(places: list[int]) -> Iterator[list[int]]:
    """Yield the runs of neighbouring sides, each as the corners from its first to its last."""
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        sides = [place for _, place in run]
        yield [*sides, sides[-1] + 1]
