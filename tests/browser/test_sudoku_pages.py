"""Details of Mini Sudoku's pages: cells that are chosen first, two ways to enter a number, notes, one build."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.games.moves import Enter
from tests.support.replica import QUICK, Opener, boards, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full


SMALL = next(board for board in boards("mini-sudoku") if board["box"] == [2, 2])
OPEN = [(r, c) for r in range(4) for c in range(4) if not SMALL["givens"][r][c]]
NOTES = {"{},{}".format(*OPEN[0]): ["1", "2"], "{},{}".format(*OPEN[1]): ["3"]}


@pytest.mark.parametrize(
    ("inputs", "way", "attempts"),
    [(["taps", "keys"], "keys", 1), (["taps", "buttons"], "buttons", 2)],
    ids=["typed", "by buttons where keys do nothing"],
)
def test_numbers_are_entered_in_the_way_that_the_page_takes(
    open_replica: Opener, inputs: list[str], way: str, attempts: int
) -> None:
    times = replace(QUICK, shown=300)
    result = played("mini-sudoku", open_replica("mini-sudoku", times=times, inputs=inputs))
    assert (result.outcome, result.way, result.attempts) == ("solved", way, attempts)


@pytest.mark.parametrize("way", ["keys", "buttons"])
def test_the_last_number_waits_for_the_timer_that_members_have(open_replica: Opener, page: Page, way: str) -> None:
    patient = replace(QUICK, finish=1_000, standstill=300)
    opened = open_replica("mini-sudoku", generation="sdui", times=patient, board=SMALL)
    opened.performer._methods.judge(("ember", Enter), way, worked=True)
    result = played("mini-sudoku", opened)
    assert (result.outcome, result.generation, result.way, result.attempts) == ("solved", "ember", way, 1)
    assert result.timer is not None
    assert 1 <= result.timer <= int(page.evaluate("sessionStorage.getItem('replica.won.mini-sudoku')"))


@pytest.mark.parametrize("present", [{}, {"notes": NOTES}], ids=["no notes", "notes in cells"])
def test_notes_are_switched_off_before_the_first_number(
    open_replica: Opener, page: Page, present: dict[str, Any]
) -> None:
    opened = open_replica("mini-sudoku", board=SMALL, notesOn=True, inPlace=True, **present)
    result = played("mini-sudoku", opened)
    assert (result.outcome, result.attempts) == ("solved", 1)
    assert page.frames[1].locator('[data-control-btn="notes"]').inner_text() == "Notes OFF"


def test_notes_that_are_off_stay_off_and_what_they_say_is_no_number(open_replica: Opener, page: Page) -> None:
    page.add_init_script(
        "addEventListener('click', ({target}) => window.asked ||= target.closest('[data-control-btn]'))"
    )
    result = played("mini-sudoku", open_replica("mini-sudoku", board=SMALL, notes=NOTES, inPlace=True))
    assert (result.outcome, result.attempts, result.clicks) == ("solved", 1, len(OPEN))
    assert not page.frames[1].evaluate("window.asked")


def test_wrong_numbers_are_written_over_and_what_the_page_says_of_them_is_not_read(
    open_replica: Opener, page: Page
) -> None:
    right = {at: SMALL["solution"][at[0]][at[1]] for at in OPEN}
    marks = {f"{r},{c}": number % 4 + 1 for (r, c), number in right.items()}
    opened = open_replica("mini-sudoku", board=SMALL, marks=marks, inPlace=True)
    look = board_of(opened.open())
    assert page.frames[1].locator(".sudoku-cell-exceptions").count() > 0
    assert [cell["given"] for cell in look.snapshot.cells] == [number > 0 for row in SMALL["givens"] for number in row]
    result = played("mini-sudoku", opened)
    assert (result.outcome, result.attempts, result.moves) == ("solved", 1, len(OPEN))


def test_buttons_below_the_window_are_scrolled_into_it_with_the_board(open_replica: Opener, page: Page) -> None:
    page.set_viewport_size({"width": 900, "height": 640})
    opened = open_replica("mini-sudoku")
    look = board_of(opened.open())
    assert sorted(look.buttons) == list("123456")
    assert all(point.free for point in [*look.points, *look.buttons.values()])


def test_where_the_window_has_no_room_for_the_buttons_the_board_is_played_by_keys(
    open_replica: Opener, page: Page
) -> None:
    page.set_viewport_size({"width": 900, "height": 500})
    opened = open_replica("mini-sudoku")
    opened.performer._methods.judge(("ember", Enter), "buttons", worked=True)
    result = played("mini-sudoku", opened)
    assert (result.outcome, result.way) == ("solved", "keys")
