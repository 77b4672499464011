import gc
import os
import signal
import subprocess
import sys
from asyncio.log import logger
from collections.abc import Iterator
from time import perf_counter

import pytest
from greenlet import greenlet  # type: ignore[import-untyped]  # it has no stubs

from player import deadlines
from player.deadlines import (
    CLOSE_GRACE_S,
    CLOSE_TIMEOUT_S,
    HELD_TIMEOUT_S,
    REPEAT_S,
    RESUME_S,
    Watch,
    _in_callback,
    unbroken,
    watch,
    within,
)
from player.errors import DeadlineOver, Interrupted, TimeUp, Unavailable

ENDING = {signal.SIGHUP: 129, signal.SIGINT: 130, signal.SIGTERM: 143}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")


def wait() -> None:
    """Until a signal raises."""
    while True:
        pass


def work_for(seconds: float) -> None:
    until = perf_counter() + seconds
    while perf_counter() < until:
        pass


def receive(signum: signal.Signals) -> None:
    """Until `signum`, which is on its way, raises."""
    os.kill(os.getpid(), signum)
    wait()


def handlers() -> dict[signal.Signals, object]:
    return {signum: signal.getsignal(signum) for signum in (*ENDING, signal.SIGALRM)}


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    before = handlers()
    yield
    assert handlers() == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("signum", "code"), ENDING.items(), ids=[signum.name for signum in ENDING])
def test_a_signal_becomes_an_exception_with_the_code_that_shells_expect(signum: signal.Signals, code: int) -> None:
    with pytest.raises(Interrupted, match=f"stopped by {signum.name}") as caught, watch():
        receive(signum)
    assert caught.value.code == code
    assert caught.value.signum == signum


@pytest.mark.slow
@pytest.mark.parametrize("signum", ENDING, ids=[signum.name for signum in ENDING])
def test_a_second_signal_while_the_first_is_dealt_with_ends_us_at_once(signum: signal.Signals) -> None:
    with watch():
        try:
            receive(signum)
        except Interrupted:
            after = {other: signal.getsignal(other) for other in ENDING}
    assert after.pop(signum) == signal.SIG_DFL
    assert signal.SIG_DFL not in after.values()


def test_other_signals_still_interrupt_while_one_is_dealt_with() -> None:
    def clean_up() -> None:
        try:
            receive(signal.SIGINT)
        finally:
            receive(signal.SIGTERM)

    with pytest.raises(Interrupted, match="SIGINT"), watch() as watched:
        clean_up()
    assert str(watched.reason) == "stopped by SIGINT", "the first reason is the reason"


def test_the_handlers_of_before_are_back_after_any_end() -> None:
    heard = []
    before = signal.signal(signal.SIGTERM, lambda signum, _frame: heard.append(signum))
    try:
        with watch():
            pass
        with pytest.raises(ZeroDivisionError), watch():
            raise ZeroDivisionError
        with pytest.raises(Interrupted), watch():
            receive(signal.SIGTERM)
        assert heard == []
        os.kill(os.getpid(), signal.SIGTERM)
        assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_signal_that_we_were_started_to_ignore_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with watch():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.full
def test_the_deadline_ends_what_would_never_end() -> None:
    said = r"the deadline of 0\.05 s is over: give more with --deadline"
    with pytest.raises(DeadlineOver, match=said) as caught, watch(0.05):
        wait()
    assert caught.value.code == 75


@pytest.mark.full
def test_what_is_swallowed_is_raised_again_until_it_is_heard() -> None:
    raised: list[DeadlineOver] = []
    with watch(0.02) as watched:
        while len(raised) < 3:
            try:
                wait()
            except DeadlineOver as over:
                raised.append(over)
                assert signal.getitimer(signal.ITIMER_REAL)[0] == pytest.approx(REPEAT_S, abs=0.1)
        watched.heard()
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert raised == [watched.reason] * 3


@pytest.mark.full
def test_what_comes_of_the_end_gives_way_to_its_reason() -> None:
    def broken_by_it() -> None:
        try:
            receive(signal.SIGTERM)
        finally:
            raise OSError("the browser died with us")

    with pytest.raises(Interrupted, match="SIGTERM"), watch():
        broken_by_it()


@pytest.mark.parametrize("seconds", [60, 0.5, 86_400])
def test_what_ends_in_time_is_left_alone(seconds: float) -> None:
    with watch(seconds):
        left, again = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left <= seconds
        assert again == 0


def test_the_clock_is_stopped_after_an_error_too() -> None:
    with pytest.raises(ZeroDivisionError), watch(60):
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 // 0, DeadlineOver("late"))


# What nothing may interrupt


@pytest.mark.parametrize("for_ever", [False, True])
def test_a_signal_waits_until_what_is_held_is_done(*, for_ever: bool) -> None:
    with watch() as watched:
        with watched.held(for_ever=for_ever):
            assert (signal.getitimer(signal.ITIMER_REAL) == (0, 0)) is for_ever
            os.kill(os.getpid(), signal.SIGTERM)
            done = True
        assert done
        assert str(watched.reason) == "stopped by SIGTERM"


