"""Bulk work on a Dask cluster, as far as it needs neither a scheduler nor Dask."""

import os
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from pickle import dumps, loads
from threading import Event, Thread
from typing import Any

import pytest

from player.bulk import Outcome, Workers, ordered, outcome, worker
from player.bulk.cluster import difference
from player.bulk.worker import BoardProcess, ProcessLost, Words
from player.certificates.report import _judged, _read, check_all
from player.cli.options import scheduler_address
from player.errors import BoardError, InputMissing, install_command
from tests.support.commands import Player
from tests.support.processes import deadly, own_process


class Backwards:
    """Workers who take three batches at once, and finish the newest first."""

    @contextmanager
    def __call__(self, work: Callable[[Any], Any]) -> Iterator[Workers]:
        self.work, self.sizes = work, list[int]()
        self.busy: list[tuple[int, Sequence[Any]]] = []
        yield self

    def slots(self) -> int:
        return 3

    def submit(self, number: int, batch: Sequence[Any]) -> None:
        self.busy.append((number, batch))
        self.sizes.append(len(batch))

    def finished(self) -> list[tuple[int, Sequence[Outcome]]]:
        number, batch = self.busy.pop()
        return [(number, [outcome(self.work, item) for item in batch])]


def picky(number: int) -> int:
    if number == 5:
        raise BoardError("5 is not to be had")
    return -number


def test_workers_elsewhere_take_the_same_way_as_processes() -> None:
    elsewhere = Backwards()
    assert list(ordered(abs, range(-10, 0), elsewhere, 4)) == [*range(10, 0, -1)]
    assert elsewhere.sizes == [4, 4, 2]
    assert list(ordered(abs, [], Backwards())) == []


def test_an_error_of_a_worker_elsewhere_is_raised_in_its_place() -> None:
    results = ordered(picky, range(9), Backwards(), 2)
    assert [next(results) for _ in range(5)] == [0, -1, -2, -3, -4]
    with pytest.raises(BoardError, match="5 is not to be had"):
        next(results)


# Versions

SAME = {"python": "3.11.7.final.0", "dask": "2026.8.0", "distributed": "2026.8.0", "pycosat": "0.6.6", "player": "0.1"}
ONE, OTHER, THIRD = "tcp://10.0.0.1:4001", "tcp://10.0.0.2:4002", "tcp://10.0.0.3:4003"


@pytest.mark.parametrize(
    ("scheduler", "workers", "says"),
    [
        ({}, [{}, {}], None),
        ({"pycosat": None, "player": None}, [{"python": "3.11.2.final.0"}], None),
        ({"python": "3.12.1.final.0"}, [{}], "python 3.12 (here: python 3.11) on the scheduler"),
        (
            {},
            [{}, {"pycosat": "0.6.3"}, {"pycosat": "0.6.3"}],
            f"pycosat 0.6.3 (here: pycosat 0.6.6) on the worker {OTHER} and 1 more",
        ),
        (
            {"distributed": "2026.7.1"},
            [{"player": None}],
            (
                "distributed 2026.7.1 (here: distributed 2026.8.0) on the scheduler; "
                f"no player (here: player 0.1) on the worker {ONE}"
            ),
        ),
    ],
    ids=["all the same", "what may differ", "Python", "a solver", "two packages"],
)
def test_a_line_says_who_has_which_version(
    scheduler: dict[str, str | None], workers: list[dict[str, str | None]], says: str | None
) -> None:
    them = {address: {**SAME, **packages} for address, packages in zip((ONE, OTHER, THIRD), workers, strict=False)}
    assert difference(SAME, {**SAME, **scheduler}, them) == says


# A worker's process


def outcomes(process: BoardProcess, work: Callable[[int], Any], items: Sequence[int]) -> list[Outcome]:
    return [loads(one) for one in process.run(dumps((work, items)), len(items))]  # noqa: S301  # of our own process


def noisy(number: int) -> int:
    """Use the standard streams, which are not the work's."""
    print("heard?", flush=True)  # noqa: T201  # it would mix with the answers
    os.read(0, 10)
    return picky(number)


def words_in_use(_: int) -> tuple[str, bytes] | None:
    file = os.environ.get("PLAYER_WORDS")
    return (Path(file).name, Path(file).read_bytes()) if file else None


def endless(_: int) -> None:
    Event().wait()


@pytest.fixture
def process() -> Iterator[BoardProcess]:
    started = BoardProcess(None)
    yield started
    started.end()


