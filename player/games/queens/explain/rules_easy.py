"""Easy rules of Queens: the last cells of a unit, and the cells that a queen rules out."""

from collections.abc import Iterator

from player.explanations.steps import Fact, Step, sentence
from player.games.queens.explain.state import View, no_queens


def last_cell(view: View) -> Iterator[Step]:
    """Yield the open cells of a unit that has as many of them as missing queens."""
    for unit, missing in view.missing.items():
        left = tuple(view.layout.members(view.left(unit)))
        if len(left) == missing:
            misses = f"its {view.layout.piece}" if view.layout.stars == 1 else f"{view.missed(unit)} that it misses"
            says = f"{unit} has no other cell{'s' * (missing > 1)} left for {misses}."
            ruled_out = view.left_out(view.layout.units[unit])
            yield Step("last cell", sentence(says), tuple(map(Fact, left)), ruled_out, (unit,))


def in_view(view: View) -> Iterator[Step]:
    """Yield the cells that a queen rules out, if each unit holds one: its row, column, region and neighbours."""
    for at in view.layout.members(view.queens):
        seen = view.unsettled(view.layout.near[at] | view.layout.union(view.layout.of[at]))
        units = "row or column" if view.layout.shapeless else "row, column or region"
        says = f"No other queen stands in the {units} of the queen at {at}, or touches it."
        yield Step("in view of a queen", says, no_queens(view.layout.members(seen)), (Fact(at),))


def touching(view: View) -> Iterator[Step]:
    """Yield the cells that touch a star."""
    for at in view.layout.members(view.queens):
        near = view.layout.members(view.unsettled(view.layout.near[at]))
        yield Step("touching a star", f"No star touches the one at {at}.", no_queens(near), (Fact(at),))


def full(view: View) -> Iterator[Step]:
    """Yield the open cells of a unit that has all its stars."""
    for unit, members in view.layout.units.items():
        if unit not in view.missing:
            says = f"{unit} has its {view.layout.stars} stars, and takes no more."
            others = no_queens(view.layout.members(view.left(unit)))
            yield Step("all its stars", sentence(says), others, view.standing(members))
