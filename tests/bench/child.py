"""Times and peak memory of a row, taken in a process of its own that is killed when a board takes too long."""

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time
from typing import Any

from player.games import Game
from tests.bench.rows import KINDS, Row

#: Boards that take less are solved this often, and the median counts.
QUICK_MS, ROUNDS = 100, 3
#: Seconds to import a solver.
START = 60


@dataclass
class Figures:
    """For each board the CPU time in ms, None where it took too long; and the most memory of the process, in MB."""

    ms: list[float | None] = field(default_factory=list)
    peak: float = 0

    @property
    def whole(self) -> bool:
        return None not in self.ms


def measure(row: Row, boards: Sequence[Any], limit: float) -> Figures:
    """Solve `boards` one after the other, `limit` seconds for each at most."""
    figures = Figures()
    while len(figures.ms) < len(boards):
        _measure_on(row, boards[len(figures.ms) :], limit, figures)
    return figures


def _measure_on(row: Row, boards: Sequence[Any], limit: float, figures: Figures) -> None:
    """Add to `figures` until the last of `boards`, or the first that takes too long."""
    context = multiprocessing.get_context("spawn")  # a fork would start with our memory
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, row, boards), daemon=True)
    process.start()
    there.close()
    try:
        if not here.poll(START):
            raise TimeoutError(f"{row.name} did not start in {START} s")
        here.recv()
        for _ in boards:
            if not here.poll(limit):
                figures.ms.append(None)
                return
            ms, peak = here.recv()
            figures.ms.append(ms)
            figures.peak = max(figures.peak, peak)
    finally:
        process.kill()
        process.join()


def _work(parent: Connection, row: Row, boards: Sequence[Any]) -> None:
    prepare, solve = row.load()
    kind = KINDS[row.game]
    referee = kind.board if isinstance(kind, Game) else kind
    parent.send("ready")
    for board in boards:
        times: list[float] = []
        while not times or (len(times) < ROUNDS and times[0] < QUICK_MS):
            work = prepare(board)
            start = process_time()
            found = solve(work)
            times.append(1000 * (process_time() - start))
        for solution in found or ():
            if broken := referee.check(board, solution):
                raise AssertionError(f"{row.name} is wrong: {broken[0]}")
        parent.send((median(times), getrusage(RUSAGE_SELF).ru_maxrss / 1024))
