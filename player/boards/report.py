"""Boards from files, solved one by one in constant memory, and the report of `player solve`."""

import io
import json
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from rich.console import Console
from rich.text import Text

from player.boards.board_json import (
    MAX_FILE_CHARACTERS,
    MAX_LINE_CHARACTERS,
    board_of,
    called,
    grouped,
    named,
    parse,
    picture_in,
    reading_in,
)
from player.deadlines import watch, within
from player.errors import SOLVED, BoardError, DeadlineOver, InputMissing, NotInstalled, PlayerError, Unavailable
from player.files import regular
from player.files.records import Records
from player.games import Game
from player.proof import prove
from player.render.terminal import Bar, printable

if TYPE_CHECKING:
    from player.bulk import Jobs

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


class Answer(NamedTuple):
    """The result for an entry: its exit code, and its record as JSON.

    `record` has `id`, `file`, `line`, and either `game`, `solutions`, `solution`, `ms` and maybe `claim`, or `error`.
    """

    entry: BoardEntry
    code: int
    record: dict[str, Any]


def read(files: Iterable[str]) -> Iterator[BoardEntry]:
    """Yield the entries of `files` in order, read lazily."""
    for file in files:
        line = 0
        try:
            for line, text in _boards(file):
                yield BoardEntry(file, line, text)
        except (BoardError, InputMissing, NotInstalled) as problem:
            yield BoardEntry(file, 0, problem=problem)
        else:
            if not line:
                none = BoardError(f"no board is in {file}: a JSON object, or one on each line, was expected")
                yield BoardEntry(file, 0, problem=none)


def answer(entry: BoardEntry, deadline: float) -> Answer:
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


def _solve(entry: BoardEntry, data: dict[str, Any]) -> Answer:
    """Return the answer to `entry`, and copy its JSON to `data`."""
    game, board = board_in(entry, data)
    proof = prove(game, board)
    solution = game.board.solution_to_json(proof.found[0]) if proof.found else None
    ms = {stage: round(time, 3) for stage, time in proof.ms.items()}
    code = SOLVED if proof.solutions == 1 else BoardError.exit_code
    result = {"game": game.name, "solutions": proof.solutions, "solution": solution, **proof.told(), "ms": ms}
    return Answer(entry, code, {"id": name_of(data), "file": entry.file, "line": entry.line, **result})


def board_in(entry: BoardEntry, data: dict[str, Any]) -> tuple[Game, Any]:
    """Return the game and the board of `entry`, and copy its JSON to `data`."""
    if entry.problem:
        raise entry.problem
    data.update(parse(entry.text))
    return board_of(data)


def refused(entry: BoardEntry, data: dict[str, Any], error: PlayerError) -> Answer:
    """Return the answer to `entry` for an error."""
    return Answer(entry, error.code, {"id": name_of(data), "file": entry.file, "line": entry.line, "error": str(error)})


def name_of(data: dict[str, Any]) -> str | int | None:
    """Return the board's id if it is text or an integer: other values, such as infinity, may not be valid JSON."""
    name = data.get("id")
    return name if isinstance(name, str | int) else None


def _boards(file: str) -> Iterator[tuple[int, str]]:
    what = "standard input" if file == "-" else f"the board file {file}"
    if (picture := picture_in(file)) is not None:
        yield 1, json.dumps(reading_in(file, picture).board)
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


# The report

#: The number of boards that a process receives at once: most are solved faster than they are sent.
BATCH_BOARDS = 32

_NUMBER = ("no solution", "1 solution", "2 solutions or more")


