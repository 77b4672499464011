from functools import lru_cache
from typing import Any

import pytest

from player.boards.board_json import board_of
from player.boards.generation import generate, generator_of
from player.games import queens
from player.games.queens.generate import SIZES
from tests.support.games.queens import pieces, star_battle_solutions

MADE = [
    (8, 2, 0),
    (8, 2, 1),
    (9, 2, 0),
    (10, 2, 0),
    (11, 2, 0),
    (12, 3, 0),
    (13, 3, 2),
    (17, 4, 0),
    pytest.param(25, 6, 1, marks=pytest.mark.full),
]


@lru_cache
def made(size: int, stars: int, seed: int) -> dict[str, Any]:
    return generate("queens", size, seed, stars=stars)


@pytest.mark.parametrize(("size", "stars", "seed"), MADE)
@pytest.mark.full
def test_a_star_battle_board_has_one_solution_and_its_regions_hang_together(size: int, stars: int, seed: int) -> None:
    data = made(size, stars, seed)
    game, board = board_of(data)
    assert (game, board.size, board.stars, board.givens) == (queens.GAME, size, stars, ())
    assert pieces(board) == size
    assert queens.board.check(board, queens.board.to_solution(board, data["solution"])) == []
    assert data["id"] == f"player-queens-{size}-{stars}-stars-{seed}"


@pytest.mark.slow
@pytest.mark.parametrize("size", [8, 9])
def test_a_search_agrees_that_a_star_battle_board_has_one_solution(size: int) -> None:
    data = made(size, 2, 0)
    assert [queens.board.solution_to_json(found) for found in star_battle_solutions(queens.board.from_json(data))] == [
        data["solution"]
    ]


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    assert generate("queens", 8, 0, stars=2) == made(8, 2, 0)
    assert made(8, 2, 0)["regions"] != made(8, 2, 1)["regions"]


def test_stars_have_sizes_of_their_own() -> None:
    assert {stars: generator_of("queens", stars=stars).sizes for stars in range(1, 7)} == {
        1: generator_of("queens").sizes,
        **SIZES,
    }
