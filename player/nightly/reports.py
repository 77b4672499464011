"""What the nights of a day leave for others to read: JUnit XML, JSON Lines, and one HTML page that needs nothing else.

Texts of the page (a hostile label, say) are data in all of them.
"""

import base64
import json
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from markupsafe import Markup

from player.artifacts.evidence import WON, make_artifacts
from player.artifacts.verdicts import STAGES
from player.errors import NOT_CONFIRMED, some
from player.files import put
from player.nightly import day
from player.nightly.day import UNPLAYED, Record
from player.nightly.history import Row
from player.play import Result
from player.render.html import rendered
from player.render.svg import svg
from player.run import record
from player.state import made, state_folder

#: How many nights are kept in the state folder.
NIGHTS = 30
#: What no XML may hold, escaped or not.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Night:
    """One night: the puzzle day, which site, as whom, what came of each game, and which were `settled` before.

    `unplayed` are the games that it did not come to, by `reason`.
    """

    day: str
    site: str
    account: str
    results: Sequence[Result]
    settled: Sequence[Row]
    unplayed: Sequence[str] = ()
    reason: str = ""


def folder_of(named: Path | None, day: str) -> Path:
    """The folder for the evidence and the reports of `day`: the one `named`, or one of the state folder's.

    Of these the latest `NIGHTS` stay. CannotCreate where it can't be made.
    """
    if named is not None:
        return make_artifacts(named)
    nights = made(state_folder() / "nights")
    folder = made(nights / day)
    for old in sorted(path for path in nights.iterdir() if path.is_dir())[:-NIGHTS]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def write_reports(folder: Path, night: Night) -> None:
    """Write the three reports of the day into `folder`, beside the evidence of each game.

    What earlier runs of the day wrote there stays in them. CannotCreate or CannotWrite where they can't be written.
    """
    records = _records(night, folder / "results.jsonl")
    files = {"results.jsonl": json_lines(records), "junit.xml": junit(night, records)}
    files["report.html"] = page(night, records, folder)
    for name, content in files.items():
        put(folder / name, content, what="the report")


def _records(night: Night, file: Path) -> list[Record]:
    where = {"puzzle_day": night.day, "site": night.site, "profile": night.account}  # `account` is what a page told
    now: list[Record] = [
        {**where, **record(result), "certificate": list(_certificate(result))} for result in night.results
    ]
    message = f"not played: {night.reason}" if night.reason else "not played"
    now += [{**where, "game": game, "outcome": UNPLAYED, "message": message} for game in night.unplayed]
    return day.merged(now, night.settled, day.written(file, where))


def junit(night: Night, records: Sequence[Record]) -> bytes:
    """A test case for each game: not won is a failure, what kept it from a verdict an error of that outcome.

    A game that was not played is skipped.
    """
    suite = Element("testsuite", name=f"player nightly {night.site}", timestamp=night.day)
    counts = {"tests": len(records), "failures": 0, "errors": 0, "skipped": 0}
    for told in records:
        case = SubElement(suite, "testcase", classname=night.site, name=told["game"])
        case.set("time", f"{sum(told.get('ms', {}).values()) / 1000:.3f}")
        if (outcome := told["outcome"]) in WON:
            continue
        message = _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", told.get("message", ""))
        if outcome == UNPLAYED:
            counts["skipped"] += 1
            SubElement(case, "skipped", message=message)
        else:
            kind = "failure" if told.get("exit") == NOT_CONFIRMED else "error"
            counts[f"{kind}s"] += 1
            SubElement(case, kind, type=outcome, message=message)
    suite.attrib |= {name: str(number) for name, number in counts.items()}
    indent(suite)
    return bytes(tostring(suite, encoding="utf-8", xml_declaration=True))


def json_lines(records: Iterable[Record]) -> bytes:
    """The result records of the games, a line each."""
    return "".join(json.dumps(line) + "\n" for line in records).encode()


def page(night: Night, records: Sequence[Record], folder: Path) -> bytes:
    """The HTML page: a row for each game, with its board, and the pictures that are in `folder` as evidence."""
    rows = [_row(told, folder) for told in records]
    text = rendered("player.nightly", "report.html", night=night, rows=rows, stages=STAGES)
    return text.encode("utf-8", "replace")


def _row(told: Record, folder: Path) -> dict[str, Any]:
    kept, drawn = folder / told["game"], day.drawn(told)
    picture = kept / "final.png"
    ours = "certificate" in told  # else the evidence in the folder is not of this game
    files = sorted(path.name for path in kept.iterdir()) if ours and kept.is_dir() else []
    times = told.get("ms", {})
    return {
        "told": told,
        "won": told["outcome"] in WON,
        "outcome": "not played" if told["outcome"] == UNPLAYED else told["outcome"],
        "picture": base64.b64encode(picture.read_bytes()).decode() if picture.name in files else None,
        "board": Markup(svg(drawn)) if drawn else None,  # noqa: S704  # ElementTree has escaped it
        "across": drawn.width if drawn else 0,
        "solved": told.get("solution") is not None,
        "certificate": told["certificate"] if ours else list(_page_says(told.get("confirmed", "none"))),
        "times": {stage: times[stage] for stage in STAGES if stage in times}
        | ({"all": sum(times.values())} if times else {}),
        "files": [f"{told['game']}/{name}" for name in files],
    }


def _certificate(result: Result) -> Iterable[str]:
    """What stands behind the verdict, as far as the game came."""
    if proof := result.proof:
        number = ("no solution", "one solution, and a proof that there is no other", "two solutions or more")
        yield f"{number[proof.solutions]} ({proof.variables} variables, {proof.clauses} clauses)"
        for name, facts in zip(("one", "another"), proof.differ, strict=True):
            if facts:
                yield f"{name} has, where they differ: {some(facts)}"
        if proof.solutions:
            yield "an independent referee agrees"
    if result.plan:
        yield f"a simulation of the {result.moves} moves ends solved"
    yield from _page_says(result.confirmed)


def _page_says(confirmed: str) -> Iterable[str]:
    if confirmed != "none":
        yield f"the page says that it is won (its {confirmed})"
