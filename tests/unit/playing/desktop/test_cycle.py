"""The cycle of marks that clicks go through, learnt from what they did."""

import pytest

from player.games.grid import Cell
from player.games.moves import Drag, Tap
from player.playing.desktop.cycle import Clicked, clicks, learnt

QUEENS = {"empty", "cross", "queen"}


@pytest.mark.parametrize(
    ("seen", "cycle"),
    [
        ([Clicked("empty", 2, "cross", "queen")], ("cross", "empty", "queen")),
        ([Clicked("empty", 2, "queen", "queen")], ("cross", "queen", "empty")),
        ([Clicked("empty", 1, "queen", "queen"), Clicked("queen", 1, "empty", "empty")], ("empty", "queen")),
        ([Clicked("empty", 2, "empty", "queen")], ("empty", "queen")),
        ([Clicked("empty", 1, "empty", "queen")], None),  # a click that did nothing
        ([Clicked("empty", 1, "queen", "queen"), Clicked("empty", 1, "cross", "queen")], None),
    ],
)
def test_a_cycle_is_learnt_from_clicks(seen: list[Clicked], cycle: tuple[str, ...] | None) -> None:
    assert learnt(QUEENS, seen) == cycle


def test_the_clicks_are_as_many_as_the_cycle_needs() -> None:
    a, b, c = Cell(0, 0), Cell(0, 1), Cell(0, 2)
    moves = [Tap(a), Tap(b), Tap(a), Tap(c)]
    before = {a: "empty", b: "queen", c: "cross"}
    wanted = {a: "queen", b: "empty", c: "queen"}
    assert clicks(moves, before, wanted, ("empty", "queen", "cross")) == [Tap(a), Tap(b), Tap(b), Tap(c), Tap(c)]


def test_a_mark_that_is_not_in_the_cycle_is_left_alone() -> None:
    at = Cell(0, 0)
    assert clicks([Tap(at)], {at: "cross"}, {at: "queen"}, ("empty", "queen")) == []
    assert clicks([Drag((at, Cell(0, 1)))], {at: "empty"}, {at: "queen"}, ("empty", "queen")) == []
