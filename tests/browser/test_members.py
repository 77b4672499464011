"""Members' pages: the least time of a play, boards read on a guest's page, inputs that are learnt."""

import mimetypes
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route  # noqa: TID251

from player.browser import launch
from player.browser.offline import sources
from player.browser.offline.sources import Offline
from player.browser.page.game_page import GamePage
from player.browser.page.observation import ExpectedMarks
from player.browser.selectors.schema import SiteSelectors, Way
from player.browser.session import BrowserSession
from player.errors import BoardChanged, PageNotUnderstood, PlayerError
from player.files import REPLICA
from player.games import GAMES
from player.games.grid import Cell
from player.games.moves import Box, Drag, Tap
from player.playing.result import Result
from player.playing.walk import play_once
from tests.support.replica import MEMBERS, QUICK, Opener, boards, of_size, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full

SMALL = next(board for board in boards("zip") if board["rows"] == 5)
#: Drawn before anything else can happen.
WORD = {"game": "wend", "grid": ["PLA", "TEN"], "lengths": [6]}
TINY = {"game": "patches", "rows": 3, "cols": 3, "clues": [[0, 0, "any", 6], [2, 2, "wide", None]]}


# The way to draw


def test_the_way_that_worked_is_used_on_in_this_game_and_the_next(context: BrowserContext, site: SiteSelectors) -> None:
    pages = sources.replica("linkedin", site.origin, "sdui", inputs=["taps"], path=SMALL["solution"][:9])
    pages = replace(pages, boards={"zip": SMALL})
    pages.attach(context)
    visit = BrowserSession(context, site, pages, "chromium", QUICK)
    first, second = (played("zip", visit.tab("zip")) for _ in range(2))
    assert [(result.outcome, result.attempts, result.way) for result in (first, second)] == [
        ("solved", 3, "taps"),
        ("solved", 1, "taps"),
    ]


# The clock

#: As short as a clock can tell apart from none.
PATIENT = replace(QUICK, finish=1_000, standstill=300)


def won_after(page: Page, game: str) -> int:
    """The seconds that the page's own clock said at the win."""
    return int(page.evaluate(f"sessionStorage.getItem('replica.won.{game}')"))


@pytest.mark.parametrize(
    ("game", "way"), [("queens", None), ("zip", "keys"), ("zip", "drag"), ("zip", "taps"), ("patches", "drag")], ids=str
)
def test_the_last_input_waits_for_the_page_own_timer(
    open_replica: Opener, page: Page, game: str, way: Way | None
) -> None:
    board = {"zip": SMALL, "patches": TINY}.get(game)
    opened = open_replica(game, generation="sdui", times=PATIENT, board=board)
    if way:
        opened.performer._methods.judge(("sdui", Box if game == "patches" else Drag), way, worked=True)
    result = played(game, opened)
    assert (result.outcome, result.way, result.attempts) == ("solved", way, 1)
    assert result.timer is not None
    assert 1 <= result.timer <= won_after(page, game)


def test_a_timer_that_has_gone_on_long_enough_is_recorded_and_not_waited_for(open_replica: Opener, page: Page) -> None:
    result = played("zip", open_replica("zip", generation="sdui", times=PATIENT, seconds=3661))
    assert result.timer is not None
    assert 3661 <= result.timer <= won_after(page, "zip")


def test_where_there_is_no_timer_as_much_time_goes_by(open_replica: Opener, page: Page) -> None:
    result = played("zip", open_replica("zip", times=PATIENT))
    assert (result.outcome, result.timer) == ("solved", None)
    assert won_after(page, "zip") >= 1


def test_a_timer_that_stands_still_is_not_waited_for_for_ever(open_replica: Opener, page: Page) -> None:
    page.add_init_script("window.setInterval = () => 0")
    result = played("queens", open_replica("queens", generation="sdui", times=PATIENT))
    assert (result.outcome, result.timer) == ("solved", 0)
    assert won_after(page, "queens") >= 1


ASTRAY = """
    addEventListener("click", ({ target }) => {
        const cover = document.querySelector('[role="dialog"]')?.parentElement;
        if (cover?.contains(target) && !target.closest('[aria-label="Dismiss"]')) sessionStorage.astray = "yes";
    }, true);"""


