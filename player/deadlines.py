"""Signals and deadlines, raised as exceptions in the main thread: of a command, and of parts of its work."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from math import inf
from time import perf_counter
from types import FrameType
from typing import Any, TypeVar

from player.errors import DeadlineOver, Interrupted, PlayerError, TimeUp, Unavailable

T = TypeVar("T")

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")

#: Seconds until an unheard exception is raised again, and until one that would have been lost is raised.
REPEAT_S, RESUME_S = 0.3, 0.02

#: Time limit of a section that must not be interrupted, in seconds.
HELD_TIMEOUT_S = 30.0

#: Seconds after the deadline until an uninterruptible section is cut short, the least time that it gets, and seconds
#: after the deadline until a browser that does not close is killed.
SAVE_TIMEOUT_S, MIN_TIMEOUT_S, CLOSE_GRACE_S = 1.2, 0.5, 2.0

#: Time limit for closing a browser long before the deadline, in seconds.
CLOSE_TIMEOUT_S = 10.0

_watches: "list[Watch]" = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watches.clear)  # the parent's, which may hold its signals right now


class Watch:
    """The signals and the deadline of a run; `reason` is the error that ends it, or None.

    The error is raised in the main thread wherever it is, except in callbacks of Playwright's event loop, which would
    print and drop it. It may be lost elsewhere too (in a destructor), so it is raised again until `heard`.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.reason: PlayerError | None = None
        self._seconds = seconds
        self._end = perf_counter() + seconds if seconds else inf
        self._held = 0.0
        self._heard = False
        self._restored = ExitStack()
        self.limit: PlayerError | None = None
        """The error of the limit that comes before the deadline; None without such a limit."""

    @contextmanager
    def held(self, *, for_ever: bool = False) -> Iterator[float]:
        """Defer signals and the deadline in here: they are only noted as the `reason`. Yield the limit in seconds.

        Raises Unavailable if the section takes more than `HELD_TIMEOUT_S` seconds, or lasts beyond the deadline, unless
        `for_ever`.
        """
        if self._held:
            yield self._held
            return
        began = perf_counter()
        held = inf if for_ever else min(HELD_TIMEOUT_S, max(self._end + SAVE_TIMEOUT_S - began, MIN_TIMEOUT_S))
        left = _set_timer(0 if for_ever else held)
        self._held = held
        try:
            yield held
        finally:
            self._held = 0.0
            if left and self.reason is None:  # a reason waits for time between sections
                left -= perf_counter() - began
            _set_timer(max(left, 0))
            if left < 0 and self.reason is None:
                self.reason = self._over()

    def left(self) -> float:
        """Return the seconds until the deadline."""
        return self._end - perf_counter()

    def closing(self) -> float:
        """Return the seconds for closing a browser."""
        return min(CLOSE_TIMEOUT_S, max(self.left() + CLOSE_GRACE_S, MIN_TIMEOUT_S))

    def limited(self, seconds: float | None, over: PlayerError | None = None) -> "AbstractContextManager[None]":
        """Raise `over` after `seconds`, unless the deadline comes first; the deadline continues afterwards.

        The default is the TimeUp of a game. Without `seconds` there is no limit.
        """
        if seconds is None:
            return nullcontext()
        late = f"the game took more than {seconds:g} s: give it more with --game-deadline SECONDS"
        return _Limit(self, seconds, over or TimeUp(late))

    def alarm(self, frame: FrameType | None) -> None:
        """Handle SIGALRM: the deadline, a limit, or a repetition."""
        if _is_in(frame, _Limit.__enter__):
            _set_timer(RESUME_S)
        elif _is_in(frame, _Limit.__exit__):
            if self.reason or self.left() <= 0:  # otherwise the exit sets the timer of the deadline
                _set_timer(RESUME_S)
        elif not self._held:
            self.insist(self._over(), frame)
        elif self._held == inf:  # the deadline came during entry
            self.reason = self.reason or self._over()
        elif _in_callback(frame):
            _set_timer(RESUME_S)
        else:
            raise Unavailable(f"it took more than {self._held:.3g} s")

    def _over(self) -> PlayerError:
        if self.limit:
            return self.limit
        return DeadlineOver(f"the deadline of {self._seconds or 0:g} s is over: give more with --deadline SECONDS")

    def insist(self, reason: PlayerError, frame: FrameType | None) -> None:
        """Raise `reason` now if `frame` allows it, and set a timer to raise it again."""
        if self._held:
            self.reason = self.reason or reason
            return
        if self.reason is None:
            self.reason = reason
            self._restored.enter_context(_silenced())  # code that swallows the exception would print it
        if _in_callback(frame):
            _set_timer(RESUME_S)
        else:
            _set_timer(REPEAT_S)
            raise self.reason

    def heard(self) -> None:
        """Stop raising the reason: it was handled."""
        if self.reason:
            self._heard = True
            _set_timer(0)

    def end(self) -> None:
        """Restore the printing of swallowed exceptions."""
        self._restored.close()


