"""The choice of the next way to draw a path."""

from typing import get_args

import pytest

from player.browser.page.inputs import InputMethods, usable_methods
from player.browser.page.observation import BoardSeen, Point
from player.browser.selectors.schema import Way
from player.games.grid import Cell
from player.games.moves import Enter
from player.games.snapshot import Snapshot

DRAW: tuple[Way, ...] = get_args(Way)


def drawn(ways: InputMethods, taken: Way, generation: str = "sdui", draw: tuple[Way, ...] = DRAW) -> list[Way]:
    """The ways that are tried on a page which takes none but `taken`."""
    tried: list[Way] = []
    while taken not in tried:
        tried.append(ways.best(generation, draw))
        ways.judge(generation, tried[-1], worked=tried[-1] == taken)
    return tried


@pytest.mark.parametrize("taken", DRAW)
def test_ways_are_tried_in_the_order_of_trust_and_the_one_that_worked_is_used_on(taken: Way) -> None:
    ways = InputMethods()
    assert drawn(ways, taken) == list(DRAW[: DRAW.index(taken) + 1])
    assert drawn(ways, taken) == [taken], "the next path, in this game or in another"


def test_the_order_of_trust_is_that_of_the_page() -> None:
    assert drawn(InputMethods(), "keys", draw=("taps", "keys")) == ["taps", "keys"]


def test_a_way_that_did_nothing_is_not_tried_first_again() -> None:
    ways = InputMethods()
    ways.judge("sdui", "keys", worked=False)
    assert drawn(ways, "drag") == ["drag"]


def test_a_way_that_worked_may_fail_once_before_another_is_tried() -> None:
    ways = InputMethods()
    assert drawn(ways, "drag")[-1] == "drag"
    ways.judge("sdui", "drag", worked=False)
    assert ways.best("sdui", DRAW) == "drag"
    ways.judge("sdui", "drag", worked=False)
    assert ways.best("sdui", DRAW) == "taps", "which has not failed yet"


def test_where_all_ways_fail_each_gets_its_turn_again() -> None:
    ways = InputMethods()
    tried: list[Way] = []
    for _ in range(6):
        tried.append(ways.best("sdui", DRAW))
        ways.judge("sdui", tried[-1], worked=False)
    assert tried == [*DRAW, *DRAW]


def test_what_one_generation_takes_says_nothing_of_the_other() -> None:
    ways = InputMethods()
    drawn(ways, "taps", "sdui")
    assert ways.best("ember", DRAW) == "keys"


ENTER = [Enter(Cell(0, 0), "1"), Enter(Cell(0, 1), "12")]


@pytest.mark.parametrize(
    ("buttons", "ways"),
    [
        ({"1": True, "12": True, "3": False}, ["keys", "buttons"]),
        ({"1": True}, ["keys"]),
        ({"1": True, "12": False}, ["keys"]),
        ({}, ["keys"]),
    ],
    ids=["a button for each", "one is missing", "one is covered", "none"],
)
def test_texts_are_entered_by_buttons_only_where_there_is_a_free_one_for_each(
    buttons: dict[str, bool], ways: list[str]
) -> None:
    points = {text: Point(9, 9, free) for text, free in buttons.items()}
    look = BoardSeen(snapshot=Snapshot(1, 2, ({}, {})), buttons=points)
    assert usable_methods(ENTER, look, ("keys", "buttons")) == ways
