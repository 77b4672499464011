"""Pages of somebody else's script: checked, played where they are, and given back as they were but for the game."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page  # noqa: TID251  # web drives the browser

from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors, SiteSelectors
from player.errors import ArgumentInvalid, ConfigInvalid, Crashed, NoBrowser
from player.files import SELECTORS
from player.games import GAMES
from player.secrets import SCRUBBER
from player.secrets.values import Secrets, secrets_in

TIMES = Times()
#: Whether a document is that of a new tab, with nothing in it, or the browser's own page about an error, which may be
#: there before Playwright knows its address.
IS_EMPTY = """() => location.protocol === "chrome-error:"
    || (location.protocol === "about:" && !document.body?.childNodes.length)"""


def require_page(page: object, function: str) -> Page:
    """Return `page`; raise ArgumentInvalid, Crashed or NoBrowser unless it is an open page of Playwright's Chromium.

    `function` is the name of what it was given to.
    """
    if not isinstance(page, Page):
        if type(page).__module__.startswith("playwright.async_api"):
            raise ArgumentInvalid(
                f"{function} takes a Page of playwright.sync_api, and this is one of playwright.async_api: "
                f"call {function} in a thread of its own, with a browser of playwright.sync_api"
            )
        raise ArgumentInvalid(f"{function} takes a Page of playwright.sync_api, not a {type(page).__name__}")
    if page.is_closed():
        raise Crashed("the page is closed: open another")
    browser = page.context.browser
    if browser and browser.browser_type.name != "chromium":
        # Firefox is read by a selector engine of ours, which must be there before its first page (isolated_world.py).
        raise NoBrowser(f"the page is {browser.browser_type.name}'s: open it in Playwright's chromium")
    return page


@contextmanager
def lent(
    page: object, game: str | None, site: str | None, selectors: Path | None, *, function: str, min_time: float = 0
) -> Iterator[tuple[str, GamePage]]:
    """Yield a game and the caller's `page` as that of the game; at the end our listeners are removed, and its window
    has its size again.

    An empty tab, or one that did not load, will go to the game's address; any other page is the game's. Without `game`
    it is the one whose address the page has. Without `site` it is that of the page's address, else the first in the
    `selectors` that has the game. `function` is the name of what the page was given to. `min_time` is the least value
    in seconds of the page's own timer before the winning move.

    Raise ArgumentInvalid if there is no such game or site, and as `require_page` does.
    """
    page = require_page(page, function)
    known = load(selectors or SELECTORS)
    empty, url = _is_empty(page), page.url
    game = game or game_at(known, url, site)
    found = site_of(known, game, url, site)
    found = found if empty else found.moved(game, url)
    with suppress(Error):  # a browser that does not answer is reported below
        cookies = {"cookies": page.context.cookies(found.origin)}
        SCRUBBER.protect(secrets_in(cookies) | Secrets(patterns=tuple(found.secrets)))
    size, times = page.viewport_size, replace(TIMES, finish=1000 * min_time)
    opened = GamePage(page, found, found.game(game), times, borrowed=True, in_place=not empty, clean=SCRUBBER.text)
    opened.read_as_its_section_says(GAMES[game])
    try:
        yield game, opened
    finally:
        with suppress(Error):  # the page is gone
            opened.leave()
            if size and page.viewport_size != size:
                page.set_viewport_size(size)


def _is_empty(page: Page) -> bool:
    """Return whether `page` is an empty tab, or one that did not load."""
    try:
        return bool(page.evaluate(IS_EMPTY))
    except Error as error:
        if page.is_closed() or "context was destroyed" not in error.message:
            raise
    page.wait_for_load_state("domcontentloaded")  # a page that failed to load is followed by the browser's own
    return _is_empty(page)


def game_at(known: Selectors, url: str, site: str | None) -> str:
    """Return the game whose address is `url`, whatever its query; raise ArgumentInvalid if there is none."""
    sites = [_named(known, site)] if site else known.sites.values()
    games = [(name, game) for one in sites for name, game in one.games.items()]
    for name, game in games:
        if _address(url).startswith(_address(game.url)):
            return name
    raise ArgumentInvalid(f"{url or 'the page'} is the address of no game in the selectors: name the game")


def _address(url: str) -> str:
    """Return an address without its query, with a slash at its end."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def site_of(known: Selectors, game: str, url: str, site: str | None) -> SiteSelectors:
    """Return the site to play `game` on; raise ArgumentInvalid if no site has it, ConfigInvalid if `site` lacks it."""
    if site:
        found = _named(known, site)
        found.game(game)
        return found
    fit = [one for one in known.sites.values() if game in one.games]
    if not fit:
        raise ArgumentInvalid(f"no site in the selectors has a game {game!r}: write its section (docs/add-a-site.md)")
    parts = urlsplit(url)
    return next((one for one in fit if one.origin == f"{parts.scheme}://{parts.netloc}"), fit[0])


def _named(known: Selectors, site: str) -> SiteSelectors:
    """Return the site that the caller names; raise ArgumentInvalid with the most similar name if there is none such."""
    try:
        return known.site(site)
    except ConfigInvalid as error:
        raise ArgumentInvalid(str(error)) from None
