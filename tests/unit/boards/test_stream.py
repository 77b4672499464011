"""The boards of files as a stream, and their answers."""

import itertools
import json
import sys
from itertools import islice
from pathlib import Path

import pytest

from player.boards.board_files import BoardEntry, boards_in, read
from player.boards.report import answer
from player.errors import BoardError, InputMissing
from player.games import queens
from player.render.progress import PROGRESS

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
    assert ask(LINE, deadline=0.1) == (
        75,
        {"id": "one", "file": "file", "line": 3, "error": "not solved in 0.1 s: give more with --deadline SECONDS"},
    )


def test_a_board_that_takes_more_memory_than_there_is_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> object:
        return [0] * sys.maxsize

    monkeypatch.setattr(queens.encoding, "covers", greedy)
    code, record = ask(LINE)
    assert (code, record["error"]) == (75, "not solved: there is not enough memory for it")


@pytest.mark.parametrize("name", ["1e400", '{"a": 1e400}', "0.5"])
def test_a_name_that_is_none_is_not_repeated(name: str) -> None:
    assert ask(LINE.replace('"one"', name))[1]["id"] is None


@pytest.mark.parametrize("name", ["7", '"\\ud800"', "true", '"x"'])
def test_a_name_is_repeated(name: str) -> None:
    assert ask(LINE.replace('"one"', name))[1]["id"] == json.loads(name)


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


def test_standard_input_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PROGRESS, "live", True)
    assert boards_in(["-"]) is None
