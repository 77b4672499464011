"""The rules of distinct boards: an unfinished line must not become equal to a full one."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from player.explanations.budget import spend
from player.explanations.steps import Fact, Known, Step, listed, sentence
from player.games.tango.explain.line import Line, Shown, completion, symbol

#: The most open cells of a line whose completions are listed, and the work for one of these.
MAX_OPEN, UNITS_PER_WAY = 6, 40


class Pair(NamedTuple):
    """Two rows, or two columns, which differ."""

    one: Line
    other: Line

    def __str__(self) -> str:
        return f"{self.one} unlike {self.other}"


def pairs_of(lines: Sequence[Line]) -> tuple[Pair, ...]:
    """Return each two rows and each two columns."""
    return tuple(Pair(one, other) for one, other in combinations(lines, 2) if one.kind == other.kind)


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
        says = sentence(f"{line} is equal to {full} so far, and can differ from it only so.")
        yield Step("unlike a full line", says, facts, uses, (line, pair, *filter(None, line.signs)))


def unlike_several(lines: Sequence[Line], pairs: Sequence[Pair], known: Known) -> Iterator[Step]:
    """Yield cells of a line on which all its completions agree but those that are equal to full lines, two or more."""
    full = {line: tuple(known[at] for at in line.members) for line in lines if all(at in known for at in line.members)}
    between = {frozenset(pair): pair for pair in pairs}
    for line in lines:
        shown = tuple(known.get(at) for at in line.members)
        some = [
            other for other, way in full.items() if other.kind == line.kind and _agrees(shown, way) and other != line
        ]
        if len(some) < 2 or not 0 < shown.count(None) <= MAX_OPEN:
            continue
        ways = [*_completions(line, shown)]
        ends = [full[other] for other in some]
        left = [way for way in ways if way not in ends]
        for index, at in enumerate(line.members):
            values = {bool(way[index]) for way in left}
            if at in known or len(values) != 1:
                continue
            (holds,) = values
            barred = [other for other in some if full[other][index] != holds and full[other] in ways]
            facts = [Fact(one, known[one]) for each in (line, *barred) for one in each.members if one in known]
            premises = [between[frozenset((line, other))] for other in barred]
            equal = f"equal to {listed(barred, 'or')}, which {'is' if len(barred) == 1 else 'are'} full"
            says = sentence(f"{line} with a {symbol(not holds)} at {at} can only be {equal}.")
            because = (line, *premises, *filter(None, line.signs))
            yield Step("unlike full lines", says, (Fact(at, holds),), tuple(facts), because)


def _agrees(shown: Shown, way: Shown) -> bool:
    """Return whether a line can still become equal to a full one."""
    return all(here in {None, there} for here, there in zip(shown, way, strict=True))


def _completions(line: Line, shown: Shown) -> Iterator[Shown]:
    """Yield all completions of a line with few open cells."""
    spend(UNITS_PER_WAY << shown.count(None))
    for some in product((True, False), repeat=shown.count(None)):
        filling = iter(some)
        way = tuple(next(filling) if holds is None else holds for holds in shown)
        if completion(way, line.signs, line.half):
            yield way


def _is_forced(line: Line, shown: Shown, like: Shown, index: int) -> bool:
    """Return whether every completion of `shown` that is equal to `like` at `index` is `like`."""
    with_it = (*shown[:index], like[index], *shown[index + 1 :])
    return not any(
        completion((*with_it[:at], not like[at], *with_it[at + 1 :]), line.signs, line.half)
        for at, holds in enumerate(with_it)
        if holds is None
    )
