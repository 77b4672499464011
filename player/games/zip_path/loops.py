"""Loops beside Zip's path: the cuts that forbid them, and the repair of a model with loops.

A cut states that some edge joins the loop to each part of the rest: the subtour elimination of G. Dantzig, R.
Fulkerson, S. Johnson, "Solution of a large-scale traveling-salesman problem" (1954). A loop has one segment, so it
holds no number: where it runs along the path or another loop, two parallel edges of a 2x2 square can be exchanged for
the two others. That joins the two and keeps the order of the numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from player.sat.cnf import Clause, Model

Near = Sequence[Sequence[int]]
"""For each cell, the neighbours to which it has an edge."""


@dataclass(frozen=True, slots=True)
class Loops:
    """The cuts and the repair for a grid of cells that are numbered row by row, `cols` in a row.

    `ends[i]` are the cells of edge variable i + 1, in the direction of the path if one is a number. The path starts at
    the cell `start`.
    """

    near: Near
    ends: Sequence[tuple[int, int]]
    start: int
    cols: int

    def cuts(self, model: Model) -> list[Clause]:
        """Return for each loop of `model` a clause for each part that it splits the rest into: some edge joins them."""
        cells = range(len(self.near))
        _path, *loops = _parts(self._used(model), [self.start, *cells])
        clauses = []
        for loop in loops:
            rest = [[] if cell in loop else [b for b in near if b not in loop] for cell, near in enumerate(self.near)]
            for part in _parts(rest, [cell for cell in cells if cell not in loop]):
                border = [
                    variable
                    for variable, (a, b) in enumerate(self.ends, start=1)
                    if (a in loop and b in part) or (b in loop and a in part)
                ]
                clauses.append(tuple(border))
        return clauses

    def repair(self, model: Model) -> Model | None:
        """Return the edge variables of a solution made by joining the loops of `model` to its path, or None."""
        used = self._used(model)
        parts = _parts(used, range(len(used)))
        part_of = {cell: number for number, part in enumerate(parts) for cell in part}
        left = len(parts)
        for a, b, c, d in self._squares():
            if part_of[a] != part_of[d] and self._turn(used, a, b, c, d):
                old, new = part_of[d], part_of[a]
                part_of.update((cell, new) for cell, part in part_of.items() if part == old)
                left -= 1
        return self._along(used) if left == 1 else None

    def _used(self, model: Model) -> list[list[int]]:
        """Return for each cell the neighbours to which `model` has an edge."""
        used: list[list[int]] = [[] for _ in self.near]
        for (a, b), literal in zip(self.ends, model, strict=False):
            if literal > 0:
                used[a].append(b)
                used[b].append(a)
        return used

    def _squares(self) -> Iterable[tuple[int, int, int, int]]:
        """Yield the cells around each 2x2 square, from its upper left one, in both directions."""
        for a in range(len(self.near) - self.cols):
            if (a + 1) % self.cols:
                below = a + self.cols
                yield a, a + 1, below + 1, below
                yield a, below, below + 1, a + 1

    def _turn(self, used: list[list[int]], a: int, b: int, c: int, d: int) -> bool:
        """Replace the edges a-b and c-d by b-c and d-a, if the former are used and no wall bars the latter."""
        if b not in used[a] or d not in used[c] or c not in self.near[b] or d not in self.near[a]:
            return False
        for cell, old, new in ((a, b, d), (b, a, c), (c, d, b), (d, c, a)):
            used[cell][used[cell].index(old)] = new
        return True

    def _along(self, used: Near) -> Model:
        """Return the edge variables of the path in `used`."""
        path = [self.start]
        while onward := [cell for cell in used[path[-1]] if cell not in path[-2:]]:
            path.append(onward[0])
        variable = {ends: number for number, ends in enumerate(self.ends, start=1)}
        true = {variable.get((a, b)) or variable[b, a] for a, b in pairwise(path)}
        return [number if number in true else -number for number in variable.values()]


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
