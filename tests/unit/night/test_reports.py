"""What a night's reports say, and that what a page says does no harm in them."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from player.errors import CannotCreate, CannotWrite
from player.games import queens
from player.games.moves import Tap
from player.night.history import Key, Row
from player.night.reports import NIGHTS, Night, folder_of, write_reports
from player.play import Result
from player.prove import prove
from tests.unit.drawn import queens_board

BOARD = queens_board("""
    A A B B
    C A B B
    C C D B
    C C D D
""")
HOSTILE = "\x1b[31m\x00]]> <script>alert(1)</script> \" onload='x' & \ud800 {{ 7*7 }} \u202e"


def night() -> Night:
    proof = prove(queens, BOARD)
    won = Result("queens", "solved", 0, "results", board=BOARD, proof=proof, moves=8, ms={"load": 200, "play": 50})
    won.plan = [Tap(cell) for cell in proof.solution]
    lost = Result("zip", "unreadable", 76, message=HOSTILE, ms={"load": 10})
    unconfirmed = Result("tango", "unconfirmed", 1, message="all moves stand")
    key = Key("linkedin", "guest", "patches", "2026-11-20")
    before = Row(key, "solved", 0, "results", 1, False, {}, None, None, None, None)
    return Night("2026-11-20", "linkedin", "guest", [won, lost, unconfirmed], [before])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kept = tmp_path / "report" / "queens"
    kept.mkdir(parents=True)
    (kept / "final.png").write_bytes(b"\x89PNG picture")
    (kept / "result.json").write_text("{}")
    write_reports(tmp_path / "report", night())
    return tmp_path / "report"


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_junit_has_a_case_for_each_game(folder: Path) -> None:
    suite = ET.parse(folder / "junit.xml").getroot()
    cases = {case.get("name"): [(child.tag, child.get("type")) for child in case] for case in suite}
    assert cases == {
        "queens": [],
        "zip": [("error", "unreadable")],
        "tango": [("failure", "unconfirmed")],
        "patches": [("skipped", None)],
    }
    told = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert told == {"tests": "4", "failures": "1", "errors": "1", "skipped": "1"}


def test_each_game_has_a_line_of_json(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert [(line["game"], line["outcome"], line["puzzle_day"]) for line in lines] == [
        ("queens", "solved", "2026-11-20"),
        ("zip", "unreadable", "2026-11-20"),
        ("tango", "unconfirmed", "2026-11-20"),
        ("patches", "solved", "2026-11-20"),
    ]
    assert lines[0]["solution"] == [[0, 1], [1, 3], [2, 0], [3, 2]]
    assert lines[1]["message"] == HOSTILE


def test_the_page_says_what_stands_behind_each_verdict(folder: Path) -> None:
    text = (folder / "report.html").read_text()
    for said in (
        "2026-11-20: 2 of 4 won",
        "one solution, and a proof that there is no other (16 variables",
        "an independent referee agrees",
        "a simulation of the 8 moves ends solved",
        "the page says that it is won (its results)",
        "250 ms",
        "Played before, on the same day",
        "Solved by a program",
    ):
        assert said in text


def test_the_page_needs_nothing_else_and_links_the_evidence(folder: Path) -> None:
    tags = Tags((folder / "report.html").read_text()).found
    assert [attributes["src"] for tag, attributes in tags if tag == "img"] == ["data:image/png;base64,iVBORyBwaWN0dXJl"]
    assert [attributes["href"] for tag, attributes in tags if tag == "a"] == ["queens/final.png", "queens/result.json"]
    assert {"script", "link", "iframe"}.isdisjoint(tag for tag, _ in tags)


def test_what_a_page_says_is_text_in_all_reports(folder: Path) -> None:
    text = (folder / "report.html").read_text()
    assert "<script" not in text
    assert "{{ 7*7 }}" in text
    assert not any("onload" in attributes for _, attributes in Tags(text).found)
    error = ET.parse(folder / "junit.xml").find(".//error")
    assert error is not None
    assert "<script>alert(1)</script>" in (error.get("message") or "")
    assert not re.search("[\x00\x1b]", (folder / "junit.xml").read_text())


def test_reports_are_for_their_owner_alone(folder: Path) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.is_file()}
    assert modes == dict.fromkeys(("junit.xml", "results.jsonl", "report.html"), 0o600)


def test_reports_take_the_place_of_older_ones(folder: Path) -> None:
    before = (folder / "results.jsonl").read_text()
    write_reports(folder, night())
    assert (folder / "results.jsonl").read_text() == before


def refuse(*_of: Any) -> None:
    raise OSError(28, "No space left on device")


def test_a_night_without_a_folder_of_its_own_goes_to_the_state_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYER_STATE", str(tmp_path))
    days = [f"2026-10-{day:02}" for day in range(1, 32)] + ["2026-11-01"]
    folders = [folder_of(None, day) for day in days]
    assert folders[-1] == tmp_path / "nights" / "2026-11-01"
    assert sorted(path.name for path in (tmp_path / "nights").iterdir()) == days[-NIGHTS:]
    assert folders[-1].stat().st_mode & 0o777 == 0o700


def test_a_folder_that_can_t_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotCreate, match=r"the artifacts folder .*file/in can't be made"):
        folder_of(tmp_path / "file" / "in", "2026-11-20")


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.files.os.write", refuse)
    with pytest.raises(CannotWrite, match=r"the report .*junit.xml can't be written: No space left"):
        write_reports(tmp_path, night())
