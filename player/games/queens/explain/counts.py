"""Counts of the stars that units miss, against the room for them.

A count has units of one kind. Other units take as many of their stars as they miss, and no more. What is left over is a
composite region, which needs the rest at least. Squares of 2x2 cells cover it: it can hold no more than one star for
each. The search is bounded: few units are put in or taken out besides those that pay off by themselves.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, product
from operator import or_
from typing import NamedTuple

from player.games.grid import Cell
from player.games.queens.explain.state import Layout, Unit, View

#: The most lines of a count, and the most units that miss stars, for which two units besides those that pay
#: off are put in or taken out; else it is one.
MAX_LINES, MAX_UNITS_TOGGLED = 4, 48
#: The most stars to spare.
MAX_SPARE = 1
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


class Leftover(NamedTuple):
    """The cells that `taking` leave of `units`, and the least number of stars in them."""

    units: tuple[Unit, ...]
    taking: tuple[Unit, ...]
    left: int
    need: int


class Counts:
    """The counts of a state."""

    def __init__(self, view: View) -> None:
        self._view, self._cover = view, view.layout.squares.cover
        self._most = max(MAX_SQUARES, 2 * view.layout.stars)
        self._left = {unit: view.left(unit) for unit in view.missing}
        self._regions = [unit for unit in view.missing if unit.kind == "region"]
        self._ruled_out = {at: view.sight(at) | view.layout.bit[at] for at in view.layout.members(view.open)}

    @staticmethod
    def of(view: View) -> "Counts":
        """Return the counts of a state, those of the last state again."""
        return _counts(view.layout, view.queens, view.crossed)

    def of_pairs(self) -> Iterator[Count]:
        """Yield counts of two neighbouring lines that need all squares that cover them."""
        return self._covered(filter(None, map(self._leftover, self.bands(range(2, 3)))), 0)

    def with_spare(self, spare: int) -> Iterator[Count]:
        """Yield counts whose squares have room for just so many stars more than are needed, up to `MAX_SPARE`."""
        return self._covered(self._leftovers, spare)

    def _covered(self, some: Iterable[Leftover], spare: int) -> Iterator[Count]:
        for one in some:
            squares = one.need + spare
            if squares <= self._most and one.left.bit_count() <= 4 * squares:
                found = self._cover(one.left, squares)
                if found is not None and len(found) == squares:
                    yield Count(*one, found)

    def _leftover(self, units: tuple[Unit, ...], taking: tuple[Unit, ...] = ()) -> Leftover | None:
        """Return what is left over; None if that is less than no star, or far more cells than stars are needed."""
        missing, left, need = self._view.missing, 0, 0
        for unit in units:
            left, need = left | self._left[unit], need + missing[unit]
        for unit in taking:
            left, need = left & ~self._left[unit], need - missing[unit]
        small = 0 <= need <= self._most and left.bit_count() <= 4 * (need + MAX_SPARE)
        return Leftover(units, taking, left, need) if small else None

    @cached_property
    def _leftovers(self) -> list[Leftover]:
        """The remainders of neighbouring lines without others, and of regions without such lines, each once."""
        found = dict[Leftover, None]()
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


@lru_cache(maxsize=1)
def _counts(layout: Layout, queens: int, crossed: int) -> Counts:
    return Counts(View.at(layout, queens, crossed))
