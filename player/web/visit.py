"""A visit to a site: one browser, one context, a tab for each game."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext  # noqa: TID251  # web drives the browser

from player.errors import ConfigInvalid
from player.suggest import nearest
from player.web.browser import Wish, browser, context
from player.web.hand import Ways
from player.web.offline import Offline
from player.web.schema import SiteSelectors
from player.web.site import GamePage
from player.web.times import Times


class Visit:
    """`browser` names what was launched, with its version."""

    def __init__(
        self,
        context: BrowserContext,
        site: SiteSelectors,
        offline: Offline | None,
        browser: str,
        times: Times,
    ) -> None:
        self._context = context
        self._times = times
        self._site = site
        self._offline = offline
        self._ways = Ways()
        self.browser = browser

    def tab(self, game: str) -> GamePage:
        """A tab for `game`; popups are closed as they come."""
        if game not in self._site.games:
            raise ConfigInvalid(f"selectors.yaml has no game {game!r} on this site: {nearest(game, self._site.games)}")
        if self._offline:
            self._offline.require(game)
        page = self._context.new_page()
        page.on("popup", lambda popup: popup.close())
        return GamePage(page, self._site, self._site.games[game], self._times, self._ways)


@contextmanager
def visit(
    site: SiteSelectors, wish: Wish, offline: Offline | None, session: Path | None, *, min_time: float = 0
) -> Iterator[Visit]:
    """Start the browser; NoBrowser where there is none, ConfigInvalid or SignInNeeded where the session is no good.

    `min_time` is what a page's own timer must say before a game is won, in seconds; guests don't wait for it.
    """
    times = Times(finish=1000 * min_time if session else 0)
    with browser(wish) as started, context(started, site, session) as opened:
        if offline:
            offline.attach(opened)
        yield Visit(opened, site, offline, f"{started.browser_type.name} {started.version}", times)
