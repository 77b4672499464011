from typing import Any

import pytest

from player.boards.generation import generate
from player.explain.difficulty import Difficulty, measure
from player.games import GAMES, Game, queens, tango
from player.games import zip_path as zip_game
from tests.support.games.queens import queens_board
from tests.support.games.tango import tango_board
from tests.support.games.zip_path import zip_board

EASY = tango_board("""
    . . .xm
    x = x
    . .x. .
    x
    . . s .

    . . . .
""")
HARD = zip_board("""
    . . . . . .
    . . . . 1 .
    . . 7 . . 5
    . 3 6 . . .
    . 2 . 4 . .
    . . . . . .
""")


def test_a_board_of_which_all_follows_is_easy() -> None:
    assert measure(tango.GAME, EASY) == Difficulty(rounds=0, guesses=0)


def test_a_board_that_looking_ahead_from_one_cell_does_not_open_takes_guesses() -> None:
    found = measure(zip_game.GAME, HARD)
    assert found.level == "hard"
    assert found.guesses > 0
    assert found.to_json() == {"level": "hard", "rounds": found.rounds, "guesses": found.guesses}


def test_a_second_queen_in_a_region_is_ruled_out_at_once() -> None:
    """By the clauses alone, which leave that out, one has to look ahead twice."""
    board = queens_board("""
        A A A B B
        A B B B C
        A A D D C
        E A E D C
        E E E D D
    """)
    assert measure(queens.GAME, board) == Difficulty(rounds=1, guesses=0)
    assert measure(queens.GAME, board).level == "medium"


def follows_at_once(game: Game, board: Any) -> set[int]:
    """Unit propagation as a textbook has it: every clause again, until none says more."""
    clauses = game.encoding.encode(board).clauses
    known: set[int] = set()
    while True:
        settled = {
            left[0]
            for clause in clauses
            if known.isdisjoint(clause) and len(left := [one for one in clause if -one not in known]) == 1
        }
        if not settled:
            return known
        known |= settled


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "size"), [("tango", 6), ("mini-sudoku", 4), ("patches", 5)])
def test_easy_is_what_unit_propagation_solves(name: str, size: int, seed: int) -> None:
    game = GAMES[name]
    board = game.board.from_json(generate(name, size, seed))
    named = len(game.encoding.encode(board).names)
    solved = {abs(literal) for literal in follows_at_once(game, board)} >= set(range(1, named + 1))
    assert (measure(game, board).level == "easy") is solved


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_same_for_a_board_lying_on_its_side(seed: int) -> None:
    board = queens.board.from_json(generate("queens", 7, seed))
    lying = queens.board.from_json(
        {"regions": [list(column) for column in reversed([*zip(*board.regions, strict=True)])]}
    )
    assert measure(queens.GAME, board) == measure(queens.GAME, lying)
    assert measure(queens.GAME, board).rounds > 0
