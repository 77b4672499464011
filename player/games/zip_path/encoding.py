"""Zip's encoding: edges, segment labels, cuts on demand (docs/encodings.md, "Zip").

No variable states when a cell is visited. An edge variable states that the path runs between two neighbours, and each
cell has the right number of edges. Each cell without a number has a label of a few bits: the segment of the path that
it is on. Equal labels along the edges keep the numbers in order. Only loops beside the path remain possible; `loops`
cuts them off.

Cells are ints here, row * cols + col, and sets of segments are bit masks: segment k, from 0, runs from the k-th number
to the next. A named variable is an `Edge`, in the direction of the path if one end is a number.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import count
from operator import and_, or_

from player.games.grid import Cell, cells, neighbours
from player.games.zip_path.board import Board, Solution
from player.games.zip_path.loops import Loops
from player.sat.cardinality import exactly, exactly_one
from player.sat.cnf import CNF, CONTRADICTION, Clause, equal_if

Edge = tuple[Cell, Cell]


def encode(board: Board) -> CNF:
    """Return the formula of `board`; `CONTRADICTION` if parity or distances already rule out a solution."""
    grid = _Grid(board)
    if not _parity_allows(board) or (segments := _segments(grid)) is None:
        return CONTRADICTION
    edges = _Edges(grid, segments)
    if any(len(edges.at[cell]) < 2 for cell in grid.plain) or not all(edges.out_of[:-1]) or not all(edges.into[1:]):
        return CONTRADICTION
    clauses = [*_degrees(grid, edges), *_labels(grid, segments, edges), *_small_loops(grid, edges)]
    places = list(cells(*board.shape))
    names = [(places[a], places[b]) for a, b in edges.ends]
    loops = Loops(grid.near, edges.ends, start=grid.numbers[0], cols=grid.cols)
    return CNF(clauses, names, cuts=loops.cuts, repair=loops.repair)


def decode(board: Board, facts: list[Edge]) -> Solution:
    """Return the path along the true edges."""
    near: dict[Cell, list[Cell]] = {}
    for a, b in facts:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    path, seen = [board.numbers[0]], {board.numbers[0]}
    while onward := [cell for cell in near[path[-1]] if cell not in seen]:
        path.append(onward[0])
        seen.add(onward[0])
    return tuple(path)


def sentence(edge: Edge) -> str:
    """Return the meaning of a variable, by its edge."""
    return f"edge between {edge[0]} and {edge[1]}"


# Preprocessing


class _Grid:
    """A board as ints: the neighbours of each cell, the cells of the numbers, and the number (from 0) of each cell."""

    def __init__(self, board: Board) -> None:
        rows, cols = board.shape
        self.cols = cols
        self.near = [list(near) for near in _open_grid(rows, cols)]
        for a, b in board.walls:
            here, there = a.row * cols + a.col, b.row * cols + b.col
            self.near[here].remove(there)
            self.near[there].remove(here)
        self.numbers = [row * cols + col for row, col in board.numbers]
        self.number: list[int | None] = [None] * len(self.near)
        for number, cell in enumerate(self.numbers):
            self.number[cell] = number
        self.plain = [cell for cell, number in enumerate(self.number) if number is None]


@lru_cache
def _open_grid(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(r * cols + c for r, c in neighbours(at, rows, cols)) for at in cells(rows, cols))


def _parity_allows(board: Board) -> bool:
    """Return whether chessboard colours allow a path.

    Colours alternate along the path, so its ends differ on an even number of cells. On an odd number, both ends have
    the colour of the corners, which is in the majority.
    """
    first, last = (sum(board.numbers[end]) % 2 for end in (0, -1))
    return first != last if board.rows * board.cols % 2 == 0 else first == last == 0


def _segments(grid: _Grid) -> list[int] | None:
    """Return for each cell the segments that may pass it; None if the numbers can't be joined.

    Segment k may pass a cell only if the detour from number k over the cell to number k + 1 takes no more cells than
    the shortest ways between all numbers leave over.
    """
    away = [_distances(grid, start) for start in grid.numbers]
    shortest = [away[k].get(there, 0) for k, there in enumerate(grid.numbers[1:])]
    slack = len(grid.near) - 1 - sum(shortest)
    if slack < 0 or not all(shortest):
        return None
    passing = [0] * len(grid.near)
    for k, direct in enumerate(shortest):
        to_next = away[k + 1]
        for cell, steps in away[k].items():
            if steps + to_next.get(cell, len(grid.near)) <= direct + slack:
                passing[cell] |= 1 << k
    return passing if all(passing[cell] for cell in grid.plain) else None


def _distances(grid: _Grid, start: int) -> dict[int, int]:
    """Return the distance from `start` to each cell that a path can reach without passing another number."""
    steps = {start: 0}
    frontier = [start]
    for cell in frontier:  # a breadth-first search; the list grows during the loop
        for beyond in grid.near[cell]:
            if beyond not in steps:
                steps[beyond] = steps[cell] + 1
                if grid.number[beyond] is None:
                    frontier.append(beyond)
    return steps


# Variables


class _Edges:
    """The edge variables: `ends[i]` are the cells of variable i + 1.

    Two plain cells have one, if they share a segment. A number and a plain cell have two, for leaving the number and
    for entering it. Two numbers have one only if one follows the other.
    """

    def __init__(self, grid: _Grid, segments: list[int]) -> None:
        self.ends: list[tuple[int, int]] = []
        self.at: list[list[int]] = [[] for _ in grid.near]
        self.out_of: list[list[int]] = [[] for _ in grid.numbers]
        self.into: list[list[int]] = [[] for _ in grid.numbers]
        for a, near in enumerate(grid.near):
            for b in near:
                if self._possible(grid, segments, a, b):
                    self._add(grid, a, b)

    def _possible(self, grid: _Grid, segments: list[int], a: int, b: int) -> bool:
        """Return whether the path may run from `a` to `b`; an edge between plain cells has no direction."""
        leaving, entering = grid.number[a], grid.number[b]
        if leaving is None and entering is None:
            return a < b and segments[a] & segments[b] != 0
        if leaving is None:
            assert entering is not None
            return entering > 0 and segments[a] >> (entering - 1) & 1 == 1
        if entering is None:
            return segments[b] >> leaving & 1 == 1
        return entering == leaving + 1

    def _add(self, grid: _Grid, a: int, b: int) -> None:
        self.ends.append((a, b))
        literal = len(self.ends)
        self.at[a].append(literal)
        self.at[b].append(literal)
        if (leaving := grid.number[a]) is not None:
            self.out_of[leaving].append(literal)
        if (entering := grid.number[b]) is not None:
            self.into[entering].append(literal)


# Clauses


def _degrees(grid: _Grid, edges: _Edges) -> Iterator[Clause]:
    """Yield clauses: numbers are left once and entered once, except at the path's ends; other cells have two edges."""
    for literals in [*edges.out_of[:-1], *edges.into[1:]]:
        yield from exactly_one(literals)
    for cell in grid.plain:
        yield from exactly(2, edges.at[cell])
    both = {ends: literal for literal, ends in enumerate(edges.ends, start=1)}
    for (a, b), literal in both.items():
        if a < b and (back := both.get((b, a))):
            yield -literal, -back


