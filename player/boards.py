"""Boards in files: strict JSON in, the public format out."""

import hashlib
import json
from pathlib import Path
from typing import Any, NoReturn, TextIO

from player.errors import BoardError, InputMissing
from player.games import GAMES, Game
from player.suggest import nearest

#: A board of the largest size allowed takes a few kilobytes; a line beyond this is no board.
MAX_LINE = 1_000_000
#: A file beyond this is no file of boards; it is read whole.
MAX_FILE = 300_000_000
#: What a board may say besides itself.
OPTIONAL = {"id", "number", "date", "solution", "solutions", "difficulty"}


def parse(text: str) -> dict[str, Any]:
    """The JSON object that `text` holds, or BoardError: NaN, duplicate keys and endless nesting are not JSON to us."""
    if len(text) > MAX_LINE:
        raise BoardError(f"a board takes less than {MAX_LINE} characters, this has {len(text)}")
    try:
        data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
    except json.JSONDecodeError as error:
        raise BoardError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise BoardError("not a board: nested too deeply") from None
    except ValueError as error:  # Python refuses integers of more than 4300 digits
        raise BoardError(f"not a board: {str(error).split(';')[0]}") from None
    if not isinstance(data, dict):
        raise BoardError(f"not a board: a JSON object was expected, not {type(data).__name__}")
    return data


def board_of(data: dict[str, Any]) -> tuple[Game, Any]:
    """The game and the board of a JSON object in the public format."""
    if "game" not in data:
        raise BoardError(f"the board has no 'game': {nearest('', GAMES)}")
    name = data["game"]
    if not isinstance(name, str) or name not in GAMES:
        hint = nearest(str(name)[:40], GAMES)
        raise BoardError(f"unknown game {str(name)[:40]!r} in the board: {hint}")
    game = GAMES[name]
    board = game.from_json(data)
    known = OPTIONAL | set(game.to_json(board))
    if unknown := set(data) - known:
        raise BoardError(f"unknown key {min(unknown)[:40]!r} in the board: {nearest(min(unknown)[:40], known)}")
    return game, board


def read_text(path: Path, what: str) -> str:
    """The text of an input file; `what` names its part in the run for the error line."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            return bounded(file, f"{what} {path}")
    except FileNotFoundError:
        raise InputMissing(f"{what} {path} is not there: check the path") from None
    except UnicodeDecodeError:
        raise BoardError(f"{what} {path} is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise InputMissing(f"{what} {path} can't be read: {error.strerror}") from None


def bounded(stream: TextIO, what: str) -> str:
    """All of `stream`, unless it goes on for ever."""
    text = stream.read(MAX_FILE + 1)
    if len(text) > MAX_FILE:
        raise BoardError(f"{what} is longer than {MAX_FILE} characters: split it")
    return text


def entries(text: str) -> list[tuple[int, str]]:
    """The boards in the text of a file with their line numbers: one JSON object, or JSON Lines of many.

    It is one object over several lines where the first is no whole object, and the second does not begin one.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    spread = len(lines) > 1 and not lines[1][1].startswith("{") and not _is_object(lines[0][1])
    return [(1, text)] if spread else lines


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def fingerprint(game: Game, board: Any) -> str:
    return fingerprint_of(game.to_json(board))


def fingerprint_of(data: dict[str, Any]) -> str:
    """The fingerprint of a board that is in the public format already."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def _no_constant(name: str) -> NoReturn:
    raise BoardError(f"not a board: {name} is not JSON")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise BoardError(f"not a board: the key {double[:40]!r} comes twice")
    return data
