"""Zip's encoding: edges, segment labels, cuts on demand (docs/encodings.md, "Zip").

No variable states when a cell is visited. An edge variable states that the path runs between two neighbours, and each
cell has the right number of edges. Each cell has a label of a few bits: the segment of the path that it is on; segment
k, from 0, runs from the k-th number to the next. Labels are equal along the edges, and of the two edges of a number one
comes from the segment before it and one goes to the segment after it. That keeps the numbers in order. Only loops
beside the path remain possible.

They are cut off on demand, and repaired (`player.games.loops`): a loop has one segment, so it holds no number, and
joining it to the path keeps the order of the numbers.

Most clauses are the same for all boards of one size, and are kept. What a board adds is units and a few clauses for
each number. Cells are ints here, row * cols + col.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, chain, combinations, compress, count
from operator import or_

from player.games.grid import Cell, linked, neighbouring
from player.games.loops import Loops
from player.games.zip_path.board import Board, Solution
from player.sat.cardinality import exactly, exactly_one
from player.sat.cnf import CNF, CONTRADICTION, Clause, equal_if

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
    loops = Loops([rules.edges[edge - 1] for edge in possible], start, board.cols, board.rows)
    return CNF(clauses, rules.names, cuts=loops.cuts, repair=loops.repair)


def decode(board: Board, facts: list[Edge]) -> Solution:
    """Return the path along the true edges."""
    near = linked(facts)
    path = [board.numbers[0]]
    while onward := near[path[-1]]:
        near[onward[0]].remove(path[-1])
        path.append(onward[0])
    return tuple(path)


def sentence(edge: Edge) -> str:
    """Return the meaning of a variable, by its edge."""
    return f"edge between {edge[0].spoken} and {edge[1].spoken}"


class _Rules:
    """The variables and clauses of all boards of one size, with labels of `bits` bits.

    Each of the `edges` is a variable with its two cells; `right[cell]` and `down[cell]` are the edges from a cell. The
    bits of a cell's label follow, cell by cell.
    """

    def __init__(self, rows: int, cols: int, bits: int) -> None:
        size, self.names = rows * cols, tuple(neighbouring(rows, cols))
        self.edges = [
            (edge, a.row * cols + a.col, b.row * cols + b.col) for edge, (a, b) in enumerate(self.names, start=1)
        ]
        self.right = {a: edge for edge, a, b in self.edges if b % cols == a % cols + 1}
        self.down = {a: edge for edge, a, b in self.edges if b == a + cols}
        self.at: list[list[int]] = [[] for _ in range(size)]
        for edge, a, b in self.edges:
            self.at[a].append(edge)
            self.at[b].append(edge)
        self.two = [tuple(exactly(2, edges)) for edges in self.at]
        self.one = [tuple(exactly_one(edges)) for edges in self.at]
        first = len(self.edges) + 1
        self.label = [range(first + bits * cell, first + bits * cell + bits) for cell in range(size)]
        self.same = [
            [equal_if(edge, *pair) for pair in zip(self.label[a], self.label[b], strict=True)]
            for edge, a, b in self.edges
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
            _, a, b = rules.edges[edge - 1]
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
        beyond = [(edge, rules.label[sum(rules.edges[edge - 1][1:]) - cell][bit]) for edge in ways]
        for (one, a), (other, b) in combinations(beyond, 2):
            clauses += (-one, -other, a, b), (-one, -other, -a, -b)
    return clauses


def _code(segment: int) -> int:
    """Return the label of a segment: a Gray code, in which neighbours differ in one bit."""
    return segment ^ segment >> 1


def _units(rules: _Rules, segments: Sequence[int], possible: Sequence[int]) -> list[Clause]:
    """Return clauses: other edges are not used; a bit that all segments of a cell share is that of the cell's label."""
    clauses: list[Clause] = [(-edge,) for edge in set(range(1, len(rules.edges) + 1)).difference(possible)]
    bits = len(rules.label[0])
    for bit, label in enumerate(rules.label[0]):
        of_bit = [0, 0]
        for segment, mask in enumerate(segments):
            of_bit[_code(segment) >> bit & 1] |= mask
        false, true = of_bit
        clauses += [(label + bits * cell,) for cell in cells_of(true & ~false)]
        clauses += [(-label - bits * cell,) for cell in cells_of(false & ~true)]
    return clauses


#: The digits "0" and "1" as numbers.
_BITS = bytes.maketrans(b"01", bytes(range(2)))


def cells_of(mask: int) -> list[int]:
    """Return the cells of a bit mask."""
    return [*compress(count(), f"{mask:b}".encode()[::-1].translate(_BITS))]


