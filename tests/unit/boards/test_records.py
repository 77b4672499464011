"""The records for other programs: their stream, and those of a run."""

import json
import os
import re
import signal
import stat
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from threading import Event
from time import perf_counter
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from rich.console import Console

from player.artifacts.evidence import Evidence, make_artifacts
from player.artifacts.run_log import Progress, RunLog, record
from player.browser.launch import BrowserOptions
from player.browser.page.observation import Verdict
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.days import puzzle_day
from player.deadlines import Watch, watch
from player.errors import (
    BoardError,
    CannotCreate,
    Crashed,
    DeadlineOver,
    Denied,
    Interrupted,
    NoBrowser,
    NoNetwork,
    PageNotUnderstood,
    PlayerError,
    Throttled,
    Unavailable,
)
from player.explanations.explanation import measure
from player.files import SELECTORS, Records
from player.games import queens, zip_path
from player.playing import result as result_module
from player.playing.result import Result
from player.proof import prove
from player.run import Observers, Run, RunOptions
from tests.support.commands import FULL, needs_a_full_disk
from tests.support.paper import QUEENS as Q
from tests.support.paper import Paper, failing, visit_of
from tests.support.solved import ZIP as Z


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# The stream


def test_a_record_is_one_line_with_schema_event_and_run(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    with Records(str(file)) as records:
        records.write("result", game="zip", message="two\nlines, \u2028 and \x1b")
        assert file.read_text(encoding="utf-8").count("\n") == 1  # written through at once
    assert lines(file) == [
        {"schema": 1, "event": "result", "run": records.run, "game": "zip", "message": "two\nlines, \u2028 and \x1b"}
    ]
    assert file.read_text(encoding="utf-8").startswith('{"schema":1,"event":"result","run":"')


def test_a_bare_line_is_written_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    with Records(str(file)) as records:
        records.line({"id": None, "ms": {}})
    assert file.read_text(encoding="utf-8") == '{"id":null,"ms":{}}\n'


def test_runs_are_appended_and_have_ids_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    for number in range(3):
        with Records(str(file)) as records:
            records.write("run_end", exit=number)
    found = lines(file)
    assert [line["exit"] for line in found] == [0, 1, 2]
    assert len({line["run"] for line in found}) == 3
    assert [line["run"] for line in found] == sorted(line["run"] for line in found)


def test_only_what_is_durable_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    for durable, failed in ((True, "the JSON output can't be written: Input/output error"), (False, "")):
        with Records(str(tmp_path / "records.jsonl"), durable=durable) as records:
            records.line({})
        assert records.failed == failed


def test_a_dash_is_standard_output_which_stays_open(capsys: pytest.CaptureFixture[str]) -> None:
    with Records("-") as records:
        records.line({"a": 1})
    print("after")  # noqa: T201  # that it can be written is what is tested
    assert capsys.readouterr().out == '{"a":1}\nafter\n'


def test_without_a_target_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with Records(None) as records:
        records.write("result")
    assert capsys.readouterr() == ("", "")
    assert records.failed == ""


@pytest.mark.parametrize("name", ["missing/records.jsonl", "."])
def test_a_target_that_cannot_be_opened_is_reported_before_anything_is_played(tmp_path: Path, name: str) -> None:
    with pytest.raises(CannotCreate, match="can't be opened: ") as caught:
        Records(str(tmp_path / name))
    assert caught.value.code == 73
    assert str(tmp_path) in str(caught.value)


@needs_a_full_disk
def test_a_full_disk_is_reported_and_raises_nothing() -> None:
    with Records(str(FULL)) as records:
        records.write("run_start")
        assert records.failed == "the JSON output can't be written: No space left on device"
        records.write("run_end")
    assert records.failed == "the JSON output can't be written: No space left on device"


def test_after_a_line_was_lost_no_other_is_written(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    with Records(str(file)) as records:
        records.line({"n": 1})
        records.failed = "the JSON output can't be written: No space left on device"
        records.line({"n": 3})
    assert lines(file) == [{"n": 1}]


def test_a_target_that_cannot_be_synced_is_no_failure() -> None:
    with Records("/dev/null") as records:
        records.write("run_start")
    assert records.failed == ""


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Pacific/Kiritimati"])
def test_the_day_of_a_puzzle_is_the_date_in_the_sites_time_zone(zone: str) -> None:
    before = datetime.now(ZoneInfo(zone)).date().isoformat()
    day = puzzle_day(zone)
    after = datetime.now(ZoneInfo(zone)).date().isoformat()
    assert day in {before, after}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)


def test_days_differ_where_the_zones_are_a_day_apart() -> None:
    assert puzzle_day("Pacific/Pago_Pago") < puzzle_day("Pacific/Kiritimati")  # 25 hours


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-11-21T07:59:59+00:00", "2026-11-20"),
        ("2026-11-21T08:00:00+00:00", "2026-11-21"),  # midnight Pacific in winter
        ("2026-07-21T07:00:00+00:00", "2026-07-21"),  # in summer
        ("2026-03-08T07:59:59+00:00", "2026-03-07"),  # clocks go forward: a day of 23 hours
        ("2026-03-09T06:59:59+00:00", "2026-03-08"),
        ("2026-03-09T07:00:00+00:00", "2026-03-09"),
        ("2026-11-01T06:59:59+00:00", "2026-10-31"),  # and back: a day of 25 hours
        ("2026-11-02T07:59:59+00:00", "2026-11-01"),
        ("2026-11-02T08:00:00+00:00", "2026-11-02"),
        ("2026-11-21T23:30:00+14:00", "2026-11-21"),  # in any zone of the instant
    ],
)
def test_the_day_at_an_instant_begins_at_midnight_pacific_on_all_days(instant: str, day: str) -> None:
    assert puzzle_day("America/Los_Angeles", datetime.fromisoformat(instant)) == day


