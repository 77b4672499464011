"""Bulk work on a Dask cluster, in place of processes of this machine (the extra `cluster`).

A batch is one task of the cluster. A worker gives it to a process of its own, `process.py`: boards are solved in a main
thread, as their deadlines are signals, and a board that ends its process does not end the worker.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from player.boards.pool import Workers


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of the Dask scheduler at `address`, as tcp://host:8786; `say` prints a line while they are missed."""

    address: str
    say: Callable[[str], None]

    @contextmanager
    def workers(self, work: Callable[[Any], Any], batch: int) -> Iterator[Workers]:
        """Connect, and yield the workers; nothing of ours is left on the scheduler afterwards.

        Raise NotInstalled without Dask, and Unavailable without a scheduler, without workers, or if versions differ.
        """
        from player.boards.cluster.connection import connected  # noqa: PLC0415  # of the extra, and slow to import
        from player.boards.cluster.crew import Crew  # noqa: PLC0415

        with connected(self.address, self.say) as cluster:
            yield Crew(cluster, work, batch)
