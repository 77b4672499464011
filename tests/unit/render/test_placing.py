"""Shapes of a scene on the grid lines of a page's board."""

import pytest

from player.games.grid import Cell
from player.render.shapes import CELL, MARGIN, Circle, Line, Point, Polygon, Rectangle, Text, corner, middle, placed

#: Two columns of different widths, and two rows.
ACROSS, DOWN = (100, 130, 190), (10, 40, 70)


def test_middles_and_sides_of_cells_are_those_of_the_page() -> None:
    (line,) = placed(
        [Line("path", points=(middle(Cell(0, 0)), middle(Cell(0, 1)), middle(Cell(1, 1)), corner((2, 2))))],
        ACROSS,
        DOWN,
    )
    assert isinstance(line, Line)
    assert line.points == ((115, 25), (160, 25), (160, 55), (190, 70))


def test_what_spans_cells_is_stretched_with_them() -> None:
    (frame,) = placed([Rectangle("frame", at=corner((0, 0)), size=Point(2 * CELL, 2 * CELL))], ACROSS, DOWN)
    assert isinstance(frame, Rectangle)
    assert (frame.at, frame.size) == ((100, 10), (90, 60))


def test_sizes_are_scaled_by_the_smaller_side_of_a_mean_cell() -> None:
    disc, number, sign = placed(
        [
            Circle("disc", width=6, middle=middle(Cell(1, 0)), radius=18),
            Text("number", middle=middle(Cell(1, 0)), text="7", size=20),
            Polygon("sign", points=(corner((0, 0)), corner((0, 1)), middle(Cell(0, 0)))),
        ],
        ACROSS,
        DOWN,
    )
    assert isinstance(disc, Circle)
    assert isinstance(number, Text)
    assert isinstance(sign, Polygon)
    scale = 30 / CELL
    assert [*disc.middle] == [*number.middle] == [115, 55]
    assert [disc.radius, disc.width, number.size] == pytest.approx([18 * scale, 6 * scale, 20 * scale])
    assert sign.points == ((100, 10), (130, 10), (115, 25))


def test_what_lies_beside_the_board_is_as_far_from_it() -> None:
    (disc,) = placed([Circle("disc", middle=Point(MARGIN - CELL / 2, MARGIN + 2.5 * CELL), radius=1)], ACROSS, DOWN)
    assert isinstance(disc, Circle)
    assert disc.middle == (85, 85)
