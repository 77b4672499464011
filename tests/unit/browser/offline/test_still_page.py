"""The message about a page saved without its scripts, in place of a wait for what will not come."""

from pathlib import Path

import pytest

from player.browser.page.arrival import unplayable
from player.browser.page.observation import (
    BoardSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
    StartSeen,
    Verdict,
    WinSeen,
)
from player.browser.page.tab import STILL_LOAD_MS, Times
from player.games.snapshot import Snapshot

AT = Point(1, 2, free=True)
FILE = Path("zip.html")


@pytest.mark.parametrize("earlier", [True, False])
def test_a_finished_game_is_refused(earlier: bool) -> None:
    win = WinSeen(sign=Verdict.BOARD, earlier=earlier)
    assert "on the page zip.html is finished: save it before its first move" in unplayable(win, FILE)


def test_a_start_that_no_script_answers_is_refused() -> None:
    assert "zip.html was saved before Start, without its board: save it after" in unplayable(StartSeen(point=AT), FILE)


@pytest.mark.parametrize("look", [NothingSeen(), OverlaySeen(name="cookies", point=AT)])
def test_a_page_without_a_board_is_named(look: Observation) -> None:
    assert "no board of this game is on the page zip.html" in unplayable(look, FILE)


def test_what_is_wrong_with_a_board_is_said_as_of_any_page() -> None:
    assert unplayable(BoardSeen(snapshot=Snapshot(1, 2, ({}, {}))), FILE) == ""


def test_a_page_from_a_file_loads_soon_or_not_at_all() -> None:
    assert Times().of_still_page().load == STILL_LOAD_MS
    assert Times(load=5).of_still_page().load == 5
