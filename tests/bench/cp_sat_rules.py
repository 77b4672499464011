"""The rules of Star Battle, Binairo, Shikaku and Sudoku for OR-tools' CP-SAT, as one would write them down."""

from collections.abc import Callable, Sequence
from typing import Any

from ortools.sat.python import cp_model

from player.games import mini_sudoku, patches, queens, tango
from player.games.grid import Cell, cells
from player.games.tango.board import EQUAL, MOON, SUN


def star_battle(board: queens.board.Board) -> list[queens.board.Solution]:
    """A boolean for each cell, sums for rows, columns and regions, at most one in each block of 2x2 cells."""
    model, n = cp_model.CpModel(), board.size
    stars = {at: model.new_bool_var("") for at in cells(n, n)}
    groups = [[stars[at] for at in stars if at.row == line] for line in range(n)]
    groups += [[stars[at] for at in stars if at.col == line] for line in range(n)]
    if not board.shapeless:
        groups += [
            [stars[at] for at in stars if board.regions[at.row][at.col] == region]
            for region in range(board.region_count)
        ]
    for group in groups:
        model.add(sum(group) == board.stars)
    for row, col in cells(n - 1, n - 1):
        model.add_at_most_one(stars[Cell(row + down, col + right)] for down, right in cells(2, 2))
    for at in board.outside:
        model.add(stars[at] == 0)
    for at in board.givens:
        model.add(stars[at] == 1)
    return _up_to_two(
        model, list(stars.values()), lambda on: tuple(at for at, held in zip(stars, on, strict=True) if held)
    )


def binairo(board: tango.board.Board) -> list[tango.board.Solution]:
    """A boolean for each cell, sums for lines and windows of three; lines differ as numbers in binary."""
    model, n = cp_model.CpModel(), board.size
    suns = {at: model.new_bool_var("") for at in cells(n, n)}
    rows = [[suns[Cell(row, col)] for col in range(n)] for row in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for lines in (rows, columns):
        for line in lines:
            model.add(sum(line) == n // 2)
            for window in zip(line, line[1:], line[2:], strict=False):
                model.add_bool_or(window)
                model.add_bool_or(~one for one in window)
        if board.distinct:
            model.add_all_different(sum((1 << at) * one for at, one in enumerate(line)) for line in lines)
    for a, b, sign in board.edges:
        model.add(suns[a] == suns[b] if sign == EQUAL else suns[a] != suns[b])
    for at, symbol in board.givens:
        model.add(suns[at] == (symbol == SUN))
    return _up_to_two(model, list(suns.values()), lambda on: tuple(SUN if held else MOON for held in on))


def rectangles(board: patches.board.Board) -> list[patches.board.Solution]:
    """A boolean for each rectangle that fits a clue of any kind, exactly one for each clue and each cell."""
    model = cp_model.CpModel()
    covering: dict[tuple[int, int], list[cp_model.IntVar]] = {at: [] for at in cells(*board.shape)}
    places: list[tuple[patches.board.Patch, cp_model.IntVar]] = []
    for clue in board.clues:
        of_clue = [(patch, model.new_bool_var("")) for patch in patches.encoding.admissible(board, clue)]
        model.add_exactly_one(chosen for _, chosen in of_clue)
        for patch, chosen in of_clue:
            for at in patch.cells():
                covering[at].append(chosen)
        places += of_clue
    for around in covering.values():
        model.add_exactly_one(around)
    chosen_of = [chosen for _, chosen in places]
    return _up_to_two(
        model, chosen_of, lambda on: tuple(patch for (patch, _), held in zip(places, on, strict=True) if held)
    )


def sudoku(board: mini_sudoku.board.Board) -> list[mini_sudoku.board.Solution]:
    """An integer for each cell, all different in each row, column and box."""
    model, n = cp_model.CpModel(), board.size
    height, width = board.box
    numbers = {at: model.new_int_var(board.given(at) or 1, board.given(at) or n, "") for at in cells(n, n)}
    for line in range(n):
        model.add_all_different(numbers[Cell(line, col)] for col in range(n))
        model.add_all_different(numbers[Cell(row, line)] for row in range(n))
        top, left = line // height * height, line % height * width
        model.add_all_different(numbers[Cell(top + down, left + right)] for down, right in cells(height, width))
    solver = _solver()
    found: list[mini_sudoku.board.Solution] = []
    while len(found) < 2 and solver.solve(model) in {cp_model.FEASIBLE, cp_model.OPTIMAL}:
        values = {at: solver.value(number) for at, number in numbers.items()}
        found.append(tuple(tuple(values[Cell(row, col)] for col in range(n)) for row in range(n)))
        others = []
        for at, number in numbers.items():
            others.append(other := model.new_bool_var(""))
            model.add(number != values[at]).only_enforce_if(other)
        model.add_bool_or(others)
    return found


def _up_to_two(
    model: cp_model.CpModel, variables: Sequence[cp_model.IntVar], solution: Callable[[list[bool]], Any]
) -> list[Any]:
    """Up to two solutions, the second by a clause that forbids the true variables of the first."""
    solver = _solver()
    found: list[Any] = []
    while len(found) < 2 and solver.solve(model) in {cp_model.FEASIBLE, cp_model.OPTIMAL}:
        on = [solver.boolean_value(variable) for variable in variables]
        found.append(solution(on))
        model.add_bool_or(~variable for variable, held in zip(variables, on, strict=True) if held)
    return found


def _solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver
