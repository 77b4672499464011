"""The workers of a cluster as `pool.ordered` uses them: batches of a good size, a few ahead, and lost ones repeated."""

import os
import pickle
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from player import WORDS_VARIABLE
from player.boards.cluster.connection import Connection
from player.boards.cluster.worker import Finished, ProcessLost
from player.boards.pool import MAX_BATCHES_PER_WORKER, Outcome
from player.errors import InputMissing, PlayerError, Unavailable
from player.files import regular

if TYPE_CHECKING:
    from distributed import Future  # noqa: TID251  # of the extra

#: The time of the processor that a batch should take: a task costs the cluster a few milliseconds.
BATCH_S = 0.25
MAX_BATCH_ITEMS = 512
#: The batches of each worker's thread at a time: one at work, and two on their way.
BATCHES_AT_WORK = 3
#: The times that a batch is repeated if its process ends.
RETRIES = 3
#: Seconds after which the workers are counted if none has finished anything.
WAIT_S = 1.0


class BatchSize:
    """The number of items that take `BATCH_S`, from the times that other batches took; it at most doubles at a time."""

    def __init__(self, first: int) -> None:
        self.items = first
        self._item_s: float | None = None

    def learn(self, items: int, seconds: float) -> None:
        """Take in the seconds of the processor that a batch of so many items took."""
        item_s = max(seconds / items, 1e-6)
        self._item_s = item_s if self._item_s is None else (2 * self._item_s + item_s) / 3
        self.items = max(1, min(int(BATCH_S / self._item_s), 2 * self.items, MAX_BATCH_ITEMS))


class Crew:
    """The workers of a connection, who call `work` on items."""

    def __init__(self, connection: Connection, work: Callable[[Any], Any], batch: int) -> None:
        self._connection = connection
        self._work = work
        self._size = BatchSize(batch)
        self._run = f"player-{uuid4().hex}"
        self._at_work: dict[Future, tuple[int, int, int]] = {}
        """Of each future its batch's number, the index of its first item, and the number of its items."""
        self._ready: SimpleQueue[Future] = SimpleQueue()
        self._items = 0
        self._words = self._shared_words()

    def next_size(self, waiting: int) -> int:
        """Return the number of items that take a quarter of a second, 0 if all workers have enough."""
        threads = max(self._connection.threads(), 1)
        at_work = len(self._at_work)
        free = at_work < BATCHES_AT_WORK * threads and at_work + waiting < MAX_BATCHES_PER_WORKER * threads
        return self._size.items if free else 0

    def hand_out(self, number: int, batch: Sequence[Any]) -> None:
        """Submit a batch."""
        payload = pickle.dumps((self._work, batch))
        key = f"{self._run}-{number}"
        future = self._connection.submit("run", payload, len(batch), self._words, key=key, retries=RETRIES)
        self._at_work[future] = number, self._items, len(batch)
        self._items += len(batch)
        future.add_done_callback(self._ready.put)

    def finished(self) -> Iterable[tuple[int, Sequence[Outcome]]]:
        """Return the batches that are finished; raise Unavailable if one can't be done, or the cluster is gone."""
        futures = [self._next()]
        while not self._ready.empty():
            futures.append(self._ready.get())
        batches = [(future, *self._at_work.pop(future)) for future in futures]
        for future, _, first, count in batches:
            if future.status != "finished":
                raise self._failure(future, first, count)
        return [
            (number, self._outcomes(found, count))
            for (_, number, _, count), found in zip(batches, self._connection.results(futures), strict=True)
        ]

    def _next(self) -> "Future":
        while True:
            self._connection.require()
            try:
                return self._ready.get(timeout=WAIT_S)
            except Empty:
                self._connection.require_workers()
                self._connection.require_progress()

    def _outcomes(self, found: Finished, count: int) -> list[Outcome]:
        self._size.learn(count, found.seconds)
        stream = BytesIO(found.outcomes)
        return [pickle.load(stream) for _ in range(count)]  # noqa: S301  # of our own cluster

    def _failure(self, future: "Future", first: int, count: int) -> PlayerError:
        """Return the error for a batch that could not be done, `count` items from index `first`."""
        if future.status == "cancelled":
            return self._connection.gone()
        error = future.exception()
        several = f"boards {first + 1} to {first + count}" if count > 1 else f"board {first + 1}"
        why = "maybe for lack of memory: leave it out, or give workers more"
        if isinstance(error, ProcessLost):
            return Unavailable(f"board {first + error.args[0] + 1} ended its process {RETRIES + 1} times, {why}")
        if type(error).__name__ == "KilledWorker":
            return Unavailable(f"{several} ended all workers that had them, {why}")
        if isinstance(error, ImportError):
            return Unavailable(f"a worker can't load the player ({error}): install it there as it is here")
        why = (str(error).splitlines() or [""])[0]
        return Unavailable(f"the cluster failed on {several}: {type(error).__name__}: {why}")

    def _shared_words(self) -> "Future | None":
        """Return the client's own list of words, if it has one, for the workers."""
        if not (file := os.environ.get(WORDS_VARIABLE)):
            return None
        try:
            words = regular(Path(file)).read_bytes()
        except OSError as error:
            raise InputMissing(f"the list of words {file} can't be read: {error.strerror}: check --words") from None
        return self._connection.submit("Words", Path(file).name, words, key=f"{self._run}-words")
