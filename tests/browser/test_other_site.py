"""Pages of another make, which nothing but their section in selectors.yaml knows: served by Python's own server."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.base import PaceLimits
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.files import REPLICA
from player.games import GAMES
from player.playing.result import Result
from tests.support.browser_commands import Here
from tests.support.http_servers import served
from tests.support.replica import PATIENT, QUICK
from tests.support.replica import played as played_on

pytestmark = pytest.mark.full

PAGES = REPLICA / "other"
SECTIONS = PAGES / "selectors.yaml"
GAMES_THERE = ("queens", "zip")


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served(PAGES) as origin:
        yield origin


def other(game: str, origin: str) -> SiteSelectors:
    return load(SECTIONS).site("other").moved(game, f"{origin}/{game}.html")


def played(game: str, page: Page, site: SiteSelectors) -> Result:
    return played_on(game, GamePage(page, site, site.games[game], PATIENT))


@pytest.mark.parametrize("game", GAMES_THERE)
def test_a_page_of_another_make_is_won(page: Page, origin: str, game: str) -> None:
    result = played(game, page, other(game, origin))
    assert (result.outcome, result.exit, result.confirmed) == ("solved", 0, "banner")
    assert (result.attempts, result.clicks) == (1, result.moves)
    assert set(result.chosen.values()) == {0}


def without(site: SiteSelectors, game: str, **parts: Any) -> SiteSelectors:
    """`site` where the section of the page of `game` says something else."""
    section = site.games[game].pages["page"].model_copy(update=parts)
    return site.model_copy(update={"games": {game: site.games[game].model_copy(update={"pages": {"page": section}})}})


@pytest.mark.more
def test_without_a_pace_the_clicks_are_double_clicks(page: Page, origin: str) -> None:
    section = load(SECTIONS).site("other").games["queens"].pages["page"]
    assert section.pace == PaceLimits(cell=350)
    result = played("queens", page, without(other("queens", origin), "queens", pace=PaceLimits()))
    assert result.clicks > result.moves, "the page took some for double clicks"


@pytest.mark.parametrize("game", GAMES_THERE)
def test_the_replica_of_it_shows_any_board(page: Page, context: BrowserContext, game: str) -> None:
    site = load(SECTIONS).site("other")
    pages = sources.replica("other", site.origin)
    pages.attach(context)
    result = played(game, page, site)
    assert result.outcome == "solved"
    shown = GAMES[game].board.to_json(GAMES[game].board.from_json(dict(pages.boards[game])))
    assert GAMES[game].board.to_json(result.board) == shown


# The command


@pytest.fixture
def there(here: Here) -> Here:
    """`player ARGUMENT...` with the selectors of these pages."""
    return lambda *arguments: here(*arguments, "--selectors", SECTIONS)


def test_the_command_plays_at_an_address(there: Here, origin: str) -> None:
    run = there("play", "queens", "--site", "other", "--url", f"{origin}/queens.html", "--json", "-")
    assert run.code == 0, run.err
    result = next(record for record in map(json.loads, run.out.splitlines()) if record["event"] == "result")
    assert (result["outcome"], result["confirmed"]) == ("solved", "banner")


AWRY = {
    "nobody answers": ("queens", "http://127.0.0.1:9/queens.html", 75, "did not load in 3 attempts"),
    "there is no such page": ("queens", "{origin}/none.html", 76, "answers 404"),
}


@pytest.mark.parametrize("name", AWRY)
def test_where(there: Here, origin: str, name: str) -> None:
    game, url, code, said = AWRY[name]
    run = there("read", game, "--site", "other", "--url", url.format(origin=origin))
    assert (run.code, run.out) == (code, "")
    assert said in run.err
    assert len(run.err.splitlines()) == 1


def test_a_page_that_is_no_board_is_refused(page: Page, origin: str) -> None:
    site = other("queens", origin).moved("queens", f"{origin}/zip.html")
    with pytest.raises(Exception, match=r"no board on /zip\.html within 10 s: a grid with cells was exp") as caught:
        GamePage(page, site, site.games["queens"], QUICK).open()
    assert caught.value.code == 76  # type: ignore[attr-defined]  # a PlayerError
