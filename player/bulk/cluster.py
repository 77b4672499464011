"""Bulk work on a Dask cluster, in place of processes of this machine (the extra `cluster`).

A batch is one task of the cluster, which `worker.run` does. Dask hands tasks out, and repeats those of lost workers.
Every question to it has a limit, and every error is one line.
"""

import logging
import os
import pickle
import socket
import warnings
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from operator import call
from pathlib import Path
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from player import WORDS_VARIABLE, __version__
from player.bulk import MAX_BATCHES_PER_WORKER, Outcome
from player.bulk.worker import Finished, ProcessLost
from player.deadlines import unbroken, within
from player.errors import InputMissing, NotInstalled, PlayerError, Unavailable, trace
from player.files import regular

if TYPE_CHECKING:
    from distributed import Client, Future  # noqa: TID251  # of the extra

#: Seconds until a scheduler must answer, until a worker must be there, and in which the connection is closed.
CONNECT_TIMEOUT_S, WORKERS_TIMEOUT_S, CLOSE_TIMEOUT_S = 5.0, 30.0, 3.0
#: Seconds until the scheduler or a worker must answer a question, and until a worker that has work must be heard of:
#: workers call their scheduler every half second, or every 20 seconds if there are 2000.
ANSWER_TIMEOUT_S, SILENCE_TIMEOUT_S = 30.0, 40.0
#: Seconds for which the number of the workers' threads is believed, and after which they are counted if none has
#: finished anything.
THREADS_TIMEOUT_S = 1.0
#: The time of the processor that a batch should take: a task costs the cluster a few milliseconds.
BATCH_S = 0.25
MAX_BATCH_ITEMS = 512
#: The batches of each worker's thread at a time: one at work, and two on their way.
BATCHES_AT_WORK = 3
#: The times that a batch is repeated if its process ends.
RETRIES = 3

#: The module whose functions workers call; only they load it.
WORKER_MODULE = "player.bulk.worker"
#: The port of a scheduler whose address has none.
DEFAULT_PORT = 8786
#: The packages of which all have the same version, and those that the scheduler need not have.
OF_ALL, OF_WORKERS = ("python", "dask", "distributed"), ("pycosat",)
#: The loggers that would print tracebacks of what we report in a line.
_LOGGERS = ("distributed", "tornado", "asyncio")


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of the Dask scheduler at `address`, as tcp://host:8786; `say` prints a line while they are missed."""

    address: str
    say: Callable[[str], None]

    @contextmanager
    def workers(self, work: Callable[[Any], Any], batch: int) -> "Iterator[ClusterWorkers]":
        """Connect, and yield the workers; nothing of ours is left on the scheduler afterwards.

        Raise NotInstalled without Dask, and Unavailable without a scheduler, without workers, or if versions differ.
        """
        client = _client(self.address)
        try:
            workers = ClusterWorkers(client, self, work, batch)
            workers.require_workers()
            yield workers
        finally:
            with unbroken(), suppress(Exception, CancelledError):
                client.close(timeout=CLOSE_TIMEOUT_S)


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


