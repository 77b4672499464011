"""A visit to a site: one browser, one context, a tab for each game."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Error  # noqa: TID251  # web drives the browser

from player.errors import ConfigInvalid
from player.suggest import nearest
from player.web.browser import Wish, browser, context
from player.web.offline import Offline
from player.web.schema import SiteSelectors
from player.web.site import GamePage


class Visit:
    """`browser` names what was launched, with its version; with `traced`, each tab is traced from its beginning."""

    def __init__(
        self,
        context: BrowserContext,
        site: SiteSelectors,
        offline: Offline | None,
        browser: str,
        *,
        traced: bool = False,
    ) -> None:
        self._context = context
        self._site = site
        self._offline = offline
        self.browser = browser
        self._traced = traced
        self._tracing = False
        if traced:  # snapshots would double the time
            context.tracing.start(screenshots=True, snapshots=False, sources=False)

    def tab(self, game: str) -> GamePage:
        """A tab for `game`; popups are closed as they come."""
        if game not in self._site.games:
            raise ConfigInvalid(f"selectors.yaml has no game {game!r} on this site: {nearest(game, self._site.games)}")
        if self._offline:
            self._offline.require(game)
        if self._traced:
            with suppress(Error):  # the trace before could not be ended
                self._context.tracing.start_chunk()
            self._tracing = True
        page = self._context.new_page()
        page.on("popup", lambda popup: popup.close())
        return GamePage(page, self._site, self._site.games[game])

    def trace(self) -> bytes | None:
        """End the trace of the last tab: Playwright's zip, or None where there is none."""
        if not self._tracing:
            return None
        self._tracing = False
        with TemporaryDirectory(prefix="player-") as folder, suppress(Error):
            path = Path(folder) / "trace.zip"
            self._context.tracing.stop_chunk(path=path)
            return path.read_bytes()
        return None


@contextmanager
def visit(
    site: SiteSelectors, wish: Wish, offline: Offline | None, session: Path | None, *, traced: bool = False
) -> Iterator[Visit]:
    """Start the browser; NoBrowser where there is none, ConfigInvalid or SignInNeeded where the session is no good."""
    with browser(wish) as started, context(started, site, session) as opened:
        if offline:
            offline.attach(opened)
        yield Visit(opened, site, offline, f"{started.browser_type.name} {started.version}", traced=traced)
