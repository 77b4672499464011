"""The steps on Zip boards, their sentences, and that they follow; and the state of a half-drawn path."""

from functools import cache
from itertools import pairwise

import pytest

from player.explanations.entailment import follows
from player.explanations.explanation import Explanation, explain, measure
from player.explanations.steps import Fact, by_rule
from player.games import zip_path as game
from player.games.grid import Cell, between
from player.games.zip_path.explain import Number, Reasons
from player.proof import prove
from tests.support.games.zip_path import path, zip_board
from tests.support.steps import steps_of

CORRIDOR = """
    . . .|. .
      -
    . 3|.|6|.
    -     -
    1|.|4 5|.
        -
    .|. .|.|.
      -
    . . 2|. .
"""
LOOPS = """
    . . 4 . .
      - -
    3 . .|.|.
      -
    . .|. .|.
        - -
    . .|. .|.
    1 2 . . .
"""
ENDS = """
    . . . . .
      -   -
    . . .|4 .
      -
    . . . . .
      -
    3|2 . . .
          -
    . . . . 1
"""
ORDER = """
    . . 3 . 6
    . 1 . 5 .
    . . . 2 4
    . . . . .
    . . . . .
"""
PARTS = """
    . . . . 7
    . 5 . . 3
    6 . . 4 .
    . . . 1 .
    . 2 . . .
"""
APART = """
    . . . . 1
    . 7 . 2 .
    . . 3 4 .
    . . 6 . .
    . . . . 5
"""
DEAD = """
    . . . . .
    . 6 . 2 .
    1 . 4 3 .
    . . . . .
    . . . 5 .
"""
FAR = """
    1 . 6 . 5
    . . 4 . .
    . . . 3 .
    . . . 2 .
    . . . . .
"""

SAID = {
    "R1C1 has only two ways left, and the path takes both; 6 more lines follow.": ("forced edges", CORRIDOR),
    "Number 1 at R3C1 has only one way left; 5 more lines follow.": ("forced edges", CORRIDOR),
    "From R3C3 the path has only one way on; one more line follows.": ("forced edges", CORRIDOR),
    "From R4C1 the path has only one way on: another way would close a loop.": ("closed loops", LOOPS),
    "Number 4 at R2C4 has only one way left: another way would end the path before it fills the grid.": (
        "closed loops",
        ENDS,
    ),
    "R3C4 has only two ways left, and the path takes both: another way would join 2 to 5.": (
        "numbers out of order",
        ORDER,
    ),
    "If the path ran between R1C2 and R2C2, R2C1 would be a dead end.": ("dead ends", DEAD),
    "If the path ran between R1C3 and R2C3, only R3C2 would lead to R1-2C1-2 and R3C1.": (
        "cut off",
        PARTS,
    ),
    "If the path did not run between R3C3 and R3C4, no way would lead from 3 to 4.": (
        "numbers cut off",
        APART,
    ),
    "If the path did not run between R3C5 and R4C5, 2 more lines would follow, and R2C5 would be a dead end.": (
        "look ahead",
        APART,
    ),
    "If the path ran between R2C2 and R3C2, 4 more lines would follow, and R4C2 would be a dead end.": (
        "look far ahead",
        FAR,
    ),
}


@cache
def explained(drawing: str) -> Explanation:
    board = zip_board(drawing)
    return explain(game.GAME, board, prove(game.GAME, board).solution)


def along(drawing: str) -> list[Fact]:
    """The lines along the numbered cells of a drawing."""
    return [Fact(between(a, b)) for a, b in pairwise(path(drawing))]


@pytest.mark.parametrize("says", SAID)
def test_a_step_has_a_sentence(says: str) -> None:
    rule, drawing = SAID[says]
    assert [step.rule for step in explained(drawing).steps if step.says == says] == [rule]


def test_the_difficulty_tells_boards_apart() -> None:
    found = [measure(game.GAME, zip_board(drawing)) for drawing in (CORRIDOR, ORDER, FAR)]
    assert found == sorted(found)
    assert (found[0].level, found[-1].level) == ("easy", "hard")


# What a step names


def test_a_run_of_lines_names_the_walls_along_it_and_nothing_else() -> None:
    step = explained(LOOPS).steps[0]
    assert step.says == "R1C5 has only two ways left, and the path takes both; 4 more lines follow."
    assert set(step.settles) == set(
        along("""
        . . . 1 2
        . . . . 3
        . . . . 4
        . . . . 5
        . . . 7 6
    """)
    )
    assert step.uses == ()
    assert set(step.because) == {between(Cell(row, 3), Cell(row, 4)) for row in (1, 2, 3)}


def test_a_step_about_order_names_the_numbers_and_one_between_them() -> None:
    step = next(step for step in explained(ORDER).steps if step.rule == "numbers out of order")
    assert step.says.endswith("another way would join 2 to 5.")
    assert set(step.because) >= {Number(1), Number(2), Number(4)}


def test_a_loop_is_closed_by_no_path_even_if_a_model_with_it_could_be_repaired() -> None:
    board = zip_board("""
        1 . . .
        . . . .
        . . . .
        . . . .
        . . . 2
    """)
    drawn = along("""
        . . . .
        . 1 2 .
        . 6 3 .
        . 5 4 .
        . . . .
    """)
    closing = Fact((Cell(1, 1), Cell(2, 1)), holds=False)
    assert follows(Reasons(board), [], drawn, [closing])
    assert not follows(Reasons(board), [], [], [closing])


def test_contradictions_seen_before_are_not_used_if_less_is_known() -> None:
    board = zip_board(DEAD)
    reasons = Reasons(board)
    far = {fact.name: fact.holds for step in explained(DEAD).steps[:9] for fact in step.settles}
    assert any(step.uses for step in steps_of(reasons, "numbers cut off", far))
    assert all(step.uses == () for _, found in by_rule(reasons, {}) for step in found)


# How it is shown


# A half-drawn path

SOLUTION = path("""
    1 2 3
    6 5 4
    7 8 9
""")
SMALL = Reasons(
    zip_board("""
    1 . .
    . . .
    . . 2
""")
)


@pytest.mark.parametrize(
    ("drawn", "lines", "wrong"),
    [
        ((), 0, ()),
        (SOLUTION[:4], 3, ()),
        (SOLUTION, 8, ()),
        ((*SOLUTION[:2], Cell(1, 1), Cell(1, 0)), 1, (Cell(1, 0), Cell(1, 1))),
    ],
)
def test_a_known_path_is_right_as_far_as_it_goes_along_the_solution(
    drawn: tuple[Cell, ...], lines: int, wrong: tuple[Cell, ...]
) -> None:
    standing = SMALL.standing(game.play.State(frozenset(drawn), drawn), SOLUTION)
    assert standing.facts == tuple(Fact(between(a, b)) for a, b in pairwise(SOLUTION[: lines + 1]))
    assert standing.wrong == wrong


def test_filled_cells_are_right_as_far_as_the_solution_fills_them() -> None:
    standing = SMALL.standing(game.play.State(frozenset({*SOLUTION[:3], *SOLUTION[6:8]}), None), SOLUTION)
    assert standing.facts == tuple(Fact(between(a, b)) for a, b in pairwise(SOLUTION[:3]))
    assert standing.wrong == SOLUTION[6:8]
