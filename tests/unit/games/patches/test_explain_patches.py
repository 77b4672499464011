"""The rules of Patches, each on a board where it is seen; that the steps are right is SAT's word on every one."""

import pytest

from player.explanations.explanation import explain
from player.explanations.steps import Fact, Mark, Reasoner, Step
from player.games import GAMES, patches
from player.games.grid import Cell
from player.games.patches.board import Patch
from player.proof import prove
from tests.support.games.patches import laid, patch_marks, patches_board

SMALL = """
    ?4 . |
    .  . .
    -  . =
"""

WIDE_VIEW = """
    ?2 .  ?2 |
    .  ?3 .  .
    ?2 .  .  .
    ?  .  ?2 =
"""

CORNERS = """
    .  .  .  .
    .  =  .  |
    .  .  .  .
    .  ?  .  =
"""

OPEN = """
    .  ?  .  .  .
    .  .  .  .  .
    .  ?2 .  .  =
    .  .  ?4 .  .
    ?3 .  .  .  -
"""

CHAINS = """
    .  ?3 .  ?10 .
    ?4 .  .  .   .
    .  .  .  .   .
    .  .  |  .   .
    ?  .  .  .   .
"""


def explained(board: patches.board.Board) -> tuple[Reasoner, tuple[Step, ...]]:
    explanation = explain(patches.GAME, board, prove(patches.GAME, board).solution)
    return explanation.reasoner, explanation.steps


@pytest.mark.parametrize(
    ("drawing", "rule", "says", "settles", "uses"),
    [
        pytest.param(
            SMALL,
            "only rectangle that fits",
            "Only one rectangle fits the clue at row 3, column 3.",
            ["a patch of 1x1 cells from row 3, column 3"],
            ["a patch of 2x1 cells from row 1, column 3"],
            id="what is laid leaves a clue one rectangle",
        ),
        pytest.param(
            WIDE_VIEW,
            "only rectangle over a cell",
            "Only one rectangle can still cover row 3, column 4: it is that of the clue at row 1, column 4.",
            ["a patch of 3x1 cells from row 1, column 4"],
            [],
            id="a cell that one rectangle of all covers",
        ),
        pytest.param(
            CORNERS,
            "only clue that reaches",
            "Only the clue at row 2, column 4 still reaches row 1, column 4.",
            ["row 1, column 4 belongs to the clue at row 2, column 4"],
            [],
            id="a cell that one clue reaches",
        ),
        pytest.param(
            OPEN,
            "only clue that reaches",
            "Only the clue at row 1, column 2 still reaches row 2, column 1, and must cover 2 more cells to do so.",
            [f"{at} belongs to the clue at row 1, column 2" for at in (Cell(0, 0), Cell(1, 0), Cell(1, 1))],
            [],
            id="a clue that reaches a cell covers what lies between",
        ),
        pytest.param(
            OPEN,
            "common cells",
            "Every rectangle left for the clue at row 5, column 5 covers row 5, column 4.",
            ["row 5, column 4 belongs to the clue at row 5, column 5"],
            [],
            id="a cell that all rectangles of a clue cover",
        ),
        pytest.param(
            CHAINS,
            "common cells",
            "Every rectangle left for the clue at row 2, column 1 covers row 3, column 1.",
            ["row 3, column 1 belongs to the clue at row 2, column 1"],
            ["a patch of 5x2 cells from row 1, column 4"],
            id="a cell that all rectangles cover that are left",
        ),
        pytest.param(
            CORNERS,
            "no room",
            "A patch of 2x2 cells from row 3, column 3 would leave nothing to cover row 1, column 3.",
            ["a patch of 1x1 cells from row 4, column 4"],
            ["row 2, column 1 belongs to the clue at row 2, column 2"],
            id="without a rectangle that leaves a cell bare a clue has one left",
        ),
        pytest.param(
            OPEN,
            "no room",
            "Each of 2 rectangles of the clue at row 1, column 2 would leave nothing to cover row 1, column 5.",
            ["no patch of 2x3 cells from row 1, column 1", "no patch of 2x4 cells from row 1, column 1"],
            [],
            id="rectangles that leave the same cell bare are ruled out together",
        ),
        pytest.param(
            OPEN,
            "no room",
            "Each of 2 rectangles of the clue at row 4, column 3 would leave nothing to cover row 4, column 5.",
            ["row 4, column 2 belongs to the clue at row 4, column 3"],
            [
                "no patch of 4x1 cells from row 1, column 3",
                "no patch of 4x1 cells from row 2, column 3",
                "row 5, column 4 belongs to the clue at row 5, column 5",
            ],
            id="without rectangles that leave a cell bare all others have a cell in common",
        ),
        pytest.param(
            WIDE_VIEW,
            "look ahead",
            "A patch of 1x3 cells from row 2, column 1 would force 1x2 from row 1, column 2, "
            "and leave no rectangle for the clue at row 1, column 1.",
            ["row 3, column 2 belongs to the clue at row 2, column 2"],
            ["a patch of 3x1 cells from row 1, column 4"],
            id="a rectangle that forces another, which leaves a clue none",
        ),
        pytest.param(
            CHAINS,
            "look ahead",
            "A patch of 3x1 cells from row 1, column 2 would force 2x2 from row 4, column 1, "
            "and leave no rectangle for the clue at row 2, column 1.",
            ["a patch of 1x3 cells from row 1, column 1"],
            [],
            id="a rectangle that is the only one over a cell, and leaves a clue none",
        ),
    ],
)
def test_a_rule_sees(drawing: str, rule: str, says: str, settles: list[str], uses: list[str]) -> None:
    reasoner, steps = explained(patches_board(drawing))
    [step] = [step for step in steps if step.says == says]
    assert step.rule == rule
    assert [reasoner.words(fact) for fact in step.settles] == settles
    assert [reasoner.words(fact) for fact in step.uses] == uses


@pytest.mark.full
def test_where_no_rule_sees_a_patch_it_is_proved() -> None:
    board = patches_board("""
        ?4 . .  .  ?5 .
        .  . ?9 .  .  .
        .  . .  .  .  |
        .  . .  .  .  .
        .  . -  .  .  .
        ?2 . .  -3 .  .
    """)
    _, steps = explained(board)
    proved = [step for step in steps if step.proved]
    assert proved
    assert all(isinstance(fact.name, Patch) and fact.holds for step in proved for fact in step.settles)


def test_a_drawn_patch_is_right_or_wrong_as_a_whole() -> None:
    board = patches_board(SMALL)
    state = patch_marks(
        board,
        """
        A A .
        A A B
        . . B
        """,
    )
    solution = prove(patches.GAME, board).solution
    standing = GAMES["patches"].reasoner(board).standing(state, solution)
    assert standing.facts == (Fact(Patch(0, 0, 2, 2)),)
    assert standing.wrong == (Cell(1, 2), Cell(2, 2))


def test_what_is_settled_is_marked_by_its_clue() -> None:
    board = patches_board(SMALL)
    reasoner = GAMES["patches"].reasoner(board)
    column = laid(board, "A A B\nA A B\nC C D")[1]
    cells = (Cell(0, 2), Cell(1, 2))
    assert reasoner.mark(Fact(column)) == Mark("patch", cells, "1")
    assert reasoner.mark(Fact((Cell(1, 2), 1))) == Mark("owner", cells[1:], "1")
    ruled_out = reasoner.mark(Fact(column, holds=False))
    assert ruled_out == Mark("no-patch", cells, "1")
    assert not ruled_out.positive
