"""Several browsers at once on paper: one leg of an account or host at a time, in the order of the file."""

import io
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from player.artifacts.progress import Progress
from player.artifacts.run_log import RunLog
from player.browser.launch import BrowserOptions
from player.browser.selectors.schema import SiteSelectors
from player.deadlines import Watch, watch
from player.errors import Bug, DeadlineOver, Interrupted, NoBrowser, NoNetwork, PlayerError, Throttled, Unavailable
from player.files.records import Records
from player.nightly.history import History
from player.nightly.nightly import Nightly
from player.nightly.side_by_side import Server, SideBySide
from player.nightly.tour import Leg
from player.nightly.visits import Ended
from player.render.terminal import PlainConsole
from player.run import RunOptions
from tests.support.paper import Desk, Paper, failing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")


@dataclass
class Stage:
    """The clock, and what the processes do. A leg in `after` ends only after the visits of another one."""

    now: float = 0
    after: dict[str, str] = field(default_factory=dict)
    killed: list[str] = field(default_factory=list)
    """The legs whose next process is killed."""
    hanging: list[str] = field(default_factory=list)
    """The legs that end by a signal only."""
    signal_after: str = ""
    """The leg after whose beginning SIGINT comes."""
    playing: "list[PaperVisit]" = field(default_factory=list)
    begun: list[tuple[str, float]] = field(default_factory=list)
    together: list[set[str]] = field(default_factory=list)
    signals: list[int] = field(default_factory=list)

    def wait(self, lines: list[Any], seconds: float | None) -> list[Any]:
        """Return what is ready; else the time passes."""
        if self.signal_after in {visit.leg.label for visit in self.playing}:
            self.signal_after = ""
            signal.raise_signal(signal.SIGINT)
        found = wait(lines, 0)
        assert found or seconds is not None, "nobody would ever end"
        self.now += 0 if found else seconds or 0
        return list(found)


class PaperVisit:
    """A visit that plays in this process."""

    stage: Stage

    def __init__(self, errand: tuple[Leg, Server | None]) -> None:
        self.leg, self.server = errand
        self.line, self._theirs = Pipe()
        self.stage.begun.append((self.leg.label, self.stage.now))
        self.stage.playing.append(self)
        self.stage.together.append({visit.leg.label for visit in self.stage.playing})
        if self.leg.label in self.stage.killed:
            self.stage.killed.remove(self.leg.label)
            self._theirs.close()
        elif self.leg.label not in self.stage.after and self.leg.label not in self.stage.hanging:
            self._play()

    def _play(self) -> None:
        if self.server and "dead" in self.server.address:
            return self._theirs.send(Ended(69, NoBrowser("nothing listens there"), self.leg.night.state()))
        self._theirs.send("reading the board")
        self._theirs.send({"of": self.leg.label})
        return self._theirs.send(Ended(self.leg.play(), None, self.leg.night.state()))

    def receive(self) -> object:
        try:
            return self.line.recv()
        except EOFError:
            return Ended(75, Unavailable("its process was killed"))

    def interrupt(self, signum: int) -> None:
        self.stage.signals.append(signum)
        self._theirs.send({"of": self.leg.label})
        self._theirs.send(Ended(130, Interrupted("stopped by SIGINT", signum), self.leg.night.state()))

    def close(self, *, seconds: float = 0) -> None:
        del seconds
        self.stage.playing.remove(self)
        for visit in self.stage.playing:
            if self.stage.after.get(visit.leg.label) == self.leg.label:
                visit._play()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    found = PaperVisit.stage = Stage()
    monkeypatch.setattr("player.nightly.side_by_side.Visit", PaperVisit)
    monkeypatch.setattr("player.nightly.side_by_side.wait", found.wait)
    for place in ("side_by_side", "tour"):
        monkeypatch.setattr(f"player.nightly.{place}.monotonic", lambda: found.now)
    return found


LegMaker = Callable[..., Leg]