def _labels(grid: _Grid, segments: list[int], edges: _Edges) -> Iterator[Clause]:
    """Yield clauses: labels are equal at both ends of an edge, and those of the segment if one end is a number."""
    codes = [
        k ^ k >> 1 for k in range(len(grid.numbers) - 1)
    ]  # Gray code: neighbours differ in one bit, so more bits are fixed
    bits = range((len(codes) - 1).bit_length())
    fixed = [[bool(code >> bit & 1) for bit in bits] for code in codes]
    fresh = count(len(edges.ends) + 1)
    labels: list[list[int | bool]] = [[] for _ in grid.near]
    for cell in grid.plain:
        own = [code for k, code in enumerate(codes) if segments[cell] >> k & 1]
        always, ever = reduce(and_, own), reduce(or_, own)
        labels[cell] = [next(fresh) if (always ^ ever) >> bit & 1 else bool(always >> bit & 1) for bit in bits]
    for literal, (a, b) in enumerate(edges.ends, start=1):
        leaving, entering = grid.number[a], grid.number[b]
        if leaving is not None and entering is not None:
            continue
        here = labels[a] if leaving is None else fixed[leaving]
        there = labels[b] if entering is None else fixed[entering - 1]
        for one, other in zip(here, there, strict=True):
            yield from _same_if(literal, one, other)


def _same_if(edge: int, one: int | bool, other: int | bool) -> tuple[Clause, ...]:
    """Return clauses for: if `edge` is used, two label bits are equal; each is a literal or a fixed truth value."""
    if isinstance(one, bool) and isinstance(other, bool):
        return ()  # the ends of an edge share a segment, so bits that are fixed at both are equal
    if isinstance(one, bool):
        return ((-edge, other if one else -other),)
    if isinstance(other, bool):
        return ((-edge, one if other else -one),)
    return equal_if(edge, one, other)


def _small_loops(grid: _Grid, edges: _Edges) -> Iterator[Clause]:
    """Yield a clause against each loop around one corner: the most frequent loops."""
    literal = {ends: number for number, ends in enumerate(edges.ends, start=1)}
    cols = grid.cols
    if cols == 1:  # no corner has four cells around it
        return
    for a in grid.plain:
        sides = ((a, a + 1), (a, a + cols), (a + 1, a + cols + 1), (a + cols, a + cols + 1))
        if all(ends in literal for ends in sides):
            yield tuple(-literal[ends] for ends in sides)
