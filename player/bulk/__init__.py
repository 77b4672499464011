"""Bulk work: in parallel, by processes of this machine or a cluster, with results in the order of the items.

concurrent.futures is not used: the workers of its pool outlive a parent that is killed, and up to Python 3.13 there is
no public way to end them in the middle of their work.
"""

import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import islice
from multiprocessing import Process
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, Protocol, TypeVar

from player.errors import Unavailable

T = TypeVar("T")
R = TypeVar("R")

#: The most batches per slot of the workers that are at work or wait for a slower one before them.
MAX_BATCHES_PER_SLOT = 8

#: The signals that the parent handles by ending its workers; workers must ignore them.
_FOR_THE_PARENT = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}
_HELD = _FOR_THE_PARENT | {signal.SIGTERM}

Outcome = tuple[bool, Any]
"""True and the result of an item, or False and the exception that it raised."""


class Workers(Protocol):
    """Those who work on batches of items, several at a time, and finish them in any order."""

    def slots(self) -> int:
        """Return the number of batches that they take at a time, at least 1."""

    def submit(self, number: int, batch: Sequence[Any]) -> None:
        """Let somebody work on batch `number`."""

    def finished(self) -> Iterable[tuple[int, Sequence[Outcome]]]:
        """Wait until a batch is finished; return the numbers and the outcomes of those that are."""


Jobs = int | Callable[[Callable[[Any], Any]], AbstractContextManager[Workers]]
"""The number of processes; or, in place of them, a function that returns a context with workers who do some work."""


def ordered(work: Callable[[T], R], items: Iterable[T], jobs: Jobs, batch: int = 1) -> Generator[R]:
    """Yield `work(item)` for each of `items`, in order, computed by `jobs`; a single process needs no other.

    Items are taken as needed and submitted `batch` at a time, which pays if `work` is fast. An exception of `work` is
    raised in its place. Raise Unavailable if a worker is killed from outside. The workers end when the iterator or the
    parent process does.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    source = iter(items)
    with _processes(work, jobs) if isinstance(jobs, int) else jobs(work) as workers:
        done: dict[int, Sequence[Outcome]] = {}
        first = after = 0

        def submit() -> bool:
            nonlocal after
            while (
                after - first - len(done) < (slots := workers.slots())
                and after - first < MAX_BATCHES_PER_SLOT * slots
                and (taken := list(islice(source, batch)))
            ):
                workers.submit(after, taken)
                after += 1
            return first < after

        while submit():
            done.update(workers.finished())
            submit()
            while first in done:
                yield from map(_result, done.pop(first))
                first += 1


def outcome(work: Callable[[T], R], item: T) -> Outcome:
    """Return the outcome of `work` on an item; its traceback is a note of the exception."""
    try:
        return True, work(item)
    except Exception as error:  # noqa: BLE001  # raised again in the parent
        error.add_note(traceback.format_exc())
        return False, error


def _result(found: Outcome) -> Any:
    good, result = found
    if not good:
        raise result
    return result


@contextmanager
def _processes(work: Callable[[Any], Any], jobs: int) -> "Iterator[_Processes]":
    with ExitStack() as stack:
        yield _Processes([stack.enter_context(_worker(work)) for _ in range(jobs)])


class _Processes:
    """Processes of this machine, each of which has one batch at a time."""

    def __init__(self, idle: "list[Connection[Any, Any]]") -> None:
        self._idle, self._slots = idle, len(idle)
        self._busy: list[Connection[Any, Any]] = []

    def slots(self) -> int:
        return self._slots

    def submit(self, number: int, batch: Sequence[Any]) -> None:
        self._busy.append(self._idle.pop())
        with _workers_required():
            self._busy[-1].send((number, batch))

    def finished(self) -> Iterable[tuple[int, Sequence[Outcome]]]:
        for worker in wait(self._busy):
            assert isinstance(worker, Connection)
            with _workers_required():
                found = worker.recv()
            self._busy.remove(worker)
            self._idle.append(worker)
            yield found


@contextmanager
def _workers_required() -> Iterator[None]:
    """Raise Unavailable if a worker is gone."""
    try:
        yield
    except (EOFError, OSError):
        raise Unavailable("a worker process was killed, maybe for lack of memory: try fewer --jobs") from None


@contextmanager
def _worker(work: Callable[[T], R]) -> "Iterator[Connection[Any, Any]]":
    """Start a worker, which ends with this context; yield the connection to it."""
    ours, theirs = Pipe()
    process = Process(target=_serve, args=(work, theirs, ours), daemon=True)
    with _signals_held():  # a worker inherits its parent's signal handlers
        process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.kill()
        process.join()
        ours.close()


def _serve(work: Callable[[T], R], line: "Connection[Any, Any]", other_end: "Connection[Any, Any]") -> None:
    """Run in the worker until the parent closes its end, as it does when it dies.

    For that, `other_end` must not be open here.
    """
    other_end.close()
    ignore_signals_for_the_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)
    try:
        while True:
            number, batch = line.recv()
            line.send((number, [outcome(work, item) for item in batch]))
    except (EOFError, OSError):
        return


def ignore_signals_for_the_parent() -> None:
    """Leave Ctrl-C, and the end of the terminal, to the parent process."""
    for signum in _FOR_THE_PARENT:
        signal.signal(signum, signal.SIG_IGN)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals, if the system supports it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
