"""The connection to a Dask scheduler: opened and closed in bounded time, with errors of one line."""

import logging
import socket
import warnings
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from operator import call
from pkgutil import resolve_name
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from player.boards.cluster.versions import NAME_OF_VERSION, OF_WORKERS, difference
from player.deadlines import unbroken, within
from player.errors import NotInstalled, Unavailable, trace

if TYPE_CHECKING:
    from distributed import Client, Future  # noqa: TID251  # of the extra

#: Seconds until a scheduler must answer, until a worker must be there, and in which the connection is closed.
CONNECT_TIMEOUT_S, WORKERS_TIMEOUT_S, CLOSE_TIMEOUT_S = 5.0, 30.0, 3.0
#: Seconds until the scheduler or a worker must answer a question, and until a worker that has work must be heard of:
#: workers call their scheduler every half second, or every 20 seconds if there are 2000.
ANSWER_TIMEOUT_S, SILENCE_TIMEOUT_S = 30.0, 40.0
#: Seconds for which the number of the workers' threads is believed.
THREADS_TIMEOUT_S = 1.0

#: The module whose functions workers call; only they load it.
WORKER_MODULE = "player.boards.cluster.worker"

#: The port of a scheduler whose address has none.
DEFAULT_PORT = 8786

#: The loggers that would print tracebacks of what we report in a line.
_LOGGERS = ("distributed", "tornado", "asyncio")


#: What a worker may answer to the question for its player's version; others are gone by then.
_VERSIONS = (str, ImportError, AttributeError)


