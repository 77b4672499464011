"""The contents of a night's reports; a page's text does no harm in them."""

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from player.artifacts.evidence import make_artifacts
from player.browser.page.observation import Verdict
from player.errors import WON, CannotCreate, CannotWrite, Outcome
from player.explanations.explanation import measure
from player.games import queens
from player.games.moves import Tap
from player.nightly.history import Key, Row
from player.nightly.reports import MAX_NIGHTS, Night, folder_of, of_row, played, subfolder, write_reports
from player.playing.result import Result
from player.proof import prove
from tests.support.html_pages import Html
from tests.support.paper import QUEENS as BOARD

HOSTILE = "\x1b[31m\x00]]> <script>alert(1)</script> \" onload='x' & \ud800 {{ 7*7 }} \u202e"


def night() -> Night:
    proof = prove(queens.GAME, BOARD)
    ms: dict[str, float] = {"load": 200, "sight": 30, "play": 50}
    won = Result("queens", Outcome("solved"), 0, Verdict.RESULTS, board=BOARD, proof=proof, moves=8, ms=ms)
    won.plan = [Tap(cell) for cell in proof.solution]
    lost = Result("zip", Outcome("unreadable"), 76, message=HOSTILE, ms={"load": 10})
    unconfirmed = Result("tango", Outcome("unconfirmed"), 1, message="all moves stand", ms={"load": 10})
    key = Key("linkedin", "guest", "patches", "2026-11-20")
    before = Row(key, "solved", 0, "results", 1, False, {}, None, None, None, None)
    results = [played(result) for result in (won, lost, unconfirmed)]
    return Night("2026-11-20", "linkedin", "guest", results, [of_row(before)], ["mini-sudoku"], "stopped by SIGTERM")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kept = tmp_path / "report" / "queens"
    kept.mkdir(parents=True)
    (kept / "final.png").write_bytes(b"\x89PNG picture")
    (kept / "result.json").write_text("{}")
    write_reports(tmp_path / "report", night())
    return tmp_path / "report"


def test_junit_has_a_case_for_each_game(folder: Path) -> None:
    suite = ET.parse(folder / "junit.xml").getroot()
    cases = {case.get("name"): [(child.tag, child.get("type")) for child in case] for case in suite}
    assert cases == {
        "queens": [],
        "zip": [("error", "unreadable")],
        "tango": [("failure", "unconfirmed")],
        "patches": [],
        "mini-sudoku": [("skipped", None)],
    }
    reported = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert reported == {"tests": "5", "failures": "1", "errors": "1", "skipped": "1"}


