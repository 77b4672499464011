"""`player` as a user runs it: what it prints, records and keeps, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from player.boards.board_json import board_of
from player.browser.page.pending import PendingWork
from player.browser.selectors.schema import SiteSelectors
from player.explanations.explanation import measure
from player.files import SELECTORS
from player.games import GAMES, title_of
from tests.support.browser_commands import Here, one_line, player, records
from tests.support.games.shared import ON_SITE
from tests.support.late_boards import take_time
from tests.support.replica import AMBIGUOUS, ONLY, boards
from tests.support.started_processes import at, start


@pytest.mark.full
def test_all_games_are_played_recorded_and_kept(environment: dict[str, str], tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    done = player(environment, "play", "--offline", "replica", "--json", "-", "--artifacts", kept)
    assert done.returncode == 0, done.stderr
    start, *between, end = records(done.stdout)
    assert (start["event"], start["schema"], start["source"], start["mode"]) == ("run_start", 1, "fixture", "headless")
    assert start["browser"].startswith("chromium ")
    assert (end["event"], end["exit"], end["counts"]) == ("run_end", 0, {"solved": len(ON_SITE)})
    assert [record["event"] for record in between] == ["board", "result"] * len(ON_SITE)
    for result in between[1::2]:
        board = boards(result["game"])[0]
        assert [result[key] for key in ("outcome", "exit", "confirmed", "reclicks")] == ["solved", 0, "results", 0]
        assert result["solution"] == board["solution"]
        assert result["difficulty"] == measure(*board_of(result["board"])).to_json()
        assert result["generation"] == ONLY.get(result["game"], "ember")
        assert set(result["ms"]) == {"load", "read", "solve", "sight", "play", "verdict"}
        assert result["evidence"] == [f"{result['game']}/{name}" for name in ("result.json", "board.json", "final.png")]
        assert all((kept / path).stat().st_size for path in result["evidence"])
    assert kept.stat().st_mode & 0o077 == 0
    lines = [line for line in done.stderr.splitlines() if re.search(r"\d: solved, \d+ moves in [\d.]+ s \(", line)]
    assert len(lines) == len(ON_SITE), "a line for each game in a pipe"
    assert "\x1b" not in done.stderr
    assert re.search("│ Queens +│ 8x8 +│ easy 1.2 +│ solved", done.stderr)


@pytest.mark.full
def test_one_failing_game_does_not_stop_the_other(here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work, found = PendingWork.work, list[bool | None]()

    def noted(self: PendingWork, **options: bool) -> bool | None:
        found.append(work(self, **options))
        return found[-1]

    monkeypatch.setattr(PendingWork, "work", noted)
    take_time(monkeypatch)
    broken = SELECTORS.read_text().replace('"#queens-grid"', '"#queens..grid"')
    (tmp_path / "broken.yaml").write_text(broken)
    code, out, _ = here(
        "play", "queens", "zip", "--offline", "replica", "--selectors", tmp_path / "broken.yaml", "--json", "-"
    )
    results = {record["game"]: record for record in records(out) if record["event"] == "result"}
    assert (results["queens"]["outcome"], results["queens"]["exit"]) == ("failed", 78)
    assert "'#queens..grid' in broken.yaml is not a CSS selector" in results["queens"]["message"]
    assert results["zip"]["outcome"] == "solved"
    assert found
    assert None not in found, "the trace of the failed game's page, which stays open, was over"
    assert code == 78


@pytest.mark.parametrize("game", ["queens", "wend"])
def test_a_board_is_read_as_json_and_nothing_else(here: Here, game: str) -> None:
    code, out, err = here("read", game, "--offline", "replica")
    assert (code, err) == (0, "")
    read, shown = json.loads(out), boards(game)[0]
    assert read.pop("solutions") == 1
    assert read.pop("claim", {"covers": 1})["covers"] == 1
    del shown["id"], shown["solution"]
    if game == "queens":  # guests are given two of its queens
        del read["givens"], shown["givens"]
    assert read == shown


@pytest.fixture
def ambiguous(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The replica's board of Zip has several solutions."""
    (tmp_path / "zip.jsonl").write_text(json.dumps(AMBIGUOUS))
    monkeypatch.setattr("player.browser.offline.sources.BOARDS", tmp_path)
    monkeypatch.setattr("player.browser.page.pending.StabilityPolicy.lasts", lambda *_, **__: False)


