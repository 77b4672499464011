"""A board put into the replica and read back is the same board."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.boards.generation import generate
from player.browser.offline.sources import Offline
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.files import REPLICA
from player.games import GAMES
from tests.support.games.shared import ON_SITE
from tests.support.replica import QUICK
from tests.support.seen import board_of

pytestmark = pytest.mark.full


@st.composite
def generated(draw: st.DrawFn) -> dict[str, Any]:
    game = draw(st.sampled_from(sorted(ON_SITE)))
    (smallest, largest), step = GAMES[game].generator().sizes, GAMES[game].generator().step
    size = draw(st.sampled_from(range(smallest, min(largest, 9) + 1, step)))
    options = {"walls": draw(st.booleans())} if game == "zip" else {}
    return generate(game, size, draw(st.integers(0, 10**6)), **options)


# Each example opens a page in the browser, and the page may be the same.
@settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(board=generated())
def test_a_generated_board_is_read_back_as_it_was_put_in(
    page: Page, context: BrowserContext, site: SiteSelectors, board: dict[str, Any]
) -> None:
    game = GAMES[board["game"]]
    Offline(site.origin, REPLICA / "linkedin", boards={game.name: board}).attach(context)
    snapshot = board_of(GamePage(page, site, site.games[game.name], QUICK).open()).snapshot
    read = game.board.to_json(game.play.read(snapshot))
    expected = game.board.to_json(game.board.from_json(board))
    if game.name == "queens":
        expected["givens"] = sorted(board["solution"])[:2]
    assert read == expected
