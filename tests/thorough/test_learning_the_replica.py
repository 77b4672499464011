"""`player learn` on the replica's pages, without their sections: the written file wins.

`-m ''` runs it: in CI `tests/browser/test_learn.py` learns other pages.
"""

import json
from pathlib import Path

import pytest

from tests.support.browser_commands import Here
from tests.support.replica import BUILDS


@pytest.mark.more
@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_the_written_file_wins(here: Here, tmp_path: Path, game: str, build: str) -> None:
    file, where = tmp_path / "mine.yaml", ("--offline", "replica", "--generation", build)
    run = here("learn", game, *where, "--name", "linkedin", "--to", file, "--json")
    assert run.code == 0, run.err
    report = json.loads(run.out)
    assert (report["outcome"], report["confirmed"], report["missing"]) == ("solved", True, [])
    for _ in range(2):
        again = here("play", game, *where, "--selectors", file)
        assert again.code == 0, again.err
