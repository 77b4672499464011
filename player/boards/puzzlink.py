"""URLs of puzz.link as boards, and boards as such URLs."""

import re
from typing import Any
from urllib.parse import unquote

from player.errors import BoardError, did_you_mean
from player.games import GAMES, Game
from player.games.grid import MAX_SIDE_OF_ALL
from player.games.puzzlink import UrlBody, UrlFormat

#: The beginning of a URL that is written. Any host with the client reads the rest.
PAGE = "https://puzz.link/p?"
#: The text of a URL: with a scheme, or without one and with the query of a board.
_URL = re.compile(r"https?://|[\w.-]+(:\d+)?/[\w./-]*\?\w+/\d+/")
_QUERY = re.compile(r"[^?]*\?(?:\w+=\w+&)*(?P<kind>\w+?)(?:_edit|_play)?/")
_SIZE = re.compile(r"(?P<cols>\d{1,3})/(?P<rows>\d{1,3})(?:/|$)")


def is_url(text: str) -> bool:
    """Return whether `text` is a URL, and so neither JSON nor the name of a file."""
    return _URL.match(text.lstrip()) is not None


def data_of(url: str) -> dict[str, Any]:
    """Return the board in a URL in the public format; raise BoardError, which says where the URL is wrong."""
    text, games = unquote(url.strip()).partition("#")[0], _games()
    query = _QUERY.match(text)
    if query is None:
        raise BoardError(f"the URL has no board, as {PAGE}TYPE/COLUMNS/ROWS/... has: TYPE is {' or '.join(games)}")
    kind, end = query["kind"], query.end()
    if kind not in games:
        raise BoardError(f"the URL has a puzzle that is not known, {kind[:40]!r}: {did_you_mean(kind, games)}")
    size = _SIZE.match(text, end)
    rows, cols = (int(size["rows"]), int(size["cols"])) if size else (0, 0)
    if size is None or not (0 < rows <= MAX_SIDE_OF_ALL and 0 < cols <= MAX_SIDE_OF_ALL):
        problem = f"the numbers of columns and rows are expected, from 1 to {MAX_SIDE_OF_ALL}"
        raise UrlBody(rows, cols, "", end).wrong(0, problem)
    game, form = games[kind]
    return game.board.to_json(form.read(UrlBody(rows, cols, text[size.end() :].removesuffix("/"), size.end())))


def url_of(game: Game, board: Any) -> str:
    """Return the URL of a board; raise BoardError if the client has no such boards."""
    if game.url is None:
        raise BoardError(f"{game.title} can't be a URL of puzz.link: its puzzles here are {', '.join(_games())}")
    rows, cols = board.shape
    url = f"{PAGE}{game.url.kind}/{cols}/{rows}/{game.url.write(board)}"
    return url if url[-1].isalnum() else f"{url}/"  # a sign at the end of a text is taken for the end of its sentence


def _games() -> dict[str, tuple[Game, UrlFormat]]:
    """Return the games that have URLs, by the client's names of the puzzles."""
    return {game.url.kind: (game, game.url) for game in GAMES.values() if game.url}
