"""Pages served from files in place of the network: the same URLs, the same selectors, and nothing leaves the machine.

`fixtures/replica/<site>/routes.json` says which file answers which path. A folder of captured pages takes the place of
the replica's game page; the replica's engines are put into it, so that a real page plays. So are pages that were kept
of a run, each where its frame was.
"""

import json
import mimetypes
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import BrowserContext, Page, Route  # noqa: TID251  # web drives the browser

from player.browser.offline.captured_pages import Document, document, page_of, pages_of, require_pages
from player.browser.offline.inert_html import inert
from player.browser.page.capture import Kept
from player.errors import InputMissing
from player.files import BOARDS, REPLICA
from player.games import GAMES

Answer = tuple[str, bytes]
"""Content type and body."""

#: A script that gives the board of a page without styles a layout.
ARRANGE = (Path(__file__).parents[1] / "js" / "arrange.js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Offline:
    """Answers the requests of one site from files.

    `captured` is a folder with GAME.html pages, `kept` are the pages of a run, by game; without both it is the replica.
    `boards` are what the replica shows, in the public format, by game. `generation` says which build of the site to
    serve. `faults` are passed to the engines.
    """

    origin: str
    folder: Path
    captured: Path | None = None
    boards: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    faults: Mapping[str, Any] = field(default_factory=dict)
    generation: str = "ember"
    kept: Mapping[str, Kept] = field(default_factory=dict)
    ours: bool = False
    """Whether all that is served was written by us."""

    def as_guest(self) -> "Offline":
        """The same as guests get it."""
        return replace(self, generation=self._routes().get("guests", self.generation))

    @property
    def source(self) -> Path:
        """Where the pages are."""
        return self.captured or self.folder

    def has(self, game: str) -> bool:
        """Whether there is a page of `game`."""
        if self.kept:
            return game in self.kept
        return game in self.boards if self.captured is None else bool(pages_of(self.captured, game))

    def saved(self, game: str) -> Path | None:
        """The file that the page of `game` was saved to."""
        return page_of(self.captured, game) if self.captured and not self.kept else None

    def require(self, game: str) -> None:
        if self.captured and not self.kept:
            self._document(game, self._routes())
        elif not self.has(game):
            where = f"{self.folder} (no board of {game})"
            raise InputMissing(f"the page {where} is not there: name another folder with --offline")

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer every request of `context`, or of one page, or abort it."""

        def fulfil(route: Route) -> None:  # a bound method won't do: Playwright writes on the object behind it
            # What a listener raises, Playwright prints: the page may be gone by now, and a signal comes again.
            with suppress(Exception):
                if answer := self.answer(route.request.url):
                    route.fulfill(content_type=answer[0], body=answer[1])
                else:
                    route.abort()

        context.route("**/*", fulfil)
        context.route_web_socket("**/*", lambda _: None)

    def answer(self, url: str) -> Answer | None:
        """What `url` gets, or None where it is not ours."""
        parts = urlsplit(url)
        if f"{parts.scheme}://{parts.netloc}" != self.origin:
            return None
        routes = self._routes()
        root = routes["assets"]
        if root != "/" and parts.path.startswith(root):
            return self._asset(parts.path.removeprefix(root))
        return self._page(parts.path, routes) or (
            self._asset(parts.path[1:]) if root == "/" else self._beside(unquote(parts.path), routes)
        )

    def _page(self, path: str, routes: Mapping[str, Any]) -> Answer | None:
        """The page at `path`."""
        if name := routes.get("pages", {}).get(path):
            return "text/html; charset=utf-8", (self.folder / name).read_bytes()
        if self.kept:
            return self._of_kept(path, routes)
        for build, pattern, name in _pages(routes):
            game = _match(pattern, path)
            if game is not None and self._build(game, routes) == build and (self.captured is None or self.has(game)):
                at_board = self.captured is not None and pattern == routes[build]["captured"]["at"]
                page = self._captured(game, routes) if at_board else self._written(name, game)
                return self._html(page, game, routes, board=not at_board)
        return None

    def _build(self, game: str, routes: Mapping[str, Any]) -> str:
        """Which build of the site the page of `game` is: some games have one only, and a saved page tells."""
        only: Mapping[str, str] = routes.get("only", {})
        if game in only or not (self.captured and pages_of(self.captured, game)):
            return only.get(game, self.generation)
        html = self._document(game, routes).html
        marks = {build: routes[build]["captured"].get("mark") for build in dict.fromkeys(routes["kept"]["at"].values())}
        return next((build for build, mark in marks.items() if mark and mark in html), self.generation)

    def _written(self, name: str, game: str) -> str:
        """A page of the replica, with what the game adds to it."""
        page = (self.folder / name.format(game=game)).read_text(encoding="utf-8").replace("{game}", game)
        return re.sub(
            r"<!-- include ([\w.-]+) -->", lambda part: (self.folder / part[1]).read_text(encoding="utf-8"), page
        )

    def _of_kept(self, path: str, routes: Mapping[str, Any]) -> Answer | None:
        """A kept page where its frame was, with an engine for its build; around it the replica's own pages."""
        builds = routes["kept"]["at"]
        for game, kept in self.kept.items():
            at = next((at for at in builds if _match(at, kept.path) == game), [*builds][-1])
            if _match(at, path) == game:
                build = kept.generation if kept.generation in routes["kept"] else builds[at]
                html = _furnished(kept.html, game, routes["kept"][build], routes["assets"])
                return self._html(html, game, routes, board=False)
        for _, pattern, name in _pages(routes):
            if (found := _match(pattern, path)) in self.kept:
                return self._html(self._written(name, str(found)), str(found), routes, board=False)
        return None

    def _html(self, page: str, game: str, routes: Mapping[str, Any], *, board: bool) -> Answer:
        return "text/html; charset=utf-8", self._configured(page, game, routes, board=board).encode()

    def _routes(self) -> dict[str, Any]:
        routes: dict[str, Any] = json.loads((self.folder / "routes.json").read_text(encoding="utf-8"))
        return routes

    def _asset(self, name: str) -> Answer | None:
        path = self.folder / name
        if not re.fullmatch(r"[\w-]+\.\w+", name) or not path.is_file():
            return None
        return mimetypes.guess_type(name)[0] or "application/octet-stream", path.read_bytes()

    def _document(self, game: str, routes: Mapping[str, Any]) -> Document:
        """What was saved of the page of `game`."""
        assert self.captured is not None
        return document(page_of(self.captured, game), routes.get("cell", ""))

    def _captured(self, game: str, routes: Mapping[str, Any]) -> str:
        """The saved page of `game` without the site's scripts, and with the replica's styles and engines."""
        styles, scripts = _added(game, routes[self._build(game, routes)]["captured"], routes["assets"])
        return inert(self._document(game, routes).html, styles, f"<script>{ARRANGE}</script>{scripts}")

    def _beside(self, path: str, routes: Mapping[str, Any]) -> Answer | None:
        """A style, a picture or a font that was saved beside a page: by its name, and that of its folder."""
        if self.captured is None:
            return None
        kind = mimetypes.guess_type(path)[0] or ""
        if kind != "text/css" and not kind.startswith(("image/", "font/")):
            return None
        for game in filter(self.has, [*GAMES]):
            for name in ("/".join(path.split("/")[-2:]), path.rpartition("/")[2]):
                file = self._document(game, routes).folder / name
                if ".." not in name.split("/") and file.is_file():
                    return kind, file.read_bytes()
        return None

    def _configured(self, page: str, game: str, routes: Mapping[str, Any], *, board: bool) -> str:
        """`page` with what its scripts want to know: never a solution."""
        shown = self._board(game, routes) if board else None
        said: dict[str, Any] = {"game": game, "board": shown, "faults": dict(self.faults)}
        if self.generation != routes.get("guests", self.generation):
            said["member"] = True
        if self.generation == routes.get("guests") != self._build(game, routes):
            said["guest"] = True  # on a build that members get as well
        told = json.dumps(said).replace("<", "\\u003c")
        script = f"<script>window.replica = {told};</script>"
        return re.sub(r"<head\b[^>]*>", lambda head: head[0] + script, page, count=1, flags=re.IGNORECASE)

    def _board(self, game: str, routes: Mapping[str, Any]) -> dict[str, Any] | None:
        board = self.boards.get(game)
        if board is None:
            return None
        hidden = {"id", "number", "date", "solution", "solutions"}
        shown = {key: value for key, value in board.items() if key not in hidden}
        if locked := routes[self._build(game, routes)].get("locked", {}).get(game, 0):
            shown["givens"] = sorted(board["solution"])[:locked]
        return shown


def replica(site: str, origin: str, generation: str = "ember", **faults: Any) -> Offline:
    """The pages that we wrote, of one generation, each game with the first of our boards."""
    boards = {
        path.stem: json.loads(path.read_text(encoding="utf-8").splitlines()[0]) for path in BOARDS.glob("*.jsonl")
    }
    return Offline(origin, _folder(site), boards=boards, faults=faults, generation=generation, ours=True)


def captured(site: str, origin: str, folder: Path, **faults: Any) -> Offline:
    """The pages in `folder`, captured or recorded from the real site."""
    replica_of_site = _folder(site)
    require_pages(folder)
    return Offline(origin, replica_of_site, captured=folder, faults=faults)


def kept(site: str, origin: str, pages: Mapping[str, Kept], *, ours: bool) -> Offline:
    """Pages that were kept of a run, by game."""
    return Offline(origin, _folder(site), kept=pages, ours=ours)


def _folder(site: str) -> Path:
    folder = REPLICA / site
    if not folder.is_dir():
        raise InputMissing(f"there is no replica of {site!r} in {REPLICA}: play it on the site")
    return folder


def _furnished(page: str, game: str, added: Mapping[str, Any], assets: str) -> str:
    """`page` with styles and scripts of ours."""
    styles, scripts = _added(game, added, assets)
    return page.replace("</head>", styles + "</head>", 1).replace("</body>", scripts + "</body>", 1)


def _added(game: str, added: Mapping[str, Any], assets: str) -> tuple[str, str]:
    """The markup that loads styles, and the markup that loads scripts, of ours."""
    named = {kind: [assets + escape(name.format(game=game)) for name in added[kind]] for kind in ("styles", "scripts")}
    styles = "".join(f'<link rel="stylesheet" href="{name}">' for name in named["styles"])
    return styles, "".join(f'<script src="{name}"></script>' for name in named["scripts"])


def _pages(routes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each page of each build: the build, the path's pattern, and the file."""
    for build in dict.fromkeys(routes["kept"]["at"].values()):
        yield from ((build, pattern, name) for pattern, name in routes[build]["pages"].items())


def _match(pattern: str, path: str) -> str | None:
    """The game that `path` names, where it has the form of `pattern`; a last slash matters to neither."""
    form = re.escape(pattern.rstrip("/")).replace(r"\{game\}", r"([a-z-]+)")
    found = re.fullmatch(form, path.rstrip("/"))
    return found[1] if found else None
