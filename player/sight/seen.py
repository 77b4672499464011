"""The answer of a game's reader, and the checks that all readers share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from player.errors import BoardError
from player.games.grid import Cell

#: How far the score of a figure may be below the median of several, and how many those are at least.
STRANGE, SEVERAL = 0.11, 4


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

    def alike(self, scores: Mapping[Cell, float], what: str) -> None:
        """Raise BoardError if the score of one figure is far below those of others: something may lie on it."""
        values = sorted(scores.values())
        for at, score in scores.items():
            if len(values) >= SEVERAL and score < values[len(values) // 2] - STRANGE:
                raise BoardError(f"{what} at {at} is doubtful in the picture: it is not drawn as the others are")


def unread(what: str, at: Cell) -> BoardError:
    """Return the error for something on a cell that is no part of the game."""
    return BoardError(f"{what} at {at} can't be read in the picture")
