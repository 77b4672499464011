"""A night on several sites on paper: each once, none stops the others, and no host is asked too often."""

import os
import signal
from collections import deque
from dataclasses import asdict, dataclass, field
from queue import Empty
from typing import Any

import pytest

from player.deadlines import watch
from player.errors import Interrupted, SignInNeeded
from player.nightly.night_plan import Event, NightPlan, ServerEntry, SiteRun
from player.nightly.reports import Night
from player.render.progress import PROGRESS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")

NO_REQUESTS = "the site wants no more requests now"
Result = dict[str, Any]


def site(label: str, *games: str, host: str | None = "", **more: Any) -> SiteRun:
    where = label if host == "" else host
    night = Night("2026-11-20", label, "guest", (), ())
    of = {"account": label, "pauses_with": where or "", **more}
    return SiteRun(label, games or ("zip",), bool(games), night, where, **of)


def came(*outcomes: str, code: int = 0, unplayed: tuple[str, ...] = (), **more: Any) -> Result:
    """The end of a process that played Zip, then Queens, with these outcomes."""
    exits = {"solved": 0, "unavailable": 75, "unreadable": 76, "signin": 77}
    games = list(zip(("zip", "queens"), outcomes, strict=False))
    records = [{"game": game, "outcome": outcome, "exit": exits[outcome]} for game, outcome in games]
    night = Night("2026-11-20", "", "guest", records, (), unplayed)
    passing = [game for game, outcome in games if outcome == "unavailable"]
    return {"exit": code, "night": asdict(night), "passing": passing, **more}


SOLVED = came("solved")
AWAY = came("unavailable", code=75)
BUSY = AWAY | {"trouble": [75, NO_REQUESTS, None]}
DENIED = came("signin", code=77) | {"trouble": [77, "the site denies requests", None]}
NO_BROWSER = came(code=69, unplayed=("zip",)) | {"error": "nothing listens there", "kind": "NoBrowser"}
STOPPED = came(code=130, unplayed=("zip",)) | {"error": "stopped by SIGINT", "kind": "Interrupted"}
KILLED = None


@dataclass
class Stage:
    """The clock, and what the processes do. Of `ends` each try takes one, by site; then all is solved."""

    now: float = 0
    ends: dict[str, list[Result | None]] = field(default_factory=dict)
    after: dict[str, str] = field(default_factory=dict)
    """By site, the one after whose end it ends."""
    hanging: str = ""
    """The sites that end by a signal only."""
    signal_after: str = ""
    """The site after whose beginning SIGINT comes."""
    events: deque[Event] = field(default_factory=deque)
    playing: "list[PaperWorker]" = field(default_factory=list)
    begun: list[tuple[str, float]] = field(default_factory=list)
    games: list[tuple[str, ...]] = field(default_factory=list)
    together: list[set[str]] = field(default_factory=list)
    signals: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def get(self, timeout: float | None) -> Event:
        """Return an event that is there, as a queue does; else let the time pass."""
        if self.signal_after in {worker.run.label for worker in self.playing}:
            self.signal_after = ""
            signal.raise_signal(signal.SIGINT)
        if self.events:
            return self.events.popleft()
        assert timeout is not None, "nobody would ever end"
        self.now += timeout
        raise Empty

    def play(
        self, *runs: SiteRun, browsers: int = 1, servers: tuple[ServerEntry, ...] = (), seconds: float = 500
    ) -> tuple[int, NightPlan]:
        """Play the runs with a pause of 10 s, and 60 s before the second try."""
        with watch(seconds) as watched:
            plan = NightPlan(
                *(runs, watched, 10, 60, lambda run, server, _events: PaperWorker(self, run, server)),  # type: ignore[arg-type]
                browsers=browsers,
                servers=servers,
                say=self.said.append,
                write=lambda record: self.records.append(record["of"]),
                events=self,  # type: ignore[arg-type]
            )
            return plan.play(), plan


