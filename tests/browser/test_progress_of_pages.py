"""The progress of commands with a page, in a pseudo-terminal."""

import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("no pseudo-terminals here", allow_module_level=True)

from tests.support.terminals import Terminal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "line", "last"),
    [
        pytest.param(["play", "--slow-mo", "20"], r"Zip: opening the page +\d+:\d\d", "└", marks=pytest.mark.full),
        pytest.param(
            ["nightly", "--slow-mo", "20"],
            r"Zip: opening the page +\d+:\d\d",
            "player: the report is ",
            marks=pytest.mark.more,
        ),
        (["doctor"], r"Zip: trying its selectors +\d+:\d\d", ""),
        (["learn", "--read-only"], r"searching the page for a board +\d+:\d\d", '{"game": "zip"'),
    ],
    ids=["play", "nightly", "doctor", "learn"],
)
def test_a_command_shows_its_stage_and_leaves_no_line(tmp_path: Path, command: list[str], line: str, last: str) -> None:
    terminal = Terminal(*command, "zip", "--offline", "replica", PLAYER_STATE=str(tmp_path))
    code, lines = terminal.end()
    assert code == 0
    assert re.search(line, terminal.text)
    assert not [shown for shown in lines if re.match(r"\[[#.]{10}\]|.* \d+:\d\d$", shown)]
    assert lines[-1] == ""
    assert any(shown.startswith(last) for shown in lines)
