"""The rule of distinct boards: an unfinished line must not become equal to a full one."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from player.explain.steps import Fact, Known, Step, sentence
from player.games.tango.explain.line import Line, Shown, completion


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


def _is_forced(line: Line, shown: Shown, like: Shown, index: int) -> bool:
    """Return whether every completion of `shown` that is equal to `like` at `index` is `like`."""
    with_it = (*shown[:index], like[index], *shown[index + 1 :])
    return not any(
        completion((*with_it[:at], not like[at], *with_it[at + 1 :]), line.signs, line.half)
        for at, holds in enumerate(with_it)
        if holds is None
    )
