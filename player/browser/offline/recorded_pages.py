"""Pages in files: recordings, saved HTML pages and HARs, observed in a browser of their own in a thread of its own.

A test run may drive another browser in its main thread, where Playwright allows one driver only. Nothing of that run is
touched: unlike `player.browser.launch.browser`, this one ends no process that it did not start.
"""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser  # noqa: TID251  # web drives the browser

from player.browser.launch import BrowserOptions, browser, context, driver, launch, named
from player.browser.lent_page import game_at, site_of
from player.browser.offline import har
from player.browser.offline.captured_pages import Document, document, inert, resource_beside
from player.browser.offline.captured_pages import pages_of as pages_in
from player.browser.offline.page_source import Answer, Pages
from player.browser.offline.sources import ARRANGE, saved_document
from player.browser.page.connection import map_playwright_errors
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors, SiteSelectors
from player.browser.session import BrowserSession
from player.errors import ArgumentInvalid, InputMissing
from player.files import SELECTORS, regular
from player.games import GAMES, title_of


@contextmanager
def saved(
    file: Path, name: str, site: SiteSelectors, wish: BrowserOptions
) -> Iterator[tuple[str, dict[str, GamePage]]]:
    """Yield the browser's name, and `file`, saved from the site `name`, as the page of each game of `site`.

    Raise InputMissing if the file is no page.
    """
    served = RecordedPage(file, f"{site.origin}/", saved_document(name, file))
    with browser(wish) as started, context(started, site, pages=served) as opened:
        tab = opened.new_page()
        tab.goto(served.url, wait_until="load", timeout=0)
        pages: dict[str, GamePage] = {}
        for game, selectors in site.games.items():  # one tab with one set of listeners
            shared = next((page.tab for page in pages.values()), None)
            pages[game] = GamePage(tab, site, selectors, Times(from_files=True), tab=shared)
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
    document: Document

    def answer(self, url: str) -> Answer | None:
        """Return the page at the address of the game, and what was saved beside it."""
        here, there = urlsplit(url), urlsplit(self.url)
        if (here.netloc, here.path) != (there.netloc, there.path):
            return resource_beside(self.document, unquote(here.path))
        return "text/html; charset=utf-8", inert(self.document.html, f"<script>{ARRANGE}</script>").encode()


class SavedPage(NamedTuple):
    """A page in a file or a folder, of one game of one site."""

    game: str
    pages: Pages
    site: SiteSelectors
    times: Times

    def read(self, work: Callable[[GamePage], T]) -> T:
        """Return the result of `work` on the page; raise NoBrowser if no browser starts."""
        with closing(RecordingsBrowser()) as browser:
            return browser.with_page(self, work)


def page_in(folder: Path, game: str, site: SiteSelectors) -> SavedPage | None:
    """Return the page of a recording, with the site that fits it; None if it holds no page.

    A HAR, whose scripts run, goes before a page without scripts. Raise InputMissing or BoardError for a file that can't
    be read.
    """
    if (file := folder / "page.har").is_file():
        alone = site.alone()
        return SavedPage(game, har.load(file, alone), alone, Times(from_files=True))
    if (file := folder / "page.html").is_file():
        return SavedPage(game, RecordedPage(file, site.game(game).url, document(file, "")), site, STILL)
    return None


