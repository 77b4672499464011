"""Loops beside Zip's path: the cuts that forbid them, and the repair of a model with loops.

A cut states that some edge joins the loop to each part of the rest: the subtour elimination of G. Dantzig, R.
Fulkerson, S. Johnson, "Solution of a large-scale traveling-salesman problem" (1954). A loop has one segment, so it
holds no number: where it runs along the path or another loop, two parallel edges of a 2x2 square can be exchanged for
the two others. That joins the two and keeps the order of the numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from player.games.zip_path.domains import cells_of
from player.sat.cnf import Clause, Model

Near = Sequence[Sequence[int]]
"""For each cell, the neighbours to which it has an edge."""


@dataclass(frozen=True, slots=True)
class Loops:
    """The cuts and the repair for a grid of cells that are numbered row by row, `cols` in a row.

    `edges` are the variables of the possible edges, each with its two cells; `sides` are, as bit masks, the cells
    without a wall or the rim on the right, and below. The path starts at the cell `start`.
    """

    edges: Sequence[tuple[int, int, int]]
    sides: tuple[int, int]
    start: int
    cols: int
    rows: int

    def cuts(self, model: Model) -> list[Clause]:
        """Return for each loop of `model` a clause for each part that it splits the rest into: some edge joins them."""
        used = self._used(model)
        cells = range(len(used))
        if len(self._path(used)) == len(used):
            return []
        _path, *loops = _parts(used, [self.start, *cells])
        near = self._near()
        clauses = []
        for loop in loops:
            rest = [[] if cell in loop else [b for b in near[cell] if b not in loop] for cell in cells]
            for part in _parts(rest, [cell for cell in cells if cell not in loop]):
                border = [edge for edge, a, b in self.edges if (a in loop and b in part) or (b in loop and a in part)]
                clauses.append(tuple(border))
        return clauses

    def repair(self, model: Model) -> Model | None:
        """Return the edge variables of a solution made by joining the loops of `model` to its path, or None."""
        used, near = self._used(model), self._near()
        parts = _parts(used, range(len(used)))
        part_of = {cell: number for number, part in enumerate(parts) for cell in part}
        left = len(parts)
        for square in self._squares():
            new, old = part_of[square[0]], part_of[square[3]]
            if new != old and _turn(used, near, square):
                part_of.update((cell, new) for cell, part in part_of.items() if part == old)
                left -= 1
        return self._along(used, model) if left == 1 else None

    def _used(self, model: Model) -> list[list[int]]:
        """Return for each cell the neighbours to which `model` has an edge."""
        used: list[list[int]] = [[] for _ in range(self.rows * self.cols)]
        for edge, a, b in self.edges:
            if model[edge - 1] > 0:
                used[a].append(b)
                used[b].append(a)
        return used

    def _near(self) -> Near:
        """Return for each cell the neighbours that no wall separates from it."""
        near: list[list[int]] = [[] for _ in range(self.rows * self.cols)]
        for open_side, step in zip(self.sides, (1, self.cols), strict=True):
            for cell in cells_of(open_side):
                near[cell].append(cell + step)
                near[cell + step].append(cell)
        return near

    def _squares(self) -> Iterable[tuple[int, int, int, int]]:
        """Yield the cells around each 2x2 square, from its upper left one, in both directions."""
        for a in range((self.rows - 1) * self.cols):
            if (a + 1) % self.cols:
                below = a + self.cols
                yield a, a + 1, below + 1, below
                yield a, below, below + 1, a + 1

    def _path(self, used: Near) -> list[int]:
        """Return the path in `used`, from its start; it has too many cells if it runs into itself."""
        path, before = [self.start], -1
        while len(path) <= len(used) and (onward := [cell for cell in used[path[-1]] if cell != before]):
            before = path[-1]
            path.append(onward[0])
        return path

    def _along(self, used: Near, model: Model) -> Model:
        """Return `model` with the edges of the path in `used`."""
        steps = {(min(pair), max(pair)) for pair in pairwise(self._path(used))}
        true = {edge for edge, a, b in self.edges if (a, b) in steps}
        edges = {edge for edge, _, _ in self.edges}
        return [
            (number if number in true else -number) if number in edges else literal
            for number, literal in enumerate(model, start=1)
        ]


def _turn(used: list[list[int]], near: Near, square: tuple[int, int, int, int]) -> bool:
    """Replace the edges a-b and c-d of `square` by b-c and d-a, if the former are used and no wall bars the latter."""
    a, b, c, d = square
    if b not in used[a] or d not in used[c] or c not in near[b] or d not in near[a]:
        return False
    for cell, old, new in ((a, b, d), (b, a, c), (c, d, b), (d, c, a)):
        used[cell][used[cell].index(old)] = new
    return True


def _parts(near: Near, starts: Iterable[int]) -> list[set[int]]:
    """Return the connected components of a graph, in the order of `starts`."""
    parts: list[set[int]] = []
    seen: set[int] = set()
    for start in starts:
        if start in seen:
            continue
        part, frontier = {start}, [start]
        for cell in frontier:
            fresh = [beyond for beyond in near[cell] if beyond not in part]
            part.update(fresh)
            frontier += fresh
        parts.append(part)
        seen |= part
    return parts
