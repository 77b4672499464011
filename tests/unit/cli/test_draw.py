"""`player draw` and `player nqueens --html`: pictures in files, and solutions that are judged."""

import json
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image

from player.boards.drawing import drawn
from player.cli import read as source
from player.cli.main import main
from player.cli.page_options import PageOptions
from player.explanations.explanation import explain
from player.games import GAMES, queens
from player.games.grid import Cell
from player.nqueens import model
from player.proof import prove
from tests.support.commands import Player
from tests.support.games.queens import FIVE as BOARD
from tests.support.games.queens import queens_board

DATA = queens.board.to_json(BOARD)
WRONG = {**DATA, "solution": [[0, 0], [1, 1], [2, 4], [3, 2], [4, 3]]}
TWO_SOLUTIONS = {"game": "queens", "regions": [[row] * 4 for row in range(4)]}
ATTACKING = {"game": "n-queens", "size": 4, "solution": [[0, 1], [1, 3], [2, 0], [3, 1]]}


@pytest.fixture
def board(tmp_path: Path) -> Callable[[dict[str, Any]], Path]:
    """Keeps a board in a file."""

    def kept(data: dict[str, Any]) -> Path:
        file = tmp_path / "board.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        return file

    return kept


Kept = Callable[[dict[str, Any]], Path]


def classes(svg: str) -> list[str]:
    return [element.get("class", "") for element in fromstring(svg)]


# In files


def test_all_pictures_of_a_board_are_written_at_once(player: Player, board: Kept, tmp_path: Path) -> None:
    svg, png, html = (tmp_path / f"picture.{form}" for form in ("svg", "png", "html"))
    assert player("draw", board(DATA), "--svg", svg, "--png", png, "--html", html) == (0, "", "")
    assert classes(svg.read_text(encoding="utf-8")).count("crown") == 5
    with Image.open(png) as picture:
        assert picture.size == (360, 360)
    assert svg.read_text(encoding="utf-8").partition("<rect")[2] in html.read_text(encoding="utf-8")
    assert {"board.json", "picture.svg", "picture.png", "picture.html"} == {path.name for path in tmp_path.iterdir()}


