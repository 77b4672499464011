"""A night on several sites on paper: each once, none stops the others, and no host is asked too often."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from player.artifacts.progress import Progress
from player.artifacts.run_log import RunLog
from player.browser.launch import BrowserOptions
from player.browser.selectors.schema import SiteSelectors
from player.deadlines import Watch, watch
from player.errors import (
    Denied,
    Interrupted,
    Locked,
    NoNetwork,
    PageNotUnderstood,
    PlayerError,
    SignInNeeded,
    Throttled,
)
from player.files.records import Records
from player.nightly import tour as tours
from player.nightly.history import History
from player.nightly.nightly import Nightly
from player.nightly.tour import Leg, Tour
from player.render.terminal import PlainConsole
from player.run import RunOptions
from tests.support.paper import Desk, Paper, failing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "history.sqlite3") as opened:
        yield opened


@dataclass
class Clock:
    """A clock that only waits move; `waits` are those that were made."""

    now: float = 0
    waits: list[float] = field(default_factory=list)

    def wait(self, seconds: float) -> None:
        self.waits.append(round(seconds, 3))
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for place in ("player.nightly.tour.Event", "player.run.Event"):
        monkeypatch.setattr(place, lambda: found)
    monkeypatch.setattr(tours, "monotonic", lambda: found.now)
    return found


LegMaker = Callable[..., Leg]


@pytest.fixture
def leg(history: History, site: SiteSelectors, monkeypatch: pytest.MonkeyPatch) -> LegMaker:
    """A leg on these papers; `opened` in the order in which the browsers start."""
    desks: dict[str, list[Paper]] = {}

    @contextmanager
    def visit(of: SiteSelectors, *_: object, **__: object) -> Iterator[Desk]:
        yield Desk(desks[of.origin])

    monkeypatch.setattr("player.run.open_session", visit)

    def make(name: str, *papers: Paper, host: str | None = None, watched: Any = None, **more: Any) -> Leg:
        here = site.model_copy(update={"origin": f"https://{name}"})
        desks[here.origin] = list(papers)
        log = RunLog(Records(None), Progress(PlainConsole(io.StringIO())))
        options = RunOptions(here, name, BrowserOptions(), pause=more.pop("pause", 0))
        night = Nightly(options, log, watched, history, name, "guest", lambda: "2026-11-20")
        hold: Callable[[], AbstractContextManager[None]] = more.pop("hold", nullcontext)
        return Leg(name, [paper.game for paper in papers], night, hold, host or name, **more)

    return make


@dataclass
class Once:
    """An error that is raised the first time only."""

    error: PlayerError
    times: int = 0

    def __call__(self) -> None:
        self.times += 1
        if self.times == 1:
            raise self.error


def outcomes(tour: Tour) -> dict[str, list[str]]:
    return {leg.label: [str(result.outcome) for result in leg.night.night.results] for leg in tour.legs}


def unplayed(tour: Tour) -> dict[str, str]:
    """By leg, the reason of the games that were not played."""
    nights = {leg.label: leg.night.night for leg in tour.legs}
    return {label: night.reason for label, night in nights.items() if night.unplayed}


def toured(make: Callable[[Watch], list[Leg]], seconds: float = 500) -> tuple[int, Tour]:
    """Play the legs with a pause of 10 s, and 60 s before the second try; return the exit code and the tour."""
    with watch(seconds) as watched:
        tour = Tour(make(watched), watched, pause=10, retry_after=60)
        return tour.play(), tour


def test_each_site_is_played_once_with_one_history(leg: LegMaker, history: History, clock: Clock) -> None:
    code, tour = toured(lambda on: [leg("a", Paper("zip"), watched=on), leg("b", Paper("zip"), watched=on)])
    assert (code, outcomes(tour), clock.waits) == (0, {"a": ["solved"], "b": ["solved"]}, [])
    assert [(row.key.site, row.key.game) for row in history.rows()] == [("a", "zip"), ("b", "zip")]


def test_boards_of_one_host_are_parted_by_a_pause(leg: LegMaker, clock: Clock) -> None:
    def legs(on: Watch) -> list[Leg]:
        two = leg("a", Paper("zip"), Paper("queens"), watched=on, host="one", pause=10)
        return [two, leg("b", Paper("zip"), watched=on, host="other"), leg("c", Paper("zip"), watched=on, host="one")]

    assert toured(legs)[0] == 0
    assert clock.waits == [10, 10]


def test_pages_out_of_files_need_no_pause(leg: LegMaker, clock: Clock) -> None:
    def legs(on: Watch) -> list[Leg]:
        found = [leg(name, Paper("zip"), watched=on) for name in "ab"]
        for one in found:
            one.host = None
        return found

    assert toured(legs)[0] == 0
    assert clock.waits == []


def test_a_site_out_of_reach_stops_no_other_and_is_tried_once_more_at_the_end(leg: LegMaker, clock: Clock) -> None:
    away = Once(NoNetwork("a does not answer"))

    def legs(on: Watch) -> list[Leg]:
        first = leg("a", Paper("zip", opens=away), Paper("queens"), watched=on)
        return [first, leg("b", Paper("zip"), watched=on)]

    code, tour = toured(legs)
    assert (code, outcomes(tour)) == (0, {"a": ["solved", "solved"], "b": ["solved"]})
    assert clock.waits == [60]


def test_other_boards_of_a_host_that_wants_no_requests_wait_as_long_as_it_asks(leg: LegMaker, clock: Clock) -> None:
    busy = Once(Throttled("too many requests", 90))

    def legs(on: Watch) -> list[Leg]:
        boards = [leg("daily", Paper("zip", opens=busy), watched=on, host="one")]
        boards += [leg(name, Paper("zip"), watched=on, host="one") for name in ("weekly", "monthly")]
        return [*boards, leg("b", Paper("zip"), watched=on)]

    code, tour = toured(legs)
    assert (code, clock.waits) == (0, [90, 10, 10])
    assert outcomes(tour) == {"daily": ["solved"], "weekly": ["solved"], "monthly": ["solved"], "b": ["solved"]}


def test_a_host_that_stays_busy_is_asked_twice_and_its_other_boards_are_not_tried(leg: LegMaker, clock: Clock) -> None:
    tries: list[int] = []

    def busy() -> None:
        tries.append(1)
        raise Throttled("too many requests")

    def legs(on: Watch) -> list[Leg]:
        first = leg("daily", Paper("zip", opens=busy), watched=on, host="one")
        return [first, leg("weekly", failing("zip", AssertionError("opened")), watched=on, host="one")]

    code, tour = toured(legs)
    assert (code, len(tries), outcomes(tour)) == (75, 2, {"daily": ["unavailable"], "weekly": []})
    assert clock.waits == [60]
    assert unplayed(tour) == {"weekly": "not tried: the site wants no more requests now"}


def test_a_wait_beyond_the_deadline_is_not_begun(leg: LegMaker, clock: Clock) -> None:
    busy = Once(Throttled("too many requests", 3600))
    code, tour = toured(lambda on: [leg("a", Paper("zip", opens=busy), watched=on), leg("b", Paper("zip"), watched=on)])
    assert (code, outcomes(tour), clock.waits) == (75, {"a": ["unavailable"], "b": ["solved"]}, [])
    assert busy.times == 1


def test_a_host_that_denies_requests_is_not_asked_again(leg: LegMaker, clock: Clock) -> None:
    def legs(on: Watch) -> list[Leg]:
        first = leg("daily", failing("zip", Denied("forbidden")), watched=on, host="one")
        return [first, leg("weekly", failing("zip", AssertionError("opened")), watched=on, host="one")]

    code, tour = toured(legs)
    assert (code, clock.waits) == (77, [])
    assert unplayed(tour) == {"weekly": "not tried: the site denies requests"}


def test_a_lasting_failure_is_not_tried_again(leg: LegMaker, clock: Clock) -> None:
    wrong = Once(PageNotUnderstood("no grid"))
    code, tour = toured(
        lambda on: [leg("a", Paper("zip", opens=wrong), watched=on), leg("b", Paper("zip"), watched=on)]
    )
    assert (code, wrong.times, outcomes(tour)["b"], clock.waits) == (76, 1, ["solved"], [])


def test_what_keeps_a_leg_from_beginning_stops_no_other(leg: LegMaker, clock: Clock) -> None:
    @contextmanager
    def taken() -> Iterator[None]:
        if names := ["a"]:
            raise Locked(f"another run plays {names[0]} as guest")
        yield

    def legs(on: Watch) -> list[Leg]:
        locked = leg("a", Paper("zip"), watched=on, hold=taken)
        refused = leg("b", Paper("zip"), watched=on, refused=SignInNeeded("there is no session"))
        return [locked, refused, leg("c", Paper("zip"), watched=on)]

    code, tour = toured(legs)
    assert (code, outcomes(tour)) == (77, {"a": [], "b": [], "c": ["solved"]})
    assert unplayed(tour) == {"a": "another run plays a as guest", "b": "there is no session"}
    assert tour.notes == ["a: another run plays a as guest"]
    assert clock.waits == []


def test_a_leg_is_held_only_while_it_is_played(leg: LegMaker, clock: Clock) -> None:
    held: list[str] = []

    @contextmanager
    def hold(name: str) -> Iterator[None]:
        assert not held, "one account at a time"
        held.append(name)
        yield
        held.remove(name)

    names = ("a", "b")
    legs = lambda on: [leg(name, Paper("zip"), watched=on, hold=partial(hold, name)) for name in names]  # noqa: E731
    assert toured(legs)[0] == 0
    assert (held, clock.waits) == ([], [])


def test_a_signal_ends_the_tour_and_what_was_not_reached_is_reported(leg: LegMaker, clock: Clock) -> None:
    with watch(500) as watched:
        first = leg("a", failing("zip", Interrupted("stopped by SIGTERM", 15)), watched=watched)
        tour = Tour([first, leg("b", Paper("zip"), watched=watched)], watched, 10, 60)
        with pytest.raises(Interrupted):
            tour.play()
    assert unplayed(tour) == {"b": "stopped by SIGTERM"}
    assert clock.waits == []


def test_what_is_won_already_is_not_visited_on_a_second_tour(leg: LegMaker, clock: Clock) -> None:
    toured(lambda on: [leg("a", Paper("zip"), watched=on)])
    code, tour = toured(lambda on: [leg("a", failing("zip", AssertionError("opened")), watched=on)])
    assert (code, tour.legs[0].night.notes) == (0, ["won already on 2026-11-20: zip"])
    assert clock.waits == []


def test_a_game_that_failed_for_good_is_tried_again_only_if_it_is_named(leg: LegMaker, clock: Clock) -> None:
    toured(lambda on: [leg("a", failing("zip", PageNotUnderstood("no grid")), watched=on)])
    assert toured(lambda on: [leg("a", Paper("zip"), watched=on)])[0] == 76
    assert toured(lambda on: [leg("a", Paper("zip"), watched=on, named=True)])[0] == 0
    assert clock.waits == []
