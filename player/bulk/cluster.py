"""Bulk work on a Dask cluster, in place of processes of this machine (the extra `cluster`).

A batch is one task of the cluster, which `worker.run` does. Dask hands tasks out, and repeats those of lost workers.
Every question to it has a limit, and every error is one line.
"""

import logging
import os
import pickle
import warnings
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from operator import call
from pathlib import Path
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from player import WORDS_VARIABLE, __version__
from player.bulk import Outcome
from player.bulk.worker import ProcessLost
from player.deadlines import unbroken, within
from player.errors import InputMissing, NotInstalled, PlayerError, Unavailable, trace
from player.files import os_errors, regular

if TYPE_CHECKING:
    from distributed import Client, Future  # noqa: TID251  # of the extra

#: Seconds until a scheduler must answer, until a worker must be there, and in which the connection is closed.
CONNECT_TIMEOUT_S, WORKERS_TIMEOUT_S, CLOSE_TIMEOUT_S = 5.0, 30.0, 3.0
#: Seconds until the scheduler or a worker must answer a question.
ANSWER_TIMEOUT_S = 30.0
#: Seconds for which the number of the workers' threads is believed, and after which they are counted if none has
#: finished anything.
THREADS_TIMEOUT_S = 1.0
#: The batches of each worker's thread at a time: one at work, and two on their way.
BATCHES_AT_WORK = 3
#: The times that a batch is repeated if its process ends.
RETRIES = 3

#: The module whose functions workers call; only they load it.
WORKER_MODULE = "player.bulk.worker"
#: The packages of which all have the same version; the scheduler need not have the others.
OF_ALL = ("python", "dask", "distributed")
#: The loggers that would print tracebacks of what we report in a line.
_LOGGERS = ("distributed", "tornado", "asyncio")


@contextmanager
def cluster(address: str, say: Callable[[str], None], work: Callable[[Any], Any]) -> "Iterator[ClusterWorkers]":
    """Yield the workers of the Dask scheduler at `address`, as tcp://host:8786, who do `work`.

    Nothing of ours is left on the scheduler afterwards. `say` prints a line while workers are missed. Raise
    NotInstalled without Dask, and Unavailable without a scheduler, without workers, or if versions differ.
    """
    client = _client(address)
    try:
        workers = ClusterWorkers(client, address, say, work)
        workers.require_workers()
        yield workers
    finally:
        with unbroken(), suppress(Exception, CancelledError):
            client.close(timeout=CLOSE_TIMEOUT_S)


