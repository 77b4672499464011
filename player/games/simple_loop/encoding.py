"""Simple Loop as CNF: two edges for each open cell, and cuts on demand against several loops (`player.games.loops`).

The complete encoding has no cuts. It gives the loop a direction, by arcs, and each cell its position on the loop as a
binary number, as that of Zip does: N.-F. Zhou, "In pursuit of an efficient SAT encoding for the Hamiltonian cycle
problem", CP 2020.
"""

from collections.abc import Iterator

from player.games.grid import Cell, Wall, cells, linked
from player.games.loops import Loops
from player.games.simple_loop.board import Board, Solution
from player.sat.cardinality import Fresh, exactly, exactly_one
from player.sat.cnf import CNF, CONTRADICTION, Clause, equals, next_if


def encode(board: Board) -> CNF:
    """Return the formula of `board`; `CONTRADICTION` if its open cells are not half black, half white as in chess."""
    opened = board.open
    if 2 * sum((row + col) % 2 for row, col in opened) != len(opened):
        return CONTRADICTION
    number = {at: index for index, at in enumerate(cells(*board.shape))}
    edges = [(edge, number[a], number[b]) for edge, (a, b) in enumerate(board.edges, start=1)]
    loops = Loops(edges, number[opened[0]], board.cols, board.rows)
    return CNF([*_degrees(board)], board.edges, cuts=loops.cuts, repair=loops.repair)


def _degrees(board: Board) -> Iterator[Clause]:
    """Yield clauses: each open cell has two edges."""
    at: dict[Cell, list[int]] = {cell: [] for cell in board.open}
    for edge, ends in enumerate(board.edges, start=1):
        for end in ends:
            at[end].append(edge)
    for literals in at.values():
        yield from exactly(2, literals)


def encode_whole(board: Board) -> CNF:
    """Return the formula over edges without cuts; arcs and the bits of positions are auxiliary.

    The first open cell has the position 0, and the loop leaves it to the right.
    """
    edges, opened = board.edges, board.open
    fresh = Fresh(len(edges) + 1)
    arcs = {arc: fresh() for a, b in edges for arc in ((a, b), (b, a))}
    place = {at: [fresh() for _ in range((len(opened) - 1).bit_length())] for at in opened}
    clauses = [*_degrees(board)]
    for edge, (a, b) in enumerate(edges, start=1):
        there, back = arcs[a, b], arcs[b, a]
        clauses += (-edge, there, back), (-there, edge), (-back, edge), (-there, -back)
    for end in (0, 1):
        for at in opened:
            clauses += exactly_one([literal for arc, literal in arcs.items() if arc[end] == at])
    start = opened[0]
    clauses += [(literal,) for literal in equals(place[start], 0)]
    clauses.append(tuple(literal for (a, b), literal in arcs.items() if a == start and b.row == start.row))
    for (a, b), literal in arcs.items():
        if b != start:
            clauses += next_if(literal, place[a], place[b])
    return CNF(clauses, edges)


def decode(board: Board, facts: list[Wall]) -> Solution:
    """Return the loop along the true edges, as far as it leads."""
    near = linked(facts)
    loop = {board.open[0]: None}
    while onward := [at for at in near[next(reversed(loop))] if at not in loop]:
        loop[min(onward)] = None
    return tuple(loop)


def sentence(edge: Wall) -> str:
    """Return the meaning of a variable, by its edge."""
    return f"edge between {edge[0].spoken} and {edge[1].spoken}"
