"""Commands as a shell sees them: output, one line for an error, exit code. Mostly in this process, which is quicker."""

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from player import __version__
from player.boards.board_json import board_of, parse
from player.cli import main
from player.deadlines import watch
from player.errors import NoBrowser, Unavailable
from player.games import GAMES, queens
from tests.support.commands import (
    FULL,
    HEAVY,
    MAIN,
    Player,
    end,
    error_line,
    loading,
    needs_a_full_disk,
    start,
    wait_asleep,
)
from tests.support.games.queens import queens_page
from tests.support.games.shared import games_with
from tests.support.paper import QUEENS, Paper, Won, visit_of
from tests.support.solved import ZIP
from tests.support.traces import zipped

GENERATORS = {name: GAMES[name].generator() for name in games_with("generate")}

BOARD = {"game": "zip", "id": "corner", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []}


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lays papers where pages would be."""

    def lay(*papers: Paper, start: Any = None) -> None:
        for visit in ("player.run.open_session", "player.browser.session.open_session"):
            monkeypatch.setattr(visit, visit_of(*papers, start=start))

    return lay


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(BOARD), encoding="utf-8")
    return file


# Help and usage


def test_the_version_is_printed(player: Player) -> None:
    assert player("--version") == (0, f"player, version {__version__}\n", "")


def test_without_arguments_help_is_shown_and_the_code_is_2(player: Player) -> None:
    code, out, err = player()
    assert (code, err) == (2, "")
    assert out.startswith("Usage: player ")
    assert out == player("--help").out


AT = "http://a.example/"
WRONG: dict[str, tuple[list[str], str]] = {
    "no number": (["play", "--deadline", "nan"], "'nan' is no number from 0.01 to 100000000"),
    "a time without end": (["play", "--slow-mo", "inf"], "'inf' is no number from 0 to 100000000"),
    "a time below zero": (["play", "--slow-mo", "-5"], "'-5' is no number from 0 to 100000000"),
    "no path": (["play", "--artifacts", ""], "the path is empty"),
    "no file's path": (["solve", ""], "the path is empty"),
    "a game that there is not": (["play", "quens"], "unknown game 'quens': did you mean 'queens'?"),
    "a game far from any": (["play", "zip", "go"], f"unknown game 'go': one of {', '.join(sorted(GAMES))}"),
    "a game to read": (["read", "zpi"], "did you mean 'zip'?"),
    "a command": (["slove", "x"], "No such command 'slove': did you mean 'solve'? (see `player --help`)"),
    "an option": (["play", "--heded"], "No such option '--heded': did you mean '--headed'? (see"),
    "no file": (["solve"], "Missing argument 'FILE|-...'"),
    "no game": (["read"], "Missing argument"),
    "two games to read": (["read", "zip", "queens"], "one GAME is read at a time, not 2"),
    "a size too small": (
        ["generate", "queens", "--size", "4"],
        "size=4: such boards of Queens have sizes from 5 to 20",
    ),
    "an odd size": (["generate", "tango", "--size", "7"], "size=7: such boards of Tango have sizes from 4 to "),
    "standard input twice": (["solve", "-", "-"], "standard input (-) can be read once only"),
    "more boards than the hardest are taken from": (
        ["generate", "zip", "--hardest", "2", "--count", "3"],
        "--count 3 is more than the 2 boards that --hardest 2 makes",
    ),
    "a shape and a symmetry": (
        ["generate", "zip", "--shape", "-", "--symmetry", "mirror"],
        "--shape and --symmetry exclude each other",
    ),
    "a difficulty that there is not": (
        ["generate", "zip", "--difficulty", "harsh"],
        "'harsh' is neither easy, medium, hard nor a number from 0 to 10",
    ),
    "a deadline in the past": (["play", "--deadline=-1"], "'--deadline'"),
    "a member's option without a session": (["play", "--read-as", "guest"], "it needs --storage-state FILE"),
    "a guest's win": (
        ["play", "--verify-saved"],
        "--verify-saved is for members, a guest's win is not saved: add --as member",
    ),
    "wins of a site without results": (
        ["play", "--site", "star-battle", "--verify-saved"],
        "--verify-saved needs the site, and its 'results' in the selectors: leave it out here",
    ),
    "a trace that is kept nowhere": (["play", "--trace", "--offline", "replica"], "--trace goes with --artifacts DIR"),
    "a certificate that is kept nowhere": (
        ["play", "--certify", "--offline", "replica"],
        "--certify goes with --artifacts DIR",
    ),
    "an address for two games": (
        ["play", "queens", "zip", "--url", AT],
        "name that game, and no other",
    ),
    "an address and files": (["play", "zip", "--url", AT, "--offline", "replica"], "leave one of them out"),
    "two formats": (["encode", "x", "--dimacs", "--smtlib"], "exclude each other: leave one of them out"),
    "what N queens are asked": (["nqueens", "8", "--all", "--total"], "exclude each other: leave one of them out"),
    "an address and a page": (["doctor", "zip", "--url", AT, "--page", "x"], "leave one of them out"),
    "an address that is none": (["play", "zip", "--url", "zip.html"], "'zip.html' is no address such as"),
    "an address with a password": (["read", "zip", "--url", "http://a:b@a.example/"], "is no address such as"),
    "stars of another game": (
        ["generate", "zip", "--stars", "2"],
        "boards of Zip have no option 'stars': it goes with Queens",
    ),
    "stars on too small a board": (
        ["generate", "queens", "--stars", "2", "--size", "7"],
        "size=7: such boards of Queens have sizes from 8 to 13",
    ),
    "a browser that prints nothing": (
        ["generate", "zip", "--browser", "chromium"],
        "--browser prints the booklet: it goes with --pdf",
    ),
    "too many stars": (["generate", "queens", "--stars", "7"], "'--stars': 7 is not in the range 1<=x<=6"),
    "quiet and verbose": (["solve", "x", "-qv"], "exclude each other"),
    "a shell that there is not": (["completion", "tcsh"], "'bash', 'zsh', 'fish'"),
    "versions as JSON": (["--json"], "--json before a command goes with --version"),
    "versions beside a command": (["--json", "-", "play"], "--json before a command goes with --version"),
}


def test_wrong_usage_is_code_2_and_one_line(player: Player) -> None:
    for name, (arguments, said) in WRONG.items():
        code, line = player.refuses(*arguments)
        assert (code, said in line) == (2, True), (name, line)
        assert re.search(r" \(see `player( \w+)* --help`\)$", line), name


# What keeps play and read from starting: told before a browser starts

ONE = """\
version: 1
sites:
  one:
    origin: http://one.example
    locale: en-US
    timezone: UTC
    games:
      queens:
        url: http://one.example/
        pages:
          page: {grid: main, cell: b, read: {region: {text: b}, mark: {text: b}, locked: {has: i}}}
