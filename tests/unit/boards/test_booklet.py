"""Booklets: their pages and text, the drawings as vectors, and the same bytes for the same boards."""

import io
import json
import sys
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, LETTER

from player.boards.board_json import board_of
from player.boards.booklet import Pdf, booklet
from player.boards.generation import generate
from player.errors import BoardError, install_command
from player.render.scene import scene
from player.render.shapes import Circle, Line, Point, Polygon, Rectangle, Scene, Shape, Text
from tests.support.commands import Player
from tests.support.games.shared import games_with


@lru_cache
def made(name: str, count: int, size: int | None = None, **options: bool | int) -> tuple[dict[str, Any], ...]:
    return tuple(generate(name, size, 1, number, **options) for number in range(1, count + 1))


def pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


@pytest.mark.parametrize("name", games_with("generate"))
@pytest.mark.full
def test_a_booklet_has_rules_boards_with_page_numbers_and_solutions_at_the_end(name: str) -> None:
    boards = made(name, 5, 6)
    text = pages(booklet(boards, "a4"))
    game, board = board_of(boards[0])
    assert len(text) == 4  # the rules, four boards, one board, five solutions
    assert [f"Page {number}" in page for number, page in enumerate(text, start=1)] == [True] * 4
    assert game.description(board).title in text[0]
    assert "5 boards, each with exactly one solution" in text[0]
    words = " ".join(text[0].split())
    assert all(sentence in words for sentence in game.description(board).rules)
    assert [[f"Board {number}, 6 x 6" in page for number in range(1, 6)] for page in text[1:3]] == [
        [True, True, True, True, False],
        [False, False, False, False, True],
    ]
    assert "Solutions" in text[3]
    assert all(f"Board {number}, page {2 if number < 5 else 3}" in text[3] for number in range(1, 6))
    assert text[3].count("Board") == 5


def test_the_solutions_are_solutions_and_the_boards_show_none() -> None:
    (data,) = made("mini-sudoku", 1)
    _rules, board, solution = pages(booklet([data], "a4"))
    shown = [line for line in solution.split() if line.isdigit()]
    digits = [str(digit) for row in data["solution"] for digit in row]
    assert all(shown.count(digit) >= digits.count(digit) for digit in "123456")
    assert sum(part.isdigit() for part in board.split()) < sum(part.isdigit() for part in solution.split())


@pytest.mark.more
@pytest.mark.full
def test_large_boards_have_pages_of_their_own_and_middle_ones_share_one() -> None:
    assert [len(pages(booklet(made("tango", 4, size), "a4"))) for size in (8, 10, 14)] == [3, 4, 6]


def test_the_difficulty_is_printed_if_it_is_known() -> None:
    (data,) = made("tango", 1, 6)
    assert "easy" not in pages(booklet([data], "a4"))[1]
    rated = {**data, "difficulty": {"level": "hard", "number": 7.25}}
    assert "Board 1, 6 x 6, hard 7.2" in pages(booklet([rated], "a4"))[1]


@pytest.mark.full
def test_the_lengths_of_words_stand_below_a_board_that_does_not_show_them() -> None:
    (data,) = made("wend", 1, 5)
    assert f"Words of {', '.join(map(str, data['lengths']))} letters" in pages(booklet([data], "a4"))[1]


@pytest.mark.full
def test_rules_that_only_some_boards_need_are_among_those_of_all() -> None:
    boards = [*made("zip", 2, 5, walls=False), *(board for board in made("zip", 6, 5) if board["walls"])]
    assert "crosses no wall" in pages(booklet(boards, "a4"))[0]
    assert "crosses no wall" not in pages(booklet(boards[:2], "a4"))[0]
    assert "Star Battle, 2 stars" in pages(booklet(made("queens", 1, 8, stars=2), "a4"))[0]


def test_the_paper_is_a4_or_letter() -> None:
    for paper, size in (("a4", A4), ("letter", LETTER)):
        (page, *_) = PdfReader(io.BytesIO(booklet(made("zip", 1, 5), paper))).pages
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(size, abs=0.01)


