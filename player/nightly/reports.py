"""Reports of a day, merged from all of its runs: JUnit XML, JSON Lines, and one self-contained HTML page.

The results of games are records as of `run_log.record`; those of earlier runs of the day have the key `before`. Results
known only from the history have no `certificate`. Texts of the page, which may be hostile, are escaped in all reports.
"""

import base64
import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from player.artifacts.evidence import make_artifacts
from player.artifacts.run_log import STAGES, board_in, label, record
from player.browser.page.observation import Verdict, saved_in_words
from player.days import day_text
from player.errors import NOT_CONFIRMED, WON, BoardError, Outcome, some
from player.explanations.explanation import said
from player.files import ensure_folder, regular, state_folder, write_atomic
from player.games import GAMES
from player.nightly.history import Row
from player.playing.result import Result
from player.render.scene import scene
from player.render.shapes import Scene
from player.render.svg import svg

# The results of a day: a later run does not drop results of an earlier one


Record = Mapping[str, Any]


#: The rank of a record of a game that is won, before or by us.
_WON_BEFORE, _SOLVED = 3, 4
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
    for known in (*done, *now):
        before = found.get(known["game"], {"outcome": None})
        worth, least = _worth(known), _worth(before)
        is_same = known.get("before") and known["outcome"] == before["outcome"]
        if not is_same and (worth > least or worth == least < _WON_BEFORE):
            found[known["game"]] = known
    order = list(GAMES)
    return sorted(found.values(), key=lambda record: order.index(record["game"]))


def _worth(record: Record) -> int:
    """Return the rank of a record among those of the same game: the higher one is kept."""
    outcome = record["outcome"]
    if outcome in WON:
        return _SOLVED if outcome == Outcome.SOLVED else _WON_BEFORE
    if outcome in {Outcome.UNPLAYED, None}:
        return 0
    return 2 if record.get("ms") else 1  # it was begun, or not


#: The fields of a row that a record has as they are.
_OF_ROW = ("outcome", "exit", "ms", "number", "saved", "timer", "board", "solution")