@pytest.mark.full
@pytest.mark.usefixtures("ambiguous")
@pytest.mark.parametrize(("options", "ends"), [((), 65), (("--no-proof",), 0)], ids=["proved", "not proved"])
def test_a_board_with_several_solutions_is_read_with_their_number(here: Here, options: tuple[str], ends: int) -> None:
    code, out, err = here("read", "zip", "--offline", "replica", *options)
    assert (code, json.loads(out)) == (ends, {**AMBIGUOUS, "solutions": 2})
    assert ("the board has two solutions or more" in err) == (ends == 65)


@pytest.mark.full
@pytest.mark.usefixtures("ambiguous")
@pytest.mark.parametrize("command", ["play", "demo"])
def test_one_of_several_solutions_is_played_if_any_may_be(here: Here, tmp_path: Path, command: str) -> None:
    pace = ("--slow-mo", "1", "--headless", "--gif", str(tmp_path / "demo.gif")) if command == "demo" else ()
    code, out, err = here(command, "zip", "--offline", "replica", "--any-solution", "--json", "-", *pace)
    told = next(record for record in map(json.loads, out.splitlines()) if record["event"] == "result")
    assert (code, told["outcome"], told["solutions"], told["any_solution"]) == (0, "solved", 2, True), err
    assert "one of several solutions was played" in told["message"]
    assert "one of several solutions was played" in err


@pytest.mark.full
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
def test_a_signal_in_the_middle_of_a_game_keeps_what_is_known(
    environment: dict[str, str], tmp_path: Path, number: signal.Signals, code: int
) -> None:
    out, kept = tmp_path / "out.jsonl", tmp_path / "kept"
    arguments = ["play", "-v", "--offline", "replica", "--slow-mo", "100", "--json", out, "--artifacts", kept]
    running = start(environment, *arguments)
    at(running, "playing the moves")
    if number is signal.SIGINT:
        os.killpg(running.pid, number)  # Ctrl-C goes to the whole group, driver and browser included
    else:
        running.send_signal(number)
    _, said = running.communicate(timeout=60)
    assert running.returncode == code
    assert "Traceback" not in said
    assert f"player: stopped by {number.name}\n" in said
    *_, result, end = records(out.read_text())
    assert (result["outcome"], result["exit"], result["message"]) == ("failed", code, f"stopped by {number.name}")
    assert result["board"] is not None
    assert end["exit"] == code
    if number is signal.SIGINT:
        names = ("result.json", "board.json", "snapshot.json", "plan.json", "page.html", "final.png")
        assert result["evidence"] == [f"queens/{name}" for name in names]
        assert (end["evidence"], (kept / "run.zip").stat().st_mode & 0o077) == (["run.zip"], 0)


HANGING = {
    "while true": "for (;;);",
    "endless alert": "for (;;) alert(1);",
    "memory hog": "const hog = []; for (;;) if (hog.length < 300) hog.push(new Uint8Array(2 ** 20).fill(1));",
}


