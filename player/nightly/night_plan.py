"""A night on several sites: `player nightly --site X --json -` plays each in a process, whose records are read here.

One site is played at a time, in the order of the file, or several at once; one board of an account at a time, with a
pause between boards of one host, and one second try each.
"""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from player.deadlines import Watch
from player.errors import (
    DeadlineOver,
    Denied,
    Interrupted,
    NoBrowser,
    PlayerError,
    SignInNeeded,
    Unavailable,
    worst,
)
from player.nightly.reports import Night
from player.render.progress import PROGRESS
from player.render.terminal import printable

TOO_LATE = "the pause before it would last until the deadline"
KILLED = "its process was killed, maybe for lack of memory"
#: Seconds in which all processes end after a signal or the deadline; what takes longer is killed.
END_TIMEOUT_S = 20.0
#: Seconds in which a process ends that has sent all.
CLOSE_TIMEOUT_S = 5.0

#: The environment variable with the address of a process's server: others can read arguments, and it may have a token.
SERVER_VARIABLE = "PLAYER_PART_SERVER"
#: The events of a part's process that are not of its run: it listens to signals, and what came of the games.
PART_START, PART_END = "part_start", "part_end"


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server whose browsers play: its address and the number of browsers at once. `place` names it in messages."""

    place: str
    address: str
    is_cdp: bool
    """True for the DevTools of a browser, else a Playwright server or a Selenium Grid."""
    browsers: int = 1


class Trouble(NamedTuple):
    """An error that concerns all pages of a host; `wait` are the seconds for which the server asks."""

    exit: int
    of_site: str
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class JobResult:
    """The outcome of one try of a site, as the last line of its process says it.

    `error` is the message, and `kind` the class, of what kept the site from being played to its end. The `night` is
    None if the process was killed. The games `passing` failed with what may pass by itself.
    """

    exit: int
    error: str = ""
    kind: str = ""
    night: Night | None = None
    passing: Sequence[str] = ()
    trouble: Trouble | None = None
    notes: Sequence[str] = ()
    """Lines for the user at the end."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "JobResult":
        """Return the result in the last line of a process."""
        trouble, night = data.get("trouble"), data.get("night")
        return cls(**data | {"trouble": trouble and Trouble(*trouble), "night": night and Night(**night)})


@dataclass(slots=True, eq=False)
class SiteRun:
    """A part of the night: the games of one site and account, one board of each, and what came of them so far.

    `night` has the results. `host` is None for pages out of files, which need no pause.
    """

    label: str
    games: Sequence[str]
    named: bool
    """True if the file names the games: they are played again if they failed today."""
    night: Night
    host: str | None
    options: Sequence[str] = ()
    """The options of `player nightly` that are about this site."""
    account: str = ""
    """The session, or the guest of a site: of those with the same one, one is played at a time."""
    pauses_with: str = ""
    """The name of the boards that are parted by pauses; empty for pages out of files."""
    refused: SignInNeeded | None = None
    """The error that keeps it from beginning."""
    code: int | None = None
    """The exit code; None while it was not reached."""
    visited: bool = False
    ended: float = 0
    passing: Sequence[str] = ()
    notes: list[str] = field(default_factory=list)

    @property
    def next_games(self) -> Sequence[str]:
        """The games to name to the next process; none for all of the site."""
        return self.passing if self.visited else self.games if self.named else ()

    def take(self, result: JobResult) -> None:
        """Take over the results of a try; those of a second one replace those of the first."""
        self.notes += result.notes
        self.passing = result.passing
        if result.night:
            now, before = result.night, self.night
            again = {record["game"] for record in now.records}
            records = [*(record for record in before.records if record["game"] not in again), *now.records]
            done = [*before.done, *(row for row in now.done if row not in before.done)]
            self.night = replace(now, records=records, done=done, evidence=before.evidence)
            self.leave_out(now.unplayed, now.reason)

    def leave_out(self, games: Sequence[str], reason: str) -> None:
        """Report that `games` are not played, but for those with a result."""
        found = {record["game"] for record in (*self.night.records, *self.night.done)}
        left = [game for game in games if game not in found]
        self.night = replace(self.night, unplayed=left, reason=reason)


