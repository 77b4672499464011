"""The evidence of a run: files for each game, and a run.zip of the games that were not won."""

import json
import stat
import zipfile
from pathlib import Path

import pytest

from player.artifacts.evidence import Evidence, _thoughts, make_artifacts
from player.artifacts.recordings import open_archive
from player.artifacts.run_log import record
from player.browser.page.observation import Performed
from player.browser.page.page_reader import PageCapture
from player.browser.selectors.schema import SiteSelectors
from player.certificates.checker.folder import FILES, MANIFEST
from player.doctor.diagnosis import GameReport
from player.errors import BoardError, InputMissing, Unavailable
from player.games import queens
from player.games.grid import Cell
from player.games.moves import Box, Remove
from player.playing.result import Result
from player.playing.walk import play
from player.secrets.values import Secrets
from tests.support.certificates import judge
from tests.support.games.patches import patches_board, patches_page
from tests.support.paper import QUEENS, Paper
from tests.support.traces import SECRET, TRACE

NOT_WON = ["result.json", "board.json", "snapshot.json", "plan.json", "page.html", "final.png", "trace.zip"]


def played(win: str) -> tuple[Result, Paper]:
    result, paper = Result("queens"), Paper("queens", win=win)
    play(queens.GAME, paper, result, lambda _: None)  # type: ignore[arg-type]  # a page on paper
    return result, paper


def keep(evidence: Evidence, win: str = "none", trace: bytes | None = TRACE) -> list[str]:
    result, paper = played(win)
    return evidence.keep(result, record(result), paper, lambda: trace)  # type: ignore[arg-type]  # a page on paper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_artifacts(tmp_path / "kept")


