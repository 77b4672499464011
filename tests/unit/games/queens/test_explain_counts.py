"""The rules of Star Battle on counts see what follows, say it, and name what shows it."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from player.explanations.entailment import require
from player.explanations.steps import Fact, Step, new
from player.games.grid import Cell, cells
from player.games.queens.board import Board
from player.games.queens.explain import Reasons
from player.games.queens.explain.counts import Counts
from player.games.queens.explain.state import Layout, QueensUnit, QueensView
from tests.support.games.queens import marks, queens_board

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


def first(rule: str, now: Mapping[Cell, bool], about: str, board: Board = BOARD) -> Step:
    """Return the first new step of `rule` with `about` in its sentence, which follows from what it names."""
    reasons = Reasons(board)
    find = next(one.find for one in reasons.rules if one.name == rule)
    step = next(step for step in find(now) if new(step, now) and about in step.says)
    require(reasons, now, step)
    return replace(step, settles=new(step, now))


def test_a_cover_gives_up_beyond_its_bound() -> None:
    layout = Layout(Board(tuple((row,) * 25 for row in range(25)), stars=2))
    assert layout.cover((1 << 25 * 25) - 1, 12) is None


# The rules


def test_two_lines_with_as_many_squares_as_stars_need_one_in_each() -> None:
    now = known("""
        . . x x x . . x . x
        . . x . x x x x . x
    """)
    star = first("line pair in squares", now, "they need")
    assert star.says == (
        "Rows 1 and 2 miss 4 stars, and have room for one each in columns 1-2, 4, 6-7 and 9: "
        "they need one at row 2, column 4."
    )
    assert star.settles == (Fact(Cell(1, 3)),)
    assert star.because == (QueensUnit("row", 0), QueensUnit("row", 1))
    out = first("line pair in squares", now, "take too much")
    assert out.says.endswith("a star at any of these 3 cells would take too much.")
    assert out.settles == tuple(Fact(Cell(2, col), holds=False) for col in (2, 3, 4))


def test_columns_in_squares_are_told_by_their_rows() -> None:
    turned = {
        Cell(at.col, at.row): holds
        for at, holds in known("""
        . . x x x . . x . x
        . . x . x x x x . x
    """).items()
    }
    step = first("line pair in squares", turned, "they need")
    assert step.says.startswith("Columns 1 and 2 miss 4 stars, and have room for one each in rows 1-2, 4, 6-7 and 9:")


def test_what_a_region_leaves_of_two_lines_is_a_composite_region() -> None:
    step = first("composite region", {}, "2 in region A and")
    assert step.says == (
        "Rows 1 and 2 miss 4 stars, and have room for 2 in region A and one each in columns 7-8 and 9-10: "
        "a star at any of these 3 cells would take too much."
    )
    assert step.settles == tuple(Fact(Cell(2, col), holds=False) for col in (0, 1, 2))
    assert step.uses == ()


def test_a_star_that_takes_two_squares_is_out_if_one_is_to_spare() -> None:
    now = known("""
        . x x x x x . . x .
        . x . x . x . . x x
    """)
    step = first("pressured count", now, "Rows 1 and 2")
    assert step.says == (
        "Rows 1 and 2 miss 4 stars, and have room for one each in columns 1, 3, 5, 7-8 and 10: "
        "a star at row 3, column 4 would take too much."
    )
    assert step.settles == (Fact(Cell(2, 3), holds=False),)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["line pair in squares", "composite region", "pressured count"])
def test_lines_with_more_squares_than_stars_say_nothing(rule: str) -> None:
    board = Board(tuple((row,) * 10 for row in range(10)), stars=2)
    find = next(one.find for one in Reasons(board).rules if one.name == rule)
    rows = {"Rows 1 and 2 miss 4 stars, and have room for one", "Columns 1 and 2 miss 4 stars, and have room for one"}
    sparse = {at: False for at in cells(10, 10) if at.row < 2 and at.col % 2}
    assert not [step for now in ({}, sparse) for step in find(now) for start in rows if step.says.startswith(start)]


@pytest.mark.parametrize("stars", [2, 6])
@pytest.mark.full
def test_the_counts_of_an_empty_board_are_few(stars: int) -> None:
    """The search is bounded: a board of 25x25 has no more counts to try than fit in a moment."""
    board = Board(tuple((row,) * 25 for row in range(25)), stars=stars)
    view = QueensView.of(Layout(board), {})
    assert len(Counts(view)._leftovers) < 10_000
