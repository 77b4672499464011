"""A browser's session on one site: a tab for each game, the next one opened ahead."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, cast

from playwright.sync_api import (  # noqa: TID251  # web drives the browser
    Browser,
    BrowserContext,
    Error,  # web drives the browser
    Page,
)

from player.browser.launch import BrowserOptions, borrowed, browser, context, named, taken
from player.browser.offline.page_source import Pages
from player.browser.page.connection import in_background, map_playwright_errors
from player.browser.page.game_page import GamePage
from player.browser.page.inputs import InputMethods
from player.browser.page.proving import GuestTab
from player.browser.page.tab import Times
from player.browser.processes import bounded
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.days import puzzle_day
from player.errors import PlayerError
from player.games import GAMES
from player.secrets import SCRUBBER
from player.secrets.values import Secrets, secrets_in, secrets_of, values_in


class PageAhead:
    """The page of `game` before its turn. No failure of it is raised: it is opened again at its turn."""

    def __init__(self, game: str, timezone: str, opened: Callable[[], GamePage], current: GamePage | None) -> None:
        """`opened` opens its tab; `current` is the page to show again after that, if a window shows only one.

        The board changes at midnight in `timezone`: a page of the day before is dropped.
        """
        self.game = game
        self._timezone, self._day = timezone, puzzle_day(timezone)
        self._opened, self._current = opened, current
        self._page: GamePage | None = None
        self._is_dropped = False
        in_background(self._go)

    def _go(self) -> None:
        page = self._opened()
        if self._current:
            self._current.tab.to_front()
        if self._is_dropped:
            page.close()
            return
        self._page = page
        page.arrival.head_start.go()

    def taken(self, game: str) -> GamePage | None:
        """Return the page for the turn of `game`; None if it is another game's, not there, or of another day."""
        is_usable = game == self.game and puzzle_day(self._timezone) == self._day
        if not is_usable or self._page is None or self._page.tab.page.is_closed():
            self.drop()
            return None
        if self._current:
            self._page.tab.to_front()
        return self._page

    def drop(self) -> None:
        """Close the page: its turn does not come."""
        self._is_dropped = True
        if self._page:
            self._page.close()


_T = TypeVar("_T")

#: Time limit of a browser's own answer, which needs no page, in seconds.
ANSWER_TIMEOUT_S = 10.0


