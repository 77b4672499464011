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
from typing import Any, Protocol, Self, TypeVar

from player.errors import Unavailable

T = TypeVar("T")
R = TypeVar("R")

#: The most batches per worker that are at work or wait for a slower one before them.
MAX_BATCHES_PER_WORKER = 8

#: The signals that the parent handles by ending its workers; workers must ignore them.
_FOR_THE_PARENT = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}

Outcome = tuple[bool, Any]
"""True and the result of an item, or False and the exception that it raised."""


class Workers(Protocol):
    """Those who work on batches of items, several at a time, and finish them in any order."""

    def next_size(self, waiting: int) -> int:
        """Return the number of items for the next batch, 0 for none now.

        `waiting` batches are finished and wait for a slower one before them.
        """

    def hand_out(self, number: int, batch: Sequence[Any]) -> None:
        """Let somebody work on batch `number`."""

    def finished(self) -> Iterable[tuple[int, Sequence[Outcome]]]:
        """Wait until a batch is finished; return the numbers and the outcomes of those that are."""


class Elsewhere(Protocol):
    """Workers that are not processes of this machine."""

    def workers(self, work: Callable[[Any], Any], batch: int) -> AbstractContextManager[Workers]:
        """Return a context with the workers, who call `work`; `batch` items are a good number to begin with."""


Jobs = int | Elsewhere
"""The number of processes, or the workers in place of them."""


def ordered(work: Callable[[T], R], items: Iterable[T], jobs: Jobs, batch: int = 1) -> Generator[R]:
    """Yield `work(item)` for each of `items`, in order, computed by `jobs`; a single process needs no other.

    Items are taken as needed and handed out `batch` at a time, which pays if `work` is fast. An exception of `work` is
    raised in its place. Raise Unavailable if a worker is killed from outside. The workers end when the iterator or the
    parent process does.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    source = iter(items)
    here_or_there: AbstractContextManager[Workers] = (
        _Processes(work, jobs, batch) if isinstance(jobs, int) else jobs.workers(work, batch)
    )
    with here_or_there as workers:
        done: dict[int, Sequence[Outcome]] = {}
        first = after = 0

        def hand_out() -> bool:
            nonlocal after
            while (size := workers.next_size(len(done))) and (taken := list(islice(source, size))):
                workers.hand_out(after, taken)
                after += 1
            return first < after

        while hand_out():
            done.update(workers.finished())
            hand_out()
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


class _Processes(ExitStack):
    """Processes of this machine, each of which has one batch at a time; they end with this context."""

    def __init__(self, work: Callable[[Any], Any], jobs: int, batch: int) -> None:
        super().__init__()
        self._work, self._jobs, self._batch = work, jobs, batch
        self._idle: list[Connection[Any, Any]] = []
        self._busy: list[Connection[Any, Any]] = []

    def __enter__(self) -> Self:
        try:
            for _ in range(self._jobs):
                self._idle.append(self.enter_context(_worker(self._work)))
        except BaseException:
            self.close()
            raise
        return self

    def next_size(self, waiting: int) -> int:
        return self._batch if self._idle and len(self._busy) + waiting < MAX_BATCHES_PER_WORKER * self._jobs else 0

    def hand_out(self, number: int, batch: Sequence[Any]) -> None:
        self._busy.append(self._idle.pop())
        _through(self._busy[-1].send, (number, batch))

    def finished(self) -> Iterable[tuple[int, Sequence[Outcome]]]:
        for worker in wait(self._busy):
            assert isinstance(worker, Connection)
            found = _through(worker.recv)
            self._busy.remove(worker)
            self._idle.append(worker)
            yield found


def _through(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call a method of a worker's connection; raise Unavailable if the worker is gone."""
    try:
        return call(*arguments)
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
    for signum in _FOR_THE_PARENT:
        signal.signal(signum, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)
    try:
        while True:
            number, batch = line.recv()
            line.send((number, [outcome(work, item) for item in batch]))
    except (EOFError, OSError):
        return


_HELD = _FOR_THE_PARENT | {signal.SIGTERM}


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
