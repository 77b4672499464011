"""Work in parallel processes, with results in the order of the items.

concurrent.futures is not used: the workers of its pool outlive a parent that is killed, and up to Python 3.13 there is
no public way to end them in the middle of their work.
"""

import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import Process
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, TypeVar

from player.errors import Unavailable

T = TypeVar("T")
R = TypeVar("R")

#: The most batches per worker that are at work or wait for a slower one before them.
MAX_BATCHES_PER_WORKER = 8

#: The signals that the parent handles by ending its workers; workers must ignore them.
_FOR_THE_PARENT = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}


def ordered(work: Callable[[T], R], items: Iterable[T], jobs: int, batch: int = 1) -> Generator[R]:
    """Yield `work(item)` for each of `items`, in order, computed by `jobs` processes; a single job needs none.

    Items are taken as needed and handed out `batch` at a time, which pays if `work` is fast. An exception of `work` is
    raised in its place. Raise Unavailable if a worker is killed from outside. The workers end when the iterator or the
    parent process does.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    tasks = enumerate(_batches(items, batch))
    with ExitStack() as stack:
        idle = [stack.enter_context(_worker(work)) for _ in range(jobs)]
        busy: list[Connection[Any, Any]] = []
        done: dict[int, list[tuple[bool, Any]]] = {}
        first = 0

        def hand_out() -> bool:
            while idle and len(busy) + len(done) < MAX_BATCHES_PER_WORKER * jobs and (task := next(tasks, None)):
                busy.append(idle.pop())
                _through(busy[-1].send, task)
            return bool(busy)

        while hand_out():
            for worker in wait(busy):
                assert isinstance(worker, Connection)
                number, outcomes = _through(worker.recv)
                done[number] = outcomes
                busy.remove(worker)
                idle.append(worker)
            hand_out()
            while first in done:
                yield from map(_result, done.pop(first))
                first += 1


def _batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    source = iter(items)
    while batch := list(islice(source, size)):
        yield batch


def _through(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call a method of a worker's connection; raise Unavailable if the worker is gone."""
    try:
        return call(*arguments)
    except (EOFError, OSError):
        raise Unavailable("a worker process was killed, maybe for lack of memory: try fewer --jobs") from None


def _result(outcome: tuple[bool, Any]) -> Any:
    good, result = outcome
    if not good:
        raise result
    return result


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
            line.send((number, [_outcome(work, item) for item in batch]))
    except (EOFError, OSError):
        return


def _outcome(work: Callable[[T], R], item: T) -> tuple[bool, Any]:
    try:
        return True, work(item)
    except Exception as error:  # noqa: BLE001  # raised again in the parent
        error.add_note(traceback.format_exc())
        return False, error


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
