"""The SQLite file of the history: its tables as a list of migrations, opened, and written in transactions."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from player.errors import CannotCreate, CannotWrite, ConfigInvalid, PlayerError, Unavailable
from player.files import regular

#: The application id that tells our files from other databases.
APPLICATION = int.from_bytes(b"play")

MIGRATIONS: Sequence[Sequence[str]] = (
    (
        """CREATE TABLE boards (
            fingerprint TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            board TEXT NOT NULL,                     -- JSON in the public format, as is the solution
            solution TEXT
        )""",
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            site TEXT NOT NULL,
            account TEXT NOT NULL,
            game TEXT NOT NULL,
            puzzle_day TEXT NOT NULL CHECK (puzzle_day IS date(puzzle_day, '+0 days')),
            attempts INTEGER NOT NULL,
            run TEXT,                                -- the run that started it, until that try has come to an end
            started TEXT,                            -- UTC, as is the other
            finished TEXT,
            outcome TEXT,
            worth INTEGER NOT NULL DEFAULT 0,        -- 0 not won, 1 won before, 2 solved
            exit INTEGER,
            confirmed TEXT,
            ms TEXT NOT NULL DEFAULT '{}',           -- JSON, the time of each stage
            timer REAL,                              -- what the page's own timer said, in seconds
            board TEXT REFERENCES boards (fingerprint),
            UNIQUE (site, account, game, puzzle_day)
        )""",
    ),
    (
        """CREATE TABLE accounts (
            session TEXT PRIMARY KEY,                -- a digest of the session file's path
            account TEXT NOT NULL
        )""",
    ),
    (
        """CREATE TABLE games_by_board (
            id INTEGER PRIMARY KEY,
            site TEXT NOT NULL,
            account TEXT NOT NULL,
            game TEXT NOT NULL,
            board_name TEXT NOT NULL,                -- '' where the site has one board
            each TEXT NOT NULL,                      -- the time for which the board stays: day, week, month
            puzzle_day TEXT NOT NULL CHECK (puzzle_day IS date(puzzle_day, '+0 days')),  -- the first day of that time
            attempts INTEGER NOT NULL,
            run TEXT,
            started TEXT,
            finished TEXT,
            outcome TEXT,
            worth INTEGER NOT NULL DEFAULT 0,
            exit INTEGER,
            confirmed TEXT,
            ms TEXT NOT NULL DEFAULT '{}',
            timer REAL,
            board TEXT REFERENCES boards (fingerprint),
            UNIQUE (site, account, game, puzzle_day, board_name)
        )""",
        """INSERT INTO games_by_board SELECT id, site, account, game, '', 'day', puzzle_day, attempts, run, started,
            finished, outcome, worth, exit, confirmed, ms, timer, board FROM games""",
        "DROP TABLE games",
        "ALTER TABLE games_by_board RENAME TO games",
    ),
    ("ALTER TABLE boards ADD COLUMN difficulty REAL",),  # from 0 to 10; NULL where it was not measured
    ("ALTER TABLE games ADD COLUMN number INTEGER",),  # the puzzle's number, if the page showed it
    ("ALTER TABLE games ADD COLUMN saved TEXT",),  # JSON, the witnesses of a member's saved win
)


#: Limit for waiting on another process's write, in seconds.
WRITE_TIMEOUT_S = 10.0


class Database:
    """The database in the file at `path`, created if missing. SQLite's errors are raised as the player's.

    After a kill the file holds the last whole state. With `synchronous` FULL this is also true of a power cut: NORMAL
    may lose the last transactions in WAL mode, and with them a start that the next run must know.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600))
            regular(path)
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

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of `query`."""
        with self._errors_named():
            return self._db.execute(query, values).fetchall()

    def damaged(self, what: str) -> ConfigInvalid:
        """Return the error for a file that is damaged; `what` is a clause about it."""
        return _aside(self._path, what)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction on the connection, rolled back by any exception."""
        with self._errors_named(), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db

    def _open(self) -> None:
        self._check()
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        if self._pragma("user_version") < len(MIGRATIONS):
            with self.writing():
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

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _error_of(error, self._path) from error


def _error_of(error: sqlite3.Error, path: Path) -> PlayerError:
    """Return the error for one of SQLite's."""
    if "decode to UTF-8" in str(error):  # it has no code
        return _aside(path, "is damaged")
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
