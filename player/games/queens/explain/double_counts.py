"""Counts of Star Battle in which rows, columns and regions are counted together, a cell once for each that it lies in.

They are found as bounds of single cells in a linear programme, and checked in integers. The simplex method goes on a
dense tableau from one bound to the next without starting anew; its work is bounded. Source: V. Chvátal, "Linear
Programming", 1983.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from player.explanations.steps import Step
from player.games.grid import Cell
from player.games.queens.explain.counts import Count, count_words, too_much
from player.games.queens.explain.state import QueensUnit, QueensView, no_queens

#: The most units and squares of a count that a person may find, and of any.
MAX_PARTS, MAX_LONG_PARTS = 20, 80
#: The most open cells for which counts are searched, and the most steps of the search.
MAX_OPEN_CELLS, MAX_PIVOTS = 130, 4000
#: The most times that a count has one unit or square.
MAX_TIMES = 6
#: The largest difference of a weight to the whole number that it stands for.
TOLERANCE = 1e-6
#: Smaller numbers are zero.
EPSILON = 1e-9


class DoubleCount(NamedTuple):
    """A count, and the cells where a star would take more room than there is to spare."""

    counted: Count
    out: tuple[Cell, ...]

    @property
    def parts(self) -> int:
        """The number of units and squares."""
        return len(self.counted.units) + len(self.counted.taking) + len(self.counted.squares)


def _steps(name: str, parts: int, view: QueensView) -> Iterator[Step]:
    """Yield cells where a star takes too much room from units that are counted together, by counts of so many parts."""
    for count, out in (one for one in double_counts(view) if one.parts <= parts):
        uses = view.standing() + view.left_out(view.layout.union(count.units))
        units = tuple(dict.fromkeys(count.units))
        yield Step(name, count_words(view, count, too_much(view, out)), no_queens(out), uses, units)


double = partial(_steps, "double count", MAX_PARTS)
#: Its counts are too long to be found by eye.
long = partial(_steps, "long count", MAX_LONG_PARTS)


@lru_cache(maxsize=1)
def double_counts(view: QueensView) -> list[DoubleCount]:
    """Return counts that rule out cells, the shortest first; those of the last state again."""
    if view.open.bit_count() > MAX_OPEN_CELLS:
        return []
    members = view.layout.members
    index = {at: number for number, at in enumerate(members(view.open))}
    units, squares = list(view.missing), _squares(view)
    exact = [([index[at] for at in members(view.left(unit))], view.missing[unit]) for unit in units]
    most_one = [[index[at] for at in members(square)] for square in squares]
    found = []
    for of_units, of_squares in Bounds(len(index), exact, most_one, MAX_PIVOTS).below_one():
        if whole := _whole([*of_units, *of_squares]):
            own, others = whole[: len(units)], whole[len(units) :]
            found.append(_counted(view, dict(zip(units, own, strict=True)), dict(zip(squares, others, strict=True))))
    return sorted((one for one in dict.fromkeys(found) if one.out), key=lambda one: one.parts)


def _squares(view: QueensView) -> list[int]:
    """Return the open cells of the squares that are in no other."""
    some = {right & view.open for right, _ in view.layout.squares.values()}
    return sorted(one for one in some if one and not any(one != other and one & ~other == 0 for other in some))


def _whole(weights: Sequence[float]) -> list[int]:
    """Return the least multiples of the weights that are whole numbers; none if these are too large."""
    for factor in range(1, MAX_TIMES + 1):
        whole = [round(weight * factor) for weight in weights]
        if all(abs(weight * factor - number) < TOLERANCE for weight, number in zip(weights, whole, strict=True)):
            return whole if max(map(abs, whole)) <= MAX_TIMES else []
    return []


def _counted(view: QueensView, units: dict[QueensUnit, int], squares: dict[int, int]) -> DoubleCount:
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


class Bounds:
    """Variables from 0 up, of which `exact` sets have a given sum, and `most_one` sets one of 1 at most."""

    def __init__(
        self, size: int, exact: Sequence[tuple[Sequence[int], int]], most_one: Sequence[Sequence[int]], pivots: int
    ) -> None:
        """Take the number of variables, the sets, and the most steps of the simplex method."""
        self._size, self._pivots = size, pivots
        self._first_slack, self._first_extra = size, size + len(most_one)
        self._width = size + len(most_one) + len(exact) + 1
        self._rows: list[list[float]] = []
        self._basis: list[int] = []
        for index, some in enumerate(most_one):
            self._add(some, 1, self._first_slack + index)
        for index, (some, total) in enumerate(exact):
            self._add(some, total, self._first_extra + index)
        self.possible = set[int]()
        """The variables that some values of all allow to be 1."""

    def _add(self, some: Sequence[int], total: int, own: int) -> None:
        row = [0.0] * self._width
        for index in some:
            row[index] = 1.0
        row[own], row[-1] = 1.0, float(total)
        self._rows.append(row)
        self._basis.append(own)

    def below_one(self) -> Iterator[tuple[list[float], list[float]]]:
        """Yield for each variable that is less than 1 the weights of the `exact` and of the `most_one` sets.

        End early if there are no values at all, or no steps left.
        """
        # First the sum of what `exact` sets lack becomes 0. Their own variables never enter the basis again.
        lacking = [row for row, own in zip(self._rows, self._basis, strict=True) if own >= self._first_extra]
        objective = [sum(column) for column in zip(*lacking, strict=True)] or [0.0] * self._width
        if not self._raised(objective, None) or objective[-1] > EPSILON:
            return
        for variable in range(self._size):
            if variable in self.possible:
                continue
            objective = self._objective(variable)
            if not self._raised(objective, variable):
                return
            if variable not in self.possible:
                weights = [-value for value in objective[self._first_slack : -1]]
                slack = self._first_extra - self._first_slack
                yield weights[slack:], weights[:slack]

    def _objective(self, variable: int) -> list[float]:
        """Return the variable in terms of those outside the basis; the last number is its value, negated."""
        objective = [0.0] * self._width
        objective[variable] = 1.0
        if variable in self._basis:
            row = self._rows[self._basis.index(variable)]
            objective = [one - value for one, value in zip(objective, row, strict=True)]
        return objective

    def _raised(self, objective: list[float], variable: int | None) -> bool:
        """Raise the objective to its maximum, or until `variable` is 1; return False if no steps are left."""
        while True:
            self._note_possible()
            if variable in self.possible:
                return True
            entering = max(range(self._first_extra), key=objective.__getitem__)
            if objective[entering] <= EPSILON:
                return True
            leaving = self._leaving(entering)
            if leaving is None or not self._pivots:
                return False
            self._pivots -= 1
            self._pivot(leaving, entering, objective)

    def _leaving(self, entering: int) -> int | None:
        """Return the row that bounds `entering` most, with the least own variable of several."""
        best: tuple[float, int, int] | None = None
        for number, row in enumerate(self._rows):
            own = self._basis[number]
            if own >= self._first_extra and row[-1] <= EPSILON and abs(row[entering]) > EPSILON:
                return number
            if row[entering] > EPSILON:
                best = min(best or (float("inf"), 0, 0), (row[-1] / row[entering], own, number))
        return best and best[2]

    def _pivot(self, leaving: int, entering: int, objective: list[float]) -> None:
        row = self._rows[leaving]
        factor = row[entering]
        row[:] = [value / factor if abs(value) > EPSILON else 0.0 for value in row]
        columns = [(col, value) for col, value in enumerate(row) if value]
        for other in (*self._rows, objective):
            factor = other[entering]
            if other is not row and factor:
                for col, value in columns:
                    other[col] -= factor * value
                other[entering] = 0.0
        self._basis[leaving] = entering

    def _note_possible(self) -> None:
        for own, row in zip(self._basis, self._rows, strict=True):
            if own < self._size and row[-1] > 1 - EPSILON:
                self.possible.add(own)
