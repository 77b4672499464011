"""Explanations end after a counted amount of work, and keep the steps that they have."""

import json
import re
import signal
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from player.boards.generation import generate
from player.demo.coach import Coach
from player.explanations import explanation as module
from player.explanations import steps as budget_module
from player.explanations.entailment import follows, shortest
from player.explanations.explanation import SEARCH, explain, measure, steps
from player.explanations.steps import Budget, Fact, Known, Reasoner, Rule, SpentError, Step, spend
from player.games import GAMES, queens
from player.proof import prove
from player.sat import solver
from player.sat.cnf import CNF, Clause
from tests.support.commands import Player
from tests.support.games.queens import FIVE as BOARD
from tests.support.games.shared import games_with
from tests.support.steps import given, steps_of

SOLUTION = prove(queens.GAME, BOARD).solution


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(queens.board.to_json(BOARD)), encoding="utf-8")
    return file


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """No budget suffices for a fourth step."""
    made, real = list[Step](), module._next

    def limited(reasoner: Reasoner, now: Known, still_open: Sequence[Fact], budget: Budget, _: None) -> Step | None:
        step = real(reasoner, now, still_open, budget, None) if len(made) < 3 else None
        made.extend([step] if step else [])
        return step

    monkeypatch.setattr(module, "_next", limited)


# Counted work


def test_work_is_limited_in_each_part_and_in_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "STEP_WORK", 10)
    monkeypatch.setattr(budget_module, "WHOLE_WORK", 25)
    budget = Budget()
    for _ in range(2):
        with budget.part():
            spend(10)
    with pytest.raises(SpentError), budget.part():
        spend(6)
    spend(1_000)  # outside nothing is counted
    with Budget(effort=2).part():
        spend(20)


def test_a_counted_search_finds_the_same_and_ends_if_its_count_is_refused() -> None:
    cnf = CNF([(1, 2), (-1, -2), (2, 3)], names=("a", "b", "c"))
    counted: list[int] = []
    found = solver.counted_models(cnf, 10, counted.append)
    assert sorted(map(tuple, found)) == sorted(map(tuple, solver.models(cnf, 10)))
    assert counted[0] == 3

    def refuse(_units: int) -> None:
        raise SpentError

    with pytest.raises(SpentError):
        solver.counted_models(cnf, 1, refuse)


def test_a_search_that_takes_long_is_counted_by_its_propagations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "FIRST_PROPAGATIONS", 50)
    clauses = _crowded().clauses
    counted: list[int] = []
    assert solver.counted_models(_crowded(), 1, counted.append) == []
    assert counted[:8] == [len(clauses), 10, len(clauses), 10, len(clauses), 20, len(clauses), 20]


