"""Bulk work on a real Dask scheduler and real workers, all on the loopback."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

import pytest
from distributed import Client  # noqa: TID251  # to see what workers have

from player.bulk.cluster import cluster as workers_of
from player.deadlines import watch
from tests.support.commands import Ended, end, error_line, start
from tests.support.dask_cluster import DaskCluster, dask_cluster, older, without_player

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here"),
]

BOARD = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler and two workers; tests leave two workers that work."""
    with dask_cluster(tmp_path_factory.mktemp("dask"), workers=2) as running:
        yield running


def boards(first: int, after: int) -> str:
    return "".join(json.dumps({**BOARD, "id": number}) + "\n" for number in range(first, after))


class Solving:
    """`player solve` on a cluster, which reads so many boards from a pipe, faster than it answers."""

    def __init__(self, folder: Path, cluster: DaskCluster, number: int) -> None:
        self._pipe = folder / "pipe"
        os.mkfifo(self._pipe)
        self.process = start("solve", self._pipe, "--json", "-", "--cluster", cluster.address)
        Thread(target=self._feed, args=(number,), daemon=True).start()

    def _feed(self, number: int) -> None:
        with suppress(BrokenPipeError):
            self._pipe.write_text(boards(0, number), encoding="utf-8")

    def ids(self, lines: list[str]) -> list[int]:
        return [json.loads(line)["id"] for line in lines]

    @property
    def answers(self) -> IO[str]:
        assert self.process.stdout
        return self.process.stdout

    def end(self) -> Ended:
        """The exit code, the answers that were not read, and standard error."""
        assert self.process.stderr
        with self.process:
            out, err = self.answers.read(), self.process.stderr.read()
        return Ended(self.process.returncode, out, err)


def test_the_work_of_a_killed_worker_is_repeated_by_another_one_in_order(tmp_path: Path, cluster: DaskCluster) -> None:
    lost = cluster.workers[0]
    with watch(110):
        solving = Solving(tmp_path, cluster, 3000)
        before = [solving.answers.readline()]
        lost.send_signal(signal.SIGSTOP)  # it has work, and does none of it
        cluster.add()
        cluster.remove(lost)
        code, out, err = solving.end()
    assert (code, err) == (0, "3000 boards: 3000 with 1 solution\n")
    assert solving.ids([*before, *out.splitlines()]) == [*range(3000)]
    assert cluster.tasks() == 0


def test_results_that_a_killed_worker_had_finished_are_computed_again(cluster: DaskCluster) -> None:
    with watch(110), Client(cluster.address) as client, workers_of(cluster.address, print, str) as workers:
        workers.submit(0, range(3))
        while not any(key.endswith("-0") for keys in client.has_what().values() for key in keys):
            pass
        for lost in list(cluster.workers):
            cluster.remove(lost)
        while client.nthreads():
            pass
        adding = Thread(target=cluster.add)
        adding.start()
        assert list(workers.finished()) == [(0, [(True, "0"), (True, "1"), (True, "2")])]
    adding.join()
    cluster.add()


def test_ctrl_c_leaves_whole_lines_and_no_task(tmp_path: Path, cluster: DaskCluster) -> None:
    with watch(110):
        solving = Solving(tmp_path, cluster, 3000)
        before = [solving.answers.readline()]
        for worker in cluster.workers:
            worker.send_signal(signal.SIGSTOP)  # tasks are on the scheduler, and stay there
        try:
            solving.process.send_signal(signal.SIGINT)
            code, out, err = solving.end()
        finally:
            for worker in cluster.workers:
                worker.send_signal(signal.SIGCONT)
    assert (code, err) == (130, "player: stopped by SIGINT\n")
    assert out[-1:] in {"", "\n"}
    found = solving.ids([*before, *out.splitlines()])
    assert found == [*range(len(found))]
    assert len(found) < 3000
    assert cluster.tasks() == 0


def test_a_pipe_that_nobody_reads_any_more_leaves_no_task(tmp_path: Path, cluster: DaskCluster) -> None:
    (tmp_path / "boards.jsonl").write_text(boards(0, 3000), encoding="utf-8")
    with watch(110):
        process = start("solve", tmp_path / "boards.jsonl", "--cluster", cluster.address)
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", -signal.SIGPIPE)
    process.stderr.close()
    assert cluster.tasks() == 0


DEADLY = """
import sys
from functools import partial
from player.bulk.cluster import cluster
from player.bulk import ordered
from player.errors import Unavailable
from tests.support.processes import deadly
for _ in range(2):
    try:
        print(*ordered(deadly, range(9), partial(cluster, sys.argv[1], print), 2))
    except Unavailable as error:
        print(error)
"""


def test_a_board_that_ends_its_process_is_named_and_ends_no_worker(cluster: DaskCluster) -> None:
    ended = subprocess.run([sys.executable, "-c", DEADLY, cluster.address], capture_output=True, text=True, check=True)
    line = "board 4 ended its process 4 times, maybe for lack of memory: leave it out, or give workers more\n"
    assert (ended.stdout, ended.stderr) == (2 * line, "")
    assert [worker.poll() for worker in cluster.workers] == [None, None]
    assert cluster.tasks() == 0


def test_workers_with_another_solver_and_without_the_player_are_named(tmp_path: Path, cluster: DaskCluster) -> None:
    strange = cluster.add(older(tmp_path, "pycosat", "0.6.3"), without_player(tmp_path))
    code, out, err = end(start("generate", "tango", "--cluster", cluster.address))
    assert (code, out, strange.poll()) == (75, "", None)
    cluster.remove(strange)
    line = error_line(err)
    assert re.search(r"pycosat 0.6.3 \(here: pycosat [0-9.]+\) on the worker tcp://127", line)
    assert re.search(r"no player \(here: player [0-9.]+\) on the worker tcp://127", line)


@pytest.mark.more
def test_a_scheduler_without_the_player_waits_for_workers_and_then_dies(tmp_path: Path) -> None:
    with watch(110), dask_cluster(tmp_path, path=(without_player(tmp_path),)) as cluster:
        solving = Solving(tmp_path, cluster, 3000)
        assert solving.process.stderr
        assert solving.process.stderr.readline() == (
            f"player: waiting 30 s for workers of {cluster.address}: start one with `dask worker {cluster.address}`\n"
        )
        cluster.add()
        before = [solving.answers.readline()]
        cluster.scheduler.kill()
        code, out, err = solving.end()
    assert code == 75
    assert error_line(err) == f"the scheduler {cluster.address} is gone: start it, and the command, again"
    found = solving.ids([*before, *out.splitlines()])
    assert found == [*range(len(found))]
    assert len(found) < 3000