def test_an_instant_without_a_zone_has_no_day() -> None:
    with pytest.raises(AssertionError):
        puzzle_day("America/Los_Angeles", datetime(2026, 11, 21, 8))  # noqa: DTZ001  # that is what is refused


# The record of a game


def test_a_result_has_board_solution_and_counts_in_the_public_format() -> None:
    proof = prove(queens.GAME, Q)
    result = Result("queens", generation="ember", board=Q, proof=proof, moves=8, clicks=11, attempts=2)
    result.confirmed = Verdict.BANNER
    result.ms = {"load": 1.23456, "read": 0.001}
    result.ended("solved", 0)
    assert record(result) == {
        "game": "queens",
        "outcome": "solved",
        "exit": 0,
        "confirmed": "banner",
        "saved": None,
        "number": None,
        "generation": "ember",
        "account": None,
        "selectors": {},
        "read_as": None,
        "board": {
            "game": "queens",
            "regions": [[0, 0, 1, 1], [2, 0, 1, 1], [2, 2, 3, 1], [2, 2, 3, 3]],
            "stars": 1,
            "givens": [],
        },
        "solution": [[0, 1], [1, 3], [2, 0], [3, 2]],
        "solutions": 1,
        "found": [],
        "differ": [],
        "moves": 8,
        "attempts": 2,
        "way": None,
        "sight": None,
        "timer": None,
        "clicks": 11,
        "reclicks": 3,
        "ms": {"load": 1.23, "read": 0.0},
        "message": "",
    }


def test_a_result_has_the_difficulty_of_a_board_with_one_solution() -> None:
    result = Result("queens", board=Q)
    result.grade()
    assert "difficulty" not in record(result)
    result.proof = prove(queens.GAME, Q)
    result.grade()
    assert record(result)["difficulty"] == measure(queens.GAME, Q).to_json()


def test_a_game_that_never_began_has_neither_board_nor_solution() -> None:
    result = Result("zip")
    result.failed(PageNotUnderstood("a blank page"))
    line = record(result)
    assert (line["outcome"], line["exit"], line["confirmed"], line["message"]) == (
        "unreadable",
        76,
        "none",
        "a blank page",
    )
    assert line["board"] is line["solution"] is line["generation"] is None
    assert (line["moves"], line["clicks"], line["reclicks"], line["ms"]) == (0, 0, 0, {})


def test_clicks_that_a_stopped_game_had_no_time_for_are_no_repairs() -> None:
    assert record(Result("zip", moves=5, clicks=2))["reclicks"] == 0


@pytest.mark.parametrize("result", [Result("queens", board=Q), Result("zip", board=Z, proof=prove(zip_path.GAME, Z))])
def test_a_record_survives_json(result: Result) -> None:
    assert json.loads(json.dumps(record(result))) == record(result)