#: A worker, "record" with a record, "line" with a line about the progress, or "end" with the last line, None if killed.
Event = tuple["Worker", str, dict[str, Any] | str | None]


class Worker:
    """A process that plays `run` in a browser of `server`, or in one of its own.

    It ends with its standard input, as by a signal, so that no browser outlives its parent. Lines about the progress
    are events only if they are `labelled`; else they stay the process's own.
    """

    def __init__(
        self,
        command: Sequence[str],
        run: SiteRun,
        server: ServerEntry | None,
        events: "SimpleQueue[Event]",
        *,
        labelled: bool,
    ) -> None:
        self.run, self.server, self._events = run, server, events
        self._listens = False
        self._last: dict[str, Any] | None = None
        self._process = subprocess.Popen(  # noqa: S603  # our own command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if labelled else None,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, SERVER_VARIABLE: server.address} if server else None,
            start_new_session=True,  # Ctrl-C goes to the parent alone, which passes it on
        )
        lines = Thread(target=self._read_lines, daemon=True)
        lines.start()
        Thread(target=self._read_records, args=(lines,), daemon=True).start()

    def _read_lines(self) -> None:
        for line in self._process.stderr or ():
            self._events.put((self, "line", line.rstrip("\n")))

    def _read_records(self, lines: Thread) -> None:
        for line in self._process.stdout or ():
            with suppress(ValueError):  # a line that a kill cut off
                record = json.loads(line)
                if record["event"] == PART_START:
                    self._listens = True
                elif record["event"] == PART_END:
                    self._last = record["result"]
                else:
                    self._events.put((self, "record", record))
        lines.join()
        self._events.put((self, "end", self._last))

    def interrupt(self, signum: int) -> None:
        """Pass a signal on, which ends the process with whole records; one that does not listen yet is killed."""
        if self._listens and os.name == "posix":
            self._process.send_signal(signum)
        else:
            self._process.kill()

    def close(self, seconds: float = 0) -> None:
        """End the process, which has so many seconds to end by itself."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                if stream:
                    stream.close()


def end_with_the_parent() -> None:
    """End this process as by a signal when its standard input ends, which the parent holds open."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 1):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, daemon=True).start()