def test_a_picture_goes_to_standard_output(board: Kept, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for form, head in (("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!doctype html>")):
        with pytest.raises(SystemExit):
            main(["draw", str(board(DATA)), f"--{form}", "-"])
        assert capfdbinary.readouterr().out.startswith(head)


def test_without_a_file_the_board_is_drawn_on_the_terminal(player: Player, board: Kept) -> None:
    code, out, _ = player("draw", board(DATA))
    assert (code, out.count("♛")) == (0, 5)
    assert "\x1b" not in out, "plain in a pipe"


def test_a_board_alone_is_drawn_without_its_solution(player: Player, board: Kept) -> None:
    for data in (DATA, WRONG, TWO_SOLUTIONS):
        code, out, _ = player("draw", board(data), "--no-solution", "--svg", "-")
        assert (code, classes(out).count("crown")) == (0, 0)


def test_one_board_of_many_is_chosen_by_its_line(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text(f"{json.dumps(TWO_SOLUTIONS)}\n{json.dumps(DATA)}\n", encoding="utf-8")
    assert player("draw", file, "--line", "2")[0] == 0
    assert player.refuses("draw", file)[0] == 65


def test_the_board_of_a_game_is_that_of_its_page(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str | None]] = []

    def page(game: str, where: PageOptions, _sight: str) -> SimpleNamespace:
        asked.append((game, where.offline))
        return SimpleNamespace(board=BOARD)

    monkeypatch.setattr(source, "on_page", page)
    code, out, _ = player("draw", "queens", "--offline", "replica", "--svg", "-")
    assert (code, classes(out).count("crown")) == (0, 5)
    assert asked == [("queens", "replica")]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_others_may_read_a_picture_as_the_umask_has_it(player: Player, board: Kept, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        assert player("draw", board(DATA), "--svg", tmp_path / "x.svg").code == 0
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert (tmp_path / "x.svg").stat().st_mode & 0o777 == 0o640


def test_a_file_that_cannot_be_written_stays_as_it_was(
    player: Player, board: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.svg"
    kept.write_text("older", encoding="utf-8")
    assert player.refuses("draw", board(DATA), "--svg", tmp_path / "none" / "x.svg")[0] == 73
    assert player.refuses("draw", board(DATA), "--svg", "/dev/null")[0] == 73
    assert player.refuses("draw", board(DATA), "--png", tmp_path)[0] == 73

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert player.refuses("draw", board(DATA), "--svg", kept) == (
        74,
        f"{kept} can't be written: No space left on device",
    )
    assert kept.read_text(encoding="utf-8") == "older"
    assert {path.name for path in tmp_path.iterdir()} == {"board.json", "kept.svg"}


# Solutions in files


def test_a_right_solution_of_a_file_is_drawn(player: Player, board: Kept) -> None:
    solution = [[0, 0], [1, 2], [2, 4], [3, 1], [4, 3]]
    data = {"game": "queens", "regions": [[row] * 5 for row in range(5)], "solution": solution}
    code, out, err = player("draw", board(data))
    assert (code, err) == (0, "")
    assert [line.index("♛") // 3 for line in out.splitlines() if "♛" in line] == [col for _, col in solution]


def test_a_wrong_solution_is_drawn_with_its_errors_and_refused(player: Player, board: Kept, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    code, said = player.refuses("draw", board(WRONG), "--svg", picture)
    broken = queens.board.check(BOARD, queens.board.to_solution(BOARD, WRONG["solution"]))
    assert broken
    assert (code, said) == (65, f"ERROR: {'; '.join(broken)}")
    root = fromstring(picture.read_text(encoding="utf-8"))
    shown = " ".join(element.text or "" for element in root if element.get("class") == "error")
    assert shown == " ".join(f"ERROR: {sentence}" for sentence in broken)


WRONG_OF_EACH = [
    WRONG,
    {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "solution": [[0, 0], [1, 1], [0, 0]]},
    {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "solution": []},
    {"game": "tango", "size": 2, "givens": [[0, 0, "sun"]], "solution": [["moon", "moon"], ["sun", "sun"]]},
    {"game": "mini-sudoku", "box": [1, 2], "givens": [[1, 0], [0, 0]], "solution": [[2, 2], [1, 1]]},
    {"game": "patches", "rows": 2, "cols": 2, "clues": [[0, 0, "any", 2]], "solution": [[0, 0, 2, 2], [0, 0, 1, 1]]},
    ATTACKING,
]


@pytest.mark.parametrize("data", WRONG_OF_EACH, ids=lambda data: data["game"])
def test_a_wrong_solution_of_any_game_is_drawn_everywhere(player: Player, board: Kept, data: dict[str, Any]) -> None:
    for target in ((), ("--html", "-")):
        code, out, err = player("draw", board(data), *target)
        assert (code, bool(out)) == (65, True)
        assert re.fullmatch(r"player: ERROR: .+\n", err)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TWO_SOLUTIONS, "two solutions or more"),
        ({**DATA, "solution": [[0, 9]]}, "outside the 5x5 grid"),
        ({**DATA, "solution": {"a": 1}}, "'solution' must be a list"),
        ({**DATA, "solution": None}, "'solution' must be a list"),
        ({"game": "n-queens"}, "no 'size'"),
        ({"game": "n-queens", "size": "8"}, "'size' must be a whole number"),
        ({"game": "n-queens", "size": 101}, "from 1 to 100"),
        ({"game": "n-queens", "size": 10**6}, "from 1 to 100"),
        ({"game": "n-queens", "size": 3}, "3 queens: no solution"),
        ({"game": "n-queens", "size": 4, "solution": [[0, 4]]}, "outside the 4x4 grid"),
        ({"game": "n-queens", "size": 4, "solution": [[0, 1], [0, 1]]}, "two queens stand on one square"),
        ({"game": "n-queens", "size": 4, "queens": []}, "unknown key 'queens'"),
    ],
)
def test_a_board_that_cannot_be_drawn_is_one_line(
    player: Player, board: Kept, tmp_path: Path, data: dict[str, Any], said: str
) -> None:
    code, line = player.refuses("draw", board(data), "--svg", tmp_path / "picture.svg")
    assert code == 65
    assert said in line
    assert not (tmp_path / "picture.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["quens"], "did you mean 'queens'?"),
        (["--numbered", "board.json"], "add --svg, --png or --html"),
        (["--numbered", "--no-solution", "--svg", "x", "board.json"], "--numbered is of a solution"),
        (["--svg", "-", "--png", "-", "board.json"], "two pictures can't go to one place"),
        (["--html", "x", "--png", "x", "board.json"], "two pictures can't go to one place"),
        (["--offline", "replica", "board.json"], "--offline is where a GAME is"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(player: Player, arguments: list[str], said: str) -> None:
    code, line = player.refuses("draw", *arguments)
    assert code == 2
    assert said in line


# Steps


def test_each_queen_has_the_number_of_the_step_that_settled_her() -> None:
    board = queens_board("""
        A A B B
        C A B B
        C C D B
        C C D D
    """)
    solution = prove(queens.GAME, board).solution
    found = drawn(queens.board.to_json(board), steps=True)
    shown = dict(zip(solution, numbers_by_cell(found.scene.shapes), strict=True))
    page = found.page()
    for number, step in enumerate(explain(queens.GAME, board, solution).steps, start=1):
        assert all(shown[fact.name] == number for fact in step.settles if fact.holds)
        assert f"<li>{step.says}</li>" in page


def numbers_by_cell(shapes: tuple[Any, ...]) -> list[int]:
    """The numbers on the badges, row by row."""
    steps = sorted((shape.middle.y, int(shape.text)) for shape in shapes if shape.kind == "step")
    return [number for _, number in steps]


def test_steps_need_a_right_solution_that_is_proved(player: Player, board: Kept) -> None:
    assert "step" not in classes(player("draw", board(WRONG), "--numbered", "--svg", "-")[1])
    right = {**TWO_SOLUTIONS, "solution": [[0, 1], [1, 3], [2, 0], [3, 2]]}
    assert "two solutions or more" in player.refuses("draw", board(right), "--numbered", "--svg", "-")[1]
    assert player("draw", board(right), "--svg", "-")[0] == 0


def test_n_queens_have_no_steps_and_no_game_has_their_name(player: Player, board: Kept) -> None:
    file = board({"game": "n-queens", "size": 6})
    code, line = player.refuses("draw", file, "--numbered", "--svg", "-")
    assert (code, line) == (65, f"{file} line 1: N queens have no steps: leave out --numbered")
    assert model.N_QUEENS.name not in GAMES


# N queens


class Tables(HTMLParser):
    """The cells of all tables, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.caption = ""
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  # of HTMLParser
        self._inside.append(tag)
        if tag == "tr":
            self.rows.append([self.caption])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "caption" in self._inside[-1:]:
            self.caption = data.split(",", maxsplit=1)[0]
        if {"td", "th"} & {*self._inside}:
            self.rows[-1][-1] += data


def test_the_page_of_n_queens_counts_the_queens_on_every_line(player: Player, tmp_path: Path) -> None:
    page = tmp_path / "queens.html"
    code, out, _ = player("nqueens", "6", "--html", page)
    solution = [Cell(*queen) for queen in json.loads(out.splitlines()[-1])]
    rows = [row for row in Tables(page.read_text(encoding="utf-8")).rows if row[1].isdigit()]
    assert code == 0
    assert len(rows) == 6 + 6 + 11 + 11
    assert all(row[-1] == "" for row in rows), "no error"
    assert sum(int(row[2]) for row in rows) == 4 * len(solution)
    assert ["columns", str(solution[2].col + 1), "1", "3", ""] in rows


def test_a_line_that_breaks_a_rule_is_an_error_with_its_queens(player: Player, board: Kept) -> None:
    code, out, err = player("draw", board(ATTACKING), "--html", "-")
    rows = [row for row in Tables(out).rows if row[-1] == "ERROR"]
    assert code == 65
    assert rows == [
        ["columns", "2", "2", "1, 4", "ERROR"],
        ["columns", "3", "0", "", "ERROR"],
        ["diagonals", "2", "2", "3, 4", "ERROR"],
        ["antidiagonals", "3", "2", "2, 4", "ERROR"],
    ]
    assert "the queens at R3C1 and R4C2 are on one diagonal" in err
    assert "ERROR: column 2 has 2 queens" in out
    found = drawn({"game": "n-queens", "size": 4, "solution": []})
    assert len(found.broken) == 8
    assert sum(count.broken for count in model.counts(4, ())) == 8


def test_pictures_of_n_queens_have_a_numbered_crown_for_each(player: Player) -> None:
    out = player("nqueens", "5", "--svg", "-")[1]
    assert [e.text for e in fromstring(out) if e.get("class") == "step"] == list("12345")
    assert classes(out).count("crown") == 5


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["3", "--svg", "-"], 65),
        (["101", "--svg", "-"], 2),
        (["4", "--total", "--svg", "-"], 2),
        (["--table", "4", "--png", "x.png"], 2),
        (["4", "--json", "-", "--html", "-"], 2),
    ],
)
def test_n_queens_without_a_picture_are_reported(player: Player, arguments: list[str], code: int) -> None:
    assert player("nqueens", *arguments)[0] == code
