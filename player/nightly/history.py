"""The history in SQLite: one row for each site, account, game and puzzle day, and the boards that were read.

The file is written in transactions.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

from pydantic import ConfigDict, Field, TypeAdapter

from player.boards.board_json import fingerprint_of
from player.errors import CannotCreate, CannotWrite, ConfigInvalid, Outcome, PlayerError, Unavailable
from player.explanations.explanation import Difficulty
from player.files import os_errors, regular

#: Accounts without a session file: guests, and a person's own browser.
NO_SESSION = (GUEST, CDP) = ("guest", "cdp")
#: Ranks of outcomes: a result replaces one of a lower rank, and any of rank 0.
_WORTH: dict[str | None, int] = {Outcome.ALREADY: 1, Outcome.SOLVED: 2}


class Key(NamedTuple):
    """The key of a row; `account` is a name as of History.account_of, `day` an ISO date.

    `board` is the board's name on its site, if it has one. Of a board of a week or a month, `day` is the first one.
    """

    site: str
    account: str
    game: str
    day: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The state of one game. `outcome` is None while its first try has not ended."""

    __pydantic_config__ = ConfigDict(strict=True, allow_inf_nan=False, revalidate_instances="always")

    key: Key
    outcome: str | None
    exit: int | None
    confirmed: str | None
    attempts: int
    open: bool
    """True if a try has started and not ended."""
    ms: dict[str, float]
    """The time of each stage, in milliseconds."""
    timer: float | None
    """The page's own timer, in seconds."""
    fingerprint: Annotated[str, Field(pattern="^sha256:[0-9a-f]{1,64}$")] | None
    board: dict[str, Any] | None
    solution: Any
    difficulty: Difficulty | None = None
    """The difficulty of the board; None for boards of earlier versions."""
    each: str = "day"
    """The time for which the board stays: day, week or month."""
    number: int | None = None
    """The puzzle's number, if the page showed it."""
    saved: dict[str, Any] | None = None
    """The witnesses of the saved win, as in a record; None for a guest."""

    @property
    def won(self) -> bool:
        """True if the game is won, by us or before."""
        return self.outcome in _WORTH

    @property
    def whole_ms(self) -> float | None:
        """The time of the whole game in milliseconds, if we solved it."""
        return sum(self.ms.values()) if self.outcome == Outcome.SOLVED else None


_FIELDS = [one.name for one in fields(Row)]


@cache
def _adapter() -> TypeAdapter[Row]:
    """Return the validator of a row, which takes long to make: a first night reads no row."""
    return TypeAdapter(Row)


# The file, opened and written in transactions


#: The application id that tells our files from other databases.
APPLICATION = int.from_bytes(b"play")