class PaperWorker:
    """A process on a stage."""

    def __init__(self, stage: Stage, run: SiteRun, server: ServerEntry | None) -> None:
        self.stage, self.run, self.server = stage, run, server
        stage.begun.append((run.label, stage.now))
        stage.games.append(tuple(run.next_games))
        stage.playing.append(self)
        stage.together.append({worker.run.label for worker in stage.playing})
        if run.label not in stage.after and run.label not in stage.hanging:
            self.end()

    def end(self) -> None:
        ends = self.stage.ends.get(self.run.label)
        result = ends.pop(0) if ends else SOLVED
        if self.server and "dead" in self.server.address:
            result = NO_BROWSER
        self._put("record", {"of": self.run.label})
        self._put("end", result)

    def interrupt(self, signum: int) -> None:
        self.stage.signals.append(signum)
        self._put("record", {"of": self.run.label})
        self._put("end", STOPPED)

    def close(self, seconds: float = 0) -> None:
        del seconds
        self.stage.playing.remove(self)
        for worker in self.stage.playing:
            if self.stage.after.get(worker.run.label) == self.run.label:
                worker.end()

    def _put(self, kind: str, content: dict[str, Any] | None) -> None:
        self.stage.events.append((self, kind, content))  # type: ignore[arg-type]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    found = Stage()
    monkeypatch.setattr("player.nightly.night_plan.monotonic", lambda: found.now)
    return found


def outcomes(plan: NightPlan) -> dict[str, list[str]]:
    return {run.label: [record["outcome"] for record in run.night.records] for run in plan.runs}


def unplayed(plan: NightPlan) -> dict[str, str]:
    """By site, the reason of the games that were not played."""
    return {run.label: run.night.reason for run in plan.runs if run.night.unplayed}


# One after the other


def test_each_site_is_played_once_in_the_order_of_the_file(stage: Stage) -> None:
    code, plan = stage.play(site("a"), site("b"))
    assert (code, outcomes(plan), stage.begun) == (0, {"a": ["solved"], "b": ["solved"]}, [("a", 0), ("b", 0)])


def test_each_site_is_named_as_it_begins_unless_problems_alone_are_wanted(stage: Stage) -> None:
    stage.play(site("a"), site("b"))
    assert stage.said == ["a", "b"]
    with PROGRESS.shown("games", quiet=True):
        stage.play(site("a"), site("b"))
    assert stage.said == ["a", "b"]


def test_boards_of_one_host_are_parted_by_a_pause_and_none_overtakes(stage: Stage) -> None:
    stage.play(site("a", host="one"), site("b", host="one"), site("c"))
    assert stage.begun == [("a", 0), ("b", 10), ("c", 10)]


def test_pages_out_of_files_need_no_pause(stage: Stage) -> None:
    stage.play(site("a", host=None), site("b", host=None))
    assert stage.begun == [("a", 0), ("b", 0)]


def test_what_may_pass_is_tried_once_more_after_all_others_and_nothing_else_of_the_site(stage: Stage) -> None:
    queens = [{"game": "queens", "outcome": "solved", "exit": 0}]
    second = {"exit": 0, "night": asdict(Night("", "a", "guest", queens, ()))}
    stage.ends = {"a": [came("solved", "unavailable", code=75), second]}
    code, plan = stage.play(site("a"), site("b"))
    assert (code, outcomes(plan)) == (0, {"a": ["solved", "solved"], "b": ["solved"]})
    assert (stage.begun, stage.games) == ([("a", 0), ("b", 0), ("a", 60)], [(), (), ("queens",)])


def test_what_fails_again_keeps_its_exit_code(stage: Stage) -> None:
    stage.ends = {"a": [AWAY, AWAY, SOLVED]}
    code, plan = stage.play(site("a"))
    assert (code, outcomes(plan), len(stage.begun)) == (75, {"a": ["unavailable"]}, 2)


def test_other_boards_of_a_host_that_wants_no_requests_wait_as_long_as_it_asks(stage: Stage) -> None:
    stage.ends = {"daily": [BUSY | {"trouble": [75, NO_REQUESTS, 90]}]}
    boards = [site(name, host="one") for name in ("daily", "weekly", "monthly")]
    code, plan = stage.play(*boards, site("b"))
    assert (code, {*map(str, outcomes(plan).values())}) == (0, {"['solved']"})
    assert stage.begun == [("daily", 0), ("b", 0), ("daily", 90), ("weekly", 100), ("monthly", 110)]


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (BUSY, (75, [("daily", 0), ("daily", 60)], f"not tried: {NO_REQUESTS}")),
        (DENIED, (77, [("daily", 0)], "not tried: the site denies requests")),
    ],
    ids=["busy", "denied"],
)
def test_boards_of_a_host_in_trouble_are_not_tried_and_one_that_denies_is_asked_once(
    stage: Stage, end: Result, expected: tuple[int, list[tuple[str, float]], str]
) -> None:
    stage.ends = {"daily": [end, end]}
    code, plan = stage.play(site("daily", host="one"), site("weekly", host="one"))
    assert (code, stage.begun, unplayed(plan)["weekly"]) == expected


