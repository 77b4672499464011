"""The throughput of `player solve` on a Dask cluster of one and of two workers, against that of `--jobs`.

    .venv/bin/python -m tests.bench.cluster [BOARDS [ROUNDS]]

Scheduler, workers and the command share one machine. A time is that of all boards, without the start of the command
(up to its first answer), the best of three rounds (or ROUNDS), in which the ways take turns. CPU ms are those of all
processes, with the start: they say what the cluster costs on a machine that has other work, too.
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from itertools import cycle, islice
from math import inf
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from tests.support.commands import MAIN
from tests.support.dask_cluster import dask_cluster
from tests.support.places import ROOT
from tests.support.started_processes import under

ROUNDS = 3


class Cost(NamedTuple):
    """Seconds of a clock, and of the processor."""

    wall: float
    cpu: float


def main() -> None:
    """Print a table: the boards in a second of each way, and what it has of the way that it is compared with."""
    number, rounds = map(int, (*sys.argv[1:], *("20000", str(ROUNDS))[len(sys.argv) - 1 :]))
    with TemporaryDirectory() as folder, dask_cluster(Path(folder), 1) as one, dask_cluster(Path(folder), 2) as two:
        file = Path(folder, "boards.jsonl")
        file.write_text("".join(f"{board}\n" for board in islice(cycle(_boards()), number)), encoding="utf-8")
        ways = {
            "--jobs 2": ("--jobs", "2"),
            "--cluster, one worker": ("--cluster", one.address),
            "--cluster, two workers": ("--cluster", two.address),
        }
        best = dict.fromkeys(ways, Cost(inf, inf))
        for _ in range(rounds):
            for way, options in ways.items():
                cost = _cost(file, options)
                best[way] = Cost(*map(min, best[way], cost))
                sys.stderr.write(f"{way}: {cost.wall:.1f} s, {cost.cpu:.1f} s of the processor\n")
    jobs, single, double = best.values()
    lines = [
        f"{number} boards, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
        *(f"| {way} | {number / cost.wall:.0f} | {1000 * cost.cpu / number:.2f} |" for way, cost in best.items()),
        f"two workers against one: {single.wall / double.wall:.2f}",
        f"overhead against --jobs 2: {double.wall / jobs.wall - 1:+.0%} time, {double.cpu / jobs.cpu - 1:+.0%} CPU",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _boards() -> list[str]:
    lines = (ROOT / "fixtures" / "boards" / "mini-sudoku.jsonl").read_text(encoding="utf-8").splitlines()
    boards = [json.loads(line) for line in lines]
    return [json.dumps({key: value for key, value in board.items() if key != "solution"}) for board in boards]


def _cost(file: Path, options: tuple[str, ...]) -> Cost:
    before = _cpu_seconds()
    command = [sys.executable, "-c", MAIN, "solve", str(file), "--json", "-", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT) as process:
        assert process.stdout
        process.stdout.readline()
        start = perf_counter()
        for _ in process.stdout:
            pass
        seconds = perf_counter() - start
    assert process.returncode == 0
    return Cost(seconds, _cpu_seconds() - before)


def _cpu_seconds() -> float:
    """The time of the processor that all processes of this one have taken, those that ended included."""
    ticks = 0
    for one in under(os.getpid()):
        with suppress(OSError):  # it has just ended
            fields = (
                Path(f"/proc/{one.pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
            )
            ticks += int(fields[11]) + int(fields[12])
    ended = getrusage(RUSAGE_CHILDREN)
    return ticks / os.sysconf("SC_CLK_TCK") + ended.ru_utime + ended.ru_stime


if __name__ == "__main__":
    main()
