"""Both generations played to the win in a browser with a window, in each of the ways to draw a path."""

import os
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Playwright  # noqa: TID251  # it is the browser that is tried

from player.browser.launch import BrowserOptions, _may_be_there, candidates, context_arguments
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.presentation import Places, Slide
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession, open_session
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.places import ROOT
from tests.support.replica import GENERATIONS, PATIENT, QUICK, SMALL, played
from tests.support.seen import board_of
from tests.support.sister_sites import SIZES, played_at, tampered
from tests.support.virtual_display import virtual_display

pytestmark = pytest.mark.full
IN_WINDOWS = BrowserOptions(headed=True, offline=True)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """The display that there is, or a virtual one of our own."""
    if own := os.environ.get("DISPLAY"):
        yield own
        return
    with virtual_display("1400x1200") as name:
        yield name


@pytest.fixture(scope="module")
def headed(playwright: Playwright, display: str) -> Iterator[Browser]:
    """The browser that the player would take, on our display: not the headless shell that the other tests may use."""
    browser = launched(playwright, display)
    yield browser
    browser.close()


def launched(playwright: Playwright, display: str) -> Browser:
    found = next(candidate for candidate in candidates(IN_WINDOWS) if _may_be_there(playwright.chromium, candidate))
    environment: dict[str, str | float | bool] = {**os.environ, "DISPLAY": display}
    return playwright.chromium.launch(**{**IN_WINDOWS.arguments(), **found}, env=environment)


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize(
    ("game", "way"), [("queens", "taps"), ("zip", "keys"), ("zip", "drag"), ("zip", "taps")], ids=str
)
def test_a_game_is_won_in_a_window(headed: Browser, site: SiteSelectors, generation: str, game: str, way: str) -> None:
    page = headed.new_page(**context_arguments(site))
    replica = sources.replica("linkedin", site.origin, generation, inputs=[way])
    replace(replica, boards={game: SMALL[game]}).attach(page.context)
    chosen = site.games[game].model_copy(
        update={"pages": {name: one.model_copy(update={"draw": [way]}) for name, one in site.games[game].pages.items()}}
    )
    result = played(game, GamePage(page, site, chosen, QUICK))
    page.context.close()
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "results", 1)


def test_a_window_and_its_captions_fit_a_small_screen(playwright: Playwright, site: SiteSelectors) -> None:
    """No window manager keeps it there: it is placed and sized by the player."""
    with virtual_display("1280x800") as name, closing(launched(playwright, name)) as browser:
        pages = sources.replica("linkedin", site.origin, "sdui")
        with open_session(site, IN_WINDOWS, pages, None, started=nullcontext(browser)) as opened:
            tab = opened.tab("mini-sudoku")
            look = board_of(tab.open())
            caption = tab.presentation.show(Slide("Chapter", "A sentence. " * 20, Places(look).clear))
            page = opened.context.pages[-1]
            inside = page.evaluate("[innerWidth, innerHeight]")
            window = page.context.new_cdp_session(page).send("Browser.getWindowForTarget")["bounds"]
    assert (window["left"], window["top"]) == (0, 0)
    assert (window["width"] <= 1280, window["height"] <= 800) == (True, True)
    assert inside[1] > 600
    assert min(caption.x, caption.y) >= 0
    assert caption.x + caption.width <= inside[0]
    assert caption.y + caption.height <= inside[1]


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize(("name", "game"), [("zip-canvas", "zip"), ("queens-gl", "queens")])
def test_a_canvas_is_won_by_sight_in_a_window(headed: Browser, name: str, game: str, scale: int) -> None:
    origin = "http://127.0.0.1:8000"
    own = load(ROOT / "tests" / "support" / "own_pages" / f"{name}.yaml").site(name)
    page = headed.new_page(**{**context_arguments(own), "device_scale_factor": scale})
    sources.replica("other", origin).attach(page.context)
    opened = GamePage(page, own, own.games[game], PATIENT)
    opened.read_from_pictures(GAMES[game])
    result = played(game, opened)
    page.context.close()
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "banner", 1)


@pytest.mark.parametrize(("name", "at"), [(name, at) for name, sizes in SIZES.items() for at in sizes[:2]])
def test_a_sister_site_is_won_in_a_window(headed: Browser, site: SiteSelectors, name: str, at: str) -> None:
    page = headed.new_page(**context_arguments(site))
    result = played_at(page, name, at)
    left = tampered(page)
    page.context.close()
    assert (result.outcome, result.confirmed, left) == ("solved", "banner", [])


def test_the_next_page_does_not_hide_the_game_that_is_played(headed: Browser, site: SiteSelectors) -> None:
    """A hidden page gets no frames, and one without the focus no keys. The next one stays at its start screen."""
    context = headed.new_context(**context_arguments(site))
    pages = replace(sources.replica("linkedin", site.origin, "ember"), boards=SMALL)
    pages.attach(context)
    visited = BrowserSession(context, site, pages, "chromium", PATIENT, windowed=True)
    result, opened = Result("queens"), visited.tab("queens")
    current, seen = context.pages[-1], []

    def tell(stage: str) -> None:
        if stage == "play":
            visited.open_ahead("zip", opened)
        if stage == "verdict":
            frame = context.pages[-1].frame_locator(".game-launch-page__iframe")
            frame.locator("#launch-footer-start-button").wait_for()
            seen.append(current.evaluate("[document.visibilityState, document.hasFocus()]"))
            seen.append(frame.locator("[data-cell-idx]").count())

    play(GAMES["queens"], opened, result, tell)
    second = played("zip", visited.tab("zip"))
    assert context.pages[-1].evaluate("document.visibilityState") == "visible"
    context.close()
    assert (result.outcome, second.outcome, seen) == ("solved", "solved", [["visible", True], 0])
