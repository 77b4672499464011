"""The fewest clicks from one mark to another."""

import pytest

from player.browser.page.click_cycle import fewest_clicks
from player.browser.selectors.base import Cycle

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