class ClusterWorkers:
    """The workers of an open connection, who call `work` on items; whatever Dask raises becomes Unavailable."""

    def __init__(self, client: "Client", address: str, say: Callable[[str], None], work: Callable[[Any], Any]) -> None:
        self._client, self._address, self._say, self._work = client, address, say, work
        self._run = f"player-{uuid4().hex}"
        self._threads, self._counted = 0, -THREADS_TIMEOUT_S
        self._known: set[str] = set()
        """The workers whose versions are ours."""
        self._at_work: dict[Future, tuple[int, range]] = {}
        """Of each future its batch's number, and the indices of its items."""
        self._items = 0
        self._ready: SimpleQueue[Future] = SimpleQueue()
        self._functions: dict[str, Future] = {}
        self._words = self._shared_words()

    # The work

    def slots(self) -> int:
        """Return the number of batches that all workers take at a time."""
        return BATCHES_AT_WORK * max(self._thread_count(), 1)

    def submit(self, number: int, batch: Sequence[Any]) -> None:
        """Submit a batch."""
        payload = pickle.dumps((self._work, batch))
        future = self._task("run", payload, len(batch), self._words, key=f"{self._run}-{number}", retries=RETRIES)
        self._at_work[future] = number, range(self._items, self._items + len(batch))
        self._items += len(batch)
        future.add_done_callback(self._ready.put)

    def finished(self) -> Iterable[tuple[int, Sequence[Outcome]]]:
        """Return the batches that are finished; raise Unavailable if one can't be done, or the cluster is gone."""
        futures = [self._next()]
        while not self._ready.empty():
            futures.append(self._ready.get())
        results = [[pickle.loads(one) for one in found] for found in self._results(futures)]  # noqa: S301  # of our own cluster
        return zip([self._at_work.pop(future)[0] for future in futures], results, strict=True)

    def _next(self) -> "Future":
        while True:
            self._require_scheduler()
            try:
                return self._ready.get(timeout=THREADS_TIMEOUT_S)
            except Empty:
                self.require_workers()
                self._require_answers()

    def _task(self, name: str, *arguments: Any, key: str, retries: int = 0) -> "Future":
        """Let a worker call what has a `name` in `worker.py`; equal calls do not share their result.

        The scheduler loads the functions and the arguments of tasks, and may be without the player. So it is given only
        functions of Python: one that finds the name, as a task of its own, and one that calls what is found.
        """

        def submit() -> "Future":
            if name not in self._functions:
                self._functions[name] = self._client.submit(resolve_name, f"{WORKER_MODULE}:{name}", pure=False)
            return self._client.submit(call, self._functions[name], *arguments, key=key, retries=retries, pure=False)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large batches: they are what there is to send
            task: Future = self._ask(submit)
            return task

    def _results(self, futures: "list[Future]") -> list[Any]:
        """Return the results of futures; of those that were finished, a lost worker's are computed again."""
        failed = 0
        while True:
            for future in futures:
                if future.status in {"error", "cancelled"}:
                    raise self._failure(future, self._at_work[future][1])
            try:
                return list(self._ask(partial(self._client.gather, futures), "a worker"))
            except Unavailable:
                self._require_scheduler()
                failed += all(future.status == "finished" for future in futures)
                if failed > RETRIES:
                    raise
            self.require_workers()
            self._require_answers()

    def _shared_words(self) -> "Future | None":
        """Return the client's own list of words, if it has one, for the workers."""
        if not (file := os.environ.get(WORDS_VARIABLE)):
            return None
        with os_errors(InputMissing, f"the list of words {file} can't be read", ": check --words"):
            words = regular(Path(file)).read_bytes()
        return self._task("Words", Path(file).name, words, key=f"{self._run}-words")

    # The workers

    def require_workers(self) -> None:
        """Wait until there is a worker; raise Unavailable if there is none in time, or its versions are others."""
        if self._thread_count():
            return
        start = f"start one with `dask worker {self._address}`"
        self._say(f"waiting {WORKERS_TIMEOUT_S:g} s for workers of {self._address}: {start}")

        def wait() -> None:
            with suppress(TimeoutError):
                self._client.wait_for_workers(1, timeout=WORKERS_TIMEOUT_S)

        self._ask(wait, seconds=WORKERS_TIMEOUT_S + ANSWER_TIMEOUT_S)
        self._counted = -THREADS_TIMEOUT_S
        if not self._thread_count():
            raise Unavailable(f"the scheduler {self._address} has had no workers for {WORKERS_TIMEOUT_S:g} s: {start}")

    def _thread_count(self) -> int:
        """Return the number of threads that all workers have, which may be a second old; versions are compared."""
        if monotonic() - self._counted > THREADS_TIMEOUT_S:
            threads: dict[str, int] = self._ask(self._client.nthreads)
            if threads.keys() - self._known:
                self._compare_versions()
            self._threads, self._counted = sum(threads.values()), monotonic()
        return self._threads

    def _compare_versions(self) -> None:
        """Raise Unavailable if the scheduler or a worker has other versions than we have."""
        found = self._ask(partial(self._client.get_versions, packages=["pycosat"]), "a worker")
        # Every Python has `resolve_name`: a worker that has to load what is not there would end.
        ask = partial(self._client.run, resolve_name, "player:__version__", on_error="return")
        players = self._ask(ask, "a worker")
        workers = {
            worker: {**about["packages"], "player": None if isinstance(players[worker], Exception) else players[worker]}
            for worker, about in found["workers"].items()
            if isinstance(players.get(worker), str | ImportError)  # others are gone by now
        }
        here = {**found["client"]["packages"], "player": __version__}
        if differ := difference(here, found["scheduler"]["packages"], workers):
            raise Unavailable(f"the cluster {self._address} has other versions: {differ}: install the same")
        self._known.update(workers)

    def _require_answers(self) -> None:
        """Raise Unavailable if a worker that has tasks or results of ours does not answer."""
        results = self._ask(self._client.has_what)
        for worker, tasks in self._ask(self._client.processing).items():
            if any(key in self._client.futures for key in (*tasks, *results.get(worker, ()))):
                self._ask(partial(self._wait_for_answer, worker), f"the worker {worker}")

    def _wait_for_answer(self, worker: str) -> None:
        """Return as soon as a worker answers or is gone, which the scheduler may find out a moment later."""
        while not self._client.run(os.getpid, workers=[worker], on_error="ignore"):
            if worker not in self._client.nthreads():
                return

    # Errors

    def _ask(self, ask: Callable[[], Any], who: str = "the scheduler", seconds: float = ANSWER_TIMEOUT_S) -> Any:
        """Return what `ask` returns; raise Unavailable if `who` does not answer it in time, or the scheduler is gone.

        Dask's own errors have no common base.
        """
        try:
            return within(seconds, ask, self._silent(who))
        except PlayerError:
            raise
        except (Exception, CancelledError) as error:
            raise self._gone() from error

    def _silent(self, who: str) -> Unavailable:
        """Return the error of somebody who does not answer, as a process does that is stopped or hangs."""
        what = f"{who} {self._address}" if who == "the scheduler" else f"{who} of {self._address}"
        return Unavailable(f"{what} does not answer any more: continue or end it, and start the command again")

    def _require_scheduler(self) -> None:
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> Unavailable:
        return Unavailable(f"the scheduler {self._address} is gone: start it, and the command, again")

    def _failure(self, future: "Future", items: range) -> PlayerError:
        """Return the error for a batch that could not be done, of the items with these indices."""
        if future.status == "cancelled":
            return self._gone()
        error = future.exception()
        several = f"boards {items[0] + 1} to {items[-1] + 1}" if len(items) > 1 else f"board {items[0] + 1}"
        why = "maybe for lack of memory: leave it out, or give workers more"
        if isinstance(error, ProcessLost):
            return Unavailable(f"board {items[error.args[0]] + 1} ended its process {RETRIES + 1} times, {why}")
        if type(error).__name__ == "KilledWorker":
            return Unavailable(f"{several} ended all workers that had them, {why}")
        if isinstance(error, ImportError):
            return Unavailable(f"a worker can't load the player ({error}): install it there as it is here")
        why = (str(error).splitlines() or [""])[0]
        return Unavailable(f"the cluster failed on {several}: {type(error).__name__}: {why}")


