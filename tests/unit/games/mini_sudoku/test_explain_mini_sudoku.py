"""Each rule of Mini Sudoku on a board that shows what it sees, and what it needs for that."""

from collections.abc import Iterable

import pytest

from player.explanations.entailment import follows
from player.explanations.explanation import explain, measure
from player.explanations.steps import Fact, Step
from player.games import mini_sudoku
from player.games.grid import Cell
from player.games.mini_sudoku.explain import Reasons
from player.proof import prove
from tests.support.games.mini_sudoku import TRIAL, sudoku_board, sudoku_rows, sudoku_state
from tests.support.steps import first_step, given


def seen(rule: str, drawing: str) -> Step:
    """The first step that `rule` sees on a board; it is right."""
    reasoner = Reasons(sudoku_board(drawing))
    return first_step(reasoner, rule, given(reasoner))


def written(facts: Iterable[Fact]) -> str:
    """Each fact as its number and its row and column from 1, with a bar before what is not so."""
    return " ".join(f"{'' if holds else '-'}{number}@{at.row + 1}{at.col + 1}" for (at, number), holds in sorted(facts))


BOX = "the box at the top left"


@pytest.mark.parametrize(
    ("rule", "board", "settles", "uses", "says"),
    [
        (
            "full house",
            ("1 . 3 | . . . \n 4 5 6 | . . .", ". . . | . . . \n . . . | . . ."),
            "2@12",
            "1@11 3@13 4@21 5@22 6@23",
            "The box at the top left lacks only the 2.",
        ),
        (
            "hidden single",
            (". . . | . . . \n . . . | . . 4", ". 4 . | . . . \n 4 . . | . . ."),
            "4@13",
            "4@26 4@52 4@61",
            f"The 4 of {BOX} fits only at R1C3: the other cells are filled, or see a 4.",
        ),
        (
            "naked single",
            (". . . | 1 . 2 \n . 3 . | . . .", ". . 4 | . . . \n . . 5 | . . ."),
            "6@13",
            "1@14 2@16 3@22 4@53 5@63",
            "Only 6 fits at R1C3: it sees all others.",
        ),
        (
            "pointing",
            (". . . | . . . \n 1 . 3 | 4 . .", ". . . | . . . \n . 2 . | . . ."),
            "-2@14 -2@15 -2@16",
            "1@21 3@23 2@62",
            f"The 2 of {BOX} must lie in row 1: no other cell there holds a 2.",
        ),
        (
            "claiming",
            (". . . | 1 2 3 \n . . . | . . .", ". . . | . . . \n . . . | . . ."),
            "-4@21 -4@22 -4@23",
            "1@14 2@15 3@16",
            f"The 4 of row 1 must lie in {BOX}: no other cell there holds a 4.",
        ),
        (
            "naked pair",
            (". . 1 | 2 3 . \n . . . | . . .", ". 4 . | . . . \n 4 . . | . . ."),
            "-5@16 -6@16 -5@21 -6@21 -5@22 -6@22 -5@23 -6@23",
            "1@13 2@14 3@15 4@52 4@61",
            "R1C1-2 share 5 and 6: a cell that sees both holds neither.",
        ),
        (
            "hidden pair",
            (". . . | . . . \n . . . | 5 6 .", ". . 5 | . . . \n . . 6 | . . ."),
            "-1@11 -2@11 -3@11 -4@11 -1@12 -2@12 -3@12 -4@12",
            "5@24 6@25 5@53 6@63",
            f"The 5 and 6 of {BOX} share R1C1-2, which hold nothing else.",
        ),
        (
            "naked triple",
            (". . . | . . . \n 1 2 3 | . . .", ". . . | . . . \n . . . | . . ."),
            "-4@14 -5@14 -6@14 -4@15 -5@15 -6@15 -4@16 -5@16 -6@16",
            "1@21 2@22 3@23",
            "R1C1-3 share 4, 5 and 6: a cell that sees all 3 holds none",
        ),
        (
            "hidden triple",
            (". . . | . . . \n . . . | 4 5 6", ". . . | . . . \n . . . | . . ."),
            "-1@11 -2@11 -3@11 -1@12 -2@12 -3@12 -1@13 -2@13 -3@13",
            "4@24 5@25 6@26",
            "The 4, 5 and 6 of the box at the top left share R1C1-3",
        ),
    ],
)
def test_a_rule_settles_what_it_sees_by_what_it_needs(
    rule: str, board: tuple[str, str], settles: str, uses: str, says: str
) -> None:
    step = seen(rule, "\n---\n".join([board[0], ". . . | . . . \n . . . | . . .", board[1]]))
    assert step.rule == rule
    assert (written(step.settles), written(step.uses)) == (settles, uses)
    assert says in step.says


