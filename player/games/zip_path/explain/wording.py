"""Wording of Zip's ways and reasons."""

from collections.abc import Sequence

from player.games.grid import Wall
from player.games.zip_path.explain.edges import Reason, Ways
from player.games.zip_path.explain.rules_lookahead import Contradiction


def pair(way: Wall) -> str:
    """Return two neighbours in words, shorter than both cells in full."""
    a, b = way
    if a.row == b.row:
        return f"columns {a.col + 1} and {b.col + 1} in row {a.row + 1}"
    return f"rows {a.row + 1} and {b.row + 1} in column {a.col + 1}"


def forced(ways: Ways, cell: int, closed: Reason, more: int) -> str:
    """Return the sentence that a cell needs all its ways, and that `more` lines follow.

    `closed` is the reason for which another way is out; a full cell beyond needs no words.
    """
    place, number = ways.grid.places[cell], ways.grid.number[cell]
    if ways.lines[cell]:
        says = f"from {place} the path has only one way on"
    elif number in {0, ways.grid.last}:
        says = f"number {number + 1} at {place} has only one way left"
    else:
        says = f"{place} has only two ways left, and the path takes both"
    if closed.kind != "full":
        says += f": another way would {_harm(closed)}"
    if more:
        says += f"; {more} more lines follow" if more > 1 else "; one more line follows"
    return f"{says}."


def _harm(closed: Reason) -> str:
    """Return the harm that a closed way would do, in words."""
    if closed.kind == "order":
        here, there = sorted(number + 1 for number in closed.numbers[:2])
        return f"join {here} to {there}"
    return "close a loop" if closed.kind == "loop" else "end the path before it fills the grid"


def forced_lines(ways: Ways, lines: Sequence[int]) -> str:
    """Return the sentence that these lines follow, because no other way is left."""
    where = " and ".join(f"between {pair(ways.grid.names[way])}" for way in lines)
    return f"no other way is left than {where}."


def contradiction(found: Contradiction, lines: int) -> str:
    """Return the sentence of a contradiction after `lines` forced lines."""
    supposed = f"if the path {'ran' if found.line else 'did not run'} between {pair(found.ways.grid.names[found.way])}"
    if lines:
        supposed += f", {lines if lines > 1 else 'one'} more {'lines' if lines > 1 else 'line'} would follow"
    return f"{supposed}{', and' if lines else ','} {found.dead.says}."
