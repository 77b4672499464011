"""The cost of reading and playing a page, compared with the same moves sent blindly to the same page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # the floor drives the browser bare
from pytest_benchmark.fixture import BenchmarkFixture

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from tests.bench import floor
from tests.bench.floor_plan import of_game
from tests.support.games.shared import ON_SITE
from tests.support.replica import played
from tests.support.seen import board_of

ROUNDS = 12


@pytest.fixture
def opened(page: Page, context: BrowserContext, site: SiteSelectors) -> Callable[[str], GamePage]:
    sources.replica("linkedin", site.origin).attach(context)
    return lambda game: GamePage(page, site, site.games[game])


@pytest.mark.parametrize("game", ON_SITE)
def test_read_a_board(benchmark: BenchmarkFixture, opened: Callable[[str], GamePage], game: str) -> None:
    benchmark.group = f"one look at the board: {game}"
    page = opened(game)
    page.open()
    board_of(benchmark(page.reader.now))


@pytest.mark.parametrize("game", ON_SITE)
def test_play_a_page(benchmark: BenchmarkFixture, opened: Callable[[str], GamePage], game: str) -> None:
    benchmark.group = f"play: {game}"
    page = opened(game)
    result = benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: played(game, page), rounds=ROUNDS, warmup_rounds=1
    )
    assert result.outcome == "solved"


@pytest.mark.parametrize("game", ["queens", "zip"])
@pytest.mark.usefixtures("opened")
def test_the_floor_of_that(benchmark: BenchmarkFixture, page: Page, site: SiteSelectors, game: str) -> None:
    benchmark.group = f"play: {game}"
    plan = of_game(page, site, game)
    benchmark.pedantic(lambda: floor.play(page, plan), rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call]
