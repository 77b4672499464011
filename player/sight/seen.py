"""The answer of a game's reader, and the checks that all readers share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from player.errors import BoardError
from player.games.grid import Cell


@dataclass(frozen=True, slots=True)
class Seen:
    """The board that a game's reader saw, in the public format, the least margin, and the marks of the player."""

    board: dict[str, Any]
    confidence: float
    progress: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Margins:
    """The margins of what was read, each as a share of a clear one: the least of them is the confidence."""

    least: float = 1.0

    def add(self, value: float, doubtful: float, clear: float, what: str) -> None:
        """Count a margin; raise BoardError, with `what` as the subject, if it is below `doubtful`."""
        if value < doubtful:
            raise BoardError(f"{what} is doubtful in the picture: take a larger or sharper one")
        self.least = min(self.least, 0.5 + 0.5 * min((value - doubtful) / (clear - doubtful), 1.0))


def unread(what: str, at: Cell) -> BoardError:
    """Return the error for something on a cell that is no part of the game."""
    return BoardError(f"{what} at {at} can't be read in the picture")
