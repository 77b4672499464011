"""The reader of a game's page: observes it, waits for what it shows, and captures it."""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import (  # noqa: TID251  # web drives the browser
    Error,
    FloatRect,
    Page,
)

from player.browser.failures import map_playwright_errors
from player.browser.page.isolated_world import IsolatedWorld, script
from player.browser.page.messages import (
    LOOK,
    PENDING,
    PageRequest,
    PendingResponse,
    observe_request,
    page_request,
    parse_observation,
)
from player.browser.page.observation import (
    BoardOrWin,
    BoardSeen,
    CrampedBoardSeen,
    Observation,
    What,
    WinSeen,
)
from player.browser.page.tab import Alerts, Tab, Times
from player.browser.selectors.readings import Chain
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.errors import PageNotUnderstood

#: js/keep.js documents which elements and attributes are written.
KEEP = script("keep")


@dataclass(frozen=True, slots=True)
class PageCapture:
    """A captured page: `html` of the frame at `path`; `generation` is None if the page did not show it.

    `box` is the grid's rectangle (x, y, width, height in CSS pixels of the window), or None if no grid was found.
    """

    html: str
    path: str
    generation: str | None = None
    box: FloatRect | None = None


def capture_page(page: Page, ask: PageRequest, timeout: float) -> PageCapture | None:
    """Return the markup of the board that `ask` describes, or None if `page` does not answer within `timeout` ms."""
    try:
        answer = page.wait_for_function(KEEP, arg=ask, timeout=timeout).json_value()
    except Error:
        return None
    return PageCapture(**json.loads(answer))


def picture(page: Page, box: FloatRect | None, timeout: float, *, plain: bool = False) -> bytes | None:
    """Return a PNG of `page`, or of the rectangle `box`; None if it takes longer than `timeout` ms.

    A `plain` one has one pixel for each CSS pixel, whatever the screen has.
    """
    try:
        return page.screenshot(timeout=timeout, clip=box, scale="css" if plain else "device")
    except Error:
        return None


#: Limit of window enlargements; a board that grows with the window never fits.
MAX_ENLARGEMENTS = 3
#: Largest side of a window, in CSS pixels: browsers draw no larger surface at once.
MAX_WINDOW_PX = 16_384
#: Poll restart interval if a dialog may be the sign, in milliseconds: the DOM does not show dialogs.
ALERT_POLL_MS = 500
#: Time without an answer after which a wait is reported, in milliseconds.
SLOW_AFTER_MS = 3_000
#: Pause before a board that is not understood is observed again, in milliseconds.
RETRY_MS = 100


