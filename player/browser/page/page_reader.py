"""The reader of a game's page."""

import json
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import FloatRect  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.board_source import BoardSource
from player.browser.page.capture import PageCapture, capture_page, picture
from player.browser.page.messages import PendingResponse
from player.browser.page.observation import BoardOrWin, BoardSeen, Observation, What, WinSeen
from player.browser.page.observer import PageObserver
from player.browser.page.requests import PENDING, SCRIPT, observe_request, page_request
from player.browser.page.responses import parse_observation
from player.browser.page.tab import Tab
from player.browser.page.throttle import rest
from player.browser.page.timeouts import Times
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors

if TYPE_CHECKING:
    from player.browser.page.eyes import Eyes

_Look = TypeVar("_Look", Observation, Observation | None)

#: Interval between two observations of a board that somebody else plays, in milliseconds.
POLL_MS = 250


class PageReader:
    """Observe the page of one game in a tab; nothing here touches the board.

    Every method raises Unavailable for temporary failures (network, crash), and PageNotUnderstood if the page differs
    from selectors.yaml.
    """

    def __init__(self, tab: Tab, site: SiteSelectors, game: GameSelectors, times: Times, source: BoardSource) -> None:
        """`source` completes the boards that are observed."""
        self.tab = tab
        self.times = times
        self.game = game
        self._site = site
        self._source = source
        self.request = observe_request(site, game, source.elsewhere)
        if tab.guard.watches:
            self.request["careful"] = True
        self._observer = PageObserver(tab.page, tab.world, self.request, site, game, alerts=tab.alerts)
        self.eyes: Eyes | None = None
        """The place where the board is read, if not in the document."""
        self._numbers: set[int] = set()

    @property
    def elsewhere(self) -> Collection[str]:
        """The fields that the page may lack now."""
        fields: list[str] = self.request["elsewhere"]
        return fields

    @property
    def number(self) -> int | None:
        """The number of the puzzle that the page has shown since it was loaded; None without one, and of several."""
        return next(iter(self._numbers)) if len(self._numbers) == 1 else None

    @property
    def hands_in(self) -> bool:
        """True if selectors.yaml names a control that hands in the finished board."""
        return any(page.submit for page in self.game.pages.values())

    def wait(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask`, or None after `timeout` ms; `final`, `slow`: see
        `PageObserver.wait`.
        """
        if self.eyes:
            return self._numbered(self.eyes.wait(timeout, final, slow, **ask))
        return self._observer.wait(self._understood, timeout, final, slow, **ask)

    def now(self, **ask: Any) -> Observation:
        """Observe the page as it is now."""
        with map_playwright_errors():
            if self.eyes:
                return self.eyes.now(**ask)
            return self._understood(self.tab.world.answer(SCRIPT, {**self.request, **ask}, self.times.response))

    def forget(self) -> None:
        """Drop the state of the page before a navigation."""
        self._observer.forget()
        self._numbers.clear()
        self.request["refuted"] = []
        if self.eyes:
            self.eyes.forget()

    def forget_board(self) -> None:
        """Drop the state of the board before another one may come."""
        self._observer.forget_board()

    def _understood(self, text: str) -> Observation:
        look = self._observer.lasting(self._numbered(parse_observation(text)))
        return self._source.completed(look) if isinstance(look, BoardSeen) else look

    def _numbered(self, look: _Look) -> _Look:
        """Return `look`, and keep the numbers of the puzzle that it has."""
        if look is not None:
            self._numbers.update(look.numbers)
        return look

    def changed(self, look: BoardSeen, missing: Callable[[str], object] = bool) -> BoardOrWin:
        """Return the first observation of a win, or of a board other than that of `look`; touch nothing.

        A board that moved, or that was away in between, counts as another. A difference is accepted when two
        observations agree: a single one may show half of a double click or of a drag. `missing` is called with the path
        of each page without a board.
        """
        last, away, path = (look.snapshot, look.points), False, ""
        with map_playwright_errors():
            while True:
                rest(self.tab.world, POLL_MS)
                seen = self.wait(self.times.response, until=[What.WON, What.GRID], still=True)
                if isinstance(seen, WinSeen):
                    return seen
                if not isinstance(seen, BoardSeen):
                    away, before, path = True, path, urlsplit(self.tab.page.url).path
                    if path != before:
                        missing(path)
                    continue
                now = (seen.snapshot, seen.points)
                if now == last and (away or now != (look.snapshot, look.points)):
                    return seen
                last = now

    def answer(self, script: str, page: PageSelectors | None = None, name: str = "", **more: Any) -> str:
        """Return the page's answer to one of our scripts, with `page` in place of the section `name`, if given.

        `more` is what the script is asked besides.
        """
        ask: dict[str, Any] = {**self.request, **more}
        if page is not None:
            ask["section"] = name
            ask["pages"] = {**ask["pages"], name: page_request(self._site, page)}
        with map_playwright_errors():
            return self.tab.world.answer(script, ask, self.times.response)

    def pending(self) -> PendingResponse:
        """Return when the page's animations end, and whether it shows a clock."""
        answer: PendingResponse = json.loads(self.answer(PENDING))
        return answer

    def keep(self) -> PageCapture | None:
        """Return the markup of the board; None if the page does not answer any more."""
        return capture_page(self.tab.page, self.request, self.times.picture)

    def screenshot(self, box: FloatRect | None = None, *, plain: bool = False) -> bytes | None:
        """Return a PNG of the page, or of the rectangle `box`; None if the page can't be captured any more.

        A `plain` one has one pixel for each CSS pixel.
        """
        return picture(self.tab.page, box, self.times.picture, plain=plain)
