"""Rules of Mini Sudoku about the places of one number in several units: fish, and strong links."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations

from player.explanations.budget import spend
from player.explanations.steps import Fact, Step, listed
from player.games.grid import Cell
from player.games.mini_sudoku.explain.candidates import Place, Unit, View, a


def _fish(rule: str, size: int, view: View) -> Iterator[Step]:
    """Yield steps from a number whose places in `size` rows lie in as many columns, or the other way round."""
    for kind, other in (("row", "column"), ("column", "row")):
        lines = [unit for unit in view.grid.units if unit.kind == kind]
        across = {at: unit for unit, members in view.grid.units.items() if unit.kind == other for at in members}
        for number in view.grid.numbers:
            places = {line: view.places(view.grid.units[line], number) for line in lines}
            few = [line for line in lines if len(places[line]) in range(2, size + 1)]
            for group in combinations(few, size):
                spend(1)
                covers = {across[at] for line in group for at in places[line]}
                if len(covers) == size:
                    yield from _caught(rule, view, number, group, sorted(covers))


def _caught(rule: str, view: View, number: int, group: Sequence[Unit], covers: Sequence[Unit]) -> Iterator[Step]:
    """Yield the step that crosses `number` in the `covers` outside the lines of `group`, if it is open there."""
    inside = set(chain.from_iterable(view.grid.units[line] for line in group))
    within = set(chain.from_iterable(view.grid.units[cover] for cover in covers))
    if outside := view.places(sorted(within - inside), number):
        uses = dict.fromkeys(
            fact
            for line in group
            for fact in view.why_nowhere(number, [at for at in view.grid.units[line] if at not in within])
        )
        here, there = _numbered(group), _numbered(covers)
        says = f"The {number}s of {here} lie in {there}, one in each, so nowhere else in {there} is {a(number)}."
        settles = tuple(Fact((at, number), holds=False) for at in outside)
        yield Step(rule, says, settles, tuple(uses), tuple(Place(line, number) for line in group))


def _numbered(lines: Sequence[Unit]) -> str:
    """Return several lines of one kind in words, such as "rows 1 and 2"."""
    return f"{lines[0].kind}s {listed(str(line).split()[-1] for line in lines)}"


def strong_links(view: View) -> Iterator[Step]:
    """Yield steps from two units with two places each for a number, of which one of each see each other.

    Both can't hold the number, so one of the two others does: skyscrapers, two-string kites and turbot fish.
    """
    for number in view.grid.numbers:
        pairs = [
            (unit, places)
            for unit, members in view.grid.units.items()
            if len(places := view.places(members, number)) == 2
        ]
        for (one, here), (other, there) in combinations(pairs, 2):
            spend(1)
            for ends in _ends(view, here, there):
                seen = sorted(view.grid.peers[ends[0]] & view.grid.peers[ends[1]] - {*here, *there})
                if outside := view.places(seen, number):
                    yield _linked(view, number, {one: here, other: there}, ends, outside)


def _ends(view: View, here: Sequence[Cell], there: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the two cells that remain if one of `here` and one of `there` see each other."""
    if not set(here).isdisjoint(there):
        return
    for end, inner in (here, here[::-1]):
        for far, near in (there, there[::-1]):
            if near in view.grid.peers[inner]:
                yield end, far


def _linked(
    view: View,
    number: int,
    pairs: Mapping[Unit, Sequence[Cell]],
    ends: tuple[Cell, Cell],
    outside: Sequence[Cell],
) -> Step:
    """Return the step that crosses `number` where both `ends` see it."""
    uses = dict.fromkeys(
        fact
        for unit, places in pairs.items()
        for fact in view.why_nowhere(number, [at for at in view.grid.units[unit] if at not in places])
    )
    one, other = pairs
    says = (
        f"The {number} of {one} or that of {other} is at {ends[0]} or {ends[1]}, because their other places see "
        "each other: no cell that sees both has it."
    )
    settles = tuple(Fact((at, number), holds=False) for at in outside)
    return Step("strong links", says, settles, tuple(uses), (Place(one, number), Place(other, number)))


x_wing = partial(_fish, "X-wing", 2)
swordfish = partial(_fish, "swordfish", 3)
jellyfish = partial(_fish, "jellyfish", 4)
