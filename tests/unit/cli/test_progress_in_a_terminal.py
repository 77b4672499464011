"""The progress of commands in a pseudo-terminal."""

import json
import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("no pseudo-terminals here", allow_module_level=True)

from player.games import queens
from tests.support.paper import QUEENS
from tests.support.terminals import CTRL_C, Terminal

BOARD = queens.board.to_json(QUEENS)


def shows_a_bar(text: str) -> bool:
    return re.search(r"\[[#.]{10}\] \d+ of \d+ boards, (\d+ tried, )?\d+:\d\d", text) is not None


def boards(folder: Path, number: int) -> Path:
    file = folder / "boards.jsonl"
    file.write_text(f"{json.dumps(BOARD)}\n" * number, encoding="utf-8")
    return file


@pytest.mark.parametrize("jobs", [1, 2])
def test_generate_shows_a_bar_below_its_boards_and_ctrl_c_leaves_whole_lines(jobs: int) -> None:
    terminal = Terminal("generate", "queens", "--size", 5, "--count", 100_000, "--jobs", jobs)
    terminal.until(shows_a_bar)
    terminal.press(CTRL_C)
    code, (*made, last, rest) = terminal.end()
    assert (code, last, rest) == (130, "player: stopped by SIGINT", "")
    assert {json.loads(line)["game"] for line in made} == {"queens"}


def test_generate_into_a_file_shows_the_bar_in_the_terminal_alone(tmp_path: Path) -> None:
    with (tmp_path / "made.jsonl").open("w+", encoding="utf-8") as file:
        terminal = Terminal("generate", "zip", "--count", 100_000, "--difficulty", "easy", out=file.fileno())
        terminal.until(shows_a_bar)
        terminal.press(CTRL_C)
        assert terminal.end() == (130, ["player: stopped by SIGINT", ""])
        file.seek(0)
        assert all(json.loads(line)["game"] == "zip" for line in file)


def test_generate_with_quiet_shows_its_boards_only() -> None:
    code, lines = Terminal("generate", "queens", "--size", 5, "--count", 40, "--quiet").end()
    assert (code, len(lines)) == (0, 41)
    assert not any("of 40" in line or "\r" in line for line in lines)


@pytest.mark.parametrize("jobs", [1, 2])
def test_solve_shows_a_bar_below_its_boards_and_ctrl_c_leaves_whole_lines(tmp_path: Path, jobs: int) -> None:
    terminal = Terminal("solve", boards(tmp_path, 20_000), "--jobs", jobs)
    terminal.until(shows_a_bar)
    terminal.press(CTRL_C)
    code, (*solved, last, rest) = terminal.end()
    assert (code, last, rest) == (130, "player: stopped by SIGINT", "")
    assert all(re.fullmatch(r"Queens line \d+: 1 solution", line) for line in solved)


def test_solve_of_one_board_shows_the_board_alone(tmp_path: Path) -> None:
    terminal = Terminal("solve", boards(tmp_path, 1))
    code, lines = terminal.end()
    assert (code, lines[0], "♛" in lines[1], len(lines)) == (0, "Queens line 1: 1 solution", True, 7)
    assert "\r" not in terminal.text.replace("\r\n", "")


def test_solve_with_quiet_says_nothing_but_problems(tmp_path: Path) -> None:
    file = boards(tmp_path, 3)
    assert Terminal("solve", file, "--quiet").end() == (0, [""])
    with file.open("a", encoding="utf-8") as added:
        added.write("{}\n")
    code, (line, rest) = Terminal("solve", file, "--quiet", TERM="dumb").end()
    assert (code, line.partition(": ")[0], rest) == (65, f"{file} line 4", "")


@pytest.mark.full
def test_explain_ends_with_its_totals_and_without_a_bar(tmp_path: Path) -> None:
    terminal = Terminal("explain", boards(tmp_path, 400))
    code, lines = terminal.end()
    assert shows_a_bar(terminal.text)
    assert (code, lines[-2:]) == (0, ["400 boards: 400 medium", ""])
    assert not any(map(shows_a_bar, lines))
    assert sum(line.startswith("Queens line") for line in lines) == 400


@pytest.mark.full
def test_certify_shows_a_bar(tmp_path: Path) -> None:
    terminal = Terminal("certify", boards(tmp_path, 5_000), "--to", tmp_path / "proofs")
    terminal.until(shows_a_bar)
    terminal.press(CTRL_C)
    code, (*made, last, rest) = terminal.end()
    assert (code, last, rest) == (130, "player: stopped by SIGINT", "")
    assert all(line.startswith("Queens line") for line in made)


@pytest.mark.full
@pytest.mark.parametrize(("no_color", "term"), [("1", "xterm"), ("", "dumb")])
def test_a_plain_terminal_gets_no_colours_and_a_dumb_one_no_bar(tmp_path: Path, no_color: str, term: str) -> None:
    terminal = Terminal("solve", boards(tmp_path, 4_000), NO_COLOR=no_color, TERM=term)
    assert terminal.end()[0] == 0
    assert "\x1b" not in terminal.text
    assert shows_a_bar(terminal.text) is (term == "xterm")