class ClusterWorkers:
    """The workers of an open connection, who call `work` on items; whatever Dask raises becomes Unavailable."""

    def __init__(self, client: "Client", cluster: Cluster, work: Callable[[Any], Any], batch: int) -> None:
        self._client, self._address, self._say, self._work = client, cluster.address, cluster.say, work
        self._size = BatchSize(batch)
        self._run = f"player-{uuid4().hex}"
        self._threads, self._counted = 0, -THREADS_TIMEOUT_S
        self._known: set[str] = set()
        """The workers whose versions are ours."""
        self._heard: dict[str, tuple[float, float]] = {}
        """Of each worker the time of its last call, by the scheduler's clock, and when that was new, by ours."""
        self._at_work: dict[Future, tuple[int, int, int]] = {}
        """Of each future its batch's number, the index of its first item, and the number of its items."""
        self._items = 0
        self._ready: SimpleQueue[Future] = SimpleQueue()
        self._functions: dict[str, Future] = {}
        self._words = self._shared_words()

    # The work

    def next_size(self, waiting: int) -> int:
        """Return the number of items that take a quarter of a second, 0 if all workers have enough."""
        threads, at_work = max(self._thread_count(), 1), len(self._at_work)
        free = at_work < BATCHES_AT_WORK * threads and at_work + waiting < MAX_BATCHES_PER_WORKER * threads
        return self._size.items if free else 0

    def hand_out(self, number: int, batch: Sequence[Any]) -> None:
        """Submit a batch."""
        payload = pickle.dumps((self._work, batch))
        future = self._submit("run", payload, len(batch), self._words, key=f"{self._run}-{number}", retries=RETRIES)
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
            for (_, number, _, count), found in zip(batches, self._results(futures), strict=True)
        ]

    def _next(self) -> "Future":
        while True:
            self._require_scheduler()
            try:
                return self._ready.get(timeout=THREADS_TIMEOUT_S)
            except Empty:
                self.require_workers()
                self._require_progress()

    def _outcomes(self, found: Finished, count: int) -> list[Outcome]:
        self._size.learn(count, found.seconds)
        stream = BytesIO(found.outcomes)
        return [pickle.load(stream) for _ in range(count)]  # noqa: S301  # of our own cluster

    def _submit(self, name: str, *arguments: Any, key: str, retries: int = 0) -> "Future":
        """Let a worker call what has a `name` in `worker.py`; equal calls do not share their result.

        The scheduler loads the functions and the arguments of tasks, and may be without the player. So it is given only
        functions of Python: one that finds the name, as a task of its own, and one that calls what is found.
        """
        with self._translated(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large batches: they are what there is to send
            if name not in self._functions:
                self._functions[name] = self._client.submit(resolve_name, f"{WORKER_MODULE}:{name}", pure=False)
            return self._client.submit(call, self._functions[name], *arguments, key=key, retries=retries, pure=False)

    def _results(self, futures: "list[Future]") -> list[Any]:
        """Return the results of finished futures; those that a lost worker had are computed again."""
        while True:
            try:
                return list(self._answer(partial(self._client.gather, futures), "a worker", SILENCE_TIMEOUT_S))
            except Unavailable:
                self._require_scheduler()
                if not any(future.status == "pending" for future in futures):
                    raise

    def _shared_words(self) -> "Future | None":
        """Return the client's own list of words, if it has one, for the workers."""
        if not (file := os.environ.get(WORDS_VARIABLE)):
            return None
        try:
            words = regular(Path(file)).read_bytes()
        except OSError as error:
            raise InputMissing(f"the list of words {file} can't be read: {error.strerror}: check --words") from None
        return self._submit("Words", Path(file).name, words, key=f"{self._run}-words")

    # The workers

    def require_workers(self) -> None:
        """Wait until there is a worker; raise Unavailable if there is none in time, or its versions are others."""
        if self._thread_count():
            return
        start = f"start one with `dask worker {self._address}`"
        self._say(f"waiting {WORKERS_TIMEOUT_S:g} s for workers of {self._address}: {start}")
        with suppress(TimeoutError), self._translated(but=TimeoutError):
            wait = partial(self._client.wait_for_workers, 1, timeout=WORKERS_TIMEOUT_S)
            within(WORKERS_TIMEOUT_S + ANSWER_TIMEOUT_S, wait, self._silent("the scheduler"))
        self._counted = -THREADS_TIMEOUT_S
        if not self._thread_count():
            raise Unavailable(f"the scheduler {self._address} has had no workers for {WORKERS_TIMEOUT_S:g} s: {start}")

    def _thread_count(self) -> int:
        """Return the number of threads that all workers have, which may be a second old; versions are compared."""
        if monotonic() - self._counted > THREADS_TIMEOUT_S:
            threads: dict[str, int] = self._answer(self._client.nthreads)
            if new := [*(threads.keys() - self._known)]:
                self._compare_versions(new)
            self._threads, self._counted = sum(threads.values()), monotonic()
        return self._threads

    def _compare_versions(self, new: list[str]) -> None:
        """Raise Unavailable if the scheduler or a `new` worker has other versions than we have."""
        from distributed.versions import get_versions  # noqa: PLC0415, TID251  # of the extra

        ask = partial(self._client.run, workers=new, on_error="return")
        packages = self._answer(partial(ask, get_versions, packages=OF_WORKERS), "a worker")
        # Every Python has `resolve_name`: a worker that has to load what is not there would end.
        players = self._answer(partial(ask, resolve_name, "player:__version__"), "a worker")
        workers = {
            worker: {**found["packages"], "player": version if isinstance(version, str) else None}
            for worker, version in players.items()
            if isinstance(version, str | ImportError) and isinstance(found := packages.get(worker), dict)
        }  # others are gone by now
        there = partial(self._client.sync, self._client.scheduler.versions, packages=())
        here = {**get_versions(packages=OF_WORKERS)["packages"], "player": __version__}
        if differ := difference(here, self._answer(there)["packages"], workers):
            raise Unavailable(f"the cluster {self._address} has other versions: {differ}: install the same")
        self._known.update(workers)

    def _require_progress(self) -> None:
        """Raise Unavailable if a worker that has tasks of ours has long not been heard of."""
        now, silent = monotonic(), list[str]()
        for worker, about in self._answer(self._client.scheduler_info)["workers"].items():
            last, since = self._heard.get(worker, (None, now))
            self._heard[worker] = about["last_seen"], since if last == about["last_seen"] else now
            if now - self._heard[worker][1] > SILENCE_TIMEOUT_S:
                silent.append(worker)
        for worker, tasks in self._answer(partial(self._client.processing, silent)).items() if silent else ():
            if any(key in self._client.futures for key in tasks):
                raise self._silent(f"the worker {worker}")

    # Errors

    def _answer(self, ask: Callable[[], Any], who: str = "the scheduler", seconds: float = ANSWER_TIMEOUT_S) -> Any:
        """Return what `ask` returns; raise Unavailable if `who` does not answer it in time."""
        with self._translated():
            return within(seconds, ask, self._silent(who))

    def _silent(self, who: str) -> Unavailable:
        """Return the error of somebody who does not answer, as a process does that is stopped or hangs."""
        what = f"{who} {self._address}" if who == "the scheduler" else f"{who} of {self._address}"
        return Unavailable(f"{what} does not answer any more: continue or end it, and start the command again")

    @contextmanager
    def _translated(self, but: type[Exception] = Unavailable) -> Iterator[None]:
        """Raise Unavailable for an error of Dask in here: the scheduler is gone, or does not behave like one."""
        try:
            yield
        except (Unavailable, but):
            raise
        except (OSError, CancelledError) as error:
            raise self._gone() from error
        except Exception as error:
            # Dask's own errors have no common base.
            if type(error).__module__.startswith(("distributed", "dask", "tornado")):
                raise self._gone() from error
            raise

    def _require_scheduler(self) -> None:
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> Unavailable:
        return Unavailable(f"the scheduler {self._address} is gone: start it, and the command, again")

    def _failure(self, future: "Future", first: int, count: int) -> PlayerError:
        """Return the error for a batch that could not be done, `count` items from index `first`."""
        if future.status == "cancelled":
            return self._gone()
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


def difference(
    here: Mapping[str, Any], scheduler: Mapping[str, Any], workers: Mapping[str, Mapping[str, Any]]
) -> str | None:
    """Return a sentence that says who has which versions of the packages that matter; None if all agree."""
    differ = []
    for package in (*OF_ALL, *OF_WORKERS, "player"):
        owners = {"here": here, **({"on the scheduler": scheduler} if package in OF_ALL else {}), **workers}
        who: dict[str, list[str]] = {}
        for owner, packages in owners.items():
            version = packages.get(package)
            if version and package == "python":
                version = ".".join(version.split(".")[:2])
            who.setdefault(f"{package} {version}" if version else f"no {package}", []).append(owner)
        if len(who) > 1:
            differ.append(", ".join(f"{what} {_listed(them)}" for what, them in who.items()))
    return "; ".join(differ) or None


def _listed(owners: list[str]) -> str:
    """Return the owners in words: of many workers the first, and the number of the others."""
    known = [owner for owner in owners if "://" not in owner]
    workers = sorted(owner for owner in owners if "://" in owner)
    more = f" and {len(workers) - 1} more" if len(workers) > 1 else ""
    return " and ".join([*known, *(f"on the worker {worker}{more}" for worker in workers[:1])])


def _client(address: str) -> "Client":
    if not find_spec("distributed"):
        raise NotInstalled.of_extra("cluster", "--cluster needs Dask")
    _require_listener(address)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other versions: `difference` says which
        from distributed import Client  # noqa: PLC0415, TID251  # of the extra

        for name in list(logging.root.manager.loggerDict):  # every error is raised, too
            if name.split(".", maxsplit=1)[0] in _LOGGERS:
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            start = partial(Client, address, timeout=CONNECT_TIMEOUT_S, set_as_default=False, name="player")
            silent = Unavailable(f"the scheduler {address} took a connection, and does not answer: continue or end it")
            return within(2 * CONNECT_TIMEOUT_S, start, silent)
        except Unavailable:
            raise
        except (Exception, CancelledError) as error:  # noqa: BLE001  # of whatever listens there
            if isinstance(error, Exception):
                trace(error)
            secure = address.startswith("tls:")
            hint = "name its certificates in Dask's settings (distributed.comm.tls)" if secure else "correct --cluster"
            raise Unavailable(f"no Dask scheduler answers at {address}: {hint}") from None


def _require_listener(address: str) -> None:
    """Raise Unavailable if nothing takes connections at `address`: Dask itself would try for seconds."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname, parts.port or DEFAULT_PORT), timeout=CONNECT_TIMEOUT_S).close()
    except (OSError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or "no answer").lower()
        raise Unavailable(
            f"no Dask scheduler is at {address} ({why}): start one with `dask scheduler`, or correct --cluster"
        ) from None
