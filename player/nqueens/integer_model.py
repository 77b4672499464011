"""N queens as a 0/1-integer model for Z3, with sums as constraints.

Source: the integer mode of the preprint "Chess Queens social distancing problem using an SMT (integer) Solver" (2020).
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from player.errors import NotInstalled
from player.games.grid import Cell
from player.nqueens.model import Solution, groups, judged

try:
    import z3
except ImportError:
    raise NotInstalled.of_extra("compare", "z3 is not installed") from None


def first(n: int) -> Solution | None:
    """Return a solution, or None if there is none."""
    return next(each(n), None)


def each(n: int) -> Iterator[Solution]:
    """Yield all solutions; each is excluded before the search for the next."""
    solver, squares = encode(n)
    while (answer := solver.check()) == z3.sat:
        model = solver.model()
        queens = [at for at, square in squares.items() if model[square].as_long() == 1]
        yield judged(n, tuple(queens))
        solver.add(z3.Or(*(squares[queen] == 0 for queen in queens)))
    if answer == z3.unknown:  # Z3 handles Ctrl-C itself and ends its search
        raise KeyboardInterrupt


def encode(n: int) -> tuple[Any, dict[Cell, Any]]:
    """Return a solver and its integers, 0 or 1 for each square; rows and columns sum to 1, diagonals to at most 1."""
    grid = [[z3.Int(f"x_{row}_{col}") for col in range(n)] for row in range(n)]
    solver = z3.Solver()
    for square in chain(*grid):
        solver.add(square >= 0, square <= 1)
    for kind, lines in groups(grid).items():
        for line in lines:
            solver.add(z3.Sum(line) == 1 if kind in {"row", "column"} else z3.Sum(line) <= 1)
    return solver, {Cell(row, col): grid[row][col] for row in range(n) for col in range(n)}
