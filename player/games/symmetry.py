"""The eight ways to lay a grid on itself: four rotations, each of them reflected too."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from player.games.grid import Cell


class Turn(NamedTuple):
    """One of the eight ways: rows reversed, then columns, then rows and columns exchanged."""

    upside_down: bool
    mirrored: bool
    transposed: bool

    def shape(self, rows: int, cols: int) -> tuple[int, int]:
        """Return the shape of the turned grid."""
        return (cols, rows) if self.transposed else (rows, cols)

    def cell(self, at: Cell, rows: int, cols: int) -> Cell:
        """Return the place of a cell of a grid of `rows` x `cols` on the turned grid."""
        row = rows - 1 - at.row if self.upside_down else at.row
        col = cols - 1 - at.col if self.mirrored else at.col
        return Cell(col, row) if self.transposed else Cell(row, col)

    def cells(self, some: Iterable[Cell], rows: int, cols: int) -> Iterator[Cell]:
        """Yield the places of `some` cells, in their order."""
        return (self.cell(at, rows, cols) for at in some)


TURNS = tuple(Turn(*signs) for signs in product((False, True), repeat=3))
