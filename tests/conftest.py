"""Fixtures of all tests: no network, the browser that the player itself would find, and pages served from files."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright  # noqa: TID251  # browser tests drive a real browser

from player.__main__ import COLLECT_AFTER
from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import closing_popups
from player.cli.command import CONFIG_VARIABLE, SETTINGS, variable_of
from player.errors import SELECTORS_FILE
from player.files import SELECTORS
from tests.support.browser_commands import Here, lent
from tests.support.commands import Player
from tests.support.replica import QUICK, Opener


def _no_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in {"127.0.0.1", "::1"}:
        raise RuntimeError(f"a test connects to {arguments[1]}: tests use no network")


sys.addaudithook(_no_network)

# Dates are as the C locale has them, whatever the tester's is; the encoding stays.
if "LC_ALL" in os.environ:
    os.environ["LANG"] = os.environ["LC_CTYPE"] = os.environ.pop("LC_ALL")
os.environ["LC_TIME"] = "C"

# No default of the tester's lasts: the settings file is none, and no variable is a setting.
for _variable in map(variable_of, SETTINGS):
    os.environ.pop(_variable, None)
os.environ[CONFIG_VARIABLE] = os.devnull

# Compiled modules are kept from one process to the next, also where the environment has Python keep none: else each
# worker compiles all tests, and each command all that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# As the command has it: each collection of garbage goes through all tests and modules that are loaded.
gc.set_threshold(*COLLECT_AFTER)

# What runs in a shell's background ignores Ctrl-C, and so do its children: here it is sent to both.
signal.signal(signal.SIGINT, signal.default_int_handler)


# Hypothesis draws the same examples in every run, and no example is judged by its time.
for _tier, _examples in (("unit", 25), ("full", 100)):
    settings.register_profile(
        _tier,
        max_examples=_examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Draw few examples, and more with `-m ''`."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("unit" if config.getoption("-m") else "full")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of tests/thorough as full, and the further cases of slow ones; those of full ones as more.

    So the default run has the first case of a slow test and CI the others; of a full test CI has the first.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if "thorough" in item.path.parts or item.get_closest_marker("more"):
            item.add_marker("full")
        if not item.get_closest_marker("more"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for found in cases.values():
        for item in [item for item in found if item.get_closest_marker("full")][1:]:
            item.add_marker("more")
        for item in found[1:]:
            if item.get_closest_marker("slow"):
                item.add_marker("full")


@pytest.fixture(autouse=True)
def _selectors_file() -> Iterator[None]:
    """Each test begins with the shipped selectors file, whatever file another one loaded."""
    before = SELECTORS_FILE.set(SELECTORS.name)
    yield
    SELECTORS_FILE.reset(before)


@pytest.fixture(scope="session")
def site() -> SiteSelectors:
    return load(SELECTORS).site("linkedin")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """pytest-playwright's own arguments, and the browser that the player finds."""
    if "channel" in browser_type_launch_args:
        return browser_type_launch_args
    browser, arguments = launch(playwright, BrowserOptions(offline=True))
    browser.close()
    arguments["args"].append("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    return {**arguments, **browser_type_launch_args}


@pytest.fixture(scope="session")
def _one_context(browser: Browser, site: SiteSelectors) -> Iterator[BrowserContext]:
    context = browser.new_context(**context_arguments(site))
    yield context
    context.close()


@pytest.fixture
def context(_one_context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """The one context of all tests, as good as new: no page, no route, no cookie of the test before.

    Where the test fails, a picture of each page is kept in test-results, with `--tracing on` a trace of every test too.
    """
    kept = Path("test-results") / re.sub(r"[^a-z0-9]+", "-", request.node.name)
    traced = request.config.getoption("--tracing") != "off"
    if traced:
        _one_context.tracing.start(screenshots=True, snapshots=True)
    failed = request.session.testsfailed
    yield _one_context
    if traced:
        _one_context.tracing.stop(path=kept.with_suffix(".zip"))
    for number, page in enumerate(_one_context.pages):
        if request.session.testsfailed > failed:
            with suppress(Error):
                page.screenshot(path=kept.with_name(f"{kept.name}-{number}.png"), timeout=5_000)
        page.close()
    _one_context.unroute_all()
    _one_context.clear_cookies()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="session")
def environment(browser_type_launch_args: dict[str, Any]) -> dict[str, str]:
    """Ours, with the browser that the tests found, and none of the colours of a terminal."""
    path = browser_type_launch_args.get("executable_path")
    kept = {key: value for key, value in os.environ.items() if key not in {"FORCE_COLOR", "PLAYER_BROWSER"}}
    return {**kept, **({"PLAYER_BROWSER": str(path)} if path else {})}


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder of this test, not there yet."""
    monkeypatch.setenv("PLAYER_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def open_replica(page: Page, context: BrowserContext, site: SiteSelectors) -> Opener:
    """Serve the replica with some faults, and give the page of a game on it, not opened yet."""

    def opener(
        game: str,
        *,
        times: Times = QUICK,
        board: dict[str, Any] | None = None,
        generation: str = "ember",
        **faults: Any,
    ) -> GamePage:
        pages = sources.replica("linkedin", site.origin, generation, **faults)
        if board is not None:
            pages = replace(pages, boards={game: board})
        pages.attach(context)
        return GamePage(closing_popups(page), site, site.games[game], times)

    return opener


@pytest.fixture
def here(browser: Browser, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """`player ARGUMENT...` in this process and in the tests' browser."""
    # The first ones take it from the last when they are imported.
    for module in ("browser.session", "browser.offline.recorded_pages", "doctor.learn.learning", "browser.launch"):
        monkeypatch.setattr(f"player.{module}.browser", lambda _wish: lent(browser))
    return Player(capsys)
