"""The history in SQLite: one row for each site, account, game and puzzle day, and the boards that were read."""

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
from player.nightly.schema import APPLICATION, MIGRATIONS

#: Limit for waiting on another process's write, in seconds.
WRITE_TIMEOUT_S = 10.0

#: Accounts without a session file: guests, and a person's own browser.
NO_SESSION = (GUEST, CDP) = ("guest", "cdp")
#: Ranks of outcomes: a result replaces one of a lower rank, and any of rank 0.
_WORTH = {"already": 1, "solved": 2}


class Key(NamedTuple):
    """The key of a row; `account` is a name as of History.account_of, `day` an ISO date."""

    site: str
    account: str
    game: str
    day: str


@dataclass(frozen=True, slots=True)
class Row:
    """The state of one game. `outcome` is None while its first try has not ended."""

    key: Key
    outcome: str | None
    exit: int | None
    confirmed: str | None
    attempts: int
    """The number of tries."""
    open: bool
    """True if a try has started and not ended."""
    ms: dict[str, float]
    """The time of each stage, in milliseconds."""
    timer: float | None
    """The page's own timer, in seconds."""
    fingerprint: str | None
    board: dict[str, Any] | None
    solution: Any

    @property
    def won(self) -> bool:
        """True if the game is won, by us or before."""
        return self.outcome in _WORTH

    @property
    def whole_ms(self) -> float | None:
        """The time of the whole game in milliseconds, if we solved it."""
        return sum(self.ms.values()) if self.outcome == "solved" else None


class History:
    """The history in the file at `path`, created if missing. Each method that writes is one transaction.

    After a kill the file holds the last whole state. With `synchronous` FULL this is also true of a power cut: NORMAL
    may lose the last transactions in WAL mode, and with them a start that the next run must know.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise CannotCreate(f"the history {path} can't be opened: {error.strerror}") from None
        with self._errors_named():
            self._db = sqlite3.connect(path, timeout=WRITE_TIMEOUT_S, isolation_level=None)
        try:
            with self._errors_named():
                self._open()
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def account_of(self, session: Path) -> str:
        """Return the account name of the session file at `session`: the same one each time.

        The first file of a name gets that name, any other one the name with a digest of its path.
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
        """Record the start of a try; call it before the first click."""
        with self._writing():
            self._db.execute(
                """INSERT INTO games (site, account, game, puzzle_day, attempts, run, started)
                VALUES (?, ?, ?, ?, 1, ?, ?)
                ON CONFLICT DO UPDATE SET attempts = attempts + 1, run = excluded.run, started = excluded.started""",
                (*key, run_id, _now()),
            )

    def finished(self, key: Key, record: Mapping[str, Any]) -> None:
        """Record the end of a try. `record` is as of `result_record.record`; `outcome` and `exit` are required.

        A win stays, with the times of the first solve; a failure is replaced by any later result.
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
        """Return True if the game is won."""
        with self._errors_named():
            where = "site = ? AND account = ? AND game = ? AND puzzle_day = ? AND worth > 0"
            return self._db.execute(f"SELECT 1 FROM games WHERE {where}", key).fetchone() is not None  # noqa: S608

    def open_starts(self, site: str, account: str) -> list[Key]:
        """Return the games whose last try has not ended, oldest first: under the profile's lock, these have crashed."""
        with self._errors_named():
            found = self._db.execute(
                """SELECT site, account, game, puzzle_day FROM games WHERE site = ? AND account = ? AND run IS NOT NULL
                ORDER BY started, id""",
                (site, account),
            )
            return [Key(*row) for row in found]

    def rows(self, game: str | None = None, since: str | None = None) -> list[Row]:
        """Return the rows, ordered by day, from the day `since` on."""
        with self._errors_named():
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
        if self._pragma("user_version") < len(MIGRATIONS):
            with self._writing():
                for step in MIGRATIONS[self._check() :]:
                    for statement in step:
                        self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
                self._db.execute(f"PRAGMA application_id = {APPLICATION}")

    def _check(self) -> int:
        """Return the file's version; raise ConfigInvalid if it is not ours, so that nothing is written to it."""
        version, ours = self._pragma("user_version"), self._pragma("application_id") == APPLICATION
        tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not ours and (version or tables):
            raise _aside(self._path, "is a database of another program")
        if version > len(MIGRATIONS):
            raise ConfigInvalid(f"the history {self._path} is of a newer player (version {version}): update this one")
        return version

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def _keep_board(self, record: Mapping[str, Any]) -> str | None:
        """Save the board of a record, with its solution if there is one; return its fingerprint, or None."""
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
        """Run a transaction, rolled back by any exception."""
        with self._errors_named(), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _error_of(error, self._path) from error


def _error_of(error: sqlite3.Error, path: Path) -> PlayerError:
    """Return the error for one of SQLite's."""
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
    return ConfigInvalid(f"the history {path} {what}: move it to another place, and a new one is created")


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
