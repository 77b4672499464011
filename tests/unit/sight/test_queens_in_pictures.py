"""Queens in pictures: colours and borders as two witnesses."""

from collections.abc import Callable
from itertools import product

import pytest
from PIL import Image, ImageDraw

from player.errors import BoardError
from player.sight import picture
from tests.support.board_pictures import pixels
from tests.support.replica import SMALL

REGIONS = [[0, 0, 1, 1, 1], [0, 2, 2, 1, 3], [0, 2, 3, 3, 3], [0, 2, 4, 4, 3], [4, 4, 4, 4, 3]]
COLOURS = ["#ffc992", "#bba3e2", "#96beff", "#b3dfa0", "#ff7b60"]
SIDE = 48


def page(width: Callable[[int, int], int]) -> Image.Image:
    """A board whose borders between regions are as thick as `width` has it of the two regions; other lines have 1."""
    n = len(REGIONS)
    shown = Image.new("RGB", (n * SIDE + 60, n * SIDE + 60), "white")
    pen = ImageDraw.Draw(shown)
    for row in range(n):
        for col in range(n):
            x, y = 30 + col * SIDE, 30 + row * SIDE
            pen.rectangle((x, y, x + SIDE, y + SIDE), COLOURS[REGIONS[row][col]])
    for row in range(n + 1):
        for col in range(n + 1):
            x, y = 30 + col * SIDE, 30 + row * SIDE
            if col < n:
                pen.line((x, y, x + SIDE, y), "black", _thickness((row - 1, col), (row, col), width))
            if row < n:
                pen.line((x, y, x, y + SIDE), "black", _thickness((row, col - 1), (row, col), width))
    return shown


def _thickness(one: tuple[int, int], other: tuple[int, int], width: Callable[[int, int], int]) -> int:
    if -1 in {*one, *other} or len(REGIONS) in {*one, *other}:
        return 4
    regions = (REGIONS[row][col] for row, col in (one, other))
    first, second = sorted(regions)
    return 1 if first == second else width(first, second)


def regions_in(shown: Image.Image) -> object:
    return picture.read_pixels(pixels(shown), "queens").board["regions"]


def test_borders_of_several_widths_agree_with_the_colours_if_all_are_thicker_than_other_lines() -> None:
    assert regions_in(page(lambda first, _: 3 if first else 5)) == REGIONS


def test_a_border_as_thin_as_other_lines_disagrees_with_the_colours() -> None:
    with pytest.raises(BoardError, match="disagree"):
        regions_in(page(lambda first, second: 1 if (first, second) == (0, 2) else 4))


def test_a_cell_of_a_colour_of_its_own_is_in_the_region_that_its_borders_show() -> None:
    shown = page(lambda _first, _second: 4)
    for row, col in ((0, 0), (2, 3), (4, 4)):
        ImageDraw.floodfill(shown, (30 + col * SIDE + 24, 30 + row * SIDE + 24), (227, 60, 60))
    assert regions_in(shown) == REGIONS


def test_a_cell_of_the_colour_of_another_region_than_its_borders_show_is_refused() -> None:
    shown = page(lambda _first, _second: 4)
    ImageDraw.floodfill(shown, (30 + 4 * SIDE + 24, 30 + 4 * SIDE + 24), (255, 201, 146))
    with pytest.raises(BoardError, match="disagree"):
        regions_in(shown)


@pytest.mark.parametrize("gap", [2, 4, 8])
@pytest.mark.parametrize("ground", ["white", "#222"])
def test_cells_beyond_the_inner_lines_are_read_if_the_gaps_have_the_colour_of_the_ground(ground: str, gap: int) -> None:
    """No line is around the board: the inner 4x4 cells passed for the board."""
    regions = SMALL["queens"]["regions"]
    shown = Image.new("RGB", (8 * SIDE, 7 * SIDE), ground)
    pen = ImageDraw.Draw(shown)
    for row, col in product(range(6), repeat=2):
        x, y = SIDE + col * SIDE, SIDE // 2 + row * SIDE
        pen.rectangle((x, y, x + SIDE - gap, y + SIDE - gap), [*COLOURS, "#cbd5e1"][regions[row][col]])
    assert regions_in(shown) == regions