# Artifacts


def test_the_folder_for_evidence_is_made_with_its_parents_and_closed_to_others(tmp_path: Path) -> None:
    folder = make_artifacts(tmp_path / "a" / "b")
    assert folder.is_dir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert make_artifacts(folder) == folder


def test_a_folder_for_evidence_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for impossible in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/none")):
        with pytest.raises(CannotCreate, match="can't be made") as caught:
            make_artifacts(impossible)
        assert caught.value.code == 73


# The records of a run


@cache
def linkedin() -> SiteSelectors:
    """The site's selectors, loaded once: under load that takes longer than a short deadline."""
    return load(SELECTORS).site("linkedin")


@dataclass
class Played:
    """Runs on paper, whose records go to one file, and whose evidence to one folder if it `keeps` any."""

    monkeypatch: pytest.MonkeyPatch
    folder: Path
    keeps: bool = False

    @property
    def file(self) -> Path:
        return self.folder / "records.jsonl"

    @property
    def evidence(self) -> Path:
        return make_artifacts(self.folder / "evidence")

    def __call__(
        self,
        *papers: Paper,
        start: PlayerError | None = None,
        watched: Watch | None = None,
        target: Path | None = None,
        retry_after: float | None = None,
        **observers: Callable[..., None],
    ) -> int:
        self.monkeypatch.setattr("player.run.open_session", visit_of(*papers, start=start))
        with Records(str(target or self.file)) as records:
            log = RunLog(records, Progress(Console(quiet=True)), Evidence(self.evidence) if self.keeps else None)
            options = RunOptions(linkedin(), "linkedin", BrowserOptions(), retry_after=retry_after)
            self.run = Run(options, log, watched or Watch(), Observers(**observers))
            return self.run.play([paper.game for paper in papers])

    @property
    def lines(self) -> list[dict[str, Any]]:
        return lines(self.file)

    @property
    def results(self) -> list[dict[str, Any]]:
        """The records of the games' ends."""
        return [line for line in self.lines if line["event"] == "result"]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Played:
    return Played(monkeypatch, tmp_path)


def test_a_verdict_stands_whatever_becomes_of_its_telling(play: Played) -> None:
    def close_the_window(stage: str, *_: object) -> None:
        if stage == "end":
            raise Crashed("the page or its browser crashed, or was closed: play again")

    assert play(Paper("queens"), Paper("zip"), stage=close_the_window) == 0
    assert [line["outcome"] for line in play.results] == ["solved", "solved"]


@pytest.mark.parametrize("debug", [True, False])
def test_a_bug_in_one_game_shows_its_traceback_where_that_is_wanted(
    play: Played, capsys: pytest.CaptureFixture[str], *, debug: bool
) -> None:
    def oops(stage: str, *_: object) -> None:
        if stage == "end":
            raise ZeroDivisionError("of cells")

    play.monkeypatch.setenv("PLAYER_DEBUG", "1" if debug else "")
    assert play(failing("zip", ZeroDivisionError("of cells")), Paper("queens"), stage=oops) == 70
    assert play.results[0]["message"] == (
        "a bug in the player: ZeroDivisionError: of cells (set PLAYER_DEBUG=1 for the traceback)"
    )
    err = capsys.readouterr().err
    assert (err.count("Traceback"), "in fail\n" in err, "in oops\n" in err) == (
        (2, True, True) if debug else (0, False, False)
    )


def test_a_foreseen_failure_shows_no_traceback(play: Played, capsys: pytest.CaptureFixture[str]) -> None:
    play.monkeypatch.setenv("PLAYER_DEBUG", "1")
    assert play(failing("zip", Unavailable("no answer"))) == 75
    assert "Traceback" not in capsys.readouterr().err


