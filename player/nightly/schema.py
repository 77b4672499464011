"""The tables of the history, as a list of migrations.

A migration takes a file from one version to the next, statement by statement. A released one never changes: a change of
the tables is a new one.
"""

from collections.abc import Sequence

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
