"""The time for which a board is read again, and the work that a browser's trace shows."""

from typing import Any

import pytest

from player.browser.page.inputs import InputMethods
from player.browser.page.pending import ENDLESS_AFTER_MS, REPLACED_STABLE_MS, SETTLED_STABLE_MS, StabilityPolicy
from player.browser.page.tab import Times
from player.browser.page.trace import LOADING_TIMERS_MS, LOOP_MS, MAX_LATE_MS, TIMER_TOLERANCE_MS, PageWork

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
        ([installed(100, 1, 40)], 0),
        ([{"name": "Paint", "ts": 1}, {"name": "ParseHTML", "args": {}}], 0),
    ],
)
def test_only_a_timer_that_goes_off_once_and_soon_is_waited_for(events: list[dict[str, Any]], due: float) -> None:
    assert PageWork().read(events, HERE).due == due


def event(name: str, ms: float, lasts: float = 1, tid: int = 1, **data: Any) -> dict[str, Any]:
    return {
        "name": name,
        "ph": "X",
        "ts": 1000 * ms,
        "dur": 1000 * lasts,
        "pid": 1,
        "tid": tid,
        "args": {"data": {"frame": "the page", **data}},
    }


def looped(*inside: str, ours: bool = False) -> list[dict[str, Any]]:
    """Frames that each ask for the next one, every 16 ms."""
    found = []
    for number in range(5):
        at = 16 * number
        found += [event("FireAnimationFrame", at, 5, id=number), event("FunctionCall", at + 1, 3, url="a page's")]
        found += [event(name, at + 2, requestMethod="POST") for name in inside]
        found += [event("TimeStamp", at + 2, message="player")] * ours
        found += [event("RequestAnimationFrame", at + 3, id=number + 1)]
    return found


def heard(*kinds: str) -> list[dict[str, Any]]:
    """Events that one function of the page hears, one after the other."""
    return [
        one
        for at, kind in enumerate(kinds)
        for one in (
            {**event("EventDispatch", 20 * at, 3), "args": {"data": {"type": kind}}},
            event("FunctionCall", 20 * at + 1, url="a page's", scriptId=1),
        )
    ]


TICK = [
    {**installed(0, 1, 250, once=False), "pid": 1, "tid": 1},
    *(event(name, at, 2, timerId=1) for at in (250, 500) for name in ("TimerFire", "FunctionCall")),
]
CHAIN = [
    {**installed(0, 1, 1_000), "pid": 1, "tid": 1},
    event("TimerFire", 1_000, 5, timerId=1),
    event("FunctionCall", 1_001, 3),
]
NEXT = {**installed(1_002, 2, 1_000), "pid": 1, "tid": 1}
WORKER = {"name": "FunctionCall", "ph": "B", "ts": 9_000, "pid": 1, "tid": 2}


@pytest.mark.parametrize(
    ("events", "loops", "spare"),
    [
        (looped(), 1, 0),
        (looped("ScheduleStyleRecalculation"), 0, 0),
        (looped("ResourceSendRequest"), 0, 0),
        (looped(ours=True), 0, 0),
        (TICK, 1, 1),
        ([*TICK, event("InvalidateLayout", 501)], 0, 0),
        ([*TICK, event("ResourceSendRequest", 504, resourceType="Image", requestMethod="GET")], 0, 0),
        ([*TICK, event("ResourceSendRequest", 504, resourceType="Image", url="data:image/svg+xml,a style's")], 1, 1),
        ([*TICK, event("ResourceSendRequest", 504, resourceType="Other", requestMethod="GET")], 1, 1),
        ([*TICK, {**installed(0, 2, 1_000, once=False), "pid": 1, "tid": 1}], 1, 0),
        ([*TICK, event("Paint", 4_100), event("TimerFire", 4_100, timerId=1)], 0, 0),
        ([event("FunctionCall", 20 * at, url="a page's", scriptId=1) for at in range(5)], 1, 0),
        ([event("FunctionCall", at, url="a page's", scriptId=at) for at in range(5)], 0, 0),
        (heard("mousemove", "mousedown", "mouseup", "click"), 0, 0),
        (heard("message", "message", "message", "message"), 1, 0),
        ([event("FunctionCall", 8, url="a page's"), WORKER], 1, 0),
        ([event("FunctionCall", 8, url="a page's"), {**WORKER, "pid": 2}], 0, 0),
    ],
)
def test_a_loop_counts_unless_it_changes_the_page_or_is_ours(
    events: list[dict[str, Any]], loops: int, spare: int
) -> None:
    assert PageWork().read(events, HERE)[1:3] == (loops, spare)


