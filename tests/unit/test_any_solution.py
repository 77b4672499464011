"""Boards with several solutions, of which one is played only if the user lets any be played."""

from typing import Any

import pytest

from player.artifacts.run_log import record
from player.errors import BoardError, Outcome
from player.games import queens
from player.playing import PlayRules
from player.playing.result import Result
from player.playing.walk import play
from player.proof import pick, prove
from tests.support.paper import BOARDS, Paper

#: Four queens in four rows, which are the regions: two solutions, which share no cell.
SEVERAL = queens.board.from_json({"game": "queens", "regions": [[row] * 4 for row in range(4)]})
NONE = queens.board.from_json({"game": "queens", "regions": [[0, 0], [1, 1]]})


@pytest.fixture(autouse=True)
def _several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.paper.QUEENS", SEVERAL)
    monkeypatch.setitem(BOARDS, "queens", SEVERAL)


def played(paper: Paper, **how: Any) -> Result:
    result = Result("queens")
    play(queens.GAME, paper, result, lambda _stage: None, PlayRules(**how))  # type: ignore[arg-type]  # a page on paper
    return result


def test_one_of_several_solutions_is_played_if_any_may_be_and_the_record_says_so() -> None:
    result = played(Paper("queens"), any_solution=True)
    assert (result.outcome, result.confirmed) == (Outcome.SOLVED, "banner")
    assert result.message == "one of several solutions was played"
    told = record(result)
    assert (told["solutions"], told["any_solution"], len(told["found"])) == (2, True, 2)
    assert told["solution"] in told["found"]


def test_an_unconfirmed_game_says_so_too() -> None:
    result = played(Paper("queens", win="none"), any_solution=True)
    assert result.outcome == Outcome.UNCONFIRMED
    assert result.message.startswith("one of several solutions was played; all moves stand")


def test_without_the_option_the_board_is_refused_and_the_option_is_named() -> None:
    with pytest.raises(BoardError, match=r"two solutions or more: .*; --any-solution plays one of them"):
        played(Paper("queens"))


@pytest.mark.parametrize("number", [0, 1])
def test_the_solution_agrees_with_the_marks_on_the_board(number: int) -> None:
    solution = prove(queens.GAME, SEVERAL).found[number]
    empty = queens.GAME.play.state(Paper("queens")._snapshot())
    moves = queens.GAME.play.plan(SEVERAL, solution, empty)
    result = played(Paper("queens", state=queens.GAME.play.simulate(SEVERAL, empty, moves[:2])), any_solution=True)
    assert result.proof is not None
    assert result.proof.picked == solution


def test_a_board_with_one_solution_or_none_has_nothing_to_pick() -> None:
    proof = prove(queens.GAME, NONE)
    assert pick(queens.GAME, NONE, proof, lambda _solution: 0) is proof
    with pytest.raises(BoardError, match="no solution"):
        proof.solution  # noqa: B018  # raises