"""


@pytest.fixture
def cases(tmp_path: Path) -> dict[str, tuple[list[str], int, str]]:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("version: [", encoding="utf-8")
    (tmp_path / "one.yaml").write_text(ONE, encoding="utf-8")
    (tmp_path / "open.json").write_text('{"cookies": []}', encoding="utf-8")
    (tmp_path / "open.json").chmod(0o644)
    here = {name: str(tmp_path / name) for name in ("empty", "file", "bad.yaml", "one.yaml", "open.json", "none")}
    return {
        "unknown site": (
            ["--site", "linkdin"],
            78,
            "no site 'linkdin' in the selectors: did you mean 'linkedin'?",
        ),
        "no such game on the site": (
            ["--selectors", here["one.yaml"], "--site", "one", "--url", AT],
            78,
            "has no game 'zip' on this site: one of queens",
        ),
        "no pages": (["--offline", here["none"]], 66, "is not a folder"),
        "pages in a file": (["--offline", here["file"]], 66, "is not a folder"),
        "no selectors": (["--selectors", here["none"]], 66, "is not there"),
        "bad selectors": (["--selectors", here["bad.yaml"]], 78, "bad.yaml:1: not YAML"),
        "no session": (["--storage-state", here["none"]], 77, "is not there"),
        "open session": (["--storage-state", here["open.json"]], 78, "chmod 600"),
        "play: empty folder": (["--offline", here["empty"]], 66, "no page of a game is in"),
        "play: evidence in a file": (["--artifacts", here["file"]], 73, "can't be made"),
        "play: evidence nowhere": (["--artifacts", "/proc/none"], 73, "can't be made"),
        "play: records nowhere": (["--json", f"{here['none']}/x.jsonl"], 73, "can't be opened"),
    }


SHARED = ["unknown site", "no such game on the site", "no pages", "pages in a file", "no selectors", "bad selectors"]
SHARED += ["no session", "open session"]
OF_PLAY = ["play: empty folder", "play: evidence in a file", "play: evidence nowhere", "play: records nowhere"]


@pytest.mark.parametrize(
    ("command", "name"),
    [*((["play", "zip"], name) for name in SHARED), *((["read", "zip"], name) for name in SHARED)]
    + [(["play"], name) for name in OF_PLAY],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_an_error_in_the_options_is_reported_before_a_browser_starts(
    player: Player, cases: dict[str, tuple[list[str], int, str]], command: list[str], name: str
) -> None:
    options, code, said = cases[name]
    ended, line = player.refuses(*command, *options)
    assert ended == code
    assert said in line


# What keeps replay and fixture add from starting


RUN = {"schema": 1, "site": "linkedin", "puzzle_day": "2026-11-20", "games": {"queens": {}}}


UNUSABLE: dict[str, tuple[dict[str, bytes] | None, int, str]] = {
    "none": (None, 66, "is not there: check the path"),
    "empty": ({}, 65, "holds no run.json"),
    "of another program": ({"run.json": b"{}"}, 65, "is not of this player"),
    "with a way out": ({"../run.json": b"{}"}, 65, "invalid name"),
    "of another site": (
        {"run.json": json.dumps({**RUN, "site": "linkdin"}).encode()},
        78,
        "did you mean 'linkedin'?",
    ),
    "without a page": ({"run.json": json.dumps(RUN).encode()}, 66, "its run ended before there was one"),
}


@pytest.mark.parametrize("command", [["replay"], ["fixture", "add"]], ids=" ".join)
@pytest.mark.parametrize("name", UNUSABLE)
def test_a_run_zip_that_cannot_be_used_is_one_line(
    player: Player, tmp_path: Path, command: list[str], name: str
) -> None:
    files, code, said = UNUSABLE[name]
    if files is not None:
        (tmp_path / "run.zip").write_bytes(zipped(files))
    ended, line = player.refuses(*command, tmp_path / "run.zip")
    assert (ended, said in line) == (code, True), line


def test_replay_plays_the_games_of_a_run_zip_offline(player: Player, lay: Callable[..., None], tmp_path: Path) -> None:
    run = {"run.json": json.dumps(RUN).encode(), "queens/page.html": b"<p>a board</p>"}
    (tmp_path / "run.zip").write_bytes(zipped(run))
    lay(Paper("queens", win="none"))
    code, out, err = player("replay", tmp_path / "run.zip", "--json", "-", "--artifacts", tmp_path / "kept")
    start, _, result, end = map(json.loads, out.splitlines())
    assert (code, start["source"], result["game"], result["outcome"]) == (1, "fixture", "queens", "unconfirmed")
    assert end["evidence"] == ["run.zip"]
    assert f"player replay {tmp_path / 'kept' / 'run.zip'}" in err


def test_outside_of_a_checkout_a_recording_needs_a_place(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.cli.record.RECORDINGS", None)
    code, line = player.refuses("fixture", "add", "run.zip")
    assert (code, "--to DIR is needed: there is no fixtures/recordings outside of a checkout" in line) == (2, True)


def test_a_snapshot_becomes_a_recording_without_a_browser(player: Player, tmp_path: Path) -> None:
    snapshot = json.dumps(queens_page(QUEENS).snapshot.to_json()).encode()
    run = {"run.json": json.dumps(RUN).encode(), "queens/result.json": b"{}", "queens/snapshot.json": snapshot}
    (tmp_path / "run.zip").write_bytes(zipped(run))
    command = ("fixture", "add", tmp_path / "run.zip", "--to", tmp_path)
    folder = tmp_path / "linkedin" / "queens" / "2026-11-20"
    assert player(*command) == (0, f"{folder}: board (0)\n", "")
    assert sorted(path.name for path in folder.iterdir()) == ["board.json", "meta.json", "snapshot.json"]
    code, line = player.refuses(*command)
    assert (code, f"there is a recording in {folder}: remove it" in line) == (73, True)


# play and read, on paper


def test_play_tells_the_verdicts_on_stdout_and_its_progress_on_stderr(player: Player, lay: Callable[..., None]) -> None:
    lay(Paper("queens"), Paper("zip"))
    code, out, err = player("play", "queens", "zip")
    assert code == 0
    assert (out.count("│ solved"), "♛" in out) == (2, False)
    first, second = err.splitlines()
    assert re.fullmatch(r"Queens 4x4: solved, 8 moves in \d\.\d s \(by the page's banner\)", first)
    assert second.startswith("Zip ")
    assert "\x1b" not in out + err


def test_play_with_more_words_shows_boards_and_stages_and_with_fewer_problems_alone(
    player: Player, lay: Callable[..., None]
) -> None:
    lay(Paper("queens"))
    code, out, err = player("play", "queens", "-v")
    assert (code, out.count("♛"), "Queens: opening the page\n" in err) == (0, 4, True)
    assert re.search(r"^opening the page \d.* ms, reading the board \d", out, re.MULTILINE)
    lay(Paper("queens"))
    assert player("play", "queens", "-q") == (0, "", "")
    lay(Paper("queens", opens=away))
    assert player("play", "queens", "-q") == (75, "", "Queens: unavailable: the network is away\n")


def test_play_takes_the_games_whose_pages_a_folder_holds(
    player: Player, lay: Callable[..., None], tmp_path: Path
) -> None:
    (tmp_path / "zip.html").write_text("<html></html>", encoding="utf-8")
    lay(Paper("zip"))
    code, out, _ = player("play", "--offline", tmp_path, "--json", "-")
    assert code == 0
    assert [json.loads(line)["source"] for line in out.splitlines() if "run_start" in line] == ["fixture"]


def test_play_gives_records_on_stdout_and_the_rest_on_stderr(player: Player, lay: Callable[..., None]) -> None:
    lay(Paper("zip"))
    code, out, err = player("play", "zip", "--json", "-", "--headed")
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [record["event"] for record in records] == ["run_start", "board", "result", "run_end"]
    assert records[0]["mode"] == "headed"
    assert "│ solved" in err


def test_play_without_a_browser_is_69(player: Player, lay: Callable[..., None]) -> None:
    lay(start=NoBrowser("no browser starts: type `player setup`"))
    assert player("play") == (69, "", "player: no browser starts: type `player setup`\n")


@needs_a_full_disk
def test_records_that_cannot_be_written_are_reported_after_the_games_were_played(
    player: Player, lay: Callable[..., None]
) -> None:
    lay(Paper("zip"))
    code, out, err = player("play", "zip", "--json", FULL)
    assert code == 74
    assert "│ solved" in out
    assert err.splitlines()[-1] == "player: the JSON output can't be written: No space left on device"


def away() -> None:
    raise Unavailable("the network is away")


def hang() -> None:
    while True:
        pass


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_play_with_what_was_reached(
    player: Player, lay: Callable[..., None], tmp_path: Path, signum: signal.Signals, code: int
) -> None:
    def receive() -> None:
        os.kill(os.getpid(), signum)
        hang()

    lay(Paper("queens"), Paper("zip", opens=receive))
    target = tmp_path / "records.jsonl"
    ended, out, err = player("play", "--json", target)
    assert ended == code
    assert (out.count("│ solved"), out.count("│ failed"), err.count("\n")) == (1, 0, 2)
    assert err.splitlines()[-1] == f"player: stopped by {signum.name}"
    last = json.loads(target.read_text(encoding="utf-8").splitlines()[-1])
    assert (last["event"], last["exit"]) == ("run_end", code)


@pytest.mark.parametrize(("game", "shown"), [("queens", QUEENS), ("zip", ZIP)], ids=["queens", "zip"])
def test_read_prints_the_board_for_solve(
    player: Player, lay: Callable[..., None], monkeypatch: pytest.MonkeyPatch, game: str, shown: Any
) -> None:
    lay(Paper(game))
    code, out, err = player("read", game)
    assert (code, err) == (0, "")
    assert json.loads(out) == {**GAMES[game].board.to_json(shown), "solutions": 1}
    monkeypatch.setattr(sys, "stdin", io.StringIO(out))
    assert player("solve", "-").code == 0


def test_read_appends_the_board_to_a_file(player: Player, lay: Callable[..., None], tmp_path: Path) -> None:
    lay(Paper("zip"), Paper("zip"))
    printed, file = player("read", "zip").out, tmp_path / "boards.jsonl"
    assert player("read", "zip", "--json", file) == (0, "", "")
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(printed)


def test_read_of_a_game_won_before_says_so(player: Player, lay: Callable[..., None]) -> None:
    lay(Won("zip"))
    code, line = player.refuses("read", "zip")
    assert code == 75
    assert line.startswith("Zip is won already")


# solve


@pytest.mark.parametrize("options", [[], ["--json", "-"]], ids=["in a pipe", "with --json"])
def test_solve_prints_json_alone(player: Player, board: Path, options: list[str]) -> None:
    code, out, err = player("solve", board, *options)
    assert (code, err) == (0, "")
    assert json.loads(out)["solution"] == [[0, 0], [0, 1], [1, 1], [1, 0]]


def test_solve_with_more_words_prints_them_beside_its_json(player: Player, board: Path) -> None:
    code, out, err = player("solve", board, "--verbose")
    assert (code, json.loads(out)["id"]) == (0, "corner")
    assert err.startswith("Zip corner: 1 solution (encode ")
    assert "│ 1───╮ │" in err
    assert "\x1b" not in err


def test_solve_tells_a_pipe_beside_its_json_what_is_wrong(player: Player, board: Path) -> None:
    board.write_text(json.dumps({**BOARD, "numbers": [[0, 0], [1, 1]]}), encoding="utf-8")
    code, out, err = player("solve", board)
    assert (code, json.loads(out)["solutions"], err) == (65, 0, "Zip corner: no solution\n")


SLOW = {"game": "zip", "rows": 32, "cols": 32, "numbers": [[0, 0], [15, 15], [15, 17], [3, 8], [31, 0]]}


@pytest.mark.skipif(os.name != "posix", reason="timers are POSIX")
def test_solve_gives_up_a_board_at_its_deadline_and_goes_on(player: Player, board: Path) -> None:
    board.write_text(f"{json.dumps(SLOW)}\n[]\n{json.dumps(BOARD)}\n", encoding="utf-8")
    code, out, err = player("solve", board, "--board-deadline", "0.05")
    assert code == 75
    late, bad, _ = err.splitlines()
    assert late == f"{board} line 1: not solved in 0.05 s: give more with --board-deadline SECONDS"
    assert bad.startswith(f"{board} line 2: not a board")
    assert json.loads(out.splitlines()[-1])["id"] == "corner"


@pytest.mark.skipif(os.name != "posix", reason="timers are POSIX")
@pytest.mark.parametrize("jobs", [1, 2])
def test_solve_ends_at_the_deadline_for_all_of_it(player: Player, board: Path, jobs: int) -> None:
    board.write_text(f"{json.dumps(BOARD)}\n{json.dumps(SLOW)}\n" * 9, encoding="utf-8")
    code, out, err = player("solve", board, "--deadline", "0.2", "--board-deadline", "60", "--jobs", jobs)
    assert code == 75
    assert all(json.loads(line) for line in out.splitlines())
    assert err.endswith("player: the deadline of 0.2 s is over: give more with --deadline SECONDS\n")


@needs_a_full_disk
def test_solve_onto_a_full_disk_is_74_and_the_solution_is_reported_all_the_same(player: Player, board: Path) -> None:
    code, out, err = player("solve", board, "--json", FULL)
    assert (code, "1 solution" in out) == (74, True)
    assert error_line(err) == "the JSON output can't be written: No space left on device"
    board.write_text(json.dumps({**BOARD, "numbers": [[0, 0], [1, 1]]}), encoding="utf-8")
    assert player("solve", board, "--json", FULL).code == 65, "a board without a solution outweighs it"


STOPPED = "player: stopped by SIGINT\n"


def test_a_bug_is_70_and_one_line(player: Player, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def oops(*_: object) -> Any:
        raise ZeroDivisionError("of cells")

    monkeypatch.setattr(queens.encoding, "covers", oops)
    board.write_text('{"game": "queens", "regions": [[0]]}', encoding="utf-8")
    assert player.refuses("solve", board) == (
        70,
        "a bug in the player: ZeroDivisionError: of cells (set PLAYER_DEBUG=1 for the traceback)",
    )
    monkeypatch.setenv("PLAYER_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main.main(["solve", str(board)])


def test_a_process_that_may_open_no_more_files_is_no_bug(
    player: Player, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Any:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), "/usr/share/zoneinfo/UTC")

    monkeypatch.setattr(queens.encoding, "covers", full)
    board.write_text('{"game": "queens", "regions": [[0]]}', encoding="utf-8")
    assert player.refuses("solve", board) == (75, "Too many open files: type `ulimit -n 1024`")


# generate


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"), [*((name, made.usual[0]) for name, made in GENERATORS.items()), ("queens", 20)]
)
def test_solve_finds_the_one_solution_of_what_generate_made(
    player: Player, monkeypatch: pytest.MonkeyPatch, game: str, size: int
) -> None:
    made = player("generate", game, "--size", str(size)).out
    assert board_of(parse(made))[1].shape == (size, size)
    monkeypatch.setattr(sys, "stdin", io.StringIO(made))
    code, out, _ = player("solve", "-", "--json", "-")
    assert code == 0
    assert json.loads(out)["solution"] == json.loads(made)["solution"]


def test_generate_leaves_walls_out_where_none_are_wanted(player: Player) -> None:
    for option, walled in (("--no-walls", False), ("--walls", True)):
        made = player("generate", "zip", "--size", "5", "--count", "4", option).out.splitlines()
        assert any(json.loads(line)["walls"] for line in made) is walled
    assert player("generate", "tango", "--no-walls").code == 0, "what is off is in no board of Tango"


def test_generate_follows_the_shape_in_a_file_or_on_standard_input(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shape.txt"
    file.write_text("*...*\n.*.*.\n..*..\n.*.*.\n*...*\n", encoding="utf-8")
    code, out, _ = player("generate", "zip", "--shape", file, "--count", "2")
    boards = [json.loads(line) for line in out.splitlines()]
    assert (code, len(boards)) == (0, 2)
    cross = sorted([*([at, at] for at in range(5)), *([at, 4 - at] for at in (0, 1, 3, 4))])
    assert [sorted(board["numbers"]) for board in boards] == [cross, cross]
    monkeypatch.setattr("sys.stdin", io.StringIO(file.read_text(encoding="utf-8")))
    assert player("generate", "zip", "--shape", "-", "--count", "2", "--jobs", "2").out == out


@pytest.mark.parametrize(
    ("game", "text", "more", "code", "says"),
    [
        ("zip", "*..\n...\n..*\n", (), 2, "such boards of Zip have sizes from 5 to 16"),
        ("zip", "*....\n" * 5, ("--size", "6"), 2, "has 5 rows, not 6: leave out --size"),
        ("tango", "*....\n" * 5, (), 2, "such boards of Tango have sizes from 4 to "),
        ("zip", "*....\n" * 4, (), 65, "shape.txt, line 1: 5 signs, but a shape of 4 lines needs as many"),
        ("zip", "1....\n" * 5, (), 65, "shape.txt, line 1, column 1: 1 says which number stands there"),
        ("queens", ".....\n" * 5, ("--shapeless",), 65, "such boards of Queens take no shape"),
    ],
)
def test_a_shape_that_cannot_be_is_one_line(  # noqa: PLR0917  # one row of the table above
    player: Player, tmp_path: Path, game: str, text: str, more: tuple[str, ...], code: int, says: str
) -> None:
    file = tmp_path / "shape.txt"
    file.write_text(text, encoding="utf-8")
    ended, out, err = player("generate", game, "--shape", file, *more)
    assert (ended, out) == (code, "")
    assert says in err
    assert len([line for line in err.splitlines() if says in line]) == 1


# What only a process of its own shows


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_while_modules_are_imported_ends_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    command = [sys.executable, "-m", "player", "--version"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_ctrl_c_while_waiting_for_a_pipe_is_130_and_one_line(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = start("solve", pipe)
    with watch(60), pipe.open("w"):  # opens when the player does, and the player reads until it is closed
        wait_asleep(process)
        process.send_signal(signal.SIGINT)
        assert end(process) == (130, "", STOPPED)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(("jobs", "signum", "code"), [(1, signal.SIGTERM, 143), (2, signal.SIGINT, 130)])
def test_a_signal_leaves_whole_lines_and_no_worker(
    tmp_path: Path, jobs: int, signum: signal.Signals, code: int
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = start("solve", pipe, "--json", "-", "--jobs", str(jobs))
    with process, watch(60), pipe.open("w") as boards:
        boards.write(f"{json.dumps(BOARD)}\n" * 600)  # more than what two workers take ahead of a slow one
        boards.flush()
        assert process.stdout
        assert process.stderr
        first = process.stdout.readline()
        process.send_signal(signum)
        rest, err = process.stdout.read(), process.stderr.read()  # they are open as long as any worker lives
    assert (process.wait(), err) == (code, f"player: stopped by {signum.name}\n")
    assert {json.loads(line)["solutions"] for line in [first, *rest.splitlines()]} == {1}
    assert rest[-1:] in {"", "\n"}


#: Commands that print as they go, or in the end; FILE has many boards.
PRINTING = [
    ("solve", "FILE"),
    ("solve", "FILE", "--json", "-", "--jobs", "2"),
    ("explain", "FILE"),
    ("explain", "FILE", "--json", "-"),
    ("encode", "FILE", "--line", "1"),
    ("draw", "FILE", "--line", "1", "--svg", "-"),
    ("generate", "zip", "--size", "5", "--jobs", "2"),
    ("nqueens", "6", "--all"),
    ("history", "--json"),
]


@pytest.fixture
def boards(board: Path) -> Path:
    board.write_text(f"{json.dumps(BOARD)}\n" * 9, encoding="utf-8")
    return board


def printing(boards: Path, arguments: Sequence[str], out: int) -> subprocess.Popen[str]:
    named = [boards if argument == "FILE" else argument for argument in arguments]
    return start(*named, out=out, PLAYER_STATE=str(boards.parent))


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
@pytest.mark.full
def test_a_reader_that_has_gone_ends_it_silently_by_its_signal(boards: Path, arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        process = printing(boards, arguments, writer)
    finally:
        os.close(writer)
    assert end(process) == (-signal.SIGPIPE, "", "")


@needs_a_full_disk
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
@pytest.mark.full
def test_a_full_disk_is_74_and_one_line(boards: Path, arguments: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        code, _, err = end(printing(boards, arguments, full.fileno()))
    assert code == 74
    assert error_line(err).endswith("output can't be written: No space left on device")


def test_a_reader_that_wants_one_line_gets_it() -> None:
    process = start("generate", "zip", "--size", "5", "--count", "1000000")
    with process, watch(60):
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["game"] == "zip"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.wait() == -signal.SIGPIPE


@needs_a_full_disk
def test_boards_are_solved_if_no_message_can_be_printed(boards: Path) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "solve", str(boards), "--json", "-"],
            stdout=subprocess.PIPE,
            stderr=full,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            check=False,
        )
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 9)


def test_a_terminal_without_unicode_gets_an_answer_all_the_same(board: Path) -> None:
    code, out, err = end(start("solve", board, "-v", PYTHONIOENCODING="latin-1"))
    assert (code, json.loads(out)["solution"]) == (0, [[0, 0], [0, 1], [1, 1], [1, 0]])
    assert err.startswith("Zip corner: 1 solution")


def test_standard_input_that_is_not_utf_8_is_65(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    assert player("solve", "-").code == 65


def test_half_a_character_in_a_name_is_no_bug(board: Path) -> None:
    board.write_text(json.dumps({**BOARD, "id": "\ud800"}), encoding="utf-8")
    assert end(start("solve", board, PYTHONUTF8="1")).code in {0, 65}


@pytest.mark.slow
@pytest.mark.parametrize("more", ["player.cli.play", "player.cli.nightly, player.nightly.notify"])
def test_a_browser_is_started_before_selectors_are_read(more: str) -> None:
    code = f"import sys, {more}, player.browser.launch; print([name for name in {HEAVY} if name in sys.modules])"
    made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert made.stdout == "['playwright', 'asyncio']\n"


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_nothing_that_it_does_not_need(arguments: list[str]) -> None:
    out, loaded = loading(*arguments)
    assert (bool(out), loaded) == (True, "[]\n")


def test_solving_a_file_needs_no_browser_and_no_yaml(board: Path) -> None:
    assert loading("solve", board)[1] == "['rich', 'pycosat']\n"


@pytest.mark.parametrize(("option", "after"), [([], "queens"), (["--no-ahead"], None)], ids=str)
def test_the_next_page_is_opened_ahead_unless_told_otherwise(
    player: Player, lay: Callable[..., None], option: list[str], after: str | None
) -> None:
    first, second = Paper("queens"), Paper("zip")
    lay(first, second)
    assert player("play", "queens", "zip", *option).code == 0
    assert (first.after, second.after) == (None, after)


@pytest.mark.parametrize("name", ["Mini Sudoku", "mini_sudoku", "MINI-SUDOKU", "minisudoku"])
def test_a_game_may_be_named_in_any_spelling(player: Player, name: str) -> None:
    code, out, _ = player("generate", name, "--seed", "1")
    assert (code, json.loads(out.splitlines()[0])["game"]) == (0, "mini-sudoku")


def test_pictures_of_the_page_that_is_played_are_not_read_on_that_of_guests(player: Player, tmp_path: Path) -> None:
    (session := tmp_path / "session.json").write_text("{}", encoding="utf-8")
    asked = ("read", "zip", "--sight", "only", "--read-as", "guest", "--storage-state", session)
    code, line = player.refuses(*asked)
    assert (code, "leave out --read-as guest" in line) == (2, True)
