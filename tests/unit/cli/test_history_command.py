"""`player history` as a shell sees it."""

import io
import json
import sys
from pathlib import Path

import pytest

from player.artifacts.run_log import record
from player.boards.board_json import board_of, parse
from player.explanations.explanation import measure
from player.files import history_file
from player.games import queens, zip_path
from player.nightly.history import History, Key
from player.playing.result import Result
from player.proof import prove
from tests.support.commands import Player
from tests.support.paper import QUEENS
from tests.support.solved import ZIP

pytestmark = pytest.mark.usefixtures("state")

GAMES = {"queens": (queens.GAME, QUEENS), "zip": (zip_path.GAME, ZIP)}
DAY = "2026-03-08"


def win(name: str, day: str = DAY, *, site: str = "linkedin", account: str = "guest", graded: bool = False) -> None:
    game, board = GAMES[name]
    result = Result(name, board=board, proof=prove(game, board), ms={"load": 1000, "play": 250})
    result.ended("solved", 0)
    if graded:
        result.grade()
    with History(history_file()) as history:
        history.finished(Key(site, account, name, day), record(result))


def test_an_empty_history_is_reported_in_a_line(player: Player) -> None:
    assert player("history") == (0, "no game is in the history yet\n", "")
    assert player("history", "--game", "zip") == (0, "no game is in the history with these options\n", "")
    assert json.loads(player("history", "--json").out) == {"schema": 1, "games": []}
    assert player("history", "export") == (0, "", "player: no board is in the history yet\n")


@pytest.mark.parametrize(
    ("site", "streak"), [("linkedin", 1), ("linkedin, offline", 1), ("other", 0), ("unknown to the selectors", 0)]
)
def test_the_streak_goes_up_to_the_puzzle_day_of_the_site(
    player: Player, monkeypatch: pytest.MonkeyPatch, site: str, streak: int
) -> None:
    days = {"America/Los_Angeles": "2026-03-08", "UTC": "2026-03-09"}
    monkeypatch.setattr("player.cli.history.puzzle_day", days.__getitem__)
    win("zip", "2026-03-07", site=site)
    (data,) = json.loads(player("history", "--json").out)["games"]
    assert (data["site"], data["streak"]) == (site, streak)
    assert data["seconds"] == {"median": 1.25, "best": 1.25}


def test_options_choose_games_and_days(player: Player) -> None:
    win("zip")
    win("zip", "2026-03-09")
    win("queens")
    data = json.loads(player("history", "--json", "--game", "zip", "--since", "2026-03-09").out)["games"]
    assert [(one["game"], [day["day"] for day in one["days"]]) for one in data] == [("zip", ["2026-03-09"])]
    code, out, err = player("history")
    assert (code, err) == (0, "")
    assert "Queens" in out
    assert "\x1b" not in out


def test_html_goes_to_a_file_and_takes_the_place_of_an_older_one(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "history.html"
    file.write_text("old", encoding="utf-8")
    win("zip")
    code, out, err = player("history", "--html", file)
    assert (code, err) == (0, f"player: {file} shows it in charts\n")
    assert "Zip" in out
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_what_is_exported_is_solved_by_player_solve_and_each_board_once(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    win("zip", account="member")
    win("queens")
    win("zip")
    code, out, err = player("history", "export", "--to", "-")
    assert (code, err) == (0, "")
    exported = [parse(line) for line in out.splitlines()]
    assert [(data["id"], data["date"]) for data in exported] == [
        ("linkedin queens 2026-03-08", DAY),
        ("linkedin zip 2026-03-08", DAY),
    ]
    assert [board_of(data) for data in exported] == list(GAMES.values())
    monkeypatch.setattr(sys, "stdin", io.StringIO(out))
    solved = player("solve", "-", "--json", "-")
    assert solved.code == 0
    assert [json.loads(line)["solution"] for line in solved.out.splitlines()] == [data["solution"] for data in exported]


def test_a_graded_board_shows_its_difficulty_and_is_exported_with_it(player: Player) -> None:
    win("zip", "2026-03-07")
    assert "difficulty" not in player("history").out + player("history", "export").out
    win("zip", graded=True)
    found = measure(*GAMES["zip"])
    assert f"  {found}\n" in player("history").out
    (game,) = json.loads(player("history", "--json").out)["games"]
    assert game["difficulty"] == found.to_json()
    assert json.loads(player("history", "export").out)["difficulty"] == found.to_json()


@pytest.mark.parametrize("arguments", [["--game", "zip", "export"], ["export", "--game", "zip"]], ids=" ".join)
@pytest.mark.parametrize("since", [DAY, "2026-03-09"])
def test_options_choose_what_is_exported_before_and_after_the_word(
    player: Player, tmp_path: Path, arguments: list[str], since: str
) -> None:
    file = tmp_path / "boards.jsonl"
    win("zip")
    win("queens")
    arguments.insert(arguments.index("--game"), f"--since={since}")
    boards = 1 if since == DAY else 0
    said = "1 board" if boards else "no boards"
    assert player("history", *arguments, "--to", file) == (0, "", f"player: {file} has {said}\n")
    assert [json.loads(line)["game"] for line in file.read_text(encoding="utf-8").splitlines()] == ["zip"] * boards


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--since", "2026-02-30"], "'2026-02-30' does not match the format '%Y-%m-%d'"),
        (["--since", ""], "'' does not match the format"),
        (["export", "--since", "yesterday"], "'yesterday' does not match the format"),
        (["--game", "zipp"], "unknown game 'zipp'"),
        (["--json", "-", "export"], "--json and --html go without a command"),
        (["--html", "", "export"], "the path is empty"),
        (["imports"], "No such command 'imports'"),
    ],
)
def test_a_wrong_command_line_is_2_and_one_line(player: Player, arguments: list[str], said: str) -> None:
    code, line = player.refuses("history", *arguments)
    assert (code, said in line) == (2, True)


def test_a_damaged_history_is_78_and_one_line(player: Player) -> None:
    history_file().write_bytes(b"no tables" * 1000)
    code, line = player.refuses("history")
    assert code == 78
    assert line == f"the history {history_file()} is damaged: move it to another place, and a new one is created"


def test_an_output_that_cannot_be_made_is_73(player: Player, tmp_path: Path) -> None:
    win("zip")
    assert player("history", "--html", tmp_path).code == 73
    assert player("history", "export", "--to", tmp_path / "none" / "file").code == 73