class PageObserver:
    """Poll `page` in `world` with the request `ask`; dialogs are recorded if a sign in selectors.yaml is an alert."""

    def __init__(
        self,
        page: Page,
        world: IsolatedWorld,
        ask: PageRequest,
        site: SiteSelectors,
        game: GameSelectors,
        *,
        alerts: Alerts,
    ) -> None:
        self._page = page
        self._world = world
        self._ask = ask
        self._game = game
        self._windows = 0
        self._elsewhere: list[str] = ask["elsewhere"]
        self._first: BoardSeen | None = None
        signs = [*site.won, *site.already, *(sign for part in game.pages.values() for sign in part.won + part.already)]
        self._hears = any(sign.alert for sign in signs)
        if self._hears:
            alerts.listen()
            ask["alerts"] = alerts.texts

    def wait(
        self,
        understood: Callable[[str], Observation],
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask`, parsed by `understood`; None after `timeout` milliseconds.

        A board that is not understood may be unfinished. If `final` is given, it is observed again until `final`
        returns True for the milliseconds that it has not changed. `slow` is called once, with the milliseconds left, if
        there is no answer for `SLOW_AFTER_MS` milliseconds.
        """
        end = perf_counter() + timeout / 1000
        due = perf_counter() + SLOW_AFTER_MS / 1000 if slow and timeout > SLOW_AFTER_MS else inf
        refused, since = "", 0.0
        while (left := 1000 * (end - perf_counter())) > 0:
            if perf_counter() >= due and slow:
                slow(timeout - SLOW_AFTER_MS)
                due = inf
            limit = min(left, 1000 * (due - perf_counter()), ALERT_POLL_MS if self._hears else inf)
            answer = self._world.ask(LOOK, {**self._ask, **ask}, max(1, limit))
            try:
                look = understood(answer) if answer else None
            except PageNotUnderstood:
                if answer != refused:
                    refused, since = answer or "", perf_counter()
                if final is None or left <= RETRY_MS or final(1000 * (perf_counter() - since)):
                    raise
                self._world.rest(RETRY_MS)
                continue
            if isinstance(look, CrampedBoardSeen):
                self._enlarge(look.window)
            elif look:
                return look
        return None

    def forget(self) -> None:
        """Drop the state of the page before a navigation."""
        self._ask["alerts"].clear()
        self.forget_board()

    def forget_board(self) -> None:
        """Drop the state of the board before another one may come."""
        self._first, self._ask["elsewhere"] = None, self._elsewhere

    def lasting(self, look: Observation) -> Observation:
        """Return `look` with the fields that are read `once` as in the board's first observation."""
        if not isinstance(look, BoardSeen):
            return look
        first = self._first
        once = [
            name
            for name, chain in self._game.page(look.generation).read.items()
            if chain.once or _is_once(chain, (first or look).chosen.get(name))
        ]
        if not once:
            return look
        if first is None or first.shape != look.shape:
            if all(look.chosen.get(name) is not None for name in once):
                self._first, self._ask["elsewhere"] = look, sorted({*self._elsewhere, *once})
            return look
        chosen = {**look.chosen, **{name: first.chosen[name] for name in once}}
        return replace(look, snapshot=look.snapshot.with_fields(once, first.snapshot), chosen=chosen)

    def _enlarge(self, window: tuple[int, int]) -> None:
        """Enlarge the window so that the whole board fits: a drag can't leave the window."""
        width, height = window
        self._windows += 1
        self._ask["enlarged"] = True  # what scrolls the board may not grow with the window
        if self._windows > MAX_ENLARGEMENTS or max(window) > MAX_WINDOW_PX:
            raise PageNotUnderstood(f"the board does not fit into a window of {width}x{height}: it can't be played")
        self._page.set_viewport_size({"width": width, "height": height})


def _is_once(chain: Chain, chosen: int | str | None) -> bool:
    """Return True if the alternative in use is one that is read once, because moves change it."""
    return isinstance(chosen, int) and chain.any[chosen].once


class PictureSource(Protocol):
    """Pictures of a page, from which its board is read in place of the document."""

    refusal: str
    """The reason why the last picture shows no board; empty if it shows one."""

    def wait(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask` (see `PageObserver.wait`)."""

    def now(self, **ask: Any) -> Observation:
        """Observe the page as it is now."""

    def forget(self) -> None:
        """Drop what was seen, before a navigation."""

    @property
    def why(self) -> str:
        """The message about a page whose pictures show no board."""


_Look = TypeVar("_Look", Observation, Observation | None)

#: Interval between two observations of a board that somebody else plays, in milliseconds.
POLL_MS = 250


class PageReader:
    """Observe the page of one game in a tab; nothing here touches the board.

    Every method raises Unavailable for temporary failures (network, crash), and PageNotUnderstood if the page differs
    from selectors.yaml.
    """

    def __init__(
        self,
        tab: Tab,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times,
        *,
        elsewhere: Collection[str] = (),
        completed: Callable[[BoardSeen], BoardSeen] = lambda look: look,
    ) -> None:
        """The page may lack the fields `elsewhere`; `completed` adds them to the boards that are observed."""
        self.tab = tab
        self.times = times
        self.game = game
        self._site = site
        self._completed = completed
        self.request = observe_request(site, game, elsewhere)
        if tab.guard.watches:
            self.request["careful"] = True
        self._observer = PageObserver(tab.page, tab.world, self.request, site, game, alerts=tab.alerts)
        self.picture_reader: PictureSource | None = None
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
        if self.picture_reader:
            return self._numbered(self.picture_reader.wait(timeout, final, slow, **ask))
        return self._observer.wait(self._understood, timeout, final, slow, **ask)

    def now(self, **ask: Any) -> Observation:
        """Observe the page as it is now."""
        with map_playwright_errors():
            if self.picture_reader:
                return self.picture_reader.now(**ask)
            return self._understood(self.tab.world.answer(LOOK, {**self.request, **ask}, self.times.response))

    def forget(self) -> None:
        """Drop the state of the page before a navigation."""
        self._observer.forget()
        self._numbers.clear()
        self.request["refuted"] = []
        if self.picture_reader:
            self.picture_reader.forget()

    def forget_board(self) -> None:
        """Drop the state of the board before another one may come."""
        self._observer.forget_board()

    def _understood(self, text: str) -> Observation:
        look = self._observer.lasting(self._numbered(parse_observation(text)))
        return self._completed(look) if isinstance(look, BoardSeen) else look

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
                self.tab.world.rest(POLL_MS)
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
