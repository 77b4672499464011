"""Consequences of a supposed line or gap of Zip's path: cells or numbers that are cut off, and the words for them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from player.explanations.steps import listed, spend
from player.explanations.words import few_places, line_words
from player.games.zip_path.explain.edges import Reason, Ways


class Dead(NamedTuple):
    """A contradiction: its rule, its description for a sentence, and its reason."""

    rule: str
    says: str
    reason: Reason


class GridPart(NamedTuple):
    """Cells without the first and the last number that only the cell `gate` connects to the rest, or nothing."""

    cells: frozenset[int]
    gate: int | None


Routes = Sequence[frozenset[int]]
"""For each number: the ends of pieces on a route to the next number; empty if lines already join the two."""


def dead(ways: Ways, before: Routes) -> Dead | None:
    """Return the contradiction in the grid as a whole, or None; `before` are the routes before the last change."""
    if part := smallest_part(ways):
        return _cut_off(ways, part)
    return _numbers_apart(ways, before)


# Cells


def smallest_part(ways: Ways) -> GridPart | None:
    """Return the smallest part that is cut off, or None.

    If the last number is joined to the first, the path is a loop, and a graph with an articulation point has no loop
    through all cells. Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
    """
    grid = ways.grid
    first, last = grid.number.index(0), grid.number.index(grid.last)
    # `low` is Tarjan's lowpoint: the least depth that is reached from a cell or from those found after it.
    found, depth, low = [last, first], {last: 0, first: 1}, {last: 0, first: 0}
    trail = [(last, _near(ways, last)), (first, _near(ways, first))]
    parts: list[GridPart] = []
    while trail:
        cell, onward = trail[-1]
        for beyond in onward:
            if beyond not in depth:
                depth[beyond] = low[beyond] = len(found)
                found.append(beyond)
                trail.append((beyond, _near(ways, beyond)))
                break
            low[cell] = min(low[cell], depth[beyond])
        else:
            trail.pop()
            if cell not in {first, last}:
                before = trail[-1][0]
                low[before] = min(low[before], low[cell])
                if low[cell] >= depth[before]:
                    parts.append(GridPart(frozenset(found[depth[cell] :]), before))
    if len(found) < len(grid.places):
        parts.append(GridPart(frozenset(range(len(grid.places))).difference(found), None))
    return min(parts, key=lambda part: len(part.cells), default=None)


def _near(ways: Ways, cell: int) -> Iterator[int]:
    """Return the neighbours to which a way is open or a line."""
    return iter([beyond for way, beyond in ways.grid.near[cell] if ways.line[way] is not False])


def _cut_off(ways: Ways, part: GridPart) -> Dead:
    grid = ways.grid
    inside = {grid.places[cell] for cell in part.cells}
    beside = inside if part.gate is None else {*inside, grid.places[part.gate]}
    out = {way for cell in part.cells for way in grid.ways[cell] if ways.line[way] is False}
    walls = {wall for cell in part.cells for wall in grid.walls[cell]}
    reason = Reason(
        "cut off",
        sorted(way for way in out if not beside.issuperset(grid.names[way])),
        sorted(wall for wall in walls if not beside.issuperset(wall)),
    )
    middle = sorted(inside)[len(inside) // 2]
    cells = few_places(inside, f"the {len(inside)} cells around {middle}")
    if part.gate is None:
        return Dead("cut off", f"nothing would lead to {cells}", reason)
    return Dead("cut off", f"only {grid.places[part.gate]} would lead to {cells}", reason)


# Numbers


def _ends(ways: Ways) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each number the piece ends that may lead to the next number, and those that may come from the last."""
    exits: list[list[int]] = [[] for _ in range(ways.grid.last + 1)]
    entries: list[list[int]] = [[] for _ in range(ways.grid.last + 1)]
    for cell, number in enumerate(ways.nearest):
        beyond = ways.nearest[ways.other[cell]]
        if ways.left[cell] and number is not None and beyond is not None:
            if beyond <= number:
                exits[number].append(cell)
            if beyond >= number:
                entries[number].append(cell)
    return exits, entries