class Report:
    """The report of solved boards: a JSON record for each, text on `console`, progress and totals on `aside`.

    If `quiet`, boards with one solution appear only in the records, unless there is only one board. `several` files are
    distinguished by their names.
    """

    def __init__(
        self, records: Records, console: Console, aside: Bar, *, quiet: bool = False, several: bool = False
    ) -> None:
        self._records = records
        self._console = console
        self._aside = aside
        self._quiet = quiet
        self._several = several
        self._sum: Counter[str] = Counter()

    def alone(self, found: Answer) -> None:
        """Report the only board, and draw it."""
        self._records.line(found.record)
        self._heading(found, self._console)
        if "error" not in found.record:
            game, board = board_of(parse(found.entry.text))
            solution = found.record["solution"]
            picture = game.text(board, game.board.to_solution(board, solution) if solution else None)
            self._console.print(picture)
            self._console.print(Text(json.dumps(solution)), soft_wrap=True)

    def one_of_many(self, found: Answer) -> None:
        """Report one of several boards; raise an error if nobody reads the output any more."""
        self._records.line(found.record)
        self._records.require()
        self._aside.advance(len(found.entry.text) + 1)
        self._sum[_outcome(found)] += 1
        if self._quiet and found.code == SOLVED:
            return
        console = self._aside.console if self._aside.live and self._console.is_terminal else self._console
        self._heading(found, console)
        if not self._quiet and "error" not in found.record:
            _write(console, json.dumps(found.record["solution"]))

    def end(self) -> None:
        """Print the totals of several boards."""
        if many := self._sum.total():
            self._aside.end(f"{many} boards: " + ", ".join(f"{number} {what}" for what, number in self._sum.items()))

    def _heading(self, found: Answer, console: Console) -> None:
        record = found.record
        where = f"line {found.entry.line}"
        if self._several or "error" in record:
            where = f"{named(found.entry.file)} {where}"
        if found.entry.problem:
            line = record["error"]
        elif "error" in record:
            line = f"{where}: {record['error']}"
        else:
            name = called(record, where)
            times = ", ".join(f"{stage} {ms:.2f} ms" for stage, ms in record["ms"].items())
            claim = f" {record['claim']['says']}" if "claim" in record else ""
            line = f"{record['game']} {name}: {_NUMBER[record['solutions']]}{claim} ({times})"
        if found.code != SOLVED and console.is_terminal:
            console.print(Text(printable(line), style="red"), soft_wrap=True)
        else:
            _write(console, printable(line))


def solve_all(files: Sequence[str], report: Report, *, jobs: "Jobs" = 1, deadline: float = 10.0) -> int:
    """Solve the boards in `files` in order and report each at once; return the greatest exit code.

    Files and lines without a board are reported and skipped, unless there is nothing else. `deadline` is in seconds per
    board.
    """
    with watch() as watched:
        entries = read(files)
        first = list(islice(entries, 2))
        alone = len(first) == 1
        if alone and first[0].problem:
            raise first[0].problem
        tell = report.alone if alone else report.one_of_many
        codes = set()
        if alone and isinstance(jobs, int):
            jobs = 1
        with closing(_answers(chain(first, entries), jobs, deadline)) as answers:
            for found in answers:
                with watched.held(for_ever=True):  # lines are written completely
                    tell(found)
                if watched.reason:
                    raise watched.reason
                codes.add(found.code)
        report.end()
        return max(codes)


def _answers(entries: Iterable[BoardEntry], jobs: "Jobs", deadline: float) -> Generator[Answer]:
    if jobs == 1:
        return (answer(entry, deadline) for entry in entries)
    from player.bulk import ordered  # noqa: PLC0415  # its import takes as long as solving a hundred boards

    return ordered(partial(answer, deadline=deadline), entries, jobs, BATCH_BOARDS)


def _outcome(found: Answer) -> str:
    if "error" not in found.record:
        return f"with {_NUMBER[found.record['solutions']]}"
    return "not solved" if found.code == DeadlineOver.exit_code else "refused"


def _write(console: Console, line: str) -> None:
    """Print a plain line without rich, which takes longer to print a line than a board takes to solve."""
    console.file.write(f"{line}\n")
    console.file.flush()