@pytest.fixture
def leg(tmp_path: Path, site: SiteSelectors, monkeypatch: pytest.MonkeyPatch) -> Iterator[LegMaker]:
    desks: dict[str, list[Paper]] = {}

    @contextmanager
    def visit(of: SiteSelectors, *_: object, **__: object) -> Iterator[Desk]:
        yield Desk(desks[of.origin])

    monkeypatch.setattr("player.run.open_session", visit)
    with History(tmp_path / "history.sqlite3") as history:

        def make(label: str, paper: Paper | None = None, watched: Any = None, **more: Any) -> Leg:
            here = site.model_copy(update={"origin": f"https://{label}"})
            desks[here.origin] = [paper or Paper("zip")]
            log = RunLog(Records(None), Progress(PlainConsole(io.StringIO())))
            options = RunOptions(here, label, BrowserOptions())
            night = Nightly(options, log, watched, history, label, "guest", lambda: "2026-11-20")
            return Leg(label, ["zip"], night, nullcontext, **{"host": label, "account": label, **more})

        yield make


@dataclass
class Said:
    lines: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)


def toured(
    make: Callable[[Watch], list[Leg]], *, browsers: int = 2, servers: tuple[Server, ...] = (), seconds: float = 500
) -> tuple[int, SideBySide, Said]:
    """Play the legs with a pause of 10 s, and 60 s before the second try."""
    said = Said()
    with watch(seconds) as watched:
        tour = SideBySide(
            *(make(watched), watched, 10, 60, said.lines.append),
            browsers=browsers,
            servers=servers,
            errand=lambda leg, server: (leg, server),  # type: ignore[arg-type, return-value]
            write=lambda record: said.records.append(record["of"]),
        )
        return tour.play(), tour, said


def outcomes(tour: SideBySide) -> dict[str, list[str]]:
    return {leg.label: [str(result.outcome) for result in leg.night.night.results] for leg in tour.legs}


def test_so_many_are_played_at_once_in_the_order_of_the_file(leg: LegMaker, stage: Stage) -> None:
    code, tour, _ = toured(lambda on: [leg(name, watched=on) for name in "abcd"], browsers=3)
    assert (code, set(map(tuple, outcomes(tour).values()))) == (0, {("solved",)})
    assert [label for label, _ in stage.begun] == [*"abcd"]
    assert max(stage.together, key=len) == set("abc")


def test_records_are_written_in_the_order_of_the_file_whatever_ends_first(leg: LegMaker, stage: Stage) -> None:
    stage.after = {"a": "b"}
    code, _, said = toured(lambda on: [leg(name, watched=on) for name in "abc"])
    assert (code, said.records) == (0, [*"abc"])


def test_one_account_is_played_once_at_a_time_and_others_overtake(leg: LegMaker, stage: Stage) -> None:
    accounts = {"a": "me@x", "b": "me@x", "c": "you@x"}
    legs = lambda on: [leg(name, watched=on, host=None, account=who) for name, who in accounts.items()]  # noqa: E731
    assert toured(legs)[0] == 0
    assert [label for label, _ in stage.begun] == ["a", "c", "b"]
    assert {"a", "b"} not in stage.together


def test_guests_of_a_host_come_one_after_the_other_with_the_pause(leg: LegMaker, stage: Stage) -> None:
    assert toured(lambda on: [leg(name, watched=on, host="one") for name in "ab"])[0] == 0
    assert (stage.begun, stage.together) == ([("a", 0), ("b", 10)], [{"a"}, {"b"}])


def test_members_of_two_accounts_play_on_one_host_at_once(leg: LegMaker, stage: Stage) -> None:
    assert toured(lambda on: [leg(name, watched=on, host="one", lane=f"one {name}") for name in "ab"])[0] == 0
    assert (stage.begun, stage.together[-1]) == ([("a", 0), ("b", 0)], {"a", "b"})


def test_a_host_that_wants_no_requests_is_left_alone_by_all_of_its_members(leg: LegMaker, stage: Stage) -> None:
    tries: list[int] = []

    def busy() -> None:
        tries.append(1)
        if len(tries) == 1:
            raise Throttled("too many requests", 90)

    def legs(on: Watch) -> list[Leg]:
        found = [leg("a", Paper("zip", opens=busy), on, host="one", lane="one a")]
        return [*found, leg("b", watched=on, host="one", lane="one b"), leg("c", watched=on)]

    code, tour, _ = toured(legs, browsers=1)
    assert (code, outcomes(tour)) == (0, {"a": ["solved"], "b": ["solved"], "c": ["solved"]})
    assert dict(stage.begun) == {"a": 90, "b": 90, "c": 0}