def test_a_run_tells_of_its_start_each_board_each_result_and_its_end(play: Played) -> None:
    papers = Paper("queens"), Paper("zip", win="none")
    assert play(*papers) == 1
    start, *games, end = play.lines
    assert [line["event"] for line in games] == ["board", "result"] * 2
    assert {line["run"] for line in play.lines} == {start["run"]}
    assert {key: start[key] for key in ("event", "tz", "browser", "mode", "source")} == {
        "event": "run_start",
        "tz": "America/Los_Angeles",
        "browser": "paper 1",
        "mode": "headless",
        "source": "live",
    }
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", start["puzzle_day"])
    assert [line["n"] for line in games[::2]] == [4, 3]
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", line["fingerprint"]) for line in games[::2])
    ends = [[line[key] for key in ("outcome", "confirmed", "moves", "reclicks", "evidence")] for line in games[1::2]]
    assert ends == [["solved", "banner", 8, 0, []], ["unconfirmed", "none", 11, 0, []]]
    assert games[1]["difficulty"] == measure(queens.GAME, Q).to_json()
    assert (end["event"], end["exit"], end["counts"]) == ("run_end", 1, {"solved": 1, "unconfirmed": 1})
    assert all(paper.closed for paper in papers)


def test_a_verdict_stands_whatever_comes_of_the_difficulty(play: Played, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(*_: object) -> None:
        raise ValueError("a rule with a bug")

    play.monkeypatch.setattr(result_module, "measured", fails)
    assert play(Paper("queens")) == 0
    *_, line, end = play.lines
    assert (line["outcome"], "difficulty" in line, end["exit"]) == ("solved", False, 0)
    assert "a rule with a bug" not in capsys.readouterr().err


#: The game that is not tried after another, at a code for what may pass.
UNTRIED = ("unavailable", 75, "unavailable")
#: By what the first game ends with: its outcome and code, then the outcome of the next game and the message of that.
ENDS: dict[str, tuple[Exception, str, int, str, str]] = {
    "unread": (PageNotUnderstood("blank"), "unreadable", 76, "solved", ""),
    "refused": (BoardError("two solutions"), "refused", 65, "solved", ""),
    "unavailable": (Unavailable("no answer"), "unavailable", 75, "solved", ""),
    "a bug": (KeyError("oops"), "failed", 70, "solved", ""),
    "no network": (NoNetwork("games.example is not found"), *UNTRIED, "not tried: there is no network"),
    "429": (Throttled("answers 429", 60), *UNTRIED, "not tried: the site wants no more requests now"),
    "999": (Denied("answers 999"), "signin", 77, "signin", "not tried: the site denies requests"),
    "the deadline": (DeadlineOver("over"), *UNTRIED, "not played: the deadline is over"),
}


@pytest.mark.parametrize(("error", "outcome", "code", "after", "said"), ENDS.values(), ids=ENDS)
def test_one_game_that_fails_stops_the_next_only_where_the_reason_is_that_of_all(  # noqa: PLR0917  # a row of the table
    play: Played, error: Exception, outcome: str, code: int, after: str, said: str
) -> None:
    assert play(failing("queens", error), Paper("zip")) == code
    first, second = play.results
    assert (first["game"], first["outcome"], first["exit"], str(error) in first["message"]) == (
        "queens",
        outcome,
        code,
        True,
    )
    assert (second["game"], second["outcome"], second["message"]) == ("zip", after, said)
    assert second["exit"] == (0 if after == "solved" else code)


@pytest.mark.parametrize(
    ("crashes", "code", "outcomes"), [(1, 0, ["solved", "solved"]), (2, 75, ["unavailable", "solved"])]
)
def test_a_browser_that_crashes_is_relaunched_once(play: Played, crashes: int, code: int, outcomes: list[str]) -> None:
    left = iter(range(crashes))

    def crash() -> None:
        if next(left, None) is not None:
            raise Crashed("gone")

    assert play(Paper("queens", opens=crash), Paper("zip")) == code
    assert [line["outcome"] for line in play.results] == outcomes
    assert [line["event"] for line in play.lines].count("run_start") == 1


@pytest.mark.parametrize(("wait", "pauses"), [(0.05, [0.05]), (None, [0.01]), (3_600, [])])
def test_a_server_that_wants_a_pause_gets_it_or_no_second_try(
    play: Played, wait: float | None, pauses: list[float]
) -> None:
    waited: list[float] = []
    play.monkeypatch.setattr("player.run.Event", lambda: SimpleNamespace(wait=waited.append))
    with watch(60) as watched:
        assert play(failing("queens", Throttled("answers 429", wait)), watched=watched, retry_after=0.01) == 75
    assert waited == pauses


def test_what_a_report_needs_is_loaded_once_when_the_last_game_has_ended(play: Played) -> None:
    seen, loaded = list[int](), Event()

    def load() -> None:
        seen.append(len(play.run.results))
        loaded.set()

    play(Paper("queens"), Paper("zip"), closing=load)
    assert loaded.wait(60)
    assert seen == [2]


def test_a_signal_stops_the_run_and_is_on_record(play: Played) -> None:
    with pytest.raises(Interrupted):
        play(failing("queens", Interrupted("stopped by SIGTERM", 15)), Paper("zip"))
    assert [line["event"] for line in play.lines] == ["run_start", "result", "run_end"]
    assert [line["exit"] for line in play.lines[1:]] == [143, 143]


def test_a_run_that_cannot_start_is_on_record(play: Played) -> None:
    with pytest.raises(NoBrowser):
        play(Paper("zip"), start=NoBrowser("none starts"))
    start, end = play.lines
    assert (start["event"], start["browser"]) == ("run_start", None)
    assert (end["event"], end["exit"], end["counts"]) == ("run_end", 69, {})


@pytest.fixture
def kept(play: Played) -> Played:
    """Such runs, whose evidence is kept."""
    play.keeps = True
    return play


def test_evidence_is_kept_and_named_in_the_record(kept: Played) -> None:
    kept(Paper("queens"), failing("zip", Unavailable("gone")))
    played, gone = kept.results
    folder = kept.evidence
    assert played["evidence"] == ["queens/result.json", "queens/board.json", "queens/final.png"]
    assert gone["evidence"] == ["zip/result.json"]
    assert kept.lines[-1]["evidence"] == ["run.zip"]
    assert sorted(f"{path.parent.name}/{path.name}" for path in folder.glob("*/*")) == sorted(
        played["evidence"] + gone["evidence"]
    )
    assert json.loads((folder / "queens" / "board.json").read_text(encoding="utf-8")) == queens.board.to_json(Q)
    assert json.loads((folder / "zip" / "result.json").read_text(encoding="utf-8"))["outcome"] == "unavailable"
    assert (folder / "queens" / "final.png").read_bytes() == b"PNG"


class Slow(Paper):
    """A page whose picture takes until something comes from outside."""

    def __init__(self, game: str, comes: Callable[[], object]) -> None:
        super().__init__(game)
        self.comes = comes

    def screenshot(self, box: Any = None) -> bytes | None:
        self.comes()
        return super().screenshot(box)


def wait_out_the_deadline() -> None:
    until = perf_counter() + 0.8
    while perf_counter() < until:
        pass


@pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")
def test_a_deadline_while_evidence_is_kept_ends_no_game_that_is_over_and_leaves_none_without_a_record(
    kept: Played,
) -> None:
    linkedin()
    with watch(0.6) as watched:
        code = kept(Slow("queens", wait_out_the_deadline), Paper("zip"), watched=watched)
    solved, late = kept.results
    assert (code, solved["outcome"], late["exit"]) == (75, "solved", 75)
    assert "queens/final.png" in solved["evidence"]
    assert late["message"] == "not played: the deadline is over"


@pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")
def test_a_signal_while_evidence_is_kept_ends_the_run_after_it(kept: Played) -> None:
    stopped = Slow("queens", lambda: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(Interrupted), watch() as watched:
        kept(stopped, Paper("zip"), watched=watched)
    _, _, result, end = kept.lines
    assert (result["outcome"], end["exit"]) == ("solved", 143)
    assert "queens/final.png" in result["evidence"]


def test_evidence_that_cannot_be_written_raises_0_to_74_and_no_more(kept: Played) -> None:
    for game in ("queens", "zip"):
        (kept.evidence / game).write_text("a file in the way", encoding="utf-8")
    assert kept(Paper("queens")) == 74
    assert kept(failing("zip", PageNotUnderstood("blank"))) == 76
    solved, unread = kept.results
    assert (solved["outcome"], solved["exit"], solved["evidence"]) == ("solved", 74, [])
    assert "the evidence can't be written" in solved["message"]
    assert (unread["outcome"], unread["exit"]) == ("unreadable", 76)
    assert unread["message"] == "blank (`player doctor zip` shows the cause)"


@needs_a_full_disk
def test_a_full_disk_stops_no_game_and_raises_0_to_74(play: Played) -> None:
    papers = Paper("queens"), Paper("zip")
    assert play(*papers, target=FULL) == 74
    assert all(paper.closed for paper in papers)
    assert play(failing("zip", PageNotUnderstood("blank")), target=FULL) == 76
