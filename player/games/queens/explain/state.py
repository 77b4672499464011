"""The state of a Queens board for the rules. A set of cells is an int with one bit per cell, row by row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from player.explanations.steps import Fact, Known, listed, spend
from player.explanations.words import blocks, places
from player.games.grid import Cell, cells
from player.games.queens.board import Board, letter

#: The most cells, and the most units, that a sentence lists; more are counted.
MAX_CELLS, MAX_UNITS = 2, 6
#: The longest sentence, in characters, that says where squares are, or names the units of links.
MAX_SENTENCE_CHARACTERS = 160
#: The most covers that are remembered for a board.
MAX_COVERS = 50_000


class QueensUnit(NamedTuple):
    """A row, a column or a region, by its number from 0."""

    kind: str
    number: int

    @property
    def name(self) -> str:
        """The unit's number from 1, or the region's letter."""
        return letter(self.number) if self.kind == "region" else str(self.number + 1)

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class Layout:
    """The units of a board, and the cells that touch each cell. `piece` is "queen", or "star" if `stars` > 1."""

    def __init__(self, board: Board) -> None:
        self.stars = board.stars
        self.piece = "queen" if board.stars == 1 else "star"
        self.cells: Sequence[Cell] = tuple(cells(*board.shape))
        self.bit = {at: 1 << index for index, at in enumerate(self.cells)}
        self.shapeless, self.outside = board.shapeless, board.outside
        self.cover = lru_cache(maxsize=MAX_COVERS)(self._cover)
        self.of: dict[Cell, tuple[QueensUnit, ...]] = {at: self._units_of(at, board) for at in self.cells}
        # Regions first: they are the easiest to see.
        regions = 0 if self.shapeless else board.size
        self.units: dict[QueensUnit, int] = {QueensUnit("region", number): 0 for number in range(regions)}
        for at, units in self.of.items():
            for unit in units:
                self.units[unit] = self.units.get(unit, 0) | self.bit[at]

    def _units_of(self, at: Cell, board: Board) -> tuple[QueensUnit, ...]:
        region = board.regions[at.row][at.col]
        lines = (QueensUnit("row", at.row), QueensUnit("column", at.col))
        return lines if region is None or self.shapeless else (QueensUnit("region", region), *lines)

    @cached_property
    def near(self) -> dict[Cell, int]:
        """The set of cells that touch each cell."""
        steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
        return {at: self.mask(Cell(at.row + down, at.col + right) for down, right in steps) for at in self.cells}

    def _cover(self, cells: int, most: int) -> tuple[int, ...] | None:
        """Return the fewest squares of 2x2 cells that cover `cells`, as disjoint sets; None if more than `most`.

        The cells of a square touch, so it holds one star. The first cell is in the upper row of its square: the cells
        above are covered already. So there are two squares to try, and at most 2 ** `most` covers.
        """
        if not cells:
            return ()
        if cells.bit_count() > 4 * most:
            return None
        best: tuple[int, ...] | None = None
        for square in self.squares[cells & -cells]:
            rest = self.cover(cells & ~square, most - 1) if most else None
            if rest is not None:
                best, most = (cells & square, *rest), len(rest)
        return best

    @cached_property
    def squares(self) -> dict[int, tuple[int, int]]:
        """For each cell the squares of which it is in the upper row, to the right and to the left."""

        def square(at: Cell, right: int) -> int:
            return self.mask(Cell(at.row + down, at.col + over) for down in (0, 1) for over in (0, right))

        return {bit: (square(at, 1), square(at, -1)) for at, bit in self.bit.items()}

    def mask(self, some: Iterable[Cell]) -> int:
        """Return the set of these cells, all different; those outside the board are left out."""
        return sum(self.bit.get(at, 0) for at in some)

    def union(self, units: Iterable[QueensUnit]) -> int:
        """Return the set of all cells of `units`."""
        return reduce(or_, (self.units[unit] for unit in units))

    def members(self, mask: int) -> Iterator[Cell]:
        """Yield the cells of a set, row by row."""
        while mask:
            yield self.cells[(mask & -mask).bit_length() - 1]
            mask &= mask - 1


@dataclass(frozen=True, slots=True, eq=False)
class QueensView:
    """The known or supposed state: cells with a queen, cells without one, and the missing queens of each unit."""

    layout: Layout
    queens: int
    crossed: int
    missing: Mapping[QueensUnit, int]
    """The number of missing queens, for each unit that lacks any."""

    @staticmethod
    def of(layout: Layout, known: Known) -> "QueensView":
        """Return the state in which the facts `known` hold."""
        queens = layout.mask(at for at, holds in known.items() if holds)
        crossed = layout.mask(at for at, holds in known.items() if not holds)
        missing = {unit: layout.stars - (members & queens).bit_count() for unit, members in layout.units.items()}
        return QueensView(layout, queens, crossed, {unit: number for unit, number in missing.items() if number})

    @property
    def open(self) -> int:
        """The set of undecided cells."""
        return self.unsettled((1 << len(self.layout.cells)) - 1)

    def unsettled(self, mask: int) -> int:
        """Return the undecided cells of a set."""
        return mask & ~self.queens & ~self.crossed

    def left(self, unit: QueensUnit) -> int:
        """Return the undecided cells of `unit`."""
        return self.unsettled(self.layout.units[unit])

    def sight(self, at: Cell) -> int:
        """Return the cells that a queen on the open cell `at` would rule out."""
        seen = self.layout.near[at]
        for unit in self.layout.of[at]:
            if self.missing.get(unit, 0) <= 1:
                seen |= self.layout.units[unit]
        return seen & ~self.layout.bit[at] & ~self.queens

    def missed(self, unit: QueensUnit) -> str:
        """Return the queens that `unit` lacks, in words."""
        missing = self.missing[unit]
        if self.layout.stars == 1:
            return "its queen"
        return "its last star" if missing == 1 else f"its {'last ' * (missing < self.layout.stars)}{missing} stars"

    def put(self, at: Cell) -> "QueensView":
        """Return the state after a queen on the open cell `at`."""
        spend(len(self.layout.units))
        missing = dict(self.missing)
        for unit in self.layout.of[at]:
            if missing.get(unit, 0) > 1:
                missing[unit] -= 1
            else:
                missing.pop(unit, None)
        return QueensView(self.layout, self.queens | self.layout.bit[at], self.crossed | self.sight(at), missing)

    def left_out(self, mask: int) -> tuple[Fact, ...]:
        """Return the known facts that no queen stands on cells of this set."""
        return no_queens(self.layout.members(mask & self.crossed))

    def standing(self, mask: int = -1) -> tuple[Fact, ...]:
        """Return the known facts that a queen stands on cells of this set."""
        return tuple(map(Fact, self.layout.members(mask & self.queens)))

    def about(self, units: Iterable[QueensUnit]) -> tuple[Fact, ...]:
        """Return the known facts that bear on the room in `units`: all queens, and the cells there without one."""
        return self.standing() + self.left_out(self.layout.union(units))


def no_queens(some: Iterable[Cell]) -> tuple[Fact, ...]:
    """Return the facts that no queen stands on these cells."""
    return tuple(Fact(at, holds=False) for at in some)


def at_any(some: Sequence[Cell], most: int = MAX_CELLS) -> str:
    """Return the cells as words for "at any of them", or how many they are, if in more than `most` blocks."""
    found = len(blocks(some))
    if found > most:
        return f"at any of these {len(some)} cells"
    return f"{'at' if found == len(some) else 'in'} {places(some, last='or')}"


def one_at_each(some: Sequence[Cell], piece: str, most: int = MAX_CELLS) -> str:
    """Return a queen or a star on each of the cells in words, or of more than `most` their number."""
    if len(some) > most:
        return f"a {piece} at each of these {len(some)} cells"
    return f"{'one' if len(some) == 1 else f'{piece}s'} at {listed(some)}"


def named(units: Iterable[QueensUnit]) -> str:
    """Return units of one kind in words, such as "rows 1 and 2" or "columns 3 to 5"."""
    ordered = sorted(units)
    (kind, first), last, number = ordered[0], ordered[-1].number, len(ordered)
    if number == 1:
        return str(ordered[0])
    if kind != "region" and number > 2 and last - first == number - 1:
        return f"{kind}s {first + 1} to {last + 1}"
    return f"{number} {kind}s" if number > MAX_UNITS else f"{kind}s {listed([unit.name for unit in ordered])}"
