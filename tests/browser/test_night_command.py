"""The night as a user runs it, on the replica; what only a killed process shows."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

NIGHT = [sys.executable, "-m", "player", "nightly", "--offline", "replica"]

pytestmark = [pytest.mark.full, pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")]


def night(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*NIGHT, *arguments], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_night_that_was_killed_in_the_middle_is_ended_by_the_next_and_a_third_plays_nothing(
    environment: dict[str, str], tmp_path: Path
) -> None:
    environment |= {"PLAYER_STATE": str(tmp_path / "state")}
    with subprocess.Popen([*NIGHT, "tango"], env=environment, stderr=subprocess.PIPE, text=True) as killed:
        assert killed.stderr is not None
        assert any("waiting for the page's verdict" in line for line in killed.stderr)
        killed.send_signal(signal.SIGKILL)
    again = night(environment, "tango", "--report", str(tmp_path / "report"))
    assert again.returncode == 0, again.stderr
    assert "a run was cut off while it played tango" in again.stderr
    report = (tmp_path / "report" / "report.html").read_text()
    assert "1 of 1 won" in report
    assert "data:image/png;base64," in report
    answer = json.loads((tmp_path / "report" / "results.jsonl").read_text())
    assert (answer["outcome"], answer["account"], answer["site"]) == ("solved", "guest", "linkedin, offline")
    third = night(environment, "tango", "--json", "-")
    assert (third.returncode, third.stdout) == (0, "")
    assert "won already on" in third.stderr
