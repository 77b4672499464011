"""The rules of Mini Sudoku: singles, sets of cells and numbers, and trials."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, islice, product
from typing import Any

from player.explanations.steps import Fact, Known, Step, listed, sentence, spend
from player.explanations.suppositions import Derived, refuted, shortest_refutation
from player.games.grid import Cell
from player.games.mini_sudoku.explain.state import CandidateSets, CellPlace, Filled, SudokuView, Unit, a

#: The most cells that a trial fills before it ends without a result; the next number, if none has a result.
MAX_FACTS = (24, 1_000)

# Singles


def full_house(view: SudokuView) -> Iterator[Step]:
    """Yield the number of the last empty cell of a unit."""
    for unit, members in view.grid.units.items():
        empty = [at for at in members if at not in view.numbers]
        if len(empty) == 1:
            (at,), (number,) = empty, view.wanted(members)
            uses = tuple(Fact((other, view.numbers[other])) for other in members if other != at)
            says = f"{unit} has one empty cell left, and lacks the {number}."
            yield Step("full house", sentence(says), (Fact((at, number)),), uses, (CellPlace(unit, number),))


def hidden_single(view: SudokuView) -> Iterator[Step]:
    """Yield a number that has one place in a unit."""
    for unit, members in view.grid.units.items():
        for number in view.wanted(members):
            places = view.places(members, number)
            if len(places) == 1:
                yield _hidden_single(view, CellPlace(unit, number), places[0])


def _hidden_single(view: SudokuView, place: CellPlace, at: Cell) -> Step:
    unit, number = place
    uses = view.why_nowhere(number, [other for other in view.grid.units[unit] if other != at])
    seen = "see one" if all(fact.holds for fact in uses) else "see one, or were ruled out"
    says = f"The {number} of {unit} goes to {at}: its other cells are filled, or {seen}."
    return Step("hidden single", says, (Fact((at, number)),), tuple(uses), (place,))


def naked_single(view: SudokuView) -> Iterator[Step]:
    """Yield the number of a cell that has one candidate."""
    return (_naked_single(view, at, numbers[0]) for at, numbers in view.open.items() if len(numbers) == 1)


def _naked_single(view: SudokuView, at: Cell, number: int) -> Step:
    uses = view.why_not(at, [other for other in view.grid.numbers if other != number])
    says = f"Only {number} fits at {at}: all others are in its sight, or were ruled out."
    return Step("naked single", says, (Fact((at, number)),), tuple(uses), (Filled(at),))


# Candidates that are out


def _confined(rule: str, kinds: Collection[str], view: SudokuView) -> Iterator[Step]:
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
                    yield Step(rule, says, settles, tuple(uses), (CellPlace(unit, number),))


def _units_of(view: SudokuView, places: Sequence[Cell], without: Unit) -> Iterator[Unit]:
    """Yield the units, except `without`, that contain all of `places`."""
    for unit, members in view.grid.units.items():
        if unit != without and set(members).issuperset(places):
            yield unit


def _naked(rule: str, size: int, view: SudokuView) -> Iterator[Step]:
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


def _hidden(rule: str, size: int, view: SudokuView) -> Iterator[Step]:
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
                yield Step(rule, says, tuple(settles), tuple(uses), tuple(CellPlace(unit, number) for number in group))


pointing = partial(_confined, "pointing", {"box"})
claiming = partial(_confined, "claiming", {"row", "column"})
naked_pair = partial(_naked, "naked pair", 2)
naked_triple = partial(_naked, "naked triple", 3)
hidden_pair = partial(_hidden, "hidden pair", 2)
hidden_triple = partial(_hidden, "hidden triple", 3)


# Trials


def trials(view: SudokuView) -> Iterator[Step]:
    """Yield the shortest trial found, if there is one, in the cells with the fewest candidates: a number that fails."""
    derive = partial(_derived, view, CandidateSets(view))
    for most, size in product(MAX_FACTS, view.grid.numbers[1:]):
        few = [Fact((at, number)) for at, numbers in view.open.items() if len(numbers) == size for number in numbers]
        if found := shortest_refutation(view.known, few, derive, most):
            at, number = found.supposed.name
            end = found.end.says[:1].lower() + found.end.says[1:].removesuffix(" is left.")
            says = sentence(f"{a(number)} at {at} would in {len(found.links)} steps leave {end}.")
            yield refuted("trial", says, found, view.known)
            return


def _derived(before: SudokuView, sets: CandidateSets, known: Known, _: Sequence[Fact]) -> Iterator[Derived]:
    """Yield the singles; or the cells without a candidate and the numbers without a place, if there are any."""
    facts_of_this_round = len(known)

    @cache
    def view() -> SudokuView:
        return SudokuView(before.grid, dict(islice(known.items(), facts_of_this_round)))

    def link(step: Callable[..., Step], *found: Any) -> Callable[[], Step]:
        return lambda: step(view(), *found)

    found = sets.singles(islice(known, len(before.known), None))
    if found.cells_without_number or found.numbers_without_place:
        yield from (Derived((), link(_no_number, at)) for at in found.cells_without_number)
        yield from (Derived((), link(_no_place, place)) for place in found.numbers_without_place)
        return
    for at, number in found.naked_singles:
        yield Derived((Fact((at, number)),), link(_naked_single, at, number))
    for place, at in found.hidden_singles:
        yield Derived((Fact((at, place.number)),), link(_hidden_single, place, at))


def _no_number(view: SudokuView, at: Cell) -> Step:
    uses = tuple(view.why_not(at, view.grid.numbers))
    return Step("trial", f"No number for {at} is left.", (), uses, (Filled(at),))


def _no_place(view: SudokuView, place: CellPlace) -> Step:
    uses = tuple(view.why_nowhere(place.number, view.grid.units[place.unit]))
    return Step("trial", f"No place for the {place.number} in {place.unit} is left.", (), uses, (place,))
