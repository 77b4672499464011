"""The sources of pages that are served in place of the network: the replica, captured pages, kept ones."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import BrowserContext, Page, Request  # noqa: TID251  # web drives the browser

from player.browser.offline.captured_pages import (
    Document,
    document,
    inert,
    page_of,
    pages_of,
    require_pages,
    resource_beside,
)
from player.browser.offline.page_source import (
    Answer,
    Pages,
    ReplicaPages,
    addressed,
    first_in,
    markup,
    match,
    pages,
    routes_in,
    serve,
)
from player.browser.page.page_reader import PageCapture
from player.errors import BoardError, InputMissing
from player.files import BOARDS, REPLICA
from player.games import GAMES
from player.games.word_lists import list_for


def hashed(text: str) -> str:
    """Return the FNV-1a hash of a text, 32 bits in hexadecimal digits: with it a page checks a text, and shows none.

    Source: G. Fowler et al., "The FNV Non-Cryptographic Hash Algorithm", RFC 9923.
    """
    found = 0x811C9DC5
    for byte in text.encode():
        found = (found ^ byte) * 0x01000193 % 2**32
    return f"{found:08x}"


def word_script(language: str) -> bytes:
    """Return a script that sets `wordList` to the words of a list, for a page whose own list is unknown."""
    with suppress(BoardError):  # a page in a language without a list takes any word
        words = " ".join(list_for(language).of_length(1, 32))
        return f"window.wordList = new Set({json.dumps(words)}.split(' '));".encode()
    return b""


#: A script that lays out the board of a page without styles.
ARRANGE = files("player.browser").joinpath("js", "arrange.js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Offline(ReplicaPages):
    """Answer the requests of one site from files.

    `captured` is a folder of GAME.html pages, `kept` the pages of a run, by game; without both, the replica is served.
    `boards` (public format, by game) are shown by the replica. `generation` is the build of the site to serve. `faults`
    are passed to the engines.
    """

    captured: Path | None = None
    boards: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    faults: Mapping[str, Any] = field(default_factory=dict)
    generation: str = "ember"
    kept: Mapping[str, PageCapture] = field(default_factory=dict)
    ours: bool = False
    """True if all that is served is the replica's."""
    saved_wins: dict[str, int] = field(default_factory=dict, compare=False)
    """The seconds of the wins that pages have sent, by game."""

    def as_guest(self) -> "Offline":
        """Return the source of the pages for guests."""
        return replace(self, generation=self.routes.get("guests", self.generation))

    @property
    def source(self) -> Path:
        """The folder of the pages."""
        return self.captured or self.folder

    def has(self, game: str) -> bool:
        """Return True if there is a page of `game`."""
        if self.kept:
            return game in self.kept
        return game in self.boards if self.captured is None else bool(pages_of(self.captured, game))

    def saved(self, game: str) -> Path | None:
        """Return the captured file of the page of `game`; None for pages of a run and of the replica."""
        return page_of(self.captured, game) if self.captured and not self.kept else None

    def require(self, game: str) -> None:
        """Raise InputMissing if there is no page of `game`."""
        if self.captured and not self.kept:
            self._document(game)
        Pages.require(self, game)

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer or leave out every request of `context`, or of one page."""
        before = replace(self, saved_wins=dict(self.saved_wins))  # within one context each visit begins anew

        def respond(request: Request) -> Mapping[str, Any] | None:
            if request.post_data and (found := self.receive(request.url, request.post_data)):
                return {"content_type": found[0], "body": found[1]}
            return Pages.respond(before, request)

        serve(context, respond)

    def receive(self, url: str, body: str) -> Answer | None:
        """Save the win that a member's page of the replica posts; return the response, or None for anything else."""
        answer = self.routes.get("saves", {}).get(urlsplit(url).path)
        if answer is None or not self.ours:
            return None
        won = json.loads(body)
        self.saved_wins[won["game"]] = won["seconds"]
        return "application/octet-stream", answer.replace("{game}", won["game"]).encode()

    def answer(self, url: str) -> Answer | None:
        """Return the response to `url`, or None if it is not ours."""
        path, root = self.path(url), self.routes["assets"]
        if path is None:
            return None
        if root != "/" and path.startswith(root):
            return self._asset(path.removeprefix(root))
        return self._page(path) or (self._asset(path[1:]) if root == "/" else self._beside(unquote(path)))

    def _page(self, path: str) -> Answer | None:
        """Return the page at `path`, or None."""
        routes = self.routes
        if name := routes.get("pages", {}).get(path):
            return "text/html; charset=utf-8", (self.folder / name).read_bytes()
        if self.kept:
            return self._of_kept(path)
        for build, pattern, name in pages(routes):
            game = match(pattern, path)
            if game is not None and self._build(game) == build and (self.captured is None or self.has(game)):
                at_board = self.captured is not None and pattern == routes[build]["captured"]["at"]
                page = self._captured(game) if at_board else self._written(name, game)
                return self._html(page, game, board=not at_board)
        return None

    def _build(self, game: str) -> str:
        """Return the build of the site for `game`: some games have one only; a saved page shows its own."""
        routes = self.routes
        only: Mapping[str, str] = routes.get("only", {})
        if game in only or not (self.captured and pages_of(self.captured, game)):
            return only.get(game, self.generation)
        html = self._document(game).html
        marks = {build: routes[build]["captured"].get("mark") for build in dict.fromkeys(routes["kept"]["at"].values())}
        return next((build for build, mark in marks.items() if mark and mark in html), self.generation)

    def _written(self, name: str, game: str) -> str:
        """Return a page of the replica, with the game's additions."""
        page = (self.folder / name.format(game=game)).read_text(encoding="utf-8").replace("{game}", game)
        return re.sub(
            r"<!-- include ([\w.-]+) -->", lambda part: (self.folder / part[1]).read_text(encoding="utf-8"), page
        )

    def _of_kept(self, path: str) -> Answer | None:
        """Return the page of a run in its frame, with an engine for its build; around it, the replica's pages."""
        routes, builds = self.routes, self.routes["kept"]["at"]
        for game, kept in self.kept.items():
            at = next((at for at in builds if match(at, kept.path) == game), [*builds][-1])
            if match(at, path) == game or path == kept.path:
                build = kept.generation if kept.generation in routes["kept"] else builds[at]
                html = kept.html + "".join(markup(game, routes["kept"][build], routes["assets"]))
                return self._html(html, game, board=False)
        for _, pattern, name in pages(routes):
            if (found := match(pattern, path)) in self.kept:
                return self._html(self._written(name, str(found)), str(found), board=False)
        return None

    def _asset(self, name: str) -> Answer | None:
        if words := re.fullmatch(r"words-([a-z]{2,3})\.js", name):
            return "text/javascript", word_script(words[1])
        return self.asset(name)

    def _document(self, game: str) -> Document:
        """Return the document saved of the page of `game`."""
        assert self.captured is not None
        return document(page_of(self.captured, game), self.routes.get("cell", ""))

    def _captured(self, game: str) -> str:
        """Return the saved page of `game` without the site's scripts, with the replica's styles and engines."""
        styles, scripts = markup(game, self.routes[self._build(game)]["captured"], self.routes["assets"])
        return inert(self._document(game).html, f"{styles}<script>{ARRANGE}</script>{scripts}")

    def _beside(self, path: str) -> Answer | None:
        """Return a style, picture or font saved beside a page, by its name and its folder's."""
        if self.captured is None:
            return None
        found = (resource_beside(self._document(game), path) for game in filter(self.has, [*GAMES]))
        return next(filter(None, found), None)

    def _html(self, page: str, game: str, *, board: bool) -> Answer:
        """Return `page` with the configuration of its scripts: never a solution."""
        shown, guests = self._board(game) if board else None, self.routes.get("guests")
        values: dict[str, Any] = {"game": game, "board": shown, "faults": dict(self.faults)}
        if guests not in {None, self.generation}:
            values["member"] = True
        if self.generation == guests != self._build(game):
            values["guest"] = True  # on a build that members get as well
        if game in self.saved_wins:
            values["saved"] = self.saved_wins[game]
        configuration = json.dumps(values).replace("<", "\\u003c")
        page = first_in(page, f"<script>window.replica = {configuration};</script>")
        return "text/html; charset=utf-8", page.encode()

    def _board(self, game: str) -> dict[str, Any] | None:
        board = self.boards.get(game)
        if board is None:
            return None
        hidden = {"id", "number", "date", "solution", "solutions"}
        shown = {key: value for key, value in board.items() if key not in hidden}
        if locked := self.routes[self._build(game)].get("locked", {}).get(game, 0):
            shown["givens"] = sorted(board.get("solution", ()))[:locked]
        place = self.routes.get("accepted", {}).get(game)
        if place is not None and "solution" in board:
            shown["accepted"] = sorted(hashed(str(part[place])) for part in board["solution"])
        return shown


