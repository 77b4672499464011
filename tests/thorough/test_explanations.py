"""Explanations of all real boards: to the end, true in every step, and how many need no proved reason.

That each step follows is checked by `explain` itself.

Not part of the default run; CI runs it by itself: `pytest tests/thorough -o faulthandler_timeout=900`,
with `-m ''` also what takes too long there.
"""

from typing import Any

import pytest

from player.boards.board_json import board_of
from player.explanations.explanation import explain
from player.explanations.steps import Fact
from player.games import queens
from player.games.patches.board import Patch
from player.proof import prove
from tests.support.known_boards import real

#: For each file of boards the least share of them that named rules explain alone. CI has the first.
BY_RULES = {
    "mini-sudoku": 1.0,
    "queens": 0.99,
    "queens-other": 0.98,
    "star-battle": 1.0,
    "patches": 1.0,
    "tango": 1.0,
    "zip": 1.0,
}
#: Rules that suppose a star and see what follows, or count too much for the eye; Star Battles of 10x10 do without them.
SUPPOSING = {"one too few", "chain", "long count"}
#: The files, and which of their boards. All Star Battles take twice as long as all
#: others together.
PARTS = [
    *(pytest.param(name, slice(None), id=name) for name in BY_RULES if name != "star-battle"),
    pytest.param("star-battle", slice(0, None, 8), id="star-battle, every eighth"),
    *(pytest.param("star-battle", slice(at, None, 8), id=f"star-battle, from number {at}") for at in range(1, 8)),
]


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_a_real_board_is_explained_to_the_end_and_mostly_by_rules(name: str, part: slice) -> None:
    explained, by_rules = 0, 0
    for where, data in list(real(name))[part]:
        if data["solutions"] != 1:
            continue
        game, board = board_of(data)
        solution = game.board.to_solution(board, data["solution"])
        explanation = explain(game, board, solution)
        settled = {*explanation.reasoner.given(), *(fact for step in explanation.steps for fact in step.settles)}
        assert settled.issuperset(explanation.reasoner.wanted(solution)), where
        facts = {*explanation.reasoner.facts(solution)}
        assert all(fact in facts or OTHER_FACTS[game.name](fact, solution) for fact in settled), where
        assert name != "star-battle" or SUPPOSING.isdisjoint(explanation.rules), where
        explained += 1
        by_rules += not explanation.rules["proof"]
    assert by_rules / explained >= BY_RULES[name], f"{by_rules} of {explained}"


@pytest.mark.more
@pytest.mark.parametrize("start", range(4))
def test_star_battles_of_another_maker_need_no_proof(start: int) -> None:
    boards = [(where, board_of(data)[1]) for where, data in real("janko-star-battle")]
    for where, board in [one for one in boards if one[1].stars > 1 and one[1].size <= 10][start::4]:
        explanation = explain(queens.GAME, board, prove(queens.GAME, board).solution)
        assert not explanation.rules["proof"], where


def _is_true_of_patches(fact: Fact, solution: Any) -> bool:
    """Return true if a patch is laid, or a cell lies in the patch of a clue, as `fact` states."""
    if isinstance(fact.name, Patch):
        return fact.holds == (fact.name in solution)
    at, clue = fact.name
    return isinstance(solution[clue], Patch) and fact.holds == solution[clue].holds(at)


def _is_true_of_sudoku(fact: Fact, solution: Any) -> bool:
    """Return true if a cell holds a number, as `fact` states."""
    at, number = fact.name
    return fact.holds == bool(solution[at.row][at.col] == number)


#: What is settled on the way, beyond what is proved.
OTHER_FACTS = {"patches": _is_true_of_patches, "mini-sudoku": _is_true_of_sudoku}
