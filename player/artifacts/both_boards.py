"""Two boards side by side where a picture of a page and its markup differ, as a picture and for a terminal."""

import io
from collections.abc import Iterable
from typing import Any

from PIL import Image, ImageDraw
from rich.table import Table
from rich.text import Text

from player.errors import BoardError, trace
from player.games import Game
from player.games.grid import Cell
from player.playing.sighting import Sighting
from player.render.png import image
from player.render.scene import scene
from player.render.terminal import printable
from player.sight.picture import read
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


def in_columns(game: Game, board: Any, sighting: Sighting) -> Table:
    """Return the board that was read, beside it that of the picture, if it can be read, and below all differences."""
    table, seen = Table.grid(padding=(0, 4)), _seen(game, sighting)
    heads, boards = [Text("as the markup has it", "dim")], [game.text(board)]
    if seen is not None:
        heads.append(Text("as the picture shows it", "dim"))
        boards.append(game.text(seen))
    for row in (heads, boards):
        table.add_row(*row)
    whole = Table.grid()
    whole.add_row(table)
    for one in sighting.statement.differences:
        whole.add_row(Text(f"- {printable(str(one))}"))
    return whole


def _seen(game: Game, sighting: Sighting) -> Any | None:
    """Return the board that the picture shows; None if it can't be read as a whole."""
    if sighting.picture is None:
        return None
    try:
        return game.board.from_json(read(sighting.picture.data, game.name).board)
    except BoardError:
        return None
    except Exception as error:  # noqa: BLE001  # a bug of a reader must not lose the report
        trace(error)
        return None


def _frame(picture: Image.Image, grid: Grid, places: Iterable[Cell]) -> None:
    pen = ImageDraw.Draw(picture)
    for at in places:
        pen.rectangle([round(side) for side in grid.box(at)], outline=FRAME, width=WIDTH)
