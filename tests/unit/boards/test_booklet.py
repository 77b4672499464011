"""Booklets as pages of HTML to print: their sheets, rules, headings and pictures."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from player.boards.board_json import board_of
from player.boards.drawing import booklet
from player.boards.generation import generate
from player.errors import NoBrowser
from player.games import GAMES
from player.render.html import drawn
from player.render.scene import scene
from tests.support.commands import Player
from tests.support.games.shared import games_with


@lru_cache
def made(name: str, count: int, size: int | None = None, **options: bool | int) -> tuple[dict[str, Any], ...]:
    return tuple(generate(name, size, 1, number, **options) for number in range(1, count + 1))


def sheets(page: str) -> list[str]:
    """Return the front, and each printed page after it."""
    return page.split('<section class="sheet')[1:]


def headings(page: str) -> list[str]:
    """Return the words beside each board of a page."""
    return [re.sub("<[^>]*>", "", caption).strip() for caption in re.findall("<figcaption>(.*)</figcaption>", page)]


@pytest.mark.parametrize("name", games_with("generate"))
@pytest.mark.full
def test_a_booklet_has_rules_boards_with_page_numbers_and_solutions_at_the_end(name: str) -> None:
    boards = made(name, 5, 6)
    front, *pages = sheets(booklet(boards))
    game, board = board_of(boards[0])
    assert game.description(board).title in front
    assert "5 boards. Each has exactly one solution" in front
    assert all(f"<li>{sentence}</li>" in front for sentence in game.description(board).rules)
    assert [headings(page) for page in pages] == [
        ["Board 1 6 x 6", "Board 2 6 x 6"],
        ["Board 3 6 x 6", "Board 4 6 x 6"],
        ["Board 5 6 x 6"],
        [f"Board {number} page {page}" for number, page in enumerate((2, 2, 3, 3, 4), start=1)],
    ]
    assert ["Solutions" in page for page in pages] == [False, False, False, True]
    assert [page.startswith(" alone") for page in pages] == [False, False, True, False], "the last has the whole page"
    solution = game.board.to_solution(board, boards[0]["solution"])
    assert drawn(scene(game, board)) in pages[0]
    assert drawn(scene(game, board)) in front
    assert drawn(scene(game, board, solution)) in pages[3]


@pytest.mark.more
@pytest.mark.full
def test_two_boards_share_a_page_from_8x8_down() -> None:
    assert [len(sheets(booklet(made("tango", 4, size)))) for size in (8, 10, 14)] == [4, 6, 6]


def test_the_difficulty_is_printed_if_it_is_known() -> None:
    (data,) = made("tango", 1, 6)
    assert "easy" not in sheets(booklet([data]))[1]
    rated = {**data, "difficulty": {"level": "hard", "number": 7.25}}
    front, first, *_ = sheets(booklet([rated, data, rated]))
    assert headings(first) == ["Board 1 6 x 6 hard 7.2", "Board 2 6 x 6"]
    assert "3 boards: 2 hard. Each has" in front


@pytest.mark.full
def test_the_words_of_a_board_stand_below_it_as_blanks_and_below_its_solution() -> None:
    (data,) = made("wend", 1, 5)
    _, shown, solved = sheets(booklet([data]))
    assert f'aria-label="Words of {", ".join(map(str, data["lengths"]))} letters"' in shown
    assert shown.count("<i></i>") == sum(data["lengths"])
    words = [word.text for word in GAMES["wend"].board.to_solution(board_of(data)[1], data["solution"])]
    assert f'<p class="below">{" ".join(words)}</p>' in solved


@pytest.mark.full
def test_rules_that_only_some_boards_need_are_among_those_of_all() -> None:
    boards = [*made("zip", 2, 5, walls=False), *(board for board in made("zip", 6, 5) if board["walls"])]
    assert "crosses no wall" in sheets(booklet(boards))[0]
    assert "crosses no wall" not in sheets(booklet(boards[:2]))[0]
    assert "Star Battle, 2 stars" in sheets(booklet(made("queens", 1, 8, stars=2)))[0]


# The command


def test_a_booklet_names_the_difficulty_of_its_boards(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("player.browser.printing.printed", lambda page, *_: page.encode())
    assert player("generate", "tango", "--count", "2", "--pdf", tmp_path / "book.pdf").code == 0
    _, pages, _ = sheets((tmp_path / "book.pdf").read_text(encoding="utf-8"))
    assert re.fullmatch(r"Board 1 6 x 6 (easy|medium|hard) \d\.\d", headings(pages)[0])


def test_a_booklet_that_cannot_be_made_is_one_line_before_any_board(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = player("generate", "zip", "--pdf", tmp_path / "no" / "book.pdf")
    assert (code, out, err.count("\n")) == (73, "", 1)
    assert "there is no folder" in err

    def none(_page: str, _paper: str, _path: str | None) -> bytes:
        raise NoBrowser("no browser starts")

    monkeypatch.setattr("player.browser.printing.printed", none)
    code, out, err = player("generate", "zip", "--pdf", tmp_path / "book.pdf")
    assert (code, out, err) == (69, "", "player: no browser starts\n")
    assert [*tmp_path.iterdir()] == []
