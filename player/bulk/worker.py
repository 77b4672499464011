"""The part that runs in a worker of a cluster: batches go to a process of its own, which nobody needs any longer ends.

Boards are solved in the main thread of a process, as their deadlines are signals; and a board that ends its process
does not end the worker. The process gets batches on its standard input, each a pickled pair of the work and the items.
It answers with the pickled outcome of each item, then with the seconds of the processor that all of them took (as a
busy machine shall not get smaller batches). The worker need not load what is in them.
"""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event, Thread, local
from time import process_time
from typing import Any, BinaryIO, NamedTuple

from player import WORDS_VARIABLE
from player.bulk import Outcome, outcome
from player.files import write_atomic

#: Seconds after which an idle process ends.
IDLE_TIMEOUT_S = 60.0
#: Seconds until a batch that nobody wants any more is noticed.
CANCEL_INTERVAL_S = 0.25

_of_thread = local()
"""The process of each thread of the worker."""


class Words(NamedTuple):
    """A list of words that the client has in a file: the file's name, and its contents.

    It is made by a task of its own, so that each worker gets it once.
    """

    name: str
    content: bytes


class Finished(NamedTuple):
    """A finished batch: the seconds of the processor that it took, and the pickled outcomes, one after the other."""

    seconds: float
    outcomes: bytes


class ProcessLost(Exception):
    """The process ended while it worked on an item of the batch, whose index is the argument."""


class BoardProcess:
    """A process that works on batches, with the client's list of words if it has one."""

    def __init__(self, words: Words | None) -> None:
        self.words = words
        self._folder = TemporaryDirectory(prefix="player-")
        environment = {key: value for key, value in os.environ.items() if key != WORDS_VARIABLE}
        if words:
            file = Path(self._folder.name, words.name)
            write_atomic(file, words.content, durable=False)
            environment[WORDS_VARIABLE] = str(file)
        environment["PYTHONPATH"] = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
        code = f"from {__name__} import serve; serve()"
        command = [sys.executable, "-P", "-c", code]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)  # noqa: S603  # ourselves

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
        self._folder.cleanup()


def run(payload: bytes, count: int, words: Words | None) -> Finished:
    """Work on a batch of `count` items: the task that the client submits.

    Raise ProcessLost if the process ends with it. The next batch of this thread gets the same process.
    """
    process: BoardProcess | None = getattr(_of_thread, "process", None)
    if process and not (process.words == words and process.is_alive()):
        process.end()
        process = None
    process = _of_thread.process = process or BoardProcess(words)
    try:
        with _ended_with_the_task(process.kill):
            return process.do(payload, count)
    except BaseException:
        del _of_thread.process
        process.end()
        raise


@contextmanager
def _ended_with_the_task(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` as soon as the scheduler wants this task no more: Dask itself lets it run on."""
    wanted, over = _wanted(), Event()

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


# The process


def serve() -> None:
    """Work on batches until none comes any more, or the input ends, as it does when the worker dies."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    batches, answers = _own(0, "rb", os.O_RDONLY), _own(1, "wb", os.O_WRONLY)
    queue: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(batches, queue.put), daemon=True).start()
    with suppress(Empty, OSError):  # nobody waits for it any more
        while True:
            work, items = pickle.loads(queue.get(timeout=IDLE_TIMEOUT_S))  # noqa: S301  # of our own client
            start = process_time()
            for item in items:
                _send(answers, _pickled(outcome(work, item)))
            _send(answers, pickle.dumps(process_time() - start))


def _own(number: int, mode: str, flag: int) -> Any:
    """Return a file for a standard stream, which is empty from then on: the work may not use ours."""
    own = os.fdopen(os.dup(number), mode)
    nothing = os.open(os.devnull, flag)
    os.dup2(nothing, number)
    os.close(nothing)
    return own


def _receive(batches: BinaryIO, put: Callable[[bytes], None]) -> None:
    """Pass batches on; at the end of the input, end the process in the middle of its work."""
    try:
        while True:
            put(pickle.load(batches))  # noqa: S301
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def _send(answers: BinaryIO, answer: bytes) -> None:
    pickle.dump(answer, answers)
    answers.flush()


def _pickled(found: Outcome) -> bytes:
    try:
        return pickle.dumps(found)
    except Exception as error:  # noqa: BLE001  # whatever a result's own code raises
        return pickle.dumps((False, TypeError(f"a result can't be sent: {error}")))
