"""Easy rules of Patches, on the rectangles that are left."""

from collections.abc import Iterator

from player.explanations.steps import Fact, Step
from player.games.patches.explain.rectangles import Left, bits, once, union


def only_rectangle(left: Left) -> Iterator[Step]:
    """Yield the rectangle of a clue that has only one left."""
    for number, of_clue in enumerate(left.of_clue):
        if len(of_clue) == 1 and number not in left.laid:
            premise = ("clue", number)
            uses = left.against(one for one in left.all.of_clue[number] if one not in of_clue)
            says = f"Only one rectangle fits {left.all.words(premise)}."
            yield Step("only rectangle that fits", says, (Fact(of_clue[0].patch),), uses, (premise,))


def only_cover(left: Left) -> Iterator[Step]:
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


def only_clue(left: Left) -> Iterator[Step]:
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
        more = f", and must cover {_more(len(settles) - 1)} to do so" if len(settles) > 1 else ""
        says = f"Only {left.all.words(('clue', number))} still reaches {at}{more}."
        yield Step("only clue that reaches", says, settles, uses, (("cell", at),))


def common_cells(left: Left) -> Iterator[Step]:
    """Yield the cells that all remaining rectangles of a clue cover."""
    for number, of_clue in enumerate(left.of_clue):
        if settles := left.new(number, of_clue):
            cells = [fact.name[0] for fact in settles]
            missing = [one for one in left.all.of_clue[number] if not all(map(one.agrees, settles))]
            which = str(cells[0]) if len(cells) == 1 else f"the same {len(cells)} cells"
            says = f"Every rectangle left for {left.all.words(('clue', number))} covers {which}."
            yield Step("common cells", says, settles, left.against(missing), (("clue", number),))


def _more(number: int) -> str:
    return "one more cell" if number == 1 else f"{number} more cells"
