"""Boards that are not there at once: drawn in stages, or after another day's."""

import json
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.page.messages import PENDING
from player.browser.page.pending import PendingWork
from player.browser.page.tab import Times
from player.browser.page.trace import PageWork, Under
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from tests.support.late_boards import BARE, NO_SIGNS, NO_WALLS, USUAL, WAITED, is_won, take_time
from tests.support.replica import BUILDS, PATIENT, QUICK, Opener, boards, of_size, played
from tests.support.seen import board_of
from tests.support.server import serving

pytestmark = pytest.mark.full

HALF = {"clues": boards("patches")[0]["clues"][:7]}


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    take_time(monkeypatch)


@pytest.mark.parametrize(
    ("game", "generation", "stages"),
    [
        ("zip", "ember", [{"part": {"numbers": []}, "ms": 300}, {"part": NO_WALLS, "ms": 500}]),
        ("tango", "sdui", [{"part": {"givens": []} | NO_SIGNS, "ms": 200}, {"part": NO_SIGNS, "ms": 300}]),
        ("patches", "sdui", [{"part": HALF, "ms": 600}]),
        ("queens", "ember", [{"cells": 56, "ms": 400}]),
        ("mini-sudoku", "ember", [{"part": BARE["mini-sudoku"], "ms": 700}]),
    ],
)
@pytest.mark.usefixtures("unhurried")
def test_a_board_that_comes_in_parts_is_waited_for(
    open_replica: Opener, page: Page, game: str, generation: str, stages: list[dict[str, Any]]
) -> None:
    times = Times(load=20_000, quiet=1_000, shown=5_000, win=5_000)
    result = is_won(game, open_replica(game, generation=generation, times=times, stages=stages), page)
    shown = GAMES[game].board.to_json(GAMES[game].board.from_json(boards(game)[0]))
    assert {**GAMES[game].board.to_json(result.board), "givens": 0} == {**shown, "givens": 0}


@pytest.mark.parametrize(("game", "generation", "ms"), [("queens", "ember", 500), ("patches", "sdui", 1_000)])
@pytest.mark.usefixtures("unhurried")
def test_the_board_of_another_day_gets_no_input(
    open_replica: Opener, page: Page, game: str, generation: str, ms: int
) -> None:
    stale = [{"board": of_size(game, same=True), "ms": ms}]
    is_won(game, open_replica(game, generation=generation, stages=stale), page)


#: Every third way; below are all of them. The pages that show a clock and those that don't take turns.
KINDS = [(way, *(("queens", "ember"), ("zip", "sdui"))[number % 2]) for number, way in enumerate(WAITED)]


@pytest.mark.parametrize(("way", "game", "generation"), KINDS[::3])
@pytest.mark.usefixtures("unhurried")
def test_what_a_page_has_under_way_is_waited_for(
    open_replica: Opener, page: Page, way: str, game: str, generation: str
) -> None:
    stale = [{"board": of_size(game, same=True), "ms": 1_500, "way": WAITED[way]}]
    times = replace(QUICK, load=60_000)
    is_won(game, open_replica(game, generation=generation, times=times, stages=stale), page)


#: Where the machine has much else to do, the browser asks for pictures in a task of its own, which nothing connects
#: with the timer.
BUSY = "pictures that count"


@pytest.mark.parametrize(
    "usual", [pytest.param(usual, marks=pytest.mark.more) if usual == BUSY else usual for usual in USUAL]
)
def test_what_pages_do_all_the_time_is_not_waited_for(
    open_replica: Opener, page: Page, monkeypatch: pytest.MonkeyPatch, usual: str
) -> None:
    read, found = PageWork.read, list[Under]()

    def noted(*args: Any) -> Under:
        found.append(read(*args))
        return found[-1]

    monkeypatch.setattr(PageWork, "read", noted)
    take_time(monkeypatch)
    monkeypatch.setattr("player.browser.page.trace.LOADING_TIMERS_MS", range(50, 60_000))
    page.add_init_script(f"if (self === top) addEventListener('load', () => {{ const ms = 1_500; {USUAL[usual]} }});")
    opened = open_replica("queens", times=replace(QUICK, load=60_000))
    look = board_of(opened.open())
    assert opened.arrival.later(look, sound=True) is None
    assert [(under.due, under.loops) for under in found[-1:]] == [(0, 0)], "the wait did not end by its limit"


