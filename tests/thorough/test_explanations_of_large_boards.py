"""Boards larger than any on the site are explained to their end; all but Queens by named rules alone."""

import pytest

from player.boards.generation import generate
from player.explanations.explanation import Explanation, explain
from player.games import GAMES


def explained(name: str, size: int, number: int) -> Explanation:
    made, game = generate(name, size, 1, number), GAMES[name]
    board = game.board.from_json(made)
    solution = game.board.to_solution(board, made["solution"])
    found = explain(game, board, solution)
    settled = {fact for step in found.steps for fact in step.settles}
    assert settled.issuperset(fact for fact in found.reasoner.wanted(solution) if fact not in found.reasoner.given())
    return found


@pytest.mark.parametrize("number", range(1, 21))
def test_patches(number: int) -> None:
    assert explained("patches", 12, number).rules["proof"] == 0


@pytest.mark.parametrize("number", range(1, 21))
def test_tango(number: int) -> None:
    assert explained("tango", 10, number).rules["proof"] == 0


@pytest.mark.parametrize("number", range(1, 21))
def test_sudoku(number: int) -> None:
    assert explained("mini-sudoku", 9, number).rules["proof"] == 0


def test_queens() -> None:
    explained("queens", 20, 1)
