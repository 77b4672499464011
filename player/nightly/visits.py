"""Legs of a tour in processes of their own: each has its own Playwright, which one thread can use, and its own history.

A process is started anew, not forked: SQLite's connections and Playwright's event loop do not survive a fork.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from io import TextIOBase
from multiprocessing import get_context
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO, cast

from player.artifacts.progress import Progress
from player.deadlines import Watch, watch
from player.errors import SELECTORS_FILE, Bug, PlayerError, Unavailable, trace
from player.files.records import Records
from player.nightly.nightly import State
from player.nightly.tour import Leg
from player.render.terminal import PlainConsole

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: The signals that a process hears once it can save what it has, and those of a terminal that concern its parent only.
_HEARD = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
#: The least time for a visit, in seconds: a timer of 0 never rings.
LEAST_TIME_S = 0.01

Shared = tuple[Records, Progress, Watch]
"""The outputs of all legs of a process, and its watch."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A leg to play in another process, made there by `make`, which is a function of a module, or a partial of one.

    `visited` and `state` are those of the leg so far. `run` names the run in the records.
    """

    make: Callable[[Shared], AbstractContextManager[Leg]]
    deadline: float
    """The moment of the deadline, by the clock `monotonic`, which all processes share."""
    run: str
    visited: bool
    state: State
    selectors: str
    """The name of the selectors file, for messages."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a visit: its exit code, or the error that kept the leg from being played to its end."""

    code: int
    error: PlayerError | None = None
    state: State | None = None
    """The state of the games; None if the process was killed."""


class Visit:
    """A process that does an errand. Its connection `line` is ready when there is a message to `receive`."""

    def __init__(self, errand: Errand) -> None:
        self.line, theirs = get_context("spawn").Pipe()
        self._process = get_context("spawn").Process(target=_serve, args=(errand, theirs), daemon=True)
        with _signals_held():  # until the process has handlers of its own
            self._process.start()
        theirs.close()

    def receive(self) -> "dict[str, Any] | str | Ended":
        """Return the next message: a record, a line about the progress, or the end."""
        try:
            message: dict[str, Any] | str | Ended = self.line.recv()
        except (EOFError, OSError):
            return Ended(Unavailable.exit_code, Unavailable("its process was killed, maybe for lack of memory"))
        return message

    def interrupt(self, signum: int) -> None:
        """Pass a signal on, which ends the visit with whole records."""
        pid = self._process.pid
        with suppress(ProcessLookupError):
            if os.name == "posix" and pid is not None and self._process.is_alive():
                os.kill(pid, signum)

    def close(self, *, seconds: float = 0) -> None:
        """End the process, which has so many seconds to end by itself."""
        self._process.join(seconds)
        self._process.kill()
        self._process.join()
        self.line.close()


def _serve(errand: Errand, line: "Connection[Any, Any]") -> None:
    """Do the errand, and send what comes of it."""
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C goes to the parent alone, which passes it on; a second one would end us at once
    Thread(target=_end_with_the_parent, args=(line,), daemon=True).start()
    SELECTORS_FILE.set(errand.selectors)
    ended = Ended(Unavailable.exit_code)
    try:
        with watch(max(errand.deadline - monotonic(), LEAST_TIME_S)) as watched:
            _hear_signals()
            ended = _played(errand, line, watched)
    except PlayerError as error:
        ended = Ended(error.code, error, errand.state)
    except Exception as error:  # noqa: BLE001  # a bug in one leg must not stop the others
        trace(error)
        ended = Ended(Bug.exit_code, Bug(error), errand.state)
    with suppress(OSError):  # the parent is gone
        line.send(ended)


def _played(errand: Errand, line: "Connection[Any, Any]", watched: Watch) -> Ended:
    console = PlainConsole(cast("TextIO", _Lines(line)))
    with errand.make((_SentRecords(line, errand.run), Progress(console), watched)) as leg:
        leg.visited = errand.visited
        leg.night.go_on_from(errand.state)
        error = None
        try:
            code = leg.play()
        except PlayerError as problem:
            code, error = problem.code, problem
        with watched.held():
            return Ended(code, error, leg.night.state())


def _end_with_the_parent(line: "Connection[Any, Any]") -> None:
    """Wait for the end of the parent, which sends nothing; then end as by a signal, with the browser."""
    with suppress(EOFError, OSError):
        line.recv()
    os.kill(os.getpid(), signal.SIGTERM)


class _SentRecords(Records):
    """Records that the parent writes."""

    def __init__(self, line: "Connection[Any, Any]", run: str) -> None:
        super().__init__(None)
        self.run = run
        self._line = line

    def line(self, data: dict[str, Any]) -> None:
        """Send one object."""
        with suppress(OSError):  # the parent is gone
            self._line.send(data)


class _Lines(TextIOBase):
    """A text stream whose lines the parent prints."""

    def __init__(self, line: "Connection[Any, Any]") -> None:
        super().__init__()
        self._line = line
        self._text = ""

    def write(self, text: str) -> int:
        """Send what is a whole line by now."""
        *whole, self._text = (self._text + text).split("\n")
        for one in whole:
            with suppress(OSError):
                self._line.send(one)
        return len(text)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals, if the system supports it; a process that starts inside begins with them blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hear_signals() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)
