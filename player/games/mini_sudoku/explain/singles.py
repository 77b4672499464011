"""Rules of Mini Sudoku that find a number."""

from collections.abc import Iterator

from player.explanations.steps import Fact, Step, sentence
from player.games.mini_sudoku.explain.candidates import Filled, Place, View


def full_house(view: View) -> Iterator[Step]:
    """Yield the number of the last empty cell of a unit."""
    for unit, members in view.grid.units.items():
        empty = [at for at in members if at not in view.numbers]
        if len(empty) == 1:
            (at,), (number,) = empty, view.wanted(members)
            uses = tuple(Fact((other, view.numbers[other])) for other in members if other != at)
            says = f"{unit} has one empty cell left, and lacks the {number}."
            yield Step("full house", sentence(says), (Fact((at, number)),), uses, (Place(unit, number),))


def hidden_single(view: View) -> Iterator[Step]:
    """Yield a number that has one place in a unit."""
    for unit, members in view.grid.units.items():
        for number in view.wanted(members):
            places = view.places(members, number)
            if len(places) == 1:
                (at,) = places
                uses = view.why_nowhere(number, [other for other in members if other != at])
                seen = "see one" if all(fact.holds for fact in uses) else "see one, or were ruled out"
                says = f"The {number} of {unit} goes to {at}: its other cells are filled, or {seen}."
                yield Step("hidden single", says, (Fact((at, number)),), tuple(uses), (Place(unit, number),))


def naked_single(view: View) -> Iterator[Step]:
    """Yield the number of a cell that has one candidate."""
    for at, numbers in view.open.items():
        if len(numbers) == 1:
            (number,) = numbers
            uses = view.why_not(at, [other for other in view.grid.numbers if other != number])
            says = f"Only {number} fits at {at}: all others are in its sight, or were ruled out."
            yield Step("naked single", says, (Fact((at, number)),), tuple(uses), (Filled(at),))