def test_the_same_boards_give_the_same_bytes_without_a_date_and_with_vectors_for_pictures() -> None:
    content, again = (booklet(made("queens", 1, 5), "a4") for _ in range(2))
    assert content == again
    assert b"2000" in content  # the date that ReportLab writes in place of today's
    assert [list(page.images) for page in PdfReader(io.BytesIO(content)).pages] == [[], [], []]


def test_letters_that_the_font_has_not_are_reported() -> None:
    data = {**made("wend", 1, 5)[0], "grid": ["ЖUT"], "lengths": [3], "solution": [["ЖUT", [[0, 0], [0, 1], [0, 2]]]]}
    with pytest.raises(BoardError, match=r"the booklet's font has no 'Ж'"):
        booklet([data], "a4")


def test_every_kind_of_shape_is_drawn_where_the_scene_has_it() -> None:
    at = Point(10, 10)
    shapes: list[Shape] = [
        Rectangle("r", "#ff0000", at=at, size=Point(5, 5)),
        Rectangle("r", "", "#00ff00", 2, at=at, size=Point(5, 5), radius=2),
        Circle("c", "#0000ff", opacity=0.5, middle=at, radius=4),
        Polygon("p", "#ff00ff", points=(at, Point(20, 10), Point(10, 20))),
        Line("l", stroke="#00ffff", width=1, points=(at, Point(20, 20))),
        Text("t", "#000000", middle=at, text="left", size=8, left=True),
    ]
    pdf = Pdf("a4", "shapes")
    pdf.draw(Scene(30, 30, "", (), tuple(shapes)), Point(0, 0), 1)
    reader = PdfReader(io.BytesIO(pdf.content()))
    drawn = reader.pages[0].get_contents()
    assert drawn is not None
    operators = drawn.get_data().decode("latin-1")
    assert all(colour in operators for colour in ("1 0 0 rg", "0 1 0 RG", "0 0 1 rg", "1 0 1 rg", "0 1 1 RG"))
    assert "left" in operators
    assert "/ca .5" in str(reader.pages[0]["/Resources"]).replace("0.5", ".5").replace("'/ca': ", "/ca ")
    with pytest.raises(TypeError, match="no writer for"):
        pdf.draw(Scene(1, 1, "", (), (Shape("x"),)), at, 1)


def test_a_booklet_draws_the_scene_of_every_board() -> None:
    (data,) = made("queens", 1, 6)
    game, board = board_of(data)
    names = [shape.text for shape in scene(game, board).shapes if isinstance(shape, Text)]
    text = "".join(pages(booklet([data], "a4"))[1].split())  # how the texts are parted depends on who reads the PDF
    assert sorted(text) == sorted("".join(["Board1,6x6", *names, "Page2"]))


# The command


@pytest.fixture
def player(capsys: pytest.CaptureFixture[str]) -> Player:
    return Player(capsys)


@pytest.mark.full
def test_generate_prints_a_booklet_of_the_boards_that_it_prints(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    command = ("generate", "zip", "--size", "5", "--count", "3", "--difficulty", "easy", "--paper", "letter", "--pdf")
    code, out, _ = player(*command, file)
    boards = [json.loads(line) for line in out.splitlines()]
    assert (code, len(boards)) == (0, 3)
    first = file.read_bytes()
    assert "easy" in pages(first)[1]
    assert first == booklet(boards, "letter")
    player(*command, file)
    assert file.read_bytes() == first


def test_a_booklet_that_cannot_be_made_is_one_line_before_any_board(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = player("generate", "zip", "--pdf", tmp_path / "no" / "book.pdf")
    assert (code, out, err.count("\n")) == (73, "", 1)
    assert "there is no folder" in err
    monkeypatch.delitem(sys.modules, "player.boards.booklet", raising=False)
    monkeypatch.setitem(sys.modules, "reportlab.lib.colors", None)
    code, out, err = player("generate", "zip", "--pdf", tmp_path / "book.pdf")
    assert (code, out, err) == (69, "", f"player: --pdf needs reportlab: type {install_command('pdf')}\n")
    assert list(islice(tmp_path.iterdir(), 1)) == []
