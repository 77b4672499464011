"""A night: each game of the day is played once, across all runs of the day and the nights before."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from urllib.parse import quote

from player.artifacts.run_log import MAX_OWN_EXIT_CODE, RunLog, record
from player.days import first_day
from player.deadlines import Watch
from player.errors import (
    SOLVED,
    CannotCreate,
    CannotWrite,
    DeadlineOver,
    Locked,
    Outcome,
    PlayerError,
    Unavailable,
    worst,
)
from player.files import ensure_folder, os_errors
from player.games import title_of
from player.nightly.history import History, Key, Row
from player.nightly.reports import Night, of_row, played, prepare
from player.playing.result import Result
from player.render.progress import PROGRESS
from player.run import Observers, Run, RunOptions

#: The result of a try without an end, on a day that is over.
LOST = {"outcome": Outcome.UNAVAILABLE, "exit": Unavailable.exit_code, "message": "the run was cut off"}


@dataclass(slots=True)
class Nightly:
    """A night played by `run` with `options`, recorded in `history` under `site` and `account`.

    `today` returns the current puzzle day. `notes` are lines for the user at the end.
    """

    options: RunOptions
    log: RunLog
    watch: Watch
    history: History
    site: str
    account: str
    today: Callable[[], str]
    notes: list[str] = field(default_factory=list)
    run: Run = field(init=False)
    _games: Sequence[str] = ()
    _done: dict[str, Row] = field(default_factory=dict)
    _results: dict[str, Result] = field(default_factory=dict)
    _reason: str = ""
    _keys: dict[str, Key] = field(default_factory=dict)
    _unwritten: PlayerError | None = None

    def __post_init__(self) -> None:
        verify = self.options.session is not None and self.options.can_verify
        self.options = replace(self.options, rules=replace(self.options.rules, verify_saved=verify))
        self.run = Run(self.options, self.log, self.watch, Observers(self._stage, self._ended, prepare))

    def play(self, games: Sequence[str], *, again: bool = False) -> int:
        """Play those of `games` that are not done today; return the exit code. Raises the errors of Run.play.

        A game is done if it is won, or, unless `again`, if it failed for a lasting reason: one visit a day is enough.
        The exit code covers all of `games`.
        """
        day = self.today()
        self._resolve()
        keys = {self._key(game) for game in games}
        self._done = {
            row.key.game: row
            for row in self.history.rows(since=min((key.day for key in keys), default=day))
            if row.key in keys and (row.won or not (again or row.open or _may_pass(row.exit)))
        }
        won = [_named(row.key) for row in self._done.values() if row.won]
        if won and not PROGRESS.quiet:
            self.notes.append(f"won already on {day}: {', '.join(won)}")
        if failed := [f"{_named(row.key)} ({row.outcome})" for row in self._done.values() if not row.won]:
            self.notes.append(f"tried already on {day}: {', '.join(failed)}: name a game to try it again")
        self._games = [game for game in games if game not in self._done]
        codes = [row.exit or SOLVED for row in self._done.values()]
        if self._games:
            try:
                codes.append(self.run.play(self._games))
            except PlayerError as error:
                self._reason = str(error)
                raise
        return worst(codes) or (self._unwritten.code if self._unwritten else SOLVED)

    @property
    def passing(self) -> list[str]:
        """The games that ended with what may pass by itself."""
        return [
            result.game
            for result in self._results.values()
            if result.exit == Unavailable.exit_code and not isinstance(result.error, DeadlineOver)
        ]

    @property
    def trouble(self) -> PlayerError | None:
        """The error of a game that concerns the whole site; None if there is none."""
        errors = (result.error for result in self._results.values())
        return next((error for error in errors if error and error.of_site), None)

    @property
    def night(self) -> Night:
        """Return the results so far; of a game that was tried twice, the last one."""
        boards = {game: self.options.site.board(game).name for game in self.options.site.games}
        return Night(
            *(self.today(), self.site, self.account),
            [played(result) for result in self._results.values()],
            [of_row(row) for row in self._done.values()],
            [game for game in self._games if game not in self._results],
            *(self._reason, boards),
        )

    def _key(self, game: str) -> Key:
        """Return the key of today's board of `game`; of a board of a week, the day is the first one of this week."""
        board = self.options.site.board(game)
        day = first_day(date.fromisoformat(self.today()), board.each).isoformat()
        return Key(self.site, self.account, game, day, board.name)

    def _resolve(self) -> None:
        """Record the end of tries that were cut off, except today's: the page will show their result.

        Tries of other boards of the site are left to nights of theirs.
        """
        boards = {game: self.options.site.board(game) for game in self.options.site.games}
        for key in self.history.open_starts(self.site, self.account):
            board = boards.get(key.game)
            if board and board.name != key.board:
                continue
            cut_off = f"a run was cut off while it played {_named(key)}"
            if key == self._key(key.game):
                self.notes.append(f"{cut_off}: its page will say what came of that")
            else:
                self.notes.append(f"{cut_off} on {key.day}: what came of that is lost")
                self.history.finished(key, LOST)

    def _stage(self, stage: str, result: Result, _page: object) -> None:
        """Record the start before the first move; the board was just read, so it is today's, even if begun before."""
        if stage != "play":
            return
        key, before = self._key(result.game), self._keys.get(result.game)
        if before and before != key:
            self._remember(lambda: self.history.finished(before, LOST))
        self._keys[result.game] = key
        each = self.options.site.board(result.game).each
        self._remember(lambda: self.history.started(key, self.log.records.run, each))

    def _ended(self, result: Result) -> None:
        self._results[result.game] = result
        key = self._keys.get(result.game) or self._key(result.game)
        each = self.options.site.board(result.game).each
        self._remember(lambda: self.history.finished(key, record(result), each))

    def _remember(self, write: Callable[[], None]) -> None:
        """Write to the history; a failure does not stop the play, since the page itself shows wins."""
        try:
            write()
        except PlayerError as error:
            if self._unwritten is None:
                self.notes.append(str(error))
            self._unwritten = self._unwritten or CannotWrite(str(error))


def _named(key: Key) -> str:
    """Return the game of `key`, with the board's name if it has one."""
    return f"{title_of(key.game)} {key.board}".strip()


def _may_pass(code: int | None) -> bool:
    """Return True if a game that ended with `code` may end otherwise the next time."""
    return code is None or code == Unavailable.exit_code or code > MAX_OWN_EXIT_CODE


# The lock of a profile: one run at a time. The kernel releases it when its holder ends in any way

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # a locked byte can't be read, and others read the pid
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(folder: Path, site: str, account: str, pid: int | None = None) -> Iterator[None]:
    """Hold the lock of `site` and `account`; raise Locked at once if another run holds it.

    filelock names no holder, and on Windows it locks the byte where the pid would be read.

    The locks are files in the state folder `folder`. The `pid` in a file (else our own) only names the holder: the file
    of a dead run does not lock.
    """
    path = ensure_folder(folder / "locks") / f"{quote(account, safe='')}@{quote(site, safe='')}.lock"
    with os_errors(CannotCreate, f"the lock {path} can't be made"):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with os_errors(CannotCreate, f"the lock {path} can't be taken"):
            try:
                _take(descriptor)
            except (BlockingIOError, PermissionError):
                holder = os.read(descriptor, 20).decode(errors="replace").strip()
                who = f"another run, pid {holder}," if holder else "another run"
                raise Locked(f"{who} plays {site} as {account}: wait for it to end") from None
        with suppress(OSError):  # a full disk is no reason not to hold it
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{pid or os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
