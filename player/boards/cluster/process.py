"""The process that works for a worker of a cluster: batches come on its standard input, outcomes go to its output.

Each batch is a pickled pair: the work, and the items. Its answer is the pickled outcome of each item, then the seconds
of the processor that all of them took (as a busy machine shall not get smaller batches); each is a pickled `bytes`
object. The worker need not load what is in them.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable
from io import BufferedWriter
from queue import SimpleQueue
from threading import Thread
from time import process_time
from typing import Any, BinaryIO

from player.boards.pool import Outcome, outcome


def serve() -> None:
    """Work on batches until the input ends, as it does when the worker dies."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    batches, answers = _own(0, "rb", os.O_RDONLY), _own(1, "wb", os.O_WRONLY)
    queue: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(batches, queue.put), daemon=True).start()
    while True:
        work, items = pickle.loads(queue.get())  # noqa: S301  # of our own client
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


def _send(answers: BufferedWriter, answer: bytes) -> None:
    try:
        pickle.dump(answer, answers)
        answers.flush()
    except OSError:  # nobody waits for it any more
        sys.exit()


def _pickled(found: Outcome) -> bytes:
    try:
        return pickle.dumps(found)
    except Exception as error:  # noqa: BLE001  # whatever a result's own code raises
        return pickle.dumps((False, TypeError(f"a result can't be sent: {error}")))