def test_a_dead_server_is_reported_once_and_its_sites_go_to_the_others(leg: LegMaker, stage: Stage) -> None:
    servers = (Server("server 1 (dead:1)", "ws://dead:1/"), Server("server 2 (b:1)", "ws://b:1/", browsers=2))
    code, tour, said = toured(lambda on: [leg(name, watched=on) for name in "abc"], browsers=3, servers=servers)
    assert (code, set(map(tuple, outcomes(tour).values()))) == (0, {("solved",)})
    assert [line for line in said.lines if "server" in line] == ["server 1 (dead:1): nothing listens there"]
    assert max(map(len, stage.together)) == 3


def test_without_any_server_all_is_69_with_a_line_for_each_server(leg: LegMaker, stage: Stage) -> None:
    servers = tuple(Server(f"server {number}", f"ws://dead:{number}/") for number in (1, 2))
    code, tour, said = toured(lambda on: [leg(name, watched=on) for name in "abc"], servers=servers)
    assert (code, [leg.code for leg in tour.legs]) == (69, [69, 69, 69])
    assert [line.partition(":")[0] for line in said.lines if "server" in line] == ["server 1", "server 2"]
    assert {leg.night.night.reason for leg in tour.legs} == {"no server has a browser"}
    assert len(stage.begun) == 2


def test_a_server_lends_no_more_browsers_than_it_has(leg: LegMaker, stage: Stage) -> None:
    one = (Server("server 1", "ws://b:1/"),)
    assert toured(lambda on: [leg(name, watched=on) for name in "abc"], browsers=3, servers=one)[0] == 0
    assert max(map(len, stage.together)) == 1


def test_what_a_killed_process_left_is_played_again_and_the_others_go_on(leg: LegMaker, stage: Stage) -> None:
    stage.killed = ["a"]
    code, tour, _ = toured(lambda on: [leg(name, watched=on) for name in "ab"])
    assert (code, outcomes(tour)) == (0, {"a": ["solved"], "b": ["solved"]})
    assert stage.begun == [("a", 0), ("b", 0), ("a", 60)]
    assert tour.notes == ["a: its process was killed"]


def test_a_site_out_of_reach_is_tried_once_more_after_all_others(leg: LegMaker, stage: Stage) -> None:
    away = [NoNetwork("a does not answer")]
    opens = lambda: (_ for _ in ()).throw(away.pop()) if away else None  # noqa: E731
    code, tour, _ = toured(lambda on: [leg("a", Paper("zip", opens=opens), on), leg("b", watched=on)])
    assert (code, outcomes(tour)) == (0, {"a": ["solved"], "b": ["solved"]})
    assert [label for label, _ in stage.begun] == ["a", "b", "a"]
    assert stage.begun[-1][1] >= 60


def test_a_signal_ends_all_with_their_records_and_reports_the_rest(leg: LegMaker, stage: Stage) -> None:
    stage.hanging, stage.signal_after = ["a", "b"], "b"
    found: list[Leg] = []

    def legs(on: Watch) -> list[Leg]:
        found.extend(leg(name, watched=on) for name in "abc")
        return found

    with pytest.raises(Interrupted, match="SIGINT"):
        toured(legs)
    assert (stage.signals, stage.playing) == ([signal.SIGINT, signal.SIGINT], [])
    assert [one.night.night.reason for one in found] == ["stopped by SIGINT"] * 3


def test_the_deadline_leaves_out_what_was_not_reached(leg: LegMaker, stage: Stage) -> None:
    late = failing("zip", DeadlineOver("the deadline is over"))
    code, tour, _ = toured(lambda on: [leg("a", late, on, host="one"), leg("b", watched=on, host="one")], seconds=9)
    assert code == 75
    assert outcomes(tour) == {"a": ["unavailable"], "b": []}
    assert tour.legs[1].night.night.reason.startswith("the pause before it would last")
    assert [label for label, _ in stage.begun] == ["a"]


@pytest.mark.parametrize(
    "error", [Throttled("busy", 5), Interrupted("stopped", 15), Bug(ValueError("x")), NoBrowser("none")], ids=str
)
def test_an_error_arrives_from_another_process_as_it_was(error: PlayerError) -> None:
    there = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert (type(there), str(there), there.code) == (type(error), str(error), error.code)
    assert there.__dict__ == error.__dict__
