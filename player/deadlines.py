"""What ends a run from outside: signals and the deadline, as exceptions in the main thread."""

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

#: Seconds until an exception that was not heard is raised again, and until one that would have been lost is raised.
AGAIN, SOON = 0.3, 0.02

#: Seconds that are given to what nothing may interrupt.
HELD = 30.0

#: Seconds after the deadline until what nothing may interrupt is cut short, the least that it is given, and seconds
#: after the deadline until what does not close is killed.
KEEPING, LEAST, CLOSING = 1.2, 0.5, 2.0

#: Seconds that are given to what closes, long before the deadline.
PATIENCE = 10.0

_watches: "list[Watch]" = []


class Watch:
    """`reason` is why the run has to end, or None.

    It is raised wherever the main thread happens to be, but for the callbacks of Playwright's event loop, which would
    print and forget it. Elsewhere it may be lost too (in a destructor), so it is raised again until it is `heard`.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.reason: PlayerError | None = None
        self._seconds = seconds
        self._end = perf_counter() + seconds if seconds else inf
        self._held = 0.0
        self._heard = False
        self._mend = ExitStack()
        self.limit: float | None = None

    @contextmanager
    def held(self, *, for_ever: bool = False) -> Iterator[None]:
        """Let no signal and no deadline end what is done in here: they are noted as the `reason`.

        Unavailable is raised where it takes more than `HELD` seconds, or goes on after the deadline, unless it may last
        `for_ever`.
        """
        if self._held:
            yield
            return
        began = perf_counter()
        held = inf if for_ever else min(HELD, max(self._end + KEEPING - began, LEAST))
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
        """Seconds until the deadline."""
        return self._end - perf_counter()

    def closing(self) -> float:
        """Seconds that are given to what closes."""
        return min(PATIENCE, max(self.left() + CLOSING, LEAST))

    def go_on(self) -> None:
        """Raise soon what was noted and is not heard yet."""
        if self.reason and not self._heard:
            _set_timer(SOON)

    def limited(self, seconds: float | None) -> "AbstractContextManager[None]":
        """Raise TimeUp after `seconds`, unless the deadline comes before; what is left of that goes on after it."""
        return nullcontext() if seconds is None else _Limit(self, seconds)

    def alarm(self, frame: FrameType | None) -> None:
        if _is_in(frame, _Limit.__enter__):
            _set_timer(SOON)
        elif _is_in(frame, _Limit.__exit__):
            pass  # the limit is over, and sets the timer to what is left of the deadline
        elif not self._held:
            self.insist(self._over(), frame)
        elif self._held == inf:  # the deadline came on the way in
            self.reason = self.reason or self._over()
        elif _in_callback(frame):
            _set_timer(SOON)
        else:
            raise Unavailable(f"it took more than {self._held:.3g} s")

    def _over(self) -> Unavailable:
        if self.limit:
            return TimeUp(f"the game took more than {self.limit:g} s: give it more with --game-deadline SECONDS")
        return DeadlineOver(f"the deadline of {self._seconds or 0:g} s is over: give more with --deadline SECONDS")

    def insist(self, reason: PlayerError, frame: FrameType | None) -> None:
        if self._held:
            self.reason = self.reason or reason
            return
        if self.reason is None:
            self.reason = reason
            self._mend.enter_context(_silenced())  # whoever swallows the exception would print it
        if _in_callback(frame):
            _set_timer(SOON)
        else:
            _set_timer(AGAIN)
            raise self.reason

    def heard(self) -> None:
        """The reason is known: it need not be raised again."""
        if self.reason:
            self._heard = True
            _set_timer(0)

    def end(self) -> None:
        """Let others print again what is swallowed."""
        self._mend.close()


class _Limit(AbstractContextManager[None]):
    """A limit within a deadline. No alarm may strike on its way in or out: its methods are told by their frames."""

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
        _set_timer(max(self._left - (perf_counter() - self._began), SOON) if self._left else 0)
        self._watch.limit = None
        reason = self._watch.reason
        if isinstance(reason, TimeUp):
            self._watch.reason, self._watch._heard = None, False  # noqa: SLF001  # the limit is a part of the watch
            if isinstance(error, Exception) and error is not reason:
                raise reason from error


@contextmanager
def watch(seconds: float | None = None) -> Iterator[Watch]:
    """Raise Interrupted at SIGINT, SIGTERM and SIGHUP, and DeadlineOver after `seconds`, even while a page hangs.

    A second signal of a kind ends us at once. What comes of the end, such as a browser that died with us, gives way to
    the reason for it. There are no deadlines where there is no SIGALRM (Windows).
    """
    watched = Watch(seconds)

    def on_signal(signum: int, frame: FrameType | None) -> None:
        signal.signal(signum, signal.SIG_DFL)
        watched.insist(Interrupted(f"stopped by {signal.Signals(signum).name}", signum), frame)

    def on_alarm(_signum: int, frame: FrameType | None) -> None:
        watched.alarm(frame)

    signals = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    # What is ignored on arrival stays ignored: nohup means what it says.
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
    """The seconds in which what is done in here has to end by itself: no watch breaks it off, but one may right after.

    To close a browser takes longer than the time until an exception that was not heard is raised again.
    """
    if not _watches:
        yield PATIENCE
        return
    watched = _watches[-1]
    try:
        with watched.held(for_ever=True):
            yield watched.closing()
    finally:
        watched.go_on()


@contextmanager
def _silenced() -> Iterator[None]:
    """Have nobody print exceptions that were swallowed: neither asyncio nor the interpreter."""
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    asyncio = _asyncio()
    before = asyncio and asyncio.log.logger.disabled
    if asyncio:
        asyncio.log.logger.disabled = True
    try:
        yield
    finally:
        gc.collect()  # what asyncio never heard of is printed as it goes
        sys.unraisablehook = hook
        if asyncio:
            asyncio.log.logger.disabled = before


def within(seconds: float, work: Callable[[], T], over: PlayerError) -> T:
    """What `work` returns, or `over` raised in it after `seconds`; in the main thread, and beside no other deadline.

    There is no deadline where there is no SIGALRM (Windows).
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
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)  # again, as it may have been swallowed
        return work()
    finally:  # no context manager: an alarm on the way into its end would leave the timer running
        running = False
        _set_timer(0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook


def _is_in(frame: FrameType | None, method: Callable[..., Any]) -> bool:
    """Whether `frame` is of `method`, or of what it calls."""
    return frame is not None and method.__code__ in {frame.f_code, frame.f_back and frame.f_back.f_code}


def _in_callback(frame: FrameType | None) -> bool:
    """Whether `frame` was called by an event loop's handle."""
    asyncio = _asyncio()
    while asyncio and frame is not None:
        if frame.f_code is asyncio.Handle._run.__code__:  # noqa: SLF001  # where all callbacks pass
            return True
        frame = frame.f_back
    return False


def _asyncio() -> Any:
    """The module, where a browser is driven; what needs none starts sooner without."""
    return sys.modules.get("asyncio")


def _set_timer(seconds: float) -> float:
    """Seconds that were left of the timer before, 0 where none was set."""
    return signal.setitimer(signal.ITIMER_REAL, seconds)[0] if hasattr(signal, "setitimer") else 0.0
