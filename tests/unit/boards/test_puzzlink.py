"""URLs of puzz.link as boards: pairs of a URL and a board that its client exports, and what no URL says."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from player.boards.board_json import board_of, data_of, is_url, parse, url_of
from player.errors import BoardError
from player.games import queens
from player.games.puzzlink import UNKNOWN, UrlBody, numbers_in, numbers_of
from tests.support.commands import Player
from tests.support.games.queens import queens_board, queens_boards, star_battle_boards

PAGE = "https://puzz.link/p?"
STAR_BATTLE = "starbattle/6/6/1/4ilbhgdnmhou"
QUEENS = queens_board("""
    A A A B B B
    A B B B C C
    A D D E E C
    F F D D E C
    F E E E E C
    F C C C C C
""")
DIAGONAL = [[row + 1 if row == col else 0 for col in range(16)] for row in range(16)]
KNOWN: dict[str, dict[str, Any]] = {
    STAR_BATTLE: queens.board.to_json(QUEENS),
    "starbattle/4/4/1/94g1s0": {
        "game": "queens",
        "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]],
        "stars": 1,
        "givens": [],
    },
    "shikaku/6/5/g-10v3g.l5h": {
        "game": "patches",
        "rows": 5,
        "cols": 6,
        "clues": [[0, 1, "any", 16], [3, 0, "any", 3], [3, 2, "any", None], [4, 3, "any", 5]],
    },
    "sudoku/4/4/1t4": {
        "game": "mini-sudoku",
        "box": [2, 2],
        "givens": [[1, 0, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 4]],
    },
    "sudoku/6/6/l6y2o": {
        "game": "mini-sudoku",
        "box": [2, 3],
        "givens": [[0] * 6, [6, 0, 0, 0, 0, 0], [0] * 6, [0] * 6, [0, 0, 2, 0, 0, 0], [0] * 6],
    },
    "simpleloop/4/4/08g0": {"game": "simple-loop", "rows": 4, "cols": 4, "shaded": [[1, 2], [2, 2]]},
    "simpleloop/3/2//": {"game": "simple-loop", "rows": 2, "cols": 3, "shaded": []},
    "sudoku/16/16/1v2v3v4v5v6v7v8v9vavbvcvdvevfv-10": {"game": "mini-sudoku", "box": [4, 4], "givens": DIAGONAL},
}


@pytest.mark.parametrize("url", KNOWN)
def test_a_known_url_is_its_board_and_back(url: str) -> None:
    assert data_of(PAGE + url) == KNOWN[url]
    assert url_of(*board_of(KNOWN[url])) == PAGE + url


@pytest.mark.parametrize(
    "url",
    [
        "http://pzv.jp/p.html?{}",
        "http://127.0.0.1:9110/p.html?{}",
        "https://puzz.link/p?type=editor&{}",
        "puzz.link/p?{}",
        "https://puzz.link/p?{}/",
        "https://puzz.link/p?{}#there",
        "  https://puzz.link/p?{}\n",
    ],
)
def test_any_page_of_the_client_has_the_board(url: str) -> None:
    assert parse(url.format(STAR_BATTLE)) == KNOWN[STAR_BATTLE]


def test_the_mode_of_the_client_may_stand_in_the_url() -> None:
    assert data_of(PAGE + STAR_BATTLE.replace("starbattle", "starbattle_edit")) == KNOWN[STAR_BATTLE]


@pytest.mark.parametrize(
    "name", ["starbattle/6/6.json", "boards/p.json", "C:\\boards\\p.json", "what?.json", "-", "{}"]
)
def test_the_name_of_a_file_is_no_url(name: str) -> None:
    assert not is_url(name)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("https://puzz.link/", "the URL has no board, as https://puzz.link/p?TYPE/COLUMNS/ROWS/... has"),
        (PAGE + "heyawake/6/6/0", "the URL has a puzzle that is not known, 'heyawake': one of shikaku"),
        (PAGE + "starbatle/6/6/1/0", "'starbatle': did you mean 'starbattle'?"),
        (PAGE + "sudoku/9", "broken at character 28: the numbers of columns and rows are expected, from 1 to 64"),
        (PAGE + "sudoku/0/0/1", "broken at character 28: the numbers"),
        (PAGE + "starbattle/6/6/1/4ilbhgdnmho", "broken at character 49: the borders have 12 characters, not 11"),
        (PAGE + "starbattle/6/6/1/4ilbhgdnmhouu", "broken at character 50: the borders have 12 characters, not 13"),
        (PAGE + "starbattle/6/6/1/4ilbhgdnWhou", "broken at character 46: 'W' is no code of borders"),
        (PAGE + "starbattle/6/6/7/4ilbhgdnmhou", "broken at character 36: '7' is no number of stars from 1 to 6"),
        (PAGE + "starbattle/6/6/4ilbhgdnmhou", "'4ilbhgdnmhou' is no number of stars"),
        (PAGE + "starbattle/6/5/1/0", "the URL has 6 columns and 5 rows: a Star Battle is a square"),
        (PAGE + "starbattle/6/6/1/000000000000", "a 6x6 board needs 6 regions, this one has 1"),
        (PAGE + "sudoku/4/4/1t", "broken at character 34: it ends after 15 of 16 cells"),
        (PAGE + "sudoku/4/4/1t44", "broken at character 35: there are more cells than the 16 of the grid"),
        (PAGE + "sudoku/4/4/1t_", "broken at character 34: '_' is no number and no run of empty cells"),
        (PAGE + "sudoku/4/4/1t-1", "broken at character 34: '-1' is no number"),
        (PAGE + "sudoku/4/4/1t5", "'givens' must hold whole numbers from 0 to 4 only"),
        (PAGE + "sudoku/4/4/1t.", "the URL has a given at R4C4 that is 0 or ?"),
        (PAGE + "sudoku/8/8/zzzj", "8 columns and 8 rows: a Sudoku is a square of 4, 6, 9, 16 or 25"),
        (PAGE + "shikaku/2/2/j", "needs a clue at least"),
        (PAGE + "shikaku/2/2/5i", "the area of the clue at R1C1 must be from 1 to 4, or null"),
    ],
)
def test_a_broken_url_is_refused_with_the_place(url: str, complaint: str) -> None:
    with pytest.raises(BoardError) as refused:
        data_of(url)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


HALVES = {"game": "queens", "regions": [[0, 1], [1, 0]]}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({**KNOWN[STAR_BATTLE], "givens": [[0, 1]]}, "no URL of puzz.link says that queens are given"),
        ({"game": "queens", "regions": [[0, None], [0, 0]]}, "that cells are in no region"),
        (HALVES, "that a region has several parts"),
        (
            {"game": "patches", "rows": 1, "cols": 2, "clues": [[0, 1, "wide", 2]]},
            "that a clue has a shape, as the one at R1C2",
        ),
        ({"game": "mini-sudoku", "box": [3, 2], "givens": [[0] * 6] * 6}, "that 6 rows have boxes of 3 rows and 2"),
        ({"game": "mini-sudoku", "box": [2, 4], "givens": [[0] * 8] * 8}, "that 8 rows have boxes of 2 rows and 4"),
        ({"game": "zip", "rows": 1, "cols": 2, "numbers": [[0, 0], [0, 1]]}, "Zip can't be a URL of puzz.link"),
    ],
)
def test_what_no_url_says_is_refused(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BoardError) as refused:
        url_of(*board_of(data))
    assert complaint in str(refused.value)


@pytest.mark.parametrize("number", [0, 15, 16, 255, 256, 4095, 4096])
def test_a_number_of_any_length_is_read_back(number: int) -> None:
    numbers = [number, *[None] * 45, UNKNOWN, number]
    assert numbers_in(UrlBody(6, 8, numbers_of(numbers))) == numbers


@given(queens_boards())
def test_a_board_of_queens_is_a_url_or_has_what_none_says(board: queens.board.Board) -> None:
    assert _read_back(board) in (None, queens.board.to_json(board))


@given(star_battle_boards())
def test_a_star_battle_is_a_url_or_has_what_none_says(board: queens.board.Board) -> None:
    assert _read_back(board) in (None, queens.board.to_json(board))


def _read_back(board: queens.board.Board) -> dict[str, Any] | None:
    """The board of its own URL; None if no URL says it."""
    try:
        return data_of(url_of(queens.GAME, board))
    except BoardError:
        return None


# Commands


def test_every_command_with_a_board_takes_a_url(player: Player, tmp_path: Path) -> None:
    url = f"http://127.0.0.1:9110/p.html?{STAR_BATTLE}"
    code, out, err = player("solve", url, "-v")
    assert (code, json.loads(out)["solutions"], "Queens line 1: 1 solution" in err) == (0, 1, True)
    for command in (("draw",), ("draw", "--no-solution"), ("explain",), ("encode",)):
        file = tmp_path / "board.json"
        file.write_text(json.dumps(KNOWN[STAR_BATTLE]), encoding="utf-8")
        code, out, err = player(command[0], url, *command[1:])
        assert (code, out, err) == player(command[0], file, *command[1:])
        assert code == 0


def test_a_url_is_no_path_however_long_it_is(player: Player) -> None:
    url = PAGE + "shikaku/64/64/" + "2" * 4096
    code, out, err = player("solve", url, PAGE + STAR_BATTLE)
    assert code == 65
    assert "with no solution" in err
    assert json.loads(out.splitlines()[-1])["game"] == "queens"


def test_a_file_may_have_a_url_on_each_line(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text(f"{PAGE}{STAR_BATTLE}\n{PAGE}sudoku/4/4/1t\n", encoding="utf-8")
    code, out, err = player("solve", file)
    assert code == 65
    assert "line 2: the URL is broken at character 34: it ends after 15 of 16 cells" in err
    assert ["error" in json.loads(line) for line in out.splitlines()] == [False, True]
    assert "2 boards: 1 with 1 solution, 1 refused" in err


def test_solve_gives_urls_alone_on_standard_output(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    boards = [KNOWN[STAR_BATTLE], KNOWN["sudoku/4/4/1t4"]]
    file.write_text("".join(f"{json.dumps(board)}\n" for board in boards), encoding="utf-8")
    code, out, err = player("solve", file, "--puzzlink")
    assert (code, out) == (65, f"{PAGE}{STAR_BATTLE}\n{PAGE}sudoku/4/4/1t4\n")
    assert "Queens line 1: 1 solution" in err
    code, out, err = player("solve", file, "--puzzlink", "--quiet")
    assert (code, out) == (65, f"{PAGE}{STAR_BATTLE}\n{PAGE}sudoku/4/4/1t4\n")
    file.write_text(json.dumps(KNOWN[STAR_BATTLE]), encoding="utf-8")
    assert player("solve", file, "--puzzlink")[:2] == (0, f"{PAGE}{STAR_BATTLE}\n")
    _, out, _ = player("solve", file, "--puzzlink", "--json", "-")
    assert json.loads(out)["url"] == PAGE + STAR_BATTLE


def test_generate_and_draw_give_urls(player: Player, tmp_path: Path) -> None:
    _, board, _ = player("generate", "patches", "--no-shapes", "--size", "5")
    _, url, _ = player("generate", "patches", "--no-shapes", "--size", "5", "--puzzlink")
    assert {**json.loads(board), **parse(url)} == json.loads(board)
    picture = tmp_path / "board.svg"
    assert player("draw", url.strip(), "--puzzlink", "--svg", picture) == (0, url, "")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    code, out, err = player("generate", "patches", "--puzzlink", "--seed", "1")
    assert (code, out) == (65, "")
    assert "no URL of puzz.link says that a clue has a shape" in err


def test_a_url_of_puzzlink_has_no_account(player: Player) -> None:
    code, _, err = player("draw", PAGE + STAR_BATTLE, "--as", "guest", "--puzzlink")
    assert (code, "--as is where a GAME is" in err) == (2, True)