@pytest.mark.full
@pytest.mark.parametrize("script", HANGING.values(), ids=list(HANGING))
@pytest.mark.more
def test_a_deadline_ends_even_a_page_that_hangs_for_ever(
    environment: dict[str, str], site: SiteSelectors, tmp_path: Path, script: str
) -> None:
    page = f"<html><head></head><body><script>setTimeout(() => {{ {script} }}, 50)</script></body></html>"
    answer = {"status": 200, "headers": [{"name": "Content-Type", "value": "text/html"}], "content": {"text": page}}
    urls = [game.url for game in site.games.values()]
    entries = [{"request": {"method": "GET", "url": url}, "response": answer} for url in urls]
    recorded = tmp_path / "hanging.har"  # the scripts of a HAR run; those of a saved page do not
    recorded.write_text(json.dumps({"log": {"entries": entries}}))
    done = player(environment, "play", "--offline", recorded, "--deadline", "20", "--json", "-")
    assert done.returncode == 75
    results = [record for record in records(done.stdout) if record["event"] == "result"]
    assert [(result["outcome"], result["exit"]) for result in results] == [("unavailable", 75)] * len(ON_SITE)
    assert "the deadline of 20 s is over" in results[0]["message"]
    assert "not played" in results[1]["message"]


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of 8 kB."""
    mount, umount = ["mount", "-t", "tmpfs", "-o", "size=8k", "none", str(tmp_path)], ["umount", str(tmp_path)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here: only root may")
    yield tmp_path
    subprocess.run(umount, check=True)


@pytest.mark.full
def test_a_full_disk_stops_no_game_and_the_verdict_is_reported(here: Here, full_disk: Path) -> None:
    code, out, _ = here("play", "zip", "--offline", "replica", "--artifacts", full_disk / "kept")
    assert code == 74
    assert "│ solved" in out


@pytest.mark.full
@pytest.mark.parametrize("path", ["/nonexistent/chromium", "/bin/false"], ids=["missing", "no browser"])
def test_a_browser_that_does_not_start_is_one_line(environment: dict[str, str], path: str) -> None:
    done = player(environment, "play", "--offline", "replica", "--browser", path)
    assert done.returncode == 69
    assert one_line(done.stderr)
    assert f"the browser {path} does not start" in done.stderr


@pytest.mark.full
def test_nothing_is_left_in_the_temporary_folder(environment: dict[str, str]) -> None:
    without = {key: value for key, value in environment.items() if key != "PLAYER_BROWSER"}
    with TemporaryDirectory(prefix="p") as left:  # short: Chromium puts sockets there
        assert player({**without, "TMPDIR": left}, "read", "zip", "--offline", "replica").returncode == 0
        assert list(Path(left).iterdir()) == []


@pytest.mark.full
def test_a_full_terminal_stops_no_game(environment: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "player", "play", "zip", "--offline", "replica", "--json", str(out)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, env=environment, stderr=full, stdout=full, timeout=120, check=False)
    assert records(out.read_text())[-1]["exit"] == 0
    assert done.returncode == 74, "the table could not be written"


@pytest.fixture
def bare(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The environment of a machine without any browser, and without a place to get one from."""
    kept = {name: value for name, value in environment.items() if name != "PLAYER_BROWSER"}
    where = {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    return {**kept, **where, "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9"}


@pytest.mark.full
def test_setup_finds_the_browser_that_is_there_or_names_the_variable_whose_does_not_start(
    environment: dict[str, str],
) -> None:
    done = player(environment, "setup")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("browser: chromium ")
    done = player({**environment, "PLAYER_BROWSER": "/bin/false"}, "setup")
    assert done.returncode == 69
    assert "PLAYER_BROWSER=/bin/false does not start: unset it" in done.stderr


@pytest.mark.full
def test_the_versions_name_the_browser_that_starts_and_are_printed_without_one(environment: dict[str, str]) -> None:
    done = player(environment, "--version", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert [*found] == (
        ["schema", "player", "python", "platform", "playwright", "pycosat", "browser", "extras", "selectors"]
    )
    assert found["browser"]["name"] == "chromium"
    assert re.fullmatch(r"\d+(\.\d+)+", found["browser"]["version"])
    done = player({**environment, "PLAYER_BROWSER": "/missing"}, "--version", "--json")
    assert (done.returncode, done.stderr, json.loads(done.stdout)["browser"]) == (0, "", None)


@pytest.mark.full
def test_without_any_browser_the_command_that_gets_one_is_named(bare: dict[str, str]) -> None:
    done = player(bare, "play", "--offline", "replica")
    assert (done.returncode, one_line(done.stderr), "type `player setup`" in done.stderr) == (69, True, True)


@pytest.mark.full
def test_a_setup_that_gets_no_browser_says_what_to_type(bare: dict[str, str]) -> None:
    """Playwright tries several times to get one: that takes 10 s."""
    done = player(bare, "setup")
    assert (done.returncode, one_line(done.stderr), "$ " in done.stdout) == (69, True, True)
    assert "apt-get install -y chromium" in done.stderr


@pytest.mark.full
def test_a_page_that_is_not_in_the_folder_is_named(here: Here, tmp_path: Path) -> None:
    (tmp_path / "queens.html").write_text("<html><head></head><body></body></html>")
    code, _, err = here("play", "zip", "--offline", tmp_path)
    assert code == 66
    assert f"{tmp_path}/zip.html" in err


@pytest.mark.full
def test_a_session_plays_as_its_options_say(here: Here, tmp_path: Path) -> None:
    session = tmp_path / "session.json"
    session.write_text('{"cookies": [], "origins": []}')
    session.chmod(0o600)
    options = ["--offline", "replica", "--generation", "sdui", "--storage-state", session]
    games = ("zip", "mini-sudoku")
    done = here("play", *games, *options, "--min-time", 1, "--read-as", "guest", "--json", "-")
    assert done.code == 0, done.err
    results = [record for record in records(done.out) if record["event"] == "result"]
    assert [(result["game"], result["read_as"], result["generation"]) for result in results] == [
        (game, "guest", ONLY.get(game, "sdui")) for game in games
    ]
    assert all(result["timer"] >= 1 for result in results)


@pytest.mark.full
def test_guests_wait_for_no_timer(here: Here) -> None:
    options = ["--offline", "replica", "--generation", "sdui", "--min-time", 100]
    done = here("play", "zip", *options, "--json", "-")
    (result,) = (record for record in records(done.out) if record["event"] == "result")
    assert (result["outcome"], result["read_as"]) == ("solved", None)
    assert result["timer"] is None


@pytest.mark.full
def test_a_cookie_that_the_browser_does_not_take_is_reported_with_its_file(here: Here, tmp_path: Path) -> None:
    session = tmp_path / "session.json"
    session.write_text('{"cookies": [{"name": "a", "value": "b"}], "origins": []}')
    session.chmod(0o600)
    done = here("play", "zip", "--offline", "replica", "--storage-state", session)
    assert (done.code, one_line(done.err)) == (78, True)
    assert f"the browser does not accept the session file {session}" in done.err
    assert "cookie" in done.err.lower()


@pytest.mark.full
@pytest.mark.usefixtures("state")
def test_certificates_are_kept_with_evidence_reports_and_recordings(here: Here, tmp_path: Path) -> None:
    kept, report, recordings = tmp_path / "kept", tmp_path / "report", tmp_path / "recordings"
    assert here("play", "queens", "--offline", "replica", "--artifacts", kept, "--certify")[0] == 0
    assert here("nightly", "zip", "--offline", "replica", "--report", report, "--certify")[0] == 0
    assert here("record", "tango", "--offline", "replica", "--to", recordings, "--certify")[0] == 0
    (recorded,) = (recordings / "linkedin" / "tango").iterdir()
    for folder, game in ((kept, "queens"), (report, "zip"), (recorded, "tango")):
        code, said, complaint = here("certify", "--check", folder)
        assert (code, complaint) == (0, "")
        assert re.match(rf"{title_of(game)} \S*/{game}\S*: one solution, proved", said)


@pytest.mark.full
def test_the_driver_keeps_its_compiled_scripts_for_the_next_start(environment: dict[str, str], tmp_path: Path) -> None:
    done = player({**environment, "PLAYER_STATE": str(tmp_path)}, "read", "zip", "--offline", "replica")
    assert done.returncode == 0
    assert any(file.is_file() for file in (tmp_path / "driver").rglob("*"))


@pytest.mark.full
def test_what_is_recorded_of_a_page_of_our_own_is_all_that_is_needed_to_see_it_again(here: Here, state: Path) -> None:
    code, said, _ = here("record", "tango", "--offline", "replica")
    (folder,) = (state / "recordings" / "linkedin" / "tango").iterdir()
    assert (code, said) == (0, f"{folder}: board (0)\n")
    assert {path.name for path in folder.iterdir()} == {"meta.json", "snapshot.json", "board.json", "page.html"}
    board = json.loads((folder / "board.json").read_text())
    game = GAMES["tango"]
    assert (
        game.board.check(
            game.board.from_json(board), game.board.to_solution(game.board.from_json(board), board["solution"])
        )
        == []
    )
    assert "<script" not in (folder / "page.html").read_text()
    code, _, complaint = here("record", "tango", "--offline", "replica")
    assert (code, "there is a recording in" in complaint) == (73, True)
