"""Boards read from pictures of games that are being played: what the player put there is no part of them."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from player.errors import BoardError
from player.games import GAMES
from player.sight import picture
from player.sight.reading import Reading
from player.sight.tracker import Known
from tests.support.board_pictures import pixels

SIDE = 48
PAPER, LINE, THICK = "#ffffff", "#cfcfcf", "#202020"
GIVEN, ENTERED, MISTAKE, TINT, SELECTED = "#1c1c1c", "#0a66c2", "#cc1016", "#f0efeb", "#d7e9ff"
DIGITS = ["100203", "034000", "056000", "000350", "000120", "001006"]
WORDS = ["CATS.", "DOGEL", "MINTY", "PLUMB", "SKIRF"]
LENGTHS = [4, 6, 7, 7]


@cache
def font(size: int) -> Any:
    return ImageFont.load_default(size)


def ruled(rows: int, cols: int, below: int = 0) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    shown = Image.new("RGB", ((cols + 2) * SIDE, (rows + 2 + below) * SIDE), PAPER)
    return shown, ImageDraw.Draw(shown)


def rule(pen: ImageDraw.ImageDraw, rows: int, cols: int, box: tuple[int, int] | None = None) -> None:
    """Draw the lines of a board, thick ones around its boxes."""
    for thick in (False, True):
        for number in range(rows + 1):
            if thick == bool(box and number % box[0] == 0):
                ends = (SIDE, SIDE * (number + 1), SIDE * (cols + 1), SIDE * (number + 1))
                pen.line(ends, THICK if thick else LINE, 3 if thick else 1)
        for number in range(cols + 1):
            if thick == bool(box and number % box[1] == 0):
                ends = (SIDE * (number + 1), SIDE, SIDE * (number + 1), SIDE * (rows + 1))
                pen.line(ends, THICK if thick else LINE, 3 if thick else 1)


def middle(row: int, col: int) -> tuple[float, float]:
    return (col + 1.5) * SIDE, (row + 1.5) * SIDE


def put(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, colour: str, size: int = 24) -> None:
    pen.text(middle(*at), text, colour, font(size), anchor="mm", stroke_width=size / 40, stroke_fill=colour)


def paint(pen: ImageDraw.ImageDraw, at: tuple[int, int], colour: str) -> None:
    x, y = middle(*at)
    pen.rectangle((x - SIDE / 2, y - SIDE / 2, x + SIDE / 2, y + SIDE / 2), colour)


def underline(pen: ImageDraw.ImageDraw, at: tuple[int, int], colour: str) -> None:
    x, y = middle(*at)
    waves = [(x - 9 + 3 * step, y + 14 + 3 * (step % 2)) for step in range(7)]
    pen.line(waves, colour, 2)


def sudoku(
    entered: Mapping[tuple[int, int], int],
    *,
    tint: str | None = TINT,
    mistakes: Collection[tuple[int, int]] = (),
    notes: Mapping[tuple[int, int], str] | None = None,
    grounds: Mapping[tuple[int, int], str] | None = None,
) -> Image.Image:
    shown, pen = ruled(6, 6)
    given = {(row, col): int(digit) for row, digits in enumerate(DIGITS) for col, digit in enumerate(digits)}
    for at, digit in given.items():
        if digit and tint:
            paint(pen, at, tint)
    for at, colour in (grounds or {}).items():
        paint(pen, at, colour)
    rule(pen, 6, 6, (2, 3))
    for at, digit in {**given, **entered}.items():
        own = given[at] or digit
        if own:
            put(pen, at, str(own), MISTAKE if at in mistakes else GIVEN if given[at] else ENTERED)
    for at in mistakes:
        underline(pen, at, MISTAKE)
    for at, text in (notes or {}).items():
        put(pen, at, text, "#707070", 12)
    return shown


def seen(shown: Image.Image, game: str | None = None) -> Reading:
    return picture.read_pixels(pixels(shown), game)


def givens(reading: Reading) -> list[str]:
    return ["".join(map(str, row)) for row in reading.board["givens"]]


def test_mistakes_are_read_without_the_line_below_them() -> None:
    entered = {(0, 1): 1, (3, 0): 2}
    reading = seen(sudoku(entered, mistakes=[(0, 0), (0, 1)]))
    assert (reading.game, givens(reading)) == ("mini-sudoku", DIGITS)
    assert reading.progress["numbers"] == [[*at, digit] for at, digit in entered.items()]


def test_notes_are_no_digits() -> None:
    reading = seen(sudoku({(3, 0): 2}, notes={(0, 1): "2 5", (1, 0): "3", (5, 1): "1 2 4"}))
    assert (reading.game, givens(reading)) == ("mini-sudoku", DIGITS)
    assert reading.progress["notes"] == [[0, 1], [1, 0], [5, 1]]


@pytest.mark.slow
@pytest.mark.parametrize("at", [(0, 0), (0, 1), (3, 0)], ids=["given", "empty", "entered"])
def test_the_selected_cell_is_no_given_one(at: tuple[int, int]) -> None:
    reading = seen(sudoku({(3, 0): 2, (3, 1): 6}, grounds={at: SELECTED}))
    assert givens(reading) == DIGITS


def frame(shown: Image.Image, at: tuple[int, int]) -> None:
    """Draw the frame of a selected cell along its sides."""
    x, y = middle(*at)
    ImageDraw.Draw(shown).rectangle((x - 21, y - 21, x + 20, y + 20), None, "#e8b923", 5)


@pytest.mark.parametrize("at", [(0, 0), (0, 1), (3, 0)], ids=["given", "empty", "entered"])
def test_the_frame_of_the_selected_cell_is_no_ink(at: tuple[int, int]) -> None:
    frame(shown := sudoku({(3, 0): 2, (3, 1): 6}), at)
    reading = seen(shown)
    assert givens(reading) == DIGITS
    assert reading.progress["numbers"] == [[3, 0, 2], [3, 1, 6]]


def test_frames_in_several_cells_may_be_a_part_of_the_board() -> None:
    shown = sudoku({})
    for at in [(0, 1), (3, 0)]:
        frame(shown, at)
    with pytest.raises(BoardError, match="the ink at R1C2 can't be read"):
        seen(shown, "mini-sudoku")


def test_the_grounds_of_a_board_with_a_texture_tell_of_no_entered_digits() -> None:
    shades = {(row, col): 0x90 + 3 * (6 * row + col) for row in range(6) for col in range(6)}
    tints = {at: (8, 24) if DIGITS[at[0]][at[1]] != "0" else (0, 0) for at in shades}
    grounds = {at: f"#{shade:02x}{shade - tints[at][0]:02x}{shade - tints[at][1]:02x}" for at, shade in shades.items()}
    grounds[0, 0] = grounds[3, 0]  # as one that is lit beside the selected cell may be
    assert givens(seen(sudoku({}, grounds=grounds))) == DIGITS


def full() -> dict[tuple[int, int], int]:
    solution = ["165243", "234561", "456132", "612354", "563421", "321456"]
    return {(row, col): int(digit) for row, digits in enumerate(solution) for col, digit in enumerate(digits)}


@pytest.mark.slow
@pytest.mark.parametrize("tint", [TINT, None])
def test_given_digits_of_a_full_board_are_told_from_entered_ones(tint: str | None) -> None:
    assert givens(seen(sudoku(full(), tint=tint))) == DIGITS


def test_colours_that_contradict_the_grounds_are_refused() -> None:
    with pytest.raises(BoardError, match="disagree"):
        seen(sudoku({(3, 0): 2, (3, 1): 6, (4, 0): 3}, grounds={(3, 0): TINT}))


def test_the_digits_of_a_known_board_are_given_on_any_ground() -> None:
    before = pixels(sudoku({}))
    known = Known.first(reading := seen(sudoku({})), before)
    grounds = {(3, 0): TINT, (0, 0): SELECTED, (0, 1): SELECTED}
    marks = known.marks_in(pixels(sudoku({(0, 1): 6, (3, 0): 6, (4, 0): 5}, grounds=grounds)), reading.grid)
    assert [(index, mark) for index, mark in enumerate(marks) if mark and DIGITS[index // 6][index % 6] == "0"] == [
        (1, "6"),
        (18, "6"),
        (24, "5"),
    ]
    before[SIDE + 6 : 2 * SIDE - 6, SIDE + 6 : 2 * SIDE - 6] = 255
    with pytest.raises(BoardError, match="another board"):
        known.marks_in(before, reading.grid)


def wend(found: Mapping[tuple[int, int], str], words: Sequence[str] = WORDS) -> Image.Image:
    """A board of Wend with discs below the letters of words that were found."""
    shown, pen = ruled(5, 5, below=4)
    paint(pen, (0, 4), "#b0b0b0")
    rule(pen, 5, 5)
    for at, colour in found.items():
        x, y = middle(*at)
        pen.ellipse((x - 21, y - 21, x + 21, y + 21), colour)
    for row, letters in enumerate(words):
        for col, letter in enumerate(letters):
            if letter != ".":
                put(pen, (row, col), letter, "#202020")
    for number, length in enumerate(LENGTHS):
        for slot in range(length):
            x, y = SIDE + 25 * slot, 6.4 * SIDE + 25 * number
            pen.rectangle((x, y, x + 22, y + 22), "#dcdcdc")
    return shown


DISCS = {
    "none": {},
    "one word": dict.fromkeys([(0, 0), (0, 1), (0, 2), (0, 3)], "#f4ccb3"),
    "all": {(row, col): ["#f4ccb3", "#bcd6ee", "#c3e6d2"][row % 3] for row in range(5) for col in range(5)},
    "dark ones": dict.fromkeys([(1, 0), (2, 0), (2, 1)], "#ff9050"),
}


@pytest.mark.slow
@pytest.mark.parametrize("found", DISCS.values(), ids=DISCS)
def test_letters_are_read_on_the_discs_of_found_words(found: dict[tuple[int, int], str]) -> None:
    reading = seen(wend({at: colour for at, colour in found.items() if at != (0, 4)}))
    assert (reading.game, reading.board) == ("wend", {"game": "wend", "grid": WORDS, "lengths": LENGTHS})


@pytest.mark.parametrize("share", [0.45, 0.6, 0.8, 1, 1.7, 2.3])
@pytest.mark.full
def test_no_q_is_read_as_an_o(share: float) -> None:
    words = ["QOTS.", "DOQEL", "OINTQ", "QLUOB", "SQORF"]
    shown = wend({}, words)
    for how in (Image.Resampling.BILINEAR, Image.Resampling.BOX):
        try:
            reading = seen(shown.resize((round(shown.width * share), round(shown.height * share)), how))
        except BoardError:
            assert share < 1 or how == Image.Resampling.BOX  # jagged outlines
            continue
        assert reading.board["grid"] == words


TILES = {(0, 1): ("any", 4), (1, 3): ("wide", 3), (2, 0): ("tall", None), (3, 2): ("square", 4), (4, 4): ("any", None)}
HALVES = {"wide": (0.38, 0.27), "tall": (0.27, 0.38), "square": (0.31, 0.31)}


def patches(*, apart: bool = False, drawn: bool = False) -> Image.Image:
    """A board of Patches; crossed tiles are see-through, or in parts, and some lie in patches that are drawn."""
    shown, pen = ruled(5, 5)
    if drawn:
        for at in ((0, 0), (0, 1), (1, 0), (1, 1), (4, 3), (4, 4)):
            paint(pen, at, "#d4bfe3")
    rule(pen, 5, 5)
    for at, (shape, number) in TILES.items():
        x, y = middle(*at)
        for wide, high in [HALVES["wide"], HALVES["tall"]] if shape == "any" else [HALVES[shape]]:
            colour = "#b08acc" if shape == "any" else "#7c3aa8"
            pen.rounded_rectangle((x - wide * SIDE, y - high * SIDE, x + wide * SIDE, y + high * SIDE), 3, colour)
        if shape == "any":
            if apart:
                pen.rectangle((x - 14, y - 14, x + 14, y + 14), "white")
            pen.rectangle((x - 12, y - 12, x + 12, y + 12), "#7c3aa8")
        if number:
            put(pen, at, str(number), "white", 19)
    return shown


@pytest.mark.parametrize("options", [{}, {"apart": True}, {"drawn": True}], ids=["plain", "in parts", "drawn"])
def test_shapes_of_tiles_are_read(options: dict[str, bool]) -> None:
    reading = seen(patches(**options))
    assert reading.game == "patches"
    assert sorted(reading.board["clues"]) == sorted([[*at, *clue] for at, clue in TILES.items()])
    assert GAMES["patches"].board.from_json(reading.board)
