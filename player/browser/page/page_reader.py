"""One game's page as it is looked at: nothing here touches the board."""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, FloatRect, Page  # noqa: TID251  # web drives the browser

from player.browser.failures import translated
from player.browser.page.capture import Kept, keep, picture
from player.browser.page.isolated_world import World
from player.browser.page.observation import SCRIPT, Look, asked, told, understand
from player.browser.page.observer import Alerts, Eye
from player.browser.page.presentation import Screening
from player.browser.page.throttle import rest
from player.browser.page.timeouts import Times
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors

#: Milliseconds between two looks at a board on which somebody else plays.
GLANCE = 250


class GameView:
    """The page of one game in a browser's tab, and its screening.

    Every method raises Unavailable for what may pass by itself (network, crash), PageNotUnderstood where the page is
    not what selectors.yaml says, and SignInNeeded where the site wants a person.
    """

    def __init__(
        self,
        page: Page,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times,
        elsewhere: Collection[str],
        *,
        shared: "GameView | None" = None,
    ) -> None:
        """The fields read `elsewhere` may be missing. What listens to the page is taken from `shared`, where given."""
        self._page = page
        self._times = times
        self._site = site
        self._game = game
        self._world: World = shared._world if shared else World(page)  # noqa: SLF001  # one of ours
        self._alerts: Alerts = shared._alerts if shared else Alerts(page)  # noqa: SLF001  # one of ours
        self._ask = asked(site, game, elsewhere)
        self._eye = Eye(page, self._world, self._ask, site, game, alerts=self._alerts)
        self.screening = Screening(page, self._world)
        self.say: Callable[[str], object] = bool
        """Told once what is waited for, where that takes a while."""

    def _await(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Look | None:
        """The first look that answers `ask`, or None after `timeout` ms; `final` and `slow` as the eye wants them."""
        return self._eye.wait(self._understood, timeout, final, slow, **ask)

    def _now(self) -> Look:
        return self._understood(self._world.answer(SCRIPT, self._ask, self._times.response))

    def _understood(self, text: str) -> Look:
        return self._eye.lasting(understand(text))

    def changed(self, look: Look, missing: Callable[[str], object] = bool) -> Look:
        """The first look at a board that shows something else than in `look`, or at a win; nothing is touched.

        A board that lies elsewhere, or was away, is something else, too. What shows at one glance only is on the way to
        something else: a second click, the rest of a stroke. `missing` is told the path of each page without a board.
        """
        last, away, path = (look.snapshot, look.points), False, ""
        with translated():
            while True:
                rest(self._world, GLANCE)
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

    def look(self) -> Look:
        """What stands on the page now, as it is."""
        with translated():
            return self._now()

    def answer(self, script: str, page: PageSelectors | None = None, name: str = "") -> str:
        """What the page answers to `script`, one of ours, with `page` in place of the section `name`, where given."""
        ask = dict(self._ask)
        if page is not None:
            ask.update({"as": name, "pages": {**ask["pages"], name: told(self._site, page)}})
        with translated():
            return self._world.answer(script, ask, self._times.response)

    # Evidence

    def keep(self) -> Kept | None:
        """What the page shows of the board, as markup; None where it can't be asked any more, or none has come."""
        if not urlsplit(self._page.url).scheme.startswith("http"):  # the browser's own page about an error
            return None
        self.screening.overlay.hide()
        return keep(self._page, self._ask, self._times.picture)

    def screenshot(self, box: FloatRect | None = None) -> bytes | None:
        """A PNG picture of the page, or of what lies in `box`; None where the page can't be pictured any more."""
        self.screening.overlay.hide()
        return picture(self._page, box, self._times.picture)

    def close(self) -> None:
        """Leave the page, which may be gone already: what came of the game is known by now."""
        with suppress(Error):
            self._page.close()
