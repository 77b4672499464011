"""The lines of Tango, their completions, and the rules, most of them in one line."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, combinations, pairwise, product
from typing import NamedTuple

from player.explanations.steps import Derived, Fact, Known, Step, refuted, sentence, spend, trial
from player.explanations.words import places
from player.games.grid import Cell
from player.games.tango.board import CROSS, EQUAL, Board, Edge


@dataclass(frozen=True, slots=True)
class LineState:
    """A row or a column: its cells in order, its `number` from 0, and the signs between each cell and the next."""

    kind: str
    number: int
    members: tuple[Cell, ...]
    signs: tuple[Edge | None, ...]

    @property
    def half(self) -> int:
        """The number of suns, which is also that of moons."""
        return len(self.members) // 2

    def windows(self, length: int) -> Iterator[tuple[Cell, ...]]:
        """Yield each run of `length` neighbouring cells."""
        return zip(*(self.members[start:] for start in range(length)), strict=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"


def lines_of(board: Board) -> tuple[LineState, ...]:
    """Return the rows, then the columns."""
    n = board.size
    between = {(edge.a, edge.b): edge for edge in board.edges}
    rows = [tuple(Cell(row, col) for col in range(n)) for row in range(n)]
    return tuple(
        LineState(kind, number, members, tuple(between.get(pair) for pair in pairwise(members)))
        for kind, lines in (("row", rows), ("column", zip(*rows, strict=True)))
        for number, members in enumerate(lines)
    )


class Pair(NamedTuple):
    """Two rows, or two columns, which differ."""

    one: LineState
    other: LineState

    @property
    def members(self) -> tuple[Cell, ...]:
        """The cells of both."""
        return (*self.one.members, *self.other.members)

    def __str__(self) -> str:
        return f"{self.one} unlike {self.other}"


def pairs_of(lines: Sequence[LineState]) -> tuple[Pair, ...]:
    """Return each two rows and each two columns."""
    return tuple(Pair(one, other) for one, other in combinations(lines, 2) if one.kind == other.kind)


def symbol(holds: bool) -> str:
    """Return the symbol of a fact: "sun" or "moon"."""
    return "sun" if holds else "moon"


Shown = tuple[bool | None, ...]
"""For each cell of a line: True for a sun, False for a moon, None if it is unknown."""


@lru_cache(maxsize=4096)
def completion(shown: Shown, signs: tuple[Edge | None, ...], half: int) -> tuple[bool, ...] | None:
    """Return a completion of a line with at most `half` of each symbol; None if there is none.

    Dynamic programming: of the prefixes with the same number of suns and the same last two cells, one suffices.
    """
    prefixes: dict[tuple[int, tuple[bool, ...]], tuple[bool, ...]] = {(0, ()): ()}
    for length, fixed in enumerate(shown):
        sign = signs[length - 1] if length else None
        longer = {}
        for (suns, last), prefix in prefixes.items():
            for holds in (True, False) if fixed is None else (fixed,):
                against = sign and (last[-1] == holds) != (sign.sign == EQUAL)
                most = max(suns + holds, length + 1 - suns - holds)
                if last != (holds, holds) and not against and most <= half:
                    longer[suns + holds, (*last, holds)[-2:]] = (*prefix, holds)
        prefixes = longer
    return next(iter(prefixes.values()), None)


# Rules


#: The work of the rules of a trial on one cell of a line (see `player.explanations.steps`).
UNITS_PER_CELL = 10


def pair(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the cells beside two equal neighbours."""
    n = len(line.members)
    for start, two in enumerate(line.windows(2)):
        if _alike(two, known):
            holds = known[two[0]]
            ends = [line.members[index] for index in (start - 1, start + 2) if 0 <= index < n]
            says = f"No third {symbol(holds)} may stand beside the two at {places(two)}."
            yield Step("pair", says, tuple(Fact(at, not holds) for at in ends), _facts(two, known))


