"""The ways of a Zip board: lines of the path, ways that are out, open ways, and the reason for each.

A way leads from a cell to a neighbour without a wall between them. Cells and ways are ints here, cells as row * cols +
col, and numbers count from 0.
"""

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from player.explanations.steps import Known
from player.games.grid import Wall, between, cells, neighbours
from player.games.zip_path.board import Board


class ZipGrid:
    """A board as ints: the ends of each way; for each cell its ways, walls and number, and the lines that it needs."""

    def __init__(self, board: Board) -> None:
        self.places = list(cells(*board.shape))
        at = {place: cell for cell, place in enumerate(self.places)}
        self.names = [between(a, b) for a in self.places for b in board.steps(a) if a < b]
        self.ends = [(at[a], at[b]) for a, b in self.names]
        self.way = {name: way for way, name in enumerate(self.names)}
        self.ways: list[list[int]] = [[] for _ in self.places]
        for way, ends in enumerate(self.ends):
            for cell in ends:
                self.ways[cell].append(way)
        sides = ([between(a, b) for b in neighbours(a, *board.shape)] for a in self.places)
        self.near = [[(way, sum(self.ends[way]) - cell) for way in ways] for cell, ways in enumerate(self.ways)]
        self.walls = [[wall for wall in walls if wall in board.walls] for walls in sides]
        numbers = {at[place]: number for number, place in enumerate(board.numbers)}
        self.number = [numbers.get(cell) for cell in range(len(self.places))]
        self.last = len(numbers) - 1
        self.need = [1 if number in {0, self.last} else 2 for number in self.number]


class Reason(NamedTuple):
    """The reason for which a way is a line or out: other ways, walls and numbers.

    Kinds: "forced", the cell has no other way; "full", the cell has all its lines; "loop", the way would join the ends
    of one piece; "order", it would join pieces whose numbers are not consecutive; "soon", it would join all numbers
    while cells are left; "if", it is only supposed.
    """

    kind: str
    ways: Sequence[int] = ()
    walls: Sequence[Wall] = ()
    numbers: Sequence[int] = ()


class Ways:
    """The ways of a grid, and the pieces of path that the lines form; a cell without a line is a piece, too.

    `line[way]` is None if the way is open. A known way has no `reason`. `lines` and `left` count the lines and the open
    ways at each cell. At each end of a piece, `other` is its other end, `nearest` the nearest number on it, and `size`
    its number of cells. `touched` are the cells at which a way was settled; `forced_lines` have those of each cell and
    their reason.
    """

    def __init__(self, grid: ZipGrid, known: Known) -> None:
        self.grid, self.known = grid, known
        self.line: list[bool | None] = [None] * len(grid.names)
        self.reason: list[Reason | None] = [None] * len(grid.names)
        self.lines = [0] * len(grid.places)
        self.left = [len(ways) for ways in grid.ways]
        self.other = list(range(len(grid.places)))
        self.nearest = list(grid.number)
        self.size = [1] * len(grid.places)
        self.touched: list[int] = []
        self.forced_lines: list[tuple[Reason, list[int]]] = []
        for name, holds in known.items():
            if not holds:
                self.settle(grid.way[name], line=False)
        for name, holds in known.items():
            if holds:
                self.settle(grid.way[name], line=True)
        for cell in range(len(grid.places)):
            self._close(cell)

    def copy(self) -> "Ways":
        """Return a copy that can be settled independently."""
        new = copy(self)
        for part in ("line", "reason", "lines", "left", "other", "nearest", "size"):
            setattr(new, part, getattr(self, part)[:])
        new.touched, new.forced_lines = [], []
        return new

    def settle(self, way: int, line: bool, reason: Reason | None = None) -> None:
        """Make an open way a line, or rule it out, and rule out all ways that this closes."""
        ends = self.grid.ends[way]
        self.line[way], self.reason[way] = line, reason
        self.touched += ends
        for cell in ends:
            self.left[cell] -= 1
            self.lines[cell] += line
        if line:
            self._join(*ends)

    def at(self, cell: int, line: bool | None) -> list[int]:
        """Return the ways at a cell that are lines (True), out (False) or open (None)."""
        return [way for way in self.grid.ways[cell] if self.line[way] is line]

    def forced(self, cell: int) -> bool:
        """Return whether a cell has open ways and needs all of them."""
        return 0 < self.left[cell] == self.grid.need[cell] - self.lines[cell]

    def force(self, cell: int) -> list[int]:
        """Draw the lines that are forced at a cell, except those that a previous one closes; return the ways drawn."""
        reason = self.no_other(cell)
        drawn = []
        for way in self.at(cell, line=None):
            if self.line[way] is None:
                self.settle(way, line=True, reason=reason)
                drawn.append(way)
        self.forced_lines.append((reason, drawn))
        return drawn

    def no_other(self, cell: int) -> Reason:
        """Return the reason for which a cell has no other ways than its lines and open ways."""
        return Reason("forced", self.at(cell, line=False), self.grid.walls[cell])

    def piece(self, end: int, number: int | None = None) -> list[int]:
        """Return the lines of a piece from one of its ends, up to `number` if it is given."""
        lines: list[int] = []
        cell = end
        while number is None or self.grid.number[cell] != number:
            onward = [(way, to) for way, to in self.grid.near[cell] if self.line[way] and way not in lines[-1:]]
            if not onward:
                break
            way, cell = onward[0]
            lines.append(way)
        return lines

    def _join(self, a: int, b: int) -> None:
        """Join the pieces that end at `a` and `b`."""
        one, two = self.other[a], self.other[b]
        near_one = self.nearest[b] if self.nearest[one] is None else self.nearest[one]
        near_two = self.nearest[a] if self.nearest[two] is None else self.nearest[two]
        self.other[one], self.nearest[one] = two, near_one
        self.other[two], self.nearest[two] = one, near_two
        self.size[one] = self.size[two] = self.size[one] + self.size[two]
        for cell in (a, b):
            if self.lines[cell] == self.grid.need[cell]:
                full = Reason("full", self.at(cell, line=True))
                for way in self.at(cell, line=None):
                    self.settle(way, line=False, reason=full)
        self._close(one)
        self._close(two)

    def _close(self, end: int) -> None:
        """Rule out the open ways that a piece can't take from its end."""
        for way, beyond in self.grid.near[end]:
            if self.line[way] is None and (reason := self._closed(end, beyond)):
                self.settle(way, line=False, reason=reason)

    def _closed(self, a: int, b: int) -> Reason | None:
        """Return the reason for which a way between two piece ends is out, or None."""
        if self.other[a] == b:
            return Reason("loop", self.piece(a))
        here, there = self.nearest[a], self.nearest[b]
        if here is None or there is None:
            return None
        if abs(here - there) > 1:
            skipped = min(here, there) + 1
            return Reason("order", self.piece(a, here) + self.piece(b, there), numbers=(here, there, skipped))
        all_numbers = {self.grid.number[self.other[a]], self.grid.number[self.other[b]]} == {0, self.grid.last}
        if all_numbers and self.size[a] + self.size[b] < len(self.grid.places):
            return Reason("soon", self.piece(a) + self.piece(b))
        return None
