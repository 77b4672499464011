"""A game is one folder and one line in GAMES: a toy that nothing else knows works in every command without a page."""

import json
from pathlib import Path
from typing import Any

import pytest

from player.browser.selectors.loader import load
from player.cli import main
from player.errors import ConfigInvalid
from player.explanations.report import explained
from player.files import SELECTORS
from player.games import GAMES
from player.games.game import Puzzle
from player.render.shapes import style_of
from tests.support import toy


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES.packages, toy.GAME.name, toy.__name__)


class Player:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path, code: int = 0) -> str:
        """Return the output of the command; if it ends with another code than 0, its error line."""
        with pytest.raises(SystemExit) as ended:
            main.main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        assert ended.value.code == code, err
        return err if code else out


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str]) -> Player:
    return Player(capsys)


@pytest.fixture
def file(player: Player, tmp_path: Path) -> Path:
    """A file with a board of the game, made by the command."""
    path = tmp_path / "latin.json"
    path.write_text(player("generate", "latin", "--seed", "4"), encoding="utf-8")
    return path


def board_in(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


def test_generate_makes_its_boards_in_its_sizes(player: Player, file: Path) -> None:
    data = board_in(file)
    assert (data["id"], len(data["givens"]), data["game"]) == ("player-latin-4-4", 4, "latin")
    assert toy.board.check(toy.board.from_json(data), tuple(map(tuple, data["solution"]))) == []
    made = player("generate", "latin", "--size", "3", "--count", "2", "--difficulty", "easy").splitlines()
    assert [json.loads(line)["difficulty"]["level"] for line in made] == ["easy", "easy"]
    assert "such boards of Latin have sizes from 2 to 5" in player("generate", "latin", "--size", "6", code=2)


def test_generate_has_the_option_that_it_declares(player: Player, file: Path) -> None:
    assert "--open / --no-open" in player("generate", "--help-all")
    data = json.loads(player("generate", "latin", "--seed", "4", "--open"))
    assert data["id"] == "player-latin-4-open-4"
    assert sum(row.count(0) for row in data["givens"]) > 3 == sum(row.count(0) for row in board_in(file)["givens"])
    assert "boards of Queens have no option 'open'" in player("generate", "queens", "--open", code=2)


def test_solve_proves_its_board(player: Player, file: Path) -> None:
    data = board_in(file)
    solved = json.loads(player("solve", file, "--json", "-"))
    assert (solved["solutions"], solved["solution"]) == (1, data["solution"])
    assert "\n".join(" ".join(map(str, row)) for row in data["solution"]) in player("draw", file)


def test_explain_tells_its_steps(player: Player, file: Path, tmp_path: Path) -> None:
    answer = json.loads(player("explain", file, "--json", "-"))
    named, data = {step["rule"] for step in answer["steps"]}, board_in(file)
    assert "last in row" in named
    settled = [mark for step in answer["steps"] for mark in step["settles"]]
    assert all(str(data["solution"][row][col]) == one["text"] for one in settled for row, col in one["cells"])
    head, *rows = player("explain", file).splitlines()[:5]
    assert (head, [row[:2] for row in rows]) == ("  1 2 3 4", ["1 ", "2 ", "3 ", "4 "])
    player("explain", file, "--html", tmp_path / "steps.html")
    assert (tmp_path / "steps.html").read_text(encoding="utf-8").count("<figure ") == 1 + len(answer["steps"])


def test_explain_proves_what_no_rule_of_it_sees() -> None:
    board = toy.board.from_json({"givens": [[1, 0, 0], [0, 2, 0], [0, 0, 0]]})
    assert "proof" in explained(toy.GAME, board).rules


def test_draw_shows_it_in_all_forms(player: Player, file: Path, tmp_path: Path) -> None:
    for form in ("svg", "png", "html"):
        player("draw", file, f"--{form}", tmp_path / f"board.{form}")
    drawn = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert style_of("tests.support.toy")["filled"] in drawn
    assert "Latin 4x4, solved" in drawn
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    player("draw", file, "--numbered", "--svg", tmp_path / "steps.svg")
    assert len((tmp_path / "steps.svg").read_text(encoding="utf-8")) > len(drawn)
    assert "·" in player("draw", file, "--no-solution")


def test_without_a_drawing_it_is_explained_and_reported_and_without_reasons_no_demo_begins(
    player: Player, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has = Puzzle.has
    monkeypatch.setattr(Puzzle, "has", lambda puzzle, module: module != "draw" and has(puzzle, module))
    assert player("explain", file).startswith("Latin can't be drawn yet\n  1 ")
    assert str(toy.GAME.text(None)) == "Latin can't be drawn yet"
    assert "line 1: Latin can't be drawn yet" in player("draw", file, code=65)
    assert "player: Latin can't be drawn yet" in player("demo", "latin", code=65)
    monkeypatch.setattr(Puzzle, "has", lambda puzzle, module: module != "explain" and has(puzzle, module))
    assert "player: Latin can't be explained yet" in player("demo", "latin", code=65)


def test_its_formula_goes_to_other_solvers(player: Player, file: Path) -> None:
    assert player("encode", file).splitlines()[-1].endswith(" 0")


def test_a_site_without_it_is_as_good_as_before() -> None:
    site = load(SELECTORS).site("linkedin")
    assert "latin" not in site.games
    with pytest.raises(ConfigInvalid, match="latin"):
        site.game("latin")
