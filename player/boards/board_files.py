"""Files with boards: pictures, one JSON object, or one on each line, read one by one in constant memory; and URLs."""

import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TextIO

from player.boards.board_json import MAX_LINE_CHARACTERS, called, is_url, line_of, named, parse
from player.deadlines import within
from player.errors import BoardError, InputMissing, NotInstalled, PlayerError
from player.files import reading, regular
from player.games import GAMES
from player.proof import prove
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from player.sight.reading import Reading

#: The longest file that is read whole, and the longest line that is skipped, in characters.
MAX_FILE_CHARACTERS = 300_000_000
#: Seconds until somebody must have opened a pipe with boards to write to it.
PIPE_TIMEOUT_S = 5.0


class BoardEntry(NamedTuple):
    """The text of a board and its position: a file ("-": standard input) and a line, from 1.

    For a file that can't be read, or has no board, `line` is 0 and `problem` is the error.
    """

    file: str
    line: int
    text: str = ""
    problem: PlayerError | None = None
    has_lines: bool = True
    """False for a URL and for a picture."""

    @property
    def place(self) -> str:
        """The file, with the line if it has lines, for messages."""
        return f"{named(self.file)} line {self.line}" if self.has_lines else named(self.file)

    @contextmanager
    def named_in_errors(self) -> Iterator[None]:
        """Say the place in an error about the board in here: it is the only one, so that no report names it."""
        try:
            yield
        except BoardError as error:
            raise BoardError(f"{self.place}: {error}") from None


def read(files: Iterable[str]) -> Iterator[BoardEntry]:
    """Yield the entries of `files` in order, read lazily."""
    for file in files:
        line = 0
        try:
            for entry in _boards(file):
                line = entry.line
                yield entry
        except (BoardError, InputMissing, NotInstalled) as problem:
            yield BoardEntry(file, 0, problem=problem)
        else:
            if not line:
                none = BoardError(f"no board is in {file}: a JSON object, or one on each line, was expected")
                yield BoardEntry(file, 0, problem=none)


def boards_in(files: Sequence[str]) -> int | None:
    """Return about how many boards are in `files`, by their lines; None if a file can't be read twice, or isn't there.

    Where no progress is shown, nothing is read: the answer is None.
    """
    if not (PROGRESS.live and not any(map(is_url, files)) and all(Path(file).is_file() for file in files)):
        return None
    found = 0
    for file in files:
        with suppress(OSError), Path(file).open("rb") as stream:
            lines = iter(partial(stream.readline, MAX_LINE_CHARACTERS), b"")
            found += max(1, sum(line.startswith(b"{") for line in lines))
    return found


def entries_in(files: Sequence[str], line: int | None = None) -> tuple[bool, Iterator[BoardEntry]]:
    """Return whether there is only one entry, and the entries: all in `files`, or the one on a `line`.

    Raise the error of the only one.
    """
    entries = (entry for entry in read(files) if line in {None, entry.line} or entry.problem)
    first = list(islice(entries, 2 if line is None else 1))
    if not first:
        raise BoardError(f"no board is on line {line} of {files[0]}")
    alone = len(first) == 1
    if alone and first[0].problem:
        raise first[0].problem
    return alone, iter(first) if alone else chain(first, entries)


