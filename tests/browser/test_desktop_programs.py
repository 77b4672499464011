"""Boards in programs that other people wrote: read from the screen, played, and won by the programs' own sign."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from player.errors import BoardError, Outcome
from tests.support.virtual_display import until, virtual_display

pytest.importorskip("cv2", reason="the extra sight is not installed")
pytest.importorskip("mss", reason="the extra screen is not installed")
pytest.importorskip("Xlib", reason="the extra screen is not installed")

from player.playing.desktop.board import locate
from player.playing.desktop.play import play_on_screen
from player.playing.desktop.pointer import Pointer
from player.playing.desktop.screen import Screen, opened
from player.playing.result import Result

pytestmark = pytest.mark.full

#: The place of the easiest level in the window of gnome-sudoku, which is at the corner of the screen.
EASY = (370, 205)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    with virtual_display("800x700") as name:
        monkeypatch.setenv("DISPLAY", name)
        with opened() as found:
            yield found


def program(name: str, package: str) -> str:
    """Return the path of a program; skip the test without it."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/games")
    if path is None:
        pytest.skip(f"no {name}: type `apt-get install -y {package}`")
    return path


@contextmanager
def running(command: list[str]) -> Iterator[None]:
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def shows(screen: Screen, game: str) -> bool:
    try:
        return locate(screen, screen.whole, None).game.name == game
    except BoardError:
        return False


def played(screen: Screen) -> Result:
    result = Result("")
    play_on_screen(screen, lambda: screen.whole, bool, result)
    return result


def is_won(screen: Screen, name: str, board: str, game: str) -> None:
    with running([program(name, "sgt-puzzles"), board]):
        until(lambda: shows(screen, game))
        result = played(screen)
    assert (result.outcome, result.game) == (Outcome.SOLVED, game)
    assert result.message.endswith("the board changes colour after the last: solved")


def test_unruly_flashes_when_its_board_is_won(screen: Screen) -> None:
    is_won(screen, "sgt-unruly", "8x8:ADAeJaecbIACeadfca", "tango")


def test_rect_flashes_when_lines_have_enclosed_its_last_rectangles(screen: Screen) -> None:
    is_won(screen, "sgt-rect", "7x7:b3b3d3d4b6c6b6a2b4f8c2a2e", "patches")


def test_solo_flashes_when_its_board_is_won(screen: Screen) -> None:
    is_won(screen, "sgt-solo", "2x2:c1_2f3_3c", "mini-sudoku")


def test_clicks_that_a_window_manager_gets_first_come_before_the_keys(screen: Screen) -> None:
    with running([program("openbox", "openbox")]), running([program("sgt-solo", "sgt-puzzles"), "2x2:c1_2f3_3c"]):
        until(lambda: shows(screen, "mini-sudoku"))
        result = played(screen)
    assert (result.outcome, result.attempts) == (Outcome.SOLVED, 1)


def test_a_dialog_with_praise_tells_of_a_win(screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with running([program("gnome-sudoku", "gnome-sudoku")]):
        until(lambda: [*screen.shown()])

        def begins() -> bool:
            pointer = Pointer(screen)
            pointer.board, pointer.host = screen.whole, screen.top(*EASY)
            pointer.drag([EASY], lambda _: None)
            return shows(screen, "mini-sudoku")

        until(begins)
        result = played(screen)
    assert result.message.endswith('a dialog says "well done" after the last: solved')
