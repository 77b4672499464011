"""Rules of Star Battle on counts of the stars that units miss, against the room for them.

A count has units of one kind. Other units take as many of their stars as they miss, and no more. What is left over is a
composite region, which needs the rest at least. Squares of 2x2 cells cover it: it can hold no more than one star for
each. The search is bounded: few units are put in or taken out besides those that pay off by themselves.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial, reduce
from itertools import chain, combinations, groupby, product
from operator import or_
from typing import NamedTuple

from player.errors import counted
from player.explanations.steps import Fact, Step, listed, sentence
from player.games.grid import Cell, block_words
from player.games.queens.explain.state import (
    MAX_CELLS,
    MAX_SENTENCE_CHARACTERS,
    QueensUnit,
    QueensView,
    at_any,
    named,
    no_queens,
    one_at_each,
)

#: The most lines of a count, and the most units that miss stars, for which two units besides those that pay
#: off are put in or taken out; else it is one.
MAX_LINES, MAX_UNITS_TOGGLED = 4, 48
#: The most stars to spare.
MAX_SPARE = 1
#: The most squares of a count; two lines that miss all stars may have more.
MAX_SQUARES = 6
#: The word for how often a unit is counted.
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times"}


class Count(NamedTuple):
    """Units, others that take of their stars, and the cells left over, which need at least `need` stars.

    `squares` are disjoint parts of the fewest squares that cover the cells left over; () as long as none are searched.
    """

    units: tuple[QueensUnit, ...]
    taking: tuple[QueensUnit, ...]
    left: int
    need: int
    squares: tuple[int, ...] = ()


class Counts:
    """The counts of a state."""

    def __init__(self, view: QueensView) -> None:
        self._view, self._cover = view, view.layout.cover
        self._most = max(MAX_SQUARES, 2 * view.layout.stars)
        self._left = {unit: view.left(unit) for unit in view.missing}
        self._regions = [unit for unit in view.missing if unit.kind == "region"]
        self._ruled_out = {at: view.sight(at) | view.layout.bit[at] for at in view.layout.members(view.open)}

    def of_pairs(self) -> Iterator[Count]:
        """Yield counts of two neighbouring lines that need all squares that cover them."""
        return self._covered(filter(None, map(self._leftover, self.bands(range(2, 3)))), 0)

    def with_spare(self, spare: int) -> Iterator[Count]:
        """Yield counts whose squares have room for just so many stars more than are needed, up to `MAX_SPARE`."""
        return self._covered(self._leftovers, spare)

    def _covered(self, some: Iterable[Count], spare: int) -> Iterator[Count]:
        for one in some:
            squares = one.need + spare
            if squares <= self._most and one.left.bit_count() <= 4 * squares:
                found = self._cover(one.left, squares)
                if found is not None and len(found) == squares:
                    yield one._replace(squares=found)

    def _leftover(self, units: tuple[QueensUnit, ...], taking: tuple[QueensUnit, ...] = ()) -> Count | None:
        """Return what is left over; None if that is less than no star, or far more cells than stars are needed."""
        missing, left, need = self._view.missing, 0, 0
        for unit in units:
            left, need = left | self._left[unit], need + missing[unit]
        for unit in taking:
            left, need = left & ~self._left[unit], need - missing[unit]
        small = 0 <= need <= self._most and left.bit_count() <= 4 * (need + MAX_SPARE)
        return Count(units, taking, left, need) if small else None

    @cached_property
    def _leftovers(self) -> list[Count]:
        """The remainders of neighbouring lines without others, and of regions without such lines, each once."""
        found = dict[Count, None]()
        for band in self.bands(range(1, len(self._view.missing))):
            short = len(band) <= MAX_LINES and len(self._view.missing) <= MAX_UNITS_TOGGLED
            within = reduce(or_, (self._left[unit] for unit in band))
            others = [unit for unit in self._view.missing if unit.kind != band[0].kind]
            taking = frozenset(region for region in self._regions if self._excess(region, within) > 0)
            units = frozenset(region for region in self._regions if self._excess(region, ~within) < 0)
            of_lines = (self._leftover(band, some) for some in _changed(taking, others, 1 + short))
            of_regions = (self._leftover(some, band) for some in _changed(units, self._regions, 1 + short))
            found.update((one, None) for one in chain(of_lines, of_regions) if one)
        return [*found]

    def bands(self, lengths: range) -> Iterator[tuple[QueensUnit, ...]]:
        """Yield so many neighbouring lines, of those that miss stars."""
        for kind, length in product(("row", "column"), lengths):
            lines = sorted(unit for unit in self._view.missing if unit.kind == kind)
            for first in range(len(lines) - length + 1):
                yield tuple(lines[first : first + length])

    def out(self, count: Count) -> list[Cell]:
        """Return the cells where a star would leave the cells left over less room than they need."""
        units, taking, cells = set(count.units), set(count.taking), []
        for at, ruled_out in self._ruled_out.items():
            of = self._view.layout.of[at]
            need = count.need - len(units.intersection(of)) + len(taking.intersection(of))
            if need > 0 and self._cover(count.left & ~ruled_out, need - 1) is not None:
                cells.append(at)
        return cells

    def forced(self, count: Count) -> list[Cell]:
        """Return the cells without which the cells left over have less room than they need."""
        bit, most = self._view.layout.bit, count.need - 1
        cells = self._view.layout.members(count.left)
        return [at for at in cells if self._cover(count.left & ~bit[at], most) is not None]

    def _excess(self, region: QueensUnit, within: int) -> int:
        """Return by how many the squares over the region's open cells `within` exceed its missing stars, at most 1."""
        missing = self._view.missing[region]
        squares = self._cover(self._left[region] & within, missing)
        return 1 if squares is None else len(squares) - missing


