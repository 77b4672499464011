"""Units of Queens whose open cells lie in as many other units: Hall's theorem for rows, columns and regions.

They are found by matchings instead of by enumerating subsets. Source: J.-C. Régin, "A filtering algorithm for
constraints of difference in CSPs", AAAI 1994.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from player.explanations.steps import Step, spend
from player.games.grid import Cell
from player.games.queens.explain.state import QueensUnit, QueensView, at_any, named, no_queens

KINDS = tuple(permutations(("region", "row", "column"), 2))
REGIONS = tuple(kind for kind in KINDS if kind[0] == "region")
LINES = tuple(kind for kind in KINDS if kind[0] != "region")


class Confined(NamedTuple):
    """Units of one kind whose missing queens can only stand within `others`, units of another kind."""

    units: frozenset[QueensUnit]
    others: frozenset[QueensUnit]


class Rooms:
    """A matching of the missing queens of units of one kind to units of another kind."""

    def __init__(self, view: QueensView, kind: str, other_kind: str) -> None:
        self._view = view
        self._units = [unit for unit in view.missing if unit.kind == kind]
        self._others = [unit for unit in view.missing if unit.kind == other_kind]
        self._placed: dict[QueensUnit, list[QueensUnit]] = {other: [] for other in self._others}
        self._reach: dict[QueensUnit, list[QueensUnit]] = {}

    @cached_property
    def crowd(self) -> Confined | None:
        """Units whose missing queens do not fit into the units that they reach; None if all fit."""
        for unit in self._units:
            for _ in range(self._view.missing[unit]):
                if not self._place(unit, set()):
                    return self._around(unit)
        return None

    def confined(self) -> Iterator[Confined]:
        """Yield for each unit the smallest set with it that fills all the units that it reaches."""
        if self.crowd is None:
            yield from dict.fromkeys(self._around(unit) for unit in self._units)

    def _reached(self, unit: QueensUnit) -> list[QueensUnit]:
        """Return the units of the other kind in which `unit` has an open cell."""
        if unit not in self._reach:
            spend(len(self._others))
            left = self._view.left(unit)
            self._reach[unit] = [other for other in self._others if left & self._view.layout.units[other]]
        return self._reach[unit]

    def _place(self, unit: QueensUnit, met: set[QueensUnit]) -> bool:
        """Match one more queen of `unit`, along an augmenting path; return whether that is possible."""
        for other in self._reached(unit):
            if other in met:
                continue
            met.add(other)
            inside = self._placed[other]
            if len(inside) < self._view.missing[other]:
                inside.append(unit)
                return True
            for index, one in enumerate(inside):
                if self._place(one, met):
                    inside[index] = unit
                    return True
        return False

    def _around(self, unit: QueensUnit) -> Confined:
        """Return the units that are connected to `unit` by alternating paths, and the units that they reach."""
        units, others, todo = {unit}, set[QueensUnit](), [unit]
        while todo:
            for other in self._reached(todo.pop()):
                if other not in others:
                    others.add(other)
                    todo += set(self._placed[other]) - units
                    units.update(self._placed[other])
        return Confined(frozenset(units), frozenset(others))


def confined(name: str, sizes: range, kinds: Sequence[tuple[str, str]], view: QueensView) -> Iterator[Step]:
    """Yield steps that cross the other cells of units that are filled by confined units, smallest sets first."""
    found = [one for kind in kinds for one in Rooms(view, *kind).confined() if _size(one) in sizes]
    for one in sorted(found, key=_size):
        inside, within = view.layout.union(one.units), view.layout.union(one.others)
        others = no_queens(view.layout.members(view.unsettled(within & ~inside)))
        uses = view.standing(within & ~inside) + view.left_out(inside & ~within)
        yield Step(name, _says(view, one), others, uses, tuple(sorted(one.units)))


def _size(one: Confined) -> int:
    return max(len(one.units), len(one.others))


def _says(view: QueensView, one: Confined) -> str:
    units, others = named(one.units), named(one.others)
    if view.layout.stars == 1:
        return f"All cells open in {units} lie in {others}: the other cells of {others} are out."
    missing = sum(view.missing[unit] for unit in one.units)
    missed = f"What {units} still miss{'es' * (len(one.units) == 1)}, {missing} star{'s' * (missing > 1)},"
    return f"{missed} can only stand in {others}, where no more fit: the other cells there are out."


def too_few(view: QueensView) -> Iterator[Step]:
    """Yield cells where a queen would leave some units fewer other units than they need, smallest sets first."""
    found = defaultdict[Confined, list[Cell]](list)
    for at in view.layout.members(view.open):
        then = view.put(at)
        crowds = [crowd for kind in KINDS if (crowd := Rooms(then, *kind).crowd) and crowd.others]
        if crowds:
            found[min(crowds, key=_size)].append(at)
    for crowd in sorted(found, key=_size):
        uses = view.standing() + view.left_out(view.layout.union(crowd.units))
        units, others = named(crowd.units), named(crowd.others)
        only = f"only {others}" if view.layout.stars == 1 else f"too little room in {others}"
        says = f"A {view.layout.piece} {at_any(found[crowd])} would leave {units} {only}."
        yield Step("one too few", says, no_queens(found[crowd]), uses, tuple(sorted(crowd.units)))