class Connection:
    """An open connection; whatever Dask raises in its methods becomes Unavailable."""

    def __init__(self, client: "Client", address: str, say: Callable[[str], None]) -> None:
        self.client = client
        self._address = address
        self._say = say
        self._known: set[str] = set()
        self._functions: dict[str, Future] = {}
        self._threads, self._asked = 0, -THREADS_TIMEOUT_S
        self._about: dict[str, Any] = {}
        """The versions here and on the scheduler, once they are known."""
        self._heard: dict[str, tuple[float, float]] = {}
        """Of each worker the time of its last call, by the scheduler's clock, and when that was new, by ours."""

    def threads(self) -> int:
        """Return the number of threads that all workers have now, which may be a second old; versions are compared."""
        if monotonic() - self._asked > THREADS_TIMEOUT_S:
            self._threads = self._compared()
            self._asked = monotonic()
        return self._threads

    def require_workers(self) -> None:
        """Wait until there is a worker; raise Unavailable if there is none in time, or its versions are others."""
        if self.threads():
            return
        self._say(
            f"waiting {WORKERS_TIMEOUT_S:g} s for workers of {self._address}: "
            f"start one with `dask worker {self._address}`"
        )
        with self.translated(), suppress(TimeoutError):
            wait = partial(self.client.wait_for_workers, 1, timeout=WORKERS_TIMEOUT_S)
            within(WORKERS_TIMEOUT_S + ANSWER_TIMEOUT_S, wait, self._silent("the scheduler"))
        self._asked = -THREADS_TIMEOUT_S
        if not self.threads():
            raise Unavailable(
                f"the scheduler {self._address} has had no workers for {WORKERS_TIMEOUT_S:g} s: "
                f"start one with `dask worker {self._address}`"
            )

    def _compared(self) -> int:
        from distributed.versions import get_versions  # noqa: PLC0415, TID251  # of the extra

        threads: dict[str, int] = self._answer(self.client.nthreads)
        if new := [*(threads.keys() - self._known)]:
            ask = partial(self.client.run, workers=new, on_error="return")
            found = self._answer(partial(ask, resolve_name, NAME_OF_VERSION), "a worker")
            players = {worker: one for worker, one in found.items() if isinstance(one, _VERSIONS)}
            packages = self._answer(partial(ask, get_versions, packages=OF_WORKERS), "a worker")
            workers = {worker: one for worker, one in packages.items() if isinstance(one, dict)}
            if not self._about:
                there = partial(self.client.sync, self.client.scheduler.versions, packages=OF_WORKERS)
                self._about = {"client": get_versions(packages=OF_WORKERS), "scheduler": self._answer(there)}
            if differ := difference({**self._about, "workers": workers}, players):
                raise Unavailable(f"the cluster {self._address} has other versions: {differ}: install the same")
            self._known.update(players)
        return sum(threads.values())

    def _answer(self, ask: Callable[[], Any], who: str = "the scheduler", seconds: float = ANSWER_TIMEOUT_S) -> Any:
        """Return what `ask` returns; raise Unavailable if `who` does not answer it in time."""
        with self.translated():
            return within(seconds, ask, self._silent(who))

    def _silent(self, who: str) -> Unavailable:
        """Return the error of somebody who does not answer, as a process does that is stopped or hangs."""
        what = f"{who} {self._address}" if who == "the scheduler" else f"{who} of {self._address}"
        return Unavailable(f"{what} does not answer any more: continue or end it, and start the command again")

    def require_progress(self) -> None:
        """Raise Unavailable if a worker that has tasks of ours has long not been heard of."""
        now, silent = monotonic(), list[str]()
        for worker, about in self._answer(self.client.scheduler_info)["workers"].items():
            last, since = self._heard.get(worker, (None, now))
            self._heard[worker] = about["last_seen"], since if last == about["last_seen"] else now
            if now - self._heard[worker][1] > SILENCE_TIMEOUT_S:
                silent.append(worker)
        for worker, tasks in self._answer(partial(self.client.processing, silent)).items() if silent else ():
            if any(key in self.client.futures for key in tasks):
                raise self._silent(f"the worker {worker}")

    def submit(self, name: str, *arguments: Any, key: str, retries: int = 0) -> "Future":
        """Let a worker call what has a `name` in `worker.py`; equal calls do not share their result.

        The scheduler loads the functions and the arguments of tasks, and may be without the player. So it is given only
        functions of Python: one that finds the name, as a task of its own, and one that calls what is found.
        """
        with self.translated(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large batches: they are what there is to send
            if name not in self._functions:
                self._functions[name] = self.client.submit(resolve_name, f"{WORKER_MODULE}:{name}", pure=False)
            return self.client.submit(call, self._functions[name], *arguments, key=key, retries=retries, pure=False)

    def results(self, futures: "list[Future]") -> list[Any]:
        """Return the results of finished futures; those that a lost worker had are computed again."""
        while True:
            try:
                return list(self._answer(partial(self.client.gather, futures), "a worker", SILENCE_TIMEOUT_S))
            except Unavailable:
                self.require()
                if not any(future.status == "pending" for future in futures):
                    raise

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Raise Unavailable for an error of Dask in here: the scheduler is gone, or does not behave like one."""
        try:
            yield
        except Unavailable:
            raise
        except (OSError, CancelledError) as error:
            raise self.gone() from error
        except Exception as error:
            # Dask's own errors have no common base.
            if type(error).__module__.startswith(("distributed", "dask", "tornado")):
                raise self.gone() from error
            raise

    def gone(self) -> Unavailable:
        """Return the error of a scheduler that is not there any more."""
        return Unavailable(f"the scheduler {self._address} is gone: start it, and the command, again")

    def require(self) -> None:
        """Raise Unavailable if the scheduler is gone."""
        if self.client.status != "running":
            raise self.gone()


@contextmanager
def connected(address: str, say: Callable[[str], None]) -> Iterator[Connection]:
    """Yield a connection to a scheduler with workers, all of the same versions as we are.

    When it is closed, the scheduler forgets what we have submitted, and workers end what they do of it.
    """
    client = _client(address)
    try:
        connection = Connection(client, address, say)
        connection.require_workers()
        yield connection
    finally:
        with unbroken(), suppress(Exception, CancelledError):
            client.close(timeout=CLOSE_TIMEOUT_S)


def _client(address: str) -> "Client":
    if not find_spec("distributed"):
        raise NotInstalled.of_extra("cluster", "--cluster needs Dask")
    _require_listener(address)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other versions: `difference` says which
        from distributed import Client  # noqa: PLC0415, TID251  # of the extra

        _silence()
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


def _silence() -> None:
    """Print nothing of Dask's log: every error is raised, too."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".", maxsplit=1)[0] in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
