"""Zip's encoding: edges, segment labels, cuts on demand (docs/encodings.md, "Zip").

No variable states when a cell is visited. An edge variable states that the path runs between two neighbours, and each
cell has the right number of edges. Each cell has a label of a few bits: the segment of the path that it is on; segment
k, from 0, runs from the k-th number to the next. Labels are equal along the edges, and of the two edges of a number one
comes from the segment before it and one goes to the segment after it. That keeps the numbers in order. Only loops
beside the path remain possible.

They are cut off on demand: a cut states that some edge joins the loop to each part of the rest, the subtour elimination
of G. Dantzig, R. Fulkerson, S. Johnson, "Solution of a large-scale traveling-salesman problem" (1954). And they are
repaired: a loop has one segment, so it holds no number; where it runs along the path or another loop, two parallel
edges of a 2x2 square can be exchanged for the two others. That joins the two and keeps the order of the numbers.

Most clauses are the same for all boards of one size, and are kept. What a board adds is units and a few clauses for
each number. Cells are ints here, row * cols + col.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain, combinations
from operator import or_

from player.games.grid import Cell, cells, connected
from player.games.zip_path.board import Board, Solution
from player.games.zip_path.domains import cells_of, dead_end, domains, joined, open_sides, parity_allows
from player.sat.cardinality import exactly, exactly_one
from player.sat.cnf import CNF, CONTRADICTION, Clause, Model, equal_if

Edge = tuple[Cell, Cell]
"""Two neighbouring cells, the upper or left one first."""


def encode(board: Board) -> CNF:
    """Return the formula of `board`; `CONTRADICTION` if parity, distances or dead ends already rule out a solution."""
    sides = open_sides(board)
    if not parity_allows(board) or (segments := domains(board, *sides)) is None:
        return CONTRADICTION
    right, down = joined(segments, *sides, board.cols)
    if dead_end(board, right, down):
        return CONTRADICTION
    rules = _rules(*board.shape, (len(segments) - 1).bit_length())
    possible = sorted([rules.right[cell] for cell in cells_of(right)] + [rules.down[cell] for cell in cells_of(down)])
    clauses = [
        *_degrees(board, rules),
        *_labels(board, rules, possible),
        *_units(rules, segments, possible),
        *rules.squares,
    ]
    start = board.numbers[0].row * board.cols + board.numbers[0].col
    loops = _Loops([rules.edges[edge - 1] for edge in possible], sides, start, board.cols, board.rows)
    return CNF(clauses, rules.names, cuts=loops.cuts, repair=loops.repair)


def decode(board: Board, facts: list[Edge]) -> Solution:
    """Return the path along the true edges."""
    near: dict[Cell, list[Cell]] = {}
    for a, b in facts:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    path = [board.numbers[0]]
    while onward := near[path[-1]]:
        near[onward[0]].remove(path[-1])
        path.append(onward[0])
    return tuple(path)


def sentence(edge: Edge) -> str:
    """Return the meaning of a variable, by its edge."""
    return f"edge between {edge[0]} and {edge[1]}"


class _Rules:
    """The variables and clauses of all boards of one size, with labels of `bits` bits.

    Variable i + 1 is the edge between the cells `ends[i]`; `right[cell]` and `down[cell]` are the edges from a cell.
    The bits of a cell's label follow, cell by cell.
    """

    def __init__(self, rows: int, cols: int, bits: int) -> None:
        size, places = rows * cols, list(cells(rows, cols))
        self.ends = [
            (cell, beyond)
            for cell in range(size)
            for beyond in (cell + 1, cell + cols)
            if (beyond == cell + 1 and beyond % cols) or (beyond == cell + cols and beyond < size)
        ]
        self.names = tuple((places[a], places[b]) for a, b in self.ends)
        self.edges = [(edge, *ends) for edge, ends in enumerate(self.ends, start=1)]
        edge_of = {ends: edge for edge, ends in enumerate(self.ends, start=1)}
        self.right = {a: edge for (a, b), edge in edge_of.items() if b % cols == a % cols + 1}
        self.down = {a: edge for (a, b), edge in edge_of.items() if b == a + cols}
        self.at: list[list[int]] = [[] for _ in places]
        for (a, b), edge in edge_of.items():
            self.at[a].append(edge)
            self.at[b].append(edge)
        self.two = [tuple(exactly(2, edges)) for edges in self.at]
        self.one = [tuple(exactly_one(edges)) for edges in self.at]
        first = len(self.ends) + 1
        self.label = [range(first + bits * cell, first + bits * cell + bits) for cell in range(size)]
        self.same = [
            [equal_if(edge, *pair) for pair in zip(self.label[a], self.label[b], strict=True)]
            for edge, (a, b) in enumerate(self.ends, start=1)
        ]
        self.all_same = [tuple(chain.from_iterable(of_edge)) for of_edge in self.same]
        corners = [cell for cell in self.right if cell in self.down]
        self.squares = [
            tuple(-edge for edge in (self.right[a], self.down[a], self.down[a + 1], self.right[a + cols]))
            for a in corners
        ]


_rules = lru_cache(maxsize=64)(_Rules)


def _degrees(board: Board, rules: _Rules) -> Iterator[Clause]:
    """Return clauses: the path's ends have one edge, all other cells have two."""
    degrees = rules.two.copy()
    for row, col in (board.numbers[0], board.numbers[-1]):
        degrees[row * board.cols + col] = rules.one[row * board.cols + col]
    return chain.from_iterable(degrees)


