"""The message about a page saved without its scripts, in place of a wait for what will not come."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from player.browser.page.observation import (
    BoardOrWin,
    BoardSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
    StartSeen,
    Verdict,
    WinSeen,
)
from player.browser.page.proving import LOAD_TIMEOUT_MS, StillPage
from player.browser.page.tab import Times
from player.errors import PageNotUnderstood
from player.games.snapshot import Snapshot

BOARD = BoardSeen(snapshot=Snapshot(1, 2, ({}, {})))
AT = Point(1, 2, free=True)
PAGE = StillPage(Path("zip.html"))


@dataclass
class Arrivals:
    """The way to a page that shows `look`."""

    look: BoardOrWin

    def open(self) -> BoardOrWin:
        return self.look


def test_a_board_is_played() -> None:
    assert PAGE.open(Arrivals(BOARD)) == BOARD  # type: ignore[arg-type]  # an arrival on paper


@pytest.mark.parametrize("earlier", [True, False])
def test_a_finished_game_is_refused(earlier: bool) -> None:
    win = WinSeen(sign=Verdict.BOARD, earlier=earlier)
    with pytest.raises(PageNotUnderstood, match=r"on the page zip\.html is finished: save it before its first move"):
        PAGE.open(Arrivals(win))  # type: ignore[arg-type]  # an arrival on paper


def test_a_start_that_no_script_answers_is_refused() -> None:
    with pytest.raises(PageNotUnderstood, match=r"zip\.html was saved before Start, without its board: save it after"):
        PAGE.before_start(StartSeen(point=AT))


@pytest.mark.parametrize("look", [NothingSeen(), OverlaySeen(name="cookies", point=AT)])
def test_a_page_without_a_board_is_named(look: Observation) -> None:
    assert "no board of this game is on the page zip.html" in str(PAGE.trouble(lambda: look))


def test_what_is_wrong_with_a_board_is_said_as_of_any_page() -> None:
    assert PAGE.trouble(lambda: BOARD) is None


def test_a_page_from_a_file_loads_soon_or_not_at_all() -> None:
    assert StillPage.timeouts(Times()).load == LOAD_TIMEOUT_MS
    assert StillPage.timeouts(Times(load=5)).load == 5
