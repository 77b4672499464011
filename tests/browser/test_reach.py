"""Boards in open shadow roots, without boxes of their own, and in scrollers: read, and played to a win."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from player.play import Result, play
from tests.support.reach_pages import BOXLESS, BOXLESS_STYLES, HELP, HERE, ROWS, SECTION, SHADOWS, START, page
from tests.support.replica import QUICK

Reached = Callable[..., GamePage]


@pytest.fixture
def reached(page: Page, context: BrowserContext) -> Reached:
    """The page `html`, not opened yet, where `parts` replace parts of its section."""

    def serve(html: str, **parts: Any) -> GamePage:
        context.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=html))
        games = {"queens": {"url": f"{HERE}/", "pages": {"page": {**SECTION, **parts}}}}
        site = SiteSelectors.model_validate({"origin": HERE, "locale": "en-US", "timezone": "UTC", "games": games})
        return GamePage(page, site, site.games["queens"], QUICK)

    return serve


def played(game: GamePage) -> Result:
    result = Result("queens")
    play(GAMES["queens"], game, result, lambda _stage: None)
    return result


@pytest.mark.full
@pytest.mark.parametrize("name", SHADOWS)
def test_a_board_is_won_in(reached: Reached, name: str) -> None:
    result = played(reached(page(SHADOWS[name], ROWS), **START, **HELP))
    assert (result.outcome, result.confirmed, result.clicks) == ("solved", "banner", 4)


@pytest.mark.full
@pytest.mark.parametrize("name", BOXLESS)
def test_a_board_is_won_with(reached: Reached, name: str) -> None:
    result = played(reached(page(BOXLESS[name], ROWS + BOXLESS_STYLES.get(name, "")), **START))
    assert (result.outcome, result.confirmed, result.clicks) == ("solved", "banner", 4)
