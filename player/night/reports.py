"""What a night leaves for others to read: JUnit XML, JSON Lines, and one HTML page that needs nothing else.

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

from player.errors import NOT_CONFIRMED
from player.evidence import WON, make_artifacts
from player.files import put
from player.night.history import Row
from player.night.state import made, state_folder
from player.play import Result
from player.run import record
from player.show.html import rendered
from player.show.verdicts import STAGES

#: How many nights are kept in the state folder.
NIGHTS = 30
#: What no XML may hold, escaped or not.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Night:
    """One night: the puzzle day, which site, as whom, what came of each game, and which were `settled` before."""

    day: str
    site: str
    account: str
    results: Sequence[Result]
    settled: Sequence[Row]

    @property
    def won(self) -> int:
        return sum(row.won for row in self.settled) + sum(result.outcome in WON for result in self.results)

    @property
    def games(self) -> int:
        return len(self.settled) + len(self.results)


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
    """Write the three reports into `folder`, beside the evidence of each game; a PlayerError where that fails."""
    files = {"junit.xml": junit(night), "results.jsonl": json_lines(night), "report.html": page(night, folder)}
    for name, content in files.items():
        put(folder / name, content, what="the report")


def junit(night: Night) -> bytes:
    """A test case for each game: not won is a failure, what kept it from a verdict an error of that outcome."""
    suite = Element("testsuite", name=f"player nightly {night.site}", timestamp=night.day)
    counts = {"tests": night.games, "failures": 0, "errors": 0}
    for result in night.results:
        case = SubElement(suite, "testcase", classname=night.site, name=result.game)
        case.set("time", f"{sum(result.ms.values()) / 1000:.3f}")
        if result.outcome not in WON:
            kind = "failure" if result.exit == NOT_CONFIRMED else "error"
            counts[f"{kind}s"] += 1
            SubElement(
                case, kind, type=result.outcome, message=_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", result.message)
            )
    for row in night.settled:
        case = SubElement(suite, "testcase", classname=night.site, name=row.key.game, time="0")
        SubElement(case, "skipped", message=f"{row.outcome} before")
    suite.attrib |= {name: str(number) for name, number in counts.items()} | {"skipped": str(len(night.settled))}
    indent(suite)
    return bytes(tostring(suite, encoding="utf-8", xml_declaration=True))


def json_lines(night: Night) -> bytes:
    """The result records of the games, a line each, and a line for each that was not played."""
    where = {"puzzle_day": night.day, "site": night.site, "account": night.account}
    lines: list[dict[str, Any]] = [{**where, **record(result)} for result in night.results]
    lines += [{**where, "game": row.key.game, "outcome": row.outcome, "before": True} for row in night.settled]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def page(night: Night, folder: Path) -> bytes:
    """The HTML page: a row for each game, with the pictures that are in `folder` as evidence."""
    rows = [_row(result, folder) for result in night.results]
    text = rendered("player.night", "report.html", night=night, rows=rows, stages=STAGES)
    return text.encode("utf-8", "replace")


def _row(result: Result, folder: Path) -> dict[str, Any]:
    kept = folder / result.game
    picture = kept / "final.png"
    files = sorted(path.name for path in kept.iterdir()) if kept.is_dir() else []
    return {
        "result": result,
        "won": result.outcome in WON,
        "picture": base64.b64encode(picture.read_bytes()).decode() if picture.is_file() else None,
        "certificate": list(_certificate(result)),
        "files": [f"{result.game}/{name}" for name in files],
    }


def _certificate(result: Result) -> Iterable[str]:
    """What stands behind the verdict, as far as the game came."""
    if proof := result.proof:
        number = ("no solution", "one solution, and a proof that there is no other", "two solutions or more")
        yield f"{number[proof.solutions]} ({proof.variables} variables, {proof.clauses} clauses)"
        if proof.solutions:
            yield "an independent referee agrees"
    if result.plan:
        yield f"a simulation of the {result.moves} moves ends solved"
    if result.confirmed != "none":
        yield f"the page says that it is won (its {result.confirmed})"
