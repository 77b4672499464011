"""N queens: the formula against a search, the referee, and the command."""

import json
import signal
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from player.cli.main import main
from player.errors import Unavailable, install_command
from player.files import Records
from player.games.grid import Cell
from player.nqueens import model
from player.nqueens.model import Solution
from player.nqueens.report import compare, measured
from player.render.terminal import PlainConsole
from player.sat import solver
from player.sat.cnf import CNF
from tests.support.commands import end, error_line, start
from tests.support.games.shared import places

NUMBERS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92}
RIGHT = places("""
    . Q . .
    . . . Q
    Q . . .
    . . Q .
""")


def searched(n: int) -> set[Solution]:
    return {
        tuple(Cell(row, col) for row, col in enumerate(columns))
        for columns in permutations(range(n))
        if len({row - col for row, col in enumerate(columns)}) == n == len({r + c for r, c in enumerate(columns)})
    }


# The formula


@pytest.mark.parametrize("n", range(1, 8))
def test_all_solutions_are_those_that_a_search_finds_each_once(n: int) -> None:
    found = list(model.each(n))
    assert len(found) == NUMBERS[n]
    assert set(found) == searched(n)


@pytest.mark.parametrize("n", [9, pytest.param(10, marks=pytest.mark.full)])
def test_solutions_are_counted_where_rows_are_placed_by_hand(n: int) -> None:
    assert len(set(model.each(n))) == {9: 352, 10: 724}[n]


@pytest.mark.parametrize("n", [1, 2, 3, *range(4, 30, 5), pytest.param(64, marks=pytest.mark.full)])
def test_a_first_solution_is_found_where_there_is_one_and_always_the_same(n: int) -> None:
    found = model.first(n)
    assert (found is None) == (n in {2, 3})
    assert found is None or model.check(n, found) == []
    assert model.first(n) == found


@pytest.mark.parametrize("all_solutions", [True, False])
@pytest.mark.parametrize("n", range(4, 7))
def test_both_formulas_allow_each_solution_and_no_queen_more_or_less(n: int, all_solutions: bool) -> None:
    formula = model.encode(n, all_solutions=all_solutions)
    literals = {square: literal for literal, square in enumerate(formula.names, start=1)}
    assert len(literals) == n * n
    for solution in searched(n):
        queens = {literals[at] for at in solution}
        for literal in literals.values():
            as_told = [(other if (other in queens) != (other == literal) else -other,) for other in literals.values()]
            assert not solver.models(CNF([*formula.clauses, *as_told], formula.names), most=1)
        right = [(literal if literal in queens else -literal,) for literal in literals.values()]
        assert len(solver.models(CNF([*formula.clauses, *right], formula.names), most=2)) >= 1


def test_the_groups_are_the_lines_of_attack() -> None:
    assert model.groups(["abc", "def", "ghi"]) == {
        "row": [list("abc"), list("def"), list("ghi")],
        "column": [list("adg"), list("beh"), list("cfi")],
        "diagonal": [["g"], ["d", "h"], ["a", "e", "i"], ["b", "f"], ["c"]],
        "antidiagonal": [["i"], ["f", "h"], ["c", "e", "g"], ["b", "d"], ["a"]],
    }


# The referee


def test_the_right_solution_breaks_no_rule() -> None:
    assert model.check(4, RIGHT) == []


@pytest.mark.parametrize(
    ("drawing", "broken"),
    [
        (
            """
            . Q . .
            . . . Q
            Q . . .
            . . . .
            """,
            ["row 4 has no queens", "column 3 has no queens"],
        ),
        (
            """
            . Q . Q
            . . . .
            Q . . .
            . . Q .
            """,
            ["row 1 has 2 queens", "row 2 has no queens"],
        ),
        (
            """
            . . . Q
            Q . . .
            . . Q .
            . Q . .
            """,
            ["the queens at R3C3 and R4C2 are on one diagonal"],
        ),
        (
            """
            Q . . .
            . . Q .
            . Q . .
            . . . Q
            """,
            [
                "the queens at R1C1 and R4C4 are on one diagonal",
                "the queens at R2C3 and R3C2 are on one diagonal",
            ],
        ),
    ],
    ids=["too-few", "two-in-a-row", "an-antidiagonal", "both-diagonals"],
)
def test_each_rule_has_its_sentence(drawing: str, broken: list[str]) -> None:
    assert model.check(4, places(drawing)) == broken


