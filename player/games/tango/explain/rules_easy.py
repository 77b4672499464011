"""Easy rules of Tango, in one line."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from player.explanations.steps import Fact, Known, Step, sentence
from player.games.grid import Cell
from player.games.tango.board import EQUAL
from player.games.tango.explain.line import Line, places, symbol


def pair(line: Line, known: Known) -> Iterator[Step]:
    """Yield the cells beside two equal neighbours."""
    n = len(line.members)
    for start, two in enumerate(line.windows(2)):
        if _alike(two, known):
            holds = known[two[0]]
            ends = [line.members[index] for index in (start - 1, start + 2) if 0 <= index < n]
            says = f"No third {symbol(holds)} stands beside the two at {places(two)}."
            yield Step("pair", says, tuple(Fact(at, not holds) for at in ends), _facts(two, known))


def sandwich(line: Line, known: Known) -> Iterator[Step]:
    """Yield the cell between two equal ones."""
    for a, between, b in line.windows(3):
        if _alike((a, b), known):
            holds = known[a]
            says = f"No third {symbol(holds)} stands between the two at {places((a, b))}."
            yield Step("sandwich", says, (Fact(between, not holds),), _facts((a, b), known))


def sign(line: Line, known: Known) -> Iterator[Step]:
    """Yield the other cell of a sign beside a known cell."""
    for edge, two in zip(line.signs, pairwise(line.members), strict=True):
        for at, other in (two, two[::-1]) if edge else ():
            if edge and at in known:
                holds = known[at] == (edge.sign == EQUAL)
                likeness = "like" if edge.sign == EQUAL else "unlike"
                says = f"The {edge.sign} sign makes {other} a {symbol(holds)}, {likeness} {at}."
                yield Step("sign", says, (Fact(other, holds),), _facts((at,), known), (edge,))


def count(line: Line, known: Known) -> Iterator[Step]:
    """Yield the rest of a line that has all its suns or all its moons."""
    for holds in (True, False):
        have = [at for at in line.members if known.get(at) == holds][: line.half]
        if len(have) == line.half:
            rest = tuple(Fact(at, not holds) for at in line.members if at not in have)
            says = f"{line} has all its {symbol(holds)}s, so the rest are {symbol(not holds)}s."
            yield Step("count", sentence(says), rest, _facts(have, known), (line,))


def _alike(two: Sequence[Cell], known: Known) -> bool:
    return two[0] in known and known[two[0]] == known.get(two[1])


def _facts(members: Sequence[Cell], known: Known) -> tuple[Fact, ...]:
    return tuple(Fact(at, known[at]) for at in members)
