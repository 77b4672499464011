"""Rules of Mini Sudoku that rule out candidates."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import chain, combinations

from player.explanations.budget import spend
from player.explanations.steps import Fact, Step, listed, sentence
from player.games.grid import Cell
from player.games.mini_sudoku.explain.candidates import Filled, Place, Unit, View, a


def _confined(rule: str, kinds: Collection[str], view: View) -> Iterator[Step]:
    """Yield steps from units of these kinds whose places for a number all lie in another unit."""
    for unit in (unit for unit in view.grid.units if unit.kind in kinds):
        members = view.grid.units[unit]
        for number in view.wanted(members):
            places = view.places(members, number)
            for other in _units_of(view, places, without=unit):
                outside = view.places((at for at in view.grid.units[other] if at not in members), number)
                if outside:
                    uses = view.why_nowhere(number, [at for at in members if at not in places])
                    says = f"The {number} of {unit} lies in {other}, so nowhere else in {other} is {a(number)}."
                    settles = tuple(Fact((at, number), holds=False) for at in outside)
                    yield Step(rule, says, settles, tuple(uses), (Place(unit, number),))


def _units_of(view: View, places: Sequence[Cell], without: Unit) -> Iterator[Unit]:
    """Yield the units, except `without`, that contain all of `places`."""
    for unit, members in view.grid.units.items():
        if unit != without and set(members).issuperset(places):
            yield unit


def _naked(rule: str, size: int, view: View) -> Iterator[Step]:
    """Yield steps from `size` cells of a unit that have `size` candidates between them."""
    for members in view.grid.units.values():
        few = [at for at in members if len(view.open.get(at, ())) in range(2, size + 1)]
        for group in combinations(few, size):
            spend(1)
            numbers = sorted(set(chain.from_iterable(view.open[at] for at in group)))
            if len(numbers) != size:
                continue
            seen_by_all = sorted(set.intersection(*(view.grid.peers[at] for at in group)))
            settles = [Fact((at, number), False) for number in numbers for at in view.places(seen_by_all, number)]
            if settles:
                others = [number for number in view.grid.numbers if number not in numbers]
                uses = dict.fromkeys(fact for at in group for fact in view.why_not(at, others))
                says = f"{listed(group)} share {listed(numbers)}, so no cell that sees all of them has one of these."
                yield Step(rule, sentence(says), tuple(settles), tuple(uses), tuple(Filled(at) for at in group))


def _hidden(rule: str, size: int, view: View) -> Iterator[Step]:
    """Yield steps from `size` numbers that have `size` places in a unit between them."""
    for unit, members in view.grid.units.items():
        places = {number: view.places(members, number) for number in view.wanted(members)}
        few = [number for number, of in places.items() if len(of) in range(2, size + 1)]
        for group in combinations(few, size):
            spend(1)
            taken = sorted(set(chain.from_iterable(places[number] for number in group)))
            if len(taken) != size:
                continue
            settles = [Fact((at, number), False) for at in taken for number in view.open[at] if number not in group]
            if settles:
                elsewhere = [at for at in members if at not in taken]
                uses = dict.fromkeys(fact for number in group for fact in view.why_nowhere(number, elsewhere))
                says = f"{listed(group)} of {unit} share {listed(taken)}, so these hold nothing else."
                yield Step(rule, says, tuple(settles), tuple(uses), tuple(Place(unit, number) for number in group))


pointing = partial(_confined, "pointing", {"box"})
claiming = partial(_confined, "claiming", {"row", "column"})
naked_pair = partial(_naked, "naked pair", 2)
naked_triple = partial(_naked, "naked triple", 3)
hidden_pair = partial(_hidden, "hidden pair", 2)
hidden_triple = partial(_hidden, "hidden triple", 3)
naked_quad = partial(_naked, "naked quad", 4)
hidden_quad = partial(_hidden, "hidden quad", 4)
