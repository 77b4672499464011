"""Every real board is explained to its end, rightly, and nearly all of them by named rules alone.

CI runs it by itself: `pytest tests/thorough`.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from player.boards import board_of
from player.explain import Fact, explain
from player.games.patches import Patch
from player.prove import prove

PUZZLES = Path(__file__).parents[3] / "shared" / "puzzles"


def is_true_of_patches(fact: Fact, solution: Any) -> bool:
    if isinstance(fact.name, Patch):
        return fact.holds == (fact.name in solution)
    at, clue = fact.name
    return fact.holds == bool(solution[clue].holds(at))


#: For each file of boards: whether a fact is true of a solution, and the share of boards that need no proved reason.
BOARDS: dict[str, tuple[Callable[[Fact, Any], bool], float]] = {
    "patches": (is_true_of_patches, 1.0),
}


@pytest.mark.skipif(not PUZZLES.exists(), reason="no boards: ../shared/puzzles is not there")
@pytest.mark.parametrize("name", BOARDS)
def test_real_boards_are_explained(name: str) -> None:
    is_true, share = BOARDS[name]
    needs_proof = []
    for line in (PUZZLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        game, board = board_of(json.loads(line))
        found = prove(game, board).found
        if len(found) != 1:
            continue
        explanation = explain(game, board, found[0])
        settled = [*explanation.reasoner.given(), *(fact for step in explanation.steps for fact in step.settles)]
        assert all(is_true(fact, found[0]) for fact in settled), line
        assert set(settled).issuperset(explanation.reasoner.wanted(found[0])), line
        needs_proof.append(any(step.proved for step in explanation.steps))
    assert needs_proof.count(False) >= share * len(needs_proof) > 0
