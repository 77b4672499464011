"""The commands on the replica of the sister sites: nights, demos, and pages learnt without their sections."""

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page  # noqa: TID251  # browser tests drive a real browser

from player.browser.launch import BrowserOptions
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.doctor.learn.learning import LearnRequest, learn
from player.doctor.learn.search import Wanted
from player.doctor.learn.session import LearntPage
from player.games import GAMES
from tests.support.browser_commands import Here, records
from tests.support.sister_sites import SIZES, pages_of, site_at, smallest

pytestmark = pytest.mark.full


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.usefixtures("state")
def test_a_night_plays_a_board_once(here: Here, tmp_path: Path, name: str) -> None:
    game, file = smallest(name, tmp_path)
    night = ("nightly", game, "--site", name, "--offline", "replica", "--selectors", file, "--json", "-")
    code, out, _ = here(*night)
    (row,) = [row for row in records(out) if "outcome" in row and row["game"] == game]
    assert (code, row["outcome"], row["confirmed"]) == (0, "solved", "banner")


@pytest.mark.parametrize("name", [pytest.param(one, marks=[pytest.mark.more] * (one != "shikaku")) for one in SIZES])
def test_a_demo_is_won(here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    game, file = smallest(name, tmp_path)
    demo = ("demo", game, "--site", name, "--offline", "replica", "--selectors", file)
    code, out, _ = here(*demo, "--headless", "--no-steps", "--slow-mo", "1", "--json", "-")
    (row,) = [row for row in records(out) if "outcome" in row and row["game"] == game]
    assert (code, row["outcome"], row["confirmed"]) == (0, "solved", "banner")


def unknown(page: Page, name: str, at: str, site: SiteSelectors) -> GamePage:
    """Return a page of the site `name` of which nothing is known."""
    there, game = site_at(name, at)
    page.unroute_all()
    pages_of(name, there).attach(page)
    visit = LearnRequest(there.games[game].url, site, BrowserOptions(offline=True)).unknown_site()
    return GamePage(page, visit, visit.games[game], Times(load=6_000, win=600, quiet=300))


def learnt(page: Page, name: str, at: str, site: SiteSelectors) -> LearntPage:
    _, game = site_at(name, at)
    again = partial(unknown, page, name, at, site)
    return learn(again(), Wanted([GAMES[game]]), again)


@pytest.mark.more
@pytest.mark.parametrize(
    ("name", "at", "rules"),
    [
        ("star-battle", SIZES["star-battle"][1], {"stars": 2}),
        ("shikaku", SIZES["shikaku"][0], None),
        ("binairo", SIZES["binairo"][0], {"distinct": True}),
        ("binairo-plus", "/binairo-plus-8x8-easy/", None),
        ("sudoku", SIZES["sudoku"][1], None),
    ],
)
def test_a_page_is_learnt_with_its_rules(
    page: Page, site: SiteSelectors, name: str, at: str, rules: dict[str, object] | None
) -> None:
    lesson = learnt(page, name, at, site)
    assert lesson.won
    assert lesson.section.get("rules") == rules
    assert ("rules" in lesson.doubts) == (rules is not None), "other boards may have others"
