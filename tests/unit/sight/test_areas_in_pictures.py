"""Shikaku in pictures: numbers on cells or on discs, and rectangles that are drawn by the lines around them."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from player.errors import BoardError
from player.games import GAMES
from player.sight.picture import read_pixels
from player.sight.tracker import Known, snapshot
from tests.support.board_pictures import pixels

#: The numbers of each row, and the first rows and columns and the sizes of its rectangles: their only covering.
BOARD = """
    4 . . 3 .
    . . . . .
    . 6 . . 2
    . . . . .
    5 . . . 5
"""
SIDE, AROUND, INK, LINE = 48, 30, "black", (0, 160, 0)


def numbers(text: str) -> dict[tuple[int, int], int]:
    rows = [row.split() for row in text.strip().splitlines()]
    return {(r, c): int(word) for r, row in enumerate(rows) for c, word in enumerate(row) if word != "."}


def picture(
    text: str,
    lines: list[tuple[int, int, int, int]] = [],  # noqa: B006
    *,
    discs: bool = True,
    size: int = 30,
) -> NDArray[np.uint8]:
    """Return a board with dashed lines and a thick frame; `lines` run from corner to corner, by rows and columns."""
    n = len(text.strip().splitlines())
    shown = Image.new("RGB", (n * SIDE + 2 * AROUND,) * 2, "white")
    pen = ImageDraw.Draw(shown)
    end = AROUND + n * SIDE
    for at in range(AROUND + SIDE, end, SIDE):
        for dash in range(AROUND, end, 8):
            pen.line([(at, dash), (at, dash + 3)], (150, 150, 150))
            pen.line([(dash, at), (dash + 3, at)], (150, 150, 150))
    pen.rectangle([AROUND - 2, AROUND - 2, end + 2, end + 2], outline=INK, width=5)
    for row, col, row_to, col_to in lines:
        pen.line([(AROUND + c * SIDE, AROUND + r * SIDE) for r, c in ((row, col), (row_to, col_to))], LINE, width=5)
    font = ImageFont.load_default(size)
    for (row, col), number in numbers(text).items():
        x, y = AROUND + (col + 0.5) * SIDE, AROUND + (row + 0.5) * SIDE
        if discs:
            pen.ellipse([x - 19, y - 19, x + 19, y + 19], fill=INK)
        pen.text((x, y), str(number), "white" if discs else INK, font, anchor="mm")
    return pixels(shown)


@pytest.mark.parametrize("discs", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_numbers_that_add_up_to_the_cells_are_the_clues(*, discs: bool, named: bool) -> None:
    found = read_pixels(picture(BOARD, discs=discs), "patches" if named else None)
    assert found.game == "patches"
    assert {(row, col): area for row, col, _, area in found.board["clues"]} == numbers(BOARD)
    assert {shape for _, _, shape, _ in found.board["clues"]} == {"any"}


@pytest.mark.parametrize("size", [11, 13])
def test_small_numbers_are_read_and_the_sum_tells_one_that_is_doubtful(size: int) -> None:
    found = read_pixels(picture(BOARD, discs=False, size=size), "patches")
    assert {(row, col): area for row, col, _, area in found.board["clues"]} == numbers(BOARD)


def test_numbers_that_do_not_add_up_are_no_board() -> None:
    with pytest.raises(BoardError):
        read_pixels(picture(BOARD.replace("6", "7")), "patches")


def test_a_picture_with_lines_that_somebody_drew_is_refused() -> None:
    with pytest.raises(BoardError, match="a line is drawn"):
        read_pixels(picture(BOARD, [(0, 2, 2, 2)]), "patches")


def test_lines_that_enclose_a_rectangle_mark_its_cells_with_its_clue() -> None:
    """The 4 has two rows and two columns, and the 3 beside it one row of three."""
    first = picture(BOARD)
    reading = read_pixels(first, "patches")
    known = Known.first(reading, first)
    assert known.marks_in(first, reading.grid) == [""] * 25
    lines = [(0, 2, 2, 2), (2, 0, 2, 2), (1, 2, 1, 5)]
    shown = known.marks_in(picture(BOARD, lines), reading.grid)
    four, three = "row 1, column 1", "row 1, column 4"
    assert shown[:10] == ["drawn", four, three, "drawn", three, four, four, "", "", ""]
    assert shown[10:] == [""] * 15


def test_a_line_that_encloses_nothing_is_refused_as_the_next_drag_may_erase_it() -> None:
    first = picture(BOARD)
    reading = read_pixels(first, "patches")
    known = Known.first(reading, first)
    with pytest.raises(BoardError, match="encloses no rectangle"):
        known.marks_in(picture(BOARD, [(0, 2, 2, 2)]), reading.grid)


def test_the_number_of_stars_in_a_picture_is_a_rule_of_its_page() -> None:
    game = GAMES["queens"]
    regions = [[0, 0, 0, 1, 1, 1, 1, 1], *[[number] * 8 for number in range(1, 8)]]
    board = game.board.from_json({"game": "queens", "regions": regions, "stars": 2})
    assert game.play.read(snapshot(game, board, ["empty"] * 64)) == board


def test_a_board_below_a_veil_or_a_dialog_is_read_no_more() -> None:
    first = picture(BOARD)
    reading = read_pixels(first, "patches")
    known = Known.first(reading, first)
    drawn = picture(BOARD, [(0, 2, 2, 2), (2, 0, 2, 2)])
    with pytest.raises(BoardError, match="something lies over"):
        known.marks_in((drawn * 0.8).astype(np.uint8), reading.grid)
    corner = AROUND + 3 * SIDE
    drawn[corner : corner + SIDE // 2 + SIDE, corner : corner + 2 * SIDE] = 240
    with pytest.raises(BoardError, match="covered"):
        known.marks_in(drawn, reading.grid)


def test_a_path_is_seen_behind_large_discs() -> None:
    """Of the path little is to be seen in the cells of the discs: they are as large as on some pages."""
    shown = Image.new("RGB", (4 * SIDE + 2 * AROUND,) * 2, "white")
    pen, end = ImageDraw.Draw(shown), AROUND + 4 * SIDE
    for at in range(AROUND, end + 1, SIDE):
        pen.line([(at, AROUND), (at, end)], (225, 225, 225))
        pen.line([(AROUND, at), (end, at)], (225, 225, 225))
    places = [(0, 0), (0, 3), (3, 3), (3, 0), (1, 1), (2, 1)]
    middles = [(AROUND + (col + 0.5) * SIDE, AROUND + (row + 0.5) * SIDE) for row, col in places]

    def with_discs() -> NDArray[np.uint8]:
        for number, (x, y) in enumerate(middles, 1):
            pen.ellipse([x - 19, y - 19, x + 19, y + 19], fill=INK)
            pen.text((x, y), str(number), "white", ImageFont.load_default(18), anchor="mm")
        return pixels(shown)

    first = with_discs()
    reading = read_pixels(first, "zip")
    assert reading.board["numbers"] == [[*at] for at in places]
    assert not reading.board["walls"]
    pen.line(middles[:3], (34, 197, 94), width=16)
    marks = Known.first(reading, first).marks_in(with_discs(), reading.grid)
    assert [number for number, mark in enumerate(marks) if mark] == [0, 1, 2, 3, 7, 11, 15]
