"""Signals and the deadline, as exceptions in the main thread."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from player.errors import DeadlineOver, Interrupted

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def interruptible() -> Iterator[None]:
    """SIGINT, SIGTERM and SIGHUP raise Interrupted; a second one while the first is dealt with ends us at once."""

    def raise_interrupted(signum: int, _frame: FrameType | None) -> None:
        signal.signal(signum, signal.SIG_DFL)
        raise Interrupted(signum, f"stopped by {signal.Signals(signum).name}")

    signals = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    # What is ignored on arrival stays ignored: nohup means what it says.
    heard = [signum for signum in signals if signal.getsignal(signum) not in {signal.SIG_IGN, None}]
    before = {signum: signal.signal(signum, raise_interrupted) for signum in heard}
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """DeadlineOver once `seconds` are over, even while a page hangs for ever; POSIX only, elsewhere no deadline."""
    if seconds is None or not hasattr(signal, "SIGALRM"):
        yield
        return

    def raise_over(_signum: int, _frame: FrameType | None) -> None:
        raise DeadlineOver(f"the deadline of {seconds:g} s is over: give more with --deadline SECONDS")

    before = signal.signal(signal.SIGALRM, raise_over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
