"""Tango boards whose rows all differ, and columns: Binairo."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from player.boards.generation import generate
from player.errors import BoardError
from player.explanations.entailment import follows
from player.explanations.explanation import explain
from player.explanations.steps import Fact
from player.games import tango
from player.games.grid import Cell
from player.games.tango import GAME, encoding
from player.games.tango.explain import Reasons
from player.games.tango.explain.rules import Pair, unlike
from player.proof import prove
from player.sat import solver
from tests.support.games.tango import symbols, tango_board, tango_boards, tango_solutions

#: A grid without three alike, whose rows 1 and 3 are equal, and whose columns 1 and 3 are.
EQUAL = symbols("""
    s m s m
    m s m s
    s m s m
    m s m s
""")


def test_distinct_survives_json_and_is_off_by_default() -> None:
    board = tango.board.Board(4, distinct=True)
    assert tango.board.to_json(board)["distinct"] is True
    assert tango.board.from_json(tango.board.to_json(board)) == board
    assert "distinct" not in tango.board.to_json(tango.board.Board(4))
    assert tango.board.from_json({"size": 4}) == tango.board.Board(4)


def test_distinct_is_true_or_false() -> None:
    with pytest.raises(BoardError, match="'distinct' must be true or false, not 1"):
        tango.board.from_json({"size": 4, "distinct": 1})


def test_the_referee_names_equal_lines_of_a_distinct_board_only() -> None:
    assert tango.board.check(tango.board.Board(4), EQUAL) == []
    assert tango.board.check(tango.board.Board(4, distinct=True), EQUAL) == [
        f"{kind} {one} and {kind} {other} are equal" for kind in ("row", "column") for one, other in ((1, 3), (2, 4))
    ]


def test_unfinished_lines_are_not_called_equal() -> None:
    started = ("empty",) * 16
    assert not any("equal" in broken for broken in tango.board.check(tango.board.Board(4, distinct=True), started))


# The formula


@pytest.mark.slow
@pytest.mark.parametrize("uncut", [encoding.MAX_UNCUT_SIDE, 0], ids=["clauses", "cuts"])
# The patch holds for all examples of a test.
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=tango_boards())
def test_the_formula_has_the_solutions_that_a_search_finds(
    monkeypatch: pytest.MonkeyPatch, uncut: int, board: tango.board.Board
) -> None:
    monkeypatch.setattr(encoding, "MAX_UNCUT_SIDE", uncut)
    board = replace(board, distinct=True)
    right = sorted(tango_solutions(board))
    for coding in (GAME.encoding, GAME.whole_encoding):
        formula = coding.encode(board)
        assert sorted(coding.decode(board, formula.facts(model)) for model in solver.models(formula, 1_000)) == right


@pytest.mark.parametrize(("size", "grids"), [(2, 2), (4, 72)])
def test_all_distinct_grids_are_counted(size: int, grids: int) -> None:
    """The first numbers of OEIS A253316."""
    assert len(solver.models(encoding.encode(tango.board.Board(size, distinct=True)), 100)) == grids


# Explained

UNFINISHED = replace(
    tango_board("""
        s m s m m s

        s m . m . s

        . . . . . .

        . . . . . .

        . . . . . .

        . . . . . .
    """),
    distinct=True,
)


def test_a_line_that_is_equal_so_far_must_differ_where_it_is_open() -> None:
    reasons = Reasons(UNFINISHED)
    known = {fact.name: fact.holds for fact in reasons.given()}
    pair = next(premise for premise in reasons.premises if isinstance(premise, Pair))
    (step,) = unlike(pair, known)
    assert step.says == "Row 2 must differ from row 1, which it matches so far."
    assert set(step.settles) == {Fact(Cell(1, 2), holds=False), Fact(Cell(1, 4))}
    assert follows(reasons, step.because, step.uses, step.settles)
    assert not follows(reasons, [one for one in step.because if one != pair], step.uses, step.settles)
    assert not follows(reasons, [pair], step.uses, step.settles)


def test_lines_that_differ_already_say_nothing() -> None:
    reasons = Reasons(UNFINISHED)
    known = {fact.name: fact.holds for fact in reasons.given()} | {Cell(1, 0): False}
    assert not list(unlike(next(one for one in reasons.premises if isinstance(one, Pair)), known))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.full
def test_a_distinct_board_is_explained_to_the_end(seed: int) -> None:
    board = tango.board.from_json(generate("tango", 8, seed, distinct=True))
    solution = prove(tango.GAME, board).solution
    explanation = explain(tango.GAME, board, solution)
    settled = {fact for step in explanation.steps for fact in step.settles} | set(explanation.reasoner.given())
    assert settled == set(explanation.reasoner.wanted(solution))
