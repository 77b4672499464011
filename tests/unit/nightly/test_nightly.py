"""The night on paper: each game once a day, whatever became of the runs before."""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from player.artifacts.run_log import Progress, RunLog
from player.browser.launch import BrowserOptions
from player.browser.page.observation import Saved, Witness
from player.browser.selectors.base import NamedBoard
from player.browser.selectors.schema import SiteSelectors
from player.cli import main
from player.deadlines import Watch, watch
from player.errors import CannotWrite, Interrupted, PageNotUnderstood, PlayerError, Unavailable
from player.files import Records, history_file
from player.nightly.history import History, Key
from player.nightly.nightly import Nightly
from player.playing.result import Result
from player.render.terminal import PlainConsole
from player.run import RunOptions
from tests.support.archives import won
from tests.support.paper import Paper, Won, failing, visit_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and timers are POSIX")

Night = Callable[..., Nightly]


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "history.sqlite3") as opened:
        yield opened


@pytest.fixture
def night(history: History, site: SiteSelectors, monkeypatch: pytest.MonkeyPatch) -> Night:
    """A night on these papers; of several lists of them each is what one browser shows."""

    def make(
        *papers: Paper,
        today: Callable[[], str] = lambda: "2026-11-20",
        watched: Watch | None = None,
        retry_after: float | None = 0,
        game_deadline: float | None = None,
    ) -> Nightly:
        monkeypatch.setattr("player.run.open_session", visit_of(*papers))
        log = RunLog(Records(None), Progress(PlainConsole(io.StringIO())))
        options = RunOptions(site, "linkedin", BrowserOptions(), game_deadline=game_deadline, retry_after=retry_after)
        return Nightly(options, log, watched or Watch(), history, "linkedin", "guest", today)

    return make


def key(game: str, day: str = "2026-11-20") -> Key:
    return Key("linkedin", "guest", game, day)


def outcomes(history: History) -> dict[tuple[str, str], str | None]:
    return {(row.key.game, row.key.day): row.outcome for row in history.rows()}


def test_a_night_is_remembered(night: Night, history: History) -> None:
    assert night(Paper("queens"), Paper("zip")).play(["queens", "zip"]) == 0
    assert outcomes(history) == {("queens", "2026-11-20"): "solved", ("zip", "2026-11-20"): "solved"}
    assert history.open_starts("linkedin", "guest") == []


def test_what_is_won_is_not_opened_again_that_day(night: Night, history: History) -> None:
    night(Paper("queens")).play(["queens"])
    untouchable = failing("queens", AssertionError("it was opened"))
    second = night(untouchable, Paper("zip"))
    assert second.play(["queens", "zip"]) == 0
    assert [result.game for result in second.run.results] == ["zip"]
    assert [row["game"] for row in second.night.done] == ["queens"]
    assert second.notes == ["won already on 2026-11-20: Queens"]
    assert night(untouchable).play(["queens"]) == 0
    assert night(Paper("queens"), today=lambda: "2026-11-21").play(["queens"]) == 0
    assert outcomes(history)["queens", "2026-11-21"] == "solved"


def test_a_game_that_its_page_says_is_won_counts_as_won(night: Night, history: History) -> None:
    assert night(Won("zip")).play(["zip"]) == 0
    assert won(history, key("zip"))


@pytest.mark.parametrize(
    ("error", "tries"), [(Unavailable("the network is away"), 2), (PageNotUnderstood("no grid"), 1)]
)
def test_nothing_is_tried_more_than_once_more_and_what_stays_not_at_all(
    night: Night, error: Unavailable | PageNotUnderstood, tries: int
) -> None:
    tried: list[int] = []

    def fail() -> None:
        tried.append(1)
        raise error

    assert night(Paper("zip", opens=fail)).play(["zip"]) == error.exit_code
    assert len(tried) == tries


def test_what_failed_for_good_is_left_alone_that_day_unless_it_is_named(night: Night, history: History) -> None:
    night(failing("zip", PageNotUnderstood("no grid"))).play(["zip"])
    later = night(failing("zip", AssertionError("it was opened")), Paper("queens"))
    assert later.play(["queens", "zip"]) == 76
    assert later.notes == ["tried already on 2026-11-20: Zip (unreadable): name a game to try it again"]
    assert [result.game for result in later.run.results] == ["queens"]
    assert night(Paper("zip")).play(["zip"], again=True) == 0
    assert won(history, key("zip"))


