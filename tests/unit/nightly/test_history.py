"""The history: what stays of each try, whatever happens to the process or to the file."""

import json
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from player.artifacts.run_log import record
from player.boards.board_json import board_of, fingerprint
from player.errors import CannotCreate, CannotWrite, ConfigInvalid, PlayerError, Unavailable
from player.games import zip_path
from player.nightly import history as night_history
from player.nightly.history import NO_SESSION, VERSION, History, Key, Row
from player.playing.result import Result
from player.proof import prove
from tests.support.archives import won
from tests.support.solved import ZIP

KEY = Key("linkedin", "guest", "zip", "2026-11-20")


def record_of(outcome: str, *, read: bool = True, ms: float = 100, timer: float | None = None) -> dict[str, Any]:
    """The record of a game that ended so."""
    result = Result("zip", timer=timer, ms={"load": ms, "play": 2 * ms})
    if read:
        result.board, result.proof = ZIP, prove(zip_path.GAME, ZIP)
    result.ended(outcome, 0 if outcome in {"solved", "already"} else 75)
    return record(result)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite3"


@pytest.fixture
def history(file: Path) -> Iterator[History]:
    with History(file) as opened:
        yield opened


def only(history: History) -> Row:
    (row,) = history.rows()
    return row


# Accounts


def test_sessions_of_one_name_in_two_folders_are_two_accounts(history: History, tmp_path: Path) -> None:
    alice, bob = (tmp_path / name / "state.json" for name in ("alice", "bob"))
    assert history.account_of(alice) == "state"
    other = history.account_of(bob)
    assert re.fullmatch("state-[0-9a-f]{8}", other)
    assert [history.account_of(session) for session in (alice, bob)] == ["state", other]


def test_a_session_is_one_account_by_whatever_path_it_is_named(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "state.json")
    monkeypatch.chdir(tmp_path)
    names = {history.account_of(Path(name)) for name in ("state.json", tmp_path / "state.json", "./state.json")}
    assert names | {history.account_of(tmp_path / "link.json")} == {"state"}


def write_session(file: Path, value: str) -> Path:
    cookie = {"domain": "example.com", "path": "/", "name": "who", "value": value, "expires": 1}
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"cookies": [cookie] if value else [], "origins": []}), encoding="utf-8")
    return file


def test_a_link_and_a_copy_of_a_session_are_the_same_account(history: History, tmp_path: Path) -> None:
    own = write_session(tmp_path / "state.json", "alice")
    hard, copy = tmp_path / "hard.json", tmp_path / "copy.json"
    hard.hardlink_to(own)
    copy.write_text(json.dumps(json.loads(own.read_text(encoding="utf-8")), indent=4), encoding="utf-8")
    assert [history.account_of(one) for one in (own, hard, copy)] == ["state"] * 3
    write_session(own, "alice, refreshed")  # the hard link with it
    assert [history.account_of(one) for one in (own, hard)] == ["state"] * 2
    assert history.account_of(copy) == "copy"  # it has the cookies of before


def test_sessions_of_others_and_those_without_cookies_stay_apart(history: History, tmp_path: Path) -> None:
    alice, bob = (write_session(tmp_path / name / "state.json", name) for name in ("alice", "bob"))
    empty = [write_session(tmp_path / f"{name}.json", "") for name in ("one", "two")]
    assert len({history.account_of(one) for one in (alice, bob, *empty)}) == 4
    copy = write_session(tmp_path / "copy.json", "alice")
    assert history.account_of(copy) == history.account_of(alice)
    write_session(alice, "carol")
    assert history.account_of(alice) == "state"
    assert history.account_of(copy) == "copy"


@pytest.mark.parametrize("name", NO_SESSION)
def test_a_session_file_is_never_taken_for_a_guest_or_a_lent_browser(
    history: History, tmp_path: Path, name: str
) -> None:
    assert history.account_of(tmp_path / f"{name}.json") != name


# Boards by name