def test_each_game_has_a_line_of_json(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert [(line["game"], line["outcome"], line["puzzle_day"]) for line in lines] == [
        ("queens", "solved", "2026-11-20"),
        ("zip", "unreadable", "2026-11-20"),
        ("tango", "unconfirmed", "2026-11-20"),
        ("mini-sudoku", "unplayed", "2026-11-20"),
        ("patches", "solved", "2026-11-20"),
    ]
    assert lines[0]["solution"] == [[0, 1], [1, 3], [2, 0], [3, 2]]
    assert lines[1]["message"] == HOSTILE


def test_the_page_says_what_stands_behind_each_verdict(folder: Path) -> None:
    text = (folder / "report.html").read_text()
    for said in (
        "2026-11-20: 2 of 5 won",
        "one solution, and a proof that there is no other (16 variables",
        "an independent referee agrees",
        "a simulation of the 8 moves ends solved",
        "the page says that it is won (its results)",
        '</span>comparing the picture</th><td class="number">0.03</td>',
        "<dt>time</dt><dd>0.28 s</dd>",
        "0.30 s in all",
        "Played before, on the same day",
        "Solved by a program",
        "not played: stopped by SIGTERM",
    ):
        assert said in text


def test_failures_stand_first_with_what_to_do_and_all_that_is_known(folder: Path) -> None:
    text = (folder / "report.html").read_text()
    order = re.findall(r"<h3>(.*?)<b class=\"badge (\w+)\"", text)
    assert order == [
        ("Zip", "lost"),
        ("Tango", "lost"),
        ("Mini Sudoku", "doubt"),
        ("Queens", "won"),
        ("Patches", "won"),
    ]
    advice = [re.sub("<.*?>", "", line) for line in re.findall(r"What to do:</b> (.*?)</p>", text)]
    assert advice[0].startswith("run player doctor zip: it compares the page with the selectors")
    assert advice[1].startswith("look at the page: all moves were made")
    assert advice[2] == "run player nightly again: it plays what is not won yet."
    assert len(advice) == 3
    assert [text.count(kind) for kind in ("<details open>", "<details>")] == [2, 2]
    summaries = re.findall(r"<summary>.*? of (.*?)</span></summary>", text)
    assert summaries == ["Zip", "Tango", "Queens", "Patches"]


def test_a_command_in_a_message_looks_like_one(tmp_path: Path) -> None:
    write_reports(tmp_path, later(Result("zip", Outcome("failed"), 70, message="type `player setup`, <b>")))
    text = (tmp_path / "report.html").read_text()
    assert re.search(r"<p>\s*type <code>player setup</code>, &lt;b&gt;\s*</p>", text)


@pytest.mark.parametrize("outcome", sorted({*Outcome} - WON))
def test_each_outcome_but_a_win_has_something_to_do(tmp_path: Path, outcome: str) -> None:
    write_reports(tmp_path, later(Result("zip", Outcome(outcome), 75)))
    advice = re.findall(r"What to do:</b> (.*?)</p>", (tmp_path / "report.html").read_text())
    assert [bool(re.fullmatch(r"[a-z].*\.", line)) for line in advice] == [True]


def test_the_seconds_of_a_report_add_up(tmp_path: Path) -> None:
    ms: dict[str, float] = {"load": 204.9, "read": 14.9, "play": 34.9}
    results = [played(Result(game, Outcome("solved"), ms=ms)) for game in ("queens", "zip")]
    write_reports(tmp_path, Night("2026-11-20", "linkedin", "guest", results, []))
    text = (tmp_path / "report.html").read_text()
    assert re.findall(r'<td class="number">(.*?)</td>', text) == ["0.20", "0.01", "0.03", "0.24"] * 2
    assert "0.48 s in all" in text


@pytest.mark.parametrize("rows", [3, 4], ids=["none", "two"])
def test_a_proof_that_refuses_a_board_is_in_every_report(tmp_path: Path, rows: int) -> None:
    board = queens.board.from_json({"game": "queens", "regions": [[row] * rows for row in range(rows)]})
    proof = prove(queens.GAME, board)
    result = Result("queens", Outcome("refused"), 65, board=board, proof=proof)
    make_artifacts(tmp_path / "report")
    write_reports(tmp_path / "report", Night("2026-11-20", "linkedin", "guest", [played(result)], []))
    line = json.loads((tmp_path / "report" / "results.jsonl").read_text())
    text = (tmp_path / "report" / "report.html").read_text()
    assert (line["solution"], line["board"]["regions"]) == (None, queens.board.to_json(board)["regions"])
    if rows == 3:
        assert (line["solutions"], line["found"], line["differ"]) == (0, [], [])
        assert "no solution (9 variables" in text
        return
    assert (line["solutions"], line["found"]) == (2, [queens.board.solution_to_json(found) for found in proof.found])
    assert line["differ"] == [[f"queen at {queen}" for queen in found] for found in proof.found]
    assert "two solutions or more (16 variables" in text
    for name, facts in zip(("one", "another"), line["differ"], strict=True):
        assert f"{name} has, where they differ: {'; '.join(facts)}" in text


def test_both_boards_are_shown_where_a_picture_and_the_markup_differ(folder: Path) -> None:
    (folder / "queens" / "both.png").write_bytes(b"\x89PNG both")
    write_reports(folder, night())
    both = b64encode(b"\x89PNG both").decode()
    assert f"data:image/png;base64,{both}" in (folder / "report.html").read_text()


def test_the_page_needs_nothing_else_and_links_the_evidence(folder: Path) -> None:
    tags = Html((folder / "report.html").read_text()).tags
    assert [attributes["src"] for tag, attributes in tags if tag == "img"] == ["data:image/png;base64,iVBORyBwaWN0dXJl"]
    assert [attributes["href"] for tag, attributes in tags if tag == "a"] == ["queens/final.png", "queens/result.json"]
    assert {"script", "link", "iframe"}.isdisjoint(tag for tag, _ in tags)


def test_what_a_page_says_is_text_in_all_reports(folder: Path) -> None:
    text = (folder / "report.html").read_text()
    assert "<script" not in text
    assert "{{ 7*7 }}" in text
    assert not any("onload" in attributes for _, attributes in Html(text).tags)
    error = ET.parse(folder / "junit.xml").find(".//error")
    assert error is not None
    assert "<script>alert(1)</script>" in (error.get("message") or "")
    for name in ("junit.xml", "report.html"):
        assert not re.search("[\x00\x1b\u202e]|&#(27|x1b);", (folder / name).read_text())


def test_reports_are_for_their_owner_alone(folder: Path) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.is_file()}
    assert modes == dict.fromkeys(("junit.xml", "results.jsonl", "report.html"), 0o600)


