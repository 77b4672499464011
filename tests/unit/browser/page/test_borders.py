"""Rectangles drawn by the lines around them: what is drawn, and what is there already."""

from player.browser.page.inputs import outlines
from player.browser.page.observation import BoardSeen, Point
from player.games.grid import Cell
from player.games.moves import Box
from player.games.snapshot import Snapshot

#: A rectangle of one row stands at the top.
MARKS = [["a", "a", "a"], ["", "", ""], ["", "", ""]]
POINTS = tuple(Point(10 * col + 5, 10 * row + 5, free=True) for row in range(3) for col in range(3))


def seen() -> BoardSeen:
    cells = tuple({"mark": mark} for row in MARKS for mark in row)
    return BoardSeen(snapshot=Snapshot(3, 3, cells), points=POINTS)


def drawn(*boxes: Box) -> list[list[tuple[float, float]]]:
    return [[(point.x, point.y) for _, point in line] for _, line in outlines(boxes, seen())]


def test_a_rectangle_is_drawn_from_corner_to_corner_of_its_cells() -> None:
    """Not along the rim, nor where another rectangle ends."""
    assert drawn(Box(Cell(1, 0), Cell(1, 1))) == [[(0, 20), (10, 20), (20, 20)], [(20, 10), (20, 20)]]


def test_a_line_between_two_rectangles_of_a_batch_is_drawn_once() -> None:
    lines = drawn(Box(Cell(1, 0), Cell(2, 0)), Box(Cell(1, 1), Cell(2, 2)))
    assert lines == [[(10, 10), (10, 20), (10, 30)]]
