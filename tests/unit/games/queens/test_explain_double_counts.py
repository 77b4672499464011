"""Rows, columns and regions that are counted together: the linear programme, the check of its weights, the sentence."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from player.explanations.entailment import require
from player.explanations.steps import new
from player.games import queens
from player.games.queens.board import Board
from player.games.queens.explain import Reasons
from player.games.queens.explain.counts import Bounds, double, double_counts, long
from player.games.queens.explain.state import Layout, QueensView
from player.proof import prove
from tests.support.games.queens import TWO_STARS as BOARD

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
    reasons, solution = Reasons(BOARD), set(prove(queens.GAME, BOARD).solution)
    view = QueensView.of(Layout(BOARD), {})
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
