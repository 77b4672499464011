"""The part that runs in a worker of a cluster: batches go to a process of its own, which nobody needs any longer ends.

Boards are solved in the main thread of a process, as their deadlines are signals; and a board that ends its process
does not end the worker. The process gets batches, each a pickled pair of the work and the items, and answers with the
pickled outcome of each item. The worker need not load what is in them.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread, local
from typing import Any, NamedTuple

from player import WORDS_VARIABLE
from player.bulk import Outcome, ignore_signals_for_the_parent, outcome
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
        self._line, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # ourselves
                [sys.executable, "-P", "-c", f"from {__name__} import serve; serve({theirs.fileno()})"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment,
                pass_fds=[theirs.fileno()],
            )

    def run(self, payload: bytes, count: int, wanted: Callable[[], bool] = lambda: True) -> list[bytes]:
        """Return the pickled outcomes of a batch of `count` items.

        Raise ProcessLost if the process ends meanwhile, or the batch is not `wanted` any more.
        """
        found: list[bytes] = []
        try:
            self._line.send_bytes(payload)
            while len(found) < count:
                while not self._line.poll(CANCEL_INTERVAL_S):
                    if not wanted():
                        raise ProcessLost(len(found))
                found.append(self._line.recv_bytes())
        except (EOFError, OSError):
            raise ProcessLost(len(found)) from None
        return found

    def is_alive(self) -> bool:
        """Return whether the process can take a batch."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, and remove what it had."""
        self._process.kill()
        self._process.wait()
        self._line.close()
        self._folder.cleanup()


def run(payload: bytes, count: int, words: Words | None) -> list[bytes]:
    """Return the pickled outcomes of a batch of `count` items: the task that the client submits.

    Raise ProcessLost if the process ends with it. The next batch of this thread gets the same process.
    """
    process: BoardProcess | None = getattr(_of_thread, "process", None)
    if process and not (process.words == words and process.is_alive()):
        process.end()
        process = None
    process = _of_thread.process = process or BoardProcess(words)
    try:
        return process.run(payload, count, _wanted())
    except BaseException:
        del _of_thread.process
        process.end()
        raise


def _wanted() -> Callable[[], bool]:
    """Return a function that tells if the scheduler wants the task of this thread: Dask lets a cancelled one run on."""
    from distributed import get_worker  # noqa: PLC0415, TID251  # of the extra

    worker: Any = get_worker()
    tasks, key = worker.state.tasks, worker.get_current_task()

    def wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    return wanted


# The process


def serve(descriptor: int) -> None:
    """Work on batches until none comes any more, or the connection ends, as it does when the worker dies."""
    ignore_signals_for_the_parent()
    line: Connection[bytes, bytes] = Connection(descriptor)
    queue: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(line, queue.put), daemon=True).start()
    with suppress(Empty, OSError):  # nobody waits for it any more
        while True:
            work, items = pickle.loads(queue.get(timeout=IDLE_TIMEOUT_S))  # noqa: S301  # of our own client
            for item in items:
                line.send_bytes(_pickled(outcome(work, item)))


def _receive(line: "Connection[bytes, bytes]", put: Callable[[bytes], None]) -> None:
    """Pass batches on; at the end of the connection, end the process in the middle of its work."""
    try:
        while True:
            put(line.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _pickled(found: Outcome) -> bytes:
    try:
        return pickle.dumps(found)
    except Exception as error:  # noqa: BLE001  # whatever a result's own code raises
        return pickle.dumps((False, TypeError(f"a result can't be sent: {error}")))