def _changed(base: frozenset[QueensUnit], others: Sequence[QueensUnit], most: int) -> Iterator[tuple[QueensUnit, ...]]:
    """Yield `base` with up to `most` of the `others` taken out or put in."""
    for number in range(most + 1):
        for some in combinations(others, number):
            yield tuple(sorted(base.symmetric_difference(some)))


#: The counts of a state, those of the last state again.
_counts = lru_cache(maxsize=1)(Counts)


# The rules


def line_pairs(view: QueensView) -> Iterator[Step]:
    """Yield what follows from two neighbouring lines that need all squares that cover their open cells."""
    counts = _counts(view)
    for count in counts.of_pairs():
        yield from _steps("line pair in squares", view, counts, count)


def _composites(name: str, spare: int, view: QueensView) -> Iterator[Step]:
    """Yield what follows from composite regions with so many squares to spare, the simplest first."""
    counts = _counts(view)
    simplest = sorted(
        counts.with_spare(spare), key=lambda one: (len(one.units) + 2 * len(one.taking), len(one.squares))
    )
    for count in simplest:
        yield from _steps(name, view, counts, count)


composites = partial(_composites, "composite region", 0)
pressured = partial(_composites, "pressured count", 1)


def _steps(name: str, view: QueensView, counts: Counts, count: Count) -> Iterator[Step]:
    """Yield the steps of a count: stars without which there is too little room, and stars that take too much."""
    piece = view.layout.piece
    if count.need == len(count.squares) and (forced := counts.forced(count)):
        need = "they need" if len(count.units) > 1 else "it needs"
        ends = [f"{need} {one_at_each(forced, piece, most)}" for most in (MAX_CELLS, 1)]
        says = count_words(view, count, ends)
        yield Step(name, says, tuple(map(Fact, forced)), view.about(count.units), count.units)
    if out := counts.out(count):
        yield _too_much(name, view, count, out)


def _too_much(name: str, view: QueensView, count: Count, out: Sequence[Cell]) -> Step:
    """Return the step that a star takes too much room on the cells `out`; its sentence names them if they are few."""
    ends = [f"a {view.layout.piece} {at_any(out, most)} would leave too little" for most in (MAX_CELLS, 1)]
    units = tuple(dict.fromkeys(count.units))
    return Step(name, count_words(view, count, ends), no_queens(out), view.about(units), units)


def count_words(view: QueensView, count: Count, ends: Sequence[str]) -> str:
    """Return the sentence of a count: what the units need, where there is room for it, and what follows.

    It says where the squares are, and ends with the first of `ends`, if that is short; else only how many.
    """
    demand, alone = sum(view.missing[unit] for unit in count.units), len(count.units) == 1
    pieces = counted(demand, f"more {view.layout.piece}")
    need, have = ("needs", "has") if alone else ("need", "have")
    together = len(count.units) > len(set(count.units)) or len({unit.kind for unit in count.units}) > 1
    start = f"{'counted together, ' * together}{_in_words(count.units)} {need} {pieces}, and {have} room for"
    room = demand - count.need
    taking = [f"{'one' if room == 1 else room} in {_in_words(count.taking)}"] if count.taking else []
    text = ""
    for squares, end in product(_squares(view, count), ends):
        text = sentence(f"{start} {' and '.join([*taking, *squares])}: {end}.")
        if len(text) <= MAX_SENTENCE_CHARACTERS:
            break
    return text


