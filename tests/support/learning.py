"""Pages of which nothing is known, opened and learnt as `player learn` does it."""

from functools import partial

from playwright.sync_api import Page, Route  # noqa: TID251  # browser tests drive a real browser

from player.browser.launch import BrowserOptions
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.doctor.learn.learning import LearnRequest, learn
from player.doctor.learn.search import Wanted
from player.doctor.learn.session import LearntPage
from player.games import GAMES
from tests.support.learnt_pages import URL

TIMES = Times(load=6_000, win=600, quiet=300)


def opened(page: Page, site: SiteSelectors, html: str, times: Times = TIMES) -> GamePage:
    """Return the page at `URL`, which is `html`, and of which nothing is known."""

    def fulfil(route: Route) -> None:
        route.fulfill(content_type="text/html; charset=utf-8", body=html)

    page.unroute_all()
    page.route("**/*", fulfil)
    unknown = LearnRequest(URL, site, BrowserOptions(offline=True)).unknown_site()
    return GamePage(page, unknown, unknown.games["queens"], times)


def learnt(page: Page, site: SiteSelectors, html: str, game: str = "queens", *, read_only: bool = False) -> LearntPage:
    """Learn the page, which knows nothing of an earlier play once it is loaded again."""
    again = partial(opened, page, site, html)
    return learn(again(), Wanted([GAMES[game]]), again, read_only=read_only)
