"""The check of the cuts in certificates of Zip.

A cut says that one of its edges is on the path. It holds if the other edges do not join all cells, for the path does.
Edges that the formula rules out one by one are no others. They must be impossible on the board: there is a wall, or the
path from one number to the next would be too long.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from player.certificates.checker.formula import Formula
from player.errors import CertificateError

Place = tuple[int, int]
Edge = tuple[Place, Place]
"""Two neighbouring cells, the upper or left one first."""
Near = Mapping[Place, Sequence[Place]]
"""By cell: the cells that one step leads to."""

#: The largest side of a board.
MAX_SIDE = 64

_EDGE = re.compile(r"edge between row (\d{1,3}), column (\d{1,3}) and row (\d{1,3}), column (\d{1,3})")


def require_cuts(name: str, board: Mapping[str, Any], formula: Formula) -> None:
    """Raise CertificateError if a clause of the file `name` that is marked as a cut does not follow from the board."""
    try:
        near, numbers = _grid(board)
    except (KeyError, TypeError, ValueError):
        raise CertificateError("solution.json has no board of zip") from None
    edges = _usable_edges(name, near, formula)
    if missing := next((edge for edge in _possible_edges(near, numbers) if edge not in edges.values()), None):
        (row, col), (other_row, other_col) = missing
        edge = f"row {row + 1}, column {col + 1} and row {other_row + 1}, column {other_col + 1}"
        raise CertificateError(f"{name} has no edge between {edge}, which nothing rules out")
    for cut in formula.cuts:
        clause = formula.clauses[cut]
        if not all(0 < literal <= len(formula.meanings) for literal in clause):
            raise CertificateError(f"{name}: clause {cut + 1} is no cut: a cut says that one of some edges is used")
        left = _along(edge for number, edge in edges.items() if number not in clause)
        if len(_distances(numbers[0], left)) == len(near):
            raise CertificateError(f"{name}: clause {cut + 1} is no cut: the other edges join all cells without it")


def _grid(board: Mapping[str, Any]) -> tuple[Near, list[Place]]:
    """Return the steps that no wall bars, and the cells of the numbers; raise ValueError if that is no board."""
    rows, cols = board["rows"], board["cols"]
    numbers = [_place(cell) for cell in board["numbers"]]
    if not numbers or not (type(rows) is type(cols) is int and 0 < rows <= MAX_SIDE and 0 < cols <= MAX_SIDE):
        raise ValueError("no grid")
    walls = {tuple(sorted((_place(a), _place(b)))) for a, b in board["walls"]}
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    if not set(numbers).issubset(cells):
        raise ValueError("a number is outside the grid")
    pairs = ((at, beyond) for at in cells for beyond in ((at[0] + 1, at[1]), (at[0], at[1] + 1)))
    near = _along(pair for pair in pairs if pair[1][0] < rows and pair[1][1] < cols and pair not in walls)
    return {at: near.get(at, []) for at in cells}, numbers


def _place(cell: Any) -> Place:
    """Return the row and column, from 0, of a cell in JSON; raise ValueError if it is none."""
    row, col = cell
    if not (type(row) is type(col) is int):
        raise ValueError("not a cell")
    return row, col


def _usable_edges(name: str, near: Near, formula: Formula) -> dict[int, Edge]:
    """Return the edges of the variables that no clause rules out; raise CertificateError if the board has none such."""
    ruled_out = {-clause[0] for clause in formula.clauses if len(clause) == 1}
    edges = {}
    for number, text in enumerate(formula.meanings, start=1):
        match = _EDGE.fullmatch(text)
        top, left, bottom, right = (int(word) - 1 for word in match.groups()) if match else (0, 0, 0, 0)
        if number not in ruled_out:
            edges[number] = (top, left), (bottom, right)
            if (bottom, right) not in near.get((top, left), ()):
                raise CertificateError(f"{name}: variable {number} is no edge between two cells that no wall parts")
    return edges


def _possible_edges(near: Near, numbers: Sequence[Place]) -> Iterator[Edge]:
    """Yield the edges that the path may use.

    The segments have as many steps together as there are cells but one. So none is longer than the shortest way
    between its numbers and what all shortest ways leave over.
    """
    away = [_distances(number, near, numbers) for number in numbers]
    direct = [away[k].get(there, 0) for k, there in enumerate(numbers[1:])]
    over = len(near) - 1 - sum(direct)
    for k, (first, last) in enumerate(pairwise(numbers)):
        within = {cell for cell in away[k] if cell not in numbers} | {first, last}
        for a in within - {last}:
            for b in near[a]:
                if b not in within or b == first or b not in away[k + 1]:
                    continue
                if away[k][a] + 1 + away[k + 1][b] <= direct[k] + over:
                    yield min(a, b), max(a, b)


def _distances(start: Place, near: Near, closed: Sequence[Place] = ()) -> dict[Place, int]:
    """Return the steps from `start` to each cell that they reach, on ways that go over no `closed` cell."""
    steps = {start: 0}
    frontier = [start]
    for cell in frontier:  # the list grows during the loop
        if cell != start and cell in closed:
            continue
        fresh = [beyond for beyond in near.get(cell, ()) if beyond not in steps]
        steps.update(dict.fromkeys(fresh, steps[cell] + 1))
        frontier += fresh
    return steps


def _along(edges: Iterable[Edge]) -> dict[Place, list[Place]]:
    """Return the steps along `edges`, in both directions."""
    near: dict[Place, list[Place]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return near
