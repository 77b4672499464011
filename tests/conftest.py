"""What all tests share: no network, the browser that the player itself would find, and its pages served from files."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright  # noqa: TID251  # browser tests drive a real browser

from player.data import SELECTORS
from player.web import offline
from player.web.browser import Wish, context_arguments, launch
from player.web.offline import Offline
from player.web.schema import SiteSelectors
from player.web.selectors import load
from player.web.site import GamePage, Times

SHARED = Path(__file__).parents[1].parent / "shared"
CAPTURES = sorted((SHARED / "captures").glob("*/*.html"))

#: Pages from files answer at once: what does not come soon does not come.
QUICK = Times(load=4_000, shown=600, win=600)


def _no_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in {"127.0.0.1", "::1"}:
        raise RuntimeError(f"a test connects to {arguments[1]}: tests use no network")


sys.addaudithook(_no_network)


@pytest.fixture(scope="session")
def site() -> SiteSelectors:
    return load(SELECTORS).site("linkedin")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """pytest-playwright's own arguments, and the browser that the player finds."""
    if "channel" in browser_type_launch_args:
        return browser_type_launch_args
    browser, arguments = launch(playwright, Wish(offline=True))
    browser.close()
    return {**arguments, **browser_type_launch_args}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site: SiteSelectors) -> dict[str, Any]:
    return {**browser_context_args, **context_arguments(site)}


Opener = Callable[..., GamePage]


@pytest.fixture
def open_replica(page: Page, context: BrowserContext, site: SiteSelectors) -> Iterator[Opener]:
    """Serve the replica with some faults, and give the page of a game on it, not opened yet."""

    def opener(game: str, *, times: Times = QUICK, board: dict[str, Any] | None = None, **faults: Any) -> GamePage:
        pages = offline.replica("linkedin", site.origin, **faults)
        return served(
            pages if board is None else Offline(pages.origin, pages.folder, None, {game: board}, faults), game, times
        )

    def served(pages: Offline, game: str, times: Times) -> GamePage:
        pages.attach(context)
        return GamePage(page, site, site.games[game], times)

    yield opener
    context.unroute_all()