@pytest.mark.parametrize(("shows", "loops"), [([], 1), (["InvalidateLayout"], 0)])
def test_a_message_that_a_timer_sends_goes_on_with_it(shows: list[str], loops: int) -> None:
    events = []
    for number in range(4):
        at = 34 * number
        events += [{**installed(at, number, 30), "pid": 1, "tid": 1}, event("TimerFire", at + 30, 1, timerId=number)]
        events += [event("FunctionCall", at + 32, 2, url="a page's")]
        events += [event(name, at + 33, 0) for name in shows]
    assert PageWork().read(events, HERE).loops == loops


def short(count: int, *draws: float) -> list[dict[str, Any]]:
    """A chain of so many timers of 20 ms, and what draws when."""
    found = [{**installed(0, 0, 20), "pid": 1, "tid": 1}]
    for number in range(count):
        found += [event("TimerFire", 30 * number + 20, 2, timerId=number)]
        found += [{**installed(30 * number + 21, number + 1, 20), "pid": 1, "tid": 1}]
    return [*found, *(event(name, at) for at in draws for name in ("FunctionCall", "InvalidateLayout"))]


@pytest.mark.parametrize(("draws", "loops"), [((), 1), ((55,), 1), ((53, 55), 1), ((55, 85), 0), ((51,), 0)])
def test_what_draws_once_beside_a_loop_may_be_another_script(draws: tuple[float, ...], loops: int) -> None:
    assert PageWork().read(short(4, *draws), HERE).loops == loops


def test_what_draws_once_beside_a_chain_of_timers_may_be_another_script() -> None:
    chain = [
        one
        for number in range(4)
        for one in (
            {**installed(100 * number + 1, number, 100), "pid": 1, "tid": 1},
            event("TimerFire", 100 * number + 101, 2, timerId=number),
        )
    ]
    going_on = [*chain[:-1], event("Paint", 302)]
    drawn = [[event("FunctionCall", at), event("InvalidateLayout", at)] for at in (105, 205)]
    assert PageWork().read([*going_on, *drawn[0]], HERE).due > 0
    assert PageWork().read([*going_on, *drawn[0], *drawn[1]], HERE).due == 0


def test_a_chain_of_timers_counts_unless_it_is_a_clock() -> None:
    assert PageWork().read([*CHAIN, NEXT], HERE).due > 1_000
    assert PageWork().read([*CHAIN, event("InvalidateLayout", 1_002), NEXT], HERE).due == 0
    other = {**installed(1_003, 2, 300), "pid": 1, "tid": 1}
    assert PageWork().read([*CHAIN, event("InvalidateLayout", 1_002), other], HERE).due > 300


def test_a_timer_that_fires_between_two_traces_may_have_set_another() -> None:
    work = PageWork()
    assert work.read([{**installed(0, 1, 500), "pid": 1, "tid": 1}, event("Paint", 400)], HERE).due > 0
    assert work.read([event("Paint", 900)], HERE).due == 500 + TIMER_TOLERANCE_MS, "it may have been late"
    assert work.read([event("Paint", 950), event("Paint", 5_000)], HERE).due == 0


def test_a_timer_that_would_have_fired_in_a_trace_was_not_set_between_two() -> None:
    work = PageWork()
    assert work.read([{**installed(0, 1, 200), "pid": 1, "tid": 1}, event("Paint", 150)], HERE).due > 0
    assert work.read([event("Paint", 250), event("Paint", 400)], HERE).due == 250 + 200 + TIMER_TOLERANCE_MS - 400
    assert work.read([event("Paint", 460), event("Paint", 700)], HERE).due > 0, "the second may have fired at 450"
    assert work.read([event("Paint", 760), event("Paint", 800)], HERE).due == 0, "the third would have by 690"


