"""Explanations of Patches: the admissible rectangles, the facts that rule them out, the rules, and the reasoner.

A name is a patch, which is in the solution, or a cell and a clue's number, which means that the cell belongs to the
clue's patch. The premises are that a clue has a patch, and that a cell is covered. That no clue has two patches, and
that patches do not overlap, are general rules that no step has to name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial, reduce
from operator import or_
from typing import Any, NamedTuple

from player.explanations.steps import (
    Derived,
    Fact,
    Known,
    Mark,
    Meaning,
    Premise,
    Reasoner,
    Refutation,
    Rule,
    SolvedSoFar,
    Step,
    listed,
    refutations,
    spend,
)
from player.explanations.words import few_places, places
from player.games.grid import Cell, cells
from player.games.patches.board import Board, Patch, Solution
from player.games.patches.encoding import admissible
from player.games.patches.play import State, standing_for
from player.sat.cardinality import Fresh, at_most_one, at_most_one_product
from player.sat.cnf import CNF, Clause


class OpenRectangle(NamedTuple):
    """An admissible patch of a clue; bit row * cols + col of `mask` is set for each cell that it covers."""

    patch: Patch
    clue: int
    mask: int

    def bars(self, other: "OpenRectangle") -> bool:
        """Return whether the two rectangles exclude each other."""
        return self != other and (self.clue == other.clue or bool(self.mask & other.mask))

    def agrees(self, fact: Fact) -> bool:
        """Return whether `fact`, about the rectangle's own clue, holds if the rectangle is in the solution."""
        return fact.name == self.patch if isinstance(fact.name, Patch) else self.patch.holds(fact.name[0])


class Rectangles:
    """The admissible rectangles of a board, by clue, by patch and by cell; a cell has a bit in each mask."""

    def __init__(self, board: Board) -> None:
        self._clues = board.clues
        self.cells: Sequence[Cell] = list(cells(*board.shape))
        self.bit = {cell: number for number, cell in enumerate(self.cells)}
        self.grid = (1 << len(self.cells)) - 1
        self.of_clue = [
            [OpenRectangle(patch, number, _mask(patch, board.cols)) for patch in admissible(board, clue)]
            for number, clue in enumerate(board.clues)
        ]
        self.of_patch = {one.patch: one for of_clue in self.of_clue for one in of_clue}
        self.over: list[list[OpenRectangle]] = [[] for _ in self.cells]
        for one in self.of_patch.values():
            for bit in bits(one.mask):
                self.over[bit].append(one)
        self.of_premise: dict[Premise, list[OpenRectangle]] = {
            **{("clue", number): of_clue for number, of_clue in enumerate(self.of_clue)},
            **{("cell", at): over for at, over in zip(self.cells, self.over, strict=True)},
        }

    def words(self, premise: Premise) -> str:
        """Return the premise in words."""
        kind, which = premise
        return str(which) if kind == "cell" else f"the {self._clues[which].area or 'clue'} at {self._clues[which].cell}"


def _mask(patch: Patch, cols: int) -> int:
    row = ((1 << patch.width) - 1) << patch.left
    return sum(row << cols * down for down in range(patch.top, patch.top + patch.height))


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def once(masks: Iterable[int]) -> int:
    """Return the bits that are set in exactly one of `masks`."""
    one = more = 0
    for mask in masks:
        more |= one & mask
        one |= mask
    return one & ~more


def union(some: Iterable[OpenRectangle]) -> int:
    """Return the mask of the cells that at least one rectangle covers."""
    return reduce(or_, (one.mask for one in some), 0)


