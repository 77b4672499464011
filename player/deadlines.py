"""Signals and deadlines, raised as exceptions in the main thread."""

import gc
import signal
import sys
from collections.abc import Callable, Iterator
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
        self.limit: float | None = None

    @contextmanager
    def held(self, *, for_ever: bool = False) -> Iterator[None]:
        """Defer signals and the deadline in here: they are only noted as the `reason`.

        Raises Unavailable if the section takes more than `HELD_TIMEOUT_S` seconds, or lasts beyond the deadline, unless
        `for_ever`.
        """
        if self._held:
            yield
            return
        began = perf_counter()
        held = inf if for_ever else min(HELD_TIMEOUT_S, max(self._end + SAVE_TIMEOUT_S - began, MIN_TIMEOUT_S))
        left = _set_timer(0 if for_ever else held)
        self._held = held
        try:
            yield
        finally:
            self._held = 0.0
            left -= perf_counter() - began if left else 0
            _set_timer(max(left, 0))
            if left < 0 and self.reason is None:
                self.reason = self._over()

    def left(self) -> float:
        """Return the seconds until the deadline."""
        return self._end - perf_counter()

    def closing(self) -> float:
        """Return the seconds for closing a browser."""
        return min(CLOSE_TIMEOUT_S, max(self.left() + CLOSE_GRACE_S, MIN_TIMEOUT_S))

    def go_on(self) -> None:
        """Raise soon a noted error that is not heard yet."""
        if self.reason and not self._heard:
            _set_timer(RESUME_S)

    def limited(self, seconds: float | None) -> "AbstractContextManager[None]":
        """Raise TimeUp after `seconds`, unless the deadline comes first; the deadline continues afterwards."""
        return nullcontext() if seconds is None else _Limit(self, seconds)

    def alarm(self, frame: FrameType | None) -> None:
        """Handle SIGALRM: the deadline, a limit, or a repetition."""
        if _is_in(frame, _Limit.__enter__):
            _set_timer(RESUME_S)
        elif _is_in(frame, _Limit.__exit__):
            pass  # the limit is over; its exit sets the timer to the rest of the deadline
        elif not self._held:
            self.insist(self._over(), frame)
        elif self._held == inf:  # the deadline came during entry
            self.reason = self.reason or self._over()
        elif _in_callback(frame):
            _set_timer(RESUME_S)
        else:
            raise Unavailable(f"it took more than {self._held:.3g} s")

    def _over(self) -> Unavailable:
        if self.limit:
            return TimeUp(f"the game took more than {self.limit:g} s: give it more with --game-deadline SECONDS")
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

    def __init__(self, watch: Watch, seconds: float) -> None:
        self._watch, self._seconds = watch, seconds
        self._left = self._began = 0.0
        self._first = False

    def __enter__(self) -> None:
        self._left, self._began = _set_timer(0), perf_counter()
        self._first = not self._left or self._seconds < self._left
        if self._first:
            self._watch.limit = self._seconds
        _set_timer(self._seconds if self._first else self._left)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not self._first:
            return
        _set_timer(max(self._left - (perf_counter() - self._began), RESUME_S) if self._left else 0)
        self._watch.limit = None
        reason = self._watch.reason
        if isinstance(reason, TimeUp):
            self._watch.reason, self._watch._heard = None, False  # noqa: SLF001  # the limit is a part of the watch
            if isinstance(error, Exception) and error is not reason:
                raise reason from error


@contextmanager
def watch(seconds: float | None = None) -> Iterator[Watch]:
    """Raise Interrupted at SIGINT, SIGTERM and SIGHUP, and DeadlineOver after `seconds`, even if a page hangs.

    A second signal of the same kind ends the process at once. Errors that follow from the end, such as a browser that
    died with us, are replaced by its reason. Without SIGALRM (Windows) there are no deadlines.
    """
    watched = Watch(seconds)

    def on_signal(signum: int, frame: FrameType | None) -> None:
        signal.signal(signum, signal.SIG_DFL)
        watched.insist(Interrupted(f"stopped by {signal.Signals(signum).name}", signum), frame)

    def on_alarm(_signum: int, frame: FrameType | None) -> None:
        watched.alarm(frame)

    signals = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    # Signals ignored at the start stay ignored, for nohup.
    heard = [signum for signum in signals if signal.getsignal(signum) not in {signal.SIG_IGN, None}]
    before = {signum: signal.signal(signum, on_signal) for signum in heard}
    if hasattr(signal, "SIGALRM"):
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, on_alarm)
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
        watched.go_on()


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


def within(seconds: float, work: Callable[[], T], over: PlayerError) -> T:
    """Return the result of `work`, or raise `over` in it after `seconds`; main thread only, no nesting.

    Without SIGALRM (Windows) there is no deadline.
    """
    if not hasattr(signal, "SIGALRM"):
        return work()
    running = True

    def on_alarm(_signum: int, _frame: FrameType | None) -> None:
        if running:
            sys.unraisablehook = lambda _: None  # a destructor that swallows it would print it
            raise over

    before, hook = signal.signal(signal.SIGALRM, on_alarm), sys.unraisablehook
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_S)  # repeated, as it may have been swallowed
        return work()
    finally:  # no context manager: an alarm during its exit would leave the timer running
        running = False
        _set_timer(0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook


def _is_in(frame: FrameType | None, method: Callable[..., Any]) -> bool:
    """Return True if `frame` is in `method`, or in a function that it called."""
    return frame is not None and method.__code__ in {frame.f_code, frame.f_back and frame.f_back.f_code}


def _in_callback(frame: FrameType | None) -> bool:
    """Return True if an event loop's handle called `frame`."""
    asyncio = _asyncio()
    while asyncio and frame is not None:
        if frame.f_code is asyncio.Handle._run.__code__:  # noqa: SLF001  # all callbacks pass here
            return True
        frame = frame.f_back
    return False


def _asyncio() -> Any:
    """Return the module asyncio if it is loaded: programs without a browser start sooner."""
    return sys.modules.get("asyncio")


def _set_timer(seconds: float) -> float:
    """Set the timer; return the seconds that were left of the previous one, 0 if there was none."""
    return signal.setitimer(signal.ITIMER_REAL, seconds)[0] if hasattr(signal, "setitimer") else 0.0