class RecordingsBrowser:
    """A browser without a window or a network, started when it is first used, in a thread of its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "player-recordings")
        self._open = ExitStack()
        self._browser: Browser | None = None

    def with_page(self, saved: SavedPage, work: Callable[[GamePage], T]) -> T:
        """Return the result of `work` on a page, not opened yet, which is closed then.

        Raise NoBrowser if none starts.
        """
        return self._thread.submit(self._with_page, saved, work).result()

    def close(self) -> None:
        """Close the browser, and end its thread."""
        self._thread.submit(self._open.close).result()
        self._thread.shutdown()

    def _with_page(self, saved: SavedPage, work: Callable[[GamePage], T]) -> T:
        game, pages, site, times = saved
        with map_playwright_errors(), context(self._started(), site, pages=pages) as opened:
            return work(BrowserSession(opened, site, pages, named(self._started()), times).tab(game))

    def _started(self) -> Browser:
        if self._browser is None:
            playwright = self._open.enter_context(driver())
            self._browser = launch(playwright, BrowserOptions(offline=True))[0]
            self._open.callback(self._browser.close)
        return self._browser


# Files of which the game and the site are to be found out

#: The address from which a page was saved: the comment of browsers, or the page's own address.
_ADDRESSES = (
    re.compile(r"<!-- saved from url=\(\d+\)(\S+) -->"),
    re.compile(r"""<link\b[^>]*\brel=["']?canonical\b[^>]*\bhref=["']([^"']+)"""),
)
#: Characters at the beginning of a page in which its address is looked for.
_HEAD = 100_000


def saved_page(source: Path, game: str | None, site: str | None, selectors: Path | None) -> SavedPage:
    """Return the page in `source`: a recording, a folder of GAME.html pages, a saved page, or a HAR.

    Without `game`, a recording is known by its folders, a page by its name or the address that it was saved from.
    Raise ArgumentInvalid if none tells, InputMissing if there is no page.
    """
    known = load(selectors or SELECTORS)
    if not source.exists():
        raise InputMissing(f"the page {source} is not there: check the path")
    if source.suffix.lower() == ".har":
        return _har(source, game, site, known)
    recorded_site, recorded_game = _recorded_in(source if source.is_dir() else source.parent, known)
    site = site or recorded_site
    if source.is_dir():
        if (source / "meta.json").is_file():
            return _recording(source, game or recorded_game, site, known)
        source, game = _only_page_in(source, game)
    game = game or _named(source) or recorded_game or _at_address(source, site, known)
    found = site_of(known, game, "", site)
    held = saved_document(next(name for name, one in known.sites.items() if one is found), source)
    return SavedPage(game, RecordedPage(source, found.game(game).url, held), found, STILL)


def _recording(folder: Path, game: str | None, site: str | None, known: Selectors) -> SavedPage:
    if game is None:
        raise ArgumentInvalid(f"the recording {folder} is not in a folder SITE/GAME: name the game")
    found = site_of(known, game, "", site)
    if page := page_in(folder, game, found):
        return page
    raise InputMissing(f"{folder} holds no page: record it with --with-page, or read its board.json")


def _har(file: Path, game: str | None, site: str | None, known: Selectors) -> SavedPage:
    one = site_of(known, game, "", site) if game else None
    for selectors in [one] if one else [known.site(site)] if site else known.sites.values():
        alone = selectors.alone()
        pages = har.load(file, alone)
        games = [game] if game else [name for name in alone.games if pages.has(name)]
        if len(games) == 1:
            return SavedPage(games[0], pages, alone, Times(from_files=True))
        if games:
            raise ArgumentInvalid(f"{file} holds pages of {', '.join(games)}: name the game")
    raise ArgumentInvalid(f"{file} holds no page of a game in the selectors: name the game, or other selectors")


def _only_page_in(folder: Path, game: str | None) -> tuple[Path, str]:
    """Return the only page in `folder`, of `game` if it is named, and its game."""
    found = [(file, name) for name in ([game] if game else GAMES) for file in pages_in(folder, name)]
    if len(found) == 1:
        return found[0]
    if not found:
        kind = title_of(game) if game else "a game"
        raise InputMissing(f"no page of {kind} is in {folder}: it is named {game or 'GAME'}.html")
    raise ArgumentInvalid(f"{folder} holds several pages ({', '.join(file.name for file, _ in found)}): name the file")


def _named(file: Path) -> str | None:
    return next((name for name in GAMES if file in pages_in(file.parent, name)), None)


def _recorded_in(folder: Path, known: Selectors) -> tuple[str | None, str | None]:
    """Return the site and the game of a recording's folder SITE/GAME/DATE; None for each that is not known."""
    game = folder.absolute().parent
    if game.name not in GAMES or not (folder / "meta.json").is_file():
        return None, None
    return game.parent.name if game.parent.name in known.sites else None, game.name


def _at_address(file: Path, site: str | None, known: Selectors) -> str:
    try:
        with regular(file).open(encoding="utf-8", errors="replace") as stream:
            head = stream.read(_HEAD)
    except OSError as error:
        raise InputMissing(f"the page {file} can't be read ({error.strerror}): check the path") from None
    for pattern in _ADDRESSES:
        if found := pattern.search(head):
            return game_at(known, unescape(found[1]), site)
    raise ArgumentInvalid(f"{file} does not say which game it shows: name the game")