class _Limit(AbstractContextManager[None]):
    """A limit within a deadline. Alarms are ignored in its own methods, which are recognised by their frames."""

    def __init__(self, watch: Watch, seconds: float, over: PlayerError) -> None:
        self._watch, self._seconds, self._over = watch, seconds, over
        self._left = self._began = 0.0
        self._first = False

    def __enter__(self) -> None:
        self._left, self._began = _set_timer(0), perf_counter()
        self._first = not self._left or self._seconds < self._left
        if self._first:
            self._watch.limit = self._over
        _set_timer(self._seconds if self._first else self._left)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not self._first:
            return
        _set_timer(max(self._left - (perf_counter() - self._began), RESUME_S) if self._left else 0)
        self._watch.limit = None
        if self._watch.reason is self._over:
            self._watch.reason, self._watch._heard = None, False  # noqa: SLF001  # the limit is a part of the watch
            if isinstance(error, Exception) and error is not self._over:
                raise self._over from error


@contextmanager
def watch(seconds: float | None = None, *, signals: Sequence[str] = _ENDING) -> Iterator[Watch]:
    """Raise Interrupted at `signals`, and DeadlineOver after `seconds`, even if a page hangs.

    A second signal of the same kind ends the process at once. Errors that follow from the end, such as a browser that
    died with us, are replaced by its reason. Without SIGALRM (Windows) there are no deadlines.
    """
    watched = Watch(seconds)

    def on_signal(signum: int, frame: FrameType | None) -> None:
        signal.signal(signum, signal.SIG_DFL)
        watched.insist(Interrupted(f"stopped by {signal.Signals(signum).name}", signum), frame)

    known = [getattr(signal, name) for name in signals if hasattr(signal, name)]
    # Signals ignored at the start stay ignored, for nohup.
    heard = [signum for signum in known if signal.getsignal(signum) not in {signal.SIG_IGN, None}]
    before = {signum: signal.signal(signum, on_signal) for signum in heard}
    if hasattr(signal, "SIGALRM"):
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, lambda _signum, frame: watched.alarm(frame))
        _set_timer(seconds or 0)
    _watches.append(watched)
    try:
        yield watched
    except Exception as error:
        watched.heard()
        if watched.reason and error is not watched.reason:
            raise watched.reason from error
        raise
    finally:
        _set_timer(0)
        for signum, handler in before.items():
            signal.signal(signum, handler)
        _watches.remove(watched)
        watched.end()


@contextmanager
def unbroken() -> Iterator[float]:
    """Yield the seconds in which the section must end by itself: a watch interrupts only after it.

    Closing a browser takes longer than the interval after which an unheard exception is raised again.
    """
    if not _watches:
        yield CLOSE_TIMEOUT_S
        return
    watched = _watches[-1]
    try:
        with watched.held(for_ever=True):
            yield watched.closing()
    finally:
        if watched.reason and not watched._heard:  # noqa: SLF001  # it is raised soon, also between many sections
            _set_timer(min(_set_timer(0) or RESUME_S, RESUME_S))


def within(seconds: float, work: Callable[[], T], over: PlayerError) -> T:
    """Return the result of `work`, or raise `over` in it after `seconds`: a limit in the watch, or in one of its own.

    In the main thread only. Without SIGALRM (Windows) there is no deadline.
    """
    with nullcontext(_watches[-1]) if _watches else watch(signals=()) as watched:
        try:
            with watched.limited(seconds, over):
                return work()
        finally:
            if watched.reason is None:
                watched.end()


def _is_in(frame: FrameType | None, method: Callable[..., Any]) -> bool:
    """Return True if `frame` is in `method`, or in what it called: a callback of the garbage collector too."""
    while frame is not None and frame.f_code is not method.__code__:
        frame = frame.f_back
    return frame is not None


def _set_timer(seconds: float) -> float:
    """Set the timer; return the seconds that were left of the previous one, 0 if there was none."""
    return signal.setitimer(signal.ITIMER_REAL, seconds)[0] if hasattr(signal, "setitimer") else 0.0


# The event loop of asyncio, which runs Playwright, if it is loaded: its callbacks, and what it prints


def _in_callback(frame: FrameType | None) -> bool:
    """Return True if an event loop's handle called `frame`, or runs it in a greenlet: it would drop an exception."""
    if _in_background():
        return True
    asyncio = _asyncio()
    while asyncio and frame is not None:
        if frame.f_code is asyncio.Handle._run.__code__:  # noqa: SLF001  # all callbacks pass here
            return True
        frame = frame.f_back
    return False


def _in_background() -> bool:
    """Return True in a greenlet that a callback has begun, whose frames do not lead back to the callback.

    Playwright runs the event loop in a greenlet of the main one's.
    """
    greenlet = sys.modules.get("greenlet")
    loop = greenlet and greenlet.getcurrent().parent
    return bool(loop and loop.parent)


@contextmanager
def _silenced() -> Iterator[None]:
    """Silence swallowed exceptions in asyncio and in the interpreter."""
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    asyncio = _asyncio()
    before = asyncio and asyncio.log.logger.disabled
    if asyncio:
        asyncio.log.logger.disabled = True
    try:
        yield
    finally:
        gc.collect()  # asyncio prints dropped exceptions when they are collected
        sys.unraisablehook = hook
        if asyncio:
            asyncio.log.logger.disabled = before


def _asyncio() -> Any:
    """Return the module asyncio, if it is loaded."""
    return sys.modules.get("asyncio")
