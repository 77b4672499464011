"""Boards in programs that other people wrote: read from the screen, played, and won by the programs' own sign."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from player.errors import BoardError, Outcome
from tests.support.virtual_display import until, virtual_display

pytest.importorskip("cv2", reason="the extra sight is not installed")
pytest.importorskip("mss", reason="the extra screen is not installed")
pytest.importorskip("Xlib", reason="the extra screen is not installed")

from player.playing.desktop.board import locate
from player.playing.desktop.play import play_on_screen
from player.playing.desktop.screen import Screen, opened
from player.playing.result import Result

pytestmark = pytest.mark.full


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    with virtual_display("800x700") as name:
        monkeypatch.setenv("DISPLAY", name)
        with opened() as found:
            yield found


@pytest.mark.parametrize(
    ("program", "board", "game"),
    [
        ("sgt-unruly", "8x8:ADAeJaecbIACeadfca", "tango"),
        ("sgt-rect", "7x7:b3b3d3d4b6c6b6a2b4f8c2a2e", "patches"),
        ("sgt-solo", "2x2:c1_2f3_3c", "mini-sudoku"),
    ],
)
def test_a_program_flashes_when_its_board_is_won(screen: Screen, program: str, board: str, game: str) -> None:
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/games")
    if path is None:
        pytest.skip(f"no {program}: type `apt-get install -y sgt-puzzles`")

    def is_shown() -> bool:
        try:
            return locate(screen, screen.whole, None).game.name == game
        except BoardError:
            return False

    with subprocess.Popen([path, board], stderr=subprocess.DEVNULL) as process:
        try:
            until(is_shown)
            result = Result("")
            play_on_screen(screen, lambda: screen.whole, bool, result)
        finally:
            process.terminate()
    assert (result.outcome, result.game) == (Outcome.SOLVED, game)
    assert result.message.endswith("the board flashes after the last: solved")
