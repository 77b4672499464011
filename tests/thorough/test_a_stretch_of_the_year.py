"""A few days of the simulated year, with real commands: nothing is wrong with them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: In so many days a year has all of its changes; this is the least.
DAYS = 4


@pytest.mark.more  # it takes minutes
def test_a_short_year_is_played_repaired_and_judged(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.bench.year", "--days", str(DAYS), "--folder", str(tmp_path / "year")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert "Nothing was wrong." in ended.stdout
    assert "| false wins | 0 |" in ended.stdout
    assert f"| nights, games | {3 * DAYS}, {6 * DAYS} |" in ended.stdout
