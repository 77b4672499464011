"""What was played, in SQLite: one row for each site, account, game and puzzle day, and the boards that were read."""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Self

from player.boards.board_json import fingerprint_of
from player.errors import CannotCreate, CannotWrite, ConfigInvalid, PlayerError, Unavailable
from player.nightly.schema import APPLICATION, STEPS

#: Seconds that one process waits for another to have written.
PATIENCE = 10.0

#: The accounts that have no session file: of guests, and of a browser that somebody lent.
NO_SESSION = (GUEST, CDP) = ("guest", "cdp")
#: What each outcome is worth: a result takes the place of one that is worth less, and of one worth nothing.
_WORTH = {"already": 1, "solved": 2}


class Key(NamedTuple):
    """One game of one day, played by one; `account` is a name, such as History.account_of, `day` an ISO date."""

    site: str
    account: str
    game: str
    day: str


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a game. It has no `outcome` while its first try has not come to an end."""

    key: Key
    outcome: str | None
    exit: int | None
    confirmed: str | None
    attempts: int
    """How often it was tried."""
    open: bool
    """Whether a try was started and has not come to an end."""
    ms: dict[str, float]
    """The time of each stage."""
    timer: float | None
    """What the page's own timer said, in seconds."""
    fingerprint: str | None
    board: dict[str, Any] | None
    solution: Any

    @property
    def won(self) -> bool:
        return self.outcome in _WORTH

    @property
    def whole_ms(self) -> float | None:
        """The time of the whole game, where it was solved by us."""
        return sum(self.ms.values()) if self.outcome == "solved" else None


