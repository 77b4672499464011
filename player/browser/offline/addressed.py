"""The replica of sites where each address shows a board of its own: one template, and a file of boards."""

import json
import mimetypes
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # web drives the browser

from player.browser.offline.page_source import Answer, serve
from player.browser.offline.routes import routes_in
from player.errors import InputMissing


@dataclass(frozen=True, slots=True)
class AddressedReplica:
    """Answer the requests of the site `name` from the files in `folder`.

    `boards` are the lines of its file: the `site`, the addresses (`at`) that show the board, its `game`, and what the
    template needs. `faults` are passed to the scripts.
    """

    origin: str
    folder: Path
    boards: Sequence[Mapping[str, Any]]
    faults: Mapping[str, Any] = field(default_factory=dict)
    ours: bool = True

    @property
    def source(self) -> Path:
        """The folder of the pages."""
        return self.folder

    def as_guest(self) -> "AddressedReplica":
        """Return self: nobody signs in there."""
        return self

    def has(self, game: str) -> bool:
        """Return True if there is a board of `game`."""
        return any(board["game"] == game for board in self.boards)

    def saved(self, game: str) -> Path | None:  # noqa: ARG002  # the pages' scripts run
        """Return None: the pages are live."""
        return None

    def require(self, game: str) -> None:
        """Raise InputMissing if there is no board of `game`."""
        if not self.has(game):
            raise InputMissing(f"the replica in {self.folder} has no board of {game}: name a game of the site")

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer or leave out every request of `context`, or of one page."""
        serve(context, self.answer)

    def answer(self, url: str) -> Answer | None:
        """Return the response to `url`, or None if it is not ours."""
        parts = urlsplit(url)
        if f"{parts.scheme}://{parts.netloc}" != self.origin:
            return None
        routes = routes_in(self.folder)
        if parts.path.startswith(routes["assets"]):
            return self._asset(parts.path.removeprefix(routes["assets"]))
        board = board_at(self.boards, url)
        if board is None:
            return None
        return "text/html; charset=utf-8", self._page(board, url, routes["template"]).encode()

    def _asset(self, name: str) -> Answer | None:
        path = self.folder / name
        if not re.fullmatch(r"[\w-]+\.\w+", name) or not path.is_file():
            return None
        return mimetypes.guess_type(name)[0] or "application/octet-stream", path.read_bytes()

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
