"""Every command of bulk work on a real Dask cluster gives what one process gives; more that goes wrong."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from player.deadlines import watch
from tests.support.commands import Ended, end, error_line, start
from tests.support.dask_cluster import DaskCluster, dask_cluster
from tests.support.places import ROOT

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here"),
]

#: What is no board, in the middle of a stream.
BAD = ['{"game":', "null", "", "\N{SNOWMAN}", '{"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [9, 9]]}']


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler and two workers, which the tests leave as they are."""
    with dask_cluster(tmp_path_factory.mktemp("dask"), workers=2) as running:
        yield running


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A file with a board of each game, and lines that are none."""
    files = sorted((ROOT / "fixtures" / "boards").glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()[:1]]
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text("".join(f"{line}\n" for line in [*lines[:5], *BAD, *lines[5:]]), encoding="utf-8")
    return mixed


def on_each(cluster: DaskCluster, *command: str | Path) -> list[Ended]:
    """The outputs of a command with one process, with two, and on the cluster."""
    ways = (("--jobs", "1"), ("--jobs", "2"), ("--cluster", cluster.address))
    return [end(start(*command, *way)) for way in ways]


def without_times(records: str) -> list[object]:
    return [{key: value for key, value in json.loads(line).items() if key != "ms"} for line in records.splitlines()]


def test_solve_gives_the_same_with_bad_lines_among_the_boards(mixed: Path, cluster: DaskCluster) -> None:
    one, two, other = on_each(cluster, "solve", mixed, "--json", "-")
    assert one.code == two.code == other.code == 65
    assert without_times(one.out) == without_times(two.out) == without_times(other.out)
    assert one.err == two.err == other.err
    assert one.err.endswith(f"{len(BAD) - 1} refused\n")


@pytest.mark.parametrize(
    "command",
    [
        ("generate", "tango", "--count", "6", "--seed", "4"),
        ("generate", "queens", "--count", "2", "--difficulty", "easy"),
        ("generate", "mini-sudoku", "--count", "2", "--hardest", "6"),
    ],
    ids=" ".join,
)
def test_generate_gives_the_same_bytes(command: tuple[str, ...], cluster: DaskCluster) -> None:
    one, two, other = on_each(cluster, *command)
    assert one == two == other
    assert one.code == 0


def test_explain_gives_the_same_bytes(mixed: Path, cluster: DaskCluster) -> None:
    one, two, other = on_each(cluster, "explain", mixed)
    assert one == two == other
    assert one.code == 65


def test_certificates_are_written_and_checked_as_by_one_process(
    mixed: Path, tmp_path: Path, cluster: DaskCluster
) -> None:
    here, there, on = tmp_path / "here", tmp_path / "there", ("--cluster", cluster.address)
    one, other = end(start("certify", mixed, "--to", here)), end(start("certify", mixed, "--to", there, *on))
    assert one.code == 65
    assert other == one._replace(out=one.out.replace(str(here), str(there)))
    files = [file.relative_to(here) for file in sorted(here.rglob("*")) if file.is_file()]
    assert files == [file.relative_to(there) for file in sorted(there.rglob("*")) if file.is_file()]
    same = [file for file in files if (here / file).read_bytes() == (there / file).read_bytes()]
    assert [file for file in files if file not in same] == []
    proof = there / next(file for file in files if file.name == "proof.drup")
    proof.unlink()
    checked = end(start("certify", "--check", there, *on))
    assert checked == end(start("certify", "--check", there))
    assert f"proof.drup is not in the certificate {proof.parent}" in checked.out


def test_a_list_of_words_goes_to_the_workers(tmp_path: Path, cluster: DaskCluster) -> None:
    made = end(start("generate", "wend", "--seed", "3")).out
    words = tmp_path / "mine.txt"
    words.write_text("\n".join(str(word).lower() for word, _ in json.loads(made)["solution"]), encoding="utf-8")
    file = tmp_path / "board.json"
    file.write_text(made, encoding="utf-8")
    solved = end(start("solve", file, "--words", words, "--json", "-", "--cluster", cluster.address))
    here = end(start("solve", file, "--words", words, "--json", "-"))
    assert (solved.code, here.code) == (0, 0)
    assert json.loads(solved.out)["claim"] == json.loads(here.out)["claim"]
    assert "mine.txt" in json.dumps(json.loads(solved.out)["claim"])


def test_a_board_over_its_deadline_is_not_solved_and_the_next_line_is_read(
    tmp_path: Path, cluster: DaskCluster
) -> None:
    empty = {"game": "mini-sudoku", "box": [5, 5], "givens": [[0] * 25] * 25}  # takes a second
    (file := tmp_path / "boards.jsonl").write_text(f"{json.dumps(empty)}\nnull\n", encoding="utf-8")
    one, two, other = on_each(cluster, "solve", file, "--board-deadline", "0.1", "--json", "-")
    assert (one.code, one.err.splitlines()[-1]) == (75, "2 boards: 1 not solved, 1 refused")
    assert one == two == other


# Whoever does not answer any more

MANY = ("generate", "tango", "--count", "1000000")


@pytest.mark.more
def test_a_scheduler_that_never_answers_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, watch(110):
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        code, out, err = end(start("generate", "tango", "--cluster", address))
    assert (code, out) == (75, "")
    assert f"no Dask scheduler answers at {address}" in error_line(err)


@pytest.mark.parametrize("frozen", ["scheduler", "worker"])
@pytest.mark.more
def test_who_is_frozen_at_the_start_is_one_line(tmp_path: Path, frozen: str) -> None:
    with dask_cluster(tmp_path, workers=1) as cluster, watch(110):
        (cluster.scheduler if frozen == "scheduler" else cluster.workers[0]).send_signal(signal.SIGSTOP)
        code, out, err = end(start(*MANY, "--cluster", cluster.address))
    assert (code, out) == (75, "")
    assert "answer" in error_line(err)


@pytest.mark.parametrize("frozen", ["scheduler", "worker"])
def test_who_is_frozen_in_the_middle_leaves_what_was_done_in_whole_lines(tmp_path: Path, frozen: str) -> None:
    with dask_cluster(tmp_path, workers=1) as cluster, watch(110):
        process = start(*MANY, "--cluster", cluster.address)
        assert process.stdout
        assert process.stderr
        with process:
            lines = [process.stdout.readline()]
            (cluster.scheduler if frozen == "scheduler" else cluster.workers[0]).send_signal(signal.SIGSTOP)
            lines += process.stdout.readlines()
            err = process.stderr.read()
    assert process.returncode == 75
    assert all(line.endswith("\n") and json.loads(line)["game"] == "tango" for line in lines)
    assert "does not answer any more: continue or end it" in error_line(err)
