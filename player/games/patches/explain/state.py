"""The admissible rectangles of a Patches board, those that are left, and the facts that rule out the others."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from player.explanations.steps import Fact, Known, Premise
from player.games.grid import Cell, cells
from player.games.patches.board import Board, Patch
from player.games.patches.encoding import admissible


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

    def of_premise(self, premise: Premise) -> Sequence[OpenRectangle]:
        """Return the rectangles of which `premise` says that one is in the solution."""
        kind, which = premise
        return self.of_clue[which] if kind == "clue" else self.over[self.bit[which]]

    def words(self, premise: Premise) -> str:
        """Return the premise in words."""
        kind, which = premise
        return f"the clue at {self._clues[which].cell}" if kind == "clue" else str(which)


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
    covered = 0
    for one in some:
        covered |= one.mask
    return covered


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
