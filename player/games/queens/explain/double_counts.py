"""Counts of Queens in which rows, columns and regions are counted together, a cell once for each that it lies in.

They are found as bounds of a linear programme, and checked in integers.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from player.games.grid import Cell
from player.games.queens.explain.counts import Count
from player.games.queens.explain.linear import Bounds
from player.games.queens.explain.state import Layout, Unit, View

#: The most open cells for which counts are searched, and the most steps of the search.
MAX_OPEN_CELLS, MAX_PIVOTS = 130, 4000
#: The most times that a count has one unit or square.
MAX_TIMES = 6
#: The largest difference of a weight to the whole number that it stands for.
TOLERANCE = 1e-6


class DoubleCount(NamedTuple):
    """A count, and the cells where a star would take more room than there is to spare."""

    counted: Count
    out: tuple[Cell, ...]


def double_counts(view: View, parts: int) -> list[DoubleCount]:
    """Return counts of at most so many units and squares that rule out cells, the shortest first."""
    if view.open.bit_count() > MAX_OPEN_CELLS:
        return []
    return [one for one in _found(view.layout, view.queens, view.crossed) if _parts(one.counted) <= parts]


@lru_cache(maxsize=1)
def _found(layout: Layout, queens: int, crossed: int) -> list[DoubleCount]:
    """Return counts that rule out cells, the shortest first; those of the last state again."""
    view = View.at(layout, queens, crossed)
    cells = list(layout.members(view.open))
    index = {at: number for number, at in enumerate(cells)}
    units, squares = list(view.missing), _squares(view)
    exact = [([index[at] for at in layout.members(view.left(unit))], view.missing[unit]) for unit in units]
    most_one = [[index[at] for at in layout.members(square)] for square in squares]
    found = []
    for of_units, of_squares in Bounds(len(cells), exact, most_one, MAX_PIVOTS).below_one():
        if whole := _whole([*of_units, *of_squares]):
            own, others = whole[: len(units)], whole[len(units) :]
            found.append(_counted(view, dict(zip(units, own, strict=True)), dict(zip(squares, others, strict=True))))
    return sorted((one for one in dict.fromkeys(found) if one.out), key=lambda one: _parts(one.counted))


def _squares(view: View) -> list[int]:
    """Return the open cells of the squares that are in no other."""
    some = {view.layout.square(at) & view.open for at in view.layout.cells}
    return sorted(one for one in some if one and not any(one != other and one & ~other == 0 for other in some))


def _whole(weights: Sequence[float]) -> list[int]:
    """Return the least multiples of the weights that are whole numbers; none if these are too large."""
    for factor in range(1, MAX_TIMES + 1):
        whole = [round(weight * factor) for weight in weights]
        if all(abs(weight * factor - number) < TOLERANCE for weight, number in zip(weights, whole, strict=True)):
            return whole if max(map(abs, whole)) <= MAX_TIMES else []
    return []


def _counted(view: View, units: dict[Unit, int], squares: dict[int, int]) -> DoubleCount:
    """Return the count of the units with negative numbers, from which those with positive numbers take.

    The numbers say how often. The sum of a cell's numbers is the room to spare that a star there takes.
    """
    spare = sum(number * view.missing[unit] for unit, number in units.items()) + sum(squares.values())
    takes = {at: sum(units.get(unit, 0) for unit in view.layout.of[at]) for at in view.layout.members(view.open)}
    for square, number in squares.items():
        for at in view.layout.members(square) if number else ():
            takes[at] += number
    # The weights are rounded: that they prove anything is checked here.
    right = min(takes.values()) >= 0 and min(squares.values(), default=0) >= 0
    out = tuple(at for at, room in takes.items() if right and room > spare)
    missing = tuple(unit for unit, number in units.items() for _ in range(-number))
    taking = tuple(unit for unit, number in units.items() for _ in range(number))
    need = sum(view.missing[unit] for unit in missing) - sum(view.missing[unit] for unit in taking)
    held = tuple(square for square, number in squares.items() for _ in range(number))
    return DoubleCount(Count(missing, taking, 0, need, held), out)


def _parts(count: Count) -> int:
    return len(count.units) + len(count.taking) + len(count.squares)