@pytest.mark.parametrize("wait", [3600, None], ids=["asked for", "a pause"])
def test_a_wait_beyond_the_deadline_is_not_begun(stage: Stage, wait: float | None) -> None:
    stage.ends = {"a": [BUSY | {"trouble": [75, NO_REQUESTS, wait]}]}
    code, plan = stage.play(site("a"), site("b"), seconds=50)
    assert (code, outcomes(plan), stage.now) == (75, {"a": ["unavailable"], "b": ["solved"]}, 0)


def test_a_lasting_failure_is_not_tried_again(stage: Stage) -> None:
    stage.ends = {"a": [came("unreadable", code=76)]}
    code, plan = stage.play(site("a"), site("b"))
    assert (code, len(stage.begun), outcomes(plan)["b"]) == (76, 2, ["solved"])


def test_what_keeps_a_site_from_beginning_stops_no_other(stage: Stage) -> None:
    locked = came(code=75) | {"error": "another run plays a as guest", "kind": "Locked"}
    stage.ends = {"a": [locked]}
    refused = site("b", refused=SignInNeeded("there is no session"))
    code, plan = stage.play(site("a"), refused, site("c"))
    assert (code, outcomes(plan)) == (77, {"a": [], "b": [], "c": ["solved"]})
    assert unplayed(plan) == {"a": "another run plays a as guest", "b": "there is no session"}
    assert plan.notes == ["a: another run plays a as guest"]
    assert stage.begun == [("a", 0), ("c", 0)]


def test_what_was_done_before_is_reported_and_counts(stage: Stage) -> None:
    done = [{"game": "zip", "outcome": "unreadable", "exit": 76, "before": True}]
    notes = ["tried already on 2026-11-20: zip"]
    stage.ends = {"a": [{"exit": 76, "night": asdict(Night("", "a", "guest", (), done)), "notes": notes}]}
    code, plan = stage.play(site("a", "zip"))
    assert (code, plan.runs[0].night.done, plan.runs[0].notes) == (76, done, notes)
    assert (stage.games, unplayed(plan)) == ([("zip",)], {})


# Several at once


def test_so_many_are_played_at_once_in_the_order_of_the_file(stage: Stage) -> None:
    code, plan = stage.play(*map(site, "abcd"), browsers=3)
    assert (code, {*map(str, outcomes(plan).values())}) == (0, {"['solved']"})
    assert [label for label, _ in stage.begun] == [*"abcd"]
    assert max(stage.together, key=len) == set("abc")


def test_records_are_written_in_the_order_of_the_file_whatever_ends_first(stage: Stage) -> None:
    stage.after = {"a": "b"}
    assert stage.play(*map(site, "abc"), browsers=2)[0] == 0
    assert stage.records == [*"abc"]


def test_one_account_is_played_once_at_a_time_and_others_overtake(stage: Stage) -> None:
    accounts = {"a": "me@x", "b": "me@x", "c": "you@x"}
    stage.play(*(site(name, host=None, account=who) for name, who in accounts.items()), browsers=2)
    assert [label for label, _ in stage.begun] == ["a", "c", "b"]
    assert {"a", "b"} not in stage.together


@pytest.mark.parametrize(
    ("own", "begun"), [(False, [("a", 0), ("b", 10)]), (True, [("a", 0), ("b", 0)])], ids=["guests", "two members"]
)
def test_guests_of_a_host_come_one_after_the_other_and_members_at_once(
    stage: Stage, own: bool, begun: list[tuple[str, float]]
) -> None:
    stage.play(*(site(name, host="one", pauses_with=f"one {name}" if own else "one") for name in "ab"), browsers=2)
    assert (stage.begun, {"a", "b"} in stage.together) == (begun, own)


