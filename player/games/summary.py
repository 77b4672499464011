"""The summary of a board: what it has besides its size, for people who are told of it."""

from typing import Any, NamedTuple

from player.games.grid import Cell


class Summary(NamedTuple):
    """`parts` are names in the singular with how many there are; `cells` are those that the board says something of."""

    parts: tuple[tuple[str, int], ...] = ()
    cells: tuple[Cell, ...] = ()


def nothing_more(_board: Any) -> Summary:
    """Return the summary of a board of which only the size is told."""
    return Summary()