def difference(
    here: Mapping[str, Any], scheduler: Mapping[str, Any], workers: Mapping[str, Mapping[str, Any]]
) -> str | None:
    """Return a sentence that says who has other versions than we have of what matters; None if nobody has."""
    who: dict[str, list[str]] = {}
    owners = {"the scheduler": scheduler, **{f"the worker {address}": has for address, has in workers.items()}}
    for owner, packages in owners.items():
        for package in OF_ALL if owner == "the scheduler" else (*OF_ALL, "pycosat", "player"):
            ours, theirs = (_named(package, versions.get(package)) for versions in (here, packages))
            if theirs != ours:
                who.setdefault(f"{theirs} (here: {ours}) on", []).append(owner)
    more = {what: f" and {len(them) - 1} more" if len(them) > 1 else "" for what, them in who.items()}
    return "; ".join(f"{what} {them[0]}{more[what]}" for what, them in who.items()) or None


def _named(package: str, version: str | None) -> str:
    """Return a package with its version, of Python the first two numbers."""
    if version and package == "python":
        version = ".".join(version.split(".")[:2])
    return f"{package} {version}" if version else f"no {package}"


def _client(address: str) -> "Client":
    if not find_spec("distributed"):
        raise NotInstalled.of_extra("cluster", "--cluster needs Dask")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other versions: `difference` says which
        from distributed import Client  # noqa: PLC0415, TID251  # of the extra

        for name in list(logging.root.manager.loggerDict):  # every error is raised, too
            if name.split(".", maxsplit=1)[0] in _LOGGERS:
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        secure = address.startswith("tls:")
        hint = "name its certificates in Dask's settings (distributed.comm.tls)" if secure else "correct --cluster"
        none = f"no Dask scheduler answers at {address}: start one with `dask scheduler`, or {hint}"
        try:
            start = partial(Client, address, timeout=CONNECT_TIMEOUT_S, set_as_default=False, name="player")
            return within(2 * CONNECT_TIMEOUT_S, start, Unavailable(none))
        except (Exception, CancelledError) as error:  # noqa: BLE001  # of whatever listens there
            if isinstance(error, Exception):
                trace(error)
            raise Unavailable(none) from None
