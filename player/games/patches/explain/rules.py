"""The rules of Patches, on the rectangles that are left."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from player.explanations.steps import Fact, Known, Link, Premise, Step, spend
from player.explanations.suppositions import Derived, Refutation, refutations
from player.games.grid import Cell
from player.games.patches.encoding import sentence as patch_words
from player.games.patches.explain.state import ClueLeft, OpenRectangle, bits, once, union

#: The most rectangles left of a clue whose rectangles are supposed.
MAX_SUPPOSED = 12
#: The most rounds in which patches are forced, and the most patches that an explanation may name.
MAX_ROUNDS, MAX_NAMED = 3, 3


def only_rectangle(left: ClueLeft) -> Iterator[Step]:
    """Yield the rectangle of a clue that has only one left."""
    for number, of_clue in enumerate(left.of_clue):
        if len(of_clue) == 1 and number not in left.laid:
            premise = ("clue", number)
            uses = left.against(one for one in left.all.of_clue[number] if one not in of_clue)
            says = f"Only one rectangle fits {left.all.words(premise)}."
            yield Step("only rectangle that fits", says, (Fact(of_clue[0].patch),), uses, (premise,))


def only_cover(left: ClueLeft) -> Iterator[Step]:
    """Yield a rectangle that alone can cover a cell.

    The step names the cell for which the fewest facts rule out the other rectangles.
    """
    some = [one for of_clue in left.of_clue for one in of_clue]
    alone = once(one.mask for one in some)
    for one in (one for one in some if one.clue not in left.laid and one.mask & alone):
        reasons = []
        for bit in bits(one.mask & alone):
            uses = left.against(other for other in left.all.over[bit] if other != one)
            reasons.append((len(uses), left.all.cells[bit], uses))
        _, at, uses = min(reasons)
        says = f"Only one rectangle can still cover {at}: it is that of {left.all.words(('clue', one.clue))}."
        yield Step("only rectangle over a cell", says, (Fact(one.patch),), uses, (("cell", at),))


def only_clue(left: ClueLeft) -> Iterator[Step]:
    """Yield cells that only one clue still reaches, first those that leave the clue the fewest rectangles."""
    reached = [union(of_clue) for of_clue in left.of_clue]
    alone = once(reached) & ~left.settled
    found = [
        (sum(one.mask >> bit & 1 for one in left.of_clue[number]), bit, number)
        for number, reach in enumerate(reached)
        for bit in bits(reach & alone)
    ]
    for _, bit, number in sorted(found):
        at = left.all.cells[bit]
        uses = left.against(one for one in left.all.over[bit] if one.clue != number)
        settles = left.new(number, (one for one in left.all.over[bit] if one.clue == number))
        others = "one more cell" if len(settles) == 2 else f"{len(settles) - 1} more cells"
        more = f", and must cover {others} to do so" if len(settles) > 1 else ""
        says = f"Only {left.all.words(('clue', number))} still reaches {at}{more}."
        yield Step("only clue that reaches", says, settles, uses, (("cell", at),))


def common_cells(left: ClueLeft) -> Iterator[Step]:
    """Yield the cells that all remaining rectangles of a clue cover."""
    for number, of_clue in enumerate(left.of_clue):
        if settles := left.new(number, of_clue):
            cells = [fact.name[0] for fact in settles]
            missing = [one for one in left.all.of_clue[number] if not all(map(one.agrees, settles))]
            which = str(cells[0]) if len(cells) == 1 else f"the same {len(cells)} cells"
            says = f"Every rectangle left for {left.all.words(('clue', number))} covers {which}."
            yield Step("common cells", says, settles, left.against(missing), (("clue", number),))


# Suppositions


def no_room(left: ClueLeft) -> Iterator[Step]:
    """Yield rectangles of a clue that exclude all that are left for another clue or a cell."""
    alike: dict[tuple[int, Premise], list[Refutation]] = {}
    for one in _supposed(left):
        for found in _refutations(left, one, 1):
            alike.setdefault((one.clue, found.end.because[0]), []).append(found)
    for some in sorted(alike.values(), key=lambda some: (not _gained(left, some), -len(some))):
        patch = some[0].supposed.name
        many = f"Each of {len(some)} rectangles of {left.all.words(('clue', left.all.of_patch[patch].clue))}"
        says = f"{f'A {patch_words(patch)}' if len(some) == 1 else many} would leave {_end(left, some[0])}."
        yield _step(left, "no room", says, some)


def look_ahead(left: ClueLeft) -> Iterator[Step]:
    """Yield rectangles that force others, round by round, until nothing is left for a clue or a cell."""
    found = [one for rectangle in _supposed(left) for one in _refutations(left, rectangle, 1 + MAX_ROUNDS)]

    def simplicity(one: Refutation) -> tuple[int, bool, int]:
        return len(one.links), not _gained(left, [one]), sum(len(link.uses) for link in one.links)

    for one in sorted(found, key=simplicity):
        forced = [link.settles[0].name for link in one.links[:-1]]
        if len(forced) <= MAX_NAMED:
            then = ", then ".join(f"{height}x{width} from {Cell(top, col)}" for top, col, height, width in forced)
            says = f"A {patch_words(one.supposed.name)} would force {then}, and leave {_end(left, one)}."
            yield _step(left, "look ahead", says, [one])


def _supposed(left: ClueLeft) -> Iterator[OpenRectangle]:
    """Yield the rectangles that are worth supposing."""
    return (one for of_clue in left.of_clue if 1 < len(of_clue) <= MAX_SUPPOSED for one in of_clue)


def _refutations(left: ClueLeft, supposed: OpenRectangle, rounds: int) -> list[Refutation]:
    return refutations({}, Fact(supposed.patch), partial(_derived, left), rounds)


def _derived(left: ClueLeft, supposed: Known, _: Sequence[Fact]) -> Iterator[Derived]:
    """Yield the rectangles that are the only ones left for a clue or a cell, or the clues and cells without any."""
    laid = [left.all.of_patch[patch] for patch in supposed]
    spend(sum(map(len, left.of_clue)) // 4)
    covered, clues = union(laid), Counter(one.clue for one in laid)
    single = once(one.mask for one in laid)
    kept = [one for one in laid if clues[one.clue] == 1 and not one.mask & ~single]
    now = [
        [one for one in of_clue if (one in kept if number in clues else not one.mask & covered)]
        for number, of_clue in enumerate(left.of_clue)
    ]
    some = [one for of_clue in now for one in of_clue]
    bare = left.all.grid & ~union(some)
    ends: list[Premise] = [("clue", number) for number, of_clue in enumerate(now) if not of_clue]
    ends += [("cell", left.all.cells[bit]) for bit in bits(bare)]
    if ends:
        yield from (Derived((), partial(_link, left, laid, end)) for end in ends)
        return
    new = [one for one in some if len(left.of_clue[one.clue]) > 1 and one not in laid]
    alone = once(one.mask for one in some)
    for one in new:
        if len(now[one.clue]) == 1:
            yield Derived((Fact(one.patch),), partial(_link, left, laid, ("clue", one.clue), one))
        elif one.mask & alone:
            cell = left.all.cells[next(bits(one.mask & alone))]
            yield Derived((Fact(one.patch),), partial(_link, left, laid, ("cell", cell), one))


def _link(left: ClueLeft, laid: Sequence[OpenRectangle], premise: Premise, forced: OpenRectangle | None = None) -> Link:
    """Return the link that `forced`, or nothing, is left for a premise, with few of the rectangles `laid`."""
    needed, known = [laid[0]], []
    for other in left.all.of_premise(premise):
        if other != forced and not any(other.bars(one) for one in needed):
            if other in left.of_clue[other.clue]:
                needed.append(next(one for one in laid if other.bars(one)))
            else:
                known.append(other)
    where = left.all.words(premise)
    nothing = f"{'No rectangle for' if premise[0] == 'clue' else 'Nothing to cover'} {where} is left."
    says = f"Only a {patch_words(forced.patch)} is then left for {where}." if forced else nothing
    return Link(
        says,
        (Fact(forced.patch),) if forced else (),
        (*left.against(known), *(Fact(one.patch) for one in needed)),
        (premise,),
    )


def _step(left: ClueLeft, rule: str, says: str, some: Sequence[Refutation]) -> Step:
    """Return the step that follows from refutations of rectangles of one clue."""
    clue = left.all.of_patch[some[0].supposed.name].clue
    links = [link for one in some for link in one.links]
    because = dict.fromkeys(premise for link in links for premise in link.because)
    forced = {fact for link in links for fact in link.settles}
    uses = dict.fromkeys(fact for link in links for fact in link.uses if fact not in forced)
    settles = _gained(left, some)
    if settles:
        because["clue", clue] = None
        out = [one.supposed.name for one in some]
        others = (one for one in left.all.of_clue[clue] if one.patch not in out and not all(map(one.agrees, settles)))
        uses |= dict.fromkeys(left.against(others))
    else:
        settles = tuple(one.supposed._replace(holds=False) for one in some)
    step = Step(rule, says, settles, tuple(uses), tuple(because))
    return replace(step, supposed=(some[0].supposed,), links=some[0].links) if rule == "look ahead" else step


def _gained(left: ClueLeft, some: Sequence[Refutation]) -> tuple[Fact, ...]:
    """Return the facts that follow for the clue: its patch, or cells that all its other rectangles cover."""
    out = [one.supposed.name for one in some]
    clue = left.all.of_patch[out[0]].clue
    rest = [one for one in left.of_clue[clue] if one.patch not in out]
    return (Fact(rest[0].patch),) if len(rest) == 1 else left.new(clue, rest)


def _end(left: ClueLeft, found: Refutation) -> str:
    """Return the failing premise of a refutation in words."""
    (premise,) = found.end.because
    return f"{'no rectangle for' if premise[0] == 'clue' else 'nothing to cover'} {left.all.words(premise)}"
