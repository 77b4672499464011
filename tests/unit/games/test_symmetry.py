"""Boards that are equal under rotation, reflection or renaming have the same images; others have not."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from player.boards.board_json import board_of, fingerprint_of_images
from player.boards.generation import generate
from player.proof import prove
from tests.support.games.shared import games_with

if TYPE_CHECKING:
    from collections.abc import Callable

Data = dict[str, Any]


def turned(data: Data) -> Data:
    """Return the board rotated by a quarter to the right, written down game by game on the JSON alone."""
    rows = data.get("rows") or data.get("size") or len(data.get("regions") or data.get("grid") or data["givens"])

    def at(cell: list[int]) -> list[int]:
        return [cell[1], rows - 1 - cell[0]]

    def rotated(grid: list[Any]) -> list[list[Any]]:
        return [list(column) for column in zip(*reversed(grid), strict=True)]

    exchanged = {"wide": "tall", "tall": "wide"}
    how: dict[str, Callable[[], Data]] = {
        "queens": lambda: {"regions": rotated(data["regions"]), "givens": [at(cell) for cell in data["givens"]]},
        "zip": lambda: {
            "rows": data["cols"],
            "cols": data["rows"],
            "numbers": [at(cell) for cell in data["numbers"]],
            "walls": [[at(a), at(b)] for a, b in data["walls"]],
        },
        "tango": lambda: {
            "givens": [[*at(given[:2]), given[2]] for given in data["givens"]],
            "edges": [[at(a), at(b), sign] for a, b, sign in data["edges"]],
        },
        "mini-sudoku": lambda: {"box": data["box"][::-1], "givens": rotated(data["givens"])},
        "patches": lambda: {
            "rows": data["cols"],
            "cols": data["rows"],
            "clues": [[*at(clue[:2]), exchanged.get(clue[2], clue[2]), clue[3]] for clue in data["clues"]],
        },
        "wend": lambda: {"grid": ["".join(row) for row in rotated(data["grid"])]},
    }
    return {**data, **how[data["game"]]()}


def reflected(data: Data) -> Data:
    """Return the board with left and right exchanged, likewise."""
    cols = data.get("cols") or data.get("size") or len(data.get("regions") or data.get("grid") or data["givens"])

    def at(cell: list[int]) -> list[int]:
        return [cell[0], cols - 1 - cell[1]]

    how: dict[str, Callable[[], Data]] = {
        "queens": lambda: {"regions": [row[::-1] for row in data["regions"]]},
        "zip": lambda: {
            "numbers": [at(cell) for cell in data["numbers"]],
            "walls": [[at(a), at(b)] for a, b in data["walls"]],
        },
        "tango": lambda: {
            "givens": [[*at(given[:2]), given[2]] for given in data["givens"]],
            "edges": [[at(a), at(b), sign] for a, b, sign in data["edges"]],
        },
        "mini-sudoku": lambda: {"givens": [row[::-1] for row in data["givens"]]},
        "patches": lambda: {"clues": [[*at(clue[:2]), *clue[2:]] for clue in data["clues"]]},
        "wend": lambda: {"grid": [row[::-1] for row in data["grid"]]},
    }
    return {**data, **how[data["game"]]()}


def renamed(data: Data) -> Data:
    """Return the board with other names: of regions, symbols or digits; of Zip, with the path reversed."""
    swapped = {"sun": "moon", "moon": "sun"}
    how: dict[str, Callable[[], Data]] = {
        "queens": lambda: {"regions": [[99 - region for region in row] for row in data["regions"]]},
        "zip": lambda: {"numbers": data["numbers"][::-1]},
        "tango": lambda: {"givens": [[row, col, swapped[symbol]] for row, col, symbol in data["givens"]]},
        "mini-sudoku": lambda: {
            "givens": [[digit and len(row) + 1 - digit for digit in row] for row in data["givens"]]
        },
        "patches": lambda: {"clues": data["clues"][::-1]},
        "wend": lambda: {"lengths": data["lengths"][::-1]},
    }
    return {**data, **how[data["game"]]()}


def made(name: str, seed: int = 3) -> Data:
    data = generate(name, 6 if name != "queens" else 7, seed)
    return {key: value for key, value in data.items() if key not in {"id", "solution", "claim"}}


def mark(data: Data) -> str:
    return fingerprint_of_images(*board_of(data))


@pytest.mark.parametrize("name", games_with("generate"))
def test_all_sixteen_boards_that_turning_and_renaming_make_of_one_are_the_same(name: str) -> None:
    board = made(name)
    images = [board]
    for _ in range(3):
        images.append(turned(images[-1]))
    images += [reflected(image) for image in images]
    images += [renamed(image) for image in images]
    assert len({json.dumps(image) for image in images}) == 16
    assert {mark(image) for image in images} == {mark(board)}
    assert turned(images[3]) == board


@pytest.mark.slow
@pytest.mark.parametrize("name", games_with("generate"))
def test_boards_that_no_turn_makes_equal_stay_apart(name: str) -> None:
    assert len({mark(made(name, seed)) for seed in range(6)}) == 6


@pytest.mark.parametrize("name", games_with("generate"))
def test_every_image_has_one_solution_as_its_board_has(name: str) -> None:
    game, board = board_of(made(name))
    assert {prove(game, image).solutions for image in game.images(board)} == {1}


def test_renaming_does_not_make_a_board_of_another_kind_equal() -> None:
    plain = {"game": "tango", "size": 4, "givens": [[0, 0, "sun"], [1, 1, "moon"]], "edges": []}
    assert mark(plain) != mark({**plain, "distinct": True})
    assert mark(plain) != mark({**plain, "givens": [[0, 0, "sun"], [1, 1, "sun"]]})
    assert mark(plain) == mark({**plain, "givens": [[0, 0, "moon"], [1, 1, "sun"]]})
    patches = {"game": "patches", "rows": 2, "cols": 2, "clues": [[0, 0, "wide", 2], [1, 0, "any", 2]]}
    assert mark(patches) != mark({**patches, "clues": [[0, 0, "square", 2], [1, 0, "any", 2]]})
    assert mark(patches) == mark({**patches, "clues": [[0, 0, "tall", 2], [0, 1, "any", 2]]})
