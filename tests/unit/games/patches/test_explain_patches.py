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
            "Only one rectangle fits the clue at R3C3.",
            ["the patch R3C3"],
            ["the patch R1-2C3"],
            id="what is laid leaves a clue one rectangle",
        ),
        pytest.param(
            WIDE_VIEW,
            "only rectangle over a cell",
            "Only one rectangle can still cover R3C4: that of the clue at R1C4.",
            ["the patch R1-3C4"],
            [],
            id="a cell that one rectangle of all covers",
        ),
        pytest.param(
            CORNERS,
            "only clue that reaches",
            "Only the clue at R2C4 still reaches R1C4.",
            ["R1C4 belongs to the clue at R2C4"],
            [],
            id="a cell that one clue reaches",
        ),
        pytest.param(
            OPEN,
            "only clue that reaches",
            "Only the clue at R1C2 still reaches R2C1, and must cover 2 more cells to do so.",
            [f"{at} belongs to the clue at R1C2" for at in (Cell(0, 0), Cell(1, 0), Cell(1, 1))],
            [],
            id="a clue that reaches a cell covers what lies between",
        ),
        pytest.param(
            OPEN,
            "common cells",
            "Every rectangle left for the clue at R5C5 covers R5C4.",
            ["R5C4 belongs to the clue at R5C5"],
            [],
            id="a cell that all rectangles of a clue cover",
        ),
        pytest.param(
            CHAINS,
            "common cells",
            "Every rectangle left for the 4 at R2C1 covers R3C1.",
            ["R3C1 belongs to the 4 at R2C1"],
            ["the patch R1-5C4-5"],
            id="a cell that all rectangles cover that are left",
        ),
        pytest.param(
            CORNERS,
            "no room",
            "The rectangle R3-4C3-4 would leave nothing to cover R1C3.",
            ["the patch R4C4"],
            ["R2C1 belongs to the clue at R2C2"],
            id="without a rectangle that leaves a cell bare a clue has one left",
        ),
        pytest.param(
            OPEN,
            "no room",
            "Each of 2 rectangles for the clue at R1C2 would leave nothing to cover R1C5.",
            ["no patch R1-2C1-3", "no patch R1-2C1-4"],
            [],
            id="rectangles that leave the same cell bare are ruled out together",
        ),
        pytest.param(
            OPEN,
            "no room",
            "Each of 2 rectangles for the 4 at R4C3 would leave nothing to cover R4C5.",
            ["R4C2 belongs to the 4 at R4C3"],
            [
                "no patch R1-4C3",
                "no patch R2-5C3",
                "R5C4 belongs to the clue at R5C5",
            ],
            id="without rectangles that leave a cell bare all others have a cell in common",
        ),
        pytest.param(
            WIDE_VIEW,
            "look ahead",
            "The rectangle R2C1-3 would force R1C2-3, and leave no rectangle for the 2 at R1C1.",
            ["R3C2 belongs to the 3 at R2C2"],
            ["the patch R1-3C4"],
            id="a rectangle that forces another, which leaves a clue none",
        ),
        pytest.param(
            CHAINS,
            "look ahead",
            "The rectangle R1-3C2 would force R4-5C1-2, and leave no rectangle for the 4 at R2C1.",
            ["the patch R1C1-3"],
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
