"""Pages out of files in place of the network: what serves them, by game and by address."""

import json
import mimetypes
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import BrowserContext, Page, Request, Route  # noqa: TID251  # web drives the browser

from player.errors import InputMissing
from player.games import title_of

Answer = tuple[str, bytes]
"""Content type and body."""


def serve(context: BrowserContext | Page, respond: Callable[[Request], Mapping[str, Any] | None]) -> None:
    """Fulfil every request of `context`, or of one page, as `respond` says; without a response it is aborted.

    A frame gets an empty page then. An error page would get a process of its own in each tab, for which Chromium may
    wait 5 s at the end of a trace.
    """

    def fulfil(route: Route) -> None:  # no bound method: Playwright sets attributes on its object
        # Playwright prints exceptions of listeners. Here the page may be gone, and a signal is sent again.
        with suppress(Exception):
            request = route.request
            if found := respond(request):
                route.fulfill(**found)
            elif request.is_navigation_request() and request.frame.parent_frame:
                route.fulfill(content_type="text/html", body="")
            else:
                route.abort()

    context.route("**/*", fulfil)
    context.route_web_socket("**/*", lambda _: None)


class Pages:
    """Pages of one site, served from this machine: of any game, live, and the same for guests and members."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def source(self) -> Path:
            """The file or folder of the pages."""

    @property
    def ours(self) -> bool:
        """True if all that is served is the replica's."""
        return False

    def as_guest(self) -> "Pages":
        """Return the source of the pages for guests."""
        return self

    def has(self, game: str) -> bool:  # noqa: ARG002  # the one page of a recording is of the game that is asked for
        """Return True if there is a page of `game`."""
        return True

    def saved(self, game: str) -> Path | None:  # noqa: ARG002  # a live page is none
        """Return the saved file of the page of `game`; None if its scripts may still change it."""
        return None

    def require(self, game: str) -> None:
        """Raise InputMissing if there is no page of `game`."""
        if not self.has(game):
            raise InputMissing(
                f"{self.source} holds no page of {title_of(game)}: name another file or folder with --offline"
            )

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer or leave out every request of `context`, or of one page."""
        serve(context, self.respond)

    def respond(self, request: Request) -> Mapping[str, Any] | None:
        """Return the arguments of `route.fulfill`, or None to leave the request out."""
        url, body = request.url, request.post_data
        found = (self.receive(url, body) if body else None) or self.answer(url)
        return found and {"content_type": found[0], "body": found[1]}

    def answer(self, url: str) -> Answer | None:
        """Return the response to `url`, or None if it is not ours."""
        raise NotImplementedError

    def receive(self, url: str, body: str) -> Answer | None:  # noqa: ARG002  # most pages send nothing
        """Return the response to what is posted to `url`, or None if it is to be answered as any request."""
        return None


@dataclass(frozen=True, slots=True)
class ReplicaPages(Pages):
    """Pages of the site at `origin`, with the files of a replica in `folder`."""

    origin: str
    folder: Path

    @property
    def source(self) -> Path:
        """The folder of the pages."""
        return self.folder

    @property
    def routes(self) -> Mapping[str, Any]:
        """The routes of the replica."""
        return routes_in(self.folder)

    def path(self, url: str) -> str | None:
        """Return the path of `url`, if it is at the origin."""
        parts = urlsplit(url)
        return parts.path if f"{parts.scheme}://{parts.netloc}" == self.origin else None

    def asset(self, name: str) -> Answer | None:
        """Return the file `name` of the replica; None if there is none such."""
        file = self.folder / name
        if not re.fullmatch(r"[\w-]+\.\w+", name) or not file.is_file():
            return None
        return mimetypes.guess_type(name)[0] or "application/octet-stream", file.read_bytes()


@lru_cache(maxsize=16)
def routes_in(folder: Path) -> dict[str, Any]:
    """Return the routes of the replica in `folder`."""
    routes: dict[str, Any] = json.loads((folder / "routes.json").read_text(encoding="utf-8"))
    return routes


def pages(routes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each page of each build: the build, the path's pattern, and the file."""
    for build in dict.fromkeys(routes["kept"]["at"].values()):
        yield from ((build, pattern, name) for pattern, name in routes[build]["pages"].items())


