"""A fresh load of a game that was won: whether the site shows its results, in a context that has the cookies only."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.board_source import BoardSource
from player.browser.page.observation import BoardSeen, SeveralBoardsSeen, StartSeen, What, WinSeen
from player.browser.page.page_reader import PageReader
from player.browser.page.tab import Tab
from player.browser.page.timeouts import Times
from player.browser.page.verdict import Verdict, Witness
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.errors import PageNotUnderstood, SignInNeeded, Unavailable

#: Longest time for one attempt to load, in milliseconds.
MAX_LOAD_MS = 8_000
FreshPages = Callable[[], AbstractContextManager[Page]]
"""Opens an empty page in a context of its own, as the same account."""

_WON = [What.WON, What.ALREADY]
_UNPLAYED = StartSeen | BoardSeen | SeveralBoardsSeen


class FreshLoad:
    """Look at the pages of one game as somebody who comes back; nothing is pressed there."""

    def __init__(self, pages: FreshPages, site: SiteSelectors, game: GameSelectors, times: Times) -> None:
        self._pages, self._site, self._game = pages, site, game
        self._times = replace(times, load=min(times.load, MAX_LOAD_MS))

    def said(self, number: int | None) -> tuple[Witness, str]:
        """Return what the site shows of the win of puzzle `number`, and why it does not confirm.

        The game's page is today's: it must not offer the game again. Its results must then be at their address.
        """
        assert self._site.results is not None
        results = urljoin(self._game.url, self._site.results)
        try:
            with map_playwright_errors(), self._pages() as page:
                said = self._look(page, self._game.url, number)
                if said[0] is not Witness.CONFIRMED:
                    return said
                return self._look(page, results, number, results=True)
        except (Unavailable, SignInNeeded, PageNotUnderstood) as error:
            return Witness.UNCLEAR, f"a fresh load failed: {error}"

    def _look(self, page: Page, url: str, number: int | None, *, results: bool = False) -> tuple[Witness, str]:
        with self._reader(page, url) as reader:
            reader.tab.connection.go()
            until = [*_WON, What.START, What.GRID, What.SEVERAL]
            look = reader.wait(self._times.win, until=until, arriving=True, still=True)
            if look is not None and not isinstance(look, WinSeen):  # what is drawn first may give way
                look = reader.wait(self._times.response, until=_WON, arriving=True, still=True) or look
            reader.tab.connection.require_no_signin()
        refusal = ""
        if isinstance(look, _UNPLAYED):
            refusal = "a fresh load offers the game again"
        elif not isinstance(look, WinSeen) or (results and look.sign is not Verdict.RESULTS):
            return Witness.UNCLEAR, "a fresh load shows no results"
        elif look.account == "guest":
            return Witness.UNCLEAR, "a fresh load shows a guest's page"
        elif number is not None and set(look.numbers) - {number}:
            refusal = "a fresh load shows the results of another puzzle"
        elif results and urlsplit(url).path.rstrip("/") != urlsplit(page.url).path.rstrip("/"):
            refusal = "a fresh load of the results leads elsewhere"
        return Witness.REFUSED if refusal else Witness.CONFIRMED, refusal

    @contextmanager
    def _reader(self, page: Page, url: str) -> Iterator[PageReader]:
        tab = Tab(page, self._site, url, self._times.load, traces=False)
        try:
            yield PageReader(tab, self._site, self._game, self._times, BoardSource())
        finally:
            tab.leave()
