"""Zip in pictures: rings around discs, numbers that are once on a board, walls by the picture's own widths."""

from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from player.errors import BoardError
from player.games.zip_path.board import from_json
from player.sight import picture
from player.sight.discs import framed
from player.sight.find import boards
from tests.support.board_pictures import SIDE, board, drawing, pixels


def read(shown: Image.Image) -> Any:
    return from_json(picture.read_pixels(pixels(shown), "zip").board)


def test_discs_are_read_within_the_rings_around_both_ends_of_a_path() -> None:
    assert read(drawing(board("zip", 3), solved=True)) == from_json(board("zip", 3))


def test_a_doubtful_number_is_what_the_clear_ones_are_not() -> None:
    shown = drawing(board("zip", 11))
    assert read(shown.resize((shown.width // 2, shown.height // 2), Image.Resampling.LANCZOS)) == from_json(
        board("zip", 11)
    )


def ruled(data: dict[str, Any], *, line: int, wall: int) -> Image.Image:
    """The drawing of a board with lines and walls of other widths."""
    shown = drawing({**data, "walls": []})
    pen = ImageDraw.Draw(shown)
    rows, cols = data["rows"], data["cols"]
    for row, col in ((row, col) for row in range(rows) for col in range(cols)):
        for other in ((row, col + 1), (row + 1, col)):
            if other[0] < rows and other[1] < cols:
                walled = any({(row, col), other} == {*map(tuple, one)} for one in data["walls"])
                _line(pen, other, "black", wall if walled else line, other[0] == row)
    return shown


def _line(pen: ImageDraw.ImageDraw, at: tuple[int, int], colour: str, width: int, upright: bool) -> None:
    x, y = 30 + SIDE * at[1], 30 + SIDE * at[0]
    end = (x, y + SIDE) if upright else (x + SIDE, y)
    pen.line((x, y, *end), colour, width)


def test_walls_thinner_than_usual_are_told_by_their_own_two_groups() -> None:
    assert read(ruled(board("zip", 2), line=2, wall=4)) == from_json(board("zip", 2))


def test_lines_of_one_width_have_no_wall_among_them() -> None:
    data = {**board("zip", 2), "walls": []}
    assert read(ruled(data, line=4, wall=4)) == from_json(data)


def test_a_wall_between_the_two_widths_is_doubtful() -> None:
    data = board("zip", 2)
    shown = ruled({**data, "walls": data["walls"][1:]}, line=1, wall=5)
    one, other = sorted(map(tuple, data["walls"][0]))
    _line(ImageDraw.Draw(shown), other, "black", 3, one[0] == other[0])
    with pytest.raises(BoardError, match=r"wall between .* is doubtful"):
        read(shown)


FINE = 4


def page(data: dict[str, Any], side: int, *, radius: float, line: float, wall: float, line_colour: str) -> Image.Image:
    """A board as pages draw it on a canvas: discs and walls in one black, in shares of a cell; lines in pixels."""
    unit, rows, cols = FINE * side, data["rows"], data["cols"]
    shown = Image.new("RGB", ((cols + 2) * unit, (rows + 2) * unit), "white")
    pen = ImageDraw.Draw(shown)
    for place in range(max(rows, cols) + 1):
        at, width = (place + 1) * unit, round(line * FINE)
        if place <= cols:
            pen.line((at, unit, at, (rows + 1) * unit), line_colour, width)
        if place <= rows:
            pen.line((unit, at, (cols + 1) * unit, at), line_colour, width)
    for first, second in data["walls"]:
        (row, col), (top, _) = max(first, second), min(first, second)
        x, y = (col + 1) * unit, (row + 1) * unit
        pen.line((x, y, x, y + unit) if top == row else (x, y, x + unit, y), "black", round(wall * unit))
    font = ImageFont.load_default(0.36 * unit)
    for number, (row, col) in enumerate(data["numbers"], 1):
        x, y, reach = (col + 1.5) * unit, (row + 1.5) * unit, radius * unit
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), "black")
        pen.text((x, y), str(number), "white", font, "mm")
    return shown.reduce(FINE)


@pytest.mark.slow
@pytest.mark.parametrize("radius", [0.4, 0.43])
@pytest.mark.parametrize(
    ("side", "line", "colour"), [(59, 1, "#eee"), (89, 1.5, "#ccc"), (118, 2, "#eee"), (44, 1, "#333")]
)
def test_a_large_disc_is_no_wall_beside_hair_thin_lines(side: int, line: float, colour: str, radius: float) -> None:
    data = {**board("zip", 2), "walls": []}
    shown = page(data, side, radius=radius, line=line, wall=0, line_colour=colour)
    assert read(shown) == from_json(data)


@pytest.mark.slow
@pytest.mark.parametrize("radius", [0.4, 0.43])
@pytest.mark.parametrize("wall", [0.1, 0.16, 0.2])
def test_walls_beside_large_discs_are_read(wall: float, radius: float) -> None:
    shown = page(board("zip", 2), 60, radius=radius, line=1, wall=wall, line_colour="#ccc")
    assert read(shown) == from_json(board("zip", 2))


