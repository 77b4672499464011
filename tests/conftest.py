"""What all tests share: no network, the browser that the player itself would find, and its pages served from files."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright  # noqa: TID251  # browser tests drive a real browser

from player.data import SELECTORS
from player.web import offline
from player.web.browser import Wish, context_arguments, launch
from player.web.schema import SiteSelectors
from player.web.selectors import load
from player.web.site import GamePage
from player.web.times import Times

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


@pytest.fixture(autouse=True)
def _trace(request: pytest.FixtureRequest) -> Iterator[None]:
    """A trace of every test that uses `context`, kept where it fails.

    pytest-playwright's own `--tracing` takes a snapshot of the page around each of some fifty key presses, which
    doubles the time of a test; pictures of the page tell as much.
    """
    if "context" not in request.fixturenames:
        yield
        return
    context: BrowserContext = request.getfixturevalue("context")
    context.tracing.start(screenshots=True, snapshots=False, sources=False)
    failed = request.session.testsfailed
    yield
    if request.session.testsfailed > failed:
        context.tracing.stop(path=Path("test-results") / f"{re.sub(r'[^a-z0-9]+', '-', request.node.name)}.zip")
    else:
        context.tracing.stop()


@pytest.fixture(scope="session")
def environment(browser_type_launch_args: dict[str, Any]) -> dict[str, str]:
    """Ours, with the browser that the tests found, and none of the colours of a terminal."""
    path = browser_type_launch_args.get("executable_path")
    kept = {key: value for key, value in os.environ.items() if key not in {"FORCE_COLOR", "PLAYER_BROWSER"}}
    return {**kept, **({"PLAYER_BROWSER": str(path)} if path else {})}


Opener = Callable[..., GamePage]


@pytest.fixture
def open_replica(page: Page, context: BrowserContext, site: SiteSelectors) -> Iterator[Opener]:
    """Serve the replica with some faults, and give the page of a game on it, not opened yet."""

    def opener(
        game: str,
        *,
        times: Times = QUICK,
        board: dict[str, Any] | None = None,
        generation: str = "ember",
        **faults: Any,
    ) -> GamePage:
        pages = offline.replica("linkedin", site.origin, generation, **faults)
        if board is not None:
            pages = replace(pages, boards={game: board})
        pages.attach(context)
        return GamePage(page, site, site.games[game], times)

    yield opener
    context.unroute_all()
