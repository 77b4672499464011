"""The reading of a picture: the board, its place in the picture, and how sure the reader is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from player.errors import BoardError
from player.games.grid import Cell


class NoBoard(BoardError):
    """The picture shows no board at all: there is nothing to be in doubt about."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The place of a board in a picture, in its pixels: the x of each vertical line, the y of each horizontal one."""

    across: tuple[float, ...]
    down: tuple[float, ...]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.down) - 1

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.across) - 1

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the board."""
        return self.across[0], self.down[0], self.across[-1], self.down[-1]

    def box(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom of a cell."""
        return self.across[cell.col], self.down[cell.row], self.across[cell.col + 1], self.down[cell.row + 1]

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the x and y of the middle of a cell."""
        left, top, right, bottom = self.box(cell)
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class Reading:
    """The board in a picture.

    `board` is in the public format, and well formed. It is not solved yet: `player.proof.prove` says whether it has
    exactly one solution. `confidence` is from 0 to 1: the least margin of all that was read, as a share of a clear one.
    `progress` are the marks of the player that the picture shows, by their kind, as lists of cells [row, col] and
    what is on them; it is empty on an untouched board.
    """

    game: str
    board: dict[str, Any]
    confidence: float
    grid: Grid
    progress: Mapping[str, Any] = field(default_factory=dict)