def test_a_page_that_spins_for_ever_takes_no_time_of_the_others(night: Night) -> None:
    def spin() -> None:
        while True:
            pass

    with watch(20) as watched:
        papers = (Paper("zip", opens=spin), Paper("queens"))
        spinning = night(*papers, watched=watched, game_deadline=0.5, retry_after=None)
        assert spinning.play(["zip", "queens"]) == 75
    results = [(result.game, result.outcome) for result in spinning.run.results]
    assert results == [("zip", "unavailable"), ("queens", "solved")]
    assert "the game took more than 0.5 s" in spinning.run.results[0].message


def test_a_run_that_was_cut_off_is_noticed_and_its_page_looked_at_first(night: Night, history: History) -> None:
    history.started(key("zip"), "the run that died")
    after = night(Won("zip"))
    assert after.play(["zip"]) == 0
    assert after.notes == ["a run was cut off while it played Zip: its page will say what came of that"]
    assert won(history, key("zip"))
    assert history.open_starts("linkedin", "guest") == []


def test_what_was_cut_off_on_another_day_is_lost(night: Night, history: History) -> None:
    history.started(key("zip", "2026-11-19"), "the run that died")
    night(Paper("zip")).play(["zip"])
    assert outcomes(history) == {("zip", "2026-11-19"): "unavailable", ("zip", "2026-11-20"): "solved"}
    assert history.open_starts("linkedin", "guest") == []


def test_what_a_signal_kept_from_beginning_is_reported_as_not_played(night: Night, history: History) -> None:
    stopped = night(failing("zip", Interrupted("stopped by SIGTERM", 15)), Paper("queens"))
    with pytest.raises(Interrupted):
        stopped.play(["zip", "queens"])
    reported = stopped.night
    assert ([record["game"] for record in reported.records], reported.unplayed) == (["zip"], ["queens"])
    assert reported.reason == "stopped by SIGTERM"
    assert history.open_starts("linkedin", "guest") == []


def test_what_a_signal_kept_from_its_second_try_is_reported_as_the_first_ended(night: Night) -> None:
    tries: list[str] = []

    def twice() -> None:
        tries.append("zip")
        raise Unavailable("the network is away") if len(tries) == 1 else Interrupted("stopped by SIGTERM", 15)

    stopped = night(Paper("zip", opens=twice), failing("queens", Unavailable("the server is busy")))
    with pytest.raises(Interrupted):
        stopped.play(["zip", "queens"])
    reported = {record["game"]: record["message"] for record in stopped.night.records}
    assert (reported, stopped.night.unplayed) == ({"zip": "stopped by SIGTERM", "queens": "the server is busy"}, [])


@pytest.mark.parametrize("error", [Interrupted("stopped by SIGINT", 2), Unavailable("the network is away")], ids=str)
def test_what_may_pass_is_played_in_the_next_run(night: Night, history: History, error: PlayerError) -> None:
    with suppress(Interrupted):
        night(failing("zip", error)).play(["zip"])
    assert night(Paper("zip")).play(["zip"]) == 0
    assert won(history, key("zip"))


def test_a_board_that_is_read_after_midnight_is_of_the_new_day(night: Night, history: History) -> None:
    days = iter(["2026-11-20"])
    night(Paper("zip"), today=lambda: next(days, "2026-11-21")).play(["zip"])
    assert outcomes(history) == {("zip", "2026-11-21"): "solved"}


def test_a_board_that_changes_under_our_hands_at_midnight_is_of_both_days(night: Night, history: History) -> None:
    days = iter(["2026-11-20"])
    late = night(Paper("zip"), today=lambda: next(days, "2026-11-21"))
    result = Result("zip")
    late._stage("play", result, None)
    late._stage("play", result, None)
    result.ended("solved", 0)
    late._ended(result)
    assert outcomes(history) == {("zip", "2026-11-20"): "unavailable", ("zip", "2026-11-21"): "solved"}


# Boards by name


@pytest.fixture
def boards(site: SiteSelectors) -> SiteSelectors:
    """The site, with boards of Zip by name."""
    named = {
        "daily": NamedBoard(url="/zip/daily", each="day"),
        "weekly": NamedBoard(url="/zip/weekly", each="week"),
        "7x7": NamedBoard(url="/zip/7x7"),
    }
    game = site.games["zip"].model_copy(update={"boards": named, "id": "{board}/{id}"})
    return site.model_copy(update={"games": {**site.games, "zip": game.at("daily", None)}})


def at(night: Nightly, site: SiteSelectors, board: str, number: str | None = None) -> Nightly:
    """The same night on `board` of Zip."""
    night.options = replace(night.options, site=site.at(["zip"], board, number))
    night.__post_init__()
    return night


def rows(history: History) -> dict[tuple[str, str], str | None]:
    return {(row.key.board, row.key.day): row.outcome for row in history.rows()}


