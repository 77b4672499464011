"""Certificates in folders, and changes to them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from player.boards.board_json import board_of, parse
from player.certificates import report
from player.certificates.checker import check as checker
from player.certificates.checker.check import Checked
from player.certificates.checker.folder import files_in
from player.certificates.report import Judged, facts_of
from player.certificates.writing import certificate
from player.files import BOARDS
from tests.support.known_boards import entries


def check(folder: Path) -> Checked:
    """Return the certificate in `folder`, if the checker finds nothing."""
    return checker.check(files_in(folder), facts_of)


def judge(folder: Path) -> Judged:
    """Return the judgement of the certificate in `folder`."""
    return report.judge(files_in(folder))


def fixture(name: str) -> dict[str, Any]:
    """Return a board of our own in the public format: the first one of a game, or that with an id."""
    for file in sorted(BOARDS.glob("*.jsonl")):
        for _, text in entries(file.read_text(encoding="utf-8")):
            data = parse(text)
            if name in {data["game"], data["id"]}:
                return data
    raise AssertionError(f"no fixture {name}")


def write(folder: Path, data: dict[str, Any]) -> Path:
    """Write the certificate of a board to `folder`; return it."""
    game, board = board_of(data)
    folder.mkdir(parents=True)
    for name, content in certificate(game, board, "a board").files.items():
        (folder / name).write_bytes(content)
    return folder


def copied(folder: Path, to: Path) -> Path:
    """Copy a certificate."""
    to.mkdir()
    for file in folder.iterdir():
        (to / file.name).write_bytes(file.read_bytes())
    return to


def change(folder: Path, name: str, old: str, new: str) -> None:
    """Replace the first `old` in a file of the certificate."""
    text = (folder / name).read_text(encoding="ascii")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def follows(clauses: Iterable[Sequence[int]], clause: Sequence[int]) -> bool:
    """Return whether `clause` follows by reverse unit propagation, the plainest way: all clauses, until nothing new."""
    true = {-literal for literal in clause}
    clauses = list(clauses)
    while not any(-literal in true for literal in true):
        fresh = set[int]()
        for one in clauses:
            still = {literal for literal in one if -literal not in true}
            if not still:
                return True
            if len(still) == 1:
                fresh |= still
        if fresh <= true:
            return False
        true |= fresh
    return True


def lrat_proves(formula: str, proof: str) -> bool:
    """Return whether an LRAT proof shows that a formula in DIMACS has no model: its steps, and nothing is searched."""
    lines = [line for line in formula.splitlines() if line[:1] not in "cp"]
    clauses = {number: [int(word) for word in line.split()[:-1]] for number, line in enumerate(lines, start=1)}
    for line in proof.splitlines():
        first, *words = line.split()
        if words[0] == "d":
            for word in words[1:-1]:
                del clauses[int(word)]
            continue
        end = words.index("0")
        clause, hints = [int(word) for word in words[:end]], [int(word) for word in words[end + 1 : -1]]
        false, refuted = {*clause}, False
        for hint in hints:
            left = [literal for literal in dict.fromkeys(clauses[hint]) if literal not in false]
            if refuted or len(left) > 1:
                return False
            refuted = not left
            false |= {-literal for literal in left}
        if not refuted or int(first) in clauses:
            return False
        if not clause:
            return True
        clauses[int(first)] = clause
    return False