class _DeadEndSearch(NamedTuple):
    """The result of a search: the piece ends reached, those of pieces that bar it, and a route if there is one."""

    reached: Collection[int]
    barred: Collection[int]
    route: frozenset[int]


def _search(ways: Ways, exits: Sequence[int], entries: Sequence[int]) -> _DeadEndSearch:
    """Search from the `exits` of a number to the `entries` of the next, through whole pieces.

    It is breadth-first.
    """
    came: dict[int, int | None] = dict.fromkeys(exits)
    barred: set[int] = set()
    frontier = list(exits)
    for cell in frontier:  # the list grows during the loop
        for way, beyond in ways.grid.near[cell]:
            if ways.line[way] is not None:
                continue
            if beyond in entries:
                return _DeadEndSearch(came, barred, _route(ways, came, cell) | {beyond})
            if ways.nearest[beyond] is not None:
                barred.add(beyond)
            elif (end := ways.other[beyond]) not in came:
                came[end] = cell
                frontier.append(end)
    return _DeadEndSearch(came, barred, frozenset())


def _route(ways: Ways, came: Mapping[int, int | None], to: int) -> frozenset[int]:
    cells = [to]
    while (before := came[cells[-1]]) is not None:
        cells.append(before)
    return frozenset([*cells, *(ways.other[cell] for cell in cells)])


def _numbers_apart(ways: Ways, before: Routes) -> Dead | None:
    """Return the contradiction that no route leads from a number to the next any more, or None."""
    changed = set(ways.touched)
    broken = [number for number, route in enumerate(before) if not route.isdisjoint(changed)]
    exits, entries = _ends(ways) if broken else ([], [])
    for number in broken:
        here, there = exits[number], entries[number + 1]
        if here and there and not (search := _search(ways, here, there)).route:
            back = _search(ways, there, here)
            nearer, ends = min((search, here), (back, there), key=lambda one: len(one[0].reached))
            says = f"no way would lead from {number + 1} to {number + 2}"
            return Dead("numbers cut off", says, _apart(ways, (number, number + 1), nearer, ends))
    return None


def _apart(ways: Ways, both: tuple[int, int], search: _DeadEndSearch, ends: Sequence[int]) -> Reason:
    around = {way for cell in search.reached for way in (*ways.at(cell, line=False), *ways.piece(cell))}
    around.update(way for cell in search.barred for way in ways.piece(cell, ways.nearest[cell]))
    walls = {wall for cell in search.reached for wall in ways.grid.walls[cell]}
    met = {ways.nearest[cell] for cell in search.barred} | {ways.nearest[ways.other[cell]] for cell in ends}
    numbers = {*both, *(other for other in met if other is not None)}
    return Reason("apart", sorted(around), sorted(walls), sorted(numbers))


# Consequences


#: The number of lines after which a step ends.
MAX_LINES = 8


class Contradiction(NamedTuple):
    """A refuted supposition about `way`: its consequences `ways` contain the contradiction `dead`.

    `line` is whether the way is supposed to be a line.
    """

    way: int
    line: bool
    ways: Ways
    dead: Dead


def trace(ways: Ways, reason: Reason, *, link: bool = False) -> tuple[Reason, int]:
    """Return the known ways, walls and numbers that `reason` depends on, and the number of forced lines in between.

    Of a `link` of a chain forced lines count as known, and what is supposed is left out.
    """
    known: list[int] = []
    walls, numbers = dict.fromkeys(reason.walls), dict.fromkeys(reason.numbers)
    lines = 0
    visited = dict.fromkeys(reason.ways)
    frontier = list(visited)
    for way in frontier:  # the list grows during the loop
        why = ways.reason[way]
        if why is None or (link and why.kind == "forced"):
            known.append(way)
            continue
        if link and why.kind == "if":
            continue
        lines += why.kind == "forced"
        walls |= dict.fromkeys(why.walls)
        numbers |= dict.fromkeys(why.numbers)
        frontier += [other for other in why.ways if other not in visited]
        visited |= dict.fromkeys(why.ways)
    return Reason("known", known, list(walls), list(numbers)), lines


