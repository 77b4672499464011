"""N queens as a 0/1-integer model for Z3: what a modeller writes who thinks in sums.

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
    raise NotInstalled("z3 is not installed: pip install 'player[compare]'") from None


def first(n: int) -> Solution | None:
    return next(each(n), None)


def each(n: int) -> Iterator[Solution]:
    """All solutions, one after the other; each is forbidden before the next is looked for."""
    solver, squares = encode(n)
    while (answer := solver.check()) == z3.sat:
        model = solver.model()
        queens = [at for at, square in squares.items() if model[square].as_long() == 1]
        yield judged(n, tuple(queens))
        solver.add(z3.Or(*(squares[queen] == 0 for queen in queens)))
    if answer == z3.unknown:  # it hears Ctrl-C itself, and ends its search
        raise KeyboardInterrupt


def encode(n: int) -> tuple[Any, dict[Cell, Any]]:
    """An integer, 0 or 1, for each square; rows and columns have the sum 1, diagonals at most 1."""
    grid = [[z3.Int(f"x_{row}_{col}") for col in range(n)] for row in range(n)]
    solver = z3.Solver()
    for square in chain(*grid):
        solver.add(square >= 0, square <= 1)
    for kind, lines in groups(grid).items():
        for line in lines:
            solver.add(z3.Sum(line) == 1 if kind in {"row", "column"} else z3.Sum(line) <= 1)
    return solver, {Cell(row, col): grid[row][col] for row in range(n) for col in range(n)}
