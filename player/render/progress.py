"""The progress of a command: one line on standard error, if that is a terminal, below all that is printed there."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, RLock, Thread
from time import perf_counter
from typing import Any, TextIO, cast

#: Seconds between two drawings, and before the first: work that ends sooner shows no line.
INTERVAL_S = 0.2
#: The widths of the bar, and of a terminal that does not tell its own, in columns.
BAR_COLUMNS, TERMINAL_COLUMNS = 10, 80
#: The columns of the stage, so that the bar behind it stays in its place.
STAGE_COLUMNS = 40


class Progress:
    """Counts of what is done and tried, of how much, in which stage and time; a line with them while it is `shown`.

    A thread draws the line. It begins with what is noted first, as workers must be forked before.
    """

    def __init__(self) -> None:
        self._reset()

    def _reset(self, what: str = "", *, live: bool = False, quiet: bool = False, verbose: bool = False) -> None:
        """Begin anew; in a worker, where the line is the parent's, `live` is False."""
        self.live, self.quiet, self.verbose, self._what = live, quiet, verbose, what
        self._stream, self._lock, self._over = sys.stderr, RLock(), Event()
        self._begun, self._is_free, self._line = False, True, ""
        self._drawn: str | None = ""
        self.expect()

    @contextmanager
    def shown(self, what: str, *, quiet: bool = False, verbose: bool = False) -> Iterator[None]:
        """Show the progress in here, counted in `what` (such as "boards"), unless `quiet` or not in a terminal.

        `live` is True while there is a line, `quiet` if the user wants no progress, in a pipe neither; `verbose` if the
        user wants to be told more.
        """
        before = sys.stdout, sys.stderr
        is_dumb = os.environ.get("TERM", "").lower() in {"dumb", "unknown"}
        self._reset(what, live=sys.stderr.isatty() and not (is_dumb or quiet), quiet=quiet, verbose=verbose)
        if self.live:
            above = (cast("TextIO", _Above(one, self._print)) if one.isatty() else one for one in before)
            sys.stdout, sys.stderr = above
        try:
            yield
        finally:
            self.end()
            self.quiet = self.verbose = False
            sys.stdout, sys.stderr = before

    def end(self) -> None:
        """Remove the line for good."""
        self.live, self._line = False, ""
        self._over.set()
        self._put("")

    def expect(self, total: int | None = None) -> None:
        """Count from here on: there are `total` to do, None if that is unknown."""
        self._total, self._done, self._tried, self._stage, self._since = total, 0, 0, "", perf_counter()

    def stage(self, stage: str) -> None:
        """Name what is being done."""
        self._stage = stage
        self._begin()

    def tried(self) -> None:
        """Count one more try."""
        self._tried += 1
        self._begin()

    def advance(self) -> None:
        """Count one more that is done, with which its stage ends."""
        self._done, self._stage = self._done + 1, ""
        self._begin()

    def text(self, seconds: float, columns: int = TERMINAL_COLUMNS) -> str:
        """Return the line after so many seconds, in a terminal of so many columns."""
        done, total = self._done, self._total or 0
        is_known = 1 < total >= done  # more than expected is not known either
        bar = f"[{'#' * (BAR_COLUMNS * done // total):.<{BAR_COLUMNS}}] " if is_known else ""
        count = f"{done} of {total} {self._what}" if is_known else f"{done} {self._what}" if done and total != 1 else ""
        tried = f"{self._tried} tried" if self._tried > done else ""
        time = f"{_time(seconds * (total - done) / done)} left" if is_known and done else _time(seconds)
        stage = f"{self._stage:<{STAGE_COLUMNS if columns >= TERMINAL_COLUMNS else 0}}  " if self._stage else ""
        return stage + bar + ", ".join(filter(None, (count, tried, time)))

    def draw(self) -> None:
        """Draw the line as it is now, unless a line of others is not ended."""
        with self._lock:
            if self.live:
                self._line = self._now()
                self._put(self._line if self._is_free else "")

    def _now(self) -> str:
        return self.text(perf_counter() - self._since, _columns(self._stream))

    def _begin(self) -> None:
        if self.live and not self._begun:
            self._begun = True
            Thread(target=self._keep_drawing, args=(self._over,), daemon=True).start()

    def _keep_drawing(self, over: Event) -> None:
        while not over.wait(INTERVAL_S):
            self.draw()

    def _print(self, stream: TextIO, text: str) -> int:
        """Write `text` above the line, and return its length."""
        with self._lock:
            self._put("")
            stream.write(text)
            stream.flush()
            self._is_free = text.endswith("\n") if text else self._is_free
            self._line = self._line and self._now()
            self._put(self._line if self._is_free else "")
        return len(text)

    def _put(self, line: str) -> None:
        """Put `line` in place of what is drawn. The cursor stays at its beginning: all that follows overwrites it."""
        with self._lock, suppress(OSError, ValueError):  # the terminal is gone: the work goes on
            if line != self._drawn:
                width = _columns(self._stream) - 1
                self._drawn = None  # what is there is unknown, if an interrupt comes in the middle
                self._stream.write(f"\r{line[:width]:<{width}}\r")
                self._stream.flush()
                self._drawn = line


class _Above:
    """A stream of a terminal whose texts are written by `write`; all else is the stream's own."""

    def __init__(self, stream: TextIO, write: Callable[[TextIO, str], int]) -> None:
        self._stream, self.write = stream, partial(write, stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or TERMINAL_COLUMNS
    except (OSError, ValueError):
        return TERMINAL_COLUMNS


def _time(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


#: The progress of this process's command.
PROGRESS = Progress()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=PROGRESS._reset)  # noqa: SLF001  # for this alone
