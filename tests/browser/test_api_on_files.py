"""`player.read` of pages in files: recordings, saved pages, folders of them, and HARs."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page  # noqa: TID251

import player
from player.files import RECORDINGS

assert RECORDINGS is not None
(RECORDED,) = (path.parent for path in RECORDINGS.glob("*/zip/*/meta.json"))
PAGE = RECORDED / "page.html"
BOARD = player.read(RECORDED / "board.json").board
SAVED_FROM = "<!-- saved from url=(0041)https://www.linkedin.com/games/zip/?from=me -->"

pytestmark = pytest.mark.full


def saved(folder: Path, name: str, head: str = "") -> Path:
    (file := folder / name).write_text(head + PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def test_a_recording_is_read_while_the_caller_drives_a_browser(page: Page) -> None:
    page.set_content("<p>mine</p>")
    assert player.read(RECORDED).board == BOARD
    assert page.inner_text("p") == "mine"


@pytest.mark.parametrize("name", ["page.html", "Zip #12.htm", "mine.html"])
def test_a_saved_page_is_read_by_its_folder_its_name_or_its_address(tmp_path: Path, name: str) -> None:
    file = PAGE if name == "page.html" else saved(tmp_path, name, SAVED_FROM * (name == "mine.html"))
    reading = player.read(file)
    assert (reading.game, reading.board) == ("zip", BOARD)


def test_a_page_of_another_game_is_not_understood(tmp_path: Path) -> None:
    shutil.copy(PAGE, tmp_path / "tango.html")
    with pytest.raises(player.PageNotUnderstood):
        player.read(tmp_path)
