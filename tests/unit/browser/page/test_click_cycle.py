"""The fewest clicks from one mark to another."""

import pytest

from player.browser.page.click_cycle import fewest_clicks, is_turned, turned
from player.browser.page.inputs import InputEvent, Press
from player.browser.page.observation import BoardSeen
from player.browser.selectors.base import Cycle
from player.games.grid import Cell
from player.games.moves import Tap
from player.games.snapshot import Snapshot

LIST = Cycle(click=["empty", "cross", "queen"])
DOUBLE = Cycle(click=["empty", "cross", "queen"], double=["queen"])
RIGHT = Cycle(click=["empty", "queen"], right=["empty", "cross"])
HOLD = Cycle(click=["queen"], right=["empty", "cross"], hold=["empty"])
APART = Cycle(click=["sun", "moon"], right=["empty", "cross"])

WAYS: dict[str, tuple[Cycle, object, object, list[str] | None]] = {
    "none": (LIST, "queen", "queen", []),
    "round the cycle": (LIST, "queen", "cross", ["click", "click"]),
    "a double click before two clicks": (DOUBLE, "empty", "queen", ["double"]),
    "a double click before one click": (DOUBLE, "cross", "queen", ["double"]),
    "clicks before a double click on the way": (DOUBLE, "cross", "empty", ["click", "click"]),
    "a right click": (RIGHT, "empty", "cross", ["right"]),
    "by way of another mark": (RIGHT, "cross", "queen", ["right", "click"]),
    "a long press before longer ways": (HOLD, "queen", "empty", ["hold"]),
    "from a mark that no list names": (HOLD, "circle", "cross", ["hold", "right"]),
    "what a click gives to any mark": (HOLD, "cross", "queen", ["click"]),
    "no way between two lists": (APART, "empty", "sun", None),
    "no way to a mark that no list names": (HOLD, "queen", "circle", None),
}


@pytest.mark.parametrize("name", WAYS)
def test_the_fewest_clicks_lead_to_a_mark(name: str) -> None:
    cycle, now, then, kinds = WAYS[name]
    assert fewest_clicks(cycle, now, then) == kinds


def shown(*marks: str) -> BoardSeen:
    return BoardSeen(snapshot=Snapshot(1, len(marks), tuple({"mark": mark} for mark in marks)))


def clicks(*kinds: Press) -> list[InputEvent]:
    """One click of each kind, on a cell of its own."""
    return [InputEvent(lambda: None, Tap(Cell(0, i)), Cell(0, i), (i, 0), kind) for i, kind in enumerate(kinds)]


def test_the_other_order_begins_with_the_same_mark() -> None:
    both = Cycle(click=["empty", "sun", "moon"], right=["empty", "moon", "sun"], hold=["empty"])
    assert turned(both) == Cycle(click=["empty", "moon", "sun"], right=["empty", "sun", "moon"], hold=["empty"])
    assert turned(turned(both)) == both


@pytest.mark.parametrize(
    ("kinds", "marks", "other"),
    [
        (["click", "click"], ["cross", "cross"], False),
        (["click", "click"], ["queen", "queen"], True),
        (["click", "click", "click"], ["queen", "empty", "queen"], True),
        (["click", "click", "click"], ["cross", "cross", "queen"], False),
        (["click", "click"], ["cross", "queen"], False),
        (["click", "click"], ["empty", "empty"], False),
    ],
    ids=["as told", "the other", "the other, one lost", "one doubled", "undecided", "all lost"],
)
def test_most_cells_tell_in_which_order_clicks_go(kinds: list[Press], marks: list[str], *, other: bool) -> None:
    before = shown(*["empty"] * len(marks))
    assert is_turned(LIST, clicks(*kinds), before, shown(*marks), "mark") is other
