"""The cost of reading and playing a page, compared with the same moves sent blindly to the same page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # the floor drives the browser bare
from pytest_benchmark.fixture import BenchmarkFixture

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from player.games.moves import Drag, Enter, Move, arrows, touched
from player.playing.attempts import verified_plan
from player.proof import prove
from tests.support.replica import played
from tests.support.seen import board_of

ROUNDS = 12


@pytest.fixture
def opened(page: Page, context: BrowserContext, site: SiteSelectors) -> Callable[[str], GamePage]:
    sources.replica("linkedin", site.origin).attach(context)
    return lambda game: GamePage(page, site, site.games[game])


@pytest.mark.parametrize("game", GAMES)
def test_read_a_board(benchmark: BenchmarkFixture, opened: Callable[[str], GamePage], game: str) -> None:
    benchmark.group = f"one look at the board: {game}"
    page = opened(game)
    page.open()
    board_of(benchmark(page.reader.now))


@pytest.mark.parametrize("game", GAMES)
def test_play_a_page(benchmark: BenchmarkFixture, opened: Callable[[str], GamePage], game: str) -> None:
    benchmark.group = f"play: {game}"
    page = opened(game)
    result = benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: played(game, page), rounds=ROUNDS, warmup_rounds=1
    )
    assert result.outcome == "solved"


@pytest.mark.parametrize("game", ["queens", "zip"])
def test_the_floor_of_that(
    benchmark: BenchmarkFixture, opened: Callable[[str], GamePage], page: Page, site: SiteSelectors, game: str
) -> None:
    benchmark.group = f"play: {game}"
    look = board_of(opened(game).open())
    board, state = GAMES[game].play.read(look.snapshot), GAMES[game].play.state(look.snapshot)
    moves = verified_plan(GAMES[game], board, prove(GAMES[game], board).solution, state)
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: play_blindly(page, site.games[game].url, game, look, moves), rounds=ROUNDS, warmup_rounds=1
    )


def play_blindly(page: Page, url: str, game: str, look: BoardSeen, moves: list[Move]) -> None:
    """The moves of a solution known before, to cells whose places are known before; only the end is waited for."""
    page.goto(url, wait_until="domcontentloaded")
    frame = page.frame_locator("iframe.game-launch-page__iframe")
    frame.locator("#launch-footer-start-button").click()
    if game == "queens":
        frame.locator(".artdeco-modal__dismiss").click()
    for move in moves:
        start = touched(move)[0]
        point = look.points[start.row * look.snapshot.cols + start.col]
        page.mouse.click(point.x, point.y)
        if isinstance(move, Drag):
            for arrow in arrows(move):
                page.keyboard.press(arrow)
        if isinstance(move, Enter):
            page.keyboard.press(move.text)
    frame.locator(".pr-top__headline").wait_for()
