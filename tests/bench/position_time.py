"""Zip in the encoding that everybody writes first: a variable for each cell and step of the path, solved by pycosat."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pycosat  # noqa: TID251  # a door of its own: it shares nothing with ours

from player.games.grid import Cell, cells
from player.games.zip_path.board import Board, Solution

Steps = dict[int, int]
"""The variable of each step at which a cell can be visited."""


def solve(board: Board) -> list[Solution]:
    """Up to two solutions."""
    places = list(cells(*board.shape))
    at = _variables(board, places)
    names = [(step, cell) for cell in places for step in at[cell]]
    clauses = [*_each_once(at, places), *_onwards(board, at), *_in_order(board, at)]
    found: list[Solution] = []
    while len(found) < 2 and (model := pycosat.solve(clauses)) != "UNSAT":
        true = [literal for literal in model if literal > 0]
        found.append(tuple(cell for _, cell in sorted(names[literal - 1] for literal in true)))
        clauses.append(tuple(-literal for literal in true))
    return found


def _variables(board: Board, places: Sequence[Cell]) -> dict[Cell, Steps]:
    """A path alternates the colours of a chessboard: every other step is ruled out, and at its ends all but one."""
    first, last = board.numbers[0], board.numbers[-1]
    at: dict[Cell, Steps] = {}
    fresh = 1
    for cell in places:
        steps = range((sum(cell) - sum(first)) % 2, len(places), 2)
        kept = [step for step in steps if (step == 0, step == len(places) - 1) == (cell == first, cell == last)]
        at[cell] = {step: fresh + number for number, step in enumerate(kept)}
        fresh += len(kept)
    return at


def _each_once(at: dict[Cell, Steps], places: Sequence[Cell]) -> Iterator[tuple[int, ...]]:
    """A cell has one step, a step has one cell."""
    by_step = [[at[cell][step] for cell in places if step in at[cell]] for step in range(len(places))]
    for literals in [*(list(steps.values()) for steps in at.values()), *by_step]:
        yield tuple(literals)
        yield from ((-a, -b) for a, b in combinations(literals, 2))


def _onwards(board: Board, at: dict[Cell, Steps]) -> Iterator[tuple[int, ...]]:
    """The cell of the step before, and of the step after, is a neighbour."""
    for cell, steps in at.items():
        for step, literal in steps.items():
            for other, end in ((step + 1, board.numbers[-1]), (step - 1, board.numbers[0])):
                if cell != end:
                    yield -literal, *(at[near][other] for near in board.steps(cell) if other in at[near])


def _in_order(board: Board, at: dict[Cell, Steps]) -> Iterator[tuple[int, ...]]:
    """No number comes before the one that it follows."""
    for earlier, later in pairwise(board.numbers):
        for step, literal in at[earlier].items():
            yield from ((-literal, -other) for before, other in at[later].items() if before < step)
