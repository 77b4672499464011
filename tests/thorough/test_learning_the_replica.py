"""`player learn` on the replica's pages, without their sections: the written file wins."""

import json
from pathlib import Path

import pytest

from tests.support.browser_commands import player
from tests.support.replica import BUILDS


@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_the_written_file_wins(environment: dict[str, str], tmp_path: Path, game: str, build: str) -> None:
    file, where = tmp_path / "mine.yaml", ("--offline", "replica", "--generation", build)
    run = player(environment, "learn", game, *where, "--name", "linkedin", "--to", file, "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert (report["outcome"], report["confirmed"], report["missing"]) == ("solved", True, [])
    for _ in range(2):
        again = player(environment, "play", game, *where, "--selectors", file)
        assert again.returncode == 0, again.stderr