#: The version of the tables: files of earlier ones were written before the first release.
VERSION = 6
TABLES = (
    """CREATE TABLE boards (
        fingerprint TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        board TEXT NOT NULL,                     -- JSON in the public format, as is the solution
        solution TEXT,
        difficulty REAL                          -- from 0 to 10; NULL where it was not measured
    )""",
    """CREATE TABLE accounts (
        session TEXT PRIMARY KEY,                -- a digest of the session file's path
        account TEXT NOT NULL
    )""",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        site TEXT NOT NULL,
        account TEXT NOT NULL,
        game TEXT NOT NULL,
        board_name TEXT NOT NULL,                -- '' where the site has one board
        each TEXT NOT NULL,                      -- the time for which the board stays: day, week, month
        puzzle_day TEXT NOT NULL CHECK (puzzle_day IS date(puzzle_day, '+0 days')),  -- the first day of that time
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
        number INTEGER,                          -- the puzzle's number, if the page showed it
        saved TEXT,                              -- JSON, the witnesses of a member's saved win
        UNIQUE (site, account, game, puzzle_day, board_name)
    )""",
)

#: Limit for waiting on another process's write, in seconds.
WRITE_TIMEOUT_S = 10.0


class History:
    """The history in the file at `path`, created if missing. Each method that writes is one transaction.

    SQLite's errors are raised as the player's. After a kill the file holds the last whole state. With `synchronous`
    FULL this is also true of a power cut: NORMAL may lose the last transactions in WAL mode, and with them a start that
    the next run must know.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with os_errors(CannotCreate, f"the history {path} can't be opened"):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600))
            regular(path)
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

    def selected(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of `query`."""
        with self._errors_named():
            return self._db.execute(query, values).fetchall()

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
        if not self._check():
            marks = (f"PRAGMA user_version = {VERSION}", f"PRAGMA application_id = {APPLICATION}")
            with self.writing():
                for statement in () if self._check() else (*TABLES, *marks):  # else another process was first
                    self._db.execute(statement)

    def _check(self) -> bool:
        """Return whether the file has our tables; raise ConfigInvalid if it is not ours: nothing is written to it."""
        version, ours = self._pragma("user_version"), self._pragma("application_id") == APPLICATION
        tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not ours and (version or tables):
            raise _aside(self._path, "is a database of another program")
        if version > VERSION:
            raise ConfigInvalid(f"the history {self._path} is of a newer player (version {version}): update this one")
        if 0 < version < VERSION:
            raise _aside(self._path, "is of an earlier player")
        return version == VERSION

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _error_of(error, self._path) from error

    def account_of(self, session: Path) -> str:
        """Return the account name of the session file at `session`: the same one each time.

        The first file of a name gets that name, any other one the name with a digest of its path. A link or a copy of a
        known file is the same account as long as it has the cookies that the file had last.
        """
        mark = sha256(str(session.resolve()).encode(errors="surrogateescape")).hexdigest()
        cookies = _cookies_in(session)
        with self.writing() as database:
            query = "SELECT account FROM accounts WHERE session IN (?, ?) ORDER BY session = ? DESC"
            if found := database.execute(query, (mark, cookies, mark)).fetchone():
                name = str(found[0])
            else:
                taken = database.execute("SELECT 1 FROM accounts WHERE account = ?", (session.stem,)).fetchone()
                name = f"{session.stem}-{mark[:8]}" if taken or session.stem in NO_SESSION else session.stem
                database.execute("INSERT INTO accounts (session, account) VALUES (?, ?)", (mark, name))
            if cookies:
                database.execute("DELETE FROM accounts WHERE account = ? AND session LIKE 'cookies %'", (name,))
                database.execute("INSERT OR IGNORE INTO accounts (session, account) VALUES (?, ?)", (cookies, name))
            return name

    def started(self, key: Key, run_id: str, each: str = "day") -> None:
        """Record the start of a try; call it before the first click. `each` is the time for which the board stays."""
        with self.writing() as database:
            database.execute(
                """INSERT INTO games (site, account, game, puzzle_day, board_name, each, attempts, run, started)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
                ON CONFLICT DO UPDATE SET attempts = attempts + 1, run = excluded.run, started = excluded.started""",
                (*key, each, run_id, _now()),
            )

    def finished(self, key: Key, record: Mapping[str, Any], each: str = "day") -> None:
        """Record the end of a try. `record` is as of `run_log.record`; `outcome` and `exit` are required.

        A win stays, with the times of the first solve; a failure is replaced by any later result.
        """
        outcome = record["outcome"]
        with self.writing() as database:
            board = _keep_board(database, record)
            database.execute(
                """INSERT INTO games (site, account, game, puzzle_day, board_name, each, attempts, board)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?)
                ON CONFLICT DO UPDATE SET attempts = attempts + (run IS NULL), run = NULL,
                board = coalesce(board, excluded.board)""",
                (*key, each, board),
            )
            database.execute(
                """UPDATE games SET outcome = ?, exit = ?, confirmed = ?, ms = ?, timer = ?, finished = ?,
                board = coalesce(?, board), number = coalesce(?, number), saved = ?, worth = ?
                WHERE site = ? AND account = ? AND game = ? AND puzzle_day = ? AND board_name = ?
                AND (worth = 0 OR worth < ?)""",
                (
                    *(outcome, record["exit"], record.get("confirmed"), json.dumps(record.get("ms", {}))),
                    *(record.get("timer"), _now(), board, record.get("number"), json.dumps(record.get("saved"))),
                    *(_WORTH.get(outcome, 0), *key, _WORTH.get(outcome, 0)),
                ),
            )

    def open_starts(self, site: str, account: str) -> list[Key]:
        """Return the games whose last try has not ended, oldest first: under the profile's lock, these have crashed."""
        found = self.selected(
            """SELECT site, account, game, puzzle_day, board_name FROM games
            WHERE site = ? AND account = ? AND run IS NOT NULL ORDER BY started, id""",
            (site, account),
        )
        return [Key(*row) for row in found]

    def rows(self, game: str | None = None, since: str | None = None) -> list[Row]:
        """Return the rows, ordered by day, from the day `since` on; raise ConfigInvalid if one is damaged."""
        found = self.selected(
            """SELECT site, account, games.game, puzzle_day, board_name,
            outcome, exit, confirmed, attempts, run IS NOT NULL, ms, timer, games.board, boards.board, solution,
            difficulty, each, number, saved
            FROM games LEFT JOIN boards ON games.board = fingerprint
            WHERE games.game = coalesce(?, games.game) AND puzzle_day >= coalesce(?, '')
            ORDER BY puzzle_day, games.game, site, account, board_name""",
            (game, since),
        )
        return [self._row(row) for row in found]

    def _row(self, row: tuple[Any, ...]) -> Row:
        try:
            return _row(row)
        except (ValueError, TypeError, RecursionError):
            what = f"has a damaged entry, {row[2]} of {row[0]} on {row[3]}"
            raise _aside(self._path, what) from None


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