def test_a_board_of_a_week_is_played_once_a_week(night: Night, boards: SiteSelectors, history: History) -> None:
    for day, plays in (("2026-11-18", 1), ("2026-11-22", 0), ("2026-11-23", 1)):
        weekly = at(night(Paper("zip"), today=lambda day=day: day), boards, "weekly")
        assert weekly.play(["zip"]) == 0
        assert len(weekly.run.results) == plays
        assert weekly.notes == ([] if plays else [f"won already on {day}: Zip weekly"])
        assert all(record["board_name"] == "weekly" for record in weekly.night.records)
        assert weekly.night.boards["zip"] == "weekly"
    assert rows(history) == {("weekly", "2026-11-16"): "solved", ("weekly", "2026-11-23"): "solved"}
    assert {row.each for row in history.rows()} == {"week"}


def test_boards_of_one_day_are_kept_apart(night: Night, boards: SiteSelectors, history: History) -> None:
    for board, number in (("daily", None), ("7x7", None), ("7x7", "42")):
        assert at(night(Paper("zip")), boards, board, number).play(["zip"]) == 0
    assert set(rows(history)) == {(name, "2026-11-20") for name in ("daily", "7x7", "7x7#42")}


def test_a_try_of_another_board_that_was_cut_off_is_left_to_its_own_night(
    night: Night, boards: SiteSelectors, history: History
) -> None:
    cut_off = key("zip", "2026-11-16")._replace(board="weekly")
    history.started(cut_off, "the run that died", "week")
    daily = at(night(Paper("zip")), boards, "daily")
    assert (daily.play(["zip"]), daily.notes) == (0, [])
    assert history.open_starts("linkedin", "guest") == [cut_off]
    weekly = at(night(Paper("zip")), boards, "weekly")
    assert weekly.play(["zip"]) == 0
    assert weekly.notes == ["a run was cut off while it played Zip weekly: its page will say what came of that"]


def test_a_history_that_cannot_be_written_stops_no_game(
    night: Night, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_of: object) -> None:
        raise CannotWrite("the history can't be written: No space left on device")

    monkeypatch.setattr(history, "started", full)
    monkeypatch.setattr(history, "finished", full)
    unwritten = night(Paper("zip"))
    assert unwritten.play(["zip"]) == 74
    assert unwritten.run.results[0].outcome == "solved"
    assert unwritten.notes == ["the history can't be written: No space left on device"]


@pytest.mark.full
@pytest.mark.usefixtures("state")
def test_two_sessions_of_one_file_name_play_each_their_own_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    for name in ("alice", "bob", "alice"):
        session = tmp_path / name / "session.json"
        session.parent.mkdir(exist_ok=True)
        session.write_text('{"cookies": []}', encoding="utf-8")
        session.chmod(0o600)
        paper = Paper("queens", opens=partial(opened.append, name))
        monkeypatch.setattr("player.run.open_session", visit_of(paper))
        with pytest.raises(SystemExit) as ended:
            main.main(["nightly", "--storage-state", str(session), "--offline", "replica", "queens"])
        assert ended.value.code == 0
    assert opened == ["alice", "bob"], "the third night finds its game won"
    accounts = {row.key.account for row in History(history_file()).rows()}
    assert {account[:7] for account in accounts} == {"session"}
    assert len(accounts) == 2
    capsys.readouterr()


class Witnessed(Paper):
    """A member's page: its win is saved if `reload` says so."""

    reload = Witness.CONFIRMED

    def saved(self, *_of: object, **how: object) -> Saved | None:
        reload = self.reload if how["verify"] else None
        return Saved(page=True, request=Witness.NONE, reload=reload, why="a fresh load failed")


class Unsaved(Witnessed):
    """A member's page whose win a fresh load does not show."""

    reload = Witness.UNCLEAR


@pytest.mark.parametrize(
    ("paper", "session", "expected"),
    [
        (Witnessed, Path("me.json"), (0, "solved", "confirmed")),
        (Unsaved, Path("me.json"), (1, "unsaved", "unclear")),
        (Unsaved, None, (0, "solved", None)),
    ],
    ids=["saved", "not saved", "as a guest"],
)
def test_a_night_with_a_session_looks_for_each_win(
    night: Night, history: History, paper: type[Paper], session: Path | None, expected: tuple[int, str, str | None]
) -> None:
    planned = night(paper("queens"))
    member = replace(planned, options=replace(planned.options, session=session))
    code = member.play(["queens"])
    (row,) = history.rows()
    assert row.saved is not None
    assert (code, row.outcome, row.saved["reload"]) == expected
    assert (row.won, won(history, key("queens"))) == (code == 0, code == 0)
