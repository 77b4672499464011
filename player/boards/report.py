"""The report of `player solve`: boards from files, solved and reported one by one."""

import json
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from player.boards.board_json import board_of, called, named, parse
from player.boards.stream import Answer, Entry, answer, read
from player.deadlines import watch
from player.errors import SOLVED, DeadlineOver
from player.files.records import Records
from player.render.terminal import Bar, printable

if TYPE_CHECKING:
    from player.bulk import Jobs

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


def _answers(entries: Iterable[Entry], jobs: "Jobs", deadline: float) -> Generator[Answer]:
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
