"""Rectangles of Patches that can't be laid, because of what would come of it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from player.explain.steps import Fact, Premise, Step
from player.games.grid import Cell
from player.games.patches.encoding import sentence
from player.games.patches.explain.rectangles import Left, Rectangle, bits, once, union

#: Of a clue with more rectangles left, none is supposed.
MANY = 12

#: So many patches are laid one after the other, and so many of them told.
LAID, TOLD = 8, 3

By_clue = Sequence[Sequence[Rectangle]]


class Refutation(NamedTuple):
    """Were the rectangle `supposed`, those `forced` would follow in turn, and none be left for the last premise.

    `because` are the premises that force them, in turn, and the last one; `barred` are the rectangles that must be
    known to be ruled out.
    """

    supposed: Rectangle
    forced: tuple[Rectangle, ...]
    because: tuple[Premise, ...]
    barred: tuple[Rectangle, ...]


def no_room(left: Left) -> Iterator[Step]:
    """Rectangles of a clue that bar all that is left for another clue or a cell."""
    alike: dict[tuple[int, Premise], list[Refutation]] = {}
    for one in _supposed(left):
        for refutation in _refutations(left, one, 0):
            alike.setdefault((one.clue, refutation.because[-1]), []).append(refutation)
    for some in sorted(alike.values(), key=lambda some: (not _gained(left, some), -len(some))):
        end = _end(left, some[0])
        many = f"Each of {len(some)} rectangles of {left.all.words(('clue', some[0].supposed.clue))}"
        says = f"{f'A {sentence(some[0].supposed.patch)}' if len(some) == 1 else many} would leave {end}."
        yield _step(left, "no room", says, some)


def look_ahead(left: Left) -> Iterator[Step]:
    """Rectangles that force others, one after the other, until nothing is left for a clue or a cell."""
    found = [refutation for one in _supposed(left) for refutation in _refutations(left, one, TOLD)]
    for one in sorted(found, key=lambda one: (len(one.forced), not _gained(left, [one]), len(one.barred))):
        forced = ", then ".join(map(_extent, one.forced))
        says = f"A {sentence(one.supposed.patch)} would force {forced}, and leave {_end(left, one)}."
        yield _step(left, "look ahead", says, [one])


def _supposed(left: Left) -> Iterator[Rectangle]:
    return (one for of_clue in left.of_clue if 1 < len(of_clue) <= MANY for one in of_clue)


# What would come of it


def _refutations(left: Left, supposed: Rectangle, most: int) -> Iterator[Refutation]:
    """Those that force up to `most` patches, one for each premise for which none would be left."""
    laid, because = [supposed], []
    now = _after(left.of_clue, supposed)
    while not (ends := [*_without(left, now)]):
        link = next(_forced(left, now, laid), None) if most and len(laid) < LAID else None
        if link is None:
            return
        because.append(link[0])
        laid.append(link[1])
        now = _after(now, link[1])
    told = (_needed(left, laid, [*because, end]) for end in ends)
    yield from (refutation for refutation in told if len(refutation.forced) <= most)


def _after(now: By_clue, laid: Rectangle) -> By_clue:
    return [[one for one in of_clue if not one.bars(laid)] for of_clue in now]


def _without(left: Left, now: By_clue) -> Iterator[Premise]:
    """The clues and cells for which no rectangle is left."""
    yield from (("clue", number) for number, of_clue in enumerate(now) if not of_clue)
    covered = union(one for of_clue in now for one in of_clue)
    yield from (("cell", left.all.cells[bit]) for bit in bits(left.all.grid & ~covered))


def _forced(left: Left, now: By_clue, laid: Sequence[Rectangle]) -> Iterator[tuple[Premise, Rectangle]]:
    """Rectangles that are the only ones left for a clue or a cell, and not `laid`."""
    open_ones = [number for number, of_clue in enumerate(left.of_clue) if len(of_clue) > 1]
    new = [one for number in open_ones for one in now[number] if one not in laid]
    yield from ((("clue", one.clue), one) for one in new if len(now[one.clue]) == 1)
    alone = once(one.mask for of_clue in now for one in of_clue)
    yield from ((("cell", left.all.cells[next(bits(one.mask & alone))]), one) for one in new if one.mask & alone)


def _needed(left: Left, laid: Sequence[Rectangle], because: Sequence[Premise]) -> Refutation:
    """What the last premise needs of those that were `laid` in turn, each but the first for its premise."""
    needed, barred = {0}, []
    for turn in range(len(laid), 0, -1):
        if turn not in {len(laid), *needed}:
            continue
        earlier = [laid[at] for at in sorted(needed) if at < turn]
        for other in left.all.of_premise(because[turn - 1]):
            if other in laid[turn : turn + 1] or any(other.bars(one) for one in earlier):
                continue
            if other not in left.of_clue[other.clue]:
                barred.append(other)
                continue
            at = next(at for at in range(turn) if other.bars(laid[at]))
            needed.add(at)
            earlier.append(laid[at])
    turns = sorted(needed - {0})
    why = [because[turn - 1] for turn in turns]
    return Refutation(laid[0], tuple(laid[turn] for turn in turns), (*why, because[-1]), tuple(barred))


# The step


def _step(left: Left, rule: str, says: str, some: Sequence[Refutation]) -> Step:
    """What follows from refutations of rectangles of one clue."""
    clue, out = some[0].supposed.clue, [one.supposed for one in some]
    because = dict.fromkeys(premise for one in some for premise in one.because)
    barred = [other for one in some for other in one.barred]
    settles = _gained(left, some)
    if settles:
        because[("clue", clue)] = None
        barred += [one for one in left.all.of_clue[clue] if one not in out and not all(map(one.agrees, settles))]
    else:
        settles = tuple(Fact(one.patch, holds=False) for one in out)
    return Step(rule, says, settles, left.against(barred), tuple(because))


def _gained(left: Left, some: Sequence[Refutation]) -> tuple[Fact, ...]:
    """The patch of the clue, or cells that are its own, where it has none of the rectangles that are refuted."""
    out = [one.supposed for one in some]
    rest = [one for one in left.of_clue[out[0].clue] if one not in out]
    return (Fact(rest[0].patch),) if len(rest) == 1 else left.new(out[0].clue, rest)


def _extent(one: Rectangle) -> str:
    top, left, height, width = one.patch
    return f"{height}x{width} from {Cell(top, left)}"


def _end(left: Left, refutation: Refutation) -> str:
    premise = refutation.because[-1]
    return f"{'no rectangle for' if premise[0] == 'clue' else 'nothing to cover'} {left.all.words(premise)}"