def test_a_wrong_solution_is_never_shown() -> None:
    with pytest.raises(AssertionError, match="the encoding of 4 queens and its referee disagree: row 4 has no queens"):
        model.judged(4, RIGHT[:3])


# The command

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["nqueens", *arguments])
        assert isinstance(ended.value.code, int)
        return ended.value.code, *capsys.readouterr()

    return run


@pytest.fixture
def without_z3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)


def test_a_solution_is_drawn_and_printed_as_cells(run: Run) -> None:
    code, out, err = run("6")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].startswith("6 queens: a solution (")
    assert places("\n".join(lines[1:7]).replace("·", ".")) == tuple(Cell(*cell) for cell in json.loads(lines[-1]))


def test_a_board_too_wide_for_the_terminal_is_reported_and_not_drawn(run: Run) -> None:
    code, out, _ = run("61")
    assert (code, out.count("\n"), "♛" in out) == (0, 2, False)


def test_json_has_the_solution_or_none(run: Run) -> None:
    reported = {n: run(n, "--json", "-") for n in ("1", "3", "4")}
    assert {n: json.loads(out)["solution"] for n, (_, out, _) in reported.items()} == {
        "1": [[0, 0]],
        "3": None,
        "4": [list(cell) for cell in model.first(4) or ()],
    }
    assert [code for code, _, _ in reported.values()] == [0, 65, 0]
    assert json.loads(reported["4"][1])["queens"] == 4


@pytest.mark.parametrize("way", [(), ("--total",), ("--all",)])
@pytest.mark.parametrize("n", ["2", "3"])
def test_if_there_is_no_solution_the_code_is_that_of_a_board_without(run: Run, n: str, way: tuple[str, ...]) -> None:
    code, out, err = run(n, *way)
    assert (code, out + err) == (65, f"{n} queens: no solution\n")


@pytest.mark.parametrize(("n", "said"), [(1, "1 queen: 1 solution"), (8, "8 queens: 92 solutions")])
def test_solutions_are_counted(run: Run, n: int, said: str) -> None:
    assert run(str(n), "--total")[1].partition(" (")[0] == said
    code, out, _ = run(str(n), "--total", "--json", "-")
    data = json.loads(out)
    assert (code, data["queens"], data["solutions"]) == (0, n, NUMBERS[n])


