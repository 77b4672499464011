"""A page that says that the game is won by a sign that the selectors lack: the message names what became visible."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from tests.support.replica import QUICK, Opener, played


def without_signs(site: SiteSelectors) -> SiteSelectors:
    """Selectors that know no sign of a win."""
    games = {
        name: game.model_copy(
            update={"pages": {build: page.model_copy(update={"won": []}) for build, page in game.pages.items()}}
        )
        for name, game in site.games.items()
    }
    return site.model_copy(update={"won": [], "games": games})


@pytest.fixture
def unconfirmed(open_replica: Opener, context: BrowserContext, page: Page, site: SiteSelectors) -> Any:
    """Play a game to its end without a known sign, on the replica with some faults: the message."""

    def message(game: str, *, private: bool = False, clean: Any = str, **faults: Any) -> str:
        open_replica(game, **faults)
        context.route("**/games/finish", lambda route: route.fulfill(body="{}"))
        blind = without_signs(site)
        opened = GamePage(page, blind, blind.games[game], QUICK, member=private, clean=clean)
        result = played(game, opened)
        assert (result.outcome, result.exit, result.confirmed) == ("unconfirmed", 1, "none")
        assert "\n" not in result.message
        return result.message

    return message


@pytest.mark.full
def test_a_banner_on_the_page_is_reported_with_its_text(unconfirmed: Any) -> None:
    message = unconfirmed("queens", generation="sdui", inPlace=True)
    assert 'p.pr-top__subtext "Solved in 0:' in message
    assert "div.pr-game-results__section" in message
    assert "data-cell-idx" not in message, "marks come and go in the cells"
    assert "'won' in selectors.yaml" in message


@pytest.mark.parametrize(("game", "generation"), [("zip", "ember"), ("tango", "sdui")])
@pytest.mark.full
def test_of_a_page_of_results_the_headline_is_reported(unconfirmed: Any, game: str, generation: str) -> None:
    assert '.pr-top__headline "You\u2019re crushing it!"' in unconfirmed(game, generation=generation)


@pytest.mark.full
def test_a_page_that_may_show_a_name_is_reported_without_its_texts(unconfirmed: Any) -> None:
    message = unconfirmed("queens", generation="sdui", inPlace=True, private=True)
    assert "p.pr-top__subtext" in message
    assert "Solved in" not in message


@pytest.mark.full
def test_secrets_are_taken_out_of_messages(unconfirmed: Any) -> None:
    message = unconfirmed("queens", generation="sdui", inPlace=True, clean=lambda text: text.replace("Solved", "-"))
    assert '"- in 0:' in message


@pytest.mark.full
def test_a_page_that_shows_nothing_new_is_reported_as_unconfirmed(unconfirmed: Any) -> None:
    message = unconfirmed("queens", generation="sdui", noResults=True)
    assert message == "all moves stand, but the page does not say that it is won"