def test_a_host_that_wants_no_requests_is_left_alone_by_all_of_its_members(stage: Stage) -> None:
    stage.ends = {"a": [BUSY | {"trouble": [75, NO_REQUESTS, 90]}]}
    members = [site(name, host="one", pauses_with=f"one {name}") for name in "ab"]
    code, plan = stage.play(*members, site("c"))
    assert (code, {*map(str, outcomes(plan).values())}) == (0, {"['solved']"})
    assert dict(stage.begun) == {"a": 90, "b": 90, "c": 0}


def test_a_dead_server_is_reported_once_and_its_sites_go_to_the_others(stage: Stage) -> None:
    servers = (
        ServerEntry("server 1 (dead:1)", "ws://dead:1/", is_cdp=False),
        ServerEntry("server 2 (b:1)", "ws://b:1/", is_cdp=False, browsers=2),
    )
    code, plan = stage.play(*map(site, "abc"), browsers=3, servers=servers)
    assert (code, {*map(str, outcomes(plan).values())}) == (0, {"['solved']"})
    assert [line for line in stage.said if "server" in line] == ["server 1 (dead:1): nothing listens there"]
    assert max(map(len, stage.together)) == 3


def test_without_any_server_all_is_69_with_a_line_for_each_server(stage: Stage) -> None:
    servers = tuple(ServerEntry(f"server {number}", f"ws://dead:{number}/", is_cdp=False) for number in (1, 2))
    code, plan = stage.play(*map(site, "abc"), browsers=2, servers=servers)
    assert (code, [run.code for run in plan.runs]) == (69, [69, 69, 69])
    assert [line.partition(":")[0] for line in stage.said if "server" in line] == ["server 1", "server 2"]
    assert {*unplayed(plan).values()} == {"no server has a browser"}
    assert len(stage.begun) == 2


def test_a_server_lends_no_more_browsers_than_it_has(stage: Stage) -> None:
    one = (ServerEntry("server 1", "ws://b:1/", is_cdp=False),)
    assert stage.play(*map(site, "abc"), browsers=3, servers=one)[0] == 0
    assert max(map(len, stage.together)) == 1


def test_what_a_killed_process_left_is_played_again_and_the_others_go_on(stage: Stage) -> None:
    stage.ends = {"a": [KILLED]}
    code, plan = stage.play(*map(site, "ab"), browsers=2)
    assert (code, outcomes(plan)) == (0, {"a": ["solved"], "b": ["solved"]})
    assert stage.begun == [("a", 0), ("b", 0), ("a", 60)]
    assert plan.notes == ["a: its process was killed, maybe for lack of memory"]


# Signals and the deadline


@pytest.mark.slow
@pytest.mark.parametrize("browsers", [1, 2])
def test_a_signal_ends_all_with_their_records_and_reports_the_rest(stage: Stage, browsers: int) -> None:
    playing = "ab"[:browsers]
    stage.hanging, stage.signal_after = "ab", playing[-1]
    runs = [*map(site, "abc")]
    with pytest.raises(Interrupted, match="SIGINT"):
        stage.play(*runs, browsers=browsers)
    assert (stage.signals, stage.playing, stage.records) == ([signal.SIGINT] * browsers, [], [*playing])
    assert [run.night.reason for run in runs] == ["stopped by SIGINT"] * 3
    assert [[*run.night.unplayed] for run in runs] == [["zip"]] * 3


def test_what_a_signal_kept_from_its_second_try_is_reported_as_the_first_ended(stage: Stage) -> None:
    stage.ends = {"a": [AWAY, STOPPED]}
    code, plan = stage.play(site("a"))
    assert (code, outcomes(plan), unplayed(plan)) == (75, {"a": ["unavailable"]}, {})
    assert plan.notes == ["a: its process was stopped by SIGINT"]


def test_the_deadline_leaves_out_what_was_not_reached(stage: Stage) -> None:
    stage.ends = {"a": [came("unavailable", code=75) | {"passing": []}]}
    code, plan = stage.play(site("a", host="one"), site("b", host="one"), seconds=9)
    assert (code, outcomes(plan), stage.begun) == (75, {"a": ["unavailable"], "b": []}, [("a", 0)])
    assert unplayed(plan)["b"].startswith("the pause before it would last")
