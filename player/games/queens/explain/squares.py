"""Squares of 2x2 cells: their cells touch one another, so that a square holds at most one star."""

from collections.abc import Mapping
from functools import lru_cache

#: The most covers that are remembered for a board.
MAX_COVERS = 50_000


class Squares:
    """The fewest squares that cover sets of cells. A set of cells is an int with one bit per cell, row by row."""

    def __init__(self, lower: Mapping[int, tuple[int, int]]) -> None:
        """Take for each cell the two squares of which it is in the upper row, on the left and on the right."""
        self._lower = lower
        self.cover = lru_cache(maxsize=MAX_COVERS)(self._cover)

    def _cover(self, cells: int, most: int) -> tuple[int, ...] | None:
        """Return the fewest squares, as disjoint sets of their cells, that cover `cells`; None if more than `most`.

        The first cell is in the upper row of its square: the cells above are covered already. So there are two squares
        to try, and at most 2 ** `most` covers.
        """
        if not cells:
            return ()
        if cells.bit_count() > 4 * most:
            return None
        best: tuple[int, ...] | None = None
        for square in self._lower[cells & -cells]:
            rest = self.cover(cells & ~square, most - 1) if most else None
            if rest is not None:
                best, most = (cells & square, *rest), len(rest)
        return best
