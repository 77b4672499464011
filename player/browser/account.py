"""Sign-in by a person, and the account that the site's pages show."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page  # noqa: TID251  # web drives the browser

from player.browser.launch import BrowserOptions, browser, context, taken
from player.browser.page.connection import map_playwright_errors
from player.browser.page.isolated_world import IsolatedWorld, script
from player.browser.page.messages import site_request
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.errors import ConfigInvalid, PageNotUnderstood, SignInNeeded, Unavailable

_WHOAMI = script("whoami")
#: Limit for a person to sign in, in milliseconds: in effect the deadline ends it.
SIGN_IN_TIMEOUT_MS = 10**9

_CLOSED = "the window was closed before the site showed a member's page: nothing was saved, type `player login` again"


def sign_in(site: SiteSelectors, wish: BrowserOptions) -> dict[str, Any]:
    """Open the sign-in page; return the storage state after a person signed in, reduced to `site`.

    Raises SignInNeeded if the person closes the window before.
    """
    address = _signin_address(site)
    with browser(wish) as started, map_playwright_errors(), context(started, site) as opened:
        with taken(site):
            page = opened.new_page()
        try:
            page.goto(address, wait_until="domcontentloaded")
            _ask(page, site, ["member"], SIGN_IN_TIMEOUT_MS)
            return only_of(dict(opened.storage_state()), site.origin)
        except (Error, Unavailable):
            if page.is_closed():
                raise SignInNeeded(_CLOSED) from None
            raise


def whoami(site: SiteSelectors, wish: BrowserOptions, session: Path, times: Times = Times()) -> str:
    """Return the account that `site` shows with the saved `session`: "member" or "guest".

    Raises PageNotUnderstood if the page shows neither.
    """
    address = _signin_address(site)
    with browser(wish) as started, context(started, site, session) as opened, map_playwright_errors():
        with taken(site):
            page = opened.new_page()
        page.goto(address, wait_until="domcontentloaded")
        if account := _ask(page, site, ["member", "guest"], times.load):
            return account
        path = urlsplit(page.url).path
    if site.signin and re.search(site.signin, path):
        return "guest"
    raise PageNotUnderstood(f"{path} shows no sign of a member or a guest: fix 'member' or 'guest' in selectors.yaml")


def _signin_address(site: SiteSelectors) -> str:
    if not (site.login and site.member):
        raise ConfigInvalid("selectors.yaml has no sign-in page for this site: add 'login' and 'member'")
    return site.login


def _ask(page: Page, site: SiteSelectors, until: list[str], timeout: float) -> str | None:
    ask = {"site": site_request(site), "origin": site.origin, "until": until}
    return IsolatedWorld(page).ask(_WHOAMI, ask, timeout)


def only_of(state: dict[str, Any], origin: str) -> dict[str, Any]:
    """Return the part of a storage state that a browser sends to pages of `origin`."""
    host = urlsplit(origin).hostname or ""
    cookies = [cookie for cookie in state["cookies"] if f".{host}".endswith(f".{cookie['domain'].lstrip('.')}")]
    return {"cookies": cookies, "origins": [one for one in state.get("origins", []) if one["origin"] == origin]}