def export_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line of JSON for each solved board, with its solution, its first day and site, and its difficulty."""
    seen = set()
    for row in rows:
        if row.board is None or row.solution is None or row.fingerprint in seen:
            continue
        seen.add(row.fingerprint)
        name = " ".join(filter(None, (row.key.site, row.key.game, row.key.board, row.key.day)))
        graded = {"difficulty": row.difficulty.to_json()} if row.difficulty else {}
        yield json.dumps({**row.board, "id": name, "date": row.key.day, "solution": row.solution, **graded}) + "\n"


def _cookies_in(session: Path) -> str | None:
    """Return a mark of the cookies in a session file; None if it has none, or can't be read."""
    try:
        found = json.loads(regular(session).read_text(encoding="utf-8"))["cookies"]
        cookies = sorted(json.dumps([one[key] for key in ("domain", "path", "name", "value")]) for one in found)
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return None
    return f"cookies {sha256(''.join(cookies).encode()).hexdigest()}" if cookies else None


def _keep_board(database: sqlite3.Connection, record: Mapping[str, Any]) -> str | None:
    """Save the board of a record, with its solution if there is one; return its fingerprint, or None."""
    board, solution = record.get("board"), record.get("solution")
    if board is None:
        return None
    mark, number = fingerprint_of(board), record.get("difficulty", {}).get("number")
    database.execute(
        """INSERT INTO boards (fingerprint, game, board, solution, difficulty) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET solution = coalesce(solution, excluded.solution),
        difficulty = coalesce(excluded.difficulty, difficulty)""",
        (mark, board["game"], json.dumps(board), None if solution is None else json.dumps(solution), number),
    )
    return mark


def _row(row: tuple[Any, ...]) -> Row:
    """Return a row of the database; raise ValueError or TypeError if it is damaged."""
    values = dict(zip(_FIELDS, (Key(*row[:5]), *row[5:]), strict=True))
    values |= {name: values[name] and json.loads(values[name]) for name in ("ms", "board", "solution", "saved")}
    values["open"] = bool(values["open"])
    if (difficulty := values["difficulty"]) is not None:
        values["difficulty"] = Difficulty(difficulty)
    found = _adapter().validate_python(Row(**values))
    day = found.key.day  # it names a page of the archive, as the fingerprint does
    is_finite = difficulty is None or isfinite(difficulty)
    if not is_finite or not _is_flat([found.board, found.solution]) or date.fromisoformat(day).isoformat() != day:
        raise ValueError(row)
    return found


def _is_flat(value: Any, depth: int = 8) -> bool:
    """Return whether lists and objects in `value` are nested as little as those of a board are."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(_is_flat(part, depth - 1) for part in parts)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
