"""Formulas for other solvers, and their answers: the walk, the commands, and such solvers where they are installed."""

import io
import json
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.boards.board_json import board_of, parse
from player.boards.formula_exchange import ExchangedFormula, formula_of, judged, lines, parsed, put
from player.errors import AnswerError
from player.files import BOARDS
from player.games import GAMES, mini_sudoku, patches, queens, tango, wend, zip_path
from player.proof import prove
from player.sat import solver as sat
from player.sat.cnf import no_cuts
from tests.support.commands import FULL, Player, needs_a_full_disk
from tests.support.games.mini_sudoku import sudoku_board
from tests.support.games.patches import patches_board
from tests.support.games.queens import queens_board
from tests.support.games.shared import games_in, games_with
from tests.support.games.tango import tango_board
from tests.support.games.zip_path import zip_board
from tests.support.known_boards import entries
from tests.support.solved import LOOP

DRAWN: dict[str, Any] = {
    "queens": queens_board("""
        A A B B
        C A B B
        C C D B
        C C D D
    """),
    "zip": zip_board("""
        1 . 4
        . 2|.
        . . 3
    """),
    "tango": tango_board("""
        . . . .
        x   =
        s . m .
        x
        .=. . .

        . . . .
    """),
    "mini-sudoku": sudoku_board("""
        1 . | . 4
        . . | . .
        ---------
        . 3 | . .
        . . | 2 .
    """),
    "patches": patches_board("""
        ?4 .  |
        .  .  .
        .  -2 .
    """),
    "wend": wend.board.from_json({"game": "wend", "grid": ["CRA", ".LW", "DOG"], "lengths": [3, 5]}),
    "simple-loop": LOOP,
}


# Formulas


def modelled(formula: ExchangedFormula) -> list[int]:
    return list(sat.models(formula.cnf, most=1)[0])


def ours(name: str) -> tuple[dict[str, Any], ExchangedFormula]:
    """The first board of our own, as JSON, and its formula."""
    data = parse(entries((BOARDS / f"{name}.jsonl").read_text(encoding="utf-8"))[0][1])
    return data, formula_of(*board_of(data))


@pytest.mark.parametrize("name", games_with("generate"))
def test_each_variable_has_a_symbol_of_its_own_that_smt_lib_can_quote(name: str) -> None:
    _, formula = ours(name)
    assert formula.cnf.cuts is no_cuts
    assert len(set(formula.symbols)) == len(formula.symbols) == max(abs(at) for at in modelled(formula))
    assert all(symbol.isascii() and symbol.isprintable() for symbol in formula.symbols)
    assert not set("|\\").intersection(*map(set, formula.symbols))


SAYS = {
    "queens": "queen at row 1, column 1",
    "zip": "path from row 1, column 1 to row 1, column 2",
    "tango": "sun at row 1, column 1",
    "mini-sudoku": "1 at row 1, column 1",
    "patches": "patch of 2x2 cells from row 1, column 1",
    "wend": "CRAWL on (row 1, column 1), (row 1, column 2), (row 1, column 3), (row 2, column 2), (row 2, column 3)",
    "simple-loop": "edge between row 1, column 1 and row 1, column 2",
}


@pytest.mark.parametrize("name", games_in(SAYS))
def test_a_variable_says_what_is_so_on_the_board(name: str) -> None:
    formula = formula_of(GAMES[name], DRAWN[name])
    assert formula.symbols[0] == SAYS[name]
    first = sorted({abs(literal) for literal in modelled(formula)})[len(formula.cnf.names) :]
    assert formula.symbols[len(formula.cnf.names) :] == tuple(f"auxiliary {variable}" for variable in first)


def test_an_edge_of_zip_has_words_too() -> None:
    """Its own formula is for our solver alone."""
    named = [zip_path.encoding.sentence(edge) for edge in zip_path.encoding.encode(DRAWN["zip"]).names]
    assert named[0] == "edge between row 1, column 1 and row 1, column 2"
    assert len(set(named)) == len(named)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["dimacs", "smtlib"])
def test_a_formula_is_written_without_its_text_in_memory(form: str, tmp_path: Path) -> None:
    formula = formula_of(queens.GAME, queens.board.from_json({"game": "queens", "regions": [list(range(24))] * 24}))
    tracemalloc.start()
    put(lines(formula, form), str(tmp_path / "formula"))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < (tmp_path / "formula").stat().st_size / 2


# Models


@pytest.mark.parametrize("name", games_in(DRAWN))
def test_a_model_with_one_named_literal_flipped_is_an_error_with_the_rule(name: str) -> None:
    formula = formula_of(GAMES[name], DRAWN[name])
    model = modelled(formula)
    assert judged(formula, model) == prove(GAMES[name], DRAWN[name]).solution
    for at in range(len(formula.cnf.names)):
        with pytest.raises(AnswerError, match=r"^ERROR: .*(row|column|patch|path|queen|loop)"):
            judged(formula, [*model[:at], -model[at], *model[at + 1 :]])


