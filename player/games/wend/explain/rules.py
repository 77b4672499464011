"""The rules of Wend, on the candidates that are left."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from player.explanations.budget import spend
from player.explanations.steps import Fact, Link, Premise, Step
from player.games.grid import Cell
from player.games.wend.encoding import Candidate
from player.games.wend.explain.pieces import Joined, Left, Pieces

#: The most words that a supposed one forces in turn.
MAX_FORCED = 6


def only_over_letter(left: Left) -> Iterator[Step]:
    """Yield the candidate of a letter that has only one left."""
    for at in left.free:
        if len(some := left.over(at)) == 1:
            uses = left.against(one for one in left.all.over[at] if one not in some)
            says = f"Only one word is left that takes {left.all.letter(at)}."
            yield Step("only word over a letter", says, (Fact(some[0]),), uses, (("letter", at),))


def only_of_length(left: Left) -> Iterator[Step]:
    """Yield the candidates of a length that has only as many left as are missing."""
    for length in dict.fromkeys(left.lengths):
        some = [one for one in left.some if one.length == length]
        if len(some) == left.lengths.count(length):
            others = [one for one in left.all.of_length(length) if one not in some and one not in left.placed]
            known = tuple(Fact(one) for one in left.placed if one.length == length)
            uses = tuple(dict.fromkeys([*known, *left.against(others)]))
            says = f"Only {'one word is' if len(some) == 1 else f'{len(some)} words are'} left with {length} letters."
            settles = tuple(Fact(one) for one in some)
            yield Step("only word of a length", says, settles, uses, (("length", length),))


def isolating(left: Left) -> Iterator[Step]:
    """Yield candidates that leave a letter without any, those of the same letter together."""
    found: list[tuple[Cell, list[Candidate]]] = []
    for at in left.free:
        over = left.over(at)
        out = [one for one in left.some if at not in one.cells and all(left.bars(one, other) for other in over)]
        if out:
            found.append((at, out))
    for at, out in sorted(found, key=lambda pair: -len(pair[1])):
        some = f"{out[0]} would" if len(out) == 1 else f"Each of {len(out)} words would"
        says = f"{some} leave no word for {left.all.letter(at)}."
        uses = left.against(one for one in left.all.over[at] if one not in left.some)
        settles = tuple(Fact(one, holds=False) for one in out)
        more = tuple(Fact(one) for one in left.placed if any(one.length == other.length for other in out))
        yield Step("isolated letter", says, settles, tuple(dict.fromkeys([*uses, *more])), (("letter", at),))


def sharing(left: Left) -> Iterator[Step]:
    """Yield neighbouring letters of which each word left for the first takes the second too."""
    for at in left.free:
        over = left.over(at)
        for to in left.all.near(at):
            if over and all(to in one.cells for one in over) and any(at not in one.cells for one in left.over(to)):
                others = (one for one in left.all.over[at] if one not in over and to not in one.cells)
                says = f"Each word left that takes {left.all.letter(at)} takes {left.all.letter(to)} too."
                settles = (Fact(Joined(*sorted((at, to)))),)
                yield Step("letters that share a word", says, settles, left.against(others), (("letter", at),))


def counting(left: Left) -> Iterator[Step]:
    """Yield candidates that part the other letters into areas which the lengths left don't fill."""
    for one in left.some:
        spend(len(left.free))
        lengths = Counter(left.lengths) - Counter([one.length])
        areas = _areas(left.all, [at for at in left.free if at not in one.cells])
        short = next((area for area in areas if not _fills(len(area), lengths)), None)
        if short is None and not _fill(sorted(map(len, areas)), lengths):
            short = [at for area in areas for at in area]
        if short is not None:
            rest = ", ".join(map(str, sorted(lengths.elements()))) or "none"
            what = f"{len(short)} letter{'s' * (len(short) > 1)} from {left.all.letter(short[0])} on"
            says = f"{one} would leave {what}, which words of the other lengths ({rest}) don't fill."
            because: Sequence[Premise] = [("letter", at) for at in short]
            yield Step("counting of lengths", says, (Fact(one, holds=False),), left.known, tuple(because))


def _areas(pieces: Pieces, letters: Iterable[Cell]) -> list[list[Cell]]:
    """Return the connected areas of `letters`."""
    left, areas = set(letters), []
    while left:
        area, border = [], [min(left)]
        left.discard(border[0])
        while border:
            at = border.pop()
            area.append(at)
            new = [to for to in pieces.near(at) if to in left]
            left.difference_update(new)
            border += new
        areas.append(sorted(area))
    return areas


def _fills(size: int, lengths: Counter[int]) -> bool:
    """Return whether some of `lengths` add up to `size`."""
    sums = {0}
    for length in lengths.elements():
        sums |= {one + length for one in sums if one + length <= size}
    return size in sums


def _fill(sizes: Sequence[int], lengths: Counter[int]) -> bool:
    """Return whether `lengths` can be dealt out so that they add up to each of `sizes`."""
    if not sizes:
        return not lengths.total()
    every = sorted(lengths.elements())
    parts = {part for number in range(1, len(every) + 1) for part in combinations(every, number)}
    return any(_fill(sizes[1:], lengths - Counter(part)) for part in parts if sum(part) == sizes[0])


def look_ahead(left: Left) -> Iterator[Step]:
    """Yield candidates that force others, in turn, until a letter has none left; those with few first."""
    found = [(forced, one, because) for one in left.some for forced, because in _forced(left, one)]
    for forced, one, because in sorted(found, key=lambda each: (len(each[0]), each[1])):
        then = ", then ".join(map(str, forced))
        says = f"{one} would force {then}, and leave no word for {left.all.letter(because[-1][1])}."
        links = tuple(_links(left, forced, because))
        settles = (Fact(one, holds=False),)
        yield Step("look ahead", says, settles, left.known, because, supposed=(Fact(one),), links=links)


def _links(left: Left, forced: Sequence[Candidate], because: Sequence[Premise]) -> Iterator[Link]:
    """Yield the links of a word that forces others."""
    uses = left.known
    for word, letter in zip(forced, because, strict=False):
        says = f"Only {word} is then left for {left.all.letter(letter[1])}."
        yield Link(says, (Fact(word),), uses, (letter,))
        uses = (*uses, Fact(word))
    yield Link(f"No word is then left for {left.all.letter(because[-1][1])}.", (), uses, tuple(because[-1:]))


def _forced(left: Left, one: Candidate) -> Iterator[tuple[tuple[Candidate, ...], tuple[Premise, ...]]]:
    """Yield the words that `one` forces in turn, and the letters that do, if it leaves a letter without a word."""
    placed, because = [one], []
    for _ in range(MAX_FORCED):
        spend(len(left.some) + len(left.free) * len(left.some) // 8)
        some = [other for other in left.some if not _clash(left, placed, other)]
        open_ = [at for at in left.free if not any(at in other.cells for other in placed)]
        over = {at: [other for other in some if at in other.cells] for at in open_}
        if not open_:
            return
        at = min(open_, key=lambda at: len(over[at]))
        because.append(("letter", at))
        if not over[at]:
            yield tuple(placed[1:]), tuple(because)
            return
        if len(over[at]) > 1:
            return
        placed.append(over[at][0])


def _clash(left: Left, placed: Sequence[Candidate], other: Candidate) -> bool:
    """Return whether words that are supposed exclude `other`, which is left."""
    used = sum(one.length == other.length for one in placed)
    return used == left.lengths.count(other.length) or any(not one.cells.isdisjoint(other.cells) for one in placed)
