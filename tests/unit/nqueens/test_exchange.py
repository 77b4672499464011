"""N queens in other solvers: formulas for them, answers of theirs, and turned and greedy boards."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from player.games.grid import Cell
from player.nqueens import model
from player.sat import solver
from tests.support.commands import Player

TURNED_ROUND = {"true": "false", "false": "true", "1": "0", "0": "1"}


def words(n: int) -> dict[str, int]:
    """The squares by their symbols; 1 for those with a queen in our own solution, else 0."""
    queens = model.first(n) or ()
    return {f"|queen at {at.spoken}|": int(at in queens) for at in model.rotated(n)}


def z3(n: int) -> str:
    lines = (f"(define-fun {word} () Bool\n  {'true' if queen else 'false'})" for word, queen in words(n).items())
    return "sat\n(\n" + "\n".join(lines) + "\n)\n"


def z3_integer(n: int) -> str:
    lines = (f"(define-fun {word} () Int\n  {queen})" for word, queen in words(n).items())
    return "sat\n(\n" + "\n".join(lines) + "\n)\n"


def mathsat(n: int) -> str:
    return "sat\n(" + "\n ".join(f"({word} {'true' if queen else 'false'})" for word, queen in words(n).items()) + ")"


def get_value(n: int) -> str:
    return "sat\n(" + "\n ".join(f"({word} {queen})" for word, queen in words(n).items()) + ")\n"


def competition(n: int) -> str:
    found = next(solver.stream(model.encode(n)))
    return "s SATISFIABLE\nv " + " ".join(map(str, found)) + " 0\n"


ANSWERS: list[Callable[[int], str]] = [z3, z3_integer, mathsat, get_value, competition]


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_read_and_its_queens_are_counted_on_each_line(
    player: Player, tmp_path: Path, answer: Callable[[int], str]
) -> None:
    file = tmp_path / "answer"
    file.write_text(answer(8), encoding="utf-8")
    code, out, err = player("nqueens", 8, "--read", file, "--html", tmp_path / "page.html")
    assert (code, err) == (0, "")
    assert out.startswith("8 queens: a correct answer\n")
    assert [out.count(f"\n{kind} ") for kind in ("row", "column", "diagonal", "antidiagonal")] == [8, 8, 15, 15]
    assert "ERROR" not in out + (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("at", [0, 4, 17, 30, 35])
def test_one_changed_value_is_an_error_on_each_line_that_it_breaks(player: Player, tmp_path: Path, at: int) -> None:
    text = ANSWERS[at % 4](6)
    value = [*re.finditer(r"(?<=[|\s])(true|false|[01])(?=\))", text)][at]
    file, page = tmp_path / "answer", tmp_path / "page.html"
    file.write_text(text[: value.start()] + TURNED_ROUND[value[0]] + text[value.end() :], encoding="utf-8")
    code, out, err = player("nqueens", 6, "--read", file, "--html", page)
    assert (code, err.startswith("player: ERROR: ")) == (65, True)
    lines = [line for line in out.splitlines() if "ERROR" in line]
    row, column = at // 6 + 1, at % 6 + 1
    number = 0 if value[0] in {"true", "1"} else 2
    assert {f"row {row}: ERROR: {number}", f"column {column}: ERROR: {number}"} <= {*lines}
    assert page.read_text(encoding="utf-8").count(">ERROR</span></td>") == len(lines) - 1  # the first is the title


@pytest.mark.full
def test_one_changed_literal_is_an_error_auxiliary_or_not(player: Player, tmp_path: Path) -> None:
    head, *literals, end = competition(9).split(" ")[1:]
    file = tmp_path / "answer"
    shown = []
    for at in range(len(literals)):
        changed = [*literals[:at], str(-int(literals[at])), *literals[at + 1 :]]
        file.write_text(f"s SATISFIABLE\n{' '.join(['v', *changed[1:], end])}", encoding="utf-8")
        shown.append(player("nqueens", 9, "--read", file).code)
    assert head
    assert {*shown} == {65}


def test_an_answer_of_another_size_or_of_none_is_refused(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "answer"
    file.write_text(z3(6), encoding="utf-8")
    assert player.refuses("nqueens", 8, "--read", file)[0] == 65
    assert "which the formula does not have" in player.refuses("nqueens", 5, "--read", file)[1]
    file.write_text(z3_integer(4).replace("    1)", "    2)").replace("  1)", "  2)"), encoding="utf-8")
    assert "has '2'" in player.refuses("nqueens", 4, "--read", file)[1]
    file.write_text("unsat\n", encoding="utf-8")
    assert "the answer is UNSAT" in player.refuses("nqueens", 3, "--read", file)[1]


SOLVERS = {
    "z3": ("z3", ["--smtlib"], ["z3", "{0}"]),
    "z3 on integers": ("z3", ["--mode", "integer", "--smtlib"], ["z3", "{0}"]),
    "z3 on clauses": ("z3", ["--dimacs"], ["z3", "-dimacs", "{0}"]),
    "minisat": ("minisat", ["--dimacs"], ["minisat", "{0}", "{1}"]),
    "picosat": ("picosat", ["--dimacs"], ["picosat", "{0}"]),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "name"),
    # Integers take Z3 long.
    [(10, "z3 on integers"), *((n, name) for n in (16, 25) for name in SOLVERS if name != "z3 on integers")],
)
def test_an_installed_solver_places_the_queens(player: Player, tmp_path: Path, name: str, n: int) -> None:
    program, form, command = SOLVERS[name]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    formula, answer = tmp_path / "formula", tmp_path / "answer"
    assert player("nqueens", n, *form, formula) == (0, "", "")
    done = subprocess.run(  # a solver of the machine
        [word.format(formula, answer) for word in command], capture_output=True, text=True, check=False
    )
    if not answer.exists():
        answer.write_text(done.stdout, encoding="utf-8")
    code, out, err = player("nqueens", n, "--read", answer)
    assert (code, err) == (0, "")
    assert out.startswith(f"{n} queens: a correct answer\n")


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_the_turned_coordinates_give_the_lines(player: Player, n: int) -> None:
    turned = model.rotated(n)
    assert len({*turned.values()}) == n * n
    lines = model.groups([[Cell(row, col) for col in range(n)] for row in range(n)])
    for number in range(2 * n - 1):
        assert {turned[at].col for at in lines["diagonal"][number]} == {number}
        assert {turned[at].row for at in lines["antidiagonal"][number]} == {number}
    out = player("nqueens", n, "--rotated").out
    assert out.endswith(player("nqueens", n, "--groups").out)
    assert out.count(" turned: ") == n * n


def test_a_greedy_placement_says_how_many_queens_it_has(player: Player) -> None:
    code, out, err = player("nqueens", 8, "--greedy")
    assert (code, err) == (0, "")
    assert out.startswith("8 queens: 5 placed, each on the next free square\n")
    assert json.loads(out.splitlines()[-1]) == [[0, 0], [1, 2], [2, 4], [3, 1], [4, 3]]