def replica(site: str, origin: str, generation: str = "ember", **faults: Any) -> Offline:
    """Return the replica's pages of one generation, each game with our first board."""
    boards = {
        path.stem: json.loads(path.read_text(encoding="utf-8").splitlines()[0]) for path in BOARDS.glob("*.jsonl")
    }
    return Offline(origin, _folder(site), boards=boards, faults=faults, generation=generation, ours=True)


def replica_of(site: str, origin: str, generation: str) -> Pages:
    """Return the replica's pages of `site`: of one generation, or with a board for each address."""
    folder = _folder(site)
    if "boards" in routes_in(folder):
        return addressed(folder, site, origin)
    return replica(site, origin, generation)


def captured(site: str, origin: str, folder: Path, **faults: Any) -> Offline:
    """Return the source for the pages in `folder`, captured or recorded from the real site."""
    replica_of_site = _folder(site)
    require_pages(folder)
    return Offline(origin, replica_of_site, captured=folder, faults=faults)


def saved_document(site: str, file: Path) -> Document:
    """Return the document that holds the board in a page saved from `site`; raise InputMissing if it is no page."""
    folder = REPLICA / site
    return document(file, routes_in(folder).get("cell", "") if folder.is_dir() else "")


def kept(site: str, origin: str, pages: Mapping[str, PageCapture], *, ours: bool) -> Offline:
    """Return the source for the pages of a run, by game."""
    return Offline(origin, _folder(site), kept=pages, ours=ours)


def _folder(site: str) -> Path:
    folder = REPLICA / site
    if folder.is_dir():
        return folder
    for other in sorted(REPLICA.iterdir()):
        if (other / "routes.json").is_file() and site in routes_in(other).get("sites", ()):
            return other
    raise InputMissing(f"there is no replica of {site!r} in {REPLICA}: play it on the site")