def test_boards_of_one_game_and_day_are_kept_apart_by_name(history: History) -> None:
    weekly, daily = KEY._replace(board="weekly"), KEY._replace(board="daily")
    history.started(weekly, "a run", "week")
    history.finished(weekly, record_of("solved"), "week")
    history.finished(daily, record_of("unavailable"))
    history.started(KEY, "a run")
    assert {row.key: (row.outcome, row.each) for row in history.rows()} == {
        KEY: (None, "day"),
        daily: ("unavailable", "day"),
        weekly: ("solved", "week"),
    }
    assert (won(history, weekly), won(history, daily), won(history, KEY)) == (True, False, False)
    assert history.open_starts("linkedin", "guest") == [KEY]


# What stays of a try


def test_a_start_is_open_until_its_end(history: History) -> None:
    history.started(KEY, "run 1")
    assert history.open_starts("linkedin", "guest") == [KEY]
    assert not won(history, KEY)
    assert (only(history).open, only(history).outcome, only(history).attempts) == (True, None, 1)
    history.finished(KEY, record_of("solved", timer=3.5))
    assert history.open_starts("linkedin", "guest") == []
    assert won(history, KEY)
    row = only(history)
    assert (row.key, row.outcome, row.exit, row.confirmed) == (KEY, "solved", 0, "none")
    assert (row.attempts, row.open) == (1, False)
    assert (row.ms, row.whole_ms, row.timer) == ({"load": 100, "play": 200}, 300, 3.5)


def test_a_board_is_kept_with_its_solution_and_its_fingerprint(history: History) -> None:
    history.finished(KEY, record_of("solved"))
    history.finished(KEY._replace(account="member"), record_of("already", read=False))
    row, other = history.rows()
    assert row.board is not None
    assert board_of(row.board) == (zip_path.GAME, ZIP)
    assert row.solution == record_of("solved")["solution"]
    assert row.fingerprint == fingerprint(zip_path.GAME, ZIP)
    assert (other.fingerprint, other.board, other.solution) == (None, None, None)


def test_profiles_games_and_days_are_kept_apart(history: History) -> None:
    others = {"site": "other", "account": "member", "game": "queens", "day": "2026-11-21"}
    keys = [KEY, *(KEY._replace(**{name: value}) for name, value in others.items())]
    for key in keys:
        history.started(key, "run 1")
    assert sorted(row.key for row in history.rows()) == sorted(keys)
    assert history.open_starts("other", "guest") == [KEY._replace(site="other")]
    assert [row.key.game for row in history.rows(game="queens")] == ["queens"]
    assert [row.key.day for row in history.rows(since="2026-11-21")] == ["2026-11-21"]


def test_a_board_that_was_read_stays_when_a_later_try_reads_none(history: History) -> None:
    history.finished(KEY, record_of("unavailable"))
    history.finished(KEY, record_of("already", read=False))
    assert (only(history).outcome, only(history).fingerprint) == ("already", fingerprint(zip_path.GAME, ZIP))


def test_a_day_that_is_none_is_refused(history: History) -> None:
    with pytest.raises(PlayerError, match="CHECK constraint"):
        history.started(KEY._replace(day="2026-02-30"), "run 1")
    assert history.rows() == []


DAYS = [f"2026-11-{day}" for day in (19, 20)]
WORTH = {"solved": 2, "already": 1}


