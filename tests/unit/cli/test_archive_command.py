"""`player archive` as a shell sees it, and its server on loopback."""

import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest

from player.errors import Unavailable
from player.files import history_file
from player.nightly.archive.folder import ArchiveServer
from player.nightly.history import History, Key
from tests.support.archives import SMALL, SOLVED, built, row
from tests.support.commands import Player

pytestmark = pytest.mark.usefixtures("state")


def win(day: str = "2026-03-09") -> None:
    with History(history_file()) as history:
        record = {"outcome": "solved", "exit": 0, "board": SMALL, "solution": SOLVED, "ms": {"load": 1000}}
        history.finished(Key("linkedin", "guest", "zip", day), record)


def test_an_archive_is_built_and_built_again(player: Player, tmp_path: Path) -> None:
    win()
    root = tmp_path / "archive"
    code, out, err = player("archive", root)
    assert (code, out) == (0, "")
    assert "player: 1 board to explain\n" in err
    assert re.search(r"archive/index\.html: \d+ written, 0 unchanged, 0 removed\n", err)
    assert "the archive is private, because its boards belong to their sites; --publish makes one for others" in err
    assert re.search(r": 0 written, \d+ unchanged, 0 removed\n", player("archive", root).err)
    win("2026-03-10")
    assert re.search(r": 6 written, \d+ unchanged, 0 removed\n", player("archive", root).err)


def test_a_quiet_build_says_nothing_but_problems_and_a_published_one_not_that_it_is_private(
    player: Player, tmp_path: Path
) -> None:
    assert player("archive", tmp_path / "a", "--quiet") == (0, "", "")
    win()
    assert player("archive", tmp_path / "a", "-q") == (0, "", "")
    code, _, err = player("archive", tmp_path / "a", "--publish")
    assert (code, "private" in err) == (0, False)


def test_an_empty_history_is_no_error(player: Player, tmp_path: Path) -> None:
    code, _, err = player("archive", tmp_path / "a")
    assert code == 0
    assert err.endswith("player: no game is in the history yet: the archive says so\n")
    assert (tmp_path / "a" / "index.html").is_file()


@pytest.mark.full
def test_work_in_several_processes_makes_the_same_archive(player: Player, tmp_path: Path) -> None:
    win()
    assert player("archive", tmp_path / "one").code == 0
    assert player("archive", tmp_path / "two", "--jobs", "2").code == 0
    for page in (tmp_path / "one").rglob("*.*"):
        assert (
            page.is_dir() or page.read_bytes() == (tmp_path / "two" / page.relative_to(tmp_path / "one")).read_bytes()
        )


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "name the folder of the archive, or --serve the one in the state folder"),
        (["{tmp}/a", "--port", "8000"], 2, "--port goes with --serve"),
        (["{tmp}/a", "--serve", "--port", "65536"], 2, "65536 is not in the range 0<=x<=65535"),
        (["{tmp}/full"], 73, "has files that no archive made, such as thesis.tex: name an empty or new folder"),
        (["{tmp}/full/thesis.tex"], 73, "can't be an archive: Not a directory: name another folder"),
    ],
)
def test_a_wrong_command_is_one_line(
    player: Player, tmp_path: Path, arguments: list[str], code: int, says: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("dear")
    found, line = player.refuses("archive", *(argument.format(tmp=tmp_path) for argument in arguments))
    assert found == code
    assert says in line


def test_a_port_in_use_is_one_line(player: Player, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, out, err = player("archive", tmp_path / "a", "--serve", "--port", str(port))
    assert (code, out) == (75, "")
    assert err.splitlines()[-1].startswith(
        f"player: port {port} of 127.0.0.1 can't be had: Address already in use: name"
    )


@contextmanager
def serving(folder: Path) -> Iterator[ArchiveServer]:
    with ArchiveServer(folder, 0) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


def answer(server: ArchiveServer, path: str, **headers: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=5)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    found = response.status, response.read()
    connection.close()
    return found


def test_the_server_answers_with_files_of_the_archive_only(tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED))
    (tmp_path / "a" / "notes.txt").write_text("mine")
    (tmp_path / "secret").write_text("mine")
    with serving(tmp_path / "a") as server:
        assert server.server_address[0] == "127.0.0.1"
        index = (tmp_path / "a" / "index.html").read_bytes()
        for path in ("/", "/index.html", "/index.html?a=b"):
            assert answer(server, path) == (200, index)
        assert answer(server, "/days/2026-03-09.html")[0] == 200
        for path in (
            "/notes.txt",
            "/player-archive.json",
            "/days/",
            "/days",
            "/../secret",
            "/%2e%2e/secret",
            "//etc/passwd",
        ):
            assert answer(server, path)[0] == 404, path


def test_a_page_of_another_site_can_not_use_the_server_by_a_name_of_its_own(tmp_path: Path) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED))
    with serving(tmp_path / "a") as server:
        port = server.server_address[1]
        assert answer(server, "/", Host=f"localhost:{port}")[0] == 200
        assert answer(server, "/", Host="localhost")[0] == 200
        assert answer(server, "/", Host=f"example.org:{port}")[0] == 421
        assert answer(server, "/", Host="localhost.example.org")[0] == 421


def test_an_archive_that_was_damaged_while_it_is_served_is_an_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED))
    with serving(tmp_path / "a") as server:
        (tmp_path / "a" / "player-archive.json").write_text("{")
        code, page = answer(server, "/")
        assert (code, b"is damaged" in page) == (503, True)
    assert capsys.readouterr().err == ""


def test_a_browser_that_leaves_in_the_middle_is_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(tmp_path / "a", row(SMALL, SOLVED))
    with ArchiveServer(tmp_path / "a", 0) as server, socket.create_server(("127.0.0.1", 0)) as listening:
        with socket.create_connection(listening.getsockname()) as leaving:
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # it ends with a reset
        server.process_request_thread(*listening.accept())
    assert capsys.readouterr().err == ""


def test_two_servers_do_not_share_a_port(tmp_path: Path) -> None:
    with serving(tmp_path) as server, pytest.raises(Unavailable):
        ArchiveServer(tmp_path, server.server_address[1])


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal of POSIX")
@pytest.mark.parametrize(
    ("signum", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.full)]
)
@pytest.mark.full
def test_ctrl_c_ends_the_server(tmp_path: Path, signum: int, code: int) -> None:
    command = [sys.executable, "-m", "player", "archive", "--serve", "--port", "0"]
    environment = {**os.environ, "PLAYER_STATE": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = re.fullmatch(r"the archive is at http://127\.0\.0\.1:(\d+)/ \(Ctrl-C ends it\)\n", line)
        assert port, line
        connection = HTTPConnection("127.0.0.1", int(port[1]), timeout=5)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        process.send_signal(signum)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (code, "")
    assert err.splitlines()[-1] == f"player: stopped by {signal.Signals(signum).name}"
    assert (tmp_path / "archive" / "index.html").is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"GET /"], ids=["idle", "slow", "half"]
)
def test_connections_that_never_end_keep_nobody_out(tmp_path: Path, begun: bytes) -> None:
    built(tmp_path / "a")
    with serving(tmp_path / "a") as server, ExitStack() as held:
        kept = [
            held.enter_context(socket.create_connection(("127.0.0.1", server.server_address[1]))) for _ in range(200)
        ]
        for one in kept:
            one.sendall(begun)
        assert answer(server, "/")[0] == 200
