"""Boards with a mouse pointer on them."""

import io
import json
from typing import Any

import pytest
from PIL import Image, ImageDraw

from player.boards.drawing import drawn
from player.errors import BoardError
from player.games import GAMES
from player.render.png import image
from player.sight import picture
from tests.support.places import ROOT

SIDE, FINE = 60, 8
ARROW = [(0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)]


def board(game: str, number: int = 1) -> dict[str, Any]:
    lines = (ROOT / "fixtures" / "boards" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return dict(json.loads(lines[number]))


def pointed(data: dict[str, Any], at: tuple[float, float], fill: str = "white", rim: str = "black") -> Image.Image:
    """The drawing of a board with the tip of a pointer at a row and column, and parts of them."""
    shown = image(drawn(data, solved=False).scene)
    wide, high = shown.size
    large = shown.resize((FINE * wide, FINE * high))
    x, y = 30 + SIDE * at[1], 30 + SIDE * at[0]
    places = [(FINE * (x + right), FINE * (y + down)) for right, down in ARROW]
    pen = ImageDraw.Draw(large)
    pen.polygon(places, fill)
    pen.line([*places, places[0], places[1]], rim, 3 * FINE // 2, "curve")
    return large.resize(shown.size, Image.Resampling.BOX)


def read(shown: Image.Image, game: str) -> Any:
    out = io.BytesIO()
    shown.save(out, "PNG")
    return GAMES[game].board.from_json(picture.read(out.getvalue(), game).board)


def free(data: dict[str, Any]) -> tuple[int, int]:
    """A cell with nothing on it."""
    taken = {tuple(at[:2]) for at in (data["givens"] if "givens" in data else data["numbers"])}
    return next((row, col) for row in range(1, 5) for col in range(1, 5) if (row, col) not in taken)


@pytest.mark.slow
@pytest.mark.parametrize("colours", [("white", "black"), ("black", "white")], ids="-".join)
@pytest.mark.parametrize("game", ["tango", "zip"])
def test_a_pointer_in_an_empty_cell_is_no_part_of_the_board(game: str, colours: tuple[str, str]) -> None:
    data = board(game)
    row, col = free(data)
    assert read(pointed(data, (row + 0.2, col + 0.62), *colours), game) == GAMES[game].board.from_json(data)


@pytest.mark.slow
@pytest.mark.parametrize("down", [-0.25, 0.0])
def test_a_pointer_over_a_number_makes_no_other_one(down: float) -> None:
    data = board("zip")
    row, col = data["numbers"][2]
    try:
        seen = read(pointed(data, (row + 0.5 + down, col + 0.4)), "zip")
    except BoardError:
        return
    assert seen == GAMES["zip"].board.from_json(data)


@pytest.mark.full
def test_a_pointer_that_may_hide_a_sign_refuses_the_picture() -> None:
    data = board("tango")
    row, col = free(data)
    with pytest.raises(BoardError, match=r"pointer covers|the sign between"):
        read(pointed(data, (row + 0.38, col + 0.85)), "tango")