class ClueLeft:
    """The rectangles that `known` leaves, by clue in `of_clue`."""

    def __init__(self, rectangles: Rectangles, known: Known) -> None:
        self.all = rectangles
        self.owned = [0] * len(rectangles.of_clue)
        self._why: dict[int, Fact] = {}
        self.laid: dict[int, OpenRectangle] = {}
        self._denied = {name for name, holds in known.items() if not holds}
        holding = [name for name, holds in known.items() if holds]
        for at, clue in (name for name in holding if not isinstance(name, Patch)):
            bit = rectangles.bit[at]
            self.owned[clue] |= 1 << bit
            self._why[bit] = Fact((at, clue))
        for one in (rectangles.of_patch[name] for name in holding if isinstance(name, Patch)):
            self.laid[one.clue] = one
            self.owned[one.clue] = one.mask
            self._why.update(dict.fromkeys(bits(one.mask), Fact(one.patch)))
        self.settled = sum(self.owned)
        self.of_clue = [[one for one in of_clue if self._is_left(one)] for of_clue in rectangles.of_clue]

    def _is_left(self, one: OpenRectangle) -> bool:
        """Return whether no known fact rules out the rectangle."""
        if one.clue in self.laid:
            return one == self.laid[one.clue]
        return not self._amiss(one) and one.patch not in self._denied

    def _amiss(self, one: OpenRectangle) -> int:
        """Return the mask of the cells for which the rectangle contradicts their known owner."""
        owned = self.owned[one.clue]
        return (one.mask & self.settled & ~owned) | (owned & ~one.mask)

    def new(self, clue: int, some: Iterable[OpenRectangle]) -> tuple[Fact, ...]:
        """Return the facts on cells that all `some` rectangles of a clue cover, and that it is not known to own."""
        common = self.all.grid & ~self.owned[clue]
        for one in some:
            common &= one.mask
        return tuple(Fact((self.all.cells[bit], clue)) for bit in bits(common))

    def against(self, others: Iterable[OpenRectangle]) -> tuple[Fact, ...]:
        """Return few known facts that together rule out all `others`, none of which is left: a greedy cover."""
        remaining = [self._facts_against(one) for one in others]
        chosen: list[Fact] = []
        while remaining:
            [(most, _)] = Counter(fact for facts in remaining for fact in facts).most_common(1)
            chosen.append(most)
            remaining = [facts for facts in remaining if most not in facts]
        return tuple(chosen)

    def _facts_against(self, one: OpenRectangle) -> set[Fact]:
        """Return the known facts of which each rules out the rectangle."""
        if one.clue in self.laid:
            return {Fact(self.laid[one.clue].patch)}
        facts = {self._why[bit] for bit in bits(self._amiss(one))}
        return {*facts, Fact(one.patch, holds=False)} if one.patch in self._denied else facts


# Rules


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
        says = f"Only one rectangle can still cover {at}: that of {left.all.words(('clue', one.clue))}."
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
            which = few_places(cells, f"the same {len(cells)} cells")
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
        many = f"Each of {len(some)} rectangles for {left.all.words(('clue', left.all.of_patch[patch].clue))}"
        says = f"{f'The rectangle {patch}' if len(some) == 1 else many} would leave {_end(left, some[0])}."
        yield _step(left, "no room", says, some)


def look_ahead(left: ClueLeft) -> Iterator[Step]:
    """Yield rectangles that force others, round by round, until nothing is left for a clue or a cell."""
    found = [one for rectangle in _supposed(left) for one in _refutations(left, rectangle, 1 + MAX_ROUNDS)]

    def simplicity(one: Refutation) -> tuple[int, bool, int]:
        return len(one.links), not _gained(left, [one]), sum(len(link.uses) for link in one.links)

    for one in sorted(found, key=simplicity):
        forced = [link.settles[0].name for link in one.links[:-1]]
        if len(forced) <= MAX_NAMED:
            then = ", then ".join(map(str, forced))
            says = f"The rectangle {one.supposed.name} would force {then}, and leave {_end(left, one)}."
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


def _link(left: ClueLeft, laid: Sequence[OpenRectangle], premise: Premise, forced: OpenRectangle | None = None) -> Step:
    """Return the link that `forced`, or nothing, is left for a premise, with few of the rectangles `laid`."""
    needed, known = [laid[0]], []
    for other in left.all.of_premise[premise]:
        if other != forced and not any(other.bars(one) for one in needed):
            if other in left.of_clue[other.clue]:
                needed.append(next(one for one in laid if other.bars(one)))
            else:
                known.append(other)
    where = left.all.words(premise)
    nothing = f"Then {'no rectangle is left for' if premise[0] == 'clue' else 'nothing is left to cover'} {where}."
    says = f"Then only {forced.patch} is left for {where}." if forced else nothing
    uses = (*left.against(known), *(Fact(one.patch) for one in needed))
    return Step("look ahead", says, (Fact(forced.patch),) if forced else (), uses, (premise,))