def test_a_deadline_that_passes_meanwhile_is_known_afterwards() -> None:
    with watch(0.02) as watched:
        with watched.held():
            until = perf_counter() + 0.05
            while perf_counter() < until:
                assert watched.reason is None
        assert isinstance(watched.reason, DeadlineOver)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_is_left_of_the_time_is_left_afterwards() -> None:
    with watch(60) as watched:
        with watched.held():
            assert 20 < signal.getitimer(signal.ITIMER_REAL)[0] <= HELD_TIMEOUT_S
        assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] <= 60
    with watch(None) as watched:
        with watched.held():
            pass
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_is_held_may_not_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.deadlines.HELD_TIMEOUT_S", 0.02)
    with watch() as watched:
        with pytest.raises(Unavailable, match=r"more than 0\.02 s"), watched.held():
            wait()
        assert watched.reason is None


def test_the_deadline_still_ends_what_comes_after() -> None:
    def go_on(watched: Watch) -> None:
        with watched.held():
            pass
        watched.heard()  # something else failed
        wait()

    with pytest.raises(DeadlineOver), watch(0.1) as watched:
        go_on(watched)


# A limit inside the deadline


@pytest.mark.full
@pytest.mark.parametrize("seconds", [5, None])
def test_a_limit_ends_what_is_in_it_and_no_more(seconds: float | None) -> None:
    with watch(seconds) as watched:
        for _ in range(2):
            with pytest.raises(TimeUp, match=r"more than 0\.02 s: give it more"), watched.limited(0.02):
                wait()
            assert watched.reason is None
        left = signal.getitimer(signal.ITIMER_REAL)[0]
        assert 4 < left < 5 if seconds else left == 0


def test_a_deadline_that_comes_before_the_limit_is_what_ends_it() -> None:
    with pytest.raises(DeadlineOver), watch(0.05) as watched, watched.limited(5):
        wait()


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    with watch(5) as watched:
        with watched.limited(1):
            assert signal.getitimer(signal.ITIMER_REAL)[0] <= 1
        assert 4 < signal.getitimer(signal.ITIMER_REAL)[0] < 5
        with watched.limited(None):
            assert 4 < signal.getitimer(signal.ITIMER_REAL)[0] < 5


def test_what_comes_of_the_limit_gives_way_to_it() -> None:
    def stumble() -> None:
        try:
            wait()
        except TimeUp:
            raise ValueError from None

    with watch() as watched, pytest.raises(TimeUp), watched.limited(0.02):
        stumble()


def test_a_signal_within_a_limit_ends_the_run() -> None:
    with pytest.raises(Interrupted), watch(5) as watched, watched.limited(1):
        receive(signal.SIGTERM)


# A deadline for one piece of work


def test_work_within_its_time_is_done() -> None:
    assert within(60, lambda: signal.getitimer(signal.ITIMER_REAL)[0] > 50, DeadlineOver("late"))


def test_work_that_takes_longer_is_given_up() -> None:
    with pytest.raises(DeadlineOver, match="late"):
        within(0.02, wait, DeadlineOver("late"))


@pytest.mark.full
def test_work_whose_destructor_swallows_the_end_of_its_time_is_ended_again() -> None:
    class Slow:
        def __del__(self) -> None:
            wait()

    def work() -> None:
        Slow()
        wait()

    hook = sys.unraisablehook
    with pytest.raises(DeadlineOver, match="late"):
        within(0.02, work, DeadlineOver("late"))
    assert sys.unraisablehook == hook


def test_a_signal_ends_work_that_has_time_left() -> None:
    with pytest.raises(Interrupted, match="SIGINT"), watch():
        within(60, lambda: receive(signal.SIGINT), DeadlineOver("late"))


@pytest.mark.full
def test_work_that_took_too_long_leaves_the_deadline_and_the_printing_as_they_were() -> None:
    hook = sys.unraisablehook
    with watch(60) as watched:
        for _ in range(2):
            with pytest.raises(DeadlineOver, match="late"):
                within(0.02, wait, DeadlineOver("late"))
            assert watched.reason is None
            assert sys.unraisablehook is hook
            assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] < 60


