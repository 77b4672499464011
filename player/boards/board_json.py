"""Boards in files: strict JSON or pictures in, the public format out."""

import hashlib
import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO

from player.errors import BoardError, InputMissing, did_you_mean
from player.files import regular
from player.games import GAMES, Game
from player.proof import prove
from player.sight.picture import read as picture_reader
from player.sight.reading import Reading

#: The longest line of a board, in characters; a board of the largest size takes a few thousand.
MAX_LINE_CHARACTERS = 1_000_000
#: The longest file that is read whole, and the longest line that is skipped, in characters.
MAX_FILE_CHARACTERS = 300_000_000
#: The keys that any board may have besides those of its game.
OPTIONAL = {"id", "number", "date", "solution", "solutions", "difficulty", "claim"}


def parse(text: str) -> dict[str, Any]:
    """Return the JSON object in `text`; raise BoardError if it is not one.

    NaN, duplicate keys and endless nesting are refused too.
    """
    if len(text) > MAX_LINE_CHARACTERS:
        raise BoardError(f"the board is too long: at most {MAX_LINE_CHARACTERS} characters are read")
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
    known = OPTIONAL | game.archive_keys | set(game.board.to_json(board))
    if unknown := set(data) - known:
        raise BoardError(f"unknown key {min(unknown)[:40]!r} in the board: {did_you_mean(min(unknown)[:40], known)}")
    return game, board


