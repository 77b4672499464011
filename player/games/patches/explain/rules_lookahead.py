"""Look-ahead rules of Patches: rectangles whose consequences leave a clue or a cell without a rectangle."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from player.explanations.budget import spend
from player.explanations.steps import Fact, Link, Premise, Step
from player.games.grid import Cell
from player.games.patches.encoding import sentence
from player.games.patches.explain.rectangles import Left, Rectangle, bits, once, union

#: The most rectangles left of a clue whose rectangles are supposed.
MAX_SUPPOSED = 12

#: The most patches that are forced in turn, and the most of them that an explanation may name.
MAX_FORCED, MAX_NAMED = 8, 3

By_clue = Sequence[Sequence[Rectangle]]


class Refutation(NamedTuple):
    """The contradiction that `supposed` leads to: it forces `forced` in turn, and the last premise then fails.

    `because` holds the premises that force them, in turn, and the one for which no rectangle is left; `barred` are the
    rectangles that must be known to be ruled out.
    """

    supposed: Rectangle
    forced: tuple[Rectangle, ...]
    because: tuple[Premise, ...]
    barred: tuple[Rectangle, ...]


def no_room(left: Left) -> Iterator[Step]:
    """Yield rectangles of a clue that exclude all that are left for another clue or a cell."""
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
    """Yield rectangles that force others, in turn, until nothing is left for a clue or a cell."""
    found = [refutation for one in _supposed(left) for refutation in _refutations(left, one, MAX_NAMED)]
    for one in sorted(found, key=lambda one: (len(one.forced), not _gained(left, [one]), len(one.barred))):
        forced = ", then ".join(map(_extent, one.forced))
        says = f"A {sentence(one.supposed.patch)} would force {forced}, and leave {_end(left, one)}."
        step = _step(left, "look ahead", says, [one])
        yield replace(step, supposed=(Fact(one.supposed.patch),), links=_links(left, one, step.uses))


def _supposed(left: Left) -> Iterator[Rectangle]:
    """Yield the rectangles that are worth supposing."""
    return (one for of_clue in left.of_clue if 1 < len(of_clue) <= MAX_SUPPOSED for one in of_clue)


# Consequences


def _refutations(left: Left, supposed: Rectangle, most: int) -> Iterator[Refutation]:
    """Yield the refutations of `supposed` that force up to `most` patches, one for each premise that fails."""
    laid, because = [supposed], []
    now = _after(left.of_clue, supposed)
    while not (ends := [*_without(left, now)]):
        link = next(_forced(left, now, laid), None) if most and len(laid) < MAX_FORCED else None
        if link is None:
            return
        because.append(link[0])
        laid.append(link[1])
        now = _after(now, link[1])
    refutations = (_needed(left, laid, [*because, end]) for end in ends)
    yield from (refutation for refutation in refutations if len(refutation.forced) <= most)


def _after(now: By_clue, laid: Rectangle) -> By_clue:
    """Return the rectangles that are left when `laid` is in the solution."""
    spend(sum(map(len, now)) // 4)
    return [[one for one in of_clue if not one.bars(laid)] for of_clue in now]


def _without(left: Left, now: By_clue) -> Iterator[Premise]:
    """Yield the premises, clues and cells, for which no rectangle is left."""
    yield from (("clue", number) for number, of_clue in enumerate(now) if not of_clue)
    covered = union(one for of_clue in now for one in of_clue)
    yield from (("cell", left.all.cells[bit]) for bit in bits(left.all.grid & ~covered))


def _forced(left: Left, now: By_clue, laid: Sequence[Rectangle]) -> Iterator[tuple[Premise, Rectangle]]:
    """Yield rectangles that are the only ones left for a clue or a cell and not yet in `laid`, with that premise."""
    open_ones = [number for number, of_clue in enumerate(left.of_clue) if len(of_clue) > 1]
    new = [one for number in open_ones for one in now[number] if one not in laid]
    yield from ((("clue", one.clue), one) for one in new if len(now[one.clue]) == 1)
    alone = once(one.mask for of_clue in now for one in of_clue)
    yield from ((("cell", left.all.cells[next(bits(one.mask & alone))]), one) for one in new if one.mask & alone)


def _needed(left: Left, laid: Sequence[Rectangle], because: Sequence[Premise]) -> Refutation:
    """Return the refutation with only those of `laid` that the last premise needs.

    `laid` holds the supposed rectangle, then those forced in turn, each by its premise of `because`.
    """
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


# Steps


def _links(left: Left, one: Refutation, uses: tuple[Fact, ...]) -> tuple[Link, ...]:
    """Return the links of a refutation that forces patches; `uses` are the known facts of its step."""
    links = []
    for premise, forced in zip(one.because, one.forced, strict=False):
        says = f"Only a {sentence(forced.patch)} is then left for {left.all.words(premise)}."
        links.append(Link(says, (Fact(forced.patch),), uses, (premise,)))
        uses = (*uses, Fact(forced.patch))
    end = _end(left, one)
    return (*links, Link(f"{end[0].upper()}{end[1:]} is left.", (), uses, one.because[-1:]))


def _step(left: Left, rule: str, says: str, some: Sequence[Refutation]) -> Step:
    """Return the step that follows from refutations of rectangles of one clue."""
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
    """Return the facts that follow for the clue: its patch, or cells that all its other rectangles cover."""
    out = [one.supposed for one in some]
    rest = [one for one in left.of_clue[out[0].clue] if one not in out]
    return (Fact(rest[0].patch),) if len(rest) == 1 else left.new(out[0].clue, rest)


def _extent(one: Rectangle) -> str:
    top, left, height, width = one.patch
    return f"{height}x{width} from {Cell(top, left)}"


def _end(left: Left, refutation: Refutation) -> str:
    """Return the failing premise of a refutation in words."""
    premise = refutation.because[-1]
    return f"{'no rectangle for' if premise[0] == 'clue' else 'nothing to cover'} {left.all.words(premise)}"