@pytest.mark.parametrize("seconds", [60, None])
def test_an_alarm_of_a_limit_that_ends_is_no_deadline(seconds: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not if it comes in a callback of the garbage collector, deep in the end of the limit."""
    set_timer = deadlines._set_timer

    def late(left: float) -> float:
        def collect(_phase: str, _info: object) -> None:
            signal.raise_signal(signal.SIGALRM)

        gc.callbacks.append(collect)
        gc.collect()
        gc.callbacks.remove(collect)
        return set_timer(left)

    with watch(seconds) as watched:
        limit = watched.limited(30)
        with limit:
            monkeypatch.setattr(deadlines, "_set_timer", late)
        monkeypatch.undo()
        assert watched.reason is None
        assert (50 < signal.getitimer(signal.ITIMER_REAL)[0] < 60) == (seconds is not None)


def test_a_deadline_that_comes_while_a_limit_ends_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    set_timer = deadlines._set_timer

    def slow(left: float) -> float:
        before = set_timer(left)
        while watched.left() > -2 * RESUME_S:
            pass
        return before

    def work() -> None:
        with watched.limited(0.05):
            monkeypatch.setattr(deadlines, "_set_timer", slow)
        monkeypatch.undo()
        wait()

    with pytest.raises(DeadlineOver, match=r"deadline of 0\.1 s"), watch(0.1) as watched:
        work()


FORKED = """
import os
from player.deadlines import watch, within
from player.errors import DeadlineOver
with watch() as watched, watched.held(for_ever=True):
    if child := os.fork():
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    try:
        within(0.02, lambda: all(True for _ in iter(int, 1)), DeadlineOver("late"))
    except DeadlineOver:
        os._exit(17)
"""


def test_a_process_forked_while_signals_are_held_has_deadlines_of_its_own() -> None:
    ended = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, timeout=20, check=False)
    assert (ended.returncode, ended.stderr) == (17, b"")


def test_what_was_silenced_speaks_again() -> None:
    log, hook = logger, sys.unraisablehook

    def end() -> None:
        try:
            wait()
        finally:
            assert (log.disabled, sys.unraisablehook is hook) == (True, False)

    with pytest.raises(DeadlineOver), watch(0.02):
        end()
    assert (log.disabled, sys.unraisablehook is hook) == (False, True)


# Near the deadline


def test_what_is_held_is_cut_short_soon_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("player.deadlines.SAVE_TIMEOUT_S", 0.05)
    monkeypatch.setattr("player.deadlines.MIN_TIMEOUT_S", 0.01)
    began = perf_counter()
    with watch(0.05) as watched:
        with pytest.raises(Unavailable), watched.held():
            wait()
        assert perf_counter() - began < 5
        assert isinstance(watched.reason, DeadlineOver)


@pytest.mark.full
def test_what_closes_is_not_broken_off_and_its_time_ends_soon_after_the_deadline() -> None:
    closed: list[float] = []

    def close() -> None:
        try:
            wait()
        finally:
            with unbroken() as seconds:
                work_for(2 * REPEAT_S)
                closed.append(seconds)

    with pytest.raises(DeadlineOver), watch(0.02):
        close()
    assert len(closed) == 1
    assert 0 < closed[0] <= CLOSE_GRACE_S
    with watch(3600), unbroken() as seconds:
        assert seconds == CLOSE_TIMEOUT_S
    with unbroken() as seconds:
        assert seconds == CLOSE_TIMEOUT_S


def test_a_deadline_that_comes_while_something_closes_is_raised_after_it() -> None:
    def go_on() -> None:
        with unbroken():
            work_for(0.1)
        wait()

    with pytest.raises(DeadlineOver), watch(0.05):
        go_on()


def test_a_greenlet_of_a_callback_counts_as_one() -> None:
    """Its frames do not lead back to the callback, which drops what is raised there."""
    found: list[bool] = []

    def loop() -> None:  # as Playwright's: in a greenlet of the main one's
        found.append(_in_callback(sys._getframe()))
        greenlet(lambda: found.append(_in_callback(sys._getframe()))).switch()

    greenlet(loop).switch()
    assert found == [False, True]
    assert not _in_callback(sys._getframe())


def in_many_sections(many: int, inside: float, between: float) -> None:
    with watch():
        for number in range(many):
            with unbroken():
                if number == 0:
                    os.kill(os.getpid(), signal.SIGINT)
                work_for(inside)
            work_for(between)


@pytest.mark.parametrize(("many", "inside", "between"), [(200_000, 0, 0), (100, 1.5 * RESUME_S, RESUME_S / 4)])
def test_a_signal_in_one_of_many_sections_is_raised_between_them(many: int, inside: float, between: float) -> None:
    """Also if each takes longer than the work between them."""
    with pytest.raises(Interrupted):
        in_many_sections(many, inside, between)


class AlarmAtTheEnd(deadlines._Limit):
    """The timer runs out in its end."""

    @property
    def _first(self) -> bool:
        deadlines._set_timer(0)
        signal.raise_signal(signal.SIGALRM)
        return False

    @_first.setter
    def _first(self, _first: bool) -> None: ...


def test_a_signal_whose_alarm_comes_while_a_limit_ends_is_raised_after_it() -> None:
    def work() -> None:
        with unbroken():
            os.kill(os.getpid(), signal.SIGINT)
        with AlarmAtTheEnd(watched, 30, TimeUp("late")):
            pass
        work_for(1)

    with pytest.raises(Interrupted), watch() as watched:
        work()
