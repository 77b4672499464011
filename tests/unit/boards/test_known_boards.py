"""Boards whose solutions are known: real ones, read in place where the checkout has them beside it, and our own."""

import pytest

from player.boards.board_json import board_of
from player.files import BOARDS
from player.proof import prove
from tests.support.games.shared import games_with
from tests.support.known_boards import known
from tests.support.places import PUZZLES


@pytest.mark.parametrize(
    "name",
    ["queens", "queens-other", "star-battle", "zip", "zip-other", "tango", "mini-sudoku", "patches", "patches-other"],
)
@pytest.mark.full
def test_a_real_board_has_as_many_solutions_as_is_known_and_the_known_one(name: str) -> None:
    file = PUZZLES / f"{name}.jsonl"
    if not file.exists():
        pytest.skip(f"{file} is not beside this checkout: real boards are other people's data")
    for where, data in known(file):
        game, board = board_of(data)
        proof = prove(game, board)
        right = game.board.to_solution(board, data["solution"])
        assert proof.solutions == data["solutions"], where
        assert game.board.check(board, right) == [], where
        if proof.solutions == 1:
            assert proof.solution == right, where


@pytest.mark.parametrize("name", games_with("generate"))
def test_our_own_boards_have_one_solution_the_one_kept_with_them(name: str) -> None:
    ids = set()
    for where, data in known(BOARDS / f"{name}.jsonl"):
        game, board = board_of(data)
        assert name == game.name, where
        assert game.board.solution_to_json(prove(game, board).solution) == data["solution"], where
        assert data == {"id": data["id"], **game.board.to_json(board), "solution": data["solution"]}, where
        ids.add(data["id"])
    assert len(ids) == len(list(known(BOARDS / f"{name}.jsonl"))) > 0
