"""Streams of boards from files and of their answers, in constant memory."""

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from player.boards.board_json import MAX_FILE_CHARACTERS, MAX_LINE_CHARACTERS, board_of, grouped, parse
from player.boards.pictures import board_text, picture_in
from player.deadlines import within
from player.errors import SOLVED, BoardError, DeadlineOver, InputMissing, NotInstalled, PlayerError, Unavailable
from player.files import regular
from player.games import Game
from player.proof import prove

#: Seconds until somebody must have opened a pipe with boards to write to it.
PIPE_TIMEOUT_S = 5.0


class Entry(NamedTuple):
    """The text of a board and its position: a file ("-": standard input) and a line, from 1.

    For a file that can't be read, or has no board, `line` is 0 and `problem` is the error.
    """

    file: str
    line: int
    text: str = ""
    problem: PlayerError | None = None


class Answer(NamedTuple):
    """The result for an entry: its exit code, and its record as JSON.

    `record` has `id`, `file`, `line`, and either `game`, `solutions`, `solution`, `ms` and maybe `claim`, or `error`.
    """

    entry: Entry
    code: int
    record: dict[str, Any]


def read(files: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries of `files` in order, read lazily."""
    for file in files:
        line = 0
        try:
            for line, text in _boards(file):
                yield Entry(file, line, text)
        except (BoardError, InputMissing, NotInstalled) as problem:
            yield Entry(file, 0, problem=problem)
        else:
            if not line:
                none = BoardError(f"no board is in {file}: a JSON object, or one on each line, was expected")
                yield Entry(file, 0, problem=none)


def answer(entry: Entry, deadline: float) -> Answer:
    """Return the answer to `entry`: solve the board and prove its solution, in `deadline` seconds.

    Errors are answers too.
    """
    data: dict[str, Any] = {}
    over = DeadlineOver(f"not solved in {deadline:g} s: give more with --deadline SECONDS")
    try:
        return within(deadline, partial(_solve, entry, data), over)
    except (BoardError, InputMissing, NotInstalled, DeadlineOver) as error:
        return refused(entry, data, error)
    except MemoryError:
        return refused(entry, data, Unavailable("not solved: there is not enough memory for it"))


def _solve(entry: Entry, data: dict[str, Any]) -> Answer:
    """Return the answer to `entry`, and copy its JSON to `data`."""
    game, board = board_in(entry, data)
    proof = prove(game, board)
    solution = game.board.solution_to_json(proof.found[0]) if proof.found else None
    ms = {stage: round(time, 3) for stage, time in proof.ms.items()}
    code = SOLVED if proof.solutions == 1 else BoardError.exit_code
    result = {"game": game.name, "solutions": proof.solutions, "solution": solution, **proof.told(), "ms": ms}
    return Answer(entry, code, {"id": name_of(data), "file": entry.file, "line": entry.line, **result})


def board_in(entry: Entry, data: dict[str, Any]) -> tuple[Game, Any]:
    """Return the game and the board of `entry`, and copy its JSON to `data`."""
    if entry.problem:
        raise entry.problem
    data.update(parse(entry.text))
    return board_of(data)


def refused(entry: Entry, data: dict[str, Any], error: PlayerError) -> Answer:
    """Return the answer to `entry` for an error."""
    return Answer(entry, error.code, {"id": name_of(data), "file": entry.file, "line": entry.line, "error": str(error)})


def name_of(data: dict[str, Any]) -> str | int | None:
    """Return the board's id if it is text or an integer: other values, such as infinity, may not be valid JSON."""
    name = data.get("id")
    return name if isinstance(name, str | int) else None


def _boards(file: str) -> Iterator[tuple[int, str]]:
    what = "standard input" if file == "-" else f"the board file {file}"
    if (picture := picture_in(file)) is not None:
        yield 1, board_text(file, picture)
        return
    try:
        with _open(file) as stream:
            yield from grouped(_lines(stream, what))
    except FileNotFoundError:
        raise InputMissing(f"{what} is not there: check the path") from None
    except OSError as error:
        raise InputMissing(f"{what} can't be read: {error.strerror}") from None


def _open(file: str) -> "nullcontext[TextIO] | TextIO":
    """Return the text stream of `file`; bytes that are not UTF-8 become lone surrogates, so other lines stay valid."""
    if file != "-":
        boards = partial(Path(file).open, encoding="utf-8-sig", errors="surrogateescape")
        if Path(file).is_fifo():
            silent = InputMissing(f"the board file {file} can't be read: it is a pipe, and nobody writes to it")
            return within(PIPE_TIMEOUT_S, boards, silent)
        regular(Path(file))
        return boards()
    if sys.stdin is None:
        raise InputMissing("standard input is closed: name a file, or give it boards")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    return nullcontext(sys.stdin)


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
