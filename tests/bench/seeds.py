"""Models of other projects for Z3 (docs/encodings.md, "Encodings to compare with").

Each returns one solution or none; `all_columns` returns all.
"""

from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from typing import Any

from z3 import And, Distinct, If, Implies, Int, Or, Solver, Sum, sat

from player.games import queens, zip_path
from player.games.grid import Cell, cells
from player.nqueens.model import Solution


def z_q(board: queens.board.Board) -> list[queens.board.Solution]:
    """Queens as in PauJimeno/SMTQueens: the row of the queen in each column, and 0 or 1 for each cell."""
    n = board.size
    row_of = [Int(f"Q_{col}") for col in range(n)]
    held = {at: Int(f"H_{at.row}_{at.col}") for at in cells(n, n)}
    solver = Solver()
    solver.add(Distinct(row_of), *(And(row >= 0, row < n) for row in row_of))
    solver.add(*(Or(h == 0, h == 1) for h in held.values()))
    for region in range(n):
        solver.add(Sum([held[at] for at in held if board.regions[at.row][at.col] == region]) == 1)
    for (row, col), here in held.items():
        solver.add((row_of[col] == row) == (here == 1))
        corners = [held.get(Cell(row + down, col + right)) for down in (-1, 1) for right in (-1, 1)]
        solver.add(*(Implies(here == 1, corner == 0) for corner in corners if corner is not None))
    solver.add(*(held[given] == 1 for given in board.givens))
    return [tuple(at for at in held if model[held[at]].as_long()) for model in _first(solver)]


def z_z(board: zip_path.board.Board) -> list[zip_path.board.Solution]:
    """Zip as in PauJimeno/LinkedIn-Games-Solver: the place of each cell on the path, from 0."""
    place = {at: Int(f"P_{at.row}_{at.col}") for at in cells(*board.shape)}
    first, last = board.numbers[0], board.numbers[-1]
    solver = Solver()
    solver.add(*(And(at >= 0, at < len(place)) for at in place.values()))
    solver.add(place[first] == 0, place[last] == len(place) - 1)
    solver.add(*(place[a] < place[b] for a, b in pairwise(board.numbers)))
    for at, here in place.items():
        for step, end in ((1, last), (-1, first)):
            if at != end:
                solver.add(Sum([If(place[near] == here + step, 1, 0) for near in board.steps(at)]) == 1)
    return [tuple(sorted(place, key=lambda at: model[place[at]].as_long())) for model in _first(solver)]


def all_columns(n: int) -> list[Solution]:
    """N-queens as in an example of Satisfiability.jl: the column of each row's queen; what is found is forbidden."""
    return list(_columns(n))


def columns(n: int) -> list[Solution]:
    """The first solution of the same."""
    return list(islice(_columns(n), 1))


def _columns(n: int) -> Iterator[Solution]:
    columns = [Int(f"Q_{row}") for row in range(n)]
    solver = Solver()
    solver.add(Distinct(columns), *(And(col >= 0, col < n) for col in columns))
    for (i, a), (j, b) in combinations(enumerate(columns), 2):
        solver.add(a - b != j - i, b - a != j - i)
    while solver.check() == sat:
        model = solver.model()
        yield (found := tuple(Cell(row, model[col].as_long()) for row, col in enumerate(columns)))
        solver.add(Or([columns[row] != col for row, col in found]))


def _first(solver: Any) -> Iterator[Any]:
    if solver.check() == sat:
        yield solver.model()