def test_a_timer_of_a_busy_page_is_waited_for_until_it_fires() -> None:
    work = PageWork()
    timer = {**installed(0, 1, 500), "pid": 1, "tid": 1}
    assert work.read([timer, event("Paint", 800)], HERE).due == LOOP_MS
    assert work.read([event("Paint", 801), event("TimerFire", 900, timerId=1)], HERE).due == 0
    assert PageWork().read([timer, event("Paint", 500 + MAX_LATE_MS)], HERE).due == 0
    assert PageWork().read([timer, event("Paint", 800)], {"another page"}).due == 0


def test_a_worker_that_was_busy_in_a_trace_is_so_until_it_ends_a_task() -> None:
    work = PageWork()
    assert work.read([event("FunctionCall", 8, url="a page's"), WORKER], HERE).loops == 1
    assert work.read([event("FunctionCall", 500)], HERE).loops == 1
    assert work.read([event("FunctionCall", 900), {**WORKER, "ph": "E", "ts": 900_000}], HERE).loops == 0


def test_a_page_without_a_board_is_waited_for_while_longer_work_may_bring_it() -> None:
    timer = {**installed(0, 1, 8_000), "pid": 1, "tid": 1}
    assert PageWork().read([timer, event("Paint", 1_000)], HERE)[::3] == (0, 7_000 + TIMER_TOLERANCE_MS)
    work = PageWork()
    assert work.read([event("FunctionCall", 8, url="a page's"), WORKER], HERE).loops == 1
    under = work.read([event("FunctionCall", LOADING_TIMERS_MS.stop + 9)], HERE)
    assert (under.loops, under.late) == (0, LOOP_MS)


class Still:
    """A page's pending requests and timers, given beforehand."""

    def __init__(
        self, *, timer: bool | None = False, late: bool = False, request: bool = False, settled: bool = False
    ) -> None:
        self.says, self.late, self.asked, self.settled = timer, late, request, settled

    def is_settled(self) -> bool:
        return self.settled

    def work(self, *, late: bool = False) -> bool | None:
        return True if late and self.late else self.says

    def request(self, within: float = ENDLESS_AFTER_MS) -> bool:
        return self.asked and within > 0


def patience(*, ways: InputMethods | None = None, **pending: Any) -> StabilityPolicy:
    made = StabilityPolicy(TIMES, Still(**pending), ways or InputMethods())  # type: ignore[arg-type]  # a page on paper
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


def test_a_board_that_was_there_before_we_came_need_not_stand_so_long_unless_something_was_pressed() -> None:
    assert patience(timer=None, settled=True).lasts(SETTLED_STABLE_MS - 1, sound=True)
    assert not patience(timer=None, settled=True).lasts(SETTLED_STABLE_MS, sound=True)
    pressed, followed = patience(timer=None, settled=True), patience(timer=None, settled=True)
    pressed.press()
    followed.follow(sound=False)
    assert all(one.lasts(TIMES.stood - 1, sound=True) for one in (pressed, followed))


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
    hasty = StabilityPolicy(Times(load=0), Still(request=True, timer=True), InputMethods())  # type: ignore[arg-type]  # as above
    hasty.begin()
    assert not hasty.lasts(0, sound=False)
    assert not hasty.lasts(0, sound=True, replaced=True)


def test_a_board_that_was_replaced_before_is_not_believed_while_the_page_may_load() -> None:
    assert patience().lasts(TIMES.load - 1, sound=True, replaced=True)


def test_a_refused_board_is_waited_for_while_the_page_works_on_it() -> None:
    quiet = TIMES.quiet + 1
    assert not patience().lasts(quiet, sound=False)
    assert patience(late=True).lasts(quiet, sound=False)
    assert not patience(late=True).lasts(quiet, sound=True)


def test_the_time_to_load_is_given_anew_a_few_times_to_a_page_at_work() -> None:
    policy = patience(late=True)
    assert [policy.prolonged() for _ in range(3)] == [True, True, False]
    assert not patience().prolonged()
