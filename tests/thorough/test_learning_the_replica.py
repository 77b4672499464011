"""`player learn` on the replica's pages, without their sections: the written file wins.

CI learns the members' pages of three games; `-m ''` those of all, and the older generation, which take longer.
"""

import json
from pathlib import Path

import pytest

from tests.support.browser_commands import player
from tests.support.replica import BUILDS

IN_CI = {("zip", "sdui"), ("queens", "sdui"), ("wend", "sdui")}
PAGES = [pytest.param(*build, marks=[pytest.mark.more] * (build not in IN_CI), id=" ".join(build)) for build in BUILDS]


@pytest.mark.parametrize(("game", "build"), PAGES)
def test_the_written_file_wins(environment: dict[str, str], tmp_path: Path, game: str, build: str) -> None:
    file, where = tmp_path / "mine.yaml", ("--offline", "replica", "--generation", build)
    run = player(environment, "learn", game, *where, "--name", "linkedin", "--to", file, "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert (report["outcome"], report["confirmed"], report["missing"]) == ("solved", True, [])
    for _ in range(2):
        again = player(environment, "play", game, *where, "--selectors", file)
        assert again.returncode == 0, again.stderr
