"""Contradictions in a partial path of Zip: cells or numbers that are cut off."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

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
    """Return the contradiction for a part that is cut off."""
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
    cells = str(middle) if len(inside) == 1 else f"the {len(inside)} cells around {middle}"
    if part.gate is None:
        return Dead("cut off", f"nothing would lead to {cells}", reason)
    return Dead("cut off", f"only {grid.places[part.gate]} would lead to {cells}", reason)


# Numbers


def routes(ways: Ways) -> Routes:
    """Return a route from each number to the next."""
    exits, entries = _ends(ways)
    searches = (_search(ways, exits[number], entries[number + 1]) for number in range(ways.grid.last))
    return [search.route for search in searches]


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
    """Return the reason for which two numbers are apart."""
    around = {way for cell in search.reached for way in (*ways.at(cell, line=False), *ways.piece(cell))}
    around.update(way for cell in search.barred for way in ways.piece(cell, ways.nearest[cell]))
    walls = {wall for cell in search.reached for wall in ways.grid.walls[cell]}
    met = {ways.nearest[cell] for cell in search.barred} | {ways.nearest[ways.other[cell]] for cell in ends}
    numbers = {*both, *(other for other in met if other is not None)}
    return Reason("apart", sorted(around), sorted(walls), sorted(numbers))