def refuse(*_of: Any) -> None:
    raise OSError(28, "No space left on device")


def test_a_night_without_a_folder_of_its_own_goes_to_the_state_folder(state: Path) -> None:
    days = [f"2026-10-{day:02}" for day in range(1, 32)] + ["2026-11-01"]
    folders = [folder_of(None, day) for day in days]
    assert folders[-1] == state / "nights" / "2026-11-01"
    assert sorted(path.name for path in (state / "nights").iterdir()) == days[-MAX_NIGHTS:]
    assert folders[-1].stat().st_mode & 0o777 == 0o700


def test_commands_for_two_sites_on_one_day_leave_two_reports_in_the_state_folder(state: Path) -> None:
    owners = (("linkedin", None), ("linkedin", "offline"), ("binairo", "daily"), ("binairo", "weekly"))
    for site, board in owners:
        folder = folder_of(None, "2026-11-20", subfolder(site, board, "me@home"))
        write_reports(folder, replace(later(Result("zip", Outcome("solved"))), site=site))
    found = sorted((state / "nights" / "2026-11-20").glob("*/report.html"))
    names = "binairo-daily-me%40home binairo-weekly-me%40home linkedin-me%40home linkedin-offline-me%40home"
    assert [report.parent.name for report in found] == names.split()


def test_a_folder_that_can_t_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotCreate, match=r"the artifacts folder .*file/in can't be made"):
        folder_of(tmp_path / "file" / "in", "2026-11-20")


def test_a_full_disk_is_reported_and_leaves_the_report_that_was_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    monkeypatch.setattr("player.files.os.fsync", refuse)
    with pytest.raises(CannotWrite, match=r"results.jsonl can't be written: No space left"):
        write_reports(folder, replace(night(), records=[]))
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


# What earlier runs of the day found


def lines(folder: Path) -> dict[str, dict[str, Any]]:
    records = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    return {line["game"]: line for line in records}


def later(*results: Result, settled: Sequence[Row] = (), unplayed: Sequence[str] = (), **of: str) -> Night:
    """A second run, by default of the same day and the same profile."""
    records, done = list(map(played, results)), list(map(of_row, settled))
    night = Night("2026-11-20", "linkedin", "guest", records, done, unplayed, reason="stopped by SIGTERM")
    return replace(night, **of)  # type: ignore[arg-type]  # texts only


