"""Bulk work on a real Dask scheduler and real workers, all on the loopback."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

import pytest

from player.deadlines import watch
from tests.support.commands import Ended, end, error_line, start
from tests.support.dask_cluster import DaskCluster, dask_cluster, older

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here"),
]

BOARD = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    """A scheduler without workers."""
    with dask_cluster(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler and two workers, for tests that leave them as they are."""
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
    lost = cluster.add()
    with watch(110):
        solving = Solving(tmp_path, cluster, 3000)
        before = [solving.answers.readline()]
        lost.send_signal(signal.SIGSTOP)  # it has work, and does none of it
        cluster.add()
        lost.kill()
        code, out, err = solving.end()
    assert solving.ids([*before, *out.splitlines()]) == [*range(3000)]
    assert (code, err) == (0, "3000 boards: 3000 with 1 solution\n")
    assert cluster.tasks() == 0


def test_ctrl_c_leaves_whole_lines_and_no_task(tmp_path: Path, cluster: DaskCluster) -> None:
    worker = cluster.add()
    with watch(110):
        solving = Solving(tmp_path, cluster, 3000)
        before = [solving.answers.readline()]
        worker.send_signal(signal.SIGSTOP)  # tasks are on the scheduler, and stay there
        solving.process.send_signal(signal.SIGINT)
        code, out, err = solving.end()
    assert (code, err) == (130, "player: stopped by SIGINT\n")
    assert out[-1:] in {"", "\n"}
    found = solving.ids([*before, *out.splitlines()])
    assert found == [*range(len(found))]
    assert len(found) < 3000
    assert cluster.tasks() == 0


def test_a_pipe_that_nobody_reads_any_more_leaves_no_task(tmp_path: Path, shared: DaskCluster) -> None:
    (tmp_path / "boards.jsonl").write_text(boards(0, 3000), encoding="utf-8")
    with watch(110):
        process = start("solve", tmp_path / "boards.jsonl", "--cluster", shared.address)
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", -signal.SIGPIPE)
    process.stderr.close()
    assert shared.tasks() == 0


def test_generate_and_explain_give_what_one_process_gives(tmp_path: Path, shared: DaskCluster) -> None:
    made = [end(start("generate", "tango", "--count", "6", *more)) for more in ((), ("--cluster", shared.address))]
    assert made[0] == made[1]
    assert made[0].code == 0
    file = tmp_path / "boards.jsonl"
    file.write_text(made[0].out + "{}\n", encoding="utf-8")
    explained = [end(start("explain", file, *more)) for more in ((), ("--jobs", "2"), ("--cluster", shared.address))]
    assert explained[0] == explained[1] == explained[2]
    assert (explained[0].code, explained[0].out.count("\n")) == (65, 8)


def test_certificates_are_written_and_checked_as_by_one_process(tmp_path: Path, shared: DaskCluster) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text(boards(0, 3) + "{}\n", encoding="utf-8")
    here, there, on = tmp_path / "here", tmp_path / "there", ("--cluster", shared.address)
    one, other = end(start("certify", file, "--to", here)), end(start("certify", file, "--to", there, *on))
    assert (one.code, one.out.count("\n")) == (65, 4)
    assert other == one._replace(out=one.out.replace(str(here), str(there)))
    (there / "1" / "model.txt").unlink()
    checked = end(start("certify", "--check", there, *on))
    assert checked == end(start("certify", "--check", there))
    assert f"model.txt is not in the certificate {there / '1'}" in checked.out


DEADLY = """
import sys
from player.boards.cluster import Cluster
from player.boards.pool import ordered
from player.errors import Unavailable
from tests.support.processes import deadly
for _ in range(2):
    try:
        print(*ordered(deadly, range(9), Cluster(sys.argv[1], print), 2))
    except Unavailable as error:
        print(error)
"""


def test_a_board_that_ends_its_process_is_named_and_ends_no_worker(shared: DaskCluster) -> None:
    ended = subprocess.run([sys.executable, "-c", DEADLY, shared.address], capture_output=True, text=True, check=True)
    line = "board 4 ended its process 4 times, maybe for lack of memory: leave it out, or give workers more\n"
    assert (ended.stdout, ended.stderr) == (2 * line, "")
    assert [worker.poll() for worker in shared.workers] == [None, None]
    assert shared.tasks() == 0


def test_a_list_of_words_goes_to_the_workers(tmp_path: Path, shared: DaskCluster) -> None:
    made = end(start("generate", "wend", "--seed", "3")).out
    words = tmp_path / "mine.txt"
    words.write_text("\n".join(str(word).lower() for word, _ in json.loads(made)["solution"]), encoding="utf-8")
    file = tmp_path / "board.json"
    file.write_text(made, encoding="utf-8")
    solved = end(start("solve", file, "--words", words, "--json", "-", "--cluster", shared.address))
    here = end(start("solve", file, "--words", words, "--json", "-"))
    assert (solved.code, here.code) == (0, 0)
    assert json.loads(solved.out)["claim"] == json.loads(here.out)["claim"]
    assert "mine.txt" in json.dumps(json.loads(solved.out)["claim"])


def test_a_worker_with_another_version_is_named(tmp_path: Path, cluster: DaskCluster) -> None:
    cluster.add(older(tmp_path, "pycosat", "0.6.3"))
    code, out, err = end(start("generate", "tango", "--cluster", cluster.address))
    assert (code, out) == (75, "")
    assert "pycosat 0.6.3 on the worker tcp://127.0.0.1:" in error_line(err)


def test_a_scheduler_that_dies_ends_the_command(tmp_path: Path, cluster: DaskCluster) -> None:
    cluster.add()
    with watch(110):
        solving = Solving(tmp_path, cluster, 3000)
        solving.answers.readline()
        cluster.kill()
        code, _, err = solving.end()
    assert code == 75
    assert error_line(err) == f"the scheduler {cluster.address} is gone: start it, and the command, again"


def test_a_cluster_without_workers_is_waited_for(cluster: DaskCluster) -> None:
    process = start("generate", "tango", "--cluster", cluster.address)
    assert process.stderr
    assert process.stderr.readline() == (
        f"player: waiting for workers of {cluster.address}: start one with `dask worker {cluster.address}`\n"
    )
    cluster.add()
    code, out, err = end(process)
    assert (code, out.count("\n"), err) == (0, 1, "")
