"""Each rule of Queens and Star Battle sees what it is for, says it, and names just what it needs."""

from functools import cache

import pytest

from player.explanations.entailment import follows
from player.explanations.explanation import Explanation, explain, steps
from player.explanations.steps import Fact, Step, by_rule, new
from player.games import queens
from player.games.grid import Cell, cells
from player.games.queens.board import Board
from player.games.queens.explain import Reasons
from player.games.queens.explain.state import QueensUnit
from player.proof import prove
from tests.support.games.queens import FIVE as SMALL
from tests.support.games.queens import TWO_STARS as STARS
from tests.support.games.queens import marks, queens_board
from tests.support.games.shared import places
from tests.support.steps import first_step

HARD = queens_board("""
    A B B B B B
    A B A C B B
    A A A C D D
    E A F C C D
    E F F E D D
    E E E E D D
""")


def known(drawing: str) -> dict[Cell, bool]:
    state = marks(drawing)
    side = round(len(state) ** 0.5)
    return {at: mark == "queen" for at, mark in zip(cells(side, side), state, strict=True) if mark != "empty"}


def crossed(step: Step) -> set[Cell]:
    assert not any(fact.holds for fact in step.settles)
    return {fact.name for fact in step.settles}


@cache
def explained(board: Board) -> Explanation:
    return explain(queens.GAME, board, prove(queens.GAME, board).solution)


# One queen a unit


def test_the_last_cell_of_a_unit_takes_its_queen() -> None:
    now = known("""
        x . x x x
        . . . . .
        . x . . .
        . . . . .
        . . . . .
    """)
    step = first_step(Reasons(SMALL), "last cell", now)
    assert step.settles == (Fact(Cell(0, 1)),)
    assert step.says == "Row 1 has only one cell left for its queen."
    assert {fact.name for fact in step.uses} == {at for at in now if at.row == 0}


def test_a_queen_rules_out_its_units_and_what_it_touches() -> None:
    now = known("""
        . . . . .
        . . . Q .
        . . . . .
        . . . . .
        . . . . .
    """)
    step = first_step(Reasons(SMALL), "in view of a queen", now)
    assert step.says == "The queen at R2C4 rules out its row, column, region and neighbours."
    assert crossed(step) == set(
        places("""
            . . x B B
            A B B . C
            . . D D C
            . . . D .
            . . . D .
        """)
    )


def test_a_region_whose_cells_lie_in_a_line_rules_out_the_rest_of_it() -> None:
    step = first_step(Reasons(SMALL), "region confined to a line", {})
    assert step.says == "All open cells of region C lie in column 5: the rest of column 5 is out."
    assert crossed(step) == {Cell(0, 4), Cell(4, 4)}
    assert step.uses == ()


def test_a_line_whose_cells_lie_in_a_region_rules_out_the_rest_of_it() -> None:
    now = known("""
        . . . x x
        . . . x .
        . . . . .
        . . . . .
        . . . . .
    """)
    step = first_step(Reasons(SMALL), "line confined to a region", now)
    assert step.says == "All open cells of row 1 lie in region A: the rest of region A is out."
    assert crossed(step) == {Cell(1, 0), Cell(2, 0), Cell(2, 1), Cell(3, 1)}
    assert set(step.uses) == {Fact(Cell(0, 3), holds=False), Fact(Cell(0, 4), holds=False)}


def test_cells_that_see_all_of_a_unit_are_out_in_one_step_for_the_unit() -> None:
    step = first_step(Reasons(SMALL), "no cell left", {Cell(0, 4): False}, "region C")
    assert step.says == "A queen at R3C4 or R5C5 would leave region C without a cell."
    assert crossed(step) == {Cell(2, 3), Cell(4, 4)}
    assert step.because == (("region", 2),)


@pytest.mark.parametrize(
    "says",
    [
        "All open cells of regions A and E lie in columns 1 and 2: the rest of columns 1 and 2 is out.",
        "All open cells of regions A, B and C lie in rows 1 to 3: the rest of rows 1 to 3 is out.",
        "A queen at R3C3 would leave only region B for rows 1 and 2.",
        "A queen at R2C6 would force one at R3C4 (region C): row 4 would have no cell left.",
    ],
    ids=["two confined to two", "more confined to as many", "one too few", "chain"],
)
def test_rules_for_the_patient_see(says: str, request: pytest.FixtureRequest) -> None:
    seen = steps(Reasons(HARD), prove(queens.GAME, HARD).solution)
    step = next(step for step in seen if step.says.startswith(says))
    assert step.rule == request.node.callspec.id


def test_a_cell_in_the_corner_of_two_regions_is_out() -> None:
    """R2C3 sees both cells of B and both of D, round a 2x2 region: all else follows from it by looking."""
    board = queens_board("""
        A A B B C C
        A D E E C C
        A D E F F C
        A A E F F C
        A C C C C C
        C C C C C C
    """)
    explanation = explained(board)
    step = next(step for step in explanation.steps if Fact(Cell(1, 2), holds=False) in step.settles)
    assert step.rule == "no cell left"
    assert "R2C3" in step.says
    assert "would leave region B without a cell" in step.says
    assert explanation.rules["no cell left"] == 1
    assert not explanation.rules["proof"]
    reasons, now = Reasons(board), dict[Cell, bool]()
    reasons.rules = [rule for rule in reasons.rules if rule.name != "no cell left" and rule.level < 3]
    while more := [fact for _, found in by_rule(reasons, now) for one in found for fact in new(one, now)]:
        now.update(more)
    assert Cell(1, 2) not in now
    assert sum(now.values()) < board.size


