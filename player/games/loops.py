"""Lines through all cells: the cuts against loops beside the line, and the repair of a model that has such loops.

A cut states that some edge joins the loop to each part of the rest, the subtour elimination of G. Dantzig, R.
Fulkerson, S. Johnson, "Solution of a large-scale traveling-salesman problem" (1954). Where a loop runs along the line
or another loop, two parallel edges of a 2x2 square can be exchanged for the two others: that joins the two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from player.games.grid import connected
from player.sat.cnf import Clause, Model


@dataclass(frozen=True, slots=True)
class Loops:
    """The cuts and the repair for a grid of cells that are numbered row by row, `cols` in a row.

    `edges` are the variables of the possible edges, each with its two cells. The line starts at the cell `start`. A
    cell without an edge is not on it.
    """

    edges: Sequence[tuple[int, int, int]]
    start: int
    cols: int
    rows: int

    def cuts(self, model: Model) -> list[Clause]:
        """Return for each loop of `model` a clause for each part that it splits the rest into: some edge joins them."""
        used = self._linked(model)
        if self._is_one_line(used):
            return []
        _line, *parts = connected([self.start, *range(len(used))], used.__getitem__)
        loops = [part for part in parts if len(part) > 1]
        if not loops:
            return []
        near, clauses = self._linked(), []
        for loop in loops:
            rest = [cell for cell in range(len(used)) if near[cell] and cell not in loop]
            outside = [[at for at in near[cell] if at not in loop] for cell in range(len(used))]
            for part in connected(rest, outside.__getitem__):
                border = [edge for edge, a, b in self.edges if (a in loop and b in part) or (b in loop and a in part)]
                clauses.append(tuple(border))
        return clauses

    def repair(self, model: Model) -> Model | None:
        """Return `model` with the edges of a solution made by joining its loops to its line, or None."""
        used, near = self._linked(model), self._linked()
        parts = connected([cell for cell in range(len(used)) if near[cell]], used.__getitem__)
        part_of = {cell: number for number, part in enumerate(parts) for cell in part}
        left = len(parts)
        for square in self._squares():
            new, old = part_of.get(square[0]), part_of.get(square[3])
            if new is not None and new != old and _turn(used, near, square):
                part_of.update((cell, new) for cell, part in part_of.items() if part == old)
                left -= 1
        if left > 1:
            return None
        joined = [*model]
        for edge, a, b in self.edges:
            joined[edge - 1] = edge if b in used[a] else -edge
        return joined

    def _linked(self, model: Model | None = None) -> list[list[int]]:
        """Return for each cell the neighbours to which `model` has an edge, or to which one is possible."""
        near: list[list[int]] = [[] for _ in range(self.rows * self.cols)]
        for edge, a, b in self.edges:
            if model is None or model[edge - 1] > 0:
                near[a].append(b)
                near[b].append(a)
        return near

    def _is_one_line(self, used: Sequence[Sequence[int]]) -> bool:
        """Return whether the line from `start`, open or closed, takes all edges that are `used`."""
        before, at, length = -1, self.start, 0
        while ways := used[at]:
            onward = ways[0] if ways[0] != before else ways[-1]
            if onward == before:
                break
            before, at, length = at, onward, length + 1
            if at == self.start:
                break
        return 2 * length == sum(map(len, used))

    def _squares(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the cells around each 2x2 square, from its upper left one, in both directions."""
        for a in range((self.rows - 1) * self.cols):
            if (a + 1) % self.cols:
                below = a + self.cols
                yield a, a + 1, below + 1, below
                yield a, below, below + 1, a + 1


def _turn(used: list[list[int]], near: Sequence[Sequence[int]], square: tuple[int, int, int, int]) -> bool:
    """Replace the edges a-b and c-d of `square` by b-c and d-a, if those are used and these are possible."""
    a, b, c, d = square
    if b not in used[a] or d not in used[c] or c not in near[b] or d not in near[a]:
        return False
    for cell, old, new in ((a, b, d), (b, a, c), (c, d, b), (d, c, a)):
        used[cell][used[cell].index(old)] = new
    return True
