"""The results of a day, merged from all of its runs: a later run does not drop results of an earlier one.

They are records as of `result_record.record`; those of earlier runs have the key `before`. Results known only from the
history have no `certificate`.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import IntEnum
from pathlib import Path
from typing import Any

from player.boards.board_json import board_of
from player.browser.page.observation import Verdict
from player.errors import WON, BoardError, Outcome
from player.files import regular
from player.games import GAMES
from player.nightly.history import Row
from player.render.scene import scene
from player.render.shapes import Scene

Record = Mapping[str, Any]


class _Worth(IntEnum):
    """The rank of a record among those of the same game: the higher one is kept."""

    UNPLAYED = 0
    UNBEGUN = 1
    BEGUN = 2
    WON = 3
    SOLVED = 4


#: Required keys of a record, with their types.
_NEEDED = {"game": str, "outcome": str}
_TYPES = {**_NEEDED, "message": str, "confirmed": str, "exit": int, "ms": dict, "certificate": list}


def merged(now: Iterable[Record], done: Iterable[Record], earlier: Iterable[Record]) -> list[Record]:
    """Return one record per game, in the order of the games.

    `now` holds this run's results, `done` those of games that it skipped (`of_row`), `earlier` those of the day's
    report. A win stays, and a solved game ranks above one found won; among others the last one that was begun
    counts.
    """
    found: dict[str, Record] = {record["game"]: {**record, "before": True} for record in earlier}
    for known in done:
        before = found.get(known["game"])
        if before is None or (before["outcome"] != known["outcome"] and _worth(before) <= _worth(known)):
            found[known["game"]] = known  # it was found in a run that reported elsewhere
    for record in now:
        before = found.get(record["game"])
        if before is None or _worth(record) > _worth(before) or _worth(record) == _worth(before) < _Worth.WON:
            found[record["game"]] = record
    order = list(GAMES)
    return sorted(found.values(), key=lambda record: order.index(record["game"]))


def _worth(record: Record) -> _Worth:
    outcome = record["outcome"]
    if outcome in WON:
        return _Worth.SOLVED if outcome == Outcome.SOLVED else _Worth.WON
    if outcome == Outcome.UNPLAYED:
        return _Worth.UNPLAYED
    return _Worth.BEGUN if record.get("ms") else _Worth.UNBEGUN


def of_row(row: Row) -> Record:
    """Return the record of a game that was done before, from its row in the history."""
    known = {"outcome": row.outcome, "exit": row.exit, "confirmed": row.confirmed or Verdict.NONE, "ms": row.ms}
    about: dict[str, Any] = {
        "puzzle_day": row.key.day,
        "site": row.key.site,
        "profile": row.key.account,
        "game": row.key.game,
    }
    about |= {"board_name": row.key.board} if row.key.board else {}
    about |= {"difficulty": row.difficulty.to_json()} if row.difficulty else {}
    return {
        **about,
        **known,
        "number": row.number,
        "saved": row.saved,
        "timer": row.timer,
        "board": row.board,
        "solution": row.solution,
        "before": True,
    }


def written(file: Path, where: Record) -> list[Record]:
    """Return the records of an earlier run in `file` that have the day, site and profile of `where`.

    The folder is the user's and may contain anything: lines that are not such records are skipped.
    """
    found = []
    with suppress(OSError, UnicodeDecodeError):
        for line in regular(file).read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, RecursionError):
                record = json.loads(line)
                if _is_whole(record) and all(record.get(name) == value for name, value in where.items()):
                    found.append(record)
    return found


def _is_whole(record: Any) -> bool:
    if not isinstance(record, dict) or not all(name in record for name in _NEEDED):
        return False
    if not all(isinstance(record.get(name, kind()), kind) for name, kind in _TYPES.items()):
        return False
    return record["game"] in GAMES and all(isinstance(ms, int | float) for ms in record.get("ms", {}).values())


def drawn(record: Record) -> Scene | None:
    """Return the scene of a record's board, with its solution if there is one; None without a board."""
    data, solution = record.get("board"), record.get("solution")
    if not isinstance(data, dict) or not isinstance(solution, list | None):
        return None
    try:
        game, board = board_of(data)
        return scene(game, board, None if solution is None else game.board.to_solution(board, solution))
    except BoardError:
        return None
