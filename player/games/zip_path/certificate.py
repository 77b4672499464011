"""The check of the cuts in certificates of Zip.

A cut says that one of its edges is on the path. It holds if the other edges do not join all cells, for the path does.
Edges that the formula rules out one by one are no others. They must be impossible on the board: there is a wall, or the
path from one number to the next would be too long.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from player.certificates.checker.formula import Formula
from player.errors import CertificateError

Place = tuple[int, int]
Edge = tuple[Place, Place]

#: The largest side of a board.
MAX_SIDE = 64

_EDGE = re.compile(r"edge between row (\d{1,3}), column (\d{1,3}) and row (\d{1,3}), column (\d{1,3})")


def _place(cell: Any) -> Place:
    """Return the row and column, from 0, of a cell in JSON; raise ValueError if it is none."""
    row, col = cell
    if not (type(row) is type(col) is int):
        raise ValueError("not a cell")
    return row, col


def require_cuts(name: str, board: Mapping[str, Any], formula: Formula) -> None:
    """Raise CertificateError if a clause of the file `name` that is marked as a cut does not follow from the board."""
    try:
        grid = _Grid.of(board)
    except (KeyError, TypeError, ValueError):
        raise CertificateError("solution.json has no board of zip") from None
    edges = _usable_edges(name, grid, formula)
    if missing := next((edge for edge in grid.possible_edges() if edge not in edges.values()), None):
        (row, col), (other_row, other_col) = missing
        edge = f"row {row + 1}, column {col + 1} and row {other_row + 1}, column {other_col + 1}"
        raise CertificateError(f"{name} has no edge between {edge}, which nothing rules out")
    for cut in formula.cuts:
        clause = formula.clauses[cut]
        if not all(0 < literal <= len(formula.meanings) for literal in clause):
            raise CertificateError(f"{name}: clause {cut + 1} is no cut: a cut says that one of some edges is used")
        left = (edge for number, edge in edges.items() if number not in clause)
        if len(_joined(grid.numbers[0], left)) == grid.rows * grid.cols:
            raise CertificateError(f"{name}: clause {cut + 1} is no cut: the other edges join all cells without it")


def _usable_edges(name: str, grid: "_Grid", formula: Formula) -> dict[int, Edge]:
    """Return the edges of the variables that no clause rules out; raise CertificateError if the board has none such."""
    ruled_out = {-clause[0] for clause in formula.clauses if len(clause) == 1}
    edges = {}
    for number, text in enumerate(formula.meanings, start=1):
        match = _EDGE.fullmatch(text)
        top, left, bottom, right = (int(word) - 1 for word in match.groups()) if match else (0, 0, 0, 0)
        if number not in ruled_out:
            edges[number] = (top, left), (bottom, right)
            if (bottom, right) not in grid.near((top, left)):
                raise CertificateError(f"{name}: variable {number} is no edge between two cells that no wall parts")
    return edges


@dataclass(frozen=True, slots=True)
class _Grid:
    """A board of Zip; `walls` has both directions."""

    rows: int
    cols: int
    numbers: Sequence[Place]
    walls: frozenset[Edge]

    @classmethod
    def of(cls, board: Mapping[str, Any]) -> "_Grid":
        walls = [(_place(a), _place(b)) for a, b in board["walls"]]
        both = frozenset([*walls, *((b, a) for a, b in walls)])
        rows, cols = board["rows"], board["cols"]
        numbers = [_place(cell) for cell in board["numbers"]]
        if not numbers or not (type(rows) is type(cols) is int and 0 < rows <= MAX_SIDE and 0 < cols <= MAX_SIDE):
            raise ValueError("no grid")
        return cls(rows, cols, numbers, both)

    def near(self, cell: Place) -> Iterator[Place]:
        """Yield the neighbours of `cell` that no wall bars."""
        row, col = cell
        for beyond in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= beyond[0] < self.rows and 0 <= beyond[1] < self.cols and (cell, beyond) not in self.walls:
                yield beyond

    def possible_edges(self) -> Iterator[Edge]:
        """Yield the edges that the path may use, the upper or left cell first.

        The segments have as many steps together as there are cells but one. So none is longer than the shortest way
        between its numbers and what all shortest ways leave over.
        """
        away = [self._distances(number) for number in self.numbers]
        direct = [away[k].get(there, 0) for k, there in enumerate(self.numbers[1:])]
        over = self.rows * self.cols - 1 - sum(direct)
        for k, (first, last) in enumerate(pairwise(self.numbers)):
            within = {cell for cell in away[k] if cell not in self.numbers} | {first, last}
            for a in within - {last}:
                for b in self.near(a):
                    if b not in within or b == first or b not in away[k + 1]:
                        continue
                    if away[k][a] + 1 + away[k + 1][b] <= direct[k] + over:
                        yield min(a, b), max(a, b)

    def _distances(self, start: Place) -> dict[Place, int]:
        """Return the steps from `start` to each cell, on ways that go over no other number."""
        steps = {start: 0}
        frontier = deque([start])
        while frontier:
            cell = frontier.popleft()
            if cell != start and cell in self.numbers:
                continue
            for beyond in self.near(cell):
                if beyond not in steps:
                    steps[beyond] = steps[cell] + 1
                    frontier.append(beyond)
        return steps


def _joined(start: Place, edges: Iterable[Edge]) -> set[Place]:
    """Return the cells that `edges` join to `start`."""
    beside: dict[Place, list[Place]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    found, frontier = {start}, [start]
    for cell in frontier:
        fresh = [beyond for beyond in beside.get(cell, ()) if beyond not in found]
        found.update(fresh)
        frontier += fresh
    return found
