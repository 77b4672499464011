"""The cost of the second witness: what a picture of the page says of its board, beside the picture itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # the replica is opened
from pytest_benchmark.fixture import BenchmarkFixture

from player.browser.offline import sources
from player.browser.page.board_picture import BoardPicture
from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from player.sight.witness import WitnessVerdict, ask
from tests.support.seen import board_of


@pytest.fixture
def opened(page: Page, context: BrowserContext, site: SiteSelectors) -> Callable[[str], tuple[GamePage, BoardSeen]]:
    sources.replica("linkedin", site.origin).attach(context)

    def opener(game: str) -> tuple[GamePage, BoardSeen]:
        found = GamePage(page, site, site.games[game])
        return found, board_of(found.open())

    return opener


def pictured(page: GamePage, look: BoardSeen) -> BoardPicture:
    picture = next(page.pictures(look))
    assert picture
    return picture


@pytest.mark.parametrize("game", GAMES)
def test_take_a_picture(
    benchmark: BenchmarkFixture, opened: Callable[[str], tuple[GamePage, BoardSeen]], game: str
) -> None:
    benchmark.group = "a picture of the board"
    benchmark(pictured, *opened(game))


@pytest.mark.parametrize("game", GAMES)
def test_ask_it(benchmark: BenchmarkFixture, opened: Callable[[str], tuple[GamePage, BoardSeen]], game: str) -> None:
    benchmark.group = "the word of the witness"
    page, look = opened(game)
    data, grid = pictured(page, look)
    one = GAMES[game]
    board, state = one.play.read(look.snapshot), one.play.state(look.snapshot)
    said = benchmark(lambda: ask(data, grid, one, board, one.shown(board, state)))
    assert said.verdict is WitnessVerdict.AGREES
