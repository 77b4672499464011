"""The complete encoding of Zip: arcs, and the position of each cell on the path as a binary number.

It states every rule, so any solver's model is a solution. Its search takes longer than that of `encoding`, with which
it shares nothing. An arc is an edge with the direction of the path. Each cell but the last number has one outgoing arc,
and each but the first has one incoming arc: that leaves a path from the first number to the last, and loops. But an arc
leads from a position to the next one, and a loop is shorter than the period of the counter.

Source: N.-F. Zhou, "In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem", CP 2020 (its binary
adder); the constraint on the order of the numbers is ours.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from player.games.grid import Cell, cells
from player.games.zip_path.board import Board, Solution
from player.sat.cardinality import Fresh, exactly_one
from player.sat.cnf import CNF, Clause, equal_if, equals, next_if

Bits = Sequence[int]
"""The variables of a binary number, the lowest bit first."""


class Arc(NamedTuple):
    """A step of the path from `start` to its neighbour `end`."""

    start: Cell
    end: Cell


Arcs = dict[Arc, int]
"""The variable of each arc."""


def encode(board: Board) -> CNF:
    """Return the formula over arcs; the bits of each cell's position and segment are auxiliary.

    On c cells with k numbers there are fewer than 4c arcs, c * ceil(log2 c) position bits and c * ceil(log2 k) segment
    bits. An arc takes six clauses for each bit of a position, and two for each of a segment.
    """
    first, last = board.numbers[0], board.numbers[-1]
    names = [Arc(a, b) for a in cells(*board.shape) for b in board.steps(a) if a != last and b != first]
    arcs = {arc: literal for literal, arc in enumerate(names, start=1)}
    fresh = Fresh(len(names) + 1)
    clauses = [clause for literals in _one_of(board, arcs) for clause in exactly_one(literals)]
    clauses += [(-there, -back) for (a, b), there in arcs.items() if a < b and (back := arcs.get(Arc(b, a)))]
    clauses += _places(board, arcs, fresh)
    clauses += _segments(board, arcs, fresh)
    return CNF(clauses, names)


def decode(board: Board, facts: list[Arc]) -> Solution:
    """Return the path along the true arcs, as far as it leads."""
    onward = dict(facts)
    path = [board.numbers[0]]
    while path[-1] in onward and len(path) < board.rows * board.cols:
        path.append(onward[path[-1]])
    return tuple(path)


def sentence(arc: Arc) -> str:
    """Return the meaning of a variable, by its arc."""
    return f"path from {arc.start.spoken} to {arc.end.spoken}"


def _one_of(board: Board, arcs: Arcs) -> Iterator[list[int]]:
    """Yield the groups of arcs of which exactly one is on the path: those out of a cell, and those into a cell."""
    for end, without in ((0, board.numbers[-1]), (1, board.numbers[0])):
        groups: dict[Cell, list[int]] = {cell: [] for cell in cells(*board.shape) if cell != without}
        for arc, literal in arcs.items():
            groups[arc[end]].append(literal)
        yield from groups.values()


def _places(board: Board, arcs: Arcs, fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses for positions: 0 for the first number, the greatest for the last, and each arc leads to the next.

    The cells with even positions have the chessboard colour of the first cell. This is implied, but speeds up the
    search.
    """
    length = board.rows * board.cols
    place = _numbers(board, length, fresh)
    for cell, known in ((board.numbers[0], 0), (board.numbers[-1], length - 1)):
        yield from ((literal,) for literal in equals(place[cell], known))
    for cell, bits in place.items():
        odd = (sum(cell) - sum(board.numbers[0])) % 2
        yield (bits[0] if odd else -bits[0],)
    for (a, b), literal in arcs.items():
        yield from next_if(literal, place[a], place[b])


def _segments(board: Board, arcs: Arcs, fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses: number i, from 0, begins segment i; an arc stays in a segment or leads to the next number."""
    segment = _numbers(board, len(board.numbers), fresh)
    begun = {cell: number for number, cell in enumerate(board.numbers)}
    for cell, number in begun.items():
        yield from ((literal,) for literal in equals(segment[cell], number))
    for (a, b), literal in arcs.items():
        if b in begun:
            yield from ((-literal, bit) for bit in equals(segment[a], begun[b] - 1))
        else:
            for bit, bit_next in zip(segment[a], segment[b], strict=True):
                yield from equal_if(literal, bit, bit_next)


def _numbers(board: Board, most: int, fresh: Fresh) -> dict[Cell, Bits]:
    """Return for each cell the variables of a number below `most`."""
    return {cell: [fresh() for _ in range((most - 1).bit_length())] for cell in cells(*board.shape)}
