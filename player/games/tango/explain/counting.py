"""What is seen in one line of Tango with a look along it: signs and counts together."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from player.explain.steps import Fact, Known, Step, sentence
from player.games.grid import Cell
from player.games.tango.board import CROSS, EQUAL, Edge
from player.games.tango.explain.line import Line, Shown, completion, forced, places, symbol


class Group(NamedTuple):
    """Neighbours that are not all alike, by the `cross` between them or as they are three."""

    members: tuple[Cell, ...]
    cross: Edge | None


class Need(NamedTuple):
    """So many suns (where `holds`, else moons) are `missing` in a line beside those it `uses`; `groups` need one each.

    No cell is in two groups.
    """

    line: Line
    holds: bool
    missing: int
    groups: list[Group]
    uses: tuple[Fact, ...]

    @property
    def because(self) -> tuple[Line | Edge, ...]:
        return (self.line, *(group.cross for group in self.groups if group.cross))

    def __str__(self) -> str:
        more = f"{self.line} wants {self.missing} more {symbol(self.holds)}{'s' * (self.missing > 1)}"
        other = symbol(not self.holds)
        if len(self.groups) > 2:
            return f"{more}, one for each cross and each three cells that would else be {other}s"
        one = "" if self.missing == 1 else "one "
        told = [
            f"{one}in {_within(at)} ({'a cross' if cross else f'else three {other}s'})" for at, cross in self.groups
        ]
        return f"{more}, {' and '.join(told)}" if told else more


def beside_an_equal_pair(line: Line, known: Known) -> Iterator[Step]:
    """Three alike, if an equal pair were like what stands beside it."""
    for edge, index in _equal_pairs(line, known):
        for at in chain(line.members[index - 1 : index], line.members[index + 2 : index + 3]):
            if at in known:
                one, two = symbol(known[at]), places((edge.a, edge.b))
                says = f"The equal pair at {two} can't be two {one}s beside a third."
                yield Step("equal pair", says, _both(edge, not known[at]), (Fact(at, known[at]),), (edge,))


def one_for_each(line: Line, known: Known) -> Iterator[Step]:
    """As many groups that need a sun as suns missing: the rest are moons; and so with suns and moons exchanged."""
    for holds in (True, False):
        for backwards in (False, True):
            need = _need(line, known, holds, backwards=backwards)
            if need.missing and len(need.groups) == need.missing:
                taken = {at for group in need.groups for at in group.members}
                rest = tuple(Fact(at, not holds) for at in line.members if at not in known and at not in taken)
                says = sentence(f"{need}: the rest are {symbol(not holds)}s.")
                yield Step("one for each", says, rest, need.uses, need.because)


def no_room_for_equals(line: Line, known: Known) -> Iterator[Step]:
    """Fewer than two suns missing besides those that other groups need: an equal pair is of moons."""
    for edge, _ in _equal_pairs(line, known):
        for holds in (True, False):
            need = _need(line, known, holds, without=(edge.a, edge.b))
            if need.missing - len(need.groups) < 2:
                says = sentence(f"{need}: too few for the equal pair in {_within((edge.a, edge.b))}.")
                yield Step("no room for equals", says, _both(edge, not holds), need.uses, (*need.because, edge))


def filling(line: Line, known: Known) -> Iterator[Step]:
    """All ways to complete the line agree on a cell."""
    shown = tuple(known.get(at) for at in line.members)
    for index, holds in forced(shown, line.signs, line.half):
        at = line.members[index]
        now, signs, half = _needed((*shown[:index], not holds, *shown[index + 1 :]), line.signs, line.half)
        counted = half == line.half
        why = "without three alike or too many" if counted else "without three alike in line"
        says = f"With a {symbol(not holds)} at {at}, {line} can't be completed {why}."
        kept = [cell for cell, part in zip(line.members, now, strict=True) if part is not None and cell != at]
        uses = tuple(Fact(cell, known[cell]) for cell in kept)
        yield Step("filling the line", says, (Fact(at, holds),), uses, (*[line] * counted, *filter(None, signs)))


def _needed(shown: Shown, signs: tuple[Edge | None, ...], half: int) -> tuple[Shown, tuple[Edge | None, ...], int]:
    """Of a line that can't be completed a part that is enough for that, from which nothing can be left out."""
    for index in range(len(signs)):
        fewer = (*signs[:index], None, *signs[index + 1 :])
        signs = signs if completion(shown, fewer, half) else fewer
    for index in range(len(shown)):
        less = (*shown[:index], None, *shown[index + 1 :])
        shown = shown if completion(less, signs, half) else less
    return shown, signs, half if completion(shown, signs, len(shown)) else len(shown)


def _equal_pairs(line: Line, known: Known) -> Iterator[tuple[Edge, int]]:
    """Those that are open, each with the index of its first cell."""
    for index, edge in enumerate(line.signs):
        if edge and edge.sign == EQUAL and edge.a not in known and edge.b not in known:
            yield edge, index


def _need(line: Line, known: Known, holds: bool, *, without: Collection[Cell] = (), backwards: bool = False) -> Need:
    """With as many groups as there are, outside the cells `without`."""
    pairs = zip(pairwise(line.members), line.signs, strict=True)
    every = [Group(two, edge) for two, edge in pairs if edge and edge.sign == CROSS]
    every += [Group(three, None) for three in line.windows(3)]
    open_to = {at for at in line.members if known.get(at) != holds and at not in without}
    found = [group for group in every if open_to.issuperset(group.members)]
    # What ends first leaves the most room for others.
    found.sort(key=lambda group: group.members[0] if backwards else group.members[-1], reverse=backwards)
    groups: list[Group] = []
    for group in found:
        if not groups or set(groups[-1].members).isdisjoint(group.members):
            groups.append(group)
    have = [at for at in line.members if known.get(at) == holds]
    uses = tuple(Fact(at, holds) for at in have)
    return Need(line, holds, line.half - len(have), sorted(groups, key=lambda group: group.members), uses)


def _both(edge: Edge, holds: bool) -> tuple[Fact, ...]:
    return Fact(edge.a, holds), Fact(edge.b, holds)


def _within(members: Sequence[Cell]) -> str:
    """`places`, where the line is known."""
    told = places(members)
    return told.partition(", ")[2] or told.partition(" of ")[0]
