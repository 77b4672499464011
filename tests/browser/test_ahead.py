"""Pages opened ahead: up to the start screen and no further, and no failure of one harms the game that is played."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Error, FrameLocator, Page, Route  # noqa: TID251

from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession, PageAhead
from player.errors import Outcome, Throttled
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.replica import PATIENT, SMALL, played

Visit = Callable[..., BrowserSession]


@pytest.fixture
def visit(context: BrowserContext, site: SiteSelectors) -> Visit:
    def visiting(generation: str = "ember", **faults: object) -> BrowserSession:
        pages = replace(sources.replica("linkedin", site.origin, generation, **faults), boards=SMALL)
        pages.attach(context)
        return BrowserSession(context, site, pages, "chromium", PATIENT)

    return visiting


def play_first(visited: BrowserSession) -> None:
    """Win Queens, during which the page of Zip is opened ahead."""
    result, page = Result("queens"), visited.tab("queens")

    def tell(stage: str) -> None:
        if stage == "play":
            visited.open_ahead("zip", page)

    play(GAMES["queens"], page, result, tell)
    assert result.outcome is Outcome.SOLVED


def asked(context: BrowserContext, site: SiteSelectors) -> list[str]:
    """The addresses of Zip's documents that are asked for from now on."""
    found: list[str] = []
    url = site.games["zip"].url
    context.on("request", lambda request: found.append(request.url) if request.url == url else None)
    return found


def waiting(page: Page) -> FrameLocator:
    """The frame of a page that shows its start screen."""
    frame = page.frame_locator(".game-launch-page__iframe")
    frame.locator("#launch-footer-start-button").wait_for()
    return frame


@pytest.mark.full
def test_the_next_page_waits_at_its_start_screen(context: BrowserContext, site: SiteSelectors, visit: Visit) -> None:
    found, visited = asked(context, site), visit()
    play_first(visited)
    ahead = context.pages[-1]
    frame = waiting(ahead)
    assert frame.locator("[data-cell-idx]").count() == 0  # nor is there a timer
    assert played("zip", visited.tab("zip")).outcome is Outcome.SOLVED
    assert (context.pages[-1], len(found)) == (ahead, 1)


@pytest.mark.full
def test_a_page_without_a_start_screen_is_not_opened_ahead(context: BrowserContext, visit: Visit) -> None:
    visited = visit("sdui", noStart=True)
    play_first(visited)
    assert len(context.pages) == 1


@pytest.mark.full
def test_a_page_that_shows_its_board_at_once_is_left_at_once(
    context: BrowserContext, site: SiteSelectors, visit: Visit
) -> None:
    visited = visit("sdui", noStart=True)
    with context.expect_page() as opened:
        ahead = PageAhead("zip", site.timezone, lambda: visited.tab("zip"), None)
    page = opened.value
    if not page.is_closed():
        page.wait_for_event("close")
    assert ahead.taken("zip") is None


@pytest.mark.full
def test_a_page_for_another_game_or_of_another_day_is_dropped(
    context: BrowserContext, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visited = visit()
    play_first(visited)
    ahead = context.pages[-1]
    waiting(ahead)
    monkeypatch.setattr("player.browser.session.puzzle_day", lambda _: "1999-01-01")
    page = visited.tab("zip")
    assert ahead.is_closed()
    assert played("zip", page).outcome is Outcome.SOLVED


@pytest.mark.full
def test_a_page_that_does_not_load_ahead_is_opened_again_at_its_turn(
    context: BrowserContext, site: SiteSelectors, visit: Visit
) -> None:
    visited = visit()
    url = site.games["zip"].url
    context.route(url, lambda route: route.abort("connectionreset"), times=1)
    found = asked(context, site)
    play_first(visited)
    assert played("zip", visited.tab("zip")).outcome is Outcome.SOLVED
    assert len(found) >= 2  # a slow machine loads it once more


@pytest.mark.full
def test_a_page_that_crashes_ahead_harms_nothing(context: BrowserContext, visit: Visit) -> None:
    visited = visit()
    play_first(visited)
    ahead = context.pages[-1]
    waiting(ahead)
    with suppress(Error):
        context.new_cdp_session(ahead).send("Page.crash")
    assert ahead.is_closed()
    assert played("zip", visited.tab("zip")).outcome is Outcome.SOLVED


@pytest.mark.full
def test_a_refusal_of_a_page_ahead_is_reported_at_its_turn_without_another_request(
    context: BrowserContext, site: SiteSelectors, visit: Visit
) -> None:
    visited = visit()
    found = asked(context, site)

    def refuse(route: Route) -> None:
        route.fulfill(status=429, headers={"Retry-After": "60"})

    context.route(site.games["zip"].url, refuse)
    play_first(visited)
    page = visited.tab("zip")
    with pytest.raises(Throttled):
        page.open()
    assert len(found) == 1