@pytest.mark.slow
@pytest.mark.parametrize(("radius", "wall"), [(0.38, 0.26), (0.37, 0.28), (0.4, 0.24), (0.42, 0.2)])
@pytest.mark.parametrize("number", [4, 10])
def test_a_disc_that_touches_a_thick_wall_is_read(number: int, radius: float, wall: float) -> None:
    shown = page(board("zip", number), 60, radius=radius, line=1, wall=wall, line_colour="#ddd")
    assert read(shown) == from_json(board("zip", number))


def without_lines(shown: Image.Image, data: dict[str, Any]) -> Image.Image:
    """The drawing of a solved board as pages show it: filled cells have no lines between them."""
    line, tint = (np.array(shown.getpixel(at)) for at in ((30 + SIDE, 30 + 4), (30 + 4, 30 + 4)))
    pixels = np.array(shown)
    inner = np.zeros(pixels.shape[:2], bool)
    for number in range(1, max(data["rows"], data["cols"])):
        at = 30 + SIDE * number
        inner[at - 2 : at + 3] = inner[:, at - 2 : at + 3] = True
    inner[: 30 + 4] = inner[-34:] = inner[:, :34] = inner[:, -34:] = False
    pixels[inner & (np.abs(pixels - line.astype(int)).max(axis=2) < 60)] = tint
    return Image.fromarray(pixels)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 7])
def test_a_board_whose_lines_are_covered_is_found_by_its_discs_and_its_frame(number: int) -> None:
    data = board("zip", number)
    shown = without_lines(drawing(data, solved=True), data)
    assert not [one for one in boards(pixels(shown)) if one.shape == (data["rows"], data["cols"])]
    assert read(shown) == from_json(data)


def test_discs_without_a_frame_make_no_lattice() -> None:
    shown = Image.new("RGB", (400, 400), "white")
    for row, col in ((0, 1), (2, 3), (3, 0), (4, 4)):
        x, y = 50 + SIDE * col, 50 + SIDE * row
        ImageDraw.Draw(shown).ellipse((x, y, x + 36, y + 36), "black")
    assert not [*framed(np.array(shown))]


#: The fill, the outline and the ink of numbers: discs of one colour, rings, and plain numbers.
FIGURES = [
    ("#0a66c2", None, "white"),
    ("#fdd835", None, "black"),
    ("white", "#1565c0", "#1565c0"),
    (None, None, "black"),
]


def numbered(fill: str | None, outline: str | None, ink: str) -> tuple[Image.Image, dict[str, Any]]:
    """Return a board with a wall whose numbers stand on figures of these colours, and its data."""
    side, order = 56, [[0, 0], [1, 3], [3, 1], [5, 5], [4, 2], [2, 5], [0, 5], [5, 0], [2, 2], [3, 4], [4, 4], [1, 1]]
    shown = Image.new("RGB", (6 * side + 60,) * 2, "white")
    pen, font = ImageDraw.Draw(shown), ImageFont.load_default(20)
    for at in range(30, 31 + 6 * side, side):
        pen.line([(at, 30), (at, 30 + 6 * side)], "#ccc")
        pen.line([(30, at), (30 + 6 * side, at)], "#ccc")
    pen.line([(30 + side, 30 + 3 * side), (30 + side, 30 + 4 * side)], "black", 7)
    for number, (row, col) in enumerate(order, 1):
        x, y = 30 + (col + 0.5) * side, 30 + (row + 0.5) * side
        if fill:
            pen.ellipse([x - 18, y - 18, x + 18, y + 18], fill, outline, 2)
        pen.text((x, y), str(number), ink, font, anchor="mm")
    return shown, {"game": "zip", "rows": 6, "cols": 6, "numbers": order, "walls": [[[3, 0], [3, 1]]]}


@pytest.mark.parametrize(("fill", "outline", "ink"), FIGURES)
def test_numbers_are_read_on_discs_of_any_colour_in_rings_and_alone(
    fill: str | None, outline: str | None, ink: str
) -> None:
    shown, data = numbered(fill, outline, ink)
    seen = picture.read_pixels(pixels(shown))
    assert (seen.game, from_json(seen.board)) == ("zip", from_json(data))


def test_four_digits_of_a_sudoku_are_no_path() -> None:
    shown = Image.new("RGB", (300, 300), "white")
    pen, font = ImageDraw.Draw(shown), ImageFont.load_default(24)
    for line in range(5):
        at, width = 30 + 60 * line, 1 + 2 * (line % 2 == 0)
        pen.line([(at, 30), (at, 270)], "#444", width)
        pen.line([(30, at), (270, at)], "#444", width)
    for digit, (row, col) in enumerate([(1, 2), (1, 3), (2, 1), (2, 3)], 1):
        pen.text((60 + 60 * col, 60 + 60 * row), str(digit), "black", font, anchor="mm")
    assert picture.read_pixels(pixels(shown)).game == "mini-sudoku"
