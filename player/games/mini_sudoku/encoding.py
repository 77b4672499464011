"""The CNF of Mini Sudoku."""

from itertools import chain

from player.games.grid import Cell, cells, in_rows
from player.games.mini_sudoku.board import Board, Solution
from player.sat.cardinality import exactly_one
from player.sat.cnf import CNF, CONTRADICTION, Clause


def encode(board: Board) -> CNF:
    """Return the formula in which a variable means: this cell holds this number; of cells that are open after givens.

    Exactly one number in each cell, and exactly one place for each number in every row, column and box, pairwise, as in
    Lynce and Ouaknine, "Sudoku as a SAT problem" (2006), the extended encoding; givens as units. The variables that a
    given makes false are left out. `CONTRADICTION` if two givens break a rule. (See docs/encodings.md, "Mini Sudoku".)
    """
    n, (height, width) = board.size, board.box
    numbers = range(1, n + 1)
    units = {at: (at.row, n + at.col, 2 * n + at.row // height * height + at.col // width) for at in cells(n, n)}
    places: dict[tuple[int, int], list[int]] = {(unit, number): [] for unit in range(3 * n) for number in numbers}
    names = [(at, number) for at in units if (number := board.given(at))]
    clauses: list[Clause] = [(literal,) for literal in range(1, len(names) + 1)]
    for at, number in names:
        for unit in units[at]:
            if places.pop((unit, number), None) is None:
                return CONTRADICTION
    for at, of_cell in units.items():
        if not board.given(at):
            a, b, c = of_cell
            first = len(names) + 1
            for number in numbers:
                if (a, number) in places and (b, number) in places and (c, number) in places:
                    names.append((at, number))
                    for unit in of_cell:
                        places[unit, number].append(len(names))
            clauses += exactly_one(range(first, len(names) + 1))
    clauses += chain.from_iterable(map(exactly_one, places.values()))
    return CNF(clauses, names)


def decode(board: Board, facts: list[tuple[Cell, int]]) -> Solution:
    """Return the number of each cell, from the true variables; 0 for a cell without one."""
    numbers = dict(facts)
    return in_rows([numbers.get(at, 0) for at in cells(*board.shape)], board.size)


def sentence(name: tuple[Cell, int]) -> str:
    """Return the meaning of a variable, by its cell and number."""
    cell, number = name
    return f"{number} at {cell.spoken}"
