"""Rules of Tango that combine signs and counts in one line."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from player.explanations.steps import Fact, Known, Step, sentence
from player.games.grid import Cell
from player.games.tango.board import CROSS, EQUAL, Edge
from player.games.tango.explain.line import Line, Shown, completion, forced, places, symbol


class Group(NamedTuple):
    """Neighbouring cells that are not all equal: two with the sign `cross` between them, or three."""

    members: tuple[Cell, ...]
    cross: Edge | None


class Need(NamedTuple):
    """The symbols that a line lacks, and disjoint groups of which each needs one.

    `missing` suns (if `holds`, else moons) are missing in `line` besides those in `uses`. No cell is in two groups.
    """

    line: Line
    holds: bool
    missing: int
    groups: list[Group]
    uses: tuple[Fact, ...]

    @property
    def because(self) -> tuple[Line | Edge, ...]:
        """The premises: the line, and the crosses of the groups."""
        return (self.line, *(group.cross for group in self.groups if group.cross))

    def __str__(self) -> str:
        more = f"{self.line} wants {self.missing} more {symbol(self.holds)}{'s' * (self.missing > 1)}"
        other = symbol(not self.holds)
        if len(self.groups) > 2:
            return f"{more}, one for each cross and each three cells that would else be {other}s"
        one = "" if self.missing == 1 else "one "

        parts = [
            f"{one}in {_within(at)} ({'a cross' if cross else f'else three {other}s'})" for at, cross in self.groups
        ]
        return f"{more}, {' and '.join(parts)}" if parts else more


def beside_an_equal_pair(line: Line, known: Known) -> Iterator[Step]:
    """Yield the symbols of an equal pair beside a known cell: three in line can't be equal."""
    for edge, index in _equal_pairs(line, known):
        for at in chain(line.members[index - 1 : index], line.members[index + 2 : index + 3]):
            if at in known:
                one, two = symbol(known[at]), places((edge.a, edge.b))
                says = f"The equal pair at {two} can't be two {one}s beside a third."
                yield Step("equal pair", says, _both(edge, not known[at]), (Fact(at, known[at]),), (edge,))


def one_for_each(line: Line, known: Known) -> Iterator[Step]:
    """Yield the rest of a line in which as many groups need a sun as suns are missing; and the same for moons."""
    for holds in (True, False):
        for backwards in (False, True):
            need = _need(line, known, holds, backwards=backwards)
            if need.missing and len(need.groups) == need.missing:
                taken = {at for group in need.groups for at in group.members}
                rest = tuple(Fact(at, not holds) for at in line.members if at not in known and at not in taken)
                says = sentence(f"{need}: the rest are {symbol(not holds)}s.")
                yield Step("one for each", says, rest, need.uses, need.because)


def no_room_for_equals(line: Line, known: Known) -> Iterator[Step]:
    """Yield the symbols of an equal pair, if the other groups leave fewer than two suns or moons for it."""
    for edge, _ in _equal_pairs(line, known):
        for holds in (True, False):
            need = _need(line, known, holds, without=(edge.a, edge.b))
            if need.missing - len(need.groups) < 2:
                says = sentence(f"{need}: too few for the equal pair in {_within((edge.a, edge.b))}.")
                yield Step("no room for equals", says, _both(edge, not holds), need.uses, (*need.because, edge))


def filling(line: Line, known: Known) -> Iterator[Step]:
    """Yield the cells on which all completions of the line agree."""
    shown = tuple(known.get(at) for at in line.members)
    for index, holds in forced(shown, line.signs, line.half):
        at = line.members[index]
        now, signs, half = _needed((*shown[:index], not holds, *shown[index + 1 :]), line.signs, line.half)
        counted = half == line.half
        why = "without three alike or too many" if counted else "without three alike in line"
        says = f"With a {symbol(not holds)} at {at}, {line} can't be completed {why}."
        known_cells = [cell for cell, part in zip(line.members, now, strict=True) if part is not None and cell != at]
        uses = tuple(Fact(cell, known[cell]) for cell in known_cells)
        yield Step("filling the line", says, (Fact(at, holds),), uses, (*[line] * counted, *filter(None, signs)))


def _needed(shown: Shown, signs: tuple[Edge | None, ...], half: int) -> tuple[Shown, tuple[Edge | None, ...], int]:
    """Return a minimal part of a line that can't be completed, found by deletion."""
    for index in range(len(signs)):
        fewer = (*signs[:index], None, *signs[index + 1 :])
        signs = signs if completion(shown, fewer, half) else fewer
    for index in range(len(shown)):
        less = (*shown[:index], None, *shown[index + 1 :])
        shown = shown if completion(less, signs, half) else less
    return shown, signs, half if completion(shown, signs, len(shown)) else len(shown)


def _equal_pairs(line: Line, known: Known) -> Iterator[tuple[Edge, int]]:
    """Yield the equal pairs that are open, each with the index of its first cell."""
    for index, edge in enumerate(line.signs):
        if edge and edge.sign == EQUAL and edge.a not in known and edge.b not in known:
            yield edge, index


def _need(line: Line, known: Known, holds: bool, *, without: Collection[Cell] = (), backwards: bool = False) -> Need:
    """Return the need of a line, with a maximal number of groups outside the cells `without`.

    Groups are chosen greedily by their end, from left to right or `backwards`.
    """
    pairs = zip(pairwise(line.members), line.signs, strict=True)
    every = [Group(two, edge) for two, edge in pairs if edge and edge.sign == CROSS]
    every += [Group(three, None) for three in line.windows(3)]
    open_to = {at for at in line.members if known.get(at) != holds and at not in without}
    found = [group for group in every if open_to.issuperset(group.members)]
    # The group that ends first leaves the most cells for the others.
    found.sort(key=lambda group: group.members[0] if backwards else group.members[-1], reverse=backwards)
    groups: list[Group] = []
    for group in found:
        if not groups or set(groups[-1].members).isdisjoint(group.members):
            groups.append(group)
    have = [at for at in line.members if known.get(at) == holds]
    uses = tuple(Fact(at, holds) for at in have)
    return Need(line, holds, line.half - len(have), sorted(groups, key=lambda group: group.members), uses)


def _both(edge: Edge, holds: bool) -> tuple[Fact, ...]:
    """Return the facts for both cells of a sign."""
    return Fact(edge.a, holds), Fact(edge.b, holds)


def _within(members: Sequence[Cell]) -> str:
    """Return `places` without the name of the line."""
    text = places(members)
    return text.partition(", ")[2] or text.partition(" of ")[0]