def _labels(board: Board, rules: _Rules, possible: Sequence[int]) -> list[Clause]:
    """Return clauses: labels are equal at both ends of an edge, but for one bit of each number between the ends.

    The segments before and after a number differ in that bit, and so do the cells beyond its two edges.
    """
    free = {
        row * board.cols + col: (_code(number) ^ _code(number - 1)).bit_length() - 1
        for number, (row, col) in enumerate(board.numbers[1:-1], start=1)
    }
    clauses: list[Clause] = []
    numbered = set(chain.from_iterable(rules.at[cell] for cell in free))
    for edge in possible:
        if edge in numbered:
            a, b = rules.ends[edge - 1]
            skipped = free.get(a), free.get(b)
            for bit, same in enumerate(rules.same[edge - 1]):
                if bit not in skipped:
                    clauses += same
        else:
            clauses += rules.all_same[edge - 1]
    usable = set(possible)
    for cell, bit in free.items():
        # this bit has no meaning: it is fixed, so that models do not differ in it
        clauses.append((-rules.label[cell][bit],))
        ways = [edge for edge in rules.at[cell] if edge in usable]
        beyond = [(edge, rules.label[sum(rules.ends[edge - 1]) - cell][bit]) for edge in ways]
        for (one, a), (other, b) in combinations(beyond, 2):
            clauses += (-one, -other, a, b), (-one, -other, -a, -b)
    return clauses


def _code(segment: int) -> int:
    """Return the label of a segment: a Gray code, in which neighbours differ in one bit."""
    return segment ^ segment >> 1


def _units(rules: _Rules, segments: Sequence[int], possible: Sequence[int]) -> list[Clause]:
    """Return clauses: other edges are not used; a bit that all segments of a cell share is that of the cell's label."""
    clauses: list[Clause] = [(-edge,) for edge in set(range(1, len(rules.ends) + 1)).difference(possible)]
    codes = [_code(k) for k in range(len(segments))]
    bits = len(rules.label[0])
    for bit, label in enumerate(rules.label[0]):
        true = reduce(or_, [mask for code, mask in zip(codes, segments, strict=True) if code >> bit & 1], 0)
        false = reduce(or_, [mask for code, mask in zip(codes, segments, strict=True) if not code >> bit & 1], 0)
        clauses += [(label + bits * cell,) for cell in cells_of(true & ~false)]
        clauses += [(-label - bits * cell,) for cell in cells_of(false & ~true)]
    return clauses


# Loops beside the path


@dataclass(frozen=True, slots=True)
class _Loops:
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
        _path, *loops = connected([self.start, *range(len(used))], used.__getitem__)
        if not loops:
            return []
        near, clauses = self._near(), []
        for loop in loops:
            rest = [cell for cell in range(len(used)) if cell not in loop]
            outside = [[at for at in near[cell] if at not in loop] for cell in range(len(used))]
            for part in connected(rest, outside.__getitem__):
                border = [edge for edge, a, b in self.edges if (a in loop and b in part) or (b in loop and a in part)]
                clauses.append(tuple(border))
        return clauses

    def repair(self, model: Model) -> Model | None:
        """Return `model` with the edges of a solution made by joining its loops to its path, or None."""
        used, near = self._used(model), self._near()
        parts = connected(range(len(used)), used.__getitem__)
        part_of = {cell: number for number, part in enumerate(parts) for cell in part}
        left = len(parts)
        for square in self._squares():
            new, old = part_of[square[0]], part_of[square[3]]
            if new != old and _turn(used, near, square):
                part_of.update((cell, new) for cell, part in part_of.items() if part == old)
                left -= 1
        if left > 1:
            return None
        joined = [*model]
        for edge, a, b in self.edges:
            joined[edge - 1] = edge if b in used[a] else -edge
        return joined

    def _used(self, model: Model) -> list[list[int]]:
        """Return for each cell the neighbours to which `model` has an edge."""
        used: list[list[int]] = [[] for _ in range(self.rows * self.cols)]
        for edge, a, b in self.edges:
            if model[edge - 1] > 0:
                used[a].append(b)
                used[b].append(a)
        return used

    def _near(self) -> Sequence[Sequence[int]]:
        """Return for each cell the neighbours that no wall separates from it."""
        near: list[list[int]] = [[] for _ in range(self.rows * self.cols)]
        for open_side, step in zip(self.sides, (1, self.cols), strict=True):
            for cell in cells_of(open_side):
                near[cell].append(cell + step)
                near[cell + step].append(cell)
        return near

    def _squares(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the cells around each 2x2 square, from its upper left one, in both directions."""
        for a in range((self.rows - 1) * self.cols):
            if (a + 1) % self.cols:
                below = a + self.cols
                yield a, a + 1, below + 1, below
                yield a, below, below + 1, a + 1


def _turn(used: list[list[int]], near: Sequence[Sequence[int]], square: tuple[int, int, int, int]) -> bool:
    """Replace the edges a-b and c-d of `square` by b-c and d-a, if those are used and no wall bars these."""
    a, b, c, d = square
    if b not in used[a] or d not in used[c] or c not in near[b] or d not in near[a]:
        return False
    for cell, old, new in ((a, b, d), (b, a, c), (c, d, b), (d, c, a)):
        used[cell][used[cell].index(old)] = new
    return True
