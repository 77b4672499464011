"""Boards of our own, and pictures of them."""

import io
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from player.boards.drawing import drawn
from player.files import BOARDS
from player.games import GAMES
from player.render.png import image

#: The side of a cell in a drawing, and what is around the board, in pixels.
SIDE, AROUND = 60, 30
#: The outline of a mouse pointer, and how finely it is drawn.
ARROW = [(0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)]
FINE = 4


def board(game: str, number: int = 1) -> dict[str, Any]:
    """Return one of our boards in the public format."""
    return dict(json.loads((BOARDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[number]))


def parsed(data: dict[str, Any]) -> Any:
    """Return a board of the public format as its game has it."""
    return GAMES[data["game"]].board.from_json(data)


def drawing(data: dict[str, Any], *, solved: bool = False) -> Image.Image:
    """Return the picture of `player draw`."""
    return image(drawn(data, solved=solved).scene)


def pixels(shown: Image.Image) -> NDArray[np.uint8]:
    """Return the pixels of a picture: rows x columns x 3 bytes, blue, green, red."""
    return np.ascontiguousarray(np.asarray(shown.convert("RGB"))[:, :, ::-1])


def file_of(shown: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    """Return the bytes of the picture in a file."""
    out = io.BytesIO()
    shown.save(out, form, **options)
    return out.getvalue()


def pointed(shown: Image.Image, at: tuple[float, float], *, dark: bool = False, scale: int = 1) -> Image.Image:
    """Return the picture with a mouse pointer whose tip is at a place in pixels."""
    places = [(FINE * (at[0] + scale * x), FINE * (at[1] + scale * y)) for x, y in ARROW]
    large = shown.resize((FINE * shown.width, FINE * shown.height), Image.Resampling.NEAREST)
    fill, outline = ("black", "white") if dark else ("white", "black")
    ImageDraw.Draw(large).polygon(places, fill, outline, FINE * scale)
    return large.resize(shown.size, Image.Resampling.BOX)
