"""Pipes by name, sockets and devices where a file is expected: one line, and nobody waits for what never comes."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from player.artifacts.recordings import open_archive
from player.boards import board_files
from player.browser.offline import har
from player.browser.selectors.loader import load as load_selectors
from player.errors import PlayerError
from player.files import BOARDS, SELECTORS, regular
from player.nightly.history import History
from player.pytest_plugin import recorded
from tests.support.commands import Player

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes by name here")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_files, "PIPE_TIMEOUT_S", 0.1)


@pytest.fixture(params=["a pipe", "a socket", "a device"])
def unusual(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A path without a file, and the kind of the thing there."""
    kind: str = request.param
    if kind == "a device":
        yield Path("/dev/zero"), kind
        return
    path = tmp_path / "unusual"
    if kind == "a pipe":
        os.mkfifo(path)
        yield path, kind
        return
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        yield path, kind


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.json"
    file.write_text((BOARDS / "zip.jsonl").read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", "FILE"], 66),
        (["explain", "FILE"], 66),
        (["draw", "FILE"], 66),
        (["draw", "FILE", "--over", "--png", "none.png"], 66),
        (["encode", "FILE"], 66),
        (["decode", "BOARD", "FILE"], 66),
        (["certify", "FILE", "--to", "none"], 66),
        (["replay", "FILE"], 66),
        (["generate", "wend", "--words", "FILE"], 66),
        (["doctor", "zip", "--page", "FILE"], 66),
        (["play", "zip", "--offline", "replica", "--storage-state", "FILE"], 78),
        (["play", "zip", "--offline", "replica", "--selectors", "FILE"], 78),
        (["nightly", "--sites", "FILE"], 78),
    ],
    ids=lambda value: " ".join(map(str, value[:1])) if isinstance(value, list) else str(value),
)
def test_a_file_to_read_is_refused_in_one_line(
    player: Player, unusual: tuple[Path, str], board: Path, arguments: list[str], code: int
) -> None:
    path, kind = unusual
    refused, said = player.refuses(*({"FILE": path, "BOARD": board}.get(one, one) for one in arguments))
    assert refused == code
    assert str(path) in said
    assert kind in said or "is not a file" in said


def test_a_history_a_recording_a_har_and_selectors_are_refused(unusual: tuple[Path, str]) -> None:
    path, kind = unusual
    if kind != "a device":
        with pytest.raises(PlayerError, match=r"can't be opened"):
            History(path)
    for load in (open_archive, load_selectors, lambda file: har.load(file, load_selectors(SELECTORS).site("linkedin"))):
        with pytest.raises(PlayerError, match=f"{path} can't be read: it is {kind}"):
            load(path)
    with pytest.raises(pytest.UsageError, match=f"{path} is broken"):
        recorded._json(path)


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_a_file_to_write_that_nobody_reads_is_73(player: Player, board: Path, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "out"
    with socket.socket(socket.AF_UNIX) as listener:
        os.mkfifo(path) if kind == "pipe" else listener.bind(str(path))
        options: list[list[str | Path]] = [["solve", board, "--json"], ["encode", board, "--dimacs"]]
        for option in options:
            code, said = player.refuses(*option, path)
            assert code == 73
            assert f"{path} can't be" in said
            assert "nobody reads" in said


def test_the_pipe_of_a_shell_is_read_as_standard_input_is() -> None:
    reader, writer = os.pipe()
    os.write(writer, (BOARDS / "zip.jsonl").read_bytes().splitlines(keepends=True)[0])
    os.close(writer)
    command = [sys.executable, "-m", "player", "solve", f"/dev/fd/{reader}"]
    done = subprocess.run(command, pass_fds=[reader], capture_output=True, text=True, timeout=60, check=False)
    os.close(reader)
    assert done.returncode == 0, done.stderr
    assert regular(SELECTORS) == SELECTORS