def _step(left: ClueLeft, rule: str, says: str, some: Sequence[Refutation]) -> Step:
    """Return the step that follows from refutations of rectangles of one clue."""
    clue = left.all.of_patch[some[0].supposed.name].clue
    because = dict.fromkeys(premise for one in some for premise in one.because)
    uses = dict.fromkeys(fact for one in some for fact in one.uses)
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


# The reasoner


class Reasons(Reasoner):
    """The reasoner of Patches boards."""

    rules: Sequence[Rule] = (
        Rule("only rectangle that fits", 1, only_rectangle),
        Rule("only rectangle over a cell", 1, only_cover),
        Rule("only clue that reaches", 2, only_clue),
        Rule("common cells", 2, common_cells),
        Rule("no room", 3, no_room),
        Rule("look ahead", 3, look_ahead),
    )

    def __init__(self, board: Board) -> None:
        self._board = board
        self._all = Rectangles(board)

    def view(self, known: Known) -> ClueLeft:
        """Return the rectangles that are left."""
        return ClueLeft(self._all, known)

    # Theory

    def given(self) -> list[Fact]:
        """Return the facts that each clue's cell belongs to its patch."""
        return [Fact((clue.cell, number)) for number, clue in enumerate(self._board.clues)]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the patches of the solution; their cells follow."""
        return [Fact(patch) for patch in solution]

    @cached_property
    def premises(self) -> Mapping[Premise, Meaning]:
        """The clues, each with a patch, and the cells, each covered."""
        found: dict[Premise, Meaning] = {}
        for premise, some in self._all.of_premise.items():
            kind, which = premise
            at = self._board.clues[which].cell if kind == "clue" else which
            one_of = tuple(self.variables(one.patch for one in some))
            found[premise] = Meaning(self._all.words(premise), (at,), [one_of])
        return found

    @cached_property
    def literals(self) -> Mapping[Any, Sequence[int]]:
        """The variable of each patch; of a cell and a clue those of the clue's patches that cover the cell."""
        literals: dict[Any, list[int]] = {patch: [number] for number, patch in enumerate(self._all.of_patch, start=1)}
        for at, over in zip(self._all.cells, self._all.over, strict=True):
            for one in over:
                literals.setdefault((at, one.clue), []).extend(literals[one.patch])
        return literals

    @cached_property
    def general(self) -> CNF:
        """That no clue has two patches and no cell two owners; ownership is auxiliary."""
        fresh = Fresh(len(self._all.of_patch) + 1)
        clauses: list[Clause] = []
        for of_clue in self._all.of_clue:
            clauses += at_most_one_product(self.variables(one.patch for one in of_clue), fresh)
        for over in self._all.over:
            owners = {one.clue: fresh() for one in over}
            clauses += [(-self.literals[one.patch][0], owners[one.clue]) for one in over]
            clauses += at_most_one(list(owners.values()))
        return CNF(clauses, names=())

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct patches on the page, and the cells of wrong ones."""
        right = {frozenset(patch.cells()): patch for patch in solution}
        standing = standing_for(self._board, solution, state)
        wrong = tuple(sorted(at for area in standing if area not in right for at in area))
        return SolvedSoFar(tuple(Fact(right[area]) for area in standing if area in right), wrong)

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a patch, a ruled-out one, or the owner of a cell."""
        if isinstance(fact.name, Patch):
            clue = self._all.of_patch[fact.name].clue
            return Mark("patch" if fact.holds else "no-patch", tuple(fact.name.cells()), str(clue))
        at, clue = fact.name
        return Mark("owner", (at,), str(clue))

    def words(self, fact: Fact) -> str:
        """Return a fact in words."""
        if isinstance(fact.name, Patch):
            return f"{'the' if fact.holds else 'no'} patch {fact.name}"
        at, clue = fact.name
        return f"{at} belongs to {self._all.words(('clue', clue))}"

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return several facts about one clue in words."""
        if isinstance(facts[0].name, Patch):
            return f"{len(facts)} patches ruled out: {listed([fact.name for fact in facts], most=most)}"
        at, clue = zip(*(fact.name for fact in facts), strict=True)
        return f"{places(at, most)} belong to {self._all.words(('clue', clue[0]))}"