# More stars


def test_units_of_more_stars_are_full_only_with_all() -> None:
    now = known("""
        . Q . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        Q . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    touching = first_step(Reasons(STARS), "touching a star", now)
    assert touching.says == "No star may touch the one at R1C2."
    assert crossed(touching) == {Cell(0, 0), Cell(0, 2), Cell(1, 0), Cell(1, 1), Cell(1, 2)}
    full = first_step(Reasons(STARS), "all its stars", now)
    assert full.says == "Region A has its 2 stars: its other cells are out."
    assert set(full.uses) == {Fact(Cell(0, 1)), Fact(Cell(3, 0))}


def test_where_as_many_cells_are_left_as_stars_missing_all_take_one() -> None:
    now = known("""
        x x . x x x x . x
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    step = first_step(Reasons(STARS), "last cell", now)
    assert step.says == "Row 1 has only 2 cells left for its 2 stars."
    assert step.settles == (Fact(Cell(0, 2)), Fact(Cell(0, 7)))


def test_of_cells_that_touch_only_one_takes_a_star() -> None:
    now = known("""
        x . . x x x x . x
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    forced = first_step(Reasons(STARS), "only room", now, "Row 1")
    assert forced.says == "Row 1 has room for its 2 stars only with one at R1C8."
    assert forced.settles == (Fact(Cell(0, 7)),)
    out = first_step(Reasons(STARS), "too little room", now, "row 1")
    assert out.says == "A star in R2C2-3 or R2C7-9 would leave row 1 too little room for its 2 stars."
    assert crossed(out) == {Cell(1, col) for col in (1, 2, 6, 7, 8)}


@pytest.mark.parametrize(
    "says",
    [
        "All open cells of columns 1 and 2 lie in regions A and F, which need just as many stars",
        "Columns 2 and 3 need 4 more stars, and have room for one each in rows 2-3, 4, 6-7 and 8-9: a star ",
        "Regions B and D need 3 more stars, and have room for 2 in row 1 and one in R2C3-4:",
    ],
    ids=["two confined to two", "line pair in squares", "composite region"],
)
@pytest.mark.full
def test_rules_for_the_patient_count_stars(says: str, request: pytest.FixtureRequest) -> None:
    step = next(step for step in explained(STARS).steps if step.says.startswith(says))
    assert step.rule == request.node.callspec.id


@pytest.mark.parametrize(
    "says",
    [
        "A star at R9C3 would leave columns 1 and 2 too little room in regions A and F.",
        "A star at R1C7 would force one at R1C9 (region D): region B would have too little room.",
    ],
    ids=["one too few", "chain"],
)
def test_rules_that_suppose_a_star_come_after_all_counts(says: str, request: pytest.FixtureRequest) -> None:
    names = [rule.name for rule in Reasons(STARS).rules]
    rule = request.node.callspec.id
    assert names.index(rule) > names.index("pressured count")
    assert first_step(Reasons(STARS), rule, {}).says == says


def test_three_stars_in_five_cells_of_a_line_have_one_way_to_stand() -> None:
    board = Board(tuple((row,) * 13 for row in range(13)), stars=3)
    step = first_step(Reasons(board), "only room", {Cell(0, col): False for col in range(5, 13)})
    assert step.says == "Region A has room for its 3 stars only with a star at each of these 3 cells."
    assert step.settles == (Fact(Cell(0, 0)), Fact(Cell(0, 2)), Fact(Cell(0, 4)))


# Whole boards


def test_no_step_names_what_it_does_not_need() -> None:
    explanation = explained(HARD)
    for step in explanation.steps:
        if "confined" not in step.rule:  # all that makes its sentence true is named, more than SAT needs
            for part in [*step.uses, *step.because]:
                because = [one for one in step.because if one != part]
                uses = [one for one in step.uses if one != part]
                assert not follows(explanation.reasoner, because, uses, step.settles), step.says


@pytest.mark.slow
@pytest.mark.parametrize("board", [HARD, STARS], ids=["queens", "stars"])
def test_a_sentence_fits_a_line_and_calls_the_pieces_by_their_name(board: Board) -> None:
    other = "star" if board.stars == 1 else "queen"
    for step in explained(board).steps:
        assert len(step.says) <= 160
        assert other not in step.says


@pytest.mark.parametrize("stars", [1, 2])
def test_large_units_are_counted_too(stars: int) -> None:
    board = Board(tuple((0,) * 20 for _ in range(20)), stars=stars)
    reasons, region, far = Reasons(board), QueensUnit("region", 0), Fact(Cell(19, 19), holds=False)
    some = [Fact(Cell(2 * index, 2 * index)) for index in range(stars)]
    assert follows(reasons, [], some, [far])
    assert not follows(reasons, [], some[1:], [far])
    others = [Fact(at, holds=False) for at in cells(20, 20) if Fact(at) not in some]
    assert follows(reasons, [region], others, some)
    assert not follows(reasons, [region], others[1:], some)
    assert not follows(reasons, [], others, some)
