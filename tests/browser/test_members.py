"""What members have of their own: a clock not to be beaten, boards that guests read better, a hand that learns."""

from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.errors import BoardChanged
from player.games import GAMES
from player.play import Result, walk
from player.web import offline
from player.web.schema import SiteSelectors, Way
from player.web.visit import Visit
from tests.browser.test_faults import of_size
from tests.browser.test_walk import boards, played
from tests.conftest import QUICK, Opener

ZIP = boards("zip")[0]


# The way to draw


def test_the_way_that_worked_is_used_on_in_this_game_and_the_next(context: BrowserContext, site: SiteSelectors) -> None:
    pages = offline.replica("linkedin", site.origin, "sdui", inputs=["taps"], path=ZIP["solution"][:20])
    pages.attach(context)
    visit = Visit(context, site, pages, "chromium", QUICK)
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
    ("game", "way"), [("queens", None), ("zip", "keys"), ("zip", "drag"), ("zip", "taps")], ids=str
)
def test_the_last_input_waits_for_the_page_own_timer(
    open_replica: Opener, page: Page, game: str, way: Way | None
) -> None:
    opened = open_replica(game, generation="sdui", times=PATIENT)
    if way:
        opened._ways.judge("sdui", way, worked=True)
    result = played(game, opened)
    assert (result.outcome, result.way, result.attempts) == ("solved", way, 1)
    assert result.timer == 1
    assert won_after(page, game) >= 1


def test_who_need_not_wait_does_not_and_the_timer_is_told_all_the_same(open_replica: Opener, page: Page) -> None:
    result = played("zip", open_replica("zip", generation="sdui", seconds=61))
    assert result.timer == 61
    assert won_after(page, "zip") == 61


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


@pytest.mark.parametrize("game", GAMES)
def test_an_overlay_that_opens_during_the_wait_is_closed_and_not_clicked_into(
    open_replica: Opener, page: Page, game: str
) -> None:
    page.add_init_script(ASTRAY)
    opened = open_replica(game, generation="sdui", times=PATIENT, tutorialDelay=700)
    opened._ways.judge("sdui", "drag", worked=True)  # so that the button is held down meanwhile
    result = played(game, opened)
    assert (result.outcome, result.attempts) == ("solved", 2)
    assert page.evaluate("sessionStorage.astray") is None
    assert won_after(page, game) >= 1


def test_a_board_that_changes_during_the_wait_is_not_touched(open_replica: Opener, page: Page) -> None:
    moves = 2 * len(boards("queens")[0]["solution"])
    midnight = of_size("queens", same=True)
    opened = open_replica("queens", generation="sdui", times=PATIENT, flip=midnight, flipAfter=moves - 1)
    with pytest.raises(BoardChanged):
        walk(GAMES["queens"], opened, Result("queens"), lambda _stage: None)
    assert page.locator('[data-cell-idx][aria-label^="Empty"]').count() == len(midnight["regions"]) ** 2