def test_all_solutions_are_json_lines(run: Run, tmp_path: Path) -> None:
    code, out, err = run("6", "--all")
    records = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert all(line["queens"] == 6 for line in records)
    assert {tuple(Cell(*cell) for cell in line["solution"]) for line in records} == searched(6)
    target = tmp_path / "all.jsonl"
    assert run("6", "--all", "--json", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8") == out


def test_the_groups_are_printed(run: Run) -> None:
    code, out, _ = run("2", "--groups")
    assert code == 0
    assert out.splitlines() == [
        *("row 1: [[0, 0], [0, 1]]", "row 2: [[1, 0], [1, 1]]"),
        *("column 1: [[0, 0], [1, 0]]", "column 2: [[0, 1], [1, 1]]"),
        *("diagonal 1: [[1, 0]]", "diagonal 2: [[0, 0], [1, 1]]", "diagonal 3: [[0, 1]]"),
        *("antidiagonal 1: [[1, 1]]", "antidiagonal 2: [[0, 1], [1, 0]]", "antidiagonal 3: [[0, 0]]"),
    ]
    assert json.loads(run("2", "--groups", "--json", "-")[1])["groups"]["diagonal"] == [
        [[1, 0]],
        [[0, 0], [1, 1]],
        [[0, 1]],
    ]


WRONG = {
    "zero": (["0"], "'0' is no whole number from 1 to 1000"),
    "below zero": (["--", "-4"], "'-4' is no whole number from 1 to 1000"),
    "too large": (["1001"], "'1001' is no whole number from 1 to 1000"),
    "far too large": (["9" * 5000], "99' is no whole number from 1 to 1000"),
    "a fraction": (["8.5"], "'8.5' is no whole number from 1 to 1000"),
    "too large for all": (["101", "--total"], "all solutions are looked for up to N = 100, not 101"),
    "nothing": ([], "give either N, or --table N,N,..."),
    "two things": (["8", "--table", "8"], "give either N, or --table N,N,..."),
    "a table of all": (["--table", "8", "--all"], "--table takes the place of --all"),
    "a table of letters": (["--table", "8,x"], "'x' is no whole number from 1 to 1000"),
    "a picture of a greedy placement": (["8", "--greedy", "--svg", "x.svg"], "a picture is of one solution"),
    "two formulas": (["8", "--smtlib", "-", "--dimacs", "-"], "--smtlib and --dimacs exclude each other"),
    "a formula with an outcome": (["8", "--smtlib", "-", "--json", "-"], "a formula is written alone"),
    "integers in clauses": (["8", "--dimacs", "-", "--mode", "integer"], "DIMACS has no integers"),
    "a table of an answer": (["--table", "8", "--read", "-"], "--table takes the place of --read"),
}


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_command_line_is_refused_in_one_line(run: Run, arguments: list[str], said: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in error_line(err)


@pytest.mark.usefixtures("without_z3")
def test_without_z3_the_integer_mode_says_what_to_install(run: Run) -> None:
    code, out, err = run("8", "--mode", "integer")
    assert (code, out) == (69, "")
    assert error_line(err) == f"z3 is not installed: type {install_command('compare')}"


@pytest.mark.usefixtures("without_z3")
@pytest.mark.full
def test_without_z3_the_table_has_the_boolean_mode_alone(run: Run) -> None:
    code, out, err = run("--table", "4,8")
    assert (code, err) == (0, "")
    assert out.startswith("integer mode is left out: z3 is not installed")
    assert [line.split("│")[1].strip() for line in out.splitlines() if "│" in line] == ["4", "8"]
    assert "integer ms" not in out


@pytest.mark.parametrize("n", range(1, 7))
def test_the_integer_model_has_the_same_solutions(n: int) -> None:
    pytest.importorskip("z3", reason="it comes with the extra compare")
    found = list(model.each(n, "integer"))
    assert len(found) == NUMBERS[n]
    assert set(found) == searched(n)
    assert (model.first(n, "integer") is None) == (NUMBERS[n] == 0)


def test_a_mode_that_takes_too_long_is_ended() -> None:
    assert measured(8, "boolean", limit=0.01) is None


@pytest.mark.usefixtures("without_z3")
def test_the_table_says_what_was_not_done_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    with Records("-") as records:
        compare([8, 9], 0.01, records, PlainConsole(sys.stderr))
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()] == [
        {"queens": n, "ms": {"boolean": None}, "limit": 0.01} for n in (8, 9)
    ]
    assert err.count("> 0.01 s") == 2


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_what_ends_a_table_is_heard_while_it_waits_for_a_process() -> None:
    process = start("nqueens", "--table", "4,1000", "--limit", "60", "--json", "-")
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["queens"] == 4
    process.send_signal(signal.SIGTERM)
    code, out, err = end(process)
    assert (code, out, err.splitlines()[-1]) == (143, "", "player: stopped by SIGTERM")


@pytest.mark.parametrize(("command", "said"), [("exit 3", "it ended with the code 3"), ("echo no >&2", "no")])
def test_a_process_that_gives_no_answer_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, said: str
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{command}\n", encoding="utf-8")
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    with pytest.raises(Unavailable, match=f"8 queens in integer mode gave no answer: {said}"):
        measured(8, "integer", limit=10)


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_leaves_whole_lines() -> None:
    process = start("nqueens", "14", "--all")
    assert process.stdout is not None
    first: Any = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    code, out, err = end(process)
    assert (code, err.strip()) == (130, "player: stopped by SIGINT")
    for line in [first, *out.splitlines(keepends=True)]:
        assert line.endswith("\n")
        assert model.check(14, tuple(Cell(*cell) for cell in json.loads(line)["solution"])) == []