SINGLES = sudoku_board("""
    . 4 6 | . . .
    2 . . | . . .
    -------------
    . 3 . | 1 . .
    . . 4 | . 3 .
    -------------
    . . . | . 4 .
    . 2 . | 5 . .
""")


def test_a_trial_says_what_would_be_left_without_a_place() -> None:
    explanation = explain(mini_sudoku.GAME, TRIAL, prove(mini_sudoku.GAME, TRIAL).solution)
    trial = next(step for step in explanation.steps if step.rule == "trial")
    assert trial.says == "A 3 at R1C5 would in 3 steps leave no place for the 1 in the box at the middle right."


def test_singles_alone_are_easier_than_a_trial() -> None:
    explanation = explain(mini_sudoku.GAME, SINGLES, prove(mini_sudoku.GAME, SINGLES).solution)
    assert set(explanation.rules) == {"full house", "hidden single", "naked single"}
    assert measure(mini_sudoku.GAME, SINGLES) < measure(mini_sudoku.GAME, TRIAL)


def test_what_a_number_shuts_out_where_it_is_seen_follows_from_it_alone() -> None:
    reasoner = Reasons(SINGLES)
    one = Fact((Cell(0, 0), 1))
    for name in ((Cell(0, 0), 2), (Cell(0, 5), 1), (Cell(5, 0), 1), (Cell(1, 2), 1)):
        assert follows(reasoner, (), [one], [Fact(name, holds=False)])
    assert not follows(reasoner, (), [one], [Fact((Cell(2, 1), 1), holds=False)])


def test_without_its_premises_or_what_it_uses_no_step_follows() -> None:
    reasoner = Reasons(SINGLES)
    for step in explain(mini_sudoku.GAME, SINGLES, prove(mini_sudoku.GAME, SINGLES).solution).steps:
        assert not follows(reasoner, (), step.uses, step.settles)
        for fact in step.uses:
            fewer = [other for other in step.uses if other != fact]
            assert not follows(reasoner, step.because, fewer, step.settles)


def test_boxes_that_are_rows_are_called_rows() -> None:
    board = mini_sudoku.board.Board((1, 2), ((1, 0), (0, 0)))
    first = explain(mini_sudoku.GAME, board, sudoku_rows("1 2 \n 2 1")).steps[0]
    assert first.says == "Row 1 lacks only the 2."


def test_few_clauses_hold_a_step_of_a_large_board() -> None:
    reasoner = Reasons(mini_sudoku.board.Board((5, 5), ((0,) * 25,) * 25))
    assert len(reasoner.theory([*reasoner.premises][:1]).cnf.clauses) < 5_000


def test_of_what_stands_on_a_page_the_wrong_is_told_apart() -> None:
    board = sudoku_board("1 . | . . \n . . | . . \n ----- \n . . | . . \n . . | . .")
    solution = sudoku_rows("1 2 3 4 \n 3 4 1 2 \n 2 1 4 3 \n 4 3 2 1")
    standing = Reasons(board).standing(sudoku_state("1 3 . . \n 3 . . . \n . . . . \n . . . ."), solution)
    assert standing.facts == (Fact((Cell(0, 0), 1)), Fact((Cell(1, 0), 3)))
    assert standing.wrong == (Cell(0, 1),)
