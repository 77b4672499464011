"""Rules of Queens: easy ones, on the room of a unit, chains that leave one without room, and confined units."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial, reduce
from itertools import permutations
from operator import and_, or_
from typing import NamedTuple

from player.explanations.steps import Derived, Fact, Known, Step, refutations, refuted, sentence, spend
from player.games.grid import Cell, connected
from player.games.queens.explain.state import (
    MAX_SENTENCE_CHARACTERS,
    QueensUnit,
    QueensView,
    at_any,
    named,
    no_queens,
    one_at_each,
)

#: The most queens that a chain forces: longer chains can't be followed by eye or explained in a sentence.
MAX_LINKS = 3


def last_cell(view: QueensView) -> Iterator[Step]:
    """Yield the open cells of a unit that has as many of them as missing queens."""
    for unit, missing in view.missing.items():
        left = tuple(view.layout.members(view.left(unit)))
        if len(left) == missing:
            says = f"{unit} has only {'one cell' if missing == 1 else f'{missing} cells'} left for {view.missed(unit)}."
            ruled_out = view.left_out(view.layout.units[unit])
            yield Step("last cell", sentence(says), tuple(map(Fact, left)), ruled_out, (unit,))


def in_view(view: QueensView) -> Iterator[Step]:
    """Yield the cells that a queen rules out, if each unit holds one: its row, column, region and neighbours."""
    for at in view.layout.members(view.queens):
        seen = view.unsettled(view.layout.near[at] | view.layout.union(view.layout.of[at]))
        units = "row, column" if view.layout.shapeless else "row, column, region"
        says = f"The queen at {at} rules out its {units} and neighbours."
        yield Step("in view of a queen", says, no_queens(view.layout.members(seen)), (Fact(at),))


def touching(view: QueensView) -> Iterator[Step]:
    """Yield the cells that touch a star."""
    for at in view.layout.members(view.queens):
        near = view.layout.members(view.unsettled(view.layout.near[at]))
        yield Step("touching a star", f"No star may touch the one at {at}.", no_queens(near), (Fact(at),))


def full(view: QueensView) -> Iterator[Step]:
    """Yield the open cells of a unit that has all its stars."""
    for unit, members in view.layout.units.items():
        if unit not in view.missing:
            says = f"{unit} has its {view.layout.stars} stars: its other cells are out."
            others = no_queens(view.layout.members(view.left(unit)))
            yield Step("all its stars", sentence(says), others, view.standing(members))


# Room


def fits(view: QueensView, left: int, missing: int) -> bool:
    """Return whether `missing` queens can stand in the cells `left` without ruling each other out.

    For three or more queens, more than 4 * (missing - 1) cells are taken to suffice: the cells have four colours (by
    the parities of row and column) in which no two cells of a colour touch, so `missing` of them share a colour.
    """
    if missing <= 1 or left.bit_count() < missing:
        return left.bit_count() >= missing
    if missing > 2 and left.bit_count() > 4 * (missing - 1):
        return True
    for at in view.layout.members(left):
        spend(2)
        left &= ~view.layout.bit[at]
        if fits(view, left & ~view.sight(at), missing - 1):
            return True
    return False


def has_room(view: QueensView, unit: QueensUnit) -> bool:
    """Return whether the unit's open cells can hold its missing queens."""
    return fits(view, view.left(unit), view.missing.get(unit, 0))


def needed(view: QueensView, unit: QueensUnit) -> list[Cell]:
    """Return the open cells without which `unit` cannot hold its missing queens."""
    left, missing = view.left(unit), view.missing[unit]
    return [at for at in view.layout.members(left) if not fits(view, left & ~view.layout.bit[at], missing)]


def only_room(view: QueensView) -> Iterator[Step]:
    """Yield stars that a unit needs to hold all that are missing, although it has more open cells than that."""
    for unit in view.missing:
        if forced := needed(view, unit):
            says = f"{unit} has room for {view.missed(unit)} only with {one_at_each(forced, view.layout.piece)}."
            yield Step("only room", sentence(says), tuple(map(Fact, forced)), view.about([unit]), (unit,))


def no_room(view: QueensView) -> Iterator[Step]:
    """Yield cells where a queen would leave a unit without a cell, or with too few."""
    name = "no cell left" if view.layout.stars == 1 else "too little room"
    for unit in view.missing:
        out = [at for at in view.layout.members(_concerned(view, unit)) if not has_room(view.put(at), unit)]
        if out:
            lacks = "without a cell" if view.layout.stars == 1 else f"too little room for {view.missed(unit)}"
            says = f"A {view.layout.piece} {at_any(out)} would leave {unit} {lacks}."
            yield Step(name, says, no_queens(out), view.about([unit]), (unit,))


def _concerned(view: QueensView, unit: QueensUnit) -> int:
    """Return the cells where a queen could leave `unit` without room.

    If one queen is missing, these are the cells that rule out all open cells of the unit; else those that rule out any.
    """
    left = view.left(unit)
    sights = [view.sight(at) for at in view.layout.members(left)]
    if view.missing[unit] == 1:
        return view.unsettled(reduce(and_, sights, view.open)) & ~left
    return view.unsettled(reduce(or_, sights, left))


# Chains


