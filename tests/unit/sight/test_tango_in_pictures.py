"""Tango in pictures: circles without colour, signs beside symbols, and which symbols are given."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from player.errors import BoardError
from player.games.tango.board import from_json
from player.sight import picture
from player.sight.reading import Grid, NoBoard, Reading
from player.sight.tracker import Known
from tests.support.board_pictures import SIDE, board, drawing, pixels

FINE = 4


def read(shown: Image.Image) -> Reading:
    return picture.read_pixels(pixels(shown), "tango")


def painted(shown: Image.Image, at: tuple[int, int], colour: tuple[int, int, int]) -> Image.Image:
    """The picture with another ground of one cell."""
    ImageDraw.floodfill(shown, (30 + SIDE * at[1] + 5, 30 + SIDE * at[0] + 5), colour, thresh=12)
    return shown


def circles(
    size: int,
    symbols: Mapping[tuple[int, int], str],
    side: int,
    *,
    radius: float = 0.35,
    ring: int = 2,
    tint: str = "white",
) -> Image.Image:
    """Binairo as papers and pages show it: an open circle for a sun, a full one for a moon, smooth ones."""
    unit = FINE * side
    shown = Image.new("RGB", ((size + 2) * unit, (size + 2) * unit), "white")
    pen = ImageDraw.Draw(shown)
    for row, col in symbols:
        pen.rectangle(((col + 1) * unit, (row + 1) * unit, (col + 2) * unit, (row + 2) * unit), tint)
    for line in range(1, size + 2):
        pen.line((line * unit, unit, line * unit, (size + 1) * unit), "grey", FINE)
        pen.line((unit, line * unit, (size + 1) * unit, line * unit), "grey", FINE)
    for (row, col), symbol in symbols.items():
        box = tuple((place + 1.5 + sign * radius) * unit for sign in (-1, 1) for place in (col, row))
        pen.ellipse(box, "black" if symbol == "moon" else "white", "black", ring * FINE)
    return shown.reduce(FINE)


SYMBOLS = {(0, 1): "sun", (0, 2): "sun", (2, 0): "moon", (3, 3): "moon", (3, 4): "sun", (5, 5): "moon"}


LOOKS = [(0.38, 1), (0.41, 1), (0.41, 2), (0.43, 1), (0.43, 3)]
#: The side of a cell, the radius and ring of a circle, and the ground: large ones, and those that nearly fill a cell.
CIRCLES = [(26, 0.35, 2, "white"), (48, 0.35, 2, "white")] + [
    pytest.param(side, *look, tint, marks=pytest.mark.slow if side == 48 else pytest.mark.more)
    for side in (48, 36, 72)
    for look in LOOKS
    for tint in ("white", "#e4e4e4")
]


@pytest.mark.parametrize(("side", "radius", "ring", "tint"), CIRCLES)
def test_circles_are_read_and_are_no_signs(side: int, radius: float, ring: int, tint: str) -> None:
    seen = picture.read_pixels(pixels(circles(6, SYMBOLS, side, radius=radius, ring=ring, tint=tint)))
    assert (seen.game, seen.board["edges"]) == ("tango", [])
    assert {(row, col): symbol for row, col, symbol in seen.board["givens"]} == SYMBOLS


@pytest.mark.slow
@pytest.mark.parametrize("side", [26, 40, 72])
@pytest.mark.parametrize("radius", [0.45, 0.47, 0.5])
def test_a_circle_that_runs_into_the_lines_is_not_lost(radius: float, side: int) -> None:
    with suppress(BoardError):
        seen = read(circles(6, SYMBOLS, side, radius=radius))
        assert {(row, col): symbol for row, col, symbol in seen.board["givens"]} == SYMBOLS


@pytest.mark.full
def test_signs_that_circles_may_hide_are_refused_on_a_board_with_signs() -> None:
    shown = circles(6, SYMBOLS, 72, radius=0.46, ring=1)
    assert not read(shown).board["edges"]
    for bar in (-4, 4):
        x, y = 3 * 72, 5.5 * 72 + bar
        ImageDraw.Draw(shown).rectangle((x - 6, y - 1, x + 6, y + 1), "black")
    with pytest.raises(BoardError, match="signs between large symbols can't be seen"):
        read(shown)


EDGES = {(0, 5, 1, 5): "cross", (1, 0, 1, 1): "cross", (2, 2, 2, 3): "equal", (3, 5, 4, 5): "cross"}
LARGE = {(0, 3): "moon", (0, 0): "sun", (4, 5): "sun", (2, 0): "moon", (5, 2): "moon"}


def large_symbols(side: int, ink: str) -> Image.Image:
    """Coloured symbols that nearly reach the lines, and small signs in gaps of lines that are nearly as dark."""
    unit = FINE * side
    shown = circles(6, {}, side).resize((8 * unit, 8 * unit), Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(shown)
    for line in range(1, 8):
        pen.line((line * unit, unit, line * unit, 7 * unit), ink, FINE)
        pen.line((unit, line * unit, 7 * unit, line * unit), ink, FINE)
    for (row, col), symbol in LARGE.items():
        x, y, half = (col + 1.5) * unit, (row + 1.5) * unit, 0.37 * unit
        pen.ellipse((x - half, y - half, x + half, y + half), "#3366cc" if symbol == "moon" else "#ffcc33")
        if symbol == "moon":
            pen.ellipse((x, y - half - 4, x + 1.2 * half, y + half / 3), "white")
    for (row, col, down, across), sign in EDGES.items():
        x, y = (col + across + 3) / 2 * unit, (row + down + 3) / 2 * unit
        gap, arm = 0.13 * unit, 0.065 * unit
        pen.rectangle((x - gap, y - gap, x + gap, y + gap), "white")
        slopes = ((-arm, arm), (arm, -arm)) if sign == "cross" else ((-arm / 2,) * 2, (arm / 2,) * 2)
        for one, other in slopes:
            pen.line((x - arm, y + one, x + arm, y + other), "black", 2 * FINE)
    return shown.reduce(FINE)


@pytest.mark.parametrize("ink", ["#333", "grey"])
@pytest.mark.parametrize("side", [75, pytest.param(66, marks=pytest.mark.slow)])
def test_signs_on_their_own_ground_are_read_beside_large_symbols(side: int, ink: str) -> None:
    board = read(large_symbols(side, ink)).board
    assert {(row, col): symbol for row, col, symbol in board["givens"]} == LARGE
    assert {(*one, *other): sign for one, other, sign in board["edges"]} == EDGES


def golden(side: int, opens: float) -> Image.Image:
    """Suns and moons as emoji: all golden, suns with rays, moons that open to one side, beside large signs."""
    unit = FINE * side
    shown = circles(6, {}, side).resize((8 * unit, 8 * unit), Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(shown)
    for (row, col), symbol in LARGE.items():
        x, y, half = (col + 1.5) * unit, (row + 1.5) * unit, 0.3 * unit
        if symbol == "sun":
            rays = [(x - half, y, x + half, y), (x, y - half, x, y + half)]
            rays += [(x - 0.7 * half, y + at, x + 0.7 * half, y - at) for at in (-0.7 * half, 0.7 * half)]
            for ray in rays:
                pen.line(ray, "#ffac33", FINE * 3)
            pen.ellipse((x - 0.7 * half, y - 0.7 * half, x + 0.7 * half, y + 0.7 * half), "#ffac33")
        else:
            pen.ellipse((x - half, y - half, x + half, y + half), "#ffd983")
            pen.ellipse((x - half * opens, y - 1.1 * half, x + half * (2 - opens), y + 0.7 * half), "white")
    for (row, col, down, across), sign in EDGES.items():
        x, y, arm = (col + across + 3) / 2 * unit, (row + down + 3) / 2 * unit, 0.13 * unit
        pen.rectangle((x - 0.17 * unit, y - 0.17 * unit, x + 0.17 * unit, y + 0.17 * unit), "white")
        slopes = ((-arm, arm), (arm, -arm)) if sign == "cross" else ((-arm / 2,) * 2, (arm / 2,) * 2)
        for one, other in slopes:
            pen.line((x - arm, y + one, x + arm, y + other), "#333", 2 * FINE)
    return shown.reduce(FINE)


@pytest.mark.parametrize("side", [56, pytest.param(48, marks=pytest.mark.slow)])
@pytest.mark.parametrize("opens", [0.8, 0.6])
def test_moons_as_golden_as_suns_are_told_by_their_form(side: int, opens: float) -> None:
    board = read(golden(side, opens)).board
    assert {(row, col): symbol for row, col, symbol in board["givens"]} == LARGE
    assert {(*one, *other): sign for one, other, sign in board["edges"]} == EDGES


def digits(ones: str, zeros: str) -> Image.Image:
    """Binairo with two digits for its symbols."""
    shown = circles(6, {}, 48)
    pen, font = ImageDraw.Draw(shown), ImageFont.load_default(26)
    for (row, col), symbol in SYMBOLS.items():
        text = ones if symbol == "sun" else zeros
        pen.text(((col + 1.5) * 48, (row + 1.5) * 48), text, "black", font, anchor="mm")
    return shown


def test_zeros_and_ones_are_symbols() -> None:
    found = picture.read_pixels(pixels(digits("1", "0")))
    assert found.game == "tango"
    assert {(row, col): symbol for row, col, symbol in found.board["givens"]} == SYMBOLS


def test_digits_that_are_entered_may_have_a_colour_and_the_chosen_cell_a_ground() -> None:
    before, after = digits("1", "0"), digits("1", "0")
    pen, font = ImageDraw.Draw(after), ImageFont.load_default(26)
    marks = {(0, 3): "sun", (1, 2): "moon", (4, 4): "empty"}
    assert not marks.keys() & SYMBOLS.keys()
    for number, ((row, col), mark) in enumerate(marks.items()):
        left, top = (col + 1) * 48, (row + 1) * 48
        if number != 1:
            pen.rectangle((left + 2, top + 2, left + 46, top + 46), "yellow")
        pen.text((left + 24, top + 24), {"sun": "1", "moon": "0", "empty": ""}[mark], "blue", font, anchor="mm")
    seen = read(before)
    found = Known.first(seen, pixels(before)).marks_in(pixels(after), seen.grid)
    assert {at: found[6 * at[0] + at[1]] for at in marks} == marks


@pytest.mark.parametrize("zeros", ["6", "8", "2"])
def test_other_digits_are_no_symbols(zeros: str) -> None:
    with pytest.raises(NoBoard):
        read(digits("1", zeros))


@pytest.mark.slow
@pytest.mark.parametrize("beside", [(2, 6), (6, 1), (-1, 3), (4, -1)])
def test_a_board_with_symbols_beside_it_is_a_part_and_refused(beside: tuple[int, int]) -> None:
    row, col = beside
    shown = Image.new("RGB", (500, 500), "white")
    shown.paste(circles(6, SYMBOLS, 48))
    box = tuple((place + 1.5 + sign * 0.35) * 48 for sign in (-1, 1) for place in (col, row))
    ImageDraw.Draw(shown).ellipse(box, "black")
    with pytest.raises(BoardError, match="goes on beside"):
        read(shown)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_a_drawing_with_its_solution_shows_which_symbols_are_given(number: int) -> None:
    assert from_json(read(drawing(board("tango", number), solved=True)).board) == from_json(board("tango", number))


def entered(data: dict[str, Any]) -> tuple[int, int]:
    given = {(row, col) for row, col, _ in data["givens"]}
    return next((row, col) for row in range(2, data["size"]) for col in range(2, 5) if (row, col) not in given)


def test_an_entered_symbol_below_the_mouse_is_not_given() -> None:
    data = board("tango", 1)
    seen = read(painted(drawing(data, solved=True), entered(data), (250, 248, 244)))
    assert from_json(seen.board) == from_json(data)


@pytest.mark.full
@pytest.mark.parametrize("ground", [(240, 237, 230), (170, 205, 255)], ids=["between the others", "of a selected cell"])
def test_a_ground_that_does_not_tell_if_a_symbol_is_given_is_refused(ground: tuple[int, int, int]) -> None:
    data = board("tango", 1)
    with pytest.raises(BoardError, match="does not tell if the symbol is given"):
        read(painted(drawing(data, solved=True), entered(data), ground))


@pytest.mark.full
def test_a_full_board_without_tinted_cells_is_refused() -> None:
    data = board("tango", 1)
    shown = drawing(data, solved=True)
    for row, col, _ in data["givens"]:
        painted(shown, (row, col), (255, 255, 255))
    with pytest.raises(BoardError, match="is full"):
        read(shown)


# Symbols that fill their cells

FILLED = ["w..b..", ".w...W", "..b..b", "b.....", "....w.", ".W..b."]
GREY = {".": (128, 128, 128), "w": (214, 214, 214), "b": (50, 50, 50)}
COLOURS = {".": (225, 225, 225), "w": (220, 60, 40), "b": (40, 90, 220)}


def fields(rows: Sequence[str], look: Mapping[str, tuple[int, int, int]] = GREY, mark: str = "") -> Image.Image:
    """A board as programs draw it: light and dark cells; capitals are entered, which have no frame drawn inside.

    Cells in `mark` ("2,3") have the red mark of an error.
    """
    side, n = 32, len(rows)
    shown = Image.new("RGB", ((n + 1) * side, (n + 2) * side), (229, 229, 229))
    pen = ImageDraw.Draw(shown)
    pen.rectangle((13, 37, 16 + n * side + 2, 40 + n * side + 2), (78, 78, 78))
    for row, line in enumerate(rows):
        for col, kind in enumerate(line):
            x, y = 16 + col * side, 40 + row * side
            colour = look[kind.lower()]
            pen.rectangle((x, y, x + side - 2, y + side - 2), colour)
            if kind.islower():
                pen.rectangle(
                    (x + 5, y + 5, x + side - 7, y + side - 7),
                    None,
                    tuple(one - 45 if one > 100 else one + 45 for one in colour),
                )
            if f"{row},{col}" in mark:
                pen.rectangle((x + 2, y + 2, x + side - 4, y + side - 4), None, "red", 3)
    return shown


def symbols(rows: Sequence[str], kinds: str) -> dict[tuple[int, int], str]:
    return {
        (row, col): "sun" if kind.lower() == "w" else "moon"
        for row, line in enumerate(rows)
        for col, kind in enumerate(line)
        if kind in kinds
    }


@pytest.mark.parametrize("look", [GREY, COLOURS], ids=["grey", "coloured"])
def test_symbols_that_fill_their_cells_are_read(look: Mapping[str, tuple[int, int, int]]) -> None:
    seen = picture.read_pixels(pixels(fields(FILLED, look)))
    assert (seen.game, seen.board["edges"]) == ("tango", [])
    assert {(row, col): symbol for row, col, symbol in seen.board["givens"]} == symbols(FILLED, "wb")
    assert {(row, col): symbol for row, col, symbol in seen.progress["symbols"]} == symbols(FILLED, "W")


def test_a_cell_with_the_mark_of_an_error_is_read_on_a_known_board() -> None:
    first = picture.read_pixels(pixels(fields(FILLED)))
    known = Known.first(first, pixels(fields(FILLED)))
    later = ["wB.b..", *FILLED[1:]]
    marks = known.marks_in(pixels(fields(later, mark="0,1 0,0")), first.grid)
    assert marks[:4] == ["sun", "moon", "empty", "moon"]


def test_a_part_of_a_board_of_filled_cells_is_refused() -> None:
    whole = fields([line + line[:2] for line in [*FILLED, *FILLED[:2]]])
    seen = picture.read_pixels(pixels(whole))
    part = Grid(seen.grid.across[:7], seen.grid.down[:7])
    with pytest.raises(BoardError, match="goes on beside"):
        picture.read_at(pixels(whole), part, "tango")


@pytest.mark.parametrize("colour", ["#555555", pytest.param("#90a4ae", marks=pytest.mark.slow)])
def test_crescents_without_colour_are_the_other_symbol_beside_coloured_suns(colour: str) -> None:
    shown = circles(6, {at: symbol for at, symbol in SYMBOLS.items() if symbol == "moon"}, 48)
    pen = ImageDraw.Draw(shown)
    for (row, col), symbol in SYMBOLS.items():
        x, y = (col + 1.5) * 48, (row + 1.5) * 48
        pen.ellipse((x - 18, y - 18, x + 18, y + 18), colour if symbol == "moon" else "#fbc02d")
        if symbol == "moon":
            pen.ellipse((x - 6, y - 22, x + 24, y + 10), "white")
    assert {(row, col): symbol for row, col, symbol in read(shown).board["givens"]} == SYMBOLS
