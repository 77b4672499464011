"""Explanations of Zip boards of our own, of every size: how far the named rules go.

Measured with the boards below, 20 of each side from 5 to 10: 119 of 120 need no proved reason, and 2 of 4413 steps are
proved, both on one board of 9x9. Of 600 others with sides from 6 to 8, 595 need none.

Not part of the default run; CI runs it by itself: `pytest tests/thorough -o faulthandler_timeout=900`.
"""

from itertools import pairwise

import pytest

from player.boards.board_json import board_of
from player.boards.generation import generate
from player.explanations.explanation import explain
from player.explanations.steps import Fact
from player.games.grid import between


@pytest.mark.parametrize(
    ("side", "proved"),
    [
        (5, 0),
        (6, 0),
        (7, 0),
        pytest.param(8, 0, marks=pytest.mark.full),
        (9, 1),
        pytest.param(10, 0, marks=pytest.mark.full),
    ],
)
def test_boards_of_this_side_are_explained_by_rules_but_for_so_many(side: int, proved: int) -> None:
    by_proof = 0
    for number in range(1, 21):
        game, board = board_of(data := generate("zip", side, 7, number))
        solution = game.board.to_solution(board, data["solution"])
        explanation = explain(game, board, solution)
        path = {between(a, b) for a, b in pairwise(solution)}
        settled = [fact for step in explanation.steps for fact in step.settles]
        assert all(fact.holds == (fact.name in path) for fact in settled), data["id"]
        assert set(settled).issuperset(map(Fact, path)), data["id"]
        assert all(len(step.says) <= 160 for step in explanation.steps if not step.proved), data["id"]
        by_proof += explanation.rules["proof"] > 0
    assert by_proof <= proved
