"""Boards in some looks of `python -m tests.sight`: what they show, and the verdicts on their readings."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser  # noqa: TID251  # pages are drawn

pytest.importorskip("cv2", reason="the extra sight is not installed")

from tests.sight.altered import altered, paired
from tests.sight.boards import boards
from tests.sight.drawings import drawings
from tests.sight.pages import Photographer
from tests.sight.pictures import Picture, is_same, named
from tests.sight.verdicts import judge
from tests.support.games.shared import ON_SITE

pytestmark = pytest.mark.full


def photographed(browser: Browser, folder: Path, look: str, game: str, number: int = 1) -> list[Picture]:
    return Photographer(browser, folder).pictures(look, boards(game, number))


@pytest.mark.parametrize(
    ("game", "look"),
    [(game, look) for game in ON_SITE for look in ("light", "dark") if (game, look) != ("tango", "dark")],
)
def test_a_board_on_a_page_is_read_right(browser: Browser, tmp_path: Path, game: str, look: str) -> None:
    [picture] = photographed(browser, tmp_path, look, game)
    judged = judge(picture)
    assert judged.verdict == "right", judged


@pytest.mark.parametrize("look", ["JPEG 40", "cut 3 px outside", "window on a desk"])
def test_an_altered_picture_is_read_right(browser: Browser, tmp_path: Path, look: str) -> None:
    [picture] = altered(look, photographed(browser, tmp_path, "light", "queens"), tmp_path)
    judged = judge(picture)
    assert judged.verdict == "right", judged


def test_another_board_than_that_of_the_picture_is_wrong(browser: Browser, tmp_path: Path) -> None:
    [picture] = photographed(browser, tmp_path, "light", "queens")
    other = next(board for board in boards("queens", 9) if board not in picture.boards)
    judged = judge(Picture(picture.look, "queens", picture.file, (other,)))
    assert (judged.verdict, judged.as_wanted) == ("wrong", False)


def test_a_picture_of_two_boards_may_be_refused(browser: Browser, tmp_path: Path) -> None:
    queens, path = (photographed(browser, tmp_path, "light", game) for game in ("queens", "zip"))
    [picture] = paired(queens, path, tmp_path)
    assert picture.may_be_refused
    assert judge(picture).as_wanted


def test_drawings_are_read_right(tmp_path: Path) -> None:
    for look in ("drawn", "drawn in lines"):
        [picture] = drawings("queens", 1, tmp_path)[look]
        judged = judge(picture)
        assert judged.verdict == "right", judged


ROWS: Any = [[3, 3, 0], [3, None, 0]]


def test_regions_are_the_same_by_any_name() -> None:
    assert named(ROWS) == [[0, 0, 1], [0, None, 1]]


def test_a_lost_wall_makes_another_board() -> None:
    board = next(board for board in boards("zip", 3) if board["walls"])
    assert is_same(board, {**board, "walls": board["walls"][::-1]})
    assert not is_same(board, {**board, "walls": board["walls"][1:]})
