"""The public format of boards: strict JSON in, a game and its board out; names and fingerprints of boards."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from player.boards.puzzlink import data_of, is_url, url_of
from player.errors import BoardError, did_you_mean
from player.games import GAMES, Game

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
