"""The lines between the cells of an observed board."""

import pytest

from player.browser.page.observation import BoardSeen, Point
from player.browser.page.page_reader import lines
from player.games.snapshot import Snapshot
from player.sight.reading import Grid


def points(xs: list[float], ys: list[float]) -> list[Point]:
    return [Point(x, y, free=True) for y in ys for x in xs]


def board(points: list[Point], rows: int, cols: int) -> BoardSeen:
    return BoardSeen(snapshot=Snapshot(rows, cols, ({},) * len(points)), points=tuple(points))


def test_lines_lie_between_the_cells_and_around_them() -> None:
    found = lines(board(points([10, 30, 50], [100, 120]), 2, 3))
    assert found == Grid((0, 20, 40, 60), (90, 110, 130))


@pytest.mark.parametrize("move", [(4, 0), (0, 4)])
def test_cells_askew_form_no_grid(move: tuple[float, float]) -> None:
    askew = points([10, 30, 50], [100, 120, 140])
    askew[4] = Point(30 + move[0], 120 + move[1], free=True)
    assert lines(board(askew, 3, 3)) is None


def test_rows_of_many_heights_form_no_grid() -> None:
    assert lines(board(points([10, 30, 50], [100, 120, 170]), 3, 3)) is None
    assert lines(board(points([10, 30], [100]), 1, 2)) is None
