"""What would come of a line of Zip's path, or of the lack of one."""

from collections.abc import Iterator
from typing import NamedTuple

from player.games.grid import Wall
from player.games.zip_path.explain.dead_ends import Dead, Routes, dead, dead_end, routes
from player.games.zip_path.explain.edges import Reason, Ways

#: A step that draws so many lines ends.
MANY = 8


class Trace(NamedTuple):
    """What a reason comes down to: known ways, walls and numbers, by way of so many `lines` that are forced."""

    known: list[int]
    walls: list[Wall]
    numbers: list[int]
    lines: int


class Contradiction(NamedTuple):
    """`way` can't be what `line` says: in `ways`, with all that comes of it, something is `dead`."""

    way: int
    line: bool
    ways: Ways
    dead: Dead


def trace(ways: Ways, reason: Reason) -> Trace:
    known: list[int] = []
    walls, numbers = dict.fromkeys(reason.walls), dict.fromkeys(reason.numbers)
    lines = 0
    asked = dict.fromkeys(reason.ways)
    frontier = list(asked)
    for way in frontier:  # grows while it is walked
        why = ways.reason[way]
        if why is None:
            known.append(way)
            continue
        lines += why.kind == "forced"
        walls |= dict.fromkeys(why.walls)
        numbers |= dict.fromkeys(why.numbers)
        frontier += [other for other in why.ways if other not in asked]
        asked |= dict.fromkeys(why.ways)
    return Trace(known, list(walls), list(numbers), lines)


def run_on(ways: Ways, cell: int, closed: Reason) -> list[int]:
    """Draw the lines that are forced at a cell, and then on any piece beside them for the same reason; `MANY` or so.

    For the same reason: ways are out by full cells, or in the same way as the one that is `closed`.
    """
    alike = {_kind(None), _kind(closed)}
    drawn: list[int] = []
    frontier = [cell]
    for at in frontier:  # grows while it is walked
        same = all(_kind(ways.reason[way]) in alike for way in ways.at(at, line=False))
        if len(drawn) < MANY and ways.forced(at) and (at == cell or (same and ways.lines[at])):
            before = len(ways.touched)
            drawn += ways.force(at)
            frontier += ways.touched[before:]
    return drawn


def _kind(reason: Reason | None) -> tuple[str, frozenset[int]]:
    return (reason.kind, frozenset(reason.numbers)) if reason else ("full", frozenset())


def contradictions(ways: Ways) -> Iterator[Contradiction]:
    """Of each open way, what is wrong if it is a line, and if it is none."""
    before = routes(ways)
    for way in range(len(ways.line)):
        for line in (True, False):
            if ways.line[way] is None and (found := _contradiction(ways, way, line, before)):
                yield found


def _contradiction(ways: Ways, way: int, line: bool, before: Routes) -> Contradiction | None:
    now = _supposing(ways, way, line)
    found = _follow(now)
    if not found and (not line or len(now.touched) > 2):  # a line that closes nothing cuts nothing off
        found = dead(now, before)
    if found and trace(now, found.reason).lines:
        at_once = _supposing(ways, way, line)
        if seen := dead(at_once, before):
            return Contradiction(way, line, at_once, seen)
    return Contradiction(way, line, now, found) if found else None


def _supposing(ways: Ways, way: int, line: bool) -> Ways:
    now = ways.copy()
    now.settle(way, line, Reason("if"))
    return now


def _follow(ways: Ways) -> Dead | None:
    """Draw all lines that are forced near what was settled, until there are no more, or there is a dead end."""
    found = _dead_end(ways)
    for cell in ways.touched:  # grows while it is walked
        if found:
            break
        if ways.forced(cell):
            ways.force(cell)
            found = _dead_end(ways)
    return found


def _dead_end(ways: Ways) -> Dead | None:
    short = (cell for cell in ways.touched if ways.lines[cell] + ways.left[cell] < ways.grid.need[cell])
    return next((dead_end(ways, cell) for cell in short), None)
