"""The saved page of a run: enough to read and play its board offline, and nothing about a person."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser import redaction
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.page_reader import PageCapture
from player.browser.selectors.schema import SiteSelectors
from player.errors import PageNotUnderstood
from tests.support.replica import BUILDS, QUICK, Opener, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full

Reopen = Callable[..., GamePage]


@pytest.fixture
def reopen(page: Page, context: BrowserContext, site: SiteSelectors) -> Reopen:
    """The page of a game as it was kept, in place of the replica."""

    def reopened(game: str, kept: PageCapture, site: SiteSelectors = site) -> GamePage:
        context.unroute_all()
        sources.kept("linkedin", site.origin, {game: kept}, ours=True).attach(context)
        return GamePage(page, site, site.games[game], replace(QUICK, load=1_000, from_files=True))

    return reopened


def kept_of(page: GamePage) -> PageCapture:
    kept = page.reader.capture()
    assert kept is not None
    return replace(kept, html=redaction.page(kept.html))


@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_kept_page_is_read_as_the_same_board_and_won(
    open_replica: Opener, reopen: Reopen, game: str, generation: str
) -> None:
    present = {"patches": [[0, 0, 1, 1]]} if game == "patches" else {"marks": {"0,0": "cross"}}
    page = open_replica(game, generation=generation, **present)
    look = board_of(page.open())
    kept = kept_of(page)
    assert kept.generation == generation
    assert len(kept.html) < 70_000
    assert not re.search(r"<script|<link|<!--|\son\w+=|url\(|\?", kept.html)

    again = played(game, reopen(game, kept))
    assert (again.outcome, again.confirmed, again.generation) == ("solved", "results", generation)
    assert again.snapshot == look.snapshot


def without(site: SiteSelectors, game: str, generation: str) -> SiteSelectors:
    """Selectors that no grid and no cell of the page fits any more."""
    pages = site.games[game].pages
    lost = pages[generation].model_copy(update={"grid": [".lost"], "cell": [".lost"]})
    games = {**site.games, game: site.games[game].model_copy(update={"pages": {**pages, generation: lost}})}
    return site.model_copy(update={"games": games})


def refusal(page: GamePage) -> str:
    with pytest.raises(PageNotUnderstood) as caught:
        page.open()
    return str(caught.value)


def test_a_page_that_was_refused_is_refused_again_and_won_with_fixed_selectors(
    open_replica: Opener, reopen: Reopen, page: Page, site: SiteSelectors
) -> None:
    open_replica("queens")
    broken = without(site, "queens", "ember")
    asked = GamePage(page, broken, broken.games["queens"], replace(QUICK, load=1_000, from_files=True))
    reason = refusal(asked)
    kept = kept_of(asked)
    assert counted(refusal(reopen("queens", kept, broken))) == counted(reason)
    assert played("queens", reopen("queens", kept)).outcome == "solved"


def counted(reason: str) -> str:
    """The reason without how many start controls there are: a query that told one is not kept."""
    return re.sub(r"start \d+", "", reason)


PERSON = "Ann Example"
SPOIL: Mapping[str, str] = {
    "a name": f"<p title='{PERSON}'>{PERSON}</p>",
    "a button": f"<button aria-label='{PERSON}'>{PERSON}</button>",
    "an address": f"<a href='/in/x?who={PERSON}' title='{PERSON}'>{PERSON}</a>",
    "a form": f"<form action='/x?who={PERSON}'><input value='{PERSON}'><textarea>{PERSON}</textarea></form>",
    "a comment": f"<!-- {PERSON} -->",
    "a script": f'<script type=\'application/json\'>{{"who": "{PERSON}"}}</script>',
    "a picture": f"<img src='/x?who={PERSON}' alt='{PERSON}'>",
}


@pytest.mark.parametrize("readable", [True, False], ids=["read", "not understood"])
def test_nothing_that_stands_around_the_board_is_kept(
    open_replica: Opener, page: Page, site: SiteSelectors, readable: bool
) -> None:
    known = open_replica("zip", generation="sdui", noStart=True)
    known.open()
    page.evaluate(
        "(html) => document.querySelector('main').insertAdjacentHTML('afterbegin', html)", "".join(SPOIL.values())
    )
    asked = known if readable else GamePage(page, broken := without(site, "zip", "sdui"), broken.games["zip"], QUICK)
    html = kept_of(asked).html
    assert PERSON not in html
    assert html.count("data-kept-cell") >= 49