class History:
    """The history in the file at `path`, which is made where it is not. Each method that writes is one transaction.

    A process that is killed leaves the last whole state. With `synchronous` FULL, a power cut does too: in WAL mode
    NORMAL may lose the last transactions then, and with them a start that must be known to the next run.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise CannotCreate(f"the history {path} can't be opened: {error.strerror}") from None
        with self._told():
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            with self._told():
                self._open()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def account_of(self, session: Path) -> str:
        """The name of the account that the session file at `session` is of: the same one each time.

        It is the file's name, as it was before there were others, for the first file of that name, and for any other
        the name with a digest of its path.
        """
        mark = sha256(str(session.resolve()).encode(errors="surrogateescape")).hexdigest()
        with self._writing():
            found = self._db.execute("SELECT account FROM accounts WHERE session = ?", (mark,)).fetchone()
            if found:
                return str(found[0])
            taken = self._db.execute("SELECT 1 FROM accounts WHERE account = ?", (session.stem,)).fetchone()
            name = f"{session.stem}-{mark[:8]}" if taken or session.stem in NO_SESSION else session.stem
            self._db.execute("INSERT INTO accounts (session, account) VALUES (?, ?)", (mark, name))
            return name

    def started(self, key: Key, run_id: str) -> None:
        """A try begins: to be called before the first click."""
        with self._writing():
            self._db.execute(
                """INSERT INTO games (site, account, game, puzzle_day, attempts, run, started)
                VALUES (?, ?, ?, ?, 1, ?, ?)
                ON CONFLICT DO UPDATE SET attempts = attempts + 1, run = excluded.run, started = excluded.started""",
                (*key, run_id, _now()),
            )

    def finished(self, key: Key, record: Mapping[str, Any]) -> None:
        """A try came to an end, in the words of `player.run.record`; `outcome` and `exit` are all that it must have.

        A win stays, with the times of the first solve; a failure gives way to whatever comes later.
        """
        outcome = record["outcome"]
        with self._writing():
            board = self._keep_board(record)
            self._db.execute(
                """INSERT INTO games (site, account, game, puzzle_day, attempts, board) VALUES (?, ?, ?, ?, 1, ?)
                ON CONFLICT DO UPDATE SET attempts = attempts + (run IS NULL), run = NULL,
                board = coalesce(board, excluded.board)""",
                (*key, board),
            )
            self._db.execute(
                """UPDATE games SET outcome = ?, exit = ?, confirmed = ?, ms = ?, timer = ?, finished = ?,
                board = coalesce(?, board), worth = ?
                WHERE site = ? AND account = ? AND game = ? AND puzzle_day = ? AND (worth = 0 OR worth < ?)""",
                (
                    *(outcome, record["exit"], record.get("confirmed"), json.dumps(record.get("ms", {}))),
                    *(record.get("timer"), _now(), board, _WORTH.get(outcome, 0)),
                    *(*key, _WORTH.get(outcome, 0)),
                ),
            )

    def won(self, key: Key) -> bool:
        with self._told():
            where = "site = ? AND account = ? AND game = ? AND puzzle_day = ? AND worth > 0"
            return self._db.execute(f"SELECT 1 FROM games WHERE {where}", key).fetchone() is not None  # noqa: S608

    def open_starts(self, site: str, account: str) -> list[Key]:
        """The games whose last try has not come to an end, oldest first: under the lock of the profile, it crashed."""
        with self._told():
            found = self._db.execute(
                """SELECT site, account, game, puzzle_day FROM games WHERE site = ? AND account = ? AND run IS NOT NULL
                ORDER BY started, id""",
                (site, account),
            )
            return [Key(*row) for row in found]

    def rows(self, game: str | None = None, since: str | None = None) -> list[Row]:
        """What is known of each game, in the order of days, from the day `since` on."""
        with self._told():
            found = self._db.execute(
                """SELECT site, account, games.game, puzzle_day, outcome, exit, confirmed, attempts, run IS NOT NULL,
                ms, timer, games.board, boards.board, solution
                FROM games LEFT JOIN boards ON games.board = fingerprint
                WHERE games.game = coalesce(?, games.game) AND puzzle_day >= coalesce(?, '')
                ORDER BY puzzle_day, games.game, site, account""",
                (game, since),
            )
            return [_row(row) for row in found]

    def _open(self) -> None:
        self._check()
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        if self._pragma("user_version") < len(STEPS):
            with self._writing():
                for step in STEPS[self._check() :]:
                    for statement in step:
                        self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {len(STEPS)}")
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")

    def _check(self) -> int:
        """The version of the file; ConfigInvalid where it is none of ours, which nothing may be written to."""
        version, ours = self._pragma("user_version"), self._pragma("application_id") == APPLICATION
        tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not ours and (version or tables):
            raise _aside(self._path, "is a database of another program")
        if version > len(STEPS):
            raise ConfigInvalid(f"the history {self._path} is of a newer player (version {version}): update this one")
        return version

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def _keep_board(self, record: Mapping[str, Any]) -> str | None:
        """The fingerprint of the board that was read, kept with its solution, where there is one."""
        board, solution = record.get("board"), record.get("solution")
        if board is None:
            return None
        mark = fingerprint_of(board)
        self._db.execute(
            """INSERT INTO boards (fingerprint, game, board, solution) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET solution = coalesce(solution, excluded.solution)""",
            (mark, board["game"], json.dumps(board), None if solution is None else json.dumps(solution)),
        )
        return mark

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction, which any exception takes back."""
        with self._told(), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _told_of(error, self._path) from error


def _told_of(error: sqlite3.Error, path: Path) -> PlayerError:
    """What an error of SQLite says to the user."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return _aside(path, "is damaged")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Unavailable(f"the history {path} is in use by another program: try again later")
        case sqlite3.SQLITE_CANTOPEN:
            return CannotCreate(f"the history {path} can't be opened: are the file and its folder yours?")
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR | sqlite3.SQLITE_READONLY:
            return CannotWrite(f"the history {path} can't be written: {error}")
    return PlayerError(f"a bug in the player: the history {path}: {error}")


def _aside(path: Path, what: str) -> ConfigInvalid:
    return ConfigInvalid(f"the history {path} {what}: move it to another place, and a new one is begun")


def _row(row: tuple[Any, ...]) -> Row:
    *key, outcome, code, confirmed, attempts, is_open, ms, timer, mark, board, solution = row
    return Row(
        key=Key(*key),
        outcome=outcome,
        exit=code,
        confirmed=confirmed,
        attempts=attempts,
        open=bool(is_open),
        ms=json.loads(ms),
        timer=timer,
        fingerprint=mark,
        board=board and json.loads(board),
        solution=solution and json.loads(solution),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
