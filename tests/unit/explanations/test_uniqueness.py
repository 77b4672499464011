"""Steps that rest on the uniqueness of the solution: off by default, last but for suppositions, and each checked."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import player as library
from player.boards.board_json import board_of
from player.explanations.entailment import clauses_of, follows
from player.explanations.explanation import explain, lit
from player.explanations.steps import Fact, Reasoner, Step, by_rule
from player.explanations.uniqueness import RULE, Uniqueness, exchanged
from player.files import BOARDS
from player.games.grid import Cell
from player.proof import prove
from player.sat import solver
from tests.support.commands import Player
from tests.support.games.shared import games_with

SUDOKU = {
    "game": "mini-sudoku",
    "box": [3, 3],
    "givens": [
        [0, 0, 0, 0, 5, 0, 0, 0, 0],
        [5, 0, 0, 0, 9, 0, 0, 4, 0],
        [0, 4, 0, 1, 0, 2, 0, 0, 6],
        [0, 5, 0, 0, 6, 0, 0, 1, 9],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 3, 0, 2, 0, 5],
        [0, 6, 5, 0, 0, 3, 0, 0, 1],
        [0, 0, 2, 8, 0, 7, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 0, 8, 0],
    ],
}
TANGO = json.loads((BOARDS / "tango.jsonl").read_text(encoding="utf-8").splitlines()[5])


@pytest.fixture(
    scope="module",
    params=[pytest.param(SUDOKU, marks=[pytest.mark.full, pytest.mark.more]), TANGO],
    ids=["sudoku", "tango"],
)
def found(request: pytest.FixtureRequest) -> tuple[Reasoner, Any, tuple[Step, ...]]:
    """The reasoner of a board, its solution, and the steps of its explanation with steps by uniqueness."""
    game, board = board_of(request.param)
    solution = prove(game, board).solution
    explanation = explain(game, board, solution, unique=True)
    return explanation.reasoner, solution, explanation.steps


def states(reasoner: Reasoner, steps: tuple[Step, ...]) -> Iterator[tuple[dict[Any, bool], Step]]:
    """Yield each step by uniqueness with what is known before it."""
    known = {fact.name: fact.holds for fact in reasoner.given()}
    for step in steps:
        if step.rule == RULE:
            yield dict(known), step
        known |= {fact.name: fact.holds for fact in step.settles}


@pytest.mark.parametrize("name", games_with("explain"))
@pytest.mark.full
def test_without_it_explanations_are_as_before(name: str) -> None:
    for line in (BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[:3]:
        game, board = board_of(json.loads(line))
        solution = prove(game, board).solution
        plain = explain(game, board, solution)
        assert RULE not in plain.rules
        if not any(step.supposed or step.proved for step in plain.steps):
            assert explain(game, board, solution, unique=True) == plain


def named_in(says: str) -> Iterator[Cell]:
    """Yield the cells that a sentence names, those of runs and blocks too."""
    for one in re.finditer(r"R(\d+)(?:-(\d+))?C(\d+)(?:-(\d+))?", says):
        top, bottom, left, right = (
            int(number or one[group]) for number, group in zip(one.groups(), (1, 1, 3, 3), strict=True)
        )
        yield from (Cell(row - 1, col - 1) for row in range(top, bottom + 1) for col in range(left, right + 1))


@pytest.mark.more
def test_such_a_step_says_what_it_is(found: tuple[Reasoner, Any, tuple[Step, ...]]) -> None:
    named = [step for step in found[2] if step.rule == RULE]
    assert named
    for step in named:
        assert "would make a second solution, but the board has only one: " in step.says
        assert step.exchanged
        assert not step.proved
        cells = {cell for fact in exchanged(found[0], step) for cell in found[0].mark(fact).cells}
        assert len(cells) >= 4
        assert cells <= {*lit(found[0], step)}
        assert cells <= set(named_in(step.says))


def test_it_is_used_only_if_nothing_easier_applies(found: tuple[Reasoner, Any, tuple[Step, ...]]) -> None:
    reasoner, solution, steps = found
    for known, _ in states(reasoner, steps):
        easiest = next((one for _, found in by_rule(reasoner, known) for one in found), None)
        assert easiest is None or easiest.supposed
    settled = {fact for step in steps for fact in step.settles}
    assert {*reasoner.wanted(solution)} <= settled | {*reasoner.given()}


def test_each_solution_with_the_supposition_has_a_twin(found: tuple[Reasoner, Any, tuple[Step, ...]]) -> None:
    """Without most of what is known there are many: in each, the exchange breaks no clause of the board."""
    reasoner, _, steps = found
    for known, step in states(reasoner, steps):
        (settled,) = step.settles
        assert follows(reasoner, reasoner.premises, reasoner.given(), [settled])
        assert settled.name not in known
        theory = reasoner.theory(reasoner.premises)
        supposed = Fact(settled.name, not settled.holds)
        stated = [clause for fact in (*step.uses, supposed) for clause in clauses_of(theory, fact)]
        names = range(1, max(abs(one) for clause in theory.cnf.clauses for one in clause) + 1)
        cnf = replace(theory.cnf, clauses=[*theory.cnf.clauses, *stated], names=names)
        models = [{*model} for model in islice(solver.models(cnf, 30), 30)]
        assert models
        given = [clause for fact in reasoner.given() for clause in clauses_of(theory, fact)]
        for model in models:
            assert model.issuperset(step.exchanged)
            twin = model.difference(step.exchanged) | {-literal for literal in step.exchanged}
            assert all(not twin.isdisjoint(clause) for clause in theory.cnf.clauses)
            assert all(clause[0] in twin or clause[0] not in model for clause in given)


def test_an_unsound_step_is_refused(found: tuple[Reasoner, Any, tuple[Step, ...]]) -> None:
    reasoner, solution, steps = found
    uniqueness = Uniqueness(reasoner, solution)
    known, step = next(states(reasoner, steps))
    uniqueness.require(known, step)
    (settled,) = step.settles
    for wrong in (
        replace(step, exchanged=step.exchanged[:-1]),  # breaks a rule
        replace(step, exchanged=()),
        replace(step, settles=(Fact(settled.name, not settled.holds),)),  # does not hold
        replace(step, uses=tuple(Fact(name, holds) for name, holds in known.items())),  # contradicts by itself
        replace(step, uses=(*step.uses, Fact(settled.name, settled.holds))),  # is not known
    ):
        with pytest.raises(AssertionError, match="says what does not follow"):
            uniqueness.require(known, wrong)


def test_a_board_with_two_solutions_has_no_such_step() -> None:
    game, board = board_of({**SUDOKU, "givens": [[0] * 9, *SUDOKU["givens"][1:]]})
    proof = prove(game, board)
    assert proof.solutions == 2
    reasoner = game.reasoner(board)
    known = {fact.name: fact.holds for fact in reasoner.given()}
    assert Uniqueness(reasoner, proof.found[0]).step(known) is None


@pytest.mark.full
def test_people_programs_and_the_library_get_it_if_they_ask(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    player = Player(capsys)
    (file := tmp_path / "board.json").write_text(json.dumps(TANGO), encoding="utf-8")
    plain, unique = (player("explain", file, *more).out for more in ((), ("--unique",)))
    assert (f" {RULE}: " in plain, f" {RULE}: " in unique) == (False, True)
    assert plain.splitlines()[-1].partition(":")[0] == unique.splitlines()[-1].partition(":")[0]  # the difficulty
    file.write_text(f"{json.dumps(TANGO)}\n" * 2, encoding="utf-8")
    records = [json.loads(line) for line in player("explain", file, "--unique", "--json", "-").out.splitlines()]
    assert [record["rules"][RULE] for record in records] == [1, 1]
    assert RULE in library.explain(TANGO, unique=True).rules
    assert RULE not in library.explain(TANGO).rules