def read_text(path: Path, what: str, most: int = MAX_FILE_CHARACTERS) -> str:
    """Return the text of an input file of up to `most` characters.

    `what` names the file's role in error messages. Raise InputMissing if the file can't be read, BoardError if it is
    too long or not UTF-8.
    """
    try:
        with regular(path).open(encoding="utf-8-sig") as file:
            return bounded(file, f"{what} {path}", most)
    except FileNotFoundError:
        raise InputMissing(f"{what} {path} is not there: check the path") from None
    except UnicodeDecodeError:
        raise BoardError(f"{what} {path} is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise InputMissing(f"{what} {path} can't be read: {error.strerror}") from None


def text_of(file: str, what: str, most: int = MAX_FILE_CHARACTERS) -> str:
    """Return the text of an input file, or of standard input for "-"."""
    if file != "-":
        return read_text(Path(file), what, most)
    try:
        return bounded(sys.stdin, "standard input", most)
    except UnicodeDecodeError:
        raise BoardError("standard input is not UTF-8 text") from None


def bounded(stream: TextIO, what: str, most: int = MAX_FILE_CHARACTERS) -> str:
    """Return the rest of `stream`; raise BoardError if it is longer than `most` characters."""
    text = stream.read(most + 1)
    if len(text) > most:
        raise BoardError(f"{what} is longer than the {most} characters that are read")
    return text


def one_of(file: str, line: int | None) -> tuple[str, dict[str, Any]]:
    """Return the name and the JSON object of the board in `file` ("-": standard input), or of that on its `line`.

    The file may be a picture, which has one board. Raise BoardError if there is none, or several and no `line`.
    """
    if (picture := picture_in(file)) is not None:
        if line not in {None, 1}:
            raise BoardError(f"no board is on line {line} of {file}: a picture has one board")
        return file, reading_in(file, picture).board
    found = entries(text_of(file, "the board file"))
    if line is None and len(found) > 1:
        raise BoardError(f"{file} holds {len(found)} boards: choose one, for example --line {found[0][0]}")
    at, text = next((entry for entry in found if line in {None, entry[0]}), (0, ""))
    if not at:
        raise BoardError(f"no board is {'in' if line is None else f'on line {line} of'} {file}")
    try:
        data = parse(text)
    except BoardError as error:
        raise BoardError(f"{named(file)} line {at}: {error}") from None
    return called(data, f"line {at}"), data


def named(file: str) -> str:
    """Return the name of an input file for messages."""
    return "standard input" if file == "-" else file


def called(data: Mapping[str, Any], otherwise: str) -> str:
    """Return the board's name for messages: its id if that is text, else `otherwise`."""
    return data["id"] if isinstance(data.get("id"), str) else otherwise


def entries(text: str) -> list[tuple[int, str]]:
    """Return the boards in the text of a file, with line numbers: one JSON object, or JSON Lines."""
    return list(grouped(io.StringIO(text)))


def grouped(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the boards in the lines of a file, with line numbers, as the lines are read.

    The lines are one object if the first begins an object without ending it, and the second begins none.
    """
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    held = list(islice(numbered, 1))
    if held and _begins_object(held[0][1]) and not _is_object(held[0][1]):
        held += islice(numbered, 1)
        if not _begins_object(held[-1][1]):
            size = sum(len(line) for _, line in held)
            while size <= MAX_LINE_CHARACTERS and (entry := next(numbered, None)):
                held.append(entry)
                size += len(entry[1])
            if size <= MAX_LINE_CHARACTERS:
                held = [(held[0][0], "".join(line for _, line in held))]
    yield from ((number, text.strip()) for number, text in chain(held, numbered))


def _begins_object(line: str) -> bool:
    return line.lstrip().startswith("{")


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def fingerprint(game: Game, board: Any) -> str:
    """Return the fingerprint of a board: "sha256:" and the hash of its canonical JSON."""
    return fingerprint_of(game.board.to_json(board))


def fingerprint_of_images(game: Game, board: Any) -> str:
    """Return the least fingerprint of the board's images: one for all boards that are equal by turning and renaming."""
    return min(fingerprint(game, image) for image in game.images(board))


def fingerprint_of(data: dict[str, Any]) -> str:
    """Return the fingerprint of a board that is already in the public format."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def _no_constant(name: str) -> NoReturn:
    raise BoardError(f"not a board: {name} is not JSON")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        (double, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise BoardError(f"not a board: the key {double[:40]!r} comes twice")
    return data


# Pictures where boards are expected

#: The number of bytes by which a picture is recognised.
HEAD = 12
#: The longest picture file that is read, in bytes.
MAX_BYTES = 100_000_000


def is_picture(head: bytes) -> bool:
    """Return whether these are the first bytes of a PNG, JPEG or WebP file."""
    return head.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff")) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")


def picture_in(file: str) -> bytes | None:
    """Return the picture in `file` ("-": standard input), or None if it is none; standard input is not used up then.

    A file that can't be read is no picture: the reader of text reports it.
    """
    if file == "-":
        return picture_on(sys.stdin)
    try:
        if not Path(file).is_file():  # a pipe can be read once only
            return None
        with Path(file).open("rb") as stream:
            return _whole(stream, file) if is_picture(stream.peek(HEAD)[:HEAD]) else None
    except OSError:
        return None


def picture_on(stream: TextIO | None) -> bytes | None:
    """Return the picture on standard input, or None if it is none."""
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(stream.buffer, io.BufferedReader):
        return None
    return _whole(stream.buffer, named("-")) if is_picture(stream.buffer.peek(HEAD)[:HEAD]) else None


def _whole(stream: BinaryIO, what: str) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BoardError(f"{what} is a picture of more than {MAX_BYTES // 10**6} million bytes: take a smaller one")
    return data


def bytes_of(file: str) -> bytes:
    """Return the content of a picture file, or of standard input for "-"; raise InputMissing if it can't be read."""
    if file == "-":
        if sys.stdin is None:
            raise InputMissing("standard input is closed: name a file, or give it a picture")
        return _whole(sys.stdin.buffer, named("-"))
    try:
        with regular(Path(file)).open("rb") as stream:
            return _whole(stream, file)
    except FileNotFoundError:
        raise InputMissing(f"the picture {file} is not there: check the path") from None
    except OSError as error:
        raise InputMissing(f"the picture {file} can't be read: {error.strerror}") from None


def picture_required(file: str) -> bytes:
    """Return the picture in `file` ("-": standard input); raise BoardError if it is something else."""
    data = bytes_of(file)
    if not is_picture(data[:HEAD]):
        raise BoardError(
            f"{named(file)} is no picture: take a PNG, JPEG or WebP file; of a board as JSON, "
            f"`player explain {file} --steps 1` tells the first step"
        )
    return data


def reading_in(file: str, data: bytes, game: str | None = None) -> Reading:
    """Return the reading of the picture `data` from `file`, which messages name."""
    try:
        return picture_reader(data, game)
    except BoardError as error:
        raise BoardError(f"{named(file)}: {error}") from None


def picture_record(file: str, game: str | None) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the record of a picture: the board and its number of solutions, or an error."""
    try:
        seen = picture_reader(bytes_of(file), game)
        proof = prove(GAMES[seen.game], GAMES[seen.game].board.from_json(seen.board))
    except (BoardError, InputMissing) as error:
        return error.code, {"file": file, "error": str(error)}
    found: dict[str, Any] = {"file": file, "game": seen.game, "board": seen.board, "solutions": proof.solutions}
    found |= {**proof.told(), "confidence": seen.confidence}
    if seen.progress:
        found["progress"] = seen.progress
    return 0 if proof.solutions == 1 else BoardError.exit_code, found