class Machine(RuleBasedStateMachine):
    """Tries of two days in any order, against what a reader of the rules would expect of each."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name) / "history.sqlite3"
        self.history = History(self.file)
        self.ends: dict[str, list[str]] = {}
        self.tries: dict[str, int] = {}
        self.begun: set[str] = set()

    @rule(day=st.sampled_from(DAYS))
    def start(self, day: str) -> None:
        self.history.started(KEY._replace(day=day), "run")
        self.tries[day] = self.tries.get(day, 0) + 1
        self.begun.add(day)

    @rule(day=st.sampled_from(DAYS), outcome=st.sampled_from(["solved", "already", "unavailable"]))
    def finish(self, day: str, outcome: str) -> None:
        self.tries[day] = self.tries.get(day, 0) + (day not in self.begun)
        self.begun.discard(day)
        self.ends.setdefault(day, []).append(outcome)
        self.history.finished(KEY._replace(day=day), record_of(outcome, ms=len(self.ends[day])))

    @precondition(lambda self: self.tries)
    @rule()
    def open_again(self) -> None:
        self.history.__exit__()
        self.history = History(self.file)

    @invariant()
    def what_is_kept_is_the_best_that_came(self) -> None:
        rows = {row.key.day: row for row in self.history.rows()}
        assert {day: row.attempts for day, row in rows.items()} == self.tries
        assert {key.day for key in self.history.open_starts("linkedin", "guest")} == self.begun
        for day, outcomes in self.ends.items():
            worths = [WORTH.get(outcome, 0) for outcome in outcomes]
            best = worths.index(max(worths)) if any(worths) else len(worths) - 1
            assert (rows[day].outcome, rows[day].ms["load"]) == (outcomes[best], best + 1)
            assert won(self.history, KEY._replace(day=day)) == any(worths)

    def teardown(self) -> None:
        self.history.__exit__()
        self.folder.cleanup()


TestAnyOrder = Machine.TestCase
# Each example writes databases: a few long ones find what many short ones don't.
TestAnyOrder.settings = settings(max_examples=8, stateful_step_count=12)


# The file


def test_the_files_are_readable_by_their_owner_alone(history: History, file: Path) -> None:
    history.started(KEY, "run 1")
    files = list(file.parent.iterdir())
    assert {path.name.removeprefix(file.name) for path in files} == {"", "-wal", "-shm"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


ENDLESS = """
import sys
from itertools import count
from datetime import date, timedelta
from pathlib import Path
from player.nightly.history import History, Key
with History(Path(sys.argv[1])) as history:
    for day in count():
        key = Key("linkedin", "guest", "zip", (date(2026, 1, 1) + timedelta(day)).isoformat())
        history.started(key, "run")
        print("started", key.day, flush=True)
        history.finished(key, {"outcome": "solved", "exit": 0, "ms": {"play": 1.5}})
        print("finished", key.day, flush=True)
