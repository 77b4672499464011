"""The rules of Star Battle on counts see what follows, say it, and name what shows it; the linear programme."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from player.explanations.entailment import require
from player.explanations.steps import Fact, new
from player.games import queens
from player.games.grid import Cell, cells
from player.games.queens.board import Board
from player.games.queens.explain import Reasons
from player.games.queens.explain.counts import Bounds, Counts, double, double_counts, long
from player.games.queens.explain.state import Layout, QueensUnit, QueensView
from player.proof import prove
from tests.support.games.queens import TWO_STARS, marks, queens_board
from tests.support.steps import first_step, steps_of

#: Regions A to C share the upper rows; each lower row is a region.
BOARD = replace(
    queens_board("""
        A A A A A A B B B B
        A A A A A A B B B B
        A A A B B B C C C C
        D D D D D D D D D D
        E E E E E E E E E E
        F F F F F F F F F F
        G G G G G G G G G G
        H H H H H H H H H H
        I I I I I I I I I I
        J J J J J J J J J J
    """),
    stars=2,
)


def known(upper: str, board: Board = BOARD) -> dict[Cell, bool]:
    """Return what is known of the upper rows; nothing is of the others."""
    state = marks(upper)
    return {
        at: mark == "queen" for at, mark in zip(cells(board.size, board.size), state, strict=False) if mark != "empty"
    }


def test_a_cover_gives_up_beyond_its_bound() -> None:
    layout = Layout(Board(tuple((row,) * 25 for row in range(25)), stars=2))
    assert layout.cover((1 << 25 * 25) - 1, 12) is None


# The rules


def test_two_lines_with_as_many_squares_as_stars_need_one_in_each() -> None:
    now = known("""
        . . x x x . . x . x
        . . x . x x x x . x
    """)
    star = first_step(Reasons(BOARD), "line pair in squares", now, "they need")
    assert star.says == (
        "Rows 1 and 2 need 4 more stars, and have room for one each in columns 1-2, 4, 6-7 and 9: "
        "they need one at R2C4."
    )
    assert star.settles == (Fact(Cell(1, 3)),)
    assert star.because == (QueensUnit("row", 0), QueensUnit("row", 1))
    out = first_step(Reasons(BOARD), "line pair in squares", now, "too little")
    assert out.says.endswith("a star in R3C3-5 would leave too little.")
    assert out.settles == tuple(Fact(Cell(2, col), holds=False) for col in (2, 3, 4))


def test_columns_in_squares_are_told_by_their_rows() -> None:
    turned = {
        Cell(at.col, at.row): holds
        for at, holds in known("""
        . . x x x . . x . x
        . . x . x x x x . x
    """).items()
    }
    step = first_step(Reasons(BOARD), "line pair in squares", turned, "they need")
    assert step.says.startswith(
        "Columns 1 and 2 need 4 more stars, and have room for one each in rows 1-2, 4, 6-7 and 9:"
    )


def test_what_a_region_leaves_of_two_lines_is_a_composite_region() -> None:
    step = first_step(Reasons(BOARD), "composite region", {}, "2 in region A and")
    assert step.says == (
        "Rows 1 and 2 need 4 more stars, and have room for 2 in region A and one each in columns 7-8 and 9-10: "
        "a star in R3C1-3 would leave too little."
    )
    assert step.settles == tuple(Fact(Cell(2, col), holds=False) for col in (0, 1, 2))
    assert step.uses == ()


def test_a_star_that_takes_two_squares_is_out_if_one_is_to_spare() -> None:
    now = known("""
        . x x x x x . . x .
        . x . x . x . . x x
    """)
    step = first_step(Reasons(BOARD), "pressured count", now, "Rows 1 and 2")
    assert step.says == (
        "Rows 1 and 2 need 4 more stars, and have room for one each in columns 1, 3, 5, 7-8 and 10: "
        "a star at R3C4 would leave too little."
    )
    assert step.settles == (Fact(Cell(2, 3), holds=False),)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["line pair in squares", "composite region", "pressured count"])
def test_lines_with_more_squares_than_stars_say_nothing(rule: str) -> None:
    board = Board(tuple((row,) * 10 for row in range(10)), stars=2)
    rows = {
        "Rows 1 and 2 need 4 more stars, and have room for one",
        "Columns 1 and 2 need 4 more stars, and have room for one",
    }
    sparse = {at: False for at in cells(10, 10) if at.row < 2 and at.col % 2}
    reasons = Reasons(board)
    found = (step for now in ({}, sparse) for step in steps_of(reasons, rule, now))
    assert not [step for step in found if step.says.startswith((*rows,))]


@pytest.mark.parametrize("stars", [2, 6])
@pytest.mark.full
def test_the_counts_of_an_empty_board_are_few(stars: int) -> None:
    """The search is bounded: a board of 25x25 has no more counts to try than fit in a moment."""
    board = Board(tuple((row,) * 25 for row in range(25)), stars=stars)
    view = QueensView.of(Layout(board), {})
    assert len(Counts(view)._leftovers) < 10_000


SETS = st.lists(st.sets(st.integers(0, 4), min_size=1).map(sorted), max_size=4)


@given(SETS, SETS)
def test_a_variable_that_is_one_in_some_solution_is_never_bounded_below(
    exact: list[list[int]], most: list[list[int]]
) -> None:
    found = [
        values
        for values in product((0, 1), repeat=5)
        if all(sum(values[index] for index in some) == 1 for some in exact)
        and all(sum(values[index] for index in some) <= 1 for some in most)
    ]
    for of_exact, of_most in Bounds(5, [(some, 1) for some in exact], most, pivots=200).below_one():
        assert min(of_most, default=0) > -1e-6
        spare = sum(of_exact) + sum(of_most)
        takes = [
            sum(weight for weight, some in zip([*of_exact, *of_most], [*exact, *most], strict=True) if index in some)
            for index in range(5)
        ]
        out = [index for index, room in enumerate(takes) if room > spare + 1e-6]
        assert min(takes) > -1e-6
        assert out
        assert not any(values[index] for values in found for index in out)


def test_the_search_ends_when_its_steps_are_used_up() -> None:
    exact = [(tuple(range(start, start + 4)), 1) for start in range(0, 40, 4)]
    assert not [*Bounds(40, exact, [*combinations(range(40), 2)], pivots=3).below_one()]


def test_units_counted_together_rule_out_cells() -> None:
    """Each step follows, and is true of the solution; a short count has few parts."""
    reasons, solution = Reasons(TWO_STARS), set(prove(queens.GAME, TWO_STARS).solution)
    view = QueensView.of(Layout(TWO_STARS), {})
    steps = [*double(view)]
    assert steps
    for step in steps[:3]:
        require(reasons, {}, step)
        assert new(step, {})
    assert not any(fact.name in solution for step in [*steps, *long(view)] for fact in step.settles)
    sizes = [one.parts for one in double_counts(view)]
    assert sizes == sorted(sizes)
    assert len(steps) == sum(size <= 20 for size in sizes)


def test_large_boards_are_left_out() -> None:
    board = Board(tuple((row,) * 14 for row in range(14)), stars=3)
    assert not double_counts(QueensView.of(Layout(board), {}))
