"""The sister sites in their smallest, usual and largest size: by play, nightly and demo, with a window and without.

CI leaves them out, because they take a quarter of an hour: `pytest tests/thorough -m '' -k all_sizes`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser_commands import player, records
from tests.support.sister_sites import SIZES, at_size
from tests.support.virtual_display import virtual_display

pytestmark = pytest.mark.full

QUICK = ("--no-steps", "--slow-mo", "1")
RUNS = {
    "play": ("play",),
    "play in a window": ("play", "--headed"),
    "night": ("nightly",),
    "night in a window": ("nightly", "--headed"),
    "demo": ("demo", "--headless", *QUICK),
    "demo in a window": ("demo", "--headed", *QUICK),
}


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with virtual_display("1400x1200") as name:
        yield name


BOARDS = {
    f"{size} {name}": (number, name) for name in SIZES for number, size in enumerate(("small", "usual", "largest"))
}


@pytest.mark.more
@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_won(environment: dict[str, str], display: str, tmp_path: Path, board: str, run: str) -> None:
    number, name = BOARDS[board]
    game, file = at_size(number, name, tmp_path)
    command, *options = RUNS[run]
    if command == "demo":
        options += ["--gif", str(tmp_path / "demo.gif")]
    where = ("--site", name, "--offline", "replica", "--selectors", file, "--deadline", "110")
    there = {**environment, "PLAYER_STATE": str(tmp_path / "state"), "DISPLAY": display}
    ended = player(there, command, game, *where, *options, "--json", "-")
    assert ended.returncode == 0, ended.stderr
    (row,) = [row for row in records(ended.stdout) if "outcome" in row and row.get("game") == game]
    assert (row["outcome"], row["confirmed"]) == ("solved", "banner")