@pytest.mark.parametrize("game", MEMBERS)
def test_an_overlay_that_opens_during_the_wait_is_closed_and_not_clicked_into(
    open_replica: Opener, page: Page, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    page.add_init_script(ASTRAY)
    monkeypatch.setattr(
        "player.browser.page.trace.LOADING_TIMERS_MS", range(0)
    )  # else the overlay is waited for before the first move
    board = {"zip": SMALL, "patches": TINY, "wend": WORD}.get(game)
    opened = open_replica(
        game, generation="sdui", times=replace(PATIENT, finish=9_000), board=board, tutorialDelay=7_000
    )
    opened.performer._methods.judge(("sdui", Drag), "drag", worked=True)  # so that the button is held down meanwhile
    result = played(game, opened)
    assert (result.outcome, result.attempts) == ("solved", 2)
    assert page.evaluate("sessionStorage.astray") is None
    assert won_after(page, game) >= 1


def test_a_board_that_changes_during_the_wait_is_not_touched(open_replica: Opener, page: Page) -> None:
    moves = 2 * len(boards("queens")[0]["solution"])
    midnight = of_size("queens", same=True)
    times = replace(PATIENT, finish=8_000)
    opened = open_replica("queens", generation="sdui", times=times, flip=midnight, flipAfter=moves - 1)
    with pytest.raises(BoardChanged):
        play_once(GAMES["queens"], opened, Result("queens"), lambda _stage: None)
    assert page.locator('[data-cell-idx][aria-label^="Empty"]').count() == len(midnight["regions"]) ** 2


def test_a_win_that_comes_before_the_next_move_is_left_to_the_verdict(
    open_replica: Opener, page: Page, site: SiteSelectors
) -> None:
    opened = open_replica("queens")
    look = board_of(opened.open())
    page.evaluate("sessionStorage.setItem('replica.won.queens', '9')")
    page.goto(f"{site.origin}/games/view/queens/results/")
    covered = replace(look, points=tuple(point._replace(free=False) for point in look.points))
    after = opened.performer.perform([Tap(Cell(0, 0))], covered, ExpectedMarks("mark", {}), wins=True, patience=1)
    assert after.look.what == "won"


# The board that guests read

#: What is changed in the files that a member's page is served, so that it can't be read.
DAMAGES: dict[str, tuple[str, dict[str, dict[str, str]], str]] = {
    "labels and colours": (
        "queens",
        {
            "cells-queens.js": {
                r"of color \$\{colour\}, row (.*), column (\$\{col \+ 1\})": r"at \1, \2 of color ${colour}",
            },
            "queens.css": {
                r"(\.cell-color-\d+ \{ background:) \S+": r"\1 #fff;",
                r"\.cell-border\.with-\w+ \{.*\}": "",
            },
        },
        "expected of 'region'",
    ),
    "boxes without their lines": (
        "mini-sudoku",
        {"ember-mini-sudoku.js": {"sudoku-cell-wall": "x1"}},
        "walls do not part",
    ),
    "walls as thin as lines": ("zip", {"sdui.css": {r"(\.wall-\w+::after .*) 12px": r"\1 1px"}}, "two solutions"),
}


def damage(context: BrowserContext, changes: dict[str, dict[str, str]]) -> None:
    """Serve files of the replica with `changes`: replacements by regular expressions, which must find something."""
    for name, replacements in changes.items():
        text = (REPLICA / "linkedin" / name).read_text()
        for pattern, new in replacements.items():
            text, found = re.subn(pattern, new, text)
            assert found
        kind = mimetypes.guess_type(name)[0]
        context.route(f"**/replica/{name}", partial(Route.fulfill, body=text, content_type=kind))


@pytest.fixture
def visit_as(context: BrowserContext, browser: Browser, site: SiteSelectors) -> Callable[..., BrowserSession]:
    """A visit of a member whose boards are read as guests see them, from one of `guests` after the other."""

    def visit(members: Offline, *guests: Offline) -> BrowserSession:
        members.attach(context)
        turns = iter(guests)
        return BrowserSession(
            *(context, site, members, "chromium", QUICK),
            guests=lambda: launch.context(browser, site, pages=next(turns).as_guest()),
        )

    return visit


@pytest.mark.parametrize("name", DAMAGES)
def test_a_member_page_that_cannot_be_read_is_played_as_guests_read_it(
    context: BrowserContext, page: Page, site: SiteSelectors, visit_as: Callable[..., BrowserSession], name: str
) -> None:
    game, changes, refusal = DAMAGES[name]
    members = sources.replica("linkedin", site.origin, "sdui")
    visit = visit_as(members, members)
    damage(context, changes)
    with pytest.raises(PlayerError, match=refusal) as refused:
        played(game, GamePage(page, site, site.games[game], replace(QUICK, load=1_000, from_files=True)))
    assert refused.value.code == (65 if refusal == "two solutions" else 76)
    result = played(game, visit.tab(game))
    assert (result.outcome, result.confirmed) == ("solved", "results")
    assert result.generation == ("ember" if game == "mini-sudoku" else "sdui")
    board = boards(game)[0]
    assert GAMES[game].board.to_json(result.board) == GAMES[game].board.to_json(GAMES[game].board.from_json(board)), (
        "no queen is given"
    )
    field = {"queens": "region", "zip": "walls", "mini-sudoku": "walls"}[game]
    assert {name: chosen for name, chosen in result.chosen.items() if str(chosen).startswith("guest")} == {
        field: "guest 0"
    }


def other_board(pages: Offline, game: str) -> Offline:
    return replace(pages, boards={**pages.boards, game: of_size(game, same=True)})


@pytest.mark.parametrize("game", MEMBERS)
def test_a_member_page_with_another_board_is_not_touched(
    context: BrowserContext, site: SiteSelectors, visit_as: Callable[..., BrowserSession], game: str
) -> None:
    members = sources.replica("linkedin", site.origin, "sdui")
    guests = other_board(members, game)
    with pytest.raises(PageNotUnderstood, match=r"show different boards: they disagree in .* at R\dC\d"):
        played(game, visit_as(members, guests, guests).tab(game))
    assert len(context.pages) == 1
    shown = context.pages[0].locator("[data-cell-idx]")
    assert shown.and_(context.pages[0].locator('[aria-pressed="true"], [aria-label^="Cross"]')).count() == 0
    assert context.pages[0].get_by_role("button", name="Undo").is_disabled()


def test_midnight_between_the_two_readings_is_no_disagreement(
    site: SiteSelectors, visit_as: Callable[..., BrowserSession]
) -> None:
    today = sources.replica("linkedin", site.origin, "sdui")
    look = board_of(visit_as(today, other_board(today, "queens"), today).tab("queens").open())
    assert (
        GAMES["queens"].board.to_json(GAMES["queens"].play.read(look.snapshot))["regions"]
        == boards("queens")[0]["regions"]
    )


def test_guests_without_a_board_are_named(site: SiteSelectors, visit_as: Callable[..., BrowserSession]) -> None:
    members = sources.replica("linkedin", site.origin, "sdui")
    with pytest.raises(PageNotUnderstood, match=r"the guest's page shows no board \(already\): leave out"):
        visit_as(members, replace(members, faults={"already": True})).tab("zip").open()
