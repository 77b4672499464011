"""The summary of a board: what it has besides its size, for sentences about it."""

from typing import Any, NamedTuple

from player.games.grid import Cell


class Summary(NamedTuple):
    """`parts` are names in the singular with how many there are; `cells` are those that have a given or a clue."""

    parts: tuple[tuple[str, int], ...] = ()
    cells: tuple[Cell, ...] = ()


def nothing_more(_board: Any) -> Summary:
    """Return the summary of a board without more than its size."""
    return Summary()