@pytest.mark.slow
@pytest.mark.parametrize("name", games_in(DRAWN))
@given(data=st.data())
def test_no_model_is_taken_that_the_formula_does_not_have(name: str, data: st.DataObject) -> None:
    formula = formula_of(GAMES[name], DRAWN[name])
    right = modelled(formula)
    flips = data.draw(st.sets(st.sampled_from(right), min_size=1))
    wrong = [-literal if literal in flips else literal for literal in right]
    with pytest.raises(AnswerError, match=r"^ERROR: "):
        judged(formula, wrong)


SPOILT = {
    "queens": (["queen at row 1, column 2"], "row 1 has no queens; column 2 has no queens; region A has no queens"),
    "zip": (["path from row 2, column 1 to row 3, column 1"], "the path visits 4 of 9 cells in 4 steps; the path does"),
    "tango": (["sun at row 1, column 2"], "row 1 has 1 sun and 3 moons; row 1 has three moons in line; column 2 has"),
    "mini-sudoku": (["1 at row 1, column 1", "2 at row 1, column 1"], "row 1 lacks 1; column 1 lacks 1; the box at"),
    "patches": (["patch of 2x2 cells from row 1, column 1"], "there are 2 patches for 3 clues"),
    "wend": (["DOG or GOD on (row 3, column 1), (row 3, column 2), (row 3, column 3)"], "the words have [5] letters"),
    "simple-loop": (
        ["edge between row 1, column 3 and row 1, column 4"],
        "the loop visits 3 of 14 cells in 3 steps",
    ),
}


@pytest.mark.parametrize("name", games_in(SPOILT))
def test_the_referee_names_the_rules_that_a_model_breaks(name: str) -> None:
    formula = formula_of(GAMES[name], DRAWN[name])
    flipped, said = SPOILT[name]
    model = [-literal if formula.symbols[abs(literal) - 1] in flipped else literal for literal in modelled(formula)]
    with pytest.raises(AnswerError) as caught:
        judged(formula, model)
    assert str(caught.value).startswith(f"ERROR: {said}")


def test_many_broken_rules_fit_on_a_line() -> None:
    formula = formula_of(queens.GAME, DRAWN["queens"])
    with pytest.raises(AnswerError, match=r"^ERROR: row 1 has no queens;.*; row 4 has no queens; and 8 more$"):
        judged(formula, [-variable for variable in range(1, 17)])


def test_an_error_that_the_referee_cannot_see_in_a_model_is_found_by_the_clause() -> None:
    """Two numbers in one cell; the later one is right."""
    formula = formula_of(mini_sudoku.GAME, DRAWN["mini-sudoku"])
    model = [abs(literal) if abs(literal) == 7 else literal for literal in modelled(formula)]
    with pytest.raises(AnswerError, match=r"clause \d+ is broken, .*: 2 at row 2, column 1; 3 at row 2, column 1$"):
        judged(formula, model)


def test_a_formula_without_a_model_takes_none() -> None:
    board = patches_board("=2 .")
    formula = formula_of(patches.GAME, board)
    assert formula.symbols == ("nothing",)
    for model in ([1], [-1]):
        with pytest.raises(AnswerError, match=r"^ERROR: clause \d is broken"):
            judged(formula, model)


