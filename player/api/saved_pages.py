"""Boards of pages in files: recordings, saved HTML pages and HARs, read in a browser of their own without a network."""

import re
from collections.abc import Callable
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import NamedTuple, TypeVar

from player.browser.lent_page import game_at, site_of
from player.browser.offline import har
from player.browser.offline.captured_pages import pages_of as pages_in
from player.browser.offline.page_source import Pages
from player.browser.offline.recorded_pages import STILL, RecordingsBrowser, page_saved, pages_of
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import Selectors, SiteSelectors
from player.errors import ArgumentInvalid, InputMissing
from player.files import SELECTORS, regular
from player.games import GAMES, title_of

T = TypeVar("T")

#: The address from which a page was saved: the comment of browsers, or the page's own address.
_ADDRESSES = (
    re.compile(r"<!-- saved from url=\(\d+\)(\S+) -->"),
    re.compile(r"""<link\b[^>]*\brel=["']?canonical\b[^>]*\bhref=["']([^"']+)"""),
)
#: Characters at the beginning of a page in which its address is looked for.
_HEAD = 100_000


class SavedPage(NamedTuple):
    """A page in a file or a folder, of one game of one site."""

    game: str
    pages: Pages
    site: SiteSelectors
    times: Times

    def read(self, work: Callable[[GamePage], T]) -> T:
        """Return the result of `work` on the page; raise NoBrowser if no browser starts."""
        with closing(RecordingsBrowser()) as browser:
            return browser.with_page(*self, work)


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
    if source.is_dir():
        if (source / "meta.json").is_file():
            return _recording(source, game, site, known)
        source, game = _page_in(source, game)
    game = game or _named(source) or _recorded_in(source.absolute().parent) or _at_address(source, site, known)
    found = site_of(known, game, "", site or _site_in(source.absolute().parent, known))
    name = next(name for name, one in known.sites.items() if one is found)
    return SavedPage(game, page_saved(source, name, game, found), found, STILL)


def _recording(folder: Path, game: str | None, site: str | None, known: Selectors) -> SavedPage:
    whole = folder.absolute()
    game = game or _recorded_in(whole)
    if game is None:
        raise ArgumentInvalid(f"the recording {folder} is not in a folder SITE/GAME: name the game")
    found = site_of(known, game, "", site or _site_in(whole, known))
    served = pages_of(folder, game, found)
    if served is None:
        raise InputMissing(f"{folder} holds no page: record it with --with-page, or read its board.json")
    return SavedPage(game, *served)


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


def _page_in(folder: Path, game: str | None) -> tuple[Path, str]:
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


def _recorded_in(folder: Path) -> str | None:
    """Return the game of a recording's folder SITE/GAME/DATE."""
    is_recording = (folder / "meta.json").is_file() and folder.parent.name in GAMES
    return folder.parent.name if is_recording else None


def _site_in(folder: Path, known: Selectors) -> str | None:
    name = folder.parent.parent.name
    return name if _recorded_in(folder) and name in known.sites else None


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
