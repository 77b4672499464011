"""Each rule of Tango on a board that shows what it sees, and what it needs for that."""

import pytest

from player.explanations.entailment import follows
from player.explanations.explanation import explain, measure
from player.explanations.steps import Fact, Step
from player.games import tango
from player.games.grid import Cell
from player.games.tango.explain import Reasons
from player.games.tango.explain.rules import completion
from player.games.tango.play import State
from player.proof import prove
from tests.support.games.tango import symbols, tango_board
from tests.support.steps import first_step, given

#: Every rule is needed.
HARD = tango_board("""
    . . . . . m
    x
    .x.x. . .x.

    . . . . .xm
        x
    . . . . . .

    . .=. . . .
              =
    . . .=. s .
""")
TRIAL = """
    .=. . .

    . s . .
    =
    . . . s

    . .x. .
"""


def seen(rule: str, drawing: str) -> Step:
    """The first step that `rule` sees on a board; it is right."""
    reasoner = Reasons(tango_board(drawing))
    return first_step(reasoner, rule, given(reasoner))


def first_row(facts: tuple[Fact, ...]) -> str:
    signs = {fact.name: "s" if fact.holds else "m" for fact in facts}
    assert all(at.row == 0 for at in signs)
    return "".join(signs.get(Cell(0, col), ".") for col in range(6))


@pytest.mark.parametrize(
    ("rule", "row", "settles", "uses", "says"),
    [
        ("pair", ". s s . . .", "m..m..", ".ss...", "No third sun may stand beside the two at R1C2-3."),
        ("pair", ". . . . m m", "...s..", "....mm", "No third moon may stand beside the two at R1C5-6."),
        ("sandwich", ". m . m . .", "..s...", ".m.m..", "between the two at R1C2 and R1C4."),
        ("sign", ". . s=. . .", "...s..", "..s...", "equal sign makes R1C4 a sun, like R1C3."),
        ("sign", ". . .xs . .", "..m...", "...s..", "makes R1C3 a moon, unlike R1C4."),
        ("count", "s . s . . s", ".m.mm.", "s.s..s", "Row 1 has all its suns, so the rest are moons."),
        ("equal pair", ". .=. s . .", ".mm...", "...s..", "can't be two suns beside the one at R1C4."),
        ("equal pair", ". m .=. . .", "..ss..", ".m....", "The equal pair R1C3-4 can't"),
        ("one for each", "s . .x. . s", ".m..m.", "s....s", "in R1C3-4 (a cross): the rest are moons."),
        ("one for each", "s . m . . s", "....m.", "s....s", "one more sun, in R1C2-4 (else three moons):"),
        ("one for each", "m .x. .x. .", ".....s", "m.....", "one in R1C2-3 (a cross) and one in"),
        ("no room for equals", "s . s . .=.", "....mm", "s.s...", "Row 1 needs one more sun: too few for the equal"),
        ("no room for equals", "s .x. . .=.", "....mm", "s.....", "one in R1C2-3 (a cross): too few"),
        ("filling the line", "s . .x.=. .", ".m....", "s.....", "With a sun at R1C2, row 1 can't"),
    ],
)  # fmt: skip
def test_a_rule_settles_what_it_sees_by_what_it_needs(rule: str, row: str, settles: str, uses: str, says: str) -> None:
    step = seen(rule, row + "\n. . . . . ." * 5)
    assert step.rule == rule
    assert (first_row(step.settles), first_row(step.uses)) == (settles, uses)
    assert says in step.says


def test_columns_are_seen_as_rows_are() -> None:
    step = seen(
        "count",
        """
        m . . .
        s . . .
        . . . .
        s . . .
    """,
    )
    assert step.says == "Column 1 has all its suns, so the rest are moons."
    assert step.settles == (Fact(Cell(2, 0), holds=False),)


def test_a_sign_that_filling_a_line_does_not_need_is_not_named() -> None:
    step = seen("filling the line", "s . .x.=. ." + "\n. . . . . ." * 5)
    assert [str(premise) if not isinstance(premise, tuple) else premise[2] for premise in step.because] == [
        "row 1",
        "equal",
    ]


def test_a_trial_ends_in_a_cell_that_is_both() -> None:
    step = seen("trial", TRIAL)
    assert step.says == "A sun at R1C4 would in 5 steps make R4C1 both a sun and a moon."
    assert step.settles == (Fact(Cell(0, 3), holds=False),)


@pytest.mark.full
def test_a_board_that_needs_every_rule_is_explained_without_a_proof() -> None:
    solution = prove(tango.GAME, HARD).solution
    explanation = explain(tango.GAME, HARD, solution)
    assert set(explanation.rules) == {rule.name for rule in explanation.reasoner.rules}
    assert measure(tango.GAME, HARD).level == "hard"
    settled = [fact for step in explanation.steps for fact in step.settles]
    assert len(settled) == len(set(settled))
    assert {*settled, *explanation.reasoner.given()} == set(explanation.reasoner.wanted(solution))
    assert max(len(step.says) for step in explanation.steps) <= 160


@pytest.mark.full
def test_without_its_premises_a_step_does_not_follow() -> None:
    reasoner = Reasons(HARD)
    for step in explain(tango.GAME, HARD, prove(tango.GAME, HARD).solution).steps:
        if step.because:
            assert not follows(reasoner, (), step.uses, step.settles)


def test_a_long_line_is_completed_without_trying_all_ways() -> None:
    line = (True, *[None] * 30, True)
    way = completion(line, (None,) * 31, 16)
    assert way is not None
    assert way.count(True) == 16
    assert completion(line, (None,) * 31, 10) is None


def test_of_what_stands_on_a_page_the_wrong_is_told_apart() -> None:
    board = tango_board("s .\n. .")
    solution = symbols("s m\nm s")
    standing = Reasons(board).standing(State(symbols("s s\nm .")), solution)
    assert standing.facts == (Fact(Cell(0, 0)), Fact(Cell(1, 0), holds=False))
    assert standing.wrong == (Cell(0, 1),)
