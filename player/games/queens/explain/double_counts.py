"""Counts of Queens in which rows, columns and regions are counted together, a cell once for each that it lies in.

They are found as bounds of a linear programme, and checked in integers.
"""

from collections.abc import Sequence
from typing import NamedTuple

from player.games.grid import Cell
from player.games.queens.explain.counts import Count
from player.games.queens.explain.linear import Bounds
from player.games.queens.explain.state import Unit, View

#: The most open cells for which counts are searched, and the most steps of the search.
MAX_OPEN_CELLS, MAX_PIVOTS = 130, 4000
#: The most times that a count has one unit or square.
MAX_TIMES = 6
#: The largest difference of a weight to the whole number that it stands for.
TOLERANCE = 1e-6


class DoubleCount(NamedTuple):
    """A count, and the cells where a star would take more room than there is to spare."""

    count: Count
    out: tuple[Cell, ...]


def double_counts(view: View, parts: int) -> list[DoubleCount]:
    """Return counts of at most so many units and squares that rule out cells, the shortest first."""
    cells = list(view.layout.members(view.open))
    if len(cells) > MAX_OPEN_CELLS:
        return []
    units, squares = list(view.missing), _squares(view)
    index = {at: number for number, at in enumerate(cells)}

    def numbers(mask: int) -> list[int]:
        return [index[at] for at in view.layout.members(mask)]

    exact = [(numbers(view.left(unit)), view.missing[unit]) for unit in units]
    found = dict[DoubleCount, int]()
    for weights in Bounds(len(cells), exact, [*map(numbers, squares)], MAX_PIVOTS).below_one():
        if whole := _whole([*weights[0], *weights[1]]):
            one = _counted(
                view, cells, dict(zip(units, whole, strict=False)), dict(zip(squares, whole[len(units) :], strict=True))
            )
            found[one] = sum(map(abs, whole))
    return sorted((one for one, size in found.items() if one.out and size <= parts), key=found.__getitem__)


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


def _counted(view: View, cells: Sequence[Cell], units: dict[Unit, int], squares: dict[int, int]) -> DoubleCount:
    """Return the count of the units with negative numbers, from which those with positive numbers take.

    The numbers say how often. The sum of a cell's numbers is the room to spare that a star there takes.
    """
    spare = sum(number * view.missing[unit] for unit, number in units.items()) + sum(squares.values())
    takes = {at: sum(units.get(unit, 0) for unit in view.layout.of[at]) for at in cells}
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