@dataclass(slots=True)
class NightPlan:
    """The runs in their order. Times are in seconds: `pause` between two boards of one host, `retry_after` before what
    may pass by itself is tried once more.

    Up to `browsers` runs are played at once, in the browsers of `servers`, else in our own. A run waits for its
    account, for the pause of its host, and for a server. A run whose server has no browser goes to another one. `start`
    makes a worker; `say` gets lines for the user, `show` those about the progress, `write` the records: those of a run
    together, in the order of the runs.
    """

    runs: Sequence[SiteRun]
    watch: Watch
    pause: float
    retry_after: float
    start: "Callable[[SiteRun, ServerEntry | None, SimpleQueue[Event]], Worker]"
    browsers: int = 1
    servers: Sequence[ServerEntry] = ()
    say: Callable[[str], object] = bool
    show: Callable[[str], object] = bool
    write: Callable[[dict[str, Any]], object] = bool
    events: "SimpleQueue[Event]" = field(default_factory=SimpleQueue)
    notes: list[str] = field(default_factory=list)
    _waiting: list[SiteRun] = field(default_factory=list)
    _workers: list[Worker] = field(default_factory=list)
    _records: dict[SiteRun, list[dict[str, Any]]] = field(default_factory=dict)
    """The records of each run of the round that are not written yet."""
    _dead: set[str] = field(default_factory=set)
    """The addresses of servers without a browser."""
    _free: dict[str, float] = field(default_factory=dict)
    """By host, or by the boards parted by pauses, the moment from which they may be visited again."""
    _trouble: dict[str, Trouble] = field(default_factory=dict)
    _second: bool = False
    """True in the second round."""

    def play(self) -> int:
        """Play all runs; return the exit code. None stops the others but by a signal, which is raised."""
        try:
            PROGRESS.expect(sum(len(run.games) for run in self.runs))
            self._round(self.runs)
            self._trouble = {host: one for host, one in self._trouble.items() if one.exit == Denied.exit_code}
            self._second = True
            away = [run for run in self.runs if run.code == Unavailable.exit_code]
            self._round([run for run in away if run.passing or not run.visited])  # else its failures last
        except Interrupted as error:
            for run in self.runs:
                if run.code is None:
                    run.leave_out(run.games, str(error))
            raise
        return worst([run.code or 0 for run in self.runs])

    def _round(self, runs: Sequence[SiteRun]) -> None:
        """Play `runs`, each once."""
        self._waiting, self._records = [*runs], {run: [] for run in runs}
        event = None
        try:
            while self._waiting or self._workers:
                with self.watch.held(for_ever=True):
                    if event:
                        self._receive(event)
                    if self.watch.reason is None:
                        self._begin()
                        if not self._is_in_order:  # else its own process shows what it does
                            PROGRESS.stage(", ".join(worker.run.label for worker in self._workers))
                    else:
                        self._end_all(self.watch.reason)
                event = self._next()
        finally:
            with self.watch.held(for_ever=True):
                for worker in self._workers:
                    worker.close()
                self._waiting, self._workers = [], []
                self._write_records()

    def _next(self) -> Event | None:
        """Return the next event; None when a run may begin, or after a signal or the deadline, which is noted."""
        with suppress(Empty, Interrupted, DeadlineOver):
            if self.watch.reason is None and (self._waiting or self._workers):
                return self.events.get(timeout=self._idle())
        self.watch.heard()
        return None

    # Beginnings

    def _begin(self) -> None:
        """Begin all runs that may, in their order; leave out those that can't."""
        for run in [*self._waiting]:
            self._write_records()
            if why := self._why_not(run):
                self._waiting.remove(run)
                run.code = why.code
                run.leave_out(run.games, str(why))
            elif self._may_begin(run) and self._moment(run) <= monotonic():
                self._waiting.remove(run)
                if not PROGRESS.quiet:
                    self.say(run.label)
                self._workers.append(self.start(run, self._free_server(), self.events))
            elif self._is_in_order:
                return

    @property
    def _is_in_order(self) -> bool:
        """True if no run overtakes another one."""
        return self.browsers == 1 and not self.servers

    def _may_begin(self, run: SiteRun) -> bool:
        """Return True if there is a browser for `run`, and no other run of its account or host is played."""
        played = [worker.run for worker in self._workers]
        if len(played) >= self.browsers or (self.servers and self._free_server() is None):
            return False
        return not any(other.account == run.account or other.pauses_with == run.pauses_with != "" for other in played)

    def _free_server(self) -> ServerEntry | None:
        """Return a server with a free browser, the one with the fewest workers; None if there is none."""
        used = [worker.server for worker in self._workers]
        alive = [server for server in self.servers if server.address not in self._dead]
        return min((one for one in alive if used.count(one) < one.browsers), key=used.count, default=None)

    def _why_not(self, run: SiteRun) -> PlayerError | None:
        """Return the reason to leave `run` out; None if there is none."""
        trouble = self._trouble.get(run.host or "")
        if run.refused:
            return run.refused
        if trouble:
            kind = Denied if trouble.exit == Denied.exit_code else Unavailable
            return kind(f"not tried: {trouble.of_site}")
        if self._may_begin(run) and self._moment(run) - monotonic() >= self.watch.left():
            return DeadlineOver(TOO_LATE)
        if self.servers and self._dead.issuperset(server.address for server in self.servers):
            return NoBrowser("no server has a browser")
        return None

    def _moment(self, run: SiteRun) -> float:
        """Return the moment from which `run` may be played."""
        free = max(self._free.get(run.host or "", 0), self._free.get(run.pauses_with, 0))
        return max(free, run.ended + self.retry_after) if self._second else free

    def _idle(self) -> float | None:
        """Return the seconds until a run may begin without the end of another one; None if there is no such run."""
        waiting = self._waiting[:1] if self._is_in_order else self._waiting
        first = min((self._moment(run) for run in waiting if self._may_begin(run)), default=None)
        return None if first is None else max(0, first - monotonic())

    # Ends

    def _receive(self, event: Event) -> None:
        worker, kind, content = event
        if worker not in self._workers:  # it was killed
            return
        if isinstance(content, str):
            self.show(f"{worker.run.label}: {printable(content)}")
        elif content is not None and kind == "record":
            if content.get("event") == "result" and not self._is_in_order:  # else its own process shows it
                PROGRESS.advance()
            self._records[worker.run].append(content)
            self._write_records()
        else:
            self._workers.remove(worker)
            worker.close(CLOSE_TIMEOUT_S)
            result = JobResult.from_json(content) if content else JobResult(Unavailable.exit_code, KILLED)
            self._ended(worker.run, result, worker.server)

    def _ended(self, run: SiteRun, result: JobResult, server: ServerEntry | None) -> None:
        run.take(result)
        if server and result.kind == NoBrowser.__name__:
            if server.address not in self._dead:
                self._dead.add(server.address)
                self.say(f"{server.place}: {result.error}")
            self._waiting = [one for one in self.runs if one is run or one in self._waiting]
            return
        if isinstance(self.watch.reason, Interrupted) and (result.night is None or result.kind == Interrupted.__name__):
            return  # its games are left out with those of the runs that were not reached
        run.code, run.visited, error = result.exit, result.night is not None, result.error
        if result.kind == Interrupted.__name__:  # only this process got the signal
            run.code, error = Unavailable.exit_code, f"its process was {error}"
        if error:
            run.leave_out(run.games, error)
            self.notes.append(f"{run.label}: {error}")
        else:
            exits = [one.get("exit") or 0 for one in (*run.night.records, *run.night.done)]
            run.code = worst([result.exit, *exits])
        self._leave(run, result.trouble)

    def _leave(self, run: SiteRun, trouble: Trouble | None) -> None:
        """Note when the host of `run` may be visited again, and what is wrong with it."""
        run.ended = monotonic()
        if run.host is None:
            return
        self._free[run.pauses_with] = run.ended + self.pause
        if trouble:
            self._trouble[run.host] = trouble
            self._free[run.host] = run.ended + max(self.pause, self.retry_after, trouble.wait or 0)

    def _end_all(self, reason: PlayerError) -> None:
        """End all processes with whole records, because of a signal or the deadline."""
        if isinstance(reason, Interrupted):
            for worker in self._workers:
                worker.interrupt(reason.signum)
        end = monotonic() + END_TIMEOUT_S
        while self._workers and (left := end - monotonic()) > 0:
            with suppress(Empty):
                self._receive(self.events.get(timeout=left))
        for worker in [*self._workers]:
            self._workers.remove(worker)
            worker.close()
            late = JobResult(reason.code, "its process did not end in time")
            self._ended(worker.run, late, None)
        if isinstance(reason, Interrupted):
            self.watch.heard()
            raise reason
        for run in self._waiting:
            run.code = reason.code
            run.leave_out(run.games, str(reason))
        self._waiting.clear()

    def _write_records(self) -> None:
        """Write the records of the first run that has not ended, and of those before."""
        left = [*self._waiting, *(worker.run for worker in self._workers)]
        for run, records in self._records.items():
            while records:
                self.write(records.pop(0))
            if run in left:
                return
