"""Tasks of the gym, played in a browser: the score sheet says what the page said."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright  # noqa: TID251  # the tests drive what they count

from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.selectors.schema import SiteSelectors
from tests.gym.baselines import Blind, Ours, run
from tests.gym.server import Gym, serving
from tests.gym.tasks import Wanted
from tests.support.replica import BUILDS

pytestmark = pytest.mark.full

#: Changes with scripts, shadow roots, elements in other places, and marks that are drawn otherwise, on pages that the
#: shipped selectors read.
CHANGED = [
    ("queens", "ember", "board in nested shadow roots"),
    ("queens", "sdui", "a table"),
    ("zip", "sdui", "cells in reverse order"),
    ("tango", "ember", "classes of one prefix"),
    ("mini-sudoku", "ember", "cells are custom elements"),
    ("patches", "sdui", "cells late"),
    ("wend", "sdui", "a copy of the focused cell"),
]
NAMES = {page: tuple(name for *of, name in CHANGED if tuple(of) == page) for page in BUILDS}
Opened = Callable[..., tuple[Gym, dict[str, Any], Page]]


@pytest.fixture(scope="module")
def own_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that finds sub-domains of localhost, which the tests' own one does not."""
    browser, _ = launch(playwright, BrowserOptions())
    yield browser
    browser.close()


@pytest.fixture
def opened(own_browser: Browser, site: SiteSelectors) -> Iterator[Opened]:
    """Open a task in a new page, without playing it."""
    servers = []

    def open_task(*names: str) -> tuple[Gym, dict[str, Any], Page]:
        server = serving(1, NAMES, 1, 0, Wanted(*((name,) for name in names)))
        gym = server.__enter__()
        servers.append((server, own_browser.new_context(**context_arguments(site))))
        given = gym.next("me")
        assert given is not None
        page = servers[-1][1].new_page()
        page.goto(given["address"])
        return gym, given, page

    yield open_task
    for server, context in servers:
        context.close()
        server.__exit__(None, None, None)


def sheet_of(player: Callable[[Any], None], *names: str) -> dict[str, Any]:
    with serving(1, NAMES, 1, 0, Wanted(*((name,) for name in names))) as gym:
        run(gym, "me", player, lambda _line: None)
        [row] = gym.score()["tasks"]
    return dict(row)


@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_the_player_wins_a_plain_task_without_a_wrong_input(
    own_browser: Browser, site: SiteSelectors, game: str, build: str
) -> None:
    row = sheet_of(Ours(own_browser, site, mends=False), game, build, "plain")
    assert (row["state"], row["wrong_inputs"]) == ("won", 0)
    assert row["inputs"] > 4
    assert row["seconds"] > 0


@pytest.mark.parametrize(
    ("game", "build", "name"), [*CHANGED, ("tango", "ember", "hex"), ("queens", "sdui", "letters")]
)
def test_a_changed_page_is_won_by_its_own_verdict(
    own_browser: Browser, site: SiteSelectors, game: str, build: str, name: str
) -> None:
    row = sheet_of(Ours(own_browser, site, mends=True), game, build, name)
    assert (row["state"], row["wrong_inputs"], row.get("error")) == ("won", 0, None)


def test_a_blind_script_wins_a_plain_page_and_loses_one_that_is_covered(
    own_browser: Browser, site: SiteSelectors
) -> None:
    blind = Blind(own_browser, site)
    assert sheet_of(blind, "tango", "ember", "plain")["state"] == "won"
    lost = sheet_of(blind, "tango", "ember", "cookie banner")
    assert (lost["state"], lost["inputs"] > 30) == ("lost", True)


START, BOARD = "a[data-start]", "#queens-game-board"


def test_a_queen_in_a_wrong_cell_is_a_wrong_input_and_an_unfinished_board_is_lost(opened: Opened) -> None:
    gym, given, page = opened("queens", "sdui", "plain")
    page.locator(START).click()
    cells = page.locator(f"{BOARD} [data-cell-idx]")
    row, col = gym._visits[0].task.board["solution"][0]
    wrong = row * round(cells.count() ** 0.5) + (0 if col else 1)
    for _ in range(3):
        cells.nth(wrong).click()
    page.wait_for_function(f"!document.querySelector('{BOARD} [data-testid=queen-svg]')")
    gym.end("me")
    found = gym.state(given["id"])
    assert (found["state"], found["inputs"], found["wrong_inputs"]) == ("lost", 4, 1)


def test_clicks_of_scripts_and_reports_of_the_players_own_count_for_nothing(opened: Opened) -> None:
    gym, given, page = opened("zip", "sdui", "plain")
    page.locator(START).click()
    page.evaluate("document.querySelectorAll('[data-cell-idx]').forEach((cell) => cell.click())")
    report = '{"secret": "guessed", "from": "me", "number": 1, "inputs": 0, "won": true, "ours": true}'
    send_report = "(told) => fetch(`/gym/report?${encodeURIComponent(told)}`).then((answer) => answer.status)"
    status = page.evaluate(send_report, report)
    row = gym.state(given["id"])
    assert (status, row["state"], row["inputs"]) == (403, "open", 1)
    assert "solution" not in page.content()