@dataclass(eq=False)
class BrowserSession:
    """An open browser on one site; `browser` is its name and version."""

    context: BrowserContext
    site: SiteSelectors
    offline: Pages | None
    browser: str
    times: Times
    _: KW_ONLY
    guests: Callable[[], AbstractContextManager[BrowserContext]] | None = None
    """Open a context without a session; if given, boards are read there."""
    member: bool = False
    """True if pages for guests are refused."""
    new_page: Callable[[], Page] | None = None
    """Open a tab, if `context` is a person's own."""
    traced: bool = False
    """True if each tab is traced from its start."""
    windowed: bool = False
    """True if one tab hides another."""
    _methods: InputMethods = field(default_factory=InputMethods, init=False)
    _is_tracing: bool = field(default=False, init=False)
    _ahead: PageAhead | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Start the trace of a `traced` browser."""
        if self.traced:  # snapshots would double the time
            self.context.tracing.start(screenshots=True, snapshots=False, sources=False)

    @property
    def _is_borrowed(self) -> bool:
        return self.new_page is not None

    def tab(self, game: str) -> GamePage:
        """Open a tab for `game`; its popups are closed at once; InputMissing if it is not there offline."""
        self.site.game(game)  # raises if there is none
        ahead, self._ahead = self._ahead, None
        if page := ahead and ahead.taken(game):
            return page
        if self.offline:
            self.offline.require(game)
        if self.traced:
            with suppress(Error):  # the previous trace could not be ended
                self.context.tracing.start_chunk()
            self._is_tracing = True
        return self._opened(game)

    def open_ahead(self, game: str, current: GamePage) -> None:
        """Open a tab for `game` before its turn, up to its start screen, while `current` is played; `tab` returns it.

        Nothing is opened if `current` had no start screen, or the page of `game` may have none: its timer would begin.
        Nor is it if two tabs may disturb each other: in a trace, in a person's own browser, and if guests' pages are
        read besides.
        """
        selectors = self.site.games.get(game)
        is_alone = self.traced or self._is_borrowed or self.guests is not None
        is_still = self.offline and (not self.offline.has(game) or self.offline.saved(game))
        starts = selectors and all(page.start and not page.sight for page in selectors.pages.values())
        if self._ahead or is_alone or is_still or not starts or not current.arrival.started:
            return
        visible = current if self.windowed else None
        self._ahead = PageAhead(game, self.site.timezone, partial(self._opened, game), visible)

    def _opened(self, game: str) -> GamePage:
        """Return the page of `game` in a new tab."""
        selectors = self.site.game(game)
        page = self._tab_by(self.new_page or self.context.new_page)
        still, guests = self.offline.saved(game) if self.offline else None, self.guests
        opened = GamePage(
            page,
            self.site,
            selectors,
            self.times.of_still_page() if still else self.times,
            self._methods,
            guest=GuestTab(GAMES[game], partial(self._guest_tab, guests, selectors)) if guests and not still else None,
            still=still,
            member=(self.member or guests is not None) and not still,
            borrowed=self._is_borrowed,
            clean=self._without_secrets,
            fresh=self._fresh_page,
        )
        opened.read_as_its_section_says(GAMES[game])
        return opened

    def _tab_by(self, new_page: Callable[[], Page]) -> Page:
        """Return an empty tab, whose popups are closed at once."""
        with taken(self.site):
            return closing_popups(new_page())

    @contextmanager
    def _fresh_page(self) -> Iterator[Page]:
        """Yield an empty page in a new context that has the cookies of this one, and nothing else of it."""
        started = self.context.browser
        assert started  # no context of ours is persistent
        with map_playwright_errors():
            cookies = self.context.cookies(self.site.origin)
        with context(started, self.site, pages=self.offline) as opened:
            opened.add_cookies([cast("Any", cookie) for cookie in cookies])
            yield self._tab_by(opened.new_page)

    def _without_secrets(self, text: str) -> str:
        """Return `text` without the values of cookies, and what looks like one of the site's."""
        self.protect()
        return SCRUBBER.text(text)

    @contextmanager
    def _guest_tab(
        self, guests: Callable[[], AbstractContextManager[BrowserContext]], selectors: GameSelectors
    ) -> Iterator[GamePage]:
        with guests() as context:
            yield GamePage(self._tab_by(context.new_page), self.site, selectors, self.times, borrowed=self._is_borrowed)

    def bounded(self, seconds: float) -> AbstractContextManager[None]:
        """Kill the browser after `seconds` in here: one that was stopped answers nothing, and nothing else ends it."""
        return bounded(self.context.browser, seconds)

    def protect(self) -> None:
        """Let the scrubber remove the values of the site's cookies, as far as the browser still answers."""
        with self.bounded(ANSWER_TIMEOUT_S), suppress(PlayerError):
            SCRUBBER.protect(self.secrets())

    def secrets(self) -> Secrets:
        """Return the values of the site's cookies; of a context of ours, those that may identify somebody."""
        with map_playwright_errors():
            if self._is_borrowed:
                return secrets_in({"cookies": self.context.cookies(self.site.origin)})
            return secrets_in({"cookies": self.context.cookies()}).but_words()

    def with_har(self, look: Callable[[], _T], values: Iterable[str]) -> tuple[_T, bytes]:
        """Return the result of `look`, and a HAR of the pages loaded meanwhile, without `values` and other secrets."""
        with TemporaryDirectory(prefix="player-") as folder:
            path = Path(folder) / "page.har"
            try:
                with map_playwright_errors():
                    self.context.tracing.start_har(path, content="embed")
                found = look()
                with map_playwright_errors():
                    self.context.tracing.stop_har()
                    seen = values_in({"cookies": self.context.cookies()})
            finally:  # else it is written when the context closes, to a folder that is gone
                with suppress(Error):
                    self.context.tracing.stop_har()
            from player.browser.offline.har import scrubbed  # noqa: PLC0415  # a play writes no HAR

            return found, scrubbed(path.read_bytes(), self.site.secrets, {*values, *seen})

    def trace(self) -> bytes | None:
        """End the trace of the last tab; return Playwright's zip, or None if there is no trace."""
        if not self._is_tracing:
            return None
        self._is_tracing = False
        with TemporaryDirectory(prefix="player-") as folder, suppress(Error):
            path = Path(folder) / "trace.zip"
            self.context.tracing.stop_chunk(path=path)
            return path.read_bytes()
        return None


def closing_popups(page: Page) -> Page:
    """Return `page`, whose popups are closed at once from now on."""
    page.on("popup", lambda popup: popup.close())
    return page


@contextmanager
def open_session(
    site: SiteSelectors,
    wish: BrowserOptions,
    offline: Pages | None,
    session: Path | None,
    *,
    times: Times = Times(),
    min_time: float = 0,
    read_as: str | None = None,
    traced: bool = False,
    started: AbstractContextManager[Browser] | None = None,
) -> Iterator[BrowserSession]:
    """Start the browser, and yield it; NoBrowser if there is none, ConfigInvalid or SignInNeeded for a bad session.

    If one has `started` by the same `wish`, the session is a context of that one, which knows nothing of others in it.

    `min_time` is the least value in seconds of a page's own timer before the winning move; guests do not wait. If
    `read_as` is "guest", boards are read without the session, and played with it. In a person's own browser, tabs open
    in its existing context, which may be a member's.
    """
    finish = 1000 * min_time if session or wish.cdp else 0
    times = replace(times, finish=finish, from_files=offline is not None)
    with ExitStack() as stack:
        running = stack.enter_context(started or browser(wish))
        new_page = None
        if wish.cdp:
            opened, new_page = stack.enter_context(borrowed(running, offline))
        else:
            opened = stack.enter_context(context(running, site, session, pages=offline, headed=wish.headed))
            SCRUBBER.protect(secrets_of(session, site.secrets))
        guests = partial(context, running, site, pages=offline and offline.as_guest()) if read_as == "guest" else None
        here = BrowserSession(
            opened,
            site,
            offline,
            named(running),
            times,
            guests=guests,
            member=session is not None,
            new_page=new_page,
            traced=traced,
            windowed=wish.mode != "headless",
        )
        if wish.cdp:
            here.protect()
        try:
            yield here
        except PlayerError:  # its message may have the value of a cookie that the site has just set
            here.protect()
            raise
