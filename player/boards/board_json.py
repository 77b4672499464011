"""The public format of boards: strict JSON in, a game and its board out; names, fingerprints and URLs of boards."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn
from urllib.parse import unquote

from player.errors import BoardError, did_you_mean
from player.games import GAMES, Game
from player.games.grid import MAX_SIDE_OF_ALL
from player.games.puzzlink import UrlBody, UrlFormat

#: The longest text of a board, in characters; a board of the largest size takes a few thousand.
MAX_LINE_CHARACTERS = 1_000_000
#: The keys that any board may have besides those of its game.
OPTIONAL = {"id", "number", "date", "solution", "solutions", "difficulty", "claim"}


def parse(text: str) -> dict[str, Any]:
    """Return the JSON object in `text`, or that of its URL; raise BoardError if it is not one.

    NaN, duplicate keys and endless nesting are refused too.
    """
    if len(text) > MAX_LINE_CHARACTERS:
        raise BoardError(f"the board is too long: at most {MAX_LINE_CHARACTERS} characters are read")
    if is_url(text):
        return data_of(text)
    try:
        text.encode()
        data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
    except UnicodeEncodeError:  # bytes that could not be decoded are lone surrogates
        raise BoardError("not UTF-8 text: save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise BoardError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise BoardError("not a board: nested too deeply") from None
    except ValueError as error:  # Python refuses integers of more than 4300 digits
        raise BoardError(f"not a board: {str(error).split(';')[0]}") from None
    if not isinstance(data, dict):
        raise BoardError(f"not a board: a JSON object was expected, not {type(data).__name__}")
    return data


def _no_constant(name: str) -> NoReturn:
    raise BoardError(f"not a board: {name} is not JSON")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        (double, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise BoardError(f"not a board: the key {double[:40]!r} comes twice")
    return data


def board_of(data: dict[str, Any]) -> tuple[Game, Any]:
    """Return the game and the board of a JSON object in the public format; raise BoardError if it is malformed."""
    if "game" not in data:
        raise BoardError(f"the board has no 'game': {did_you_mean('', GAMES)}")
    name = data["game"]
    if not isinstance(name, str) or name not in GAMES:
        hint = did_you_mean(str(name)[:40], GAMES)
        raise BoardError(f"unknown game {str(name)[:40]!r} in the board: {hint}")
    game = GAMES[name]
    board = game.board.from_json(data)
    require_known(data, OPTIONAL | game.archive_keys | set(game.board.to_json(board)))
    return game, board


def line_of(data: dict[str, Any], form: str | None) -> str:
    """Return the line with a board in the public format: as it is, or as a URL if `form` is "puzzlink".

    Raise BoardError if no URL says this board.
    """
    return json.dumps(data) if form is None else url_of(*board_of(data))


def require_known(data: Mapping[str, Any], known: set[str]) -> None:
    """Raise BoardError if the JSON object has other keys than those that are `known`."""
    if unknown := set(data) - known:
        raise BoardError(f"unknown key {min(unknown)[:40]!r} in the board: {did_you_mean(min(unknown)[:40], known)}")


def named(file: str) -> str:
    """Return the name of an input file for messages."""
    return "standard input" if file == "-" else file


def called(data: Mapping[str, Any], otherwise: str) -> str:
    """Return the board's name for messages: its id if that is text, else `otherwise`."""
    return data["id"] if isinstance(data.get("id"), str) else otherwise


def fingerprint(game: Game, board: Any) -> str:
    """Return the fingerprint of a board: "sha256:" and the hash of its canonical JSON."""
    return fingerprint_of(game.board.to_json(board))


def fingerprint_of_images(game: Game, board: Any) -> str:
    """Return the least fingerprint of the board's images: one for all boards that are equal by turning and renaming."""
    return min(fingerprint(game, image) for image in game.images(board))


def fingerprint_of(data: dict[str, Any]) -> str:
    """Return the fingerprint of a board that is already in the public format."""
    from hashlib import sha256  # noqa: PLC0415  # it loads OpenSSL

    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return "sha256:" + sha256(canonical.encode()).hexdigest()


# URLs of puzz.link

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