# The cells that each segment may pass, from parity and distances: what needs no search
#
# Sets of cells are bit masks. All segments are walked at once: their masks lie side by side in one int, so that one
# step of a breadth-first search takes a few operations for all of them.


def parity_allows(board: Board) -> bool:
    """Return whether chessboard colours allow a path.

    Colours alternate along the path, so its ends differ on an even number of cells. On an odd number, both ends have
    the colour of the corners, which is in the majority.
    """
    first, last = (sum(board.numbers[end]) % 2 for end in (0, -1))
    return first != last if board.rows * board.cols % 2 == 0 else first == last == 0


def open_sides(board: Board) -> tuple[int, int]:
    """Return the cells without a wall or the rim on their right, and those without one below."""
    right, down = _open_grid(*board.shape)
    for (row, col), (below, _) in board.walls:
        bit = 1 << row * board.cols + col
        if row == below:
            right &= ~bit
        else:
            down &= ~bit
    return right, down


@lru_cache
def _open_grid(rows: int, cols: int) -> tuple[int, int]:
    row = (1 << cols - 1) - 1
    return sum(row << at * cols for at in range(rows)), (1 << (rows - 1) * cols) - 1


def domains(board: Board, right: int, down: int) -> list[int] | None:
    """Return for each segment the cells that it may pass, its ends included; None if the numbers can't be joined.

    Segment k, from 0, may pass a cell only if the detour from number k over the cell to number k + 1 takes no more
    cells than the shortest ways between all numbers leave over.
    """
    size, segments = board.rows * board.cols, len(board.numbers) - 1
    numbers = [row * board.cols + col for row, col in board.numbers]
    places = range(0, segments * size, size)
    goals = sum(1 << place + there for place, there in zip(places, numbers[1:], strict=True))
    layers = _layers(numbers, size, board.cols, right, down)
    slack = size - 1 - sum(steps * (layer & goals).bit_count() for steps, layer in enumerate(layers))
    reached = list(accumulate(layers, or_))
    if slack < 0 or goals & ~reached[-1]:
        return None
    may = 0
    backwards = [mask >> size for mask in reversed(reached)]
    for steps, layer in enumerate(layers):
        if ending := layer & goals:
            chosen = sum((1 << size) - 1 << place for place in places if ending >> place & (1 << size) - 1)
            beyond = steps + slack + 1 - len(layers)  # ways back may be so much longer than the longest
            back = backwards[:1] * beyond + backwards if beyond >= 0 else backwards[-beyond:]
            passed = 0
            for at, to_goal in zip(layers, back, strict=False):
                passed |= at & to_goal
            may |= passed & chosen
    spots = [1 << cell for cell in numbers]
    others = (1 << size) - 1 - sum(spots)
    return [
        may >> place & (others | start | end) for place, start, end in zip(places, spots[:-1], spots[1:], strict=True)
    ]


def _layers(numbers: Sequence[int], size: int, cols: int, right: int, down: int) -> list[int]:
    """Return for each distance the cells at this distance from each number, without passing another number.

    Number k has its own mask, `size` * k bits further up.
    """
    every = sum(1 << place for place in range(0, len(numbers) * size, size))
    plain = ((1 << size) - 1 - sum(1 << cell for cell in numbers)) * every
    right, down = right * every, down * every
    frontier = seen = sum(1 << at * size + cell for at, cell in enumerate(numbers))
    layers = []
    while frontier:
        layers.append(frontier)
        if len(layers) > 1:
            frontier &= plain
        spread = (frontier & right) << 1 | frontier >> 1 & right | (frontier & down) << cols | frontier >> cols & down
        frontier = spread & ~seen
        seen |= frontier
    return layers


def joined(segments: Sequence[int], right: int, down: int, cols: int) -> tuple[int, int]:
    """Return the cells from which a segment may run to the right, and those from which one may run down."""
    return (
        reduce(or_, (cells & cells >> 1 for cells in segments)) & right,
        reduce(or_, (cells & cells >> cols for cells in segments)) & down,
    )


def dead_end(board: Board, right: int, down: int) -> bool:
    """Return whether a cell has too few edges to the right, down, left and up: one for an end, else two."""
    left, up = right << 1, down << board.cols
    one, two = right | left, right & left
    for ways in (down, up):
        one, two = one | ways, two | one & ways
    ends = sum(1 << row * board.cols + col for row, col in (board.numbers[0], board.numbers[-1]))
    return (one & ends | two & ~ends) != (1 << board.rows * board.cols) - 1
