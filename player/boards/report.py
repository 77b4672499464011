"""Many boards, done one by one in constant memory, and the report of `player solve`."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rich.console import Console
from rich.text import Text

from player.boards.board_files import BoardEntry, boards_in, entries_in
from player.boards.board_json import board_of, called, line_of, parse
from player.deadlines import watch, within
from player.errors import SOLVED, BoardError, DeadlineOver, Interrupted, PlayerError, Unavailable
from player.files import Records
from player.games import Game, title_of
from player.proof import prove
from player.render.progress import PROGRESS
from player.render.terminal import printable

if TYPE_CHECKING:
    from player.bulk import Jobs

T = TypeVar("T")
R = TypeVar("R")

#: The number of boards that a process receives at once: most are solved faster than they are sent.
BATCH_BOARDS = 32

_NUMBER = ("no solution", "1 solution", "2 solutions or more")


class Answer(NamedTuple):
    """The result for an entry: its exit code, and its record as JSON.

    `record` has `id`, `file`, `line`, and either `game`, `solutions`, `solution`, `ms` and maybe `claim` and `url`, or
    `error`.
    """

    entry: BoardEntry
    code: int
    record: dict[str, Any]

    @classmethod
    def of(cls, entry: BoardEntry, data: dict[str, Any], code: int, **result: Any) -> "Answer":
        """Return the answer for the board in `data`; its id is left out if it is neither text nor an integer.

        Other values, such as infinity, may not be valid JSON.
        """
        name = data.get("id")
        known = {"id": name if isinstance(name, str | int) else None, "file": entry.file, "line": entry.line}
        return cls(entry, code, {**known, **result})

    @classmethod
    def refused(cls, entry: BoardEntry, data: dict[str, Any], error: PlayerError) -> "Answer":
        """Return the answer for an error."""
        return cls.of(entry, data, error.code, error=str(error))


def answer(entry: BoardEntry, deadline: float, form: str | None = None) -> Answer:
    """Return the answer to `entry`: solve the board and prove its solution, in `deadline` seconds.

    With a `form` it has the board as a URL. Errors are answers too.
    """
    data: dict[str, Any] = {}
    _, found = result_or_error(deadline, "solved", (entry, partial(_solve, entry, data, form)))
    return Answer.refused(entry, data, found) if isinstance(found, PlayerError) else found


def _solve(entry: BoardEntry, data: dict[str, Any], form: str | None) -> Answer:
    """Return the answer to `entry`, and copy its JSON to `data`."""
    game, board = board_in(entry, data)
    url = {"url": line_of(data, form)} if form else {}
    proof = prove(game, board)
    return Answer.of(
        entry,
        data,
        SOLVED if proof.solutions == 1 else BoardError.exit_code,
        game=game.name,
        solutions=proof.solutions,
        solution=game.board.solution_to_json(proof.found[0]) if proof.found else None,
        **proof.claim_json(),
        **url,
        ms={stage: round(time, 3) for stage, time in proof.ms.items()},
    )


def board_in(entry: BoardEntry, data: dict[str, Any]) -> tuple[Game, Any]:
    """Return the game and the board of `entry`, and copy its JSON to `data`."""
    if entry.problem:
        raise entry.problem
    data.update(parse(entry.text))
    return board_of(data)


@dataclass
class Report:
    """The report of solved boards: a JSON record for each, text on `console`, totals on `aside`.

    One board is drawn, each of many is a line; if the user wants more, all are drawn, with their times and what their
    proofs are relative to. If `quiet`, boards with one solution are not reported, unless there is only one and
    `draws_one` is set. `several` files are distinguished by their names. Of boards with a URL `console` gets that
    alone, and `aside` the rest.
    """

    records: Records
    console: Console
    aside: Console
    _: KW_ONLY
    quiet: bool = False
    draws_one: bool = True
    several: bool = False
    _sum: Counter[str] = field(default_factory=Counter, init=False)

    def alone(self, found: Answer) -> None:
        """Report the only board, and draw it."""
        self.records.line(found.record)
        self._show(found, named=self.draws_one or found.code != SOLVED, drawn=self.draws_one)

    def one_of_many(self, found: Answer) -> None:
        """Report one of several boards; raise an error if nobody reads the output any more."""
        self.records.line(found.record)
        self.records.require()
        PROGRESS.advance()
        what = "not solved" if found.code == DeadlineOver.exit_code else "refused"
        solutions = found.record.get("solutions")
        self._sum[what if solutions is None else f"with {_NUMBER[solutions]}"] += 1
        if not self.quiet or found.code != SOLVED:
            self._show(found, named=True, drawn=PROGRESS.verbose)

    def _show(self, found: Answer, *, named: bool, drawn: bool) -> None:
        """Print the line of a board if it is to be `named`, and its URL, or its drawing if it was solved."""
        if named:
            self._heading(found)
        if url := found.record.get("url"):
            _write(self.console, url)
        elif drawn and "error" not in found.record:
            game, board = board_of(parse(found.entry.text))
            solution = found.record["solution"]
            self.console.print(game.text(board, game.board.to_solution(board, solution) if solution else None))

    def end(self) -> None:
        """Print the totals of several boards."""
        if (many := self._sum.total()) and not PROGRESS.quiet:
            line = f"{many} boards: " + ", ".join(f"{number} {what}" for what, number in self._sum.items())
            with suppress(OSError):  # a closed pipe: the boards are reported elsewhere
                self.aside.print(Text(line), soft_wrap=True)

    def _heading(self, found: Answer) -> None:
        line = printable(self._line(found))
        console = self.aside if "url" in found.record else self.console
        if found.code != SOLVED and console.is_terminal:
            console.print(Text(line, style="red"), soft_wrap=True)
        else:
            _write(console, line)

    def _line(self, found: Answer) -> str:
        record, where = found.record, f"line {found.entry.line}"
        if found.entry.problem:
            return str(record["error"])
        if self.several or "error" in record:
            where = found.entry.place
        if "error" in record:
            return f"{where}: {record['error']}"
        line = f"{title_of(record['game'])} {called(record, where)}: {_NUMBER[record['solutions']]}"
        if not PROGRESS.verbose:
            return line
        claim = f" {record['claim']['says']}" if "claim" in record else ""
        return f"{line}{claim} ({', '.join(f'{stage} {ms:.2f} ms' for stage, ms in record['ms'].items())})"


def _write(console: Console, line: str) -> None:
    """Print a plain line without rich, which takes longer to print a line than a board takes to solve."""
    console.file.write(f"{line}\n")
    console.file.flush()


def solve_all(
    files: Sequence[str],
    report: Report,
    *,
    jobs: "Jobs" = 1,
    deadline: float = 10.0,
    form: str | None = None,
    limit: float | None = None,
) -> int:
    """Solve the boards in `files` in order and report each at once; return the greatest exit code.

    Files and lines without a board are reported and skipped, unless there is nothing else. `deadline` is in seconds per
    board, and `limit` in seconds for all. With a `form` each board is reported as a URL.
    """
    with watch(limit) as watched:
        alone, entries = entries_in(files)
        tell = report.alone if alone else report.one_of_many
        work, code = partial(answer, deadline=deadline, form=form), SOLVED
        if not alone:
            PROGRESS.expect(boards_in(files))
        with in_order(work, entries, jobs, alone=alone, batch=BATCH_BOARDS) as answers:
            for found in answers:
                with watched.held(for_ever=True):  # lines are written completely
                    tell(found)
                if watched.reason:
                    raise watched.reason
                code = max(code, found.code)
        report.end()
        return code


# What all reports of many boards share


def in_order(
    work: Callable[[T], R], items: Iterable[T], jobs: "Jobs", *, alone: bool = False, batch: int = 1
) -> AbstractContextManager[Iterable[R]]:
    """Return a context with `work(item)` for each of `items`, in order, by `jobs`, who get `batch` at a time.

    One item `alone` is done here, unless `jobs` are a cluster.
    """
    if jobs == 1 or (alone and isinstance(jobs, int)):
        return nullcontext(map(work, items))
    from player.bulk import ordered  # noqa: PLC0415  # its import takes as long as solving a hundred boards

    return closing(ordered(work, items, jobs, batch))


def result_or_error(deadline: float, done: str, named: tuple[T, Callable[[], R]]) -> tuple[T, R | PlayerError]:
    """Return the name of some work on a board, and its result in `deadline` seconds or why it is not `done` ("solved").

    Only a signal is raised.
    """
    name, work = named
    over = DeadlineOver(f"not {done} in {deadline:g} s: give more with --board-deadline SECONDS")
    try:
        return name, within(deadline, work, over)
    except Interrupted:
        raise
    except PlayerError as error:
        return name, error
    except MemoryError:
        return name, Unavailable(f"not {done}: there is not enough memory for it")
