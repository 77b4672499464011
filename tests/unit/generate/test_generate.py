from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from player.boards import board_of
from player.games import patches, queens, tango, zip
from player.games.grid import cells, neighbours
from player.generate import MAKERS, generate
from player.prove import prove
from tests.unit.second_opinion import patches_solutions, queens_solutions, tango_solutions, zip_solutions

QUEENS = [(size, seed) for size in range(6, 12) for seed in range(3)]
ZIPS = [(size, seed, walls) for size in range(5, 10) for seed in range(2) for walls in (True, False)]


@lru_cache
def made(name: str, size: int, seed: int, walls: bool) -> dict[str, Any]:
    return generate(name, size, seed, walls=walls)


def pieces(board: queens.Board) -> int:
    """How many connected parts the regions have together."""
    left, parts = set(cells(*board.shape)), 0
    while left:
        parts += 1
        frontier = [left.pop()]
        for cell in frontier:
            near = [
                beyond
                for beyond in neighbours(cell, *board.shape)
                if beyond in left and board.regions[beyond.row][beyond.col] == board.regions[cell.row][cell.col]
            ]
            left.difference_update(near)
            frontier += near
    return parts


@pytest.mark.parametrize(("size", "seed"), QUEENS)
def test_a_queens_board_has_one_solution_and_its_regions_hang_together(size: int, seed: int) -> None:
    data = made("queens", size, seed, True)
    board = queens.from_json(data)
    assert (board.size, board.givens) == (size, ())
    assert [queens.solution_to_json(found) for found in queens_solutions(board)] == [data["solution"]]
    assert pieces(board) == size


@pytest.mark.parametrize(("size", "seed", "walls"), ZIPS)
def test_a_zip_board_has_one_solution_and_no_clue_too_many(size: int, seed: int, walls: bool) -> None:
    data = made("zip", size, seed, walls)
    board = zip.from_json(data)
    assert board.shape == (size, size)
    assert walls or not board.walls
    assert zip.solution_to_json(prove(zip, board).solution) == data["solution"]
    for number in board.numbers[1:-1]:
        fewer = replace(board, numbers=tuple(cell for cell in board.numbers if cell != number))
        assert prove(zip, fewer).solutions == 2, f"the number at {number} can be left out"
    for wall in board.walls:
        assert prove(zip, replace(board, walls=board.walls - {wall})).solutions == 2, f"{wall} can be left out"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("walls", [True, False])
def test_a_search_agrees_that_a_small_zip_board_has_one_solution(seed: int, walls: bool) -> None:
    data = made("zip", 5, seed, walls)
    assert [zip.solution_to_json(found) for found in zip_solutions(zip.from_json(data))] == [data["solution"]]


@pytest.mark.parametrize(("size", "seed"), [(size, seed) for size in range(4, 13, 2) for seed in range(2)])
def test_a_tango_board_has_one_solution_and_no_clue_too_many(size: int, seed: int) -> None:
    data = made("tango", size, seed, True)
    board = tango.from_json(data)
    assert tango.solution_to_json(prove(tango, board).solution) == data["solution"]
    for given in board.givens:
        fewer = replace(board, givens=tuple(other for other in board.givens if other != given))
        assert prove(tango, fewer).solutions == 2, f"{given} can be left out"
    for edge in board.edges:
        fewer = replace(board, edges=tuple(other for other in board.edges if other != edge))
        assert prove(tango, fewer).solutions == 2, f"{edge} can be left out"


@pytest.mark.parametrize("seed", range(3))
def test_a_search_agrees_that_a_small_tango_board_has_one_solution(seed: int) -> None:
    data = made("tango", 4, seed, True)
    assert [tango.solution_to_json(found) for found in tango_solutions(tango.from_json(data))] == [data["solution"]]


def test_some_zip_boards_have_walls() -> None:
    assert sum(1 for size, seed, walls in ZIPS if walls and made("zip", size, seed, walls)["walls"]) > 3


@pytest.mark.parametrize(("name", "size"), [("queens", 6), ("queens", 9), ("zip", 5), ("zip", 7), ("tango", 6)])
@pytest.mark.parametrize("walls", [True, False])
def test_the_same_seed_gives_the_same_board_and_another_seed_another(name: str, size: int, walls: bool) -> None:
    first = generate(name, size, 1, walls=walls)
    assert generate(name, size, 1, walls=walls) == first
    assert {**generate(name, size, 2, walls=walls), "id": ""} != {**first, "id": ""}


def test_a_board_is_named_after_what_it_was_made_from() -> None:
    assert made("queens", 6, 0, True)["id"] == "player-queens-6-0"
    assert made("zip", 5, 0, True)["id"] == "player-zip-5-0"
    assert made("zip", 5, 0, False)["id"] == "player-zip-5-open-0"


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_board_we_made_is_in_the_public_format(name: str) -> None:
    data = made(name, 6, 0, True)
    game, board = board_of(data)
    assert name == game.NAME
    assert data == {"id": data["id"], **game.to_json(board), "solution": data["solution"]}
    assert game.check(board, game.to_solution(board, data["solution"])) == []


def test_each_maker_names_its_smallest_and_largest_side() -> None:
    assert {name: maker.sizes for name, maker in MAKERS.items()} == {
        "queens": (6, 11),
        "zip": (5, 9),
        "mini-sudoku": (4, 9),
        "patches": (5, 10),
        "tango": (4, 12),
    }


@pytest.mark.parametrize(("size", "seed"), [(size, seed) for size in range(5, 11) for seed in range(2)])
def test_a_patches_board_has_one_solution_and_tells_nothing_that_it_can_do_without(size: int, seed: int) -> None:
    data = made("patches", size, seed, True)
    board = patches.from_json(data)
    assert board.shape == (size, size)
    for index, clue in enumerate(board.clues):
        for less in {clue._replace(shape="any"), clue._replace(area=None)} - {clue}:
            fewer = replace(board, clues=(*board.clues[:index], less, *board.clues[index + 1 :]))
            assert prove(patches, fewer).solutions == 2, f"{clue} can be {less}"


@pytest.mark.parametrize("size", [5, 7])
def test_a_search_agrees_that_a_patches_board_has_one_solution(size: int) -> None:
    data = made("patches", size, 0, True)
    assert [patches.solution_to_json(found) for found in patches_solutions(patches.from_json(data))] == [
        data["solution"]
    ]
