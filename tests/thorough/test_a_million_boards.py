"""A million boards on a Dask cluster of two workers, streamed in and out: in order, in little memory."""

import json
import os
import signal
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from tests.support.commands import start
from tests.support.dask_cluster import dask_cluster

BOARDS = int(os.environ.get("PLAYER_BOARDS", "1000000"))
#: Most of it is Dask itself: the command takes 75 MB before the first board, the scheduler as much.
MAX_MEMORY_MB = 200


@pytest.mark.more
@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_million_boards_are_answered_in_order_in_bounded_memory_though_a_worker_dies(tmp_path: Path) -> None:
    pipe = tmp_path / "boards"
    os.mkfifo(pipe)
    board = '{"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": [], "id": %d}\n'

    def feed() -> None:
        with pipe.open("w") as boards:
            for number in range(BOARDS):
                boards.write(board % number)

    with dask_cluster(tmp_path, workers=2) as cluster:
        process = start("solve", pipe, "--json", "-", "--cluster", cluster.address)
        Thread(target=feed, daemon=True).start()
        assert process.stdout
        assert process.stderr
        peak = scheduler = 0.0
        started = monotonic()
        with process:
            for number, line in enumerate(process.stdout):
                record = json.loads(line)
                assert (record["id"], record["solutions"]) == (number, 1)
                if number % 1000 == 0:
                    peak = max(peak, _memory_mb(process.pid))
                    scheduler = max(scheduler, _memory_mb(cluster.scheduler.pid))
                if number == BOARDS // 3:
                    cluster.workers[0].send_signal(signal.SIGKILL)
                    cluster.add()
            err = process.stderr.read()
        assert (process.returncode, err) == (0, f"{BOARDS} boards: {BOARDS} with 1 solution\n")
        assert number == BOARDS - 1
        assert cluster.tasks() == 0
        seconds = monotonic() - started
    figures = f"{BOARDS} boards in {seconds:.0f} s; at most {peak:.0f} MB, the scheduler {scheduler:.0f} MB"
    print(f"\n{figures}")  # noqa: T201  # for docs/benchmarks.md
    assert max(peak, scheduler) < MAX_MEMORY_MB


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1000
