"""Boards that are equal under rotation, reflection or renaming have the same images; others have not."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from player.boards.board_json import board_of, fingerprint_of_images
from player.boards.generation import generate
from player.proof import prove
from tests.support.games.shared import games_in, games_with

Data = dict[str, Any]


def moved(data: Data, *, turn: bool) -> Data:
    """Return the board rotated by a quarter to the right, or else with left and right exchanged, on the JSON alone."""
    n: int = data.get("size") or len(data.get("regions") or data.get("grid") or data.get("givens") or ())
    rows, cols = data.get("rows", n), data.get("cols", n)
    exchanged = {"wide": "tall", "tall": "wide"} if turn else {}

    def at(cell: list[int]) -> list[int]:
        return [cell[1], rows - 1 - cell[0]] if turn else [cell[0], cols - 1 - cell[1]]

    def laid(grid: list[Any]) -> list[Any]:
        return [[*line] for line in (zip(*reversed(grid), strict=True) if turn else (row[::-1] for row in grid))]

    shape = {"rows": cols, "cols": rows} if turn else {}
    how: dict[str, Callable[[], Data]] = {
        "queens": lambda: {"regions": laid(data["regions"]), "givens": [at(cell) for cell in data["givens"]]},
        "zip": lambda: {
            **shape,
            "numbers": [at(cell) for cell in data["numbers"]],
            "walls": [[at(a), at(b)] for a, b in data["walls"]],
        },
        "tango": lambda: {
            "givens": [[*at(given[:2]), given[2]] for given in data["givens"]],
            "edges": [[at(a), at(b), sign] for a, b, sign in data["edges"]],
        },
        "mini-sudoku": lambda: {"box": data["box"][:: -1 if turn else 1], "givens": laid(data["givens"])},
        "patches": lambda: {
            **shape,
            "clues": [[*at(clue[:2]), exchanged.get(clue[2], clue[2]), clue[3]] for clue in data["clues"]],
        },
        "wend": lambda: {"grid": ["".join(row) for row in laid(data["grid"])]},
        "simple-loop": lambda: {**shape, "shaded": [at(cell) for cell in data["shaded"]]},
    }
    return {**data, **how[data["game"]]()}


SWAPPED = {"sun": "moon", "moon": "sun"}
#: The board with other names: of regions, symbols or digits; of Zip, with the path reversed.
RENAMED: dict[str, Callable[[Data], Data]] = {
    "queens": lambda data: {"regions": [[99 - region for region in row] for row in data["regions"]]},
    "zip": lambda data: {"numbers": data["numbers"][::-1]},
    "tango": lambda data: {"givens": [[row, col, SWAPPED[symbol]] for row, col, symbol in data["givens"]]},
    "mini-sudoku": lambda data: {
        "givens": [[digit and len(row) + 1 - digit for digit in row] for row in data["givens"]]
    },
    "patches": lambda data: {"clues": data["clues"][::-1]},
    "wend": lambda data: {"lengths": data["lengths"][::-1]},
    "simple-loop": lambda data: {"shaded": data["shaded"][::-1]},
}


def made(name: str, seed: int = 3) -> Data:
    data = generate(name, 6 if name != "queens" else 7, seed)
    return {key: value for key, value in data.items() if key not in {"id", "solution", "claim"}}


def mark(data: Data) -> str:
    return fingerprint_of_images(*board_of(data))


@pytest.mark.parametrize("name", games_in(RENAMED))
def test_all_sixteen_boards_that_turning_and_renaming_make_of_one_are_the_same(name: str) -> None:
    board = made(name)
    images = [board]
    for _ in range(3):
        images.append(moved(images[-1], turn=True))
    images += [moved(image, turn=False) for image in images]
    images += [{**image, **RENAMED[name](image)} for image in images]
    assert len({json.dumps(image) for image in images}) == 16
    assert {mark(image) for image in images} == {mark(board)}
    assert moved(images[3], turn=True) == board


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