@contextmanager
def one_of(file: str, line: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the JSON object of the board in `file` ("-": standard input), or of that on its `line`.

    The file may be a picture, which has one board. Raise BoardError if there is none, or several and no `line`; one
    about the board in here names the file and the line.
    """
    alone, entries = entries_in([file], line)
    entry = next(entries)
    if not alone:
        raise BoardError(f"{file} holds several boards: choose one, for example --line {entry.line}")
    with entry.named_in_errors():
        data = parse(entry.text)
        yield called(data, f"line {entry.line}"), data


def _boards(file: str) -> Iterator[BoardEntry]:
    if is_url(file):
        yield BoardEntry(file, 1, file, has_lines=False)
        return
    if (picture := picture_in(file)) is not None:
        yield BoardEntry(file, 1, json.dumps(reading_in(file, picture).board), has_lines=False)
        return
    what = "standard input" if file == "-" else f"the board file {file}"
    with reading(what), _open(file) as stream:
        for number, text in grouped(_lines(stream, what)):
            yield BoardEntry(file, number, text)


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


def _open(file: str) -> AbstractContextManager[TextIO]:
    """Return the text stream of `file`; bytes that are not UTF-8 become lone surrogates, so other lines stay valid."""
    if file != "-":
        boards = partial(Path(file).open, encoding="utf-8-sig", errors="surrogateescape")
        if Path(file).is_fifo():
            silent = InputMissing(f"the board file {file} can't be read: it is a pipe, and nobody writes to it")
            return within(PIPE_TIMEOUT_S, boards, silent)
        regular(Path(file))
        return boards()
    stream = _stdin("boards")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    return nullcontext(stream)


def _stdin(what: str) -> TextIO:
    """Return the standard input; raise InputMissing, which asks for `what`, if it was closed."""
    if sys.stdin is None:
        raise InputMissing(f"standard input is closed: name a file, or give it {what}")
    return sys.stdin


def _lines(stream: TextIO, what: str) -> Iterator[str]:
    """Yield the lines of `stream`; one longer than any board is cut off after `MAX_LINE_CHARACTERS` + 1."""
    while line := stream.readline(MAX_LINE_CHARACTERS + 1):
        yield line
        skipped = 0
        while line and not line.endswith("\n"):
            line = stream.readline(MAX_LINE_CHARACTERS)
            skipped += len(line)
            if skipped > MAX_FILE_CHARACTERS:
                raise BoardError(
                    f"{what} has a line of more than {MAX_FILE_CHARACTERS} characters: no board is that long"
                )


def text_of(file: str, what: str, most: int = MAX_FILE_CHARACTERS) -> str:
    """Return the text of an input file, or of standard input for "-", of up to `most` characters.

    `what` names the file's role in error messages. Raise InputMissing if the file can't be read, BoardError if it is
    too long or not UTF-8.
    """
    what = "standard input" if file == "-" else f"{what} {file}"
    try:
        with reading(what):
            opened = nullcontext(_stdin("text")) if file == "-" else regular(Path(file)).open(encoding="utf-8-sig")
            with opened as stream:
                text = stream.read(most + 1)
    except UnicodeDecodeError:
        raise BoardError(f"{what} is not UTF-8 text: save it as UTF-8") from None
    if len(text) > most:
        raise BoardError(f"{what} is longer than the {most} characters that are read")
    return text


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
    try:
        if file == "-":
            stream = getattr(sys.stdin, "buffer", None)
            peeked = isinstance(stream, io.BufferedReader) and is_picture(stream.peek(HEAD)[:HEAD])
            return _whole(stream, named("-")) if peeked and stream else None
        if not Path(file).is_file():  # a pipe can be read once only
            return None
        with Path(file).open("rb") as stream:
            return _whole(stream, file) if is_picture(stream.peek(HEAD)[:HEAD]) else None
    except OSError:
        return None


def _whole(stream: BinaryIO, what: str) -> bytes:
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BoardError(f"{what} is a picture of more than {MAX_BYTES // 10**6} million bytes: take a smaller one")
    return data


def bytes_of(file: str) -> bytes:
    """Return the content of a picture file, or of standard input for "-"; raise InputMissing if it can't be read."""
    if file == "-":
        return _whole(_stdin("a picture").buffer, named("-"))
    with reading(f"the picture {file}"), regular(Path(file)).open("rb") as stream:
        return _whole(stream, file)


def reading_in(file: str, data: bytes, game: str | None = None) -> "Reading":
    """Return the reading of the picture `data` from `file`, which messages name; raise BoardError if it is none."""
    if not is_picture(data[:HEAD]):
        raise BoardError(
            f"{named(file)} is no picture: take a PNG, JPEG or WebP file; of a board as JSON, "
            f"`player explain {file} --steps 1` tells the first step"
        )
    try:
        return _reading(data, game)
    except BoardError as error:
        raise BoardError(f"{named(file)}: {error}") from None


def _reading(data: bytes, game: str | None) -> "Reading":
    from player.sight.picture import read as reading_of  # noqa: PLC0415  # most boards are text

    return reading_of(data, game)


def picture_record(file: str, game: str | None, form: str | None) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the record of a picture: the board and its number of solutions, or an error.

    With a `form` the record has the board as a `url`, too.
    """
    try:
        seen = _reading(bytes_of(file), game)
        url = {"url": line_of(seen.board, form)} if form else {}
        proof = prove(GAMES[seen.game], GAMES[seen.game].board.from_json(seen.board))
    except (BoardError, InputMissing) as error:
        return error.code, {"file": file, "error": str(error)}
    found: dict[str, Any] = {"file": file, "game": seen.game, "board": seen.board, "solutions": proof.solutions}
    found |= {**url, **proof.claim_json(), "confidence": seen.confidence}
    if seen.progress:
        found["progress"] = seen.progress
    return 0 if proof.solutions == 1 else BoardError.exit_code, found
