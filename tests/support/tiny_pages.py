"""Small pages with one board each, which a section of a few keys describes."""

from typing import Any

from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from tests.support.replica import QUICK

HERE = "http://tiny.example"


def grid(*cells: str, after: str = "", style: str = "") -> str:
    """Return a grid of `cells`, each its attributes and what is in it."""
    return f"<style>{style}</style><main>{''.join(f'<b {cell}</b>' for cell in cells)}{after}</main>"


def site_of(section: dict[str, Any], game: str = "zip") -> SiteSelectors:
    """Return a site with one game, whose cells are the `b` of a `main` unless `section` says otherwise."""
    games = {game: {"url": f"{HERE}/", "pages": {"page": {"grid": "main", "cell": "b", **section}}}}
    return SiteSelectors.model_validate({"origin": HERE, "locale": "en-US", "timezone": "UTC", "games": games})


def served(
    page: Page, body: str, section: dict[str, Any], *, style: str = "", game: str = "zip", times: Times = QUICK
) -> GamePage:
    """Return the page of `body`, not opened yet; every address answers with it."""
    html = f"<!DOCTYPE html><html lang=en><head><style>{style}</style></head><body>{body}</body></html>"
    page.context.unroute_all()
    page.context.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=html))
    site = site_of(section, game)
    return GamePage(page, site, site.games[game], times)
