"""Patches in pictures as other programs draw them: plain numbers without tiles."""

from collections.abc import Sequence

import pytest
from PIL import Image, ImageDraw, ImageFont

from player.errors import BoardError
from player.sight import picture
from player.sight.tracker import Known
from tests.support.board_pictures import pixels

SIDE = 30
#: A board whose numbers come twice in a row, which no Sudoku has; digits are numbers, "." is no clue.
BOARD = [". 3 . 3 .", "4 . . . 3", ". . . 2 .", "2 . 4 . 4", ". . . . ."]


def drawn(rows: Sequence[str], shaded: Sequence[tuple[int, int]] = (), thick: int = 0) -> Image.Image:
    """A board of numbers; `shaded` cells are grey with a black border, every `thick`th line is thicker."""
    lines = [row.split() for row in rows]
    n = len(lines)
    shown = Image.new("RGB", ((n + 2) * SIDE, (n + 3) * SIDE), (229, 229, 229))
    pen, font = ImageDraw.Draw(shown), ImageFont.load_default(SIDE * 0.55)
    for row, line in enumerate(lines):
        for col, label in enumerate(line):
            x, y = (col + 1) * SIDE, (row + 1) * SIDE
            pen.rectangle((x, y, x + SIDE, y + SIDE), (170, 170, 170) if (row, col) in shaded else None, "grey")
            if label != ".":
                pen.text((x + SIDE / 2 + 0.5, y + SIDE / 2 + 0.5), label, "black", font, "mm", stroke_width=0.5)
    for row, col in shaded:
        x, y = (col + 1) * SIDE, (row + 1) * SIDE
        pen.rectangle((x - 1, y - 1, x + SIDE + 1, y + SIDE + 1), None, "black", 3)
    for number in range(0, n + 1, thick or n):
        at, end = (number + 1) * SIDE, (n + 1) * SIDE
        pen.line((at, SIDE, at, end), "black", 3)
        pen.line((SIDE, at, end, at), "black", 3)
    return shown


def test_a_shaded_cell_is_covered_and_its_neighbours_are_not() -> None:
    before = pixels(drawn(BOARD))
    seen = picture.read_pixels(before)
    marks = Known.first(seen, before).marks_in(pixels(drawn(BOARD, shaded=[(0, 0), (1, 0), (3, 1)])), seen.grid)
    assert [index for index, mark in enumerate(marks) if mark] == [0, 5, 16]


#: Sixteen in all, and nothing comes twice in a row or column.
BOTH = ["1 . . 4", ". 3 . 2", ". 1 . .", "3 . 2 ."]


def test_numbers_that_may_be_those_of_a_sudoku_are() -> None:
    assert picture.read_pixels(pixels(drawn(BOTH, thick=2))).game == "mini-sudoku"
    assert picture.read_pixels(pixels(drawn(BOTH))).game == "mini-sudoku"


def test_a_board_is_still_there_while_a_rectangle_is_drawn() -> None:
    before = drawn(BOARD)
    seen = picture.read_pixels(pixels(before))
    known = Known.first(seen, pixels(before))
    ImageDraw.Draw(before).line([(SIDE, 2 * SIDE), (3 * SIDE, 2 * SIDE), (3 * SIDE, 3 * SIDE)], "red", 3)
    with pytest.raises(BoardError, match="encloses no rectangle"):
        known.marks_in(pixels(before), seen.grid)
    assert known.is_on(pixels(before), seen.grid)
    assert not known.is_on(pixels(drawn([row.replace("3", ".") for row in BOARD])), seen.grid)