def packed(folder: Path) -> dict[str, bytes]:
    """The files in the run.zip."""
    with zipfile.ZipFile(folder / "run.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_of_a_game_that_was_won_only_its_end_is_kept(folder: Path) -> None:
    evidence = Evidence(folder)
    assert keep(evidence, "banner") == ["queens/result.json", "queens/board.json", "queens/final.png"]
    assert evidence.pack({}) is None
    assert [path.name for path in folder.iterdir()] == ["queens"]


@pytest.mark.parametrize("win", ["banner", "none"])
def test_a_certificate_is_kept_if_wanted_and_none_is_left_of_an_earlier_run(folder: Path, win: str) -> None:
    evidence = Evidence(folder, certify=True)
    kept = keep(evidence, win)
    assert {f"queens/{name}" for name in (MANIFEST, *FILES)} <= {*kept}
    assert judge(folder / "queens").checked.board == queens.board.to_json(QUEENS)
    if name := evidence.pack({"schema": 1, "site": "linkedin", "puzzle_day": "2026-01-02"}):
        assert {MANIFEST, *FILES} <= {*open_archive(folder / name).games["queens"]}
    keep(Evidence(folder), win)
    assert not (folder / "queens" / MANIFEST).exists()


def test_a_board_that_has_no_certificate_is_noted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = queens.board.from_json({"game": "queens", "regions": [[row] * 4 for row in range(4)]})
    monkeypatch.setattr("tests.support.paper.QUEENS", two)
    result, paper = Result("queens"), Paper("queens")
    with pytest.raises(BoardError):
        play(queens.GAME, paper, result, lambda _: None)  # type: ignore[arg-type]  # a page on paper
    evidence = Evidence(folder, certify=True)
    assert "queens/result.json" in evidence.keep(result, record(result), paper, lambda: None)  # type: ignore[arg-type]  # a page on paper
    assert not (folder / "queens" / MANIFEST).exists()
    assert [note[:53] for note in evidence.notes] == ["Queens has no certificate: the board has two solution"]


class Stubborn(Paper):
    """A page that takes no move."""

    def perform(self, *_of: object, **_how: object) -> Performed:
        return Performed(self._look())


def test_a_page_that_takes_no_move_is_named_with_a_cell() -> None:
    result = Result("queens")
    play(queens.GAME, Stubborn("queens"), result, lambda _: None)  # type: ignore[arg-type]  # a page on paper
    assert result.outcome == "unsolved"
    assert result.message.startswith("the page did not take the moves in 8 attempts: R")
    assert "shows 'empty', not 'cross', and 3 more cells are wrong" in result.message


def test_of_a_game_that_was_not_won_everything_is_kept_and_packed(folder: Path) -> None:
    evidence = Evidence(folder)
    assert keep(evidence) == [f"queens/{name}" for name in NOT_WON]
    assert evidence.pack({"site": "toy"}) == "run.zip"
    files = packed(folder)
    assert [*files] == ["run.json", *(f"queens/{name}" for name in NOT_WON)]
    assert files["queens/page.html"] == b"<p>the board</p>"
    reported = {"outcome": "unconfirmed", "exit": 1, "generation": "ember", "path": "/games/"}
    assert json.loads(files["run.json"]) == {"schema": 1, "site": "toy", "games": {"queens": reported}}
    assert f"player replay {folder / 'run.zip'}" in evidence.notes[0]


def test_the_plan_says_where_it_starts_and_each_move(folder: Path) -> None:
    keep(Evidence(folder))
    plan = json.loads((folder / "queens" / "plan.json").read_text(encoding="utf-8"))
    snapshot = json.loads((folder / "queens" / "snapshot.json").read_text(encoding="utf-8"))
    assert plan["mark"] == ["empty"] * 16 == [cell["mark"] for cell in snapshot["cells"]]
    assert len(plan["moves"]) == 8
    assert all(list(move) == ["tap"] and len(move["tap"]) == 2 for move in plan["moves"])


def test_nobody_else_may_read_it(folder: Path) -> None:
    evidence = Evidence(folder)
    keep(evidence)
    (folder / "queens" / "result.json").chmod(0o644)
    keep(evidence)
    evidence.pack({})
    for path in (folder, *folder.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_what_an_earlier_run_left_of_a_game_goes_and_its_zip_stays(folder: Path) -> None:
    for _ in range(3):
        evidence = Evidence(folder)
        keep(evidence)
        evidence.pack({})
    keep(Evidence(folder), "banner")
    assert sorted(path.name for path in folder.iterdir()) == ["queens", "run-2.zip", "run-3.zip", "run.zip"]
    assert sorted(path.name for path in (folder / "queens").iterdir()) == ["board.json", "final.png", "result.json"]
    evidence = Evidence(folder)
    keep(evidence)
    keep(evidence, "banner")
    assert evidence.pack({}) is None
    assert not evidence.notes


def test_of_two_tries_that_failed_only_the_second_is_packed(folder: Path) -> None:
    evidence = Evidence(folder)
    result, paper = played("none")
    evidence.remember("queens", paper)  # type: ignore[arg-type]  # a page on paper
    evidence.keep(result, record(result), paper, lambda: TRACE)  # type: ignore[arg-type]  # a page on paper
    second = Result("queens")
    second.failed(Unavailable("the page did not load"))
    evidence.keep(second, record(second), gone := Paper("queens"), lambda: None)  # type: ignore[arg-type]  # a page on paper
    assert gone.capture() is not None
    assert evidence.pack({}) == "run.zip"
    files = packed(folder)
    assert {*files} == {"run.json", "queens/result.json", "queens/page.html", "queens/final.png"}
    assert json.loads(files["queens/result.json"])["message"] == "the page did not load"
    about = json.loads(files["run.json"])["games"]["queens"]
    assert (about["outcome"], about["exit"]) == ("unavailable", 75)


def test_a_value_of_the_session_is_taken_out_of_every_file(folder: Path) -> None:
    evidence = Evidence(folder, Secrets(frozenset(["the board", "paper-1"])))
    assert keep(evidence) == [f"queens/{name}" for name in NOT_WON]
    assert (folder / "queens" / "page.html").read_bytes() == b"<p>removed</p>"
    evidence.pack({"browser": "paper-1"})
    assert json.loads(packed(folder)["run.json"])["browser"] == "removed"


def test_a_file_that_holds_a_value_all_the_same_is_refused_and_named(folder: Path) -> None:
    evidence = Evidence(folder, Secrets(frozenset(["chosen"])))  # as a name in a JSON file
    assert keep(evidence) == [f"queens/{name}" for name in NOT_WON if name != "snapshot.json"]
    assert evidence.notes == ["queens/snapshot.json was not kept: it held a value of the session"]
    evidence.secrets |= Secrets(frozenset(["attempts"]))
    assert evidence.pack({}) == "run.zip"
    assert evidence.notes[1] == "queens/result.json was not packed: it held a value of the session"
    assert not {"queens/snapshot.json", "queens/result.json"} & {*packed(folder)}
    assert evidence.pack({"attempts": 1}) is None
    assert evidence.notes[-1] == "run.zip was not kept: it held a value of the session"


TOKEN = "AQEDASo1b2c3d4e5f6a7b8c9d0"  # noqa: S105  # nobody's


def test_what_looks_like_a_token_is_in_no_file_of_a_guest(
    folder: Path, site: SiteSelectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = "".join(f"&#x{ord(character):x};" for character in TOKEN)
    markup = f'<p data-a="{TOKEN} b" id="{hidden}" class="ajax:123456">{TOKEN[::-1]}<i title="\x1b[31m">x</i></p>'
    monkeypatch.setattr(Paper, "capture", lambda _: PageCapture(markup, "/games/"))
    evidence = Evidence(folder, site=site)
    keep(evidence)
    kept = (folder / "queens" / "page.html").read_text(encoding="utf-8")
    assert kept == '<p data-a="removed b" id="removed" class="removed">removed<i title="[31m">x</i></p>'
    evidence.pack({})
    assert packed(folder)["queens/page.html"].decode() == kept


@pytest.mark.parametrize(("private", "picture"), [(False, b"PNG"), (True, b"PNG of the grid")])
@pytest.mark.parametrize("win", ["banner", "none"])
def test_with_a_session_only_the_grid_is_pictured(folder: Path, private: bool, picture: bytes, win: str) -> None:
    keep(Evidence(folder, private=private), win)
    assert (folder / "queens" / "final.png").read_bytes() == picture
    if win == "none":
        with zipfile.ZipFile(folder / "queens" / "trace.zip") as trace:
            assert ("screencast/1.jpeg" in trace.namelist()) is not private
            assert not any(SECRET.encode() in trace.read(name) for name in trace.namelist())


def test_a_page_that_left_the_board_is_kept_as_it_was_before_the_moves(folder: Path) -> None:
    evidence = Evidence(folder, private=True)
    result, paper = played("none")
    evidence.remember("queens", paper)  # type: ignore[arg-type]  # a page on paper
    paper.over = True
    names = evidence.keep(result, record(result), paper, lambda: None)  # type: ignore[arg-type]  # a page on paper
    assert (folder / "queens" / "page.html").read_bytes() == b"<p>the board</p>"
    assert "queens/final.png" not in names, "with a session only a grid is pictured"


def test_what_fails_on_the_way_loses_no_more_than_what_comes_after(
    folder: Path, monkeypatch: pytest.MonkeyPatch, site: SiteSelectors
) -> None:
    def broken(*_: object) -> GameReport:
        raise BoardError("no report\nfor this page")

    monkeypatch.setattr("player.doctor.diagnosis.diagnose", broken)
    evidence = Evidence(folder, site=site)
    assert keep(evidence) == [f"queens/{name}" for name in NOT_WON]
    assert evidence.notes == ["not all of Queens was kept: no report"]
    assert evidence.pack({}) == "run.zip"


def test_the_doctor_reports_on_a_game_that_was_not_won(
    folder: Path, monkeypatch: pytest.MonkeyPatch, site: SiteSelectors
) -> None:
    monkeypatch.setattr("player.doctor.diagnosis.diagnose", lambda name, *_: GameReport(name, verdict="ill"))
    evidence = Evidence(folder, site=site)
    assert "queens/doctor.json" not in keep(evidence, "banner")
    assert "queens/doctor.json" in keep(evidence)
    report = json.loads((folder / "queens" / "doctor.json").read_text(encoding="utf-8"))
    assert (report["game"], report["verdict"]) == ("queens", "ill")


def test_a_zip_that_cannot_be_written_is_a_note(folder: Path) -> None:
    evidence = Evidence(folder)
    keep(evidence, trace=None)
    evidence.folder = folder / "gone"
    assert evidence.pack({}) is None
    assert evidence.notes == ["run.zip can't be written: No such file or directory"]


def test_a_plan_says_of_each_move_what_it_is_and_where() -> None:
    board = patches_board("?2 .")
    result = Result("patches", snapshot=patches_page(board).snapshot, board=board)
    result.plan = [Remove((Cell(0, 0),)), Box(Cell(0, 0), Cell(0, 1))]
    moves = [{"remove": [[0, 0]]}, {"box": [[0, 0], [0, 1]]}]
    assert dict(_thoughts(result))["plan.json"] == {"game": "patches", "mark": ["", ""], "moves": moves}


@pytest.mark.parametrize("name", ["run.zip", "."])
def test_a_run_that_left_no_archive_may_have_won_all(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputMissing, match="a run that wins all its games leaves none"):
        open_archive(tmp_path / name)
