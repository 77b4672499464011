"""Two boards side by side: the picture of a page with the places that differ, and the board that was read there."""

import io
from collections.abc import Iterable
from typing import Any

from PIL import Image, ImageDraw

from player.games import Game
from player.games.grid import Cell
from player.play.sighting import Sighting
from player.render.png import image
from player.render.scene import scene
from player.sight.reading import Grid

#: The colour and the width in pixels of the frame around a place that differs, and the paper between the boards.
FRAME, WIDTH, PAPER, GAP = "#d00000", 3, "white", 24


def side_by_side(game: Game, board: Any, sighting: Sighting) -> bytes | None:
    """Return a PNG: on the left the picture of the page, on the right the board that was read; None without a picture.

    The cells that differ have a frame in both.
    """
    if sighting.picture is None:
        return None
    places = dict.fromkeys(at for one in sighting.statement.differences for at in one.cells)
    with Image.open(io.BytesIO(sighting.picture.data)) as picture:
        left = picture.convert("RGB")
    _frame(left, sighting.picture.grid, places)
    right = image(scene(game, board, lit=places))
    right = right.resize((round(right.width * left.height / right.height), left.height))
    both = Image.new("RGB", (left.width + GAP + right.width, left.height), PAPER)
    both.paste(left, (0, 0))
    both.paste(right, (left.width + GAP, 0))
    out = io.BytesIO()
    both.save(out, "PNG", optimize=True)
    return out.getvalue()


def _frame(picture: Image.Image, grid: Grid, places: Iterable[Cell]) -> None:
    pen = ImageDraw.Draw(picture)
    for at in places:
        pen.rectangle([round(side) for side in grid.box(at)], outline=FRAME, width=WIDTH)