@pytest.mark.full
def test_a_process_does_one_batch_after_the_other(process: BoardProcess) -> None:
    good, bad = outcomes(process, noisy, [4, 5])
    assert good == (True, -4)
    assert (bad[0], type(bad[1]), str(bad[1])) == (False, BoardError, "5 is not to be had")
    assert outcomes(process, abs, [-1]) == [(True, 1)]
    with pytest.raises(ProcessLost) as lost:
        outcomes(process, deadly, [1, 2, 3, 4])
    assert lost.value.args == (2,)
    process._process.wait(60)
    assert not process.is_alive()


@pytest.mark.full
def test_a_process_has_the_clients_list_of_words_and_not_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYER_WORDS", "/the/workers/own")
    for words, seen in ((Words("mine.txt", b"apple\n"), ("mine.txt", b"apple\n")), (None, None)):
        own = BoardProcess(words)
        assert outcomes(own, words_in_use, [0]) == [(True, seen)]
        own.end()


@pytest.mark.full
def test_a_process_is_used_again_and_ended_if_its_task_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = Event()
    monkeypatch.setattr(worker, "_wanted", lambda: lambda: not cancelled.is_set())
    pids = [loads(worker.run(dumps((own_process, [0])), 1, None)[0])[1] for _ in range(2)]  # noqa: S301
    assert pids[0] == pids[1]
    Thread(target=cancelled.set).start()
    with pytest.raises(ProcessLost):
        worker.run(dumps((endless, [0])), 1, None)
    assert not hasattr(worker._of_thread, "process")


# Certificates that are sent


@pytest.fixture
def certificate(player: Player, tmp_path: Path) -> Path:
    (tmp_path / "board.json").write_text(player("generate", "tango").out, encoding="utf-8")
    assert player("certify", tmp_path / "board.json", "--to", tmp_path / "c").code == 0
    return tmp_path / "c"


def test_a_certificate_is_judged_where_its_files_are_not(certificate: Path) -> None:
    here: list[str] = []
    elsewhere: list[str] = []
    assert check_all(certificate.parent, None, here.append, deadline=60) == 0
    assert check_all(certificate.parent, None, elsewhere.append, jobs=Backwards(), deadline=60) == 0
    assert here == elsewhere
    carried = loads(dumps(_read(certificate)))  # noqa: S301  # our own
    (certificate / "proof.drup").unlink()
    lacking = loads(dumps(_read(certificate)))  # noqa: S301
    certificate.rename(certificate.with_name("away"))
    assert _judged(carried, None) == here[0]
    with pytest.raises(InputMissing, match=re.escape(f"proof.drup is not in the certificate {certificate}")):
        _judged(lacking, None)


# The command


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nowhere",
        "host:8786",
        "http://host:8786",
        "tcp://",
        "tcp://host:port",
        "tcp://host:0",
        "tcp://h/x",
        "tcp://a b",
    ],
)
def test_an_address_of_no_scheduler_is_refused(player: Player, address: str) -> None:
    code, line = player.refuses("solve", "-", "--cluster", address)
    assert code == 2
    assert f"'--cluster': {address!r} is no address of a Dask scheduler such as tcp://127.0.0.1:8786" in line


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("TCP://Host:1/", "tcp://Host:1"),
        ("tls://host", "tls://host"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
    ],
)
def test_an_address_is_as_dask_understands_it(address: str, taken: str) -> None:
    assert scheduler_address(address) == taken


def test_a_password_in_an_address_is_not_repeated(player: Player) -> None:
    code, line = player.refuses("solve", "-", "--cluster", "tcp://me:secret@host:8786")
    assert (code, "secret" in line) == (2, False)


@pytest.mark.parametrize("command", [("solve", "-"), ("generate", "zip"), ("certify", "-", "--to", "x")], ids=str)
def test_a_cluster_and_processes_exclude_each_other(player: Player, command: tuple[str, ...]) -> None:
    code, line = player.refuses(*command, "--jobs", "1", "--cluster", "tcp://127.0.0.1:1")
    assert (code, "--jobs and --cluster exclude each other" in line) == (2, True)


@pytest.mark.full
def test_an_address_where_nothing_listens_is_one_line(player: Player) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    code, line = player.refuses("generate", "tango", "--cluster", f"tcp://127.0.0.1:{port}")
    assert code == 75
    assert line.startswith(f"no Dask scheduler answers at tcp://127.0.0.1:{port}: start one with `dask scheduler`, or ")


def test_without_dask_the_line_says_what_to_install(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.bulk.cluster.find_spec", lambda _: None)
    code, line = player.refuses("generate", "tango", "--cluster", "tcp://127.0.0.1:1")
    assert (code, line) == (69, f"--cluster needs Dask: type {install_command('cluster')}")
