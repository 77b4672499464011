"""Boards from a file, as `player solve` reports them."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from player.boards.report import BATCH_BOARDS, Report, solve_all
from player.errors import BoardError, CannotWrite
from player.files import Records
from player.games import queens, zip_path
from player.render.progress import PROGRESS
from tests.support.games.zip_path import zip_board
from tests.support.paper import QUEENS


def named(name: str, game: Any, drawn: Any) -> dict[str, Any]:
    return {**game.board.to_json(drawn), "id": name}


UNIQUE = named("only", queens, QUEENS)
CORNERS = named("around", zip_path, zip_board("1 .\n2 ."))
TWO = named("ambiguous", zip_path, zip_board("1 . .\n. . .\n. . 2"))
NONE = named("impossible", zip_path, zip_board("1 2 ."))


def reported(
    *files: str, target: Path | None = None, quiet: bool = False, jobs: int = 1, verbose: bool = False
) -> tuple[int, str, str]:
    """Return the exit code, standard output with every time as 0, and standard error."""
    out, aside = io.StringIO(), io.StringIO()
    with Records(str(target) if target else None) as records, PROGRESS.shown("boards", verbose=verbose):
        report = Report(records, console(out), console(aside), quiet=quiet, several=len(files) > 1)
        code = solve_all(files, report, jobs=jobs)
    return code, re.sub(r"\d+\.\d\d ms", "0 ms", out.getvalue()), aside.getvalue()


def solved(file: str, *, target: Path | None = None) -> tuple[int, str]:
    code, said, _ = reported(file, target=target)
    return code, said


def console(out: io.StringIO) -> Console:
    return Console(file=out, width=120, highlight=False)


def written(folder: Path, text: str) -> str:
    file = folder / "boards.json"
    file.write_text(text, encoding="utf-8")
    return str(file)


def lines(*boards: dict[str, Any] | str) -> str:
    return "".join(f"{board if isinstance(board, str) else json.dumps(board)}\n" for board in boards)


@pytest.mark.parametrize("indent", [None, 0, 2], ids=["on one line", "without indent", "pretty printed"])
def test_one_board_is_drawn_with_its_solution(tmp_path: Path, indent: int | None) -> None:
    text = json.dumps(CORNERS, indent=indent)
    assert solved(written(tmp_path, text)) == (
        0,
        ("Zip around: 1 solution\n┌───────┐\n│ 1───╮ │\n│   · │ │\n│ 2───╯ │\n└───────┘\n\n"),
    )


def test_many_boards_get_a_line_each_in_order(tmp_path: Path) -> None:
    file = written(tmp_path, lines(UNIQUE, "", CORNERS))
    assert solved(file) == (0, "Queens only: 1 solution\nZip around: 1 solution\n")
    _, said, _ = reported(file, verbose=True)
    assert said.count("solution (encode 0 ms, solve 0 ms, check 0 ms)\n") == 2
    assert said.index("♛") < said.index("Zip") < said.index("│ 1───╮ │")


def test_a_board_without_a_name_is_called_by_its_line(tmp_path: Path) -> None:
    nameless = {key: value for key, value in CORNERS.items() if key != "id"}
    _, said = solved(written(tmp_path, lines("", nameless, {**nameless, "id": 7})))
    assert [line for line in said.splitlines() if "solution" in line] == [
        "Zip line 2: 1 solution",
        "Zip line 3: 1 solution",
    ]


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines(UNIQUE, CORNERS)))
    code, said = solved("-")
    assert code == 0
    assert said.count("1 solution") == 2


def test_a_board_with_two_solutions_is_reported_to_have_two_or_more(tmp_path: Path) -> None:
    code, said = solved(written(tmp_path, lines(TWO)))
    assert code == 65
    assert said.startswith("Zip ambiguous: 2 solutions or more\n┌")


def test_an_impossible_board_is_drawn_without_a_solution(tmp_path: Path) -> None:
    assert solved(written(tmp_path, lines(NONE))) == (
        65,
        "Zip impossible: no solution\n┌───────────┐\n│ 1   2     │\n└───────────┘\n\n",
    )


BAD = {
    "no JSON": ("hello", "not JSON: "),
    "of no game": ('{"game": "quens"}', "unknown game 'quens' in the board: did you mean 'queens'?"),
    "malformed": ('{"game": "zip", "rows": 2, "cols": 2, "numbers": [[9, 9], [0, 0]]}', "outside the 2x2 grid"),
}


@pytest.mark.parametrize(("bad", "problem"), BAD.values(), ids=BAD)
def test_a_bad_line_is_named_and_the_rest_is_solved_in_order(tmp_path: Path, bad: str, problem: str) -> None:
    target = tmp_path / "out.jsonl"
    file = written(tmp_path, lines(UNIQUE, bad, CORNERS))
    code, said = solved(file, target=target)
    printed = said.splitlines()
    assert code == 65
    assert [printed[0].split(":")[0], printed[2].split(":")[0]] == ["Queens only", "Zip around"]
    assert printed[1].startswith(f"{file} line 2: ")
    assert problem in printed[1]
    assert len(printed) == 3
    good, error, last = (json.loads(line) for line in target.read_text(encoding="utf-8").splitlines())
    assert (good["id"], last["id"]) == ("only", "around")
    assert (error["line"], error["error"]) == (2, printed[1].removeprefix(f"{file} line 2: "))


def test_a_bad_board_keeps_its_name_in_the_json(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    file = written(tmp_path, lines({"id": "mine", "game": "zip"}))
    solved(file, target=target)
    assert json.loads(target.read_text(encoding="utf-8")) == {
        "id": "mine",
        "file": file,
        "line": 1,
        "error": "the board has no 'rows'",
    }


def test_json_has_an_object_for_each_board_in_the_order_of_the_file(tmp_path: Path) -> None:
    boards = [TWO, NONE, UNIQUE, CORNERS]
    target = tmp_path / "out.jsonl"
    code, _ = solved(written(tmp_path, lines(*boards)), target=target)
    records = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert code == 65
    assert [line["id"] for line in records] == [board["id"] for board in boards]
    known = {line["id"]: line for line in records}
    assert {name: (line["game"], line["solutions"]) for name, line in known.items()} == {
        "only": ("queens", 1),
        "ambiguous": ("zip", 2),
        "around": ("zip", 1),
        "impossible": ("zip", 0),
    }
    assert known["around"]["solution"] == [[0, 0], [0, 1], [1, 1], [1, 0]]
    assert known["impossible"]["solution"] is None
    board = zip_path.board.from_json(TWO)
    assert zip_path.board.check(board, zip_path.board.to_solution(board, known["ambiguous"]["solution"])) == []
    for line in records:
        assert set(line) == {"id", "file", "line", "game", "solutions", "solution", "ms"}
        assert set(line["ms"]) == {"encode", "solve", "check"}
        assert all(ms >= 0 for ms in line["ms"].values())


def test_a_file_without_a_board_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, "  \n\t\n")
    with pytest.raises(BoardError, match="no board is in") as caught:
        solved(file)
    assert file in str(caught.value)


def test_markup_in_a_boards_name_is_only_text(tmp_path: Path) -> None:
    _, said = solved(written(tmp_path, lines({**UNIQUE, "id": "[red]x[/] :skull:"})))
    assert said.startswith("Queens [red]x[/] :skull:: 1 solution")


@pytest.mark.parametrize("name", ["\x1b[2Jx", "\x9b31mx", "a\nb"], ids=["erase", "C1", "line end"])
def test_control_characters_in_a_boards_name_do_not_reach_the_terminal(tmp_path: Path, name: str) -> None:
    _, said = solved(written(tmp_path, lines({**UNIQUE, "id": name})))
    assert not {"\x1b", "\x9b"} & set(said)
    assert "1 solution" in said.splitlines()[0]


def test_a_long_name_stays_on_one_line(tmp_path: Path) -> None:
    named = {**CORNERS, "id": "long " * 60}
    _, said = solved(written(tmp_path, lines(named, named)))
    assert said.splitlines() == [f"Zip {named['id']}: 1 solution"] * 2


# Many boards


def test_the_sum_of_many_boards_is_printed_to_standard_error(tmp_path: Path) -> None:
    _, _, aside = reported(written(tmp_path, lines(UNIQUE, TWO, "{}", CORNERS, NONE)))
    assert aside == "5 boards: 2 with 1 solution, 1 with 2 solutions or more, 1 refused, 1 with no solution\n"
    _, _, aside = reported(written(tmp_path, lines(UNIQUE)))
    assert aside == ""


def test_of_many_boards_with_records_only_those_without_one_solution_are_reported(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    code, said, _ = reported(written(tmp_path, lines(UNIQUE, TWO, "{}", CORNERS)), target=target, quiet=True)
    assert code == 65
    assert [line.split(":")[0] for line in said.splitlines()] == ["Zip ambiguous", f"{tmp_path / 'boards.json'} line 3"]
    assert [json.loads(line)["id"] for line in target.read_text().splitlines()] == ["only", "ambiguous", None, "around"]


def test_several_files_are_told_apart_and_a_missing_one_spoils_no_other(tmp_path: Path) -> None:
    one, other, target = tmp_path / "one.json", tmp_path / "other.jsonl", tmp_path / "out.jsonl"
    one.write_text(json.dumps(UNIQUE, indent=1), encoding="utf-8")
    other.write_text(lines(CORNERS, "{}"), encoding="utf-8")
    code, said, aside = reported(str(one), str(tmp_path / "none"), str(other), target=target)
    printed = said.splitlines()
    assert code == 66
    assert printed[0].startswith("Queens only: 1 solution")
    assert printed[1] == f"the board file {tmp_path / 'none'} is not there: check the path"
    assert printed[2].startswith("Zip around: 1 solution")
    assert printed[3].startswith(f"{other} line 2: the board has no 'game'")
    assert aside == "4 boards: 2 with 1 solution, 2 refused\n"
    records = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [(record.get("file"), record.get("line")) for record in records] == [
        (str(one), 1),
        (str(tmp_path / "none"), 0),
        (str(other), 1),
        (str(other), 2),
    ]


def test_processes_keep_the_order_of_the_boards(tmp_path: Path) -> None:
    boards = [{**(UNIQUE, CORNERS, TWO)[number % 3], "id": number} for number in range(4 * BATCH_BOARDS)]
    target = tmp_path / "out.jsonl"
    code, _, aside = reported(written(tmp_path, lines(*boards, "{}")), target=target, quiet=True, jobs=2)
    records = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert code == 65
    assert [record["id"] for record in records] == [*range(4 * BATCH_BOARDS), None]
    assert [record["solutions"] for record in records[:-1]] == [
        1 + (number % 3 == 2) for number in range(4 * BATCH_BOARDS)
    ]
    assert records[-1]["line"] == 4 * BATCH_BOARDS + 1
    assert aside.startswith(f"{4 * BATCH_BOARDS + 1} boards: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_of_many_boards_none_is_solved_for_nobody(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="No space left on device"):
        reported(written(tmp_path, lines(TWO, CORNERS)), target=Path("/dev/full"), quiet=True)