PIECES = [*"(); ", "SAT", "sat", "unsat", "c", "0", "-1", "2", "99", "model", "error", "true", "|", "\n", "\nv "]
PIECES += [
    "s SATISFIABLE",
    "define-fun ",
    "|sun at row 1, column 1|",
    " Bool",
    "() ",
    '"',
    "\\",
    "\0",
    "\u2028",
    "\ud800",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_whatever_an_answer_holds_it_is_read_or_refused_on_one_line(text: str) -> None:
    formula = formula_of(tango.GAME, DRAWN["tango"])
    try:
        answer = parsed(text, formula.symbols)
    except AnswerError as error:
        assert str(error).isprintable()  # noqa: PT017  # it may be raised or not
    else:
        assert {abs(literal) for literal in answer.literals.values()} == set(answer.literals) <= set(range(1, 17))


# The commands


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return kept(tmp_path, "board.json", json.dumps({**tango.board.to_json(DRAWN["tango"]), "id": "small"}))


def kept(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


ANSWER = "s SATISFIABLE\nv -1 2 -3 4 5 6 -7 -8\nv -9 -10 11 12 13 -14 15 -16 0\n"


def test_encode_writes_dimacs_on_standard_output(player: Player, board: Path) -> None:
    code, out, err = player("encode", board)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert player("encode", board, "--dimacs").out == out
    assert json.loads(lines[1].removeprefix("c ")) == tango.board.to_json(DRAWN["tango"])
    assert (lines[2], lines[17]) == ("c 1 = sun at row 1, column 1", "c 16 = sun at row 4, column 4")
    variables, clauses = map(int, lines[18].removeprefix("p cnf ").split())
    assert (variables, clauses) == (16, len(lines) - 19)
    assert [[*map(int, line.split())] for line in lines[19:]] == [
        [*clause, 0] for clause in tango.encoding.encode(DRAWN["tango"]).clauses
    ]


def test_encode_writes_to_a_file_or_to_standard_output_for_a_dash(
    player: Player, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = player("encode", board, "--smtlib").out
    assert "(declare-fun |sun at row 1, column 1| () Bool)\n" in formula
    file = tmp_path / "x.smt2"
    assert player("encode", board, "--smtlib", file) == (0, "", "")
    assert file.read_text(encoding="utf-8") == formula
    monkeypatch.chdir(tmp_path)
    assert player("encode", board, "--dimacs", "-") == player("encode", board)
    assert not Path("-").exists()


def test_decode_draws_the_solution_as_solve_does_and_prints_it(player: Player, board: Path, tmp_path: Path) -> None:
    code, out, err = player("decode", board, kept(tmp_path, "answer", ANSWER))
    _, solved, drawn = player("solve", board, "-v")
    assert (code, err) == (0, "")
    head, *picture, solution = out.splitlines()
    assert (head, picture) == ("Tango small: a correct solution", drawn.splitlines()[1:])
    assert json.loads(solution) == json.loads(solved)["solution"]


@pytest.mark.parametrize("stdin", ["board", "answer"])
def test_decode_reads_one_of_its_files_from_standard_input(
    player: Player, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stdin: str
) -> None:
    files = {"board": board, "answer": kept(tmp_path, "answer", ANSWER)}
    monkeypatch.setattr(sys, "stdin", io.StringIO(files[stdin].read_text(encoding="utf-8")))
    code, out, _ = player("decode", *("-" if name == stdin else file for name, file in files.items()))
    assert (code, "a correct solution" in out) == (0, True)


def test_of_several_boards_one_is_chosen_by_its_line(player: Player, tmp_path: Path) -> None:
    boards = "".join(f"\n{json.dumps(GAMES[name].board.to_json(DRAWN[name]))}\n" for name in ("queens", "tango"))
    file, answer = kept(tmp_path, "boards.jsonl", boards), kept(tmp_path, "answer", ANSWER)
    for command in (("encode", file), ("decode", file, answer)):
        code, line = player.refuses(*command)
        assert (code, line) == (65, f"{file} holds several boards: choose one, for example --line 2")
        code, line = player.refuses(*command, "--line", "3")
        assert (code, line) == (65, f"no board is on line 3 of {file}")
    assert player("encode", file, "--line", "2").out.startswith("c queens:")
    assert player("decode", file, answer, "--line", "4").out.startswith("Tango line 4: a correct solution\n")


REFUSED = {
    "wrong": (
        ANSWER.replace(" 2 ", " -2 "),
        65,
        "ERROR: row 1 has 1 sun and 3 moons; row 1 has three moons in line; column 2 has 1 sun and 3 moons",
    ),
    "unsatisfiable": (
        "s UNSATISFIABLE\n",
        65,
        "the answer is UNSAT: if the solver is right, the board has no solution",
    ),
    "unsat": ("unsat\n(error)\n", 65, "the answer is UNSAT"),
    "unknown": ("unknown\n", 75, "the answer is UNKNOWN: the solver gave up: give it more time"),
    "cut off": (ANSWER[:-20], 65, "the answer is cut off after line 3"),
    "too small": (
        "s SATISFIABLE\nv 1 2 3 0\n",
        65,
        "the answer lacks variable 4 (sun at row 1, column 4), 13 in all: is it another board's answer?",
    ),
    "too large": (
        ANSWER.replace(" 0\n", " 17 0\n"),
        65,
        "line 3 of the answer has variable 17, which the formula does not have",
    ),
    "no symbol but one": (
        "((|sun at row 1, column 1| true))",
        65,
        "the answer lacks variable 2 (sun at row 1, column 2), 15 in all",
    ),
    "another's symbol": (
        "sat\n((|queen at row 1, column 1| true))",
        65,
        "which the formula does not have: is it another board's answer?",
    ),
    "empty": ("", 65, "the answer is empty"),
    "too long": ("c\n" * 501_300, 65, "is longer than the 1002400 characters that are read"),
}


@pytest.mark.parametrize(("text", "code", "said"), REFUSED.values(), ids=REFUSED)
def test_an_answer_that_gives_no_solution_is_one_line(
    player: Player, board: Path, text: str, code: int, said: str
) -> None:
    ended, line = player.refuses("decode", board, kept(board.parent, "answer", text))
    assert (ended, said in line) == (code, True), line


def test_what_cannot_be_read_or_written_is_one_line(player: Player, board: Path, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    empty = kept(tmp_path, "empty", "")
    for arguments, code, said in (
        (["encode", tmp_path / "none"], 66, "the board file"),
        (["encode", empty], 65, f"no board is in {empty}"),
        (["encode", board, "--dimacs", tmp_path / "none" / "x"], 73, "can't be made: No such file or directory"),
        (["encode", board, "--dimacs", tmp_path], 73, "can't be made: Is a directory"),
        (["decode", board, tmp_path / "none"], 66, "the answer file"),
        (["decode", board, tmp_path], 66, "can't be read: Is a directory"),
        (["decode", board, tmp_path / "binary"], 65, "is not UTF-8 text"),
        (["decode", "-", "-"], 2, "name a file for one of them"),
        (["decode", board], 2, "Missing argument 'MODEL|-'"),
        (["encode", board, "--line", "two"], 2, "'two' is not a valid int"),
    ):
        ended, line = player.refuses(*arguments)
        assert (ended, said in line) == (code, True), line


@needs_a_full_disk
def test_a_formula_on_a_full_disk_is_74(player: Player, board: Path) -> None:
    code, line = player.refuses("encode", board, "--dimacs", FULL)
    assert (code, line) == (74, f"the formula's file {FULL} can't be written: No space left on device")


def test_standard_input_that_is_not_utf_8_is_65(player: Player, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    assert player.refuses("decode", board, "-") == (65, "standard input is not UTF-8 text: save it as UTF-8")


def test_standard_input_that_was_closed_is_66(player: Player, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    said = "standard input is closed: name a file, or give it text"
    assert player.refuses("decode", board, "-") == (66, said)


# Solvers that others wrote

Runs = Callable[[str, Path], str]


def _minisat(program: str, formula: Path) -> str:
    answer = formula.with_suffix(".answer")
    subprocess.run(
        [program, formula, answer], capture_output=True, check=False, timeout=60
    )  # 10 and 20 are its answers
    return answer.read_text(encoding="utf-8")


def _printed(*options: str) -> Runs:
    def run(program: str, formula: Path) -> str:
        done = subprocess.run([program, *options, formula], capture_output=True, text=True, check=False, timeout=60)
        return done.stdout

    return run


SOLVERS: dict[str, tuple[str, str, Runs]] = {
    "picosat": ("picosat", "--dimacs", _printed()),
    "minisat": ("minisat", "--dimacs", _minisat),
    "z3 with DIMACS": ("z3", "--dimacs", _printed("-dimacs")),
    "z3 with SMT-LIB": ("z3", "--smtlib", _printed("-smt2")),
}


def answered(solver: str, player: Player, board: Path) -> Path:
    """The answer of `solver` to the formula that `player encode` writes."""
    name, form, run = SOLVERS[solver]
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not here: apt-get install {name}")
    formula = board.with_suffix(".formula")
    assert player("encode", board, form, formula) == (0, "", "")
    return kept(board.parent, "answer", run(program, formula))


@pytest.mark.slow
@pytest.mark.parametrize("name", games_with("generate"))
@pytest.mark.parametrize("solver", SOLVERS)
def test_another_solver_finds_our_solution(player: Player, tmp_path: Path, solver: str, name: str) -> None:
    data, _ = ours(name)
    board = kept(tmp_path, "board.json", json.dumps(data))
    code, out, err = player("decode", board, answered(solver, player, board))
    assert (code, err) == (0, "")
    assert json.loads(out.splitlines()[-1]) == data["solution"]


IMPOSSIBLE = {
    "two moons in a row of two": (
        tango.GAME,
        tango_board("""
            m m
            . .
        """),
    ),
    "no square of two cells": (patches.GAME, patches_board("=2 .")),
    "a cell with a wall all around": (zip_path.GAME, zip_board("1|.|2")),
}


@pytest.mark.parametrize(("game", "drawn"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.parametrize("solver", SOLVERS)
def test_another_solver_finds_no_solution_where_there_is_none(
    player: Player, tmp_path: Path, solver: str, game: Any, drawn: Any
) -> None:
    board = kept(tmp_path, "board.json", json.dumps(game.board.to_json(drawn)))
    assert player.refuses("decode", board, answered(solver, player, board)) == (
        65,
        "the answer is UNSAT: if the solver is right, the board has no solution",
    )
