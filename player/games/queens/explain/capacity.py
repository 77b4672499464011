"""Rules of Queens on capacity: whether a unit's open cells can hold its missing queens."""

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_

from player.explanations.budget import spend
from player.explanations.steps import Fact, Step, sentence
from player.games.grid import Cell
from player.games.queens.explain.state import Unit, View, at_any, at_each, no_queens


def fits(view: View, left: int, missing: int) -> bool:
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


def has_room(view: View, unit: Unit) -> bool:
    """Return whether the unit's open cells can hold its missing queens."""
    return fits(view, view.left(unit), view.missing.get(unit, 0))


def needed(view: View, unit: Unit) -> list[Cell]:
    """Return the open cells without which `unit` cannot hold its missing queens."""
    left, missing = view.left(unit), view.missing[unit]
    return [at for at in view.layout.members(left) if not fits(view, left & ~view.layout.bit[at], missing)]


def only_room(view: View) -> Iterator[Step]:
    """Yield stars that a unit needs to hold all that are missing, although it has more open cells than that."""
    for unit in view.missing:
        if forced := needed(view, unit):
            says = f"{unit} has room for {view.missed(unit)} that it misses only with one {at_each(forced)}."
            uses = view.standing() + view.left_out(view.layout.units[unit])
            yield Step("only room", sentence(says), tuple(map(Fact, forced)), uses, (unit,))


def no_room(view: View) -> Iterator[Step]:
    """Yield cells where a queen would leave a unit without a cell, or with too few."""
    name = "no cell left" if view.layout.stars == 1 else "too little room"
    for unit in view.missing:
        out = [at for at in view.layout.members(_concerned(view, unit)) if not has_room(view.put(at), unit)]
        if out:
            lacks = "without a cell" if view.layout.stars == 1 else f"too little room for {view.missed(unit)} it misses"
            says = f"A {view.layout.piece} {at_any(out)} would leave {unit} {lacks}."
            uses = view.standing() + view.left_out(view.layout.units[unit])
            yield Step(name, says, no_queens(out), uses, (unit,))


def _concerned(view: View, unit: Unit) -> int:
    """Return the cells where a queen could leave `unit` without room.

    If one queen is missing, these are the cells that rule out all open cells of the unit; else those that rule out any.
    """
    left = view.left(unit)
    sights = [view.sight(at) for at in view.layout.members(left)]
    if view.missing[unit] == 1:
        return view.unsettled(reduce(and_, sights, view.open)) & ~left
    return view.unsettled(reduce(or_, sights, left))
