"""Pages of recordings, observed in a browser of their own in a thread of its own.

A test run may drive another browser in its main thread, where Playwright allows one driver only. Nothing of that run is
touched: unlike `player.browser.launch.browser`, this one ends no process that it did not start.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser  # noqa: TID251  # web drives the browser

from player.browser.launch import BrowserOptions, browser, context, context_arguments, driver, launch, named
from player.browser.offline import har
from player.browser.offline.captured_pages import Document, inert, resource_beside
from player.browser.offline.page_source import Answer, Pages
from player.browser.offline.sources import ARRANGE, saved_document
from player.browser.page.connection import map_playwright_errors
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession
from player.errors import InputMissing


@contextmanager
def saved(
    file: Path, name: str, site: SiteSelectors, wish: BrowserOptions
) -> Iterator[tuple[str, dict[str, GamePage]]]:
    """Yield the browser's name, and `file`, saved from the site `name`, as the page of each game of `site`.

    Raise InputMissing if the file is no page.
    """
    found = saved_document(name, file)
    with browser(wish) as started:
        context = started.new_context(**context_arguments(site))
        RecordedPage(file, f"{site.origin}/", _arranged(found.html), found).attach(context)
        tab = context.new_page()
        tab.goto(f"{site.origin}/", wait_until="load", timeout=0)
        pages: dict[str, GamePage] = {}
        for game, selectors in site.games.items():  # one tab with one set of listeners
            pages[game] = GamePage(
                tab, site, selectors, Times(from_files=True), tab=next((page.tab for page in pages.values()), None)
            )
        yield named(started), pages


T = TypeVar("T")

#: A page without scripts has all that it will have: these times only have to be long enough for a busy machine.
STILL = Times(load=4_000, from_files=True, quiet=500)


@dataclass(frozen=True, slots=True)
class RecordedPage(Pages):
    """A page of a recording, or a saved one, as the page of a game; every other request is left out.

    Styles, pictures and fonts that were saved beside the page are served too.
    """

    source: Path
    url: str
    html: str
    saved_as: Document | None = None

    def answer(self, url: str) -> Answer | None:
        """Return the page at the address of the game, and what was saved beside it."""
        here, there = urlsplit(url), urlsplit(self.url)
        if (here.netloc, here.path) != (there.netloc, there.path):
            return resource_beside(self.saved_as, unquote(here.path)) if self.saved_as else None
        return "text/html; charset=utf-8", self.html.encode()


def pages_of(folder: Path, game: str, site: SiteSelectors) -> tuple[Pages, SiteSelectors, Times] | None:
    """Return what a recording serves, the site that fits it, and the times for it; None if it holds no page.

    A HAR, whose scripts run, goes before a page without scripts. Raise InputMissing or BoardError for a file that can't
    be read.
    """
    if (file := folder / "page.har").is_file():
        alone = site.alone()
        return har.load(file, alone), alone, Times(from_files=True)
    if (file := folder / "page.html").is_file():
        try:
            html = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputMissing(f"the page {file} can't be read ({error}): record it anew") from None
        return RecordedPage(file, site.game(game).url, _arranged(html)), site, STILL
    return None


def page_saved(file: Path, name: str, game: str, site: SiteSelectors) -> RecordedPage:
    """Return a page that a person has saved from the site `name`; raise InputMissing if the file is no page."""
    found = saved_document(name, file)
    return RecordedPage(file, site.game(game).url, _arranged(found.html), found)


def _arranged(html: str) -> str:
    return inert(html, foot=f"<script>{ARRANGE}</script>")


class RecordingsBrowser:
    """A browser without a window or a network, started when it is first used, in a thread of its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "player-recordings")
        self._open = ExitStack()
        self._browser: Browser | None = None

    def with_page(self, game: str, pages: Pages, site: SiteSelectors, times: Times, work: Callable[[GamePage], T]) -> T:
        """Return the result of `work` on the page of `game`, not opened yet, which is closed then.

        Raise NoBrowser if none starts.
        """
        return self._thread.submit(self._with_page, game, pages, site, times, work).result()

    def close(self) -> None:
        """Close the browser, and end its thread."""
        self._thread.submit(self._open.close).result()
        self._thread.shutdown()

    def _with_page(
        self, game: str, pages: Pages, site: SiteSelectors, times: Times, work: Callable[[GamePage], T]
    ) -> T:
        with map_playwright_errors(), context(self._started(), site) as opened:
            pages.attach(opened)
            return work(BrowserSession(opened, site, pages, named(self._started()), times).tab(game))

    def _started(self) -> Browser:
        if self._browser is None:
            playwright = self._open.enter_context(driver())
            self._browser = launch(playwright, BrowserOptions(offline=True))[0]
            self._open.callback(self._browser.close)
        return self._browser
