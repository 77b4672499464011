"""Pictures where boards are expected: recognised by their first bytes, and read as boards in the public format."""

import io
import json
import sys
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from player.errors import BoardError, InputMissing
from player.files import regular
from player.games import GAMES
from player.proof import prove
from player.sight.picture import read
from player.sight.reading import Reading

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
    return _whole(stream.buffer, "standard input") if is_picture(stream.buffer.peek(HEAD)[:HEAD]) else None


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
        return _whole(sys.stdin.buffer, "standard input")
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
        name = "standard input" if file == "-" else file
        raise BoardError(
            f"{name} is no picture: take a PNG, JPEG or WebP file; of a board as JSON, "
            f"`player explain {file} --steps 1` tells the first step"
        )
    return data


def reading_in(file: str, data: bytes, game: str | None = None) -> Reading:
    """Return the reading of the picture `data` from `file`, which messages name."""
    try:
        return read(data, game)
    except BoardError as error:
        raise BoardError(f"{'standard input' if file == '-' else file}: {error}") from None


def board_text(file: str, data: bytes) -> str:
    """Return the board in a picture as a line of JSON."""
    return json.dumps(reading_in(file, data).board)


def record(file: str, game: str | None) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the record of a picture: the board and its number of solutions, or an error."""
    try:
        seen = read(bytes_of(file), game)
        proof = prove(GAMES[seen.game], GAMES[seen.game].board.from_json(seen.board))
    except (BoardError, InputMissing) as error:
        return error.code, {"file": file, "error": str(error)}
    told: dict[str, Any] = {"file": file, "game": seen.game, "board": seen.board, "solutions": proof.solutions}
    told |= {**proof.told(), "confidence": seen.confidence}
    if seen.progress:
        told["progress"] = seen.progress
    return 0 if proof.solutions == 1 else BoardError.exit_code, told
