"""Counts of the stars that units miss, against the room for them.

A count has units of one kind. Other units take as many of their stars as they miss, and no more. What is left over is a
composite region, which needs the rest at least. Squares of 2x2 cells cover it: it can hold no more than one star for
each. The search is bounded: few units are put in or taken out besides those that pay off by themselves.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_
from typing import NamedTuple

from player.games.grid import Cell
from player.games.queens.explain.state import Unit, View

#: The most units that a count puts in or takes out besides those that pay off, if it has at most so many lines; else 1.
MAX_TOGGLED, MAX_LINES = 2, 4
#: The most squares of a count; two lines that miss all stars may have more.
MAX_SQUARES = 6


class Count(NamedTuple):
    """Units, others that take of their stars, and the cells left over, which need at least `need` stars.

    `squares` are disjoint parts of the fewest squares that cover the cells left over.
    """

    units: tuple[Unit, ...]
    taking: tuple[Unit, ...]
    left: int
    need: int
    squares: tuple[int, ...]


class Counts:
    """The counts of a state in which the squares have room for `spare` more stars than are needed."""

    def __init__(self, view: View, spare: int) -> None:
        self._view, self._spare, self._cover = view, spare, view.layout.squares.cover
        self._most = max(MAX_SQUARES, 2 * view.layout.stars)
        self._left = {unit: view.left(unit) for unit in view.missing}
        self._regions = [unit for unit in view.missing if unit.kind == "region"]
        self._ruled_out = {at: view.sight(at) | view.layout.bit[at] for at in view.layout.members(view.open)}

    def of(self, units: tuple[Unit, ...], taking: tuple[Unit, ...] = ()) -> Iterator[Count]:
        """Yield the count of `units` from which `taking` take, if its squares have just the room to spare."""
        missing, left, need = self._view.missing, 0, 0
        for unit in units:
            left, need = left | self._left[unit], need + missing[unit]
        for unit in taking:
            left, need = left & ~self._left[unit], need - missing[unit]
        squares = need + self._spare
        if need >= 0 and squares <= self._most and left.bit_count() <= 4 * squares:
            found = self._cover(left, squares)
            if found is not None and len(found) == squares:
                yield Count(units, taking, left, need, found)

    def all(self) -> Iterator[Count]:
        """Yield counts of neighbouring lines from which others take, and of regions from which such lines take."""
        for band in self.bands(range(1, len(self._view.missing))):
            most = MAX_TOGGLED if len(band) <= MAX_LINES else 1
            within = reduce(or_, (self._left[unit] for unit in band))
            others = [unit for unit in self._view.missing if unit.kind != band[0].kind]
            taking = frozenset(region for region in self._regions if self._excess(region, within) > 0)
            for some in _changed(taking, others, most):
                yield from self.of(band, some)
            units = frozenset(region for region in self._regions if self._excess(region, ~within) < 0)
            for some in _changed(units, self._regions, most):
                yield from self.of(some, band)

    def bands(self, lengths: range) -> Iterator[tuple[Unit, ...]]:
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

    def _excess(self, region: Unit, within: int) -> int:
        """Return by how many the squares over the region's open cells `within` exceed its missing stars, at most 1."""
        missing = self._view.missing[region]
        squares = self._cover(self._left[region] & within, missing)
        return 1 if squares is None else len(squares) - missing


def _changed(base: frozenset[Unit], others: Sequence[Unit], most: int) -> Iterator[tuple[Unit, ...]]:
    """Yield `base` with up to `most` of the `others` taken out or put in."""
    for number in range(most + 1):
        for some in combinations(others, number):
            yield tuple(sorted(base.symmetric_difference(some)))
