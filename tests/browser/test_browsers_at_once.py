"""A night in several browsers at once as a user runs it: on Playwright servers, and ended by Ctrl-C and by a kill."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from player.browser.processes import Process
from player.nightly.history import History
from tests.support.browser_commands import player, records
from tests.support.browser_servers import Chrome, end
from tests.support.started_processes import at, left, start, under

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc"),
]

BOARDS = {"sudoku": "4x4", "binairo": "6x6", "shikaku": "5x5"}
#: Seconds until the processes of a killed command are gone.
GONE_S = 10


@pytest.fixture
def here(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    return {**environment, "PLAYER_STATE": str(tmp_path / "state")}


def sites(folder: Path, *servers: str) -> Path:
    tables = [f"[[server]]\n{server}\n" for server in servers]
    tables += [f"[[site]]\nname = '{site}'\nboards = ['{board}']\n" for site, board in BOARDS.items()]
    (file := folder / "sites.toml").write_text("".join(tables), encoding="utf-8")
    return file


def won(report: Path) -> list[tuple[str, str]]:
    found = records((report / "results.jsonl").read_text(encoding="utf-8"))
    return [(one["site"].removesuffix(", offline"), one["outcome"]) for one in found]


@pytest.mark.more
def test_a_night_on_two_servers_of_which_one_is_dead_is_as_one_in_a_row(
    here: dict[str, str], playwright_server: str, executable: str, tmp_path: Path
) -> None:
    chrome = Chrome(executable, tmp_path / "profile")
    try:
        before = chrome.tabs()
        places = (
            "connect = 'ws://127.0.0.1:9/?token=secret'",
            f"connect = '{playwright_server}'",
            f"cdp = '{chrome.url}'",
        )
        file, report = sites(tmp_path, *places), tmp_path / "report"
        flags = ["--offline", "replica", "--report", report, "--browsers", 3, "--json", tmp_path / "records"]
        done = player(here, "nightly", "--sites", file, *flags)
        assert chrome.tabs() == before
    finally:
        end(chrome.process)
    assert done.returncode == 0, done.stderr
    assert won(report) == [(site, "solved") for site in BOARDS]
    dead = [line for line in done.stderr.splitlines() if "nothing listens" in line]
    assert dead == [
        f"player: {file}: server 1 (127.0.0.1:9): nothing listens at 127.0.0.1:9: start the server, and give its port"
    ]
    written = records((tmp_path / "records").read_text(encoding="utf-8"))
    assert [one["game"] for one in written if one["event"] == "result"] == ["mini-sudoku", "tango", "patches"]
    assert len({one["run"] for one in written}) == 1
    for site, game in zip(BOARDS, ("mini-sudoku", "tango", "patches"), strict=True):
        assert (report / f"{site}-{BOARDS[site]}-guest" / game / "final.png").exists()
    with History(tmp_path / "state" / "history.sqlite3") as history:
        assert {row.outcome for row in history.rows()} == {"solved"}


def started(here: dict[str, str], *arguments: object) -> tuple[subprocess.Popen[str], list[Process]]:
    """A night in two browsers, and its processes, once it plays in both."""
    options = ["--offline", "replica", "--browsers", "2", "-v", *map(str, arguments)]
    running = start(here, "nightly", *options)
    opened: set[str] = set()
    while len(opened) < 2:
        said = at(running, "opening the page").splitlines()
        assert said
        opened.add(said[-1].split()[0])
    return running, under(running.pid)


def test_ctrl_c_ends_all_browsers_with_whole_records(here: dict[str, str], tmp_path: Path) -> None:
    file, report, kept = sites(tmp_path), tmp_path / "report", tmp_path / "records"
    slow = ["--slow-mo", 1000]
    running, processes = started(here, "--sites", file, "--report", report, "--json", kept, *slow)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130, said
    assert "Traceback" not in said
    assert not left(processes, GONE_S)
    events = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [one["exit"] for one in events if one["event"] == "run_end"] == [130, 130]
    results = records((report / "results.jsonl").read_text(encoding="utf-8"))
    assert [one["site"].partition(",")[0] for one in results] == [*BOARDS]
    assert {one["message"].removeprefix("not played: ") for one in results} == {"stopped by SIGINT"}


def test_no_browser_outlives_a_night_that_is_killed(here: dict[str, str], tmp_path: Path) -> None:
    running, processes = started(here, "--sites", sites(tmp_path), "--slow-mo", 1000)
    running.kill()
    running.communicate(timeout=60)
    assert not left(processes, GONE_S)
