"""The tour for newcomers, typed as written in a terminal; what it shows is what is printed."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.documents import ROOT, same_output
from tests.support.terminals import Terminal

TOUR = ROOT / "docs" / "tour.md"


def typed() -> list[tuple[str, list[str]]]:
    """Return each command of the tour, with the lines that are shown after it."""
    found: list[tuple[str, list[str]]] = []
    for line in TOUR.read_text(encoding="utf-8").splitlines():
        if line.startswith("    $ "):
            found.append((line.removeprefix("    $ "), []))
        elif line.startswith("    "):
            found[-1][1].append(line.removeprefix("    "))
    return found


def printed(line: str) -> tuple[int, list[str]]:
    """Run a command; return its exit code, and the lines that a terminal without colours shows."""
    words = shlex.split(line)
    if words[0] != "player":
        return subprocess.run(words, check=False).returncode, []
    to = words[words.index(">") + 1] if ">" in words else None
    arguments = words[1 : words.index(">")] if to else words[1:]
    out = os.open(to, os.O_CREAT | os.O_WRONLY) if to else None
    return Terminal(*arguments, out=out, TERM="dumb", NO_COLOR="1").end()


@pytest.mark.usefixtures("state")
def test_the_tour_shows_what_is_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "tour").mkdir()
    monkeypatch.chdir(tmp_path / "tour")
    for line, output in typed():
        code, lines = printed(line)
        assert code == 0, lines
        assert same_output(list(map(undated, output)), undated("\n".join(lines))), (line, lines)


def undated(text: str) -> str:
    """Return `text` without days and times, which are others each time."""
    return re.sub(r"\d{4}-\d\d-\d\d", "DAY", re.sub(r"\d+(\.\d+)? (m?s)\b", r"# \2", text))