"""


def test_sigkill_at_any_moment_loses_nothing_that_was_written(file: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(file)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    said = [process.stdout.readline() for _ in range(25)]
    process.kill()
    said += process.stdout.readlines()
    assert process.wait(timeout=60) == -signal.SIGKILL
    process.stdout.close()
    days: dict[str, set[str]] = {"started": set(), "finished": set()}
    for line in said:
        word, _, day = line.strip().partition(" ")
        days[word].add(day)
    with History(file) as history:
        rows = history.rows()
        left = history.open_starts("linkedin", "guest")
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    assert days["finished"] <= {row.key.day for row in rows if row.won}
    assert days["started"] <= {row.key.day for row in rows}
    assert len(left) <= 1
    assert [key.day for key in left] == [row.key.day for row in rows if not row.won]


def test_two_processes_may_use_it_at_once(file: Path) -> None:
    with History(file) as one, History(file) as other:
        one.started(KEY, "run 1")
        assert other.open_starts("linkedin", "guest") == [KEY]
        other.finished(KEY, record_of("solved"))
        assert won(one, KEY)


def test_a_program_that_holds_it_for_too_long_is_waited_for_and_reported(
    history: History, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(night_history, "WRITE_TIMEOUT_S", 0.01)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with History(file) as late, pytest.raises(Unavailable, match="in use by another program: try again later"):
        late.started(KEY, "run 1")
    assert history.rows() == []  # readers don't wait
    other.close()


def test_an_exception_in_the_middle_of_writing_takes_all_of_it_back(history: History) -> None:
    def interrupted() -> None:
        with history.writing() as database:
            database.execute("INSERT INTO boards VALUES ('sha256:0', 'zip', '{}', NULL, NULL)")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert history._db.execute("SELECT count(*) FROM boards").fetchone() == (0,)
    history.finished(KEY, record_of("solved"))
    assert won(history, KEY)


def test_a_full_disk_is_74_and_what_was_there_stays(history: History) -> None:
    history.started(KEY, "run 1")
    (pages,) = history._db.execute("PRAGMA page_count").fetchone()
    history._db.execute(f"PRAGMA max_page_count = {pages}")
    big = record_of("solved") | {"solution": "x" * 100_000}
    with pytest.raises(CannotWrite, match="can't be written: database or disk is full") as caught:
        history.finished(KEY, big)
    assert caught.value.code == 74
    assert history.open_starts("linkedin", "guest") == [KEY]


def _not_sqlite(file: Path) -> None:
    file.write_bytes(b"these are no tables\n" * 500)


def _torn(file: Path) -> None:
    with History(file) as history:
        history.finished(KEY, record_of("solved"))
    content = bytearray(file.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    file.write_bytes(content)


def _truncated(file: Path) -> None:
    _torn(file)
    os.truncate(file, file.stat().st_size // 2)


def _foreign(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()


def _of_version(version: int) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        History(file).__exit__()
        with sqlite3.connect(file) as database:
            database.execute(f"PRAGMA user_version = {version}")
        database.close()

    return spoil


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_not_sqlite, "is damaged: move it to another place, and a new one is created"),
        (_truncated, "is damaged: move it to another place"),
        (_torn, "is damaged: move it to another place"),
        (_foreign, "is a database of another program: move it to another place"),
        (_of_version(VERSION + 1), f"is of a newer player (version {VERSION + 1}): update this one"),
        (_of_version(VERSION - 1), "is of an earlier player: move it to another place"),
    ],
)
def test_a_file_that_is_no_history_is_reported_with_its_path_and_left_as_it_is(
    file: Path, spoil: Any, said: str
) -> None:
    spoil(file)
    before = file.read_bytes()
    with pytest.raises(ConfigInvalid) as caught, History(file) as history:
        history.rows()
    assert str(caught.value).startswith(f"the history {file} {said}")
    assert caught.value.code == 78
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        """UPDATE boards SET board = '{"game": '""",
        "UPDATE boards SET board = '[1]'",
        "UPDATE boards SET solution = '[[0'",
        "UPDATE games SET ms = 'x'",
        "UPDATE games SET ms = '[]'",
        """UPDATE games SET ms = '{"load": "soon"}'""",
        "UPDATE games SET ms = '{\"load\": NaN}'",
        "UPDATE games SET ms = x'ff'",
        "UPDATE games SET timer = 9e999",
        "UPDATE games SET board = 'sha256:../..'",
        "UPDATE games SET board = 'sha256:/etc/passwd'",
        "UPDATE games SET outcome = x'00'",
        "PRAGMA ignore_check_constraints = 1; UPDATE games SET puzzle_day = '../../a-day'",
        "UPDATE boards SET board = replace(hex(zeroblob(50000)), '0', '[')",
        "UPDATE boards SET solution = replace(hex(zeroblob(250)), '0', '[') || replace(hex(zeroblob(250)), '0', ']')",
    ],
)
def test_a_damaged_entry_is_named(history: History, damage: str) -> None:
    history.finished(KEY, record_of("solved"))
    with history.writing() as database:
        for statement in damage.split("; "):
            database.execute(statement)
    with pytest.raises(ConfigInvalid, match=r"has a damaged entry, zip of linkedin on \S+: move it to another"):
        history.rows()


def test_a_history_that_cannot_be_made_is_73(tmp_path: Path) -> None:
    for impossible in (tmp_path, tmp_path / "none" / "history.sqlite3"):
        with pytest.raises(CannotCreate, match=f"the history {impossible} can't be opened: "):
            History(impossible)


def test_a_board_keeps_its_difficulty(history: History) -> None:
    graded = {"difficulty": {"level": "medium", "number": 4.2}}
    for told, number in (({}, None), (graded, 4.2), ({}, 4.2), ({"difficulty": {"level": "hard", "number": 7.0}}, 7.0)):
        history.finished(KEY, record_of("solved") | told)
        found = only(history).difficulty
        assert (found and found.number) == number


def test_the_number_of_the_puzzle_stays_if_a_later_try_shows_none(history: History) -> None:
    for shown, number in ((None, None), (425, 425), (None, 425)):
        history.finished(KEY, record_of("unavailable") | {"number": shown})
        assert only(history).number == number


def test_a_win_that_is_not_saved_gives_way(history: History) -> None:
    witnesses = {"page": True, "request": "refused", "reload": None}
    history.finished(KEY, record_of("unsaved") | {"saved": witnesses})
    assert (only(history).saved, only(history).won, won(history, KEY)) == (witnesses, False, False)
    history.finished(KEY, record_of("solved") | {"saved": {**witnesses, "request": "confirmed"}})
    assert (only(history).saved, only(history).won) == ({**witnesses, "request": "confirmed"}, True)
