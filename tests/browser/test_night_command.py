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
    with subprocess.Popen([*NIGHT, "tango", "-v"], env=environment, stderr=subprocess.PIPE, text=True) as killed:
        assert killed.stderr is not None
        assert any("waiting for the verdict" in line for line in killed.stderr)
        killed.send_signal(signal.SIGKILL)
    again = night(environment, "tango", "--report", str(tmp_path / "report"))
    assert again.returncode == 0, again.stderr
    assert "a run was cut off while it played Tango" in again.stderr
    report = (tmp_path / "report" / "report.html").read_text()
    assert "1 of 1 won" in report
    assert "data:image/png;base64," in report
    answer = json.loads((tmp_path / "report" / "results.jsonl").read_text())
    assert (answer["outcome"], answer["account"], answer["site"]) == ("solved", "guest", "linkedin, offline")
    third = night(environment, "tango", "--json", "-")
    assert (third.returncode, third.stdout) == (0, "")
    assert "won already on" in third.stderr
    assert {path.name for path in (tmp_path / "state" / "nights").glob("*/*")} == {"linkedin-offline-guest"}


SITES = """
[[site]]
name = "linkedin"
games = ["zip"]
"""


@pytest.mark.parametrize("records", [[], ["--json", "-"]], ids=["the table", "records"])
@pytest.mark.parametrize("command", ["play", "nightly", "nightly on sites"])
def test_a_reader_that_has_gone_ends_it_by_its_signal_after_the_reports(
    environment: dict[str, str], tmp_path: Path, command: str, records: list[str]
) -> None:
    environment |= {"PLAYER_STATE": str(tmp_path / "state")}
    (tmp_path / "sites.toml").write_text(SITES, encoding="utf-8")
    report = tmp_path / "report"
    what = {
        "play": ["play", "zip"],
        "nightly": ["nightly", "zip", "--report", str(report)],
        "nightly on sites": ["nightly", "--sites", str(tmp_path / "sites.toml"), "--report", str(report)],
    }[command]
    reader, writer = os.pipe()
    os.close(reader)
    full = [sys.executable, "-m", "player", *what, "--offline", "replica", *records]
    ended = subprocess.run(full, env=environment, stdout=writer, stderr=subprocess.PIPE, timeout=120, check=False)
    os.close(writer)
    assert ended.returncode == -signal.SIGPIPE, ended.stderr
    if command != "play":
        assert "1 of 1 won" in (report / "report.html").read_text()