def of_row(row: Row) -> Record:
    """Return the record of a game that was done before, from its row in the history."""
    return {
        "puzzle_day": row.key.day,
        "site": row.key.site,
        "profile": row.key.account,
        "game": row.key.game,
        **({"board_name": row.key.board} if row.key.board else {}),
        **({"difficulty": row.difficulty.to_json()} if row.difficulty else {}),
        **{name: getattr(row, name) for name in _OF_ROW},
        "confirmed": row.confirmed or Verdict.NONE,
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


def scene_of(record: Record) -> Scene | None:
    """Return the scene of a record's board, with its solution if there is one; None without a board."""
    if not isinstance(record.get("board"), dict) or not isinstance(record.get("solution"), list | None):
        return None
    with suppress(BoardError):
        return scene(*board_in(record))
    return None


# The reports


#: The reports that are made from templates.
_PAGES = ("junit.xml", "report.html")
#: The number of nights whose folders stay in the state folder.
MAX_NIGHTS = 30


@dataclass(frozen=True, slots=True)
class Night:
    """One night: puzzle day, site, account, the `records` of the games played, and of those `done` before that day.

    All of it is data that JSON can hold. `unplayed` are the games that it did not reach, with the `reason`. `boards`
    are the names of the boards, by game. The evidence is in the subfolder `evidence` of the report's folder.
    """

    day: str
    site: str
    account: str
    records: Sequence[Record]
    done: Sequence[Record]
    unplayed: Sequence[str] = ()
    reason: str = ""
    boards: Mapping[str, str] = field(default_factory=dict)
    evidence: str = ""


def played(result: Result) -> Record:
    """Return the record of a game with the lines of its proof, as reports have them."""
    return {**record(result), "certificate": list(_certificate(result))}


def subfolder(*owner: str | None) -> str:
    """Return the name of the folder, in that of a day, for what belongs to one site, board and account."""
    return quote("-".join(filter(None, owner)), safe="")


def folder_of(named: Path | None, day: str, owner: str = "") -> Path:
    """Return the folder for evidence and reports of `day`: the one `named`, or one in the state folder.

    In the state folder, nights of a day that have other `owner` subfolders do not replace each other's reports, and the
    latest `MAX_NIGHTS` days stay. Raises CannotCreate if it can't be created.
    """
    if named is not None:
        return make_artifacts(named)
    nights = ensure_folder(state_folder() / "nights")
    folder = ensure_folder(nights / day / owner)
    for old in sorted(path for path in nights.iterdir() if path.is_dir())[:-MAX_NIGHTS]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def prepare() -> None:
    """Load what the reports need."""
    from player.render.html import templates  # noqa: PLC0415  # Jinja is loaded while the browser closes

    import_module("rich.table")
    for name in _PAGES:
        templates(__package__).get_template(name)


def write_reports(folder: Path, *nights: Night) -> None:
    """Write the three reports of the day into `folder`, beside the evidence of each game.

    Results of the day's earlier runs are kept. Raises CannotCreate or CannotWrite.
    """
    from player.render.html import rendered  # noqa: PLC0415  # as above

    found = [(night, _records(night, folder / "results.jsonl")) for night in nights]
    lines = "".join(json.dumps(record) + "\n" for _, records in found for record in records)
    rows = [(night, [_row(entry, folder, night.evidence) for entry in records]) for night, records in found]
    files = {"results.jsonl": lines}
    for name in _PAGES:
        files[name] = rendered(__package__, name, day=day_text(nights[0].day), nights=rows, stages=STAGES)
    for name, content in files.items():
        write_atomic(folder / name, content.encode("utf-8", "replace"), what="the report")


def _records(night: Night, file: Path) -> list[Record]:
    # `account` is the one that a page showed
    where = {"puzzle_day": night.day, "site": night.site, "profile": night.account}
    boards = {game: {"board_name": name} for game, name in night.boards.items() if name}
    now: list[Record] = [{**where, **one} for one in night.records]
    left = {"outcome": Outcome.UNPLAYED, "message": f"not played: {night.reason}" if night.reason else "not played"}
    now += [{**where, **boards.get(game, {}), "game": game, **left} for game in night.unplayed]
    earlier = [one for one in written(file, where) if one.get("board_name", "") == night.boards.get(one["game"], "")]
    return merged(now, night.done, earlier)


def _kind(entry: Record) -> str:
    """Return what JUnit calls a game that was not won: a lost verdict is a failure, a missing one an error."""
    if entry["outcome"] in WON:
        return ""
    if entry["outcome"] == Outcome.UNPLAYED:
        return "skipped"
    return "failure" if entry.get("exit") == NOT_CONFIRMED else "error"


def _row(entry: Record, folder: Path, subfolder: str) -> dict[str, Any]:
    path = f"{subfolder}/{entry['game']}" if subfolder else entry["game"]
    kept, drawn = folder / path, scene_of(entry)
    picture, both = kept / "final.png", kept / "both.png"
    ours = "certificate" in entry  # else the evidence in the folder is not of this game
    files = sorted(path.name for path in kept.iterdir()) if ours and kept.is_dir() else []
    ms, kind = entry.get("ms", {}), _kind(entry)
    # In whole hundredths, so that what the page shows adds up.
    times = {stage: round(ms[stage] / 1000, 2) for stage in [*STAGES, *ms] if stage in ms}
    return {
        "record": entry,
        "label": label(entry),
        "kind": kind,
        "rank": {"": 2, "skipped": 1}.get(kind, 0),
        "picture": base64.b64encode(picture.read_bytes()).decode() if picture.name in files else None,
        "both": base64.b64encode(both.read_bytes()).decode() if both.name in files else None,
        "board": Markup(svg(drawn)) if drawn else None,  # noqa: S704  # ElementTree has escaped it
        "across": drawn.width if drawn else 0,
        "difficulty": said(entry.get("difficulty")),
        "solved": entry.get("solution") is not None,
        "certificate": entry["certificate"] if ours else list(_page_says(entry)),
        "times": times,
        "seconds": sum(times.values()),
        "files": [f"{path}/{name}" for name in files],
    }


def _certificate(result: Result) -> Iterable[str]:
    """Yield the lines of the proof, as far as the game came."""
    if proof := result.proof:
        number = ("no solution", "one solution, and a proof that there is no other", "two solutions or more")
        claim = f" {proof.claim.says}" if proof.claim else ""
        yield f"{number[proof.solutions]}{claim} ({proof.variables} variables, {proof.clauses} clauses)"
        for name, facts in zip(("one", "another"), proof.differ, strict=True):
            if facts:
                yield f"{name} has, where they differ: {some(facts)}"
        if proof.solutions:
            yield "an independent referee agrees"
    if result.plan:
        yield f"a simulation of the {result.moves} moves ends solved"
    yield from _page_says({"confirmed": result.confirmed, "saved": result.saved and result.saved.to_json()})


def _page_says(entry: Record) -> Iterable[str]:
    if (confirmed := entry.get("confirmed", Verdict.NONE)) != Verdict.NONE:
        yield f"the page says that it is won (its {confirmed})"
    if words := saved_in_words(entry.get("saved")):
        yield words
