"""Boards from anywhere: each is refused in one line, or makes a formula that there is room for."""

import itertools
import json
import sys
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.boards.board_files import BoardEntry, boards_in, read
from player.boards.board_json import board_of, parse
from player.boards.report import answer
from player.cli.main import cli
from player.errors import BoardError, InputMissing
from player.files import BOARDS
from player.games import GAMES, Game, queens
from player.render.progress import PROGRESS
from tests.support.commands import Player
from tests.support.games.shared import games_in, games_with

BOARD: dict[str, dict[str, Any]] = {
    name: json.loads((BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for name in GAMES
    if (BOARDS / f"{name}.jsonl").exists()
}


def refusal(text: str) -> str:
    found = answer(BoardEntry("file", 1, text), deadline=60)
    assert found.code == BoardError.exit_code
    error = found.record["error"]
    assert isinstance(error, str)
    assert error.isprintable()
    assert len(error) < 300
    return error


# Texts that nobody writes by hand


def huge(rows: int) -> list[list[int]]:
    return [[row] * rows for row in range(rows)]


HOSTILE = {
    "40x40 regions": ({"game": "queens", "regions": huge(40)}, "must be from 1 to 32, not 40"),
    "1000 rows of nothing": ({"game": "queens", "regions": [[]] * 1000}, "must be from 1 to 32, not 1000"),
    "a 1000x1000 grid": ({"game": "zip", "rows": 1000, "cols": 1000, "numbers": [[0, 0], [9, 9]]}, "from 1 to 32"),
    "a 1000x1000 grid of clues": ({"game": "patches", "rows": 1000, "cols": 1000, "clues": []}, "from 1 to 64"),
    "a grid of no end": ({"game": "tango", "size": 10**4000}, "must be from 1 to 32, not 1000"),
    "boxes of 36 cells": ({"game": "mini-sudoku", "box": [6, 6], "givens": huge(36)}, "from 1 to 25, not 36"),
    "boxes of no end": ({"game": "mini-sudoku", "box": [10**3000, 1], "givens": []}, "must be from 1 to 32"),
    "20,000 numbers": ({**BOARD["zip"], "numbers": [[0, 0]] * 20_000}, "two numbers stand on one cell"),
    "50,000 keys": ({**BOARD["zip"], **{f"{k:06}": 0 for k in range(50_000)}}, "unknown key '000000'"),
    "regions of text": ({"game": "queens", "regions": [["a"]]}, "'regions' must hold whole numbers only"),
}
TEXTS = {
    **{name: (json.dumps(board), said) for name, (board, said) in HOSTILE.items()},
    "lists in lists": ('{"game": "zip", "rows": ' + "[" * 400_000, "nested too deeply"),
    "objects in objects": ('{"a": ' * 100_000 + "1" + "}" * 100_000, "nested too deeply"),
    "a name of lists": ('{"game": ' + "[" * 400 + "]" * 400 + "}", "unknown game"),
    "NaN": ('{"game": "zip", "rows": NaN}', "NaN is not JSON"),
    "a float without bounds": ('{"game": "tango", "size": 1e400}', "'size' must be a whole number, not inf"),
    "an integer of 5000 digits": ('{"game": "tango", "size": ' + "9" * 5000 + "}", "4300 digits"),
    "a nul": ('{"game": "tango\0"}', "not JSON: Invalid control character"),
    "nuls": ("\0" * 1000, "not JSON: "),
    "half a character": ('{"game": "\\ud800"}', "unknown game"),
    "half a character as a key": ('{"\\ud800": 1, "game": "tango", "size": 2}', "unknown key"),
    "an escape for a terminal": ('{"\\u001b[2J": 1, "game": "tango", "size": 2}', "unknown key"),
    "an end of a line": ('{"game": "a\\nb"}', "unknown game 'a\\nb'"),
}


@pytest.mark.parametrize(("text", "said"), TEXTS.values(), ids=TEXTS)
def test_what_is_no_board_is_refused_in_one_printable_line(text: str, said: str) -> None:
    assert said in refusal(text)


# The largest boards that are taken

CORNERS = [[at, at] for at in range(0, 20, 4)]
LARGEST: dict[str, dict[str, Any]] = {
    "queens": {"regions": huge(32)},
    "zip": {"rows": 32, "cols": 32, "numbers": [[k // 32, k % 32] for k in range(0, 1024, 10)]},
    "tango": {"size": 32},
    "mini-sudoku": {"box": [5, 5], "givens": [[0] * 25] * 25},
    "patches": {"rows": 20, "cols": 20, "clues": [[*at, "any", None] for at in CORNERS]},
    "simple-loop": {"rows": 32, "cols": 32},
    "wend": {"grid": ["SETARENOSI"] * 20, "lengths": [2] * 10 + [3] * 20 + [4] * 20 + [5] * 8},
}


@pytest.mark.parametrize("name", games_in(LARGEST))
@pytest.mark.full
def test_there_is_room_for_the_formula_of_the_largest_board(name: str) -> None:
    assert room_for(*board_of({"game": name, **LARGEST[name]}))


def room_for(game: Game, board: Any) -> bool:
    return sum(map(len, game.encoding.encode(board).clauses)) < 3_000_000


# Anything

SCALARS = (
    st.none()
    | st.booleans()
    | st.sampled_from([0, 1, -1, 2, 6, 31, 32, 33, 10**400, 0.5, 1e400])
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["sun", "moon", "equal", "cross", "any", "wide", *GAMES])
)
KEYS = sorted({key for board in BOARD.values() for key in board} | {"stars"})
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner),
    max_leaves=12,
)


def made_or_refused(data: dict[str, Any]) -> None:
    try:
        game, board = board_of(parse(json.dumps(data)))
    except BoardError as error:
        said = str(error)
        assert said.isprintable(), said
        assert len(said) < 300, said
        return
    assert game.board.from_json(game.board.to_json(board)) == board
    assert room_for(game, board)


@pytest.mark.full
@given(st.sampled_from(sorted(GAMES)), st.dictionaries(st.sampled_from(KEYS), ANYTHING, max_size=6))
def test_any_json_is_a_board_or_refused(name: str, data: dict[str, Any]) -> None:
    made_or_refused({**data, "game": name})


@pytest.mark.full
@pytest.mark.parametrize("name", games_with("generate"))
@given(st.data())
def test_a_board_with_something_else_in_it_is_a_board_or_refused(name: str, data: st.DataObject) -> None:
    board = deepcopy(BOARD[name])
    for _ in range(data.draw(st.integers(1, 3))):
        inside: Any = board
        key: Any = data.draw(st.sampled_from(sorted(board)))
        while isinstance(inside[key], list) and inside[key] and data.draw(st.booleans()):
            inside, key = inside[key], data.draw(st.integers(0, len(inside[key]) - 1))
        if isinstance(inside, list) and data.draw(st.booleans()):
            inside[key:key] = data.draw(st.lists(st.sampled_from(inside), max_size=3))
        else:
            inside[key] = data.draw(ANYTHING)
    made_or_refused(board)


# Streams of boards


QUEENS = {"game": "queens", "id": "one", "regions": [[0]]}
LINE = json.dumps(QUEENS) + "\n"


class Endless:
    """A file without an end: its lines are all `line`, and counted."""

    def __init__(self, line: str) -> None:
        self._line = line
        self.taken = 0

    def readline(self, size: int) -> str:
        self.taken += 1
        return self._line[:size]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problem(entry: BoardEntry) -> str:
    assert (entry.line, entry.text) == (0, "")
    return str(entry.problem)


# Entries


def test_boards_come_in_the_order_of_files_and_lines(folder: Path) -> None:
    (folder / "a").write_text(f"\n{LINE}\n{{}}\n")
    (folder / "b").write_text(json.dumps(QUEENS, indent=1))
    assert list(read(["b", "a"])) == [
        BoardEntry("b", 1, json.dumps(QUEENS, indent=1)),
        BoardEntry("a", 2, LINE.strip()),
        BoardEntry("a", 4, "{}"),
    ]


def test_a_file_without_an_end_is_read_as_far_as_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Endless(LINE)
    monkeypatch.setattr(sys, "stdin", endless)
    assert [entry.line for entry in islice(read(["-"]), 1000)] == list(range(1, 1001))
    assert endless.taken == 1000


def test_a_file_that_gives_no_board_is_a_problem_in_its_place(folder: Path) -> None:
    (folder / "good").write_text(LINE)
    (folder / "empty").write_text(" \n")
    missing, good, empty, this = read(["none", "good", "empty", "."])
    assert problem(missing) == "the board file none is not there: check the path"
    assert (good.problem, good.text) == (None, LINE.strip())
    assert problem(empty) == "no board is in empty: a JSON object, or one on each line, was expected"
    assert problem(this) == "the board file . can't be read: Is a directory"
    assert [type(entry.problem) for entry in (missing, empty)] == [InputMissing, BoardError]


def test_standard_input_that_was_closed_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    (closed,) = read(["-"])
    assert problem(closed) == "standard input is closed: name a file, or give it boards"


def test_a_line_longer_than_any_board_is_cut_off_and_the_next_is_read(folder: Path) -> None:
    (folder / "a").write_text(f"{LINE}{'[' * 3_000_000}\n{LINE}")
    first, long, last = read(["a"])
    assert (first.line, long.line, last.line) == (1, 2, 3)
    assert len(long.text) == 1_000_001
    assert first.text == last.text


def test_a_line_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.boards.board_files.MAX_FILE_CHARACTERS", 5_000_000)
    monkeypatch.setattr(sys, "stdin", Endless("\0" * 1_000_001))
    cut, given_up = read(["-"])
    assert len(cut.text) == 1_000_001
    assert problem(given_up) == "standard input has a line of more than 5000000 characters: no board is that long"


def test_bytes_that_are_no_text_spoil_no_other_line(folder: Path) -> None:
    (folder / "a").write_bytes(b"\xef\xbb\xbf" + LINE.encode() + b'{"id": "\xff\xfe"}\n' + LINE.encode())
    codes = [(found.code, found.record.get("error")) for found in (answer(entry, 10) for entry in read(["a"]))]
    assert codes == [(0, None), (65, "not UTF-8 text: save it as UTF-8"), (0, None)]


# Answers


def ask(text: str, deadline: float = 10) -> tuple[int, dict[str, object]]:
    found = answer(BoardEntry("file", 3, text), deadline)
    json.dumps(found.record, allow_nan=False)
    return found.code, found.record


def test_an_answer_has_the_solution() -> None:
    code, record = ask(LINE)
    ms = record.pop("ms")
    expected = {"id": "one", "file": "file", "line": 3, "game": "queens", "solutions": 1, "solution": [[0, 0]]}
    assert (code, record) == (0, expected)
    assert isinstance(ms, dict)
    assert set(ms) == {"encode", "solve", "check"}


@pytest.mark.skipif(sys.platform == "win32", reason="timers are POSIX")
def test_a_board_that_takes_longer_than_its_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> object:
        return all(True for _ in itertools.count())  # in Python, where an alarm is heard

    monkeypatch.setattr(queens.encoding, "covers", endless)
    said = "not solved in 0.1 s: give more with --board-deadline SECONDS"
    assert ask(LINE, deadline=0.1) == (75, {"id": "one", "file": "file", "line": 3, "error": said})


def test_a_board_that_takes_more_memory_than_there_is_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> object:
        return [0] * sys.maxsize

    monkeypatch.setattr(queens.encoding, "covers", greedy)
    code, record = ask(LINE)
    assert (code, record["error"]) == (75, "not solved: there is not enough memory for it")


@pytest.mark.parametrize("name", ["1e400", '{"a": 1e400}', "0.5", "7", '"\\ud800"', "true", '"x"'])
def test_a_name_is_repeated_if_it_is_one(name: str) -> None:
    is_one = name not in {"1e400", '{"a": 1e400}', "0.5"}
    assert ask(LINE.replace('"one"', name))[1]["id"] == (json.loads(name) if is_one else None)


# The number of boards, for the progress


@pytest.mark.parametrize(
    ("texts", "number"),
    [
        ([LINE * 3], 3),
        ([LINE + "\n" + LINE + "no board\n"], 2),
        ([json.dumps(QUEENS, indent=2)], 1),
        ([LINE * 2, json.dumps(QUEENS, indent=2), ""], 4),
        ([LINE, None], None),
    ],
    ids=["lines", "other lines too", "one over many lines", "several files", "a missing file"],
)
def test_boards_are_counted_by_lines_where_progress_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: list[str | None], number: int | None
) -> None:
    files = [tmp_path / str(place) for place in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        if text is not None:
            file.write_text(text, encoding="utf-8")
    assert boards_in([*map(str, files)]) is None
    monkeypatch.setattr(PROGRESS, "live", True)
    assert boards_in([*map(str, files)]) == number
    assert boards_in(["-"]) is None, "standard input is not counted"


# Files with such texts

#: By the commands that take a file with boards: the arguments after it.
COMMANDS: dict[str, tuple[str, ...]] = {
    "solve": (),
    "draw": (),
    "explain": (),
    "certify": ("--to", "certificate"),
    "encode": (),
    "decode": ("answer.txt",),
}
NO_BOARDS = {
    "no JSON": ('{"game": "zip", ', "not JSON: "),
    "no game": ('{"game": "chess"}', "unknown game 'chess'"),
    "no board": ('{"game": "queens", "regions": [[0, 0], [1]]}', "'regions' must be 2 lists of 2"),
    "no solution": (json.dumps({"game": "queens", "regions": [[0, 0], [1, 1]]}), "the board has no solution"),
}
#: `solve` tells the number of solutions, and solvers of formulas find them.
SOLVERS = {"solve", "encode", "decode"}


def test_these_are_all_commands_that_take_a_file_with_boards() -> None:
    context = click.Context(cli, info_name="player")
    arguments = [(name, one) for name, command in cli.commands.items() for one in command.params]
    files = {
        name for name, one in arguments if one.param_type_name == "argument" and "FILE|-" in one.make_metavar(context)
    }
    assert files == {*COMMANDS}


@pytest.mark.parametrize("place", ["", "--line"])
@pytest.mark.parametrize("wrong", NO_BOARDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_an_error_about_a_board_names_its_file_and_line(
    player: Player, tmp_path: Path, command: str, wrong: str, place: str
) -> None:
    (text, problem), file = NO_BOARDS[wrong], tmp_path / "boards.jsonl"
    if (wrong == "no solution" and command in SOLVERS) or (place and command == "solve"):
        return
    file.write_text(f"{json.dumps(BOARD['zip'])}\n" * bool(place) + text, encoding="utf-8")
    line = 2 if place else 1
    arguments = [tmp_path / one if one == "certificate" else one for one in COMMANDS[command]]
    code, out, err = player(command, file, *arguments, *(("--line", 2) if place else ()))
    assert (code, command == "solve" or out == "") == (65, True)
    assert f"{file} line {line}: {problem}" in err


@pytest.mark.parametrize("command", ["draw", "explain"])
def test_an_error_about_a_url_names_no_line(player: Player, command: str) -> None:
    url = "https://puzz.link/p?starbattle/4/4/1/0"
    code, error = player.refuses(command, url)
    assert (code, error.startswith(f"{url}: ")) == (65, True)