def match(pattern: str, path: str) -> str | None:
    """Return the game in `path` if it matches `pattern`, with or without a final slash; else None."""
    form = re.escape(pattern.rstrip("/")).replace(r"\{game\}", r"([a-z-]+)")
    found = re.fullmatch(form, path.rstrip("/"))
    return found[1] if found and found.re.groups else None


def markup(game: str, added: Mapping[str, Any], assets: str) -> tuple[str, str]:
    """Return the markup that loads the styles, and the one that loads the scripts, `added` to pages of `game`."""
    named = {kind: [assets + escape(name.format(game=game)) for name in added[kind]] for kind in ("styles", "scripts")}
    styles = "".join(f'<link rel="stylesheet" href="{name}">' for name in named["styles"])
    return styles, "".join(f'<script src="{name}"></script>' for name in named["scripts"])


@dataclass(frozen=True, slots=True)
class AddressedReplica(ReplicaPages):
    """Answer the requests of the site from the files in `folder`.

    `boards` are the lines of its file: the `site`, the addresses (`at`) that show the board, its `game`, and what the
    template needs. `faults` are passed to the scripts.
    """

    boards: Sequence[Mapping[str, Any]]
    faults: Mapping[str, Any] = field(default_factory=dict)
    ours: bool = True

    def has(self, game: str) -> bool:
        """Return True if there is a board of `game`."""
        return any(board["game"] == game for board in self.boards)

    def answer(self, url: str) -> Answer | None:
        """Return the response to `url`, or None if it is not ours."""
        path, assets = self.path(url), self.routes["assets"]
        if path is None:
            return None
        if path.startswith(assets):
            return self.asset(path.removeprefix(assets))
        board = board_at(self.boards, url)
        if board is None:
            return None
        return "text/html; charset=utf-8", self._page(board, url, self.routes["template"]).encode()

    def _page(self, board: Mapping[str, Any], url: str, template: str) -> str:
        """Return the page of `board`: the template with the board's values; never a solution."""
        page = (self.folder / template).read_text(encoding="utf-8")
        numbers = [value for _, value in parse_qsl(urlsplit(url).query) if re.fullmatch(r"\d{4,15}", value)]
        values = {name: escape(str(value)) for name, value in board.items()}
        values |= {"id": f"{int((numbers or [board['id']])[-1]):,}"}
        values |= {"config": _script({"faults": dict(self.faults)}), "more": _script(board["more"])}
        return re.sub(r"\{\{(\w+)\}\}", lambda part: values[part[1]], page)


def _script(value: object) -> str:
    return json.dumps(value).replace("<", "\\u003c")


def board_at(boards: Iterable[Mapping[str, Any]], url: str) -> Mapping[str, Any] | None:
    """Return the board whose address has the path of `url`, and most of its parameters; None if none is there."""
    wanted = urlsplit(url)
    found = [
        (len(_parameters(at.query)), board)
        for board in boards
        for at in map(urlsplit, board["at"])
        if at.path.rstrip("/") == wanted.path.rstrip("/") and _parameters(at.query) <= _parameters(wanted.query)
    ]
    return max(found, key=lambda fit: fit[0])[1] if found else None


def _parameters(query: str) -> set[tuple[str, str]]:
    return set(parse_qsl(query))


def addressed(folder: Path, site: str, origin: str, **faults: Any) -> AddressedReplica:
    """Return the replica of `site` in `folder`, which has boards of several sites."""
    lines = (folder / routes_in(folder)["boards"]).read_text(encoding="utf-8").splitlines()
    boards = [board for board in map(json.loads, lines) if board["site"] == site]
    return AddressedReplica(origin, folder, boards, faults)


_DOCTYPE = re.compile(r"(?:\s|<!--.*?-->)*(?:<!doctype\b[^>]*>)?", re.IGNORECASE | re.DOTALL)


def first_in(page: str, markup: str) -> str:
    """Return `page` with `markup` before all of its elements."""
    return _DOCTYPE.sub(lambda start: start[0] + markup, page, count=1)
