"""Units and candidates of Mini Sudoku."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from player.explanations.steps import Fact, Known, spend
from player.games.grid import Cell, cells

Name = tuple[Cell, int]
"""A statement: the cell holds the number."""


class Unit(NamedTuple):
    """A row, a column or a box, by its first cell."""

    kind: str
    first: Cell

    def __str__(self) -> str:
        if self.kind == "box":
            return f"the box from {self.first}"
        return f"{self.kind} {(self.first.row if self.kind == 'row' else self.first.col) + 1}"


class CellPlace(NamedTuple):
    """The premise that the unit has a place for the number."""

    unit: Unit
    number: int


class Filled(NamedTuple):
    """The premise that the cell has a number."""

    cell: Cell


def a(number: int) -> str:
    """Return the number with its indefinite article: "an 8"."""
    return f"{'an' if number in {8, 11, 18} else 'a'} {number}"


class SudokuGrid:
    """The units and peers of all boards with boxes of one shape."""

    def __init__(self, box: tuple[int, int]) -> None:
        height, width = box
        n = height * width
        self.numbers = range(1, n + 1)
        boxes: dict[Unit, list[Cell]] = {}
        lines: dict[Unit, list[Cell]] = {}
        for at in cells(n, n):
            corner = Cell(at.row - at.row % height, at.col - at.col % width)
            boxes.setdefault(Unit("box", corner), []).append(at)
            lines.setdefault(Unit("row", Cell(at.row, 0)), []).append(at)
            lines.setdefault(Unit("column", Cell(0, at.col)), []).append(at)
        # Boxes come first: they are the easiest to check. Boxes of one row or column are called so.
        self.units = lines if 1 in box else boxes | lines
        self.peers: dict[Cell, set[Cell]] = {at: set() for at in cells(n, n)}
        for members in self.units.values():
            for at in members:
                self.peers[at] |= set(members) - {at}


class SudokuView:
    """The known facts of a board, and the candidates that they leave open."""

    def __init__(self, grid: SudokuGrid, known: Known) -> None:
        spend(len(grid.peers) * len(grid.numbers) // 2)
        self.grid, self.known = grid, known
        self.numbers: Mapping[Cell, int] = {at: number for (at, number), holds in known.items() if holds}
        self.open: Mapping[Cell, Sequence[int]] = {
            at: [number for number in grid.numbers if number not in seen and (at, number) not in known]
            for at, seen in ((at, self._seen_by(at)) for at in grid.peers if at not in self.numbers)
        }

    def _seen_by(self, at: Cell) -> dict[int, Cell]:
        """Return the numbers in the row, column and box of `at`, each with its cell."""
        return {self.numbers[peer]: peer for peer in self.grid.peers[at] if peer in self.numbers}

    @cached_property
    def _cells_of(self) -> Mapping[int, Sequence[Cell]]:
        """The cells that hold each number."""
        return {number: [at for at, shown in self.numbers.items() if shown == number] for number in self.grid.numbers}

    def places(self, members: Iterable[Cell], number: int) -> list[Cell]:
        """Return those of `members` for which `number` is a candidate."""
        return [at for at in members if number in self.open.get(at, ())]

    def wanted(self, members: Iterable[Cell]) -> list[int]:
        """Return the numbers that are not in `members` yet."""
        held = {self.numbers.get(at) for at in members}
        return [number for number in self.grid.numbers if number not in held]

    def why_not(self, at: Cell, numbers: Collection[int]) -> list[Fact]:
        """Return, for each of `numbers`, the known fact that rules it out in the empty cell `at`."""
        seen = self._seen_by(at)
        return [
            Fact((seen[number], number)) if number in seen else Fact((at, number), holds=False) for number in numbers
        ]

    def why_nowhere(self, number: int, members: Iterable[Cell]) -> list[Fact]:
        """Return few known facts that rule `number` out in all of `members`: a greedy cover without redundant facts."""
        left = set(members)
        reach = {Fact((at, self.numbers[at])): {at} for at in left if at in self.numbers}
        reach |= {Fact((at, number)): self.grid.peers[at] & left for at in self._cells_of[number]}
        reach |= {Fact((at, number), False): {at} for at in left if self.known.get((at, number)) is False}
        facts: list[Fact] = []
        while left:
            facts.append(max(reach, key=lambda fact: len(reach[fact] & left)))
            left -= reach[facts[-1]]
        for fact in [*facts]:
            rest = set().union(*(reach[other] for other in facts if other != fact))
            if rest.issuperset(reach[fact]):
                facts.remove(fact)
        return facts


class Round(NamedTuple):
    """The findings of the rules of singles in one round of a trial."""

    cells_without_number: list[Cell]
    numbers_without_place: list[CellPlace]
    naked_singles: list[Name]
    hidden_singles: list[tuple[CellPlace, Cell]]


class CandidateSets:
    """The candidates of a view as sets of bits, one for a number: trials look at them most."""

    def __init__(self, view: SudokuView) -> None:
        self._cells = list(view.grid.peers)
        self._index = {at: index for index, at in enumerate(self._cells)}
        self._peers = [[self._index[peer] for peer in view.grid.peers[at]] for at in self._cells]
        self._units = [(unit, [self._index[at] for at in members]) for unit, members in view.grid.units.items()]
        self._numbers = view.grid.numbers
        self._open = [sum(1 << number for number in view.open.get(at, ())) for at in self._cells]
        self._held = [1 << view.numbers[at] if at in view.numbers else 0 for at in self._cells]

    def singles(self, names: Iterable[Name]) -> Round:
        """Return the singles once `names` hold too; of two names of one cell the last one counts."""
        spend(2 * len(self._cells))
        now, held = self._open.copy(), self._held.copy()
        for at, number in dict(names).items():
            index = self._index[at]
            now[index], held[index] = 0, 1 << number
            for peer in self._peers[index]:
                now[peer] &= ~held[index]
        found = Round([], [], [], [])
        for index, bits in enumerate(now):
            if not bits and not held[index]:
                found.cells_without_number.append(self._cells[index])
            elif bits and not bits & (bits - 1):
                found.naked_singles.append((self._cells[index], bits.bit_length() - 1))
        for unit, members in self._units:
            once = twice = there = 0
            for index in members:
                bits = now[index]
                twice |= once & bits
                once |= bits
                there |= held[index]
            for number in self._numbers_in(~(once | there)):
                found.numbers_without_place.append(CellPlace(unit, number))
            for number in self._numbers_in(once & ~twice & ~there):
                (index,) = (index for index in members if now[index] >> number & 1)
                found.hidden_singles.append((CellPlace(unit, number), self._cells[index]))
        return found

    def _numbers_in(self, bits: int) -> list[int]:
        few = bits & (2 << self._numbers[-1]) - 2
        return [number for number in self._numbers if few >> number & 1] if few else []