def chain(ways: Ways, end: Reason) -> list[tuple[list[int], Reason]]:
    """Return the forced lines that `end` depends on, those of a cell together and in order, and `end` without lines.

    Each has what forces it: lines and known ways, walls and numbers.
    """
    last, _ = trace(ways, end, link=True)
    links: list[tuple[list[int], Reason]] = [([], last)]
    used = dict.fromkeys(last.ways)
    for reason, lines in reversed(ways.forced_lines):
        if some := [way for way in used if way in lines]:
            by, _ = trace(ways, reason, link=True)
            links.append((some, by))
            used |= dict.fromkeys(by.ways)
    return links[::-1]


def run_on(ways: Ways, cell: int, closed: Reason) -> list[int]:
    """Draw the lines that are forced at a cell, and on from there for the same reason; return the ways drawn.

    Reasons are the same if ways are out by full cells, or for the same reason as the `closed` one. The end comes after
    about `MAX_LINES`.
    """
    alike = {_kind(None), _kind(closed)}
    drawn: list[int] = []
    frontier = [cell]
    for at in frontier:  # the list grows during the loop
        same = all(_kind(ways.reason[way]) in alike for way in ways.at(at, line=False))
        if len(drawn) < MAX_LINES and ways.forced(at) and (at == cell or (same and ways.lines[at])):
            before = len(ways.touched)
            drawn += ways.force(at)
            frontier += ways.touched[before:]
    return drawn


def _kind(reason: Reason | None) -> tuple[str, frozenset[int]]:
    return (reason.kind, frozenset(reason.numbers)) if reason else ("full", frozenset())


def contradictions(ways: Ways) -> Iterator[Contradiction]:
    """Yield the contradictions of each open way, supposed a line and supposed out."""
    exits, entries = _ends(ways)
    before = [_search(ways, exits[number], entries[number + 1]).route for number in range(ways.grid.last)]
    for way in range(len(ways.line)):
        for line in (True, False):
            if ways.line[way] is None and (found := _contradiction(ways, way, line, before)):
                yield found


def _contradiction(ways: Ways, way: int, line: bool, before: Routes) -> Contradiction | None:
    """Return the contradiction of one supposition, or None; one without forced lines is preferred."""
    now = _supposing(ways, way, line)
    found = _follow(now)
    if not found and (not line or len(now.touched) > 2):  # a line that closes nothing cuts nothing off
        found = dead(now, before)
    if found and trace(now, found.reason)[1]:
        at_once = _supposing(ways, way, line)
        if seen := dead(at_once, before):
            return Contradiction(way, line, at_once, seen)
    return Contradiction(way, line, now, found) if found else None


def _supposing(ways: Ways, way: int, line: bool) -> Ways:
    spend(len(ways.line))
    now = ways.copy()
    now.settle(way, line, Reason("if"))
    return now


def _follow(ways: Ways) -> Dead | None:
    """Draw all forced lines near the settled ways; return a dead end as soon as there is one."""
    found = _dead_end(ways)
    for cell in ways.touched:  # the list grows during the loop
        if found:
            break
        if ways.forced(cell):
            ways.force(cell)
            found = _dead_end(ways)
    return found


def _dead_end(ways: Ways) -> Dead | None:
    for cell in ways.touched:
        if ways.lines[cell] + ways.left[cell] < ways.grid.need[cell]:
            return Dead("dead ends", f"{ways.grid.places[cell]} would be a dead end", ways.no_other(cell))
    return None


# Words


def forced_words(ways: Ways, cell: int, closed: Reason, more: int) -> str:
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
    return f"no way is left but {listed(line_words(ways.grid.names[way] for way in lines))}."


def contradiction_words(found: Contradiction, lines: int) -> str:
    """Return the sentence of a contradiction after `lines` forced lines."""
    where = listed(found.ways.grid.names[found.way])
    supposed = f"if the path {'ran' if found.line else 'did not run'} between {where}"
    if lines:
        supposed += f", {lines if lines > 1 else 'one'} more {'lines' if lines > 1 else 'line'} would follow"
    return f"{supposed}{', and' if lines else ','} {found.dead.says}."