def test_a_board_that_comes_while_the_trace_ends_is_seen(
    open_replica: Opener, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = [{"board": of_size("queens", same=True), "way": "addEventListener('late', next);"}]
    opened = open_replica("queens", generation="sdui", times=replace(QUICK, load=60_000), stages=stale)
    look = board_of(opened.open())

    def work(_: PendingWork) -> bool:
        page.evaluate("dispatchEvent(new Event('late'))")
        return False

    monkeypatch.setattr(PendingWork, "work", work)
    later = opened.arrival.later(look, sound=True)
    assert later is not None
    assert board_of(later).snapshot != look.snapshot


def test_a_board_that_a_request_replaces_gets_no_input(page: Page, site: SiteSelectors) -> None:
    with serving("ember") as server:
        server.pages = replace(
            server.pages, faults={"stages": [{"board": of_size("tango", same=True), "from": "/slow/board"}]}
        )
        server.slow, here = {"/slow/board": 1}, server.site(site)
        is_won("tango", GamePage(page, here, here.games["tango"], QUICK), page)


def test_a_board_that_gives_way_unannounced_is_not_believed_again(open_replica: Opener, page: Page) -> None:
    stages = [{"board": of_size("queens", same=True), "frames": 10_000}]
    opened, loads = open_replica("queens", times=replace(QUICK, load=60_000), stages=stages), []
    page.on("framenavigated", lambda frame: loads.append(frame.url) if frame == page.main_frame else None)
    assert played("queens", opened).outcome == "solved"
    assert len([url for url in loads if url.endswith("/games/queens/")]) == 2, "the page was loaded again, once"


def test_what_an_alert_said_is_forgotten_with_its_page(open_replica: Opener) -> None:
    opened = open_replica("zip")
    opened.reader.request["alerts"].append("Well done")
    opened.open()
    assert opened.reader.request["alerts"] == []


def test_the_waits_for_the_start_and_for_the_board_are_reported_once(
    open_replica: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("player.browser.page.page_reader.SLOW_AFTER_MS", 0)
    said: list[str] = []
    opened = open_replica("zip", slowBoard=2_200, times=PATIENT)
    opened.arrival.say = said.append
    board_of(opened.open())
    assert said == ["/games/zip/ shows no board yet: waiting up to 12 s more"]


def test_a_page_is_settled_when_it_has_loaded_nothing_for_a_while(
    open_replica: Opener, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_replica("zip", generation="sdui")
    opened.open()
    before = page.evaluate("performance.now()")
    page.evaluate("fetch('/games/zip/').then(answer => answer.text())")
    assert json.loads(opened.reader.answer(PENDING))["quiet"] < page.evaluate("performance.now()") - before
    for after, is_settled in ((0, True), (60_000, False)):
        monkeypatch.setattr("player.browser.page.pending.SETTLED_AFTER_MS", after)
        assert opened.tab.pending.is_settled() == is_settled


# Every game, on both builds of its page

AS_PLAYED = Times(win=2_000)
CELLS = {"queens": 56, "zip": 42, "tango": 30, "mini-sudoku": 30, "patches": 42, "wend": 30}
MORE = {"zip": NO_WALLS, "tango": NO_SIGNS}


def stages(game: str, ms: int) -> list[dict[str, Any]]:
    """Too few cells, then bare ones, then some of what belongs on them, for so long together."""
    bare, more = BARE[game], MORE.get(game, {})
    parts: list[dict[str, Any]] = [{"cells": CELLS[game]}, {"part": {**bare, **more}}]
    if more:
        parts.append({"part": more})
    return [{**part, "ms": ms // len(parts)} for part in parts]


@pytest.mark.more
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("ms", [100, 1_000, 3_000])
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_board_that_comes_in_stages_is_won(
    open_replica: Opener, page: Page, game: str, generation: str, ms: int
) -> None:
    opened = open_replica(game, generation=generation, times=AS_PLAYED, stages=stages(game, ms))
    is_won(game, opened, page)


@pytest.mark.more
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("same", [True, False], ids=["of one size", "of another size"])
@pytest.mark.parametrize("ms", [500, 1_000, 2_000])
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_stale_board_gets_no_input(
    open_replica: Opener, page: Page, game: str, generation: str, ms: int, *, same: bool
) -> None:
    stale = [{"board": of_size(game, same=same), "ms": ms}]
    is_won(game, open_replica(game, generation=generation, times=AS_PLAYED, stages=stale), page)


@pytest.mark.more
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("ms", [1_000, 2_500])
@pytest.mark.parametrize(
    ("way", "game", "generation"),
    [(way, *BUILDS[number % len(BUILDS)]) for number, way in enumerate(WAITED)],
)
def test_a_stale_board_gets_no_input_in_whatever_way_it_is_replaced(
    open_replica: Opener, page: Page, way: str, game: str, generation: str, *, ms: int
) -> None:
    stale = [{"board": of_size(game, same=True), "ms": ms, "way": WAITED[way]}]
    is_won(game, open_replica(game, generation=generation, times=AS_PLAYED, stages=stale), page)


@pytest.mark.more
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("seconds", [0.5, 2])
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_stale_board_gets_no_input_before_a_request_is_answered(
    page: Page, site: SiteSelectors, game: str, generation: str, seconds: float
) -> None:
    with serving(generation) as server:
        stale = [{"board": of_size(game, same=True), "from": "/slow/board"}]
        server.pages = replace(server.pages, faults={"stages": stale})
        server.slow, here = {"/slow/board": seconds}, server.site(site)
        is_won(game, GamePage(page, here, here.games[game], replace(QUICK, load=20_000)), page)
