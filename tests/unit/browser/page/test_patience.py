"""The time for which a board is read again, and the timers in a browser's trace."""

from typing import Any

import pytest

from player.browser.page.inputs import InputMethods
from player.browser.page.patience import REPLACED_STABLE_MS, Patience
from player.browser.page.pending import ENDLESS_AFTER_MS, TIMER_TOLERANCE_MS, due_in
from player.browser.page.timeouts import Times

HERE = {"the page", "its frame"}
TIMES = Times(load=60_000, quiet=1_000, stood=2_000)


def installed(ms: float, timer: int, timeout: float, *, once: bool = True, frame: str = "the page") -> dict[str, Any]:
    data = {"frame": frame, "timerId": timer, "timeout": timeout, "singleShot": once}
    return {"name": "TimerInstall", "ts": 1000 * ms, "args": {"data": data}}


def over(name: str, ms: float, timer: int, frame: str = "the page") -> dict[str, Any]:
    return {"name": name, "ts": 1000 * ms, "args": {"data": {"frame": frame, "timerId": timer}}}


@pytest.mark.parametrize(
    ("events", "due"),
    [
        ([], 0),
        ([installed(100, 1, 2_000)], 2_000 + TIMER_TOLERANCE_MS),
        ([installed(100, 1, 2_000), over("Layout", 600, 0)], 1_500 + TIMER_TOLERANCE_MS),
        ([over("Layout", 600, 0), installed(100, 1, 2_000)], 1_500 + TIMER_TOLERANCE_MS),
        ([installed(100, 1, 500), installed(100, 2, 900, frame="its frame")], 900 + TIMER_TOLERANCE_MS),
        ([installed(100, 1, 2_000), over("TimerFire", 2_100, 1)], 0),
        ([installed(100, 1, 2_000), over("TimerRemove", 200, 1)], 0),
        ([installed(100, 1, 2_000), over("TimerFire", 200, 1, "its frame")], 1_900 + TIMER_TOLERANCE_MS),
        ([installed(100, 1, 250, once=False)], 0),
        ([installed(100, 1, 2_000, frame="an advertisement")], 0),
        ([installed(100, 1, 60_000)], 0),
        ([installed(100, 1, 100)], 0),
        ([{"name": "Paint", "ts": 1}, {"name": "ParseHTML", "args": {}}], 0),
    ],
)
def test_only_a_timer_that_goes_off_once_and_soon_is_waited_for(events: list[dict[str, Any]], due: float) -> None:
    assert due_in(events, HERE) == due


class Still:
    """A page's pending requests and timers, given beforehand."""

    def __init__(self, *, timer: bool | None = False, request: bool = False) -> None:
        self.says, self.asked = timer, request

    def timer(self) -> bool | None:
        return self.says

    def request(self, within: float = ENDLESS_AFTER_MS) -> bool:
        return self.asked and within > 0


def patience(*, ways: InputMethods | None = None, **pending: Any) -> Patience:
    made = Patience(TIMES, Still(**pending), ways or InputMethods())  # type: ignore[arg-type]  # a page on paper
    made.begin()
    return made


def test_a_board_with_one_solution_on_a_page_with_nothing_pending_is_believed_at_once() -> None:
    assert not patience().lasts(0, sound=True)


@pytest.mark.parametrize("pending", [{"timer": True}, {"request": True}])
def test_what_is_pending_is_waited_for_but_not_for_ever(pending: dict[str, Any]) -> None:
    assert patience(**pending).lasts(ENDLESS_AFTER_MS - 1, sound=True)
    assert not patience(**pending).lasts(ENDLESS_AFTER_MS, sound=True)


def test_where_timers_are_not_known_a_board_has_to_stand() -> None:
    assert patience(timer=None).lasts(TIMES.stood - 1, sound=True)
    assert not patience(timer=None).lasts(TIMES.stood, sound=True)


def test_a_refusal_is_final_when_the_page_has_been_quiet() -> None:
    assert not patience().final(TIMES.quiet - 1)
    assert patience().final(TIMES.quiet)
    assert not patience(request=True).final(TIMES.quiet)


def test_a_board_that_followed_another_has_to_stand_and_so_have_the_first_ones_after_a_replaced_one() -> None:
    ways = InputMethods()
    followed = patience(ways=ways)
    followed.follow(sound=False)
    assert followed.lasts(REPLACED_STABLE_MS - 1, sound=True)
    assert not followed.lasts(REPLACED_STABLE_MS, sound=True)
    assert not patience(ways=ways).lasts(0, sound=True)
    followed.follow(sound=True)
    assert patience(ways=ways).lasts(TIMES.stood - 1, sound=True)


def test_nothing_is_waited_for_beyond_the_time_to_load() -> None:
    hasty = Patience(Times(load=0), Still(request=True, timer=True), InputMethods())  # type: ignore[arg-type]  # as above
    hasty.begin()
    assert not hasty.lasts(0, sound=False)
    assert not hasty.lasts(0, sound=True, replaced=True)


def test_a_board_that_was_replaced_before_is_not_believed_while_the_page_may_load() -> None:
    assert patience().lasts(TIMES.load - 1, sound=True, replaced=True)
