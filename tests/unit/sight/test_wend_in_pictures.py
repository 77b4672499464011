"""The slots of Wend's words in pictures: separate ones are counted in every look, others are measured."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from player.errors import BoardError
from player.sight import picture
from tests.support.board_pictures import pixels

WORDS = ["CATS.", "DOGEL", "MINTY", "PLUMB", "SKIRF"]
LENGTHS = [4, 6, 7, 7]
FINE = 4
Draw = Callable[[ImageDraw.ImageDraw, tuple[float, float, float, float], int], None]

LOOKS: Mapping[str, Draw] = {
    "grey": lambda pen, box, _: pen.rectangle(box, "#e2e2e2"),
    "rounded": lambda pen, box, unit: pen.rounded_rectangle(box, 0.2 * unit, "#e2e2e2"),
    "dark": lambda pen, box, _: pen.rectangle(box, "#444444"),
    "outlined": lambda pen, box, unit: pen.rectangle(box, None, "#666666", max(FINE, round(0.05 * unit))),
    "with a faint edge": lambda pen, box, _: pen.rectangle(box, "white", "#cccccc", FINE),
    "lines to write on": lambda pen, box, _: pen.rectangle((box[0], box[3] - 2 * FINE, *box[2:]), "#333333"),
}


def page(
    draw: Draw,
    side: int,
    slot: float,
    gap: float,
    *,
    rows: float = 0.0,
    indent: float = 0.0,
    lengths: Sequence[int] = LENGTHS,
) -> Image.Image:
    """A board, with a row of slots for each word below it; sizes in cells, gaps between slots and rows in slots."""
    unit = FINE * side
    shown = Image.new("RGB", (7 * unit, 11 * unit), "white")
    pen = ImageDraw.Draw(shown)
    font = ImageFont.load_default(0.5 * unit)
    pen.rectangle((5 * unit, unit, 6 * unit, 2 * unit), "#b0b0b0")
    for number in range(6):
        pen.line((unit, unit * (number + 1), 6 * unit, unit * (number + 1)), "#bbbbbb", FINE)
        pen.line((unit * (number + 1), unit, unit * (number + 1), 6 * unit), "#bbbbbb", FINE)
    for row, letters in enumerate(WORDS):
        for col, letter in enumerate(letters.replace(".", " ")):
            pen.text(((col + 1.5) * unit, (row + 1.5) * unit), letter, "#202020", font, "mm", stroke_width=unit // 80)
    size = slot * unit
    for number, length in enumerate(lengths):
        for place in range(length):
            x = unit + size * (1 + gap) * place + indent * size * (max(LENGTHS) - length) / 2
            y = 6.4 * unit + size * (1 + (rows or gap)) * number
            draw(pen, (x, y, x + size, y + size), round(size))
    return shown.reduce(FINE)


def lengths_in(shown: Image.Image) -> Any:
    board = picture.read_pixels(pixels(shown)).board
    assert board["grid"] == WORDS
    return sorted(board["lengths"])


@pytest.mark.slow
@pytest.mark.parametrize("side", [72, *(pytest.param(side, marks=pytest.mark.more) for side in (48, 96))])
@pytest.mark.parametrize("gap", [0.15, 0.3])
@pytest.mark.parametrize("draw", LOOKS.values(), ids=LOOKS)
def test_separate_slots_are_counted(draw: Draw, gap: float, side: int) -> None:
    assert lengths_in(page(draw, side, 0.34, gap)) == LENGTHS


def test_rows_of_slots_may_be_centred() -> None:
    assert lengths_in(page(LOOKS["grey"], 60, 0.4, 0.2, indent=1.2)) == LENGTHS


@pytest.mark.full
@pytest.mark.parametrize("slot", [0.3, 0.36, 0.42])
def test_one_row_of_blurred_slots_is_not_taken_for_all_of_them(slot: float) -> None:
    sharp = page(LOOKS["grey"], 60, slot, 0.15, rows=0.6)
    shown = sharp.filter(ImageFilter.GaussianBlur(3))
    shown.paste(sharp.crop((0, 0, sharp.width, 370)), (0, 0))
    with suppress(BoardError):
        assert lengths_in(shown) == LENGTHS
