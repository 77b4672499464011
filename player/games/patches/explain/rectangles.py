"""The rectangles that the clues of a Patches board can have, which of them are left, and what rules the others out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from player.explain.steps import Fact, Known, Premise
from player.games.grid import Cell, cells
from player.games.patches.board import Board, Patch
from player.games.patches.encoding import admissible


class Rectangle(NamedTuple):
    """An admissible patch of a clue; bit row * cols + col of `mask` is set for each cell that it covers."""

    patch: Patch
    clue: int
    mask: int

    def bars(self, other: "Rectangle") -> bool:
        """Whether not both can be laid."""
        return self != other and (self.clue == other.clue or bool(self.mask & other.mask))

    def agrees(self, fact: Fact) -> bool:
        """Whether `fact`, which holds of its own clue, is so where it is laid."""
        return fact.name == self.patch if isinstance(fact.name, Patch) else self.patch.holds(fact.name[0])


class Rectangles:
    """All of a board."""

    def __init__(self, board: Board) -> None:
        self._clues = board.clues
        self.cells: Sequence[Cell] = list(cells(*board.shape))
        self.grid = (1 << len(self.cells)) - 1
        self.of_clue = [
            [Rectangle(patch, number, _mask(patch, board.cols)) for patch in admissible(board, clue)]
            for number, clue in enumerate(board.clues)
        ]
        self.of_patch = {one.patch: one for of_clue in self.of_clue for one in of_clue}

    @cached_property
    def bit(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def over(self) -> list[list[Rectangle]]:
        """For each cell those that cover it."""
        covering: list[list[Rectangle]] = [[] for _ in self.cells]
        for one in self.of_patch.values():
            for bit in bits(one.mask):
                covering[bit].append(one)
        return covering

    def of_premise(self, premise: Premise) -> Sequence[Rectangle]:
        """By `premise`, one of these is laid."""
        kind, which = premise
        return self.of_clue[which] if kind == "clue" else self.over[self.bit[which]]

    def words(self, premise: Premise) -> str:
        kind, which = premise
        return f"the clue at {self._clues[which].cell}" if kind == "clue" else str(which)


def _mask(patch: Patch, cols: int) -> int:
    row = ((1 << patch.width) - 1) << patch.left
    return sum(row << cols * down for down in range(patch.top, patch.top + patch.height))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, upwards."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def once(masks: Iterable[int]) -> int:
    """The bits that are set in exactly one of `masks`."""
    one = more = 0
    for mask in masks:
        more |= one & mask
        one |= mask
    return one & ~more


def union(some: Iterable[Rectangle]) -> int:
    """The cells that one of them covers."""
    covered = 0
    for one in some:
        covered |= one.mask
    return covered


class Left:
    """What is left of `all_of_them` where `known` holds: for each clue, `of_clue`."""

    def __init__(self, all_of_them: Rectangles, known: Known) -> None:
        self.all = all_of_them
        self.owned = [0] * len(all_of_them.of_clue)
        self._why: dict[int, Fact] = {}
        self.laid: dict[int, Rectangle] = {}
        self._denied = {name for name, holds in known.items() if not holds}
        holding = [name for name, holds in known.items() if holds]
        for at, clue in (name for name in holding if not isinstance(name, Patch)):
            bit = all_of_them.bit[at]
            self.owned[clue] |= 1 << bit
            self._why[bit] = Fact((at, clue))
        for one in (all_of_them.of_patch[name] for name in holding if isinstance(name, Patch)):
            self.laid[one.clue] = one
            self.owned[one.clue] = one.mask
            self._why.update(dict.fromkeys(bits(one.mask), Fact(one.patch)))
        self.settled = sum(self.owned)
        self.of_clue = [[one for one in of_clue if self._is_left(one)] for of_clue in all_of_them.of_clue]

    def _is_left(self, one: Rectangle) -> bool:
        if one.clue in self.laid:
            return one == self.laid[one.clue]
        return not self._amiss(one) and one.patch not in self._denied

    def _amiss(self, one: Rectangle) -> int:
        """The cells that it covers and another clue owns, and those that its clue owns and it does not cover."""
        owned = self.owned[one.clue]
        return (one.mask & self.settled & ~owned) | (owned & ~one.mask)

    def new(self, clue: int, some: Iterable[Rectangle]) -> tuple[Fact, ...]:
        """The cells that all `some` rectangles of a clue cover, but those that it owns."""
        common = self.all.grid & ~self.owned[clue]
        for one in some:
            common &= one.mask
        return tuple(Fact((self.all.cells[bit], clue)) for bit in bits(common))

    def against(self, others: Iterable[Rectangle]) -> tuple[Fact, ...]:
        """Few known facts that together rule out all `others`, none of which is left; the greedy cover."""
        still_in = [self._facts_against(one) for one in others]
        chosen: list[Fact] = []
        while still_in:
            [(most, _)] = Counter(fact for facts in still_in for fact in facts).most_common(1)
            chosen.append(most)
            still_in = [facts for facts in still_in if most not in facts]
        return tuple(chosen)

    def _facts_against(self, one: Rectangle) -> set[Fact]:
        if one.clue in self.laid:
            return {Fact(self.laid[one.clue].patch)}
        facts = {self._why[bit] for bit in bits(self._amiss(one))}
        return {*facts, Fact(one.patch, holds=False)} if one.patch in self._denied else facts
