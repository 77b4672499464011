"""The part that runs in a worker of the cluster: it gives batches to processes, and ends those that nobody needs."""

import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread, Timer
from typing import Any, NamedTuple

from player import WORDS_VARIABLE
from player.files import write_atomic

#: Seconds after which an idle process ends.
IDLE_TIMEOUT_S = 60.0
#: Seconds until a batch that nobody wants any more is noticed.
CANCEL_INTERVAL_S = 0.25


class Words(NamedTuple):
    """A list of words that the client has in a file: the file's name, and its contents.

    It is made by a task of its own, so that each worker gets it once.
    """

    name: str
    content: bytes

    @property
    def mark(self) -> str:
        """The key of processes that have this list."""
        return f"{self.name} {hashlib.sha256(self.content).hexdigest()}"


class Finished(NamedTuple):
    """A finished batch: the seconds of the processor that it took, and the pickled outcomes, one after the other."""

    seconds: float
    outcomes: bytes


class ProcessLost(Exception):
    """The process ended while it worked on an item of the batch, whose index is the argument."""


class BoardProcess:
    """A process of `process.py`, with a list of words of its own if there are `words`."""

    def __init__(self, words: Words | None) -> None:
        self._folder = TemporaryDirectory(prefix="player-") if words else None
        environment = {key: value for key, value in os.environ.items() if key != WORDS_VARIABLE}
        if words and self._folder:
            file = Path(self._folder.name, words.name)
            write_atomic(file, words.content, durable=False)
            environment[WORDS_VARIABLE] = str(file)
        environment["PYTHONPATH"] = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        code = "from player.boards.cluster.process import serve; serve()"
        self._process = subprocess.Popen(  # noqa: S603  # ourselves
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )

    def do(self, payload: bytes, count: int) -> Finished:
        """Work on a batch of `count` items; raise ProcessLost if the process ends meanwhile."""
        assert self._process.stdin
        assert self._process.stdout
        found: list[bytes] = []
        try:
            pickle.dump(payload, self._process.stdin)
            self._process.stdin.flush()
            while len(found) < count:
                found.append(pickle.load(self._process.stdout))  # noqa: S301  # our own process
            seconds = pickle.loads(pickle.load(self._process.stdout))  # noqa: S301
        except (EOFError, OSError, pickle.UnpicklingError):
            raise ProcessLost(len(found)) from None
        return Finished(seconds, b"".join(found))

    def is_alive(self) -> bool:
        """Return whether the process can take a batch."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process: another thread that waits for it gets a ProcessLost."""
        self._process.kill()

    def end(self) -> None:
        """End the process, and remove what it had."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what a dead process does not take
                if stream:
                    stream.close()
        if self._folder:
            self._folder.cleanup()


_idle: dict[str, list[tuple[BoardProcess, Timer]]] = {}
_lock = Lock()


def run(payload: bytes, count: int, words: Words | None) -> Finished:
    """Work on a batch of `count` items: the task that the client submits.

    Raise ProcessLost if a process ends with it.
    """
    mark = words.mark if words else ""
    process = _taken(mark) or BoardProcess(words)
    try:
        with _ended_with_the_task(process.kill):
            found = process.do(payload, count)
    except BaseException:
        process.end()
        raise
    _give_back(mark, process)
    return found


def _taken(mark: str) -> BoardProcess | None:
    while True:
        with _lock:
            if not (waiting := _idle.get(mark)):
                return None
            process, timer = waiting.pop()
        timer.cancel()
        if process.is_alive():
            return process
        process.end()


def _give_back(mark: str, process: BoardProcess) -> None:
    def retire() -> None:
        with _lock:
            waiting = _idle.get(mark, [])
            found = [one for one in waiting if one[0] is process]
            for one in found:
                waiting.remove(one)
        if found:
            process.end()

    timer = Timer(IDLE_TIMEOUT_S, retire)
    timer.daemon = True
    with _lock:
        _idle.setdefault(mark, []).append((process, timer))
    timer.start()


@contextmanager
def _ended_with_the_task(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` as soon as the scheduler wants this task no more: Dask itself lets it run on."""
    wanted = _wanted()
    over = Event()

    def watch() -> None:
        while not over.wait(CANCEL_INTERVAL_S):
            if not wanted():
                end()
                return

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _wanted() -> Callable[[], bool]:
    """Return a function that tells if the task of this thread is still wanted."""
    from distributed import get_worker  # noqa: PLC0415, TID251  # of the extra

    worker: Any = get_worker()
    tasks, key = worker.state.tasks, worker.get_current_task()

    def wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    return wanted