def test_a_second_run_of_the_day_takes_nothing_away(folder: Path) -> None:
    first = lines(folder)
    solved = Result("zip", Outcome("solved"), 0, Verdict.BANNER, moves=24, ms={"load": 5})
    row = Row(
        Key("linkedin", "guest", "queens", "2026-11-20"), "solved", 0, "results", 1, False, {}, None, None, None, None
    )
    write_reports(folder, later(solved, settled=[row], unplayed=["tango"]))
    now = lines(folder)
    assert now["queens"] == {**first["queens"], "before": True}
    assert now["tango"] == {**first["tango"], "before": True}
    assert now["patches"]["outcome"] == "solved"
    assert (now["zip"]["outcome"], now["zip"]["moves"], "before" in now["zip"]) == ("solved", 24, False)
    assert list(now) == list(first)
    text = (folder / "report.html").read_text()
    for said in ("3 of 5 won", "an independent referee agrees", "0.28 s</dd>", "<title>Queens 4x4, solved</title>"):
        assert said in text
    queens = ET.parse(folder / "junit.xml").find(".//testcase[@name='queens']")
    assert queens is not None
    assert (queens.get("time"), list(queens)) == ("0.280", [])


ENDS = {
    "a win stays": (("solved", {"load": 1}), ("unavailable", {"load": 2}), "solved"),
    "solved goes before found won": (("solved", {"load": 1}), ("already", {"load": 2}), "solved"),
    "a win takes the place of a loss": (("unreadable", {"load": 1}), ("already", {"load": 2}), "already"),
    "of losses the last counts": (("unreadable", {"load": 1}), ("unavailable", {"load": 2}), "unavailable"),
    "what was not begun tells nothing new": (("unreadable", {"load": 1}), ("unavailable", {}), "unreadable"),
    "of what was not begun the last counts": (("unavailable", {}), ("failed", {}), "failed"),
    "what was not played is the least": (("unavailable", {}), ("unplayed", {}), "unavailable"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("before", "now", "stays"), ENDS.values(), ids=ENDS)
def test_what_counts_of_two_runs(
    tmp_path: Path, before: tuple[str, dict[str, float]], now: tuple[str, dict[str, float]], stays: str
) -> None:
    for outcome, ms in (before, now):
        write_reports(tmp_path, later(Result("zip", Outcome(outcome), 75, ms=ms)))
    assert lines(tmp_path)["zip"]["outcome"] == stays


@pytest.mark.parametrize("of", [{"day": "2026-11-21"}, {"site": "other"}, {"account": "alice"}], ids=str)
def test_what_another_day_or_profile_left_is_not_taken_over(folder: Path, of: dict[str, Any]) -> None:
    write_reports(folder, replace(later(Result("zip", Outcome("solved"))), **of))
    assert list(lines(folder)) == ["zip"]


def of_boards(name: str, outcome: str) -> Night:
    result = Result("queens", Outcome(outcome), 0, Verdict.BANNER, board_name=name, ms={"load": 5})
    return replace(later(result, site="star-battle"), boards={"queens": name}, evidence=f"star-battle-{name}")


def test_a_report_of_several_nights_keeps_sites_and_boards_apart(folder: Path) -> None:
    kept = folder / "star-battle-weekly" / "queens"
    kept.mkdir(parents=True)
    (kept / "final.png").write_bytes(b"\x89PNG weekly")
    nights = night(), of_boards("daily", "unavailable"), of_boards("weekly", "solved")
    write_reports(folder, *nights)
    found = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert [(one["site"], one["game"], one.get("board_name", "")) for one in found][-3:] == [
        ("linkedin", "patches", ""),
        ("star-battle", "queens", "daily"),
        ("star-battle", "queens", "weekly"),
    ]
    suites = ET.parse(folder / "junit.xml").getroot()
    assert (suites.tag, [suite.get("name") for suite in suites]) == (
        "testsuites",
        ["player nightly linkedin", "player nightly star-battle", "player nightly star-battle"],
    )
    assert [case.get("name") for case in suites.iter("testcase")][-2:] == ["queens daily", "queens weekly"]
    text = (folder / "report.html").read_text()
    for said in ("3 of 7 won", "linkedin, played as guest", "star-battle, played as guest", "<h3>Queens weekly<b"):
        assert said in text
    assert 'href="star-battle-weekly/queens/final.png"' in text

    write_reports(folder, of_boards("daily", "solved"), replace(nights[2], records=[], unplayed=["queens"]))
    found = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert [(one["board_name"], one["outcome"], "before" in one) for one in found] == [
        ("daily", "solved", False),
        ("weekly", "solved", True),
    ]


def test_what_only_the_history_knows_is_in_the_report_without_the_files_of_another_day(folder: Path) -> None:
    proof = prove(queens.GAME, BOARD)
    kept = queens.board.to_json(BOARD), queens.board.solution_to_json(proof.solution)
    key = Key("linkedin", "guest", "queens", "2026-11-21")
    row = Row(key, "solved", 0, "results", 1, False, {"load": 20, "play": 30}, None, "f", *kept)
    write_reports(folder, later(settled=[row], day="2026-11-21"))
    text = (folder / "report.html").read_text()
    for said in ("1 of 1 won", "its results", "0.05 s</dd>", "<title>Queens 4x4, solved</title>"):
        assert said in text
    assert "final.png" not in text
    assert "<img" not in text


JUNK = [
    "",
    "{",
    "[" * 100_000,
    "1",
    "null",
    '{"game": "zip"}',
    '{"game": "chess", "outcome": "solved"}',
    '{"game": "zip", "outcome": "solved", "ms": {"load": "long"}}',
    '{"game": "zip", "outcome": ["solved"]}',
    '{"game": ["zip"], "outcome": "solved"}',
    '{"game": "zip", "outcome": "solved", "certificate": "all of it"}',
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_what_is_no_record_in_the_folder_is_passed_over(tmp_path: Path, junk: str) -> None:
    where = '"puzzle_day": "2026-11-20", "site": "linkedin", "profile": "guest"'
    (tmp_path / "results.jsonl").write_text(junk.replace("}", f", {where}}}") + "\n", encoding="utf-8")
    write_reports(tmp_path, later(Result("tango", Outcome("solved"))))
    assert list(lines(tmp_path)) == ["tango"]


@pytest.mark.parametrize("board", [{}, {"game": "queens"}, {"game": "queens", "regions": [[0]]}, 7, "queens"], ids=str)
def test_a_board_that_is_none_is_not_drawn(tmp_path: Path, board: object) -> None:
    write_reports(tmp_path, later(Result("queens", Outcome("solved"))))
    record = {**lines(tmp_path)["queens"], "board": board, "solution": [[0, 0]]}
    (tmp_path / "results.jsonl").write_text(json.dumps(record), encoding="utf-8")
    write_reports(tmp_path, later())
    assert "1 of 1 won" in (tmp_path / "report.html").read_text()


def test_the_page_draws_each_board(folder: Path) -> None:
    tags = Html((folder / "report.html").read_text()).tags
    assert [attributes.get("role") for tag, attributes in tags if tag == "svg"] == [None, *["img"] * 4], "and the times"
    assert "<title>Queens 4x4, solved</title>" in (folder / "report.html").read_text()
    write_reports(folder, later(Result("queens", Outcome("refused"), board=BOARD, ms={"load": 1}), day="2026-11-22"))
    text = (folder / "report.html").read_text()
    assert ("The board as it was read." in text, "<title>Queens 4x4</title>" in text) == (True, True)


def test_the_page_says_how_difficult_a_board_is(tmp_path: Path) -> None:
    write_reports(tmp_path, graded())
    found = measure(queens.GAME, BOARD)
    assert f"<dt>difficulty</dt><dd>{found}</dd>" in (tmp_path / "report.html").read_text()
    assert json.loads((tmp_path / "results.jsonl").read_text().splitlines()[0])["difficulty"] == found.to_json()


def test_a_record_with_a_difficulty_of_another_kind_is_read(tmp_path: Path) -> None:
    made = graded()
    write_reports(tmp_path, made)
    file = tmp_path / "results.jsonl"
    older = file.read_text().replace('"number":', '"rounds":')
    file.write_text(older)
    write_reports(tmp_path, replace(made, records=()))
    text = (tmp_path / "report.html").read_text()
    assert ("4x4, solved" in text, "<dt>difficulty" in text) == (True, False)


def graded() -> Night:
    """A night with a game whose difficulty was measured."""
    result = Result("queens", Outcome("solved"), 0, Verdict.RESULTS, board=BOARD, proof=prove(queens.GAME, BOARD))
    result.grade()
    return later(result)