def test_a_counted_search_lasts_as_long_as_its_proof_and_numbers_the_variables_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Slices are too short for the proof, and so are the first limits; each limit is tried with two numberings."""
    monkeypatch.setattr(solver, "FIRST_PROPAGATIONS", 50)
    monkeypatch.setattr(solver, "SLICE_PROPAGATIONS", 100)
    numberings: list[int] = []
    work: list[int] = []

    def numbers(clauses: list[Clause], turn: int) -> list[int] | None:
        numberings.append(turn)
        return real(clauses, turn)

    def spend(units: int) -> None:
        work.append(units)
        if sum(work) > 1_000_000:
            raise SpentError

    real = solver._numbers
    monkeypatch.setattr(solver, "_numbers", numbers)
    assert solver.counted_models(_crowded(), 1, spend) == []
    assert numberings == list(range(len(numberings)))
    assert len(numberings) > 4


def _crowded() -> CNF:
    """Return the formula of seven pigeons in six holes, one in each."""
    holes, pigeons = range(6), range(7)
    names = [(pigeon, hole) for pigeon in pigeons for hole in holes]
    number = {name: variable for variable, name in enumerate(names, start=1)}
    clauses = [tuple(number[pigeon, hole] for hole in holes) for pigeon in pigeons]
    clauses += [(-number[a, hole], -number[b, hole]) for hole in holes for a, b in combinations(pigeons, 2)]
    return CNF(clauses, names=names)


def test_a_proof_without_work_names_what_it_could_not_leave_out_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)
    wanted = reasoner.wanted(SOLUTION)
    monkeypatch.setattr(budget_module, "STEP_WORK", 3_000)
    with Budget().part():
        hasty = shortest(reasoner, {}, wanted)
    patient = shortest(reasoner, {}, wanted)
    assert len(hasty.because) > len(patient.because)
    assert follows(reasoner, hasty.because, hasty.uses, hasty.settles)


#: For each game its rule that supposes something.
SUPPOSING = {
    "mini-sudoku": "trial",
    "patches": "look ahead",
    "queens": "chain",
    "tango": "trial",
    "zip": "look ahead",
}


@pytest.mark.parametrize("name", SUPPOSING)
def test_the_rules_of_every_game_that_suppose_something_count_their_work(name: str) -> None:
    game = GAMES[name]
    reasoner = game.reasoner(game.board.from_json(generate(name, 6, 1)))
    budget = Budget(effort=1e-6)
    with pytest.raises(SpentError), budget.part():
        list(steps_of(reasoner, SUPPOSING[name], given(reasoner)))


# The rest by search


@pytest.mark.parametrize("name", games_with("explain"))
def test_without_work_the_whole_board_is_left_to_the_search(name: str) -> None:
    game = GAMES[name]
    board = game.board.from_json(generate(name, 6, 3))
    solution = prove(game, board).solution
    found = explain(game, board, solution, effort=1e-6)
    (step,) = found.steps
    assert (step.rule, step.proved, found.rules[SEARCH]) == (SEARCH, True, 1)
    given = set(found.reasoner.given())
    assert {*step.settles} == {fact for fact in found.reasoner.wanted(solution) if fact not in given}
    assert follows(found.reasoner, step.because, step.uses, step.settles)


def test_a_rule_that_takes_too_much_work_is_left_for_a_proof() -> None:
    reasoner = GAMES["queens"].reasoner(BOARD)

    def endless(_known: Known) -> list[Step]:
        while True:
            spend(1_000)

    reasoner.rules = (Rule("endless", 1, endless),)
    first, second, *_ = steps(reasoner, SOLUTION)
    assert (first.rule, second.rule) == ("proof", "proof")


@pytest.mark.usefixtures("three")
def test_the_steps_before_the_search_are_kept_and_the_search_settles_the_rest(player: Player, board: Path) -> None:
    code, out, err = player("explain", board, "--json", "-")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert [step["rule"] == SEARCH for step in data["steps"]] == [False, False, False, True]
    assert data["steps"][-1]["says"].startswith("From here on by search: ")
    placed = [mark["cells"][0] for step in data["steps"] for mark in step["settles"] if mark["mark"] == "queen"]
    assert sorted(placed) == [list(queen) for queen in SOLUTION]
    assert (data["rating"], data["difficulty"]["number"] >= 6) == ("hard", True)


def test_the_effort_multiplies_the_work(player: Player, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "WHOLE_WORK", 1_500)
    assert json.loads(player("explain", board, "--json", "-").out)["steps"][-1]["rule"] == SEARCH
    patient = json.loads(player("explain", board, "--json", "-", "--effort", "1000").out)
    assert SEARCH not in patient["rules"]
    assert player.refuses("explain", board, "--effort", "0")[0] == 2


@pytest.mark.usefixtures("three")
def test_the_coach_takes_one_move_of_the_search_at_a_time() -> None:
    coach = Coach(queens.GAME, BOARD)
    seen: list[Fact] = []
    state = ["empty"] * BOARD.size**2
    for _ in SOLUTION:
        step = coach.advise(tuple(state)).steps[-1]
        (queen,) = (fact for fact in step.settles if fact.holds)
        seen.append(queen)
        state[queen.name.row * BOARD.size + queen.name.col] = "queen"
    assert sorted(fact.name for fact in seen) == sorted(SOLUTION)
    assert step.rule == SEARCH


# Signals and the deadline


@pytest.fixture
def stopped_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A signal comes after two steps of each board."""

    def stop(signum: int) -> None:
        real = module._next
        made = 0

        def limited(reasoner: Reasoner, now: Known, still_open: Sequence[Fact], budget: Budget, _: None) -> Step | None:
            nonlocal made
            made += 1
            if made == 3:
                signal.raise_signal(signum)
            return real(reasoner, now, still_open, budget, None)

        monkeypatch.setattr(module, "_next", limited)

    return stop


class End(NamedTuple):
    signum: int
    code: int
    says: str


INTERRUPTED = End(signal.SIGINT, 130, "stopped by SIGINT")
#: The alarm of the deadline.
LATE = End(signal.SIGALRM, 75, "the deadline of 300 s is over: give more with --deadline SECONDS")
ENDS = pytest.mark.parametrize("end", [INTERRUPTED, LATE], ids=["interrupted", "late"])


@pytest.mark.slow
@ENDS
def test_what_stops_an_explanation_leaves_its_first_steps(
    player: Player, board: Path, stopped_by: Callable[[int], None], end: End
) -> None:
    stopped_by(end.signum)
    page, lines = board.with_name("page.html"), board.with_name("steps.jsonl")
    ended = player("explain", board, "--html", page, "--json", lines)
    assert (ended.code, ended.err) == (end.code, f"player: {end.says}\n")
    assert "\n  2 " in ended.out
    assert "\n  3 " not in ended.out
    assert ended.out.endswith("\nstopped after 2 steps\n")
    assert str(measure(queens.GAME, BOARD)) not in ended.out
    assert page.read_text(encoding="utf-8").count("<figure ") == 3
    assert end.says in page.read_text(encoding="utf-8")
    data = json.loads(lines.read_text(encoding="utf-8"))
    assert (len(data["steps"]), data["stopped"], "difficulty" in data) == (2, end.says, False)


@pytest.mark.slow
@ENDS
def test_of_many_boards_those_before_are_counted(
    player: Player, board: Path, stopped_by: Callable[[int], None], end: End
) -> None:
    board.write_text(f"{board.read_text(encoding='utf-8')}\n" * 2, encoding="utf-8")
    stopped_by(end.signum)
    ended = player("explain", board)
    assert (ended.code, ended.err) == (end.code, f"player: {end.says}\n")
    assert ended.out.splitlines() == ["Queens line 1: 2 steps", "1 board: 1 begun"]


@pytest.mark.slow
@ENDS
def test_a_drawing_with_steps_has_the_first_ones(
    player: Player, board: Path, stopped_by: Callable[[int], None], end: End
) -> None:
    stopped_by(end.signum)
    page = board.with_name("page.html")
    ended = player("draw", board, "--numbered", "--html", page)
    assert (ended.code, ended.err) == (end.code, f"player: {end.says}\n")
    (steps_shown,) = re.findall("<ol>(.*?)</ol>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert steps_shown.count("<li>") == 2