def sandwich(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the cell between two equal ones."""
    for a, between, b in line.windows(3):
        if _alike((a, b), known):
            holds = known[a]
            says = f"No third {symbol(holds)} may stand between the two at {a} and {b}."
            yield Step("sandwich", says, (Fact(between, not holds),), _facts((a, b), known))


def sign(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the other cell of a sign beside a known cell."""
    for edge, two in zip(line.signs, pairwise(line.members), strict=True):
        for at, other in (two, two[::-1]) if edge else ():
            if edge and at in known:
                holds = known[at] == (edge.sign == EQUAL)
                likeness = "like" if edge.sign == EQUAL else "unlike"
                says = f"The {edge.sign} sign makes {other} a {symbol(holds)}, {likeness} {at}."
                yield Step("sign", says, (Fact(other, holds),), _facts((at,), known), (edge,))


def count(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the rest of a line that has all its suns or all its moons."""
    for holds in (True, False):
        have = [at for at in line.members if known.get(at) == holds][: line.half]
        if len(have) == line.half:
            rest = tuple(Fact(at, not holds) for at in line.members if at not in have)
            says = f"{line} has all its {symbol(holds)}s, so the rest are {symbol(not holds)}s."
            yield Step("count", sentence(says), rest, _facts(have, known), (line,))


def beside_an_equal_pair(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the symbols of an equal pair beside a known cell: three in line can't be equal."""
    for edge, index in _equal_pairs(line, known):
        for at in chain(line.members[index - 1 : index], line.members[index + 2 : index + 3]):
            if at in known:
                one, two = symbol(known[at]), places((edge.a, edge.b))
                says = f"The equal pair {two} can't be two {one}s beside the one at {at}."
                yield Step("equal pair", says, _both(edge, not known[at]), (Fact(at, known[at]),), (edge,))


def one_for_each(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the rest of a line in which as many groups need a sun as suns are missing; and the same for moons."""
    for holds in (True, False):
        for backwards in (False, True):
            need = _need(line, known, holds, backwards=backwards)
            if need.missing and len(need.groups) == need.missing:
                taken = {at for group in need.groups for at in group.members}
                rest = tuple(Fact(at, not holds) for at in line.members if at not in known and at not in taken)
                says = sentence(f"{need}: the rest are {symbol(not holds)}s.")
                yield Step("one for each", says, rest, need.uses, need.because)


def no_room_for_equals(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the symbols of an equal pair, if the other groups leave fewer than two suns or moons for it."""
    for edge, _ in _equal_pairs(line, known):
        for holds in (True, False):
            need = _need(line, known, holds, without=(edge.a, edge.b))
            if need.missing - len(need.groups) < 2:
                says = sentence(f"{need}: too few for the equal pair {places((edge.a, edge.b))}.")
                yield Step("no room for equals", says, _both(edge, not holds), need.uses, (*need.because, edge))


def filling(line: LineState, known: Known) -> Iterator[Step]:
    """Yield the cells on which all completions of the line agree."""
    shown = tuple(known.get(at) for at in line.members)
    still_open = [index for index, holds in enumerate(shown) if holds is None]
    for index, holds in product(still_open, (True, False)):
        at, contrary = line.members[index], (*shown[:index], not holds, *shown[index + 1 :])
        if completion(contrary, line.signs, line.half):
            continue
        now, signs, half = _needed(contrary, line.signs, line.half)
        counted = half == line.half
        why = "without three in line or too many of one" if counted else "without three in line"
        says = f"With a {symbol(not holds)} at {at}, {line} can't be filled {why}."
        known_cells = [cell for cell, part in zip(line.members, now, strict=True) if part is not None and cell != at]
        uses = tuple(Fact(cell, known[cell]) for cell in known_cells)
        yield Step("filling the line", says, (Fact(at, holds),), uses, (*[line] * counted, *filter(None, signs)))


# Distinct boards


def unlike(pair: Pair, known: Known) -> Iterator[Step]:
    """Yield the cells of a line in which it must differ from a full line that it is equal to so far."""
    for line, full in (pair, pair[::-1]):
        shown = tuple(known.get(at) for at in line.members)
        like = tuple(known.get(at) for at in full.members)
        if None in like or None not in shown or any(a not in {None, b} for a, b in zip(shown, like, strict=True)):
            continue
        forced = [index for index, holds in enumerate(shown) if holds is None and _is_forced(line, shown, like, index)]
        facts = tuple(Fact(line.members[index], not like[index]) for index in forced)
        uses = tuple(Fact(at, known[at]) for at in (*line.members, *full.members) if at in known)
        says = sentence(f"{line} must differ from {full}, which it matches so far.")
        yield Step("unlike a full line", says, facts, uses, (line, pair, *filter(None, line.signs)))


# Trials

#: The rules that a trial applies.
TRIAL_RULES = (pair, sandwich, sign, count, beside_an_equal_pair, one_for_each, no_room_for_equals)


def trials(lines: Sequence[LineState], pairs: Sequence[Pair], known: Known) -> Iterator[Step]:
    """Yield a trial, if there is one: a symbol that makes a cell both a sun and a moon."""
    crossing: dict[Cell, list[LineState | Pair]] = {}
    around: Sequence[LineState | Pair] = (*lines, *pairs)
    for one in around:
        for at in one.members:
            crossing.setdefault(at, []).append(one)
    supposed = [Fact(at, holds) for at in crossing if at not in known for holds in (True, False)]
    if found := trial(known, [supposed], partial(_derived, crossing)):
        at, holds = found.supposed
        steps, clash = len(found.links), found.end.uses[-1].name
        says = f"A {symbol(holds)} at {at} would in {steps} steps make {clash} both a sun and a moon."
        yield refuted("trial", says, found)


def _derived(
    crossing: Mapping[Cell, Sequence[LineState | Pair]], known: Known, fresh: Sequence[Fact]
) -> Iterator[Derived]:
    """Yield what the rules settle in the lines of the `fresh` facts, and where they contradict one another."""
    now = dict(known)
    for around in dict.fromkeys(one for fact in fresh for one in crossing[fact.name]):
        spend(UNITS_PER_CELL * len(around.members))
        for step in _applied(around, known):
            settles = tuple(fact for fact in step.settles if now.setdefault(fact.name, fact.holds) == fact.holds)
            if settles:
                yield Derived(settles, partial(replace, step, settles=settles))
            for at in (fact.name for fact in step.settles if now[fact.name] != fact.holds):
                says = f"{step.says} But {at} is a {symbol(now[at])}."
                yield Derived((), partial(replace, step, says=says, settles=(), uses=(*step.uses, Fact(at, now[at]))))


def _applied(around: LineState | Pair, known: Known) -> list[Step]:
    if isinstance(around, Pair):
        return [*unlike(around, known)]
    return [step for find in TRIAL_RULES for step in find(around, known)]


# Parts of rules


class Group(NamedTuple):
    """Neighbouring cells that are not all equal: two with the sign `cross` between them, or three."""

    members: tuple[Cell, ...]
    cross: Edge | None


class Need(NamedTuple):
    """The symbols that a line lacks, and disjoint groups of which each needs one.

    `missing` suns (if `holds`, else moons) are missing in `line` besides those in `uses`. No cell is in two groups.
    """

    line: LineState
    holds: bool
    missing: int
    groups: list[Group]
    uses: tuple[Fact, ...]

    @property
    def because(self) -> tuple[LineState | Edge, ...]:
        """The premises: the line, and the crosses of the groups."""
        return (self.line, *(group.cross for group in self.groups if group.cross))

    def __str__(self) -> str:
        number = "one" if self.missing == 1 else self.missing
        more = f"{self.line} needs {number} more {symbol(self.holds)}{'s' * (self.missing > 1)}"
        other = symbol(not self.holds)
        if len(self.groups) > 2:
            return f"{more}, one for each cross, and for each three cells that would else be {other}s"
        one = "" if self.missing == 1 else "one "

        parts = [
            f"{one}in {places(at)} ({'a cross' if cross else f'else three {other}s'})" for at, cross in self.groups
        ]
        return f"{more}, {' and '.join(parts)}" if parts else more


def _needed(shown: Shown, signs: tuple[Edge | None, ...], half: int) -> tuple[Shown, tuple[Edge | None, ...], int]:
    """Return a minimal part of a line that can't be completed, found by deletion."""
    for index in range(len(signs)):
        fewer = (*signs[:index], None, *signs[index + 1 :])
        signs = signs if completion(shown, fewer, half) else fewer
    for index in range(len(shown)):
        less = (*shown[:index], None, *shown[index + 1 :])
        shown = shown if completion(less, signs, half) else less
    return shown, signs, half if completion(shown, signs, len(shown)) else len(shown)


def _equal_pairs(line: LineState, known: Known) -> Iterator[tuple[Edge, int]]:
    """Yield the equal pairs that are open, each with the index of its first cell."""
    for index, edge in enumerate(line.signs):
        if edge and edge.sign == EQUAL and edge.a not in known and edge.b not in known:
            yield edge, index


def _need(
    line: LineState, known: Known, holds: bool, *, without: Collection[Cell] = (), backwards: bool = False
) -> Need:
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
    return Fact(edge.a, holds), Fact(edge.b, holds)


def _is_forced(line: LineState, shown: Shown, like: Shown, index: int) -> bool:
    """Return whether every completion of `shown` that is equal to `like` at `index` is `like`."""
    with_it = (*shown[:index], like[index], *shown[index + 1 :])
    return not any(
        completion((*with_it[:at], not like[at], *with_it[at + 1 :]), line.signs, line.half)
        for at, holds in enumerate(with_it)
        if holds is None
    )


def _alike(two: Sequence[Cell], known: Known) -> bool:
    return two[0] in known and known[two[0]] == known.get(two[1])


def _facts(members: Sequence[Cell], known: Known) -> tuple[Fact, ...]:
    return tuple(Fact(at, known[at]) for at in members)