def chains(view: QueensView) -> Iterator[Step]:
    """Yield steps by chains, the shortest first; all cells that start the same chain are one step."""
    for longest in range(1, MAX_LINKS + 1):
        for at in view.layout.members(view.open):
            found = refutations({}, Fact(at), partial(_derived, view), longest + 1)
            shortest = min(found, key=lambda one: len(one.links), default=None)
            if shortest and 1 < len(shortest.links) <= longest + 1:
                links = shortest.links
                cells = [one for one in view.layout.members(view.open) if one == at or _breaks(view, one, links)]
                step = refuted("chain", _sentence(view, cells, links), shortest)
                yield replace(step, settles=no_queens(cells), supposed=tuple(map(Fact, cells)))


def _derived(view: QueensView, supposed: Known, _: Sequence[Fact]) -> Iterator[Derived]:
    """Yield the queens without which a unit has no room, or the units that have none, if there are any."""
    then = _after(view, supposed)
    if without := [unit for unit in then.missing if not has_room(then, unit)]:
        yield from (Derived((), partial(_link, view, [*supposed], unit)) for unit in without)
        return
    for unit in then.missing:
        for at in needed(then, unit):
            yield Derived((Fact(at),), partial(_link, view, [*supposed], unit, at))


def _after(view: QueensView, queens: Iterable[Cell]) -> QueensView:
    """Return the state after queens at all of these cells that are still open."""
    for at in queens:
        view = view.put(at) if view.open & view.layout.bit[at] else view
    return view


def _is_needed(view: QueensView, unit: QueensUnit, at: Cell | None) -> bool:
    """Return whether `unit` has no room without a queen at `at`; if this is None, whether it has none at all."""
    return unit in view.missing and (not has_room(view, unit) if at is None else at in needed(view, unit))


def _link(view: QueensView, supposed: Sequence[Cell], unit: QueensUnit, at: Cell | None = None) -> Step:
    """Return the link that `unit` needs a queen at `at`, or has no room, with the supposed queens that it rests on."""
    some = [*supposed]
    for one in reversed(supposed[1:]):
        fewer = [other for other in some if other != one]
        some = fewer if _is_needed(_after(view, fewer), unit, at) else some
    only = f"only {at} left" if view.layout.stars == 1 else f"room only with a star at {at}"
    says = f"Then {unit} has {only if at else _no(view)}."
    return Step("chain", says, (Fact(at),) if at else (), (*view.about([unit]), *map(Fact, some)), (unit,))


def _forced(links: Sequence[Step]) -> list[Cell]:
    return [link.settles[0].name for link in links[:-1]]


def _breaks(view: QueensView, at: Cell, links: Sequence[Step]) -> bool:
    """Return whether a queen at `at` leads along the same links to the contradiction."""
    then = view.put(at)
    for cell, link in zip([*_forced(links), None], links, strict=True):
        if not _is_needed(then, link.because[0], cell):
            return False
        then = _after(then, [cell] if cell else [])
    return True


def _sentence(view: QueensView, cells: Sequence[Cell], links: Sequence[Step]) -> str:
    piece, unit = view.layout.piece, links[-1].because[0]
    says = f"A {piece} {at_any(cells)} would force one at {{}}: {unit} would have {_no(view)}."
    text = says.format(", then at ".join(f"{link.settles[0].name} ({link.because[0]})" for link in links[:-1]))
    short = says.format(", then at ".join(map(str, _forced(links))))
    return text if len(text) <= MAX_SENTENCE_CHARACTERS else short


def _no(view: QueensView) -> str:
    return "no cell left" if view.layout.stars == 1 else "too little room"


# Units whose open cells lie in as many others: Hall's theorem for rows, columns and regions
#
# They are found by matchings instead of by enumerating subsets. Source: J.-C. Régin, "A filtering algorithm for
# constraints of difference in CSPs", AAAI 1994.


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

        def beside(one: QueensUnit) -> Iterator[QueensUnit]:
            return (placed for other in self._reached(one) for placed in self._placed[other])

        (units,) = connected([unit], beside)
        return Confined(frozenset(units), frozenset(other for one in units for other in self._reached(one)))


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
        return f"All open cells of {units} lie in {others}: the rest of {others} is out."
    need = "needs" if len(one.others) == 1 else "need"
    return f"All open cells of {units} lie in {others}, which {need} just as many stars: the rest of {others} is out."


def too_few(view: QueensView) -> Iterator[Step]:
    """Yield cells where a queen would leave some units fewer other units than they need, smallest sets first."""
    found = defaultdict[Confined, list[Cell]](list)
    for at in view.layout.members(view.open):
        then = view.put(at)
        crowds = [crowd for kind in KINDS if (crowd := Rooms(then, *kind).crowd) and crowd.others]
        if crowds:
            found[min(crowds, key=_size)].append(at)
    for crowd in sorted(found, key=_size):
        units, others = named(crowd.units), named(crowd.others)
        only = f"only {others} for {units}" if view.layout.stars == 1 else f"{units} too little room in {others}"
        says = f"A {view.layout.piece} {at_any(found[crowd])} would leave {only}."
        yield Step("one too few", says, no_queens(found[crowd]), view.about(crowd.units), tuple(sorted(crowd.units)))