def _squares(view: QueensView, count: Count) -> Iterator[list[str]]:
    """Yield the squares in words, in none if there is none: those of two lines by the lines across, and counted."""
    number = len(count.squares)
    one = "one" if number == 1 else "one each"
    if not number:
        yield []
    if number and len(count.units) == 2 and {unit.kind for unit in count.units} in ({"row"}, {"column"}):
        yield [f"{one} in {_across(view, count)}"]
    if 0 < number <= MAX_CELLS:
        some = [block_words(view.layout.members(square)) for square in count.squares]
        yield [f"{one} in {listed(some)}"]
    if number:
        yield [f"{number} in {counted(len(set(count.squares)), 'square')} (2x2)"]


def _across(view: QueensView, count: Count) -> str:
    """Return the columns of squares in two rows, or the rows of squares in two columns, in words."""
    kind, other = ("column", 1) if count.units[0].kind == "row" else ("row", 0)
    lines = [sorted({cell[other] + 1 for cell in view.layout.members(square)}) for square in count.squares]
    places = ["-".join(map(str, dict.fromkeys((some[0], some[-1])))) for some in sorted(lines)]
    return f"{kind}{'s' * (sum(map(len, lines)) > 1)} {listed(places)}"


def _in_words(units: Iterable[QueensUnit]) -> str:
    """Return units in words, those of a kind together.

    Those that are there several times follow, such as "twice row 3".
    """
    times = Counter(units)
    texts = []
    ordered = sorted(times, key=lambda unit: (times[unit], unit))
    for (number, _), group in groupby(ordered, key=lambda unit: (times[unit], unit.kind)):
        texts.append(f"{'' if number == 1 else f'{TIMES[number]} '}{named(group)}")
    return " and ".join(texts)


# Counts in which rows, columns and regions are counted together, a cell once for each that it lies in
#
# They are found as bounds of single cells in a linear programme, and checked in integers. The simplex method goes on a
# dense tableau from one bound to the next without starting anew; its work is bounded. Source: V. Chvátal, "Linear
# Programming", 1983.


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


def _double_steps(name: str, parts: int, view: QueensView) -> Iterator[Step]:
    """Yield cells where a star takes too much room from units that are counted together, by counts of so many parts."""
    return (_too_much(name, view, one.counted, one.out) for one in double_counts(view) if one.parts <= parts)


double = partial(_double_steps, "double count", MAX_PARTS)
#: Its counts are too long to be found by eye.
long = partial(_double_steps, "long count", MAX_LONG_PARTS)


@lru_cache(maxsize=1)
def double_counts(view: QueensView) -> list[DoubleCount]:
    """Return counts that rule out cells, the shortest first; those of the last state again."""
    if view.open.bit_count() > MAX_OPEN_CELLS:
        return []
    members = view.layout.members
    index = {at: number for number, at in enumerate(members(view.open))}
    some = {right & view.open for right, _ in view.layout.squares.values()}
    squares = sorted(one for one in some if one and not any(one != other and one & ~other == 0 for other in some))
    units = list(view.missing)
    exact = [([index[at] for at in members(view.left(unit))], view.missing[unit]) for unit in units]
    most_one = [[index[at] for at in members(square)] for square in squares]
    found = []
    for of_units, of_squares in Bounds(len(index), exact, most_one, MAX_PIVOTS).below_one():
        if whole := _whole([*of_units, *of_squares]):
            own, others = whole[: len(units)], whole[len(units) :]
            found.append(_counted(view, dict(zip(units, own, strict=True)), dict(zip(squares, others, strict=True))))
    return sorted((one for one in dict.fromkeys(found) if one.out), key=lambda one: one.parts)


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
        sets = [*((some, 1) for some in most_one), *exact]
        self._size, self._pivots = size, pivots
        self._first_extra, self._width = size + len(most_one), size + len(sets) + 1
        #: A row for each set, with a variable of its own, and the value of that in the last column.
        self._rows = [[0.0] * (size + len(sets)) + [float(total)] for _, total in sets]
        self._basis = [*range(size, size + len(sets))]
        for row, own, (some, _) in zip(self._rows, self._basis, sets, strict=True):
            for index in (*some, own):
                row[index] = 1.0
        self.possible = set[int]()
        """The variables that some values of all allow to be 1."""

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
                weights = [-value for value in objective[self._size : -1]]
                slack = self._first_extra - self._size
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
            ones = (own for own, row in zip(self._basis, self._rows, strict=True) if row[-1] > 1 - EPSILON)
            self.possible.update(own for own in ones if own < self._size)
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
