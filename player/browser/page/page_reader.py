"""One game's page, read-only: nothing here touches the board."""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, FloatRect, Page  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.capture import PageCapture, capture_page, picture
from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.observation import SCRIPT, Observation, observe_request, page_request, parse_observation
from player.browser.page.observer import Alerts, PageObserver
from player.browser.page.presentation import Presentation
from player.browser.page.throttle import rest
from player.browser.page.timeouts import Times
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors

#: Interval between two observations of a board that somebody else plays, in milliseconds.
POLL_MS = 250


class PageReader:
    """The page of one game in a browser's tab, and its presentation to an audience.

    Every method raises Unavailable for temporary failures (network, crash), PageNotUnderstood if the page differs from
    selectors.yaml, and SignInNeeded if the site asks to sign in.
    """

    def __init__(
        self,
        page: Page,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times,
        elsewhere: Collection[str],
        *,
        shared: "PageReader | None" = None,
    ) -> None:
        """The fields read `elsewhere` may be missing. Listeners are taken from `shared`, if given."""
        self._page = page
        self._times = times
        self._site = site
        self._game = game
        self._world: IsolatedWorld = shared._world if shared else IsolatedWorld(page)  # noqa: SLF001  # one of ours
        self._alerts: Alerts = shared._alerts if shared else Alerts(page)  # noqa: SLF001  # one of ours
        self._ask = observe_request(site, game, elsewhere)
        self._eye = PageObserver(page, self._world, self._ask, site, game, alerts=self._alerts)
        self.screening = Presentation(page, self._world)
        self.say: Callable[[str], object] = bool
        """Called with one line about a wait that takes long."""

    def _await(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask`, or None after `timeout` ms; `final`, `slow`: see
        `Eye.wait`.
        """
        return self._eye.wait(self._understood, timeout, final, slow, **ask)

    def _now(self) -> Observation:
        return self._understood(self._world.answer(SCRIPT, self._ask, self._times.response))

    def _understood(self, text: str) -> Observation:
        return self._eye.lasting(parse_observation(text))

    def changed(self, look: Observation, missing: Callable[[str], object] = bool) -> Observation:
        """Return the first observation of a win, or of a board other than that of `look`; touch nothing.

        A board that moved, or that was away in between, counts as another. A difference is accepted when two
        observations agree: a single one may show half of a double click or of a drag. `missing` is called with the path
        of each page without a board.
        """
        last, away, path = (look.snapshot, look.points), False, ""
        with map_playwright_errors():
            while True:
                rest(self._world, POLL_MS)
                seen = self._await(self._times.response, until=["won", "grid"], still=True)
                if seen is None:
                    away, before, path = True, path, urlsplit(self._page.url).path
                    if path != before:
                        missing(path)
                    continue
                now = (seen.snapshot, seen.points)
                if seen.snapshot is None or (now == last and (away or now != (look.snapshot, look.points))):
                    return seen
                last = now

    def look(self) -> Observation:
        """Observe the page as it is now."""
        with map_playwright_errors():
            return self._now()

    def answer(self, script: str, page: PageSelectors | None = None, name: str = "") -> str:
        """Return the page's answer to one of our scripts, with `page` in place of the section `name`, if given."""
        ask = self._ask.copy()
        if page is not None:
            ask["section"] = name
            ask["pages"] = {**ask["pages"], name: page_request(self._site, page)}
        with map_playwright_errors():
            return self._world.answer(script, ask, self._times.response)

    # Evidence

    def keep(self) -> PageCapture | None:
        """Return the markup of the board; None if the page does not answer any more, or was never loaded."""
        if not urlsplit(self._page.url).scheme.startswith("http"):  # the browser's own error page
            return None
        self.screening.overlay.hide()
        return capture_page(self._page, self._ask, self._times.picture)

    def screenshot(self, box: FloatRect | None = None) -> bytes | None:
        """Return a PNG of the page, or of the rectangle `box`; None if the page can't be captured any more."""
        self.screening.overlay.hide()
        return picture(self._page, box, self._times.picture)

    def close(self) -> None:
        """Close the page, which may be gone already."""
        with suppress(Error):
            self._page.close()
