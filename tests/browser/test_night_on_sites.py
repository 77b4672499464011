"""A night on several sites as a user runs it: the replica, a page of another make with boards by name, and nobody."""

import json
from pathlib import Path

import pytest

from player.browser.selectors.schema import SiteSelectors
from player.files import REPLICA, SELECTORS
from player.nightly.history import History
from tests.support.browser_commands import Here
from tests.support.http_servers import served
from tests.support.server import serving

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("state")]

SHEETS = """\
  sheets:
    origin: {origin}
    locale: en-US
    timezone: UTC
    games:
      zip:
        url: {origin}/zip-svg.html?board=1
        boards:
          daily: {{url: "/zip-svg.html?board=1", each: day}}
          second: "/zip-svg.html?board=2"
"""


def with_sheets(folder: Path, origin: str) -> Path:
    """The shipped selectors with the section of a page of another make, which has two boards by name."""
    section = (Path(__file__).parents[1] / "support" / "own_pages" / "zip-svg.yaml").read_text(encoding="utf-8")
    pages = section[section.index("        pages:\n") :]
    site = SHEETS.format(origin=origin) + pages
    shipped = SELECTORS.read_text(encoding="utf-8")
    (file := folder / "mine.yaml").write_text(shipped.replace("\nlearn:\n", f"\n{site}\nlearn:\n"), encoding="utf-8")
    return file


def test_a_night_on_several_sites_has_one_history_and_one_report(
    here: Here, tmp_path: Path, site: SiteSelectors
) -> None:
    with served(REPLICA / "other") as sheets, serving("ember") as server:
        queens = server.site(site).games["queens"].url
        (file := tmp_path / "sites.toml").write_text(
            f"""
            [[site]]
            name = "linkedin"
            games = ["zip"]
            url = "http://127.0.0.1:9/games/zip/"  # nobody is there
            [[site]]
            name = "linkedin"
            games = ["queens"]
            url = "{queens}"
            as = "guest"
            [[site]]
            name = "sheets"
            boards = ["daily", "second"]
            """,
            encoding="utf-8",
        )
        selectors, report = with_sheets(tmp_path, sheets), tmp_path / "report"
        options = ["--selectors", selectors, "--report", report, "--pause", "0.1", "--retry-after", "0"]
        code, _, err = here("nightly", "--sites", file, *options)
    assert code == 75, err
    found = [json.loads(line) for line in (report / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(one["site"], one["game"], one.get("board_name"), one["outcome"]) for one in found] == [
        ("linkedin", "zip", None, "unavailable"),
        ("linkedin", "queens", None, "solved"),
        ("sheets", "zip", "daily", "solved"),
        ("sheets", "zip", "second", "solved"),
    ]
    assert found[2]["board"] != found[3]["board"]
    assert (report / "sheets-second-guest" / "zip" / "final.png").exists()
    with History(tmp_path / "state" / "history.sqlite3") as history:
        rows = {(row.key.site, row.key.game, row.key.board): row.outcome for row in history.rows()}
    assert rows == {
        ("linkedin", "zip", ""): "unavailable",
        ("linkedin", "queens", ""): "solved",
        ("sheets", "zip", "daily"): "solved",
        ("sheets", "zip", "second"): "solved",
    }


def test_a_board_is_read_by_its_name(here: Here, tmp_path: Path) -> None:
    boards = set()
    with served(REPLICA / "other") as origin:
        selectors = with_sheets(tmp_path, origin)
        for options in ([], ["--board", "daily"], ["--board", "second"]):
            code, out, err = here("read", "zip", "--site", "sheets", "--selectors", selectors, *options)
            assert code == 0, err
            boards.add(out)
    assert len(boards) == 2


@pytest.mark.more
def test_boards_of_all_sister_sites_are_won_in_one_night(here: Here, tmp_path: Path) -> None:
    boards = {
        "star-battle": ["5x5-1", "10x10-2"],
        "shikaku": ["5x5"],
        "binairo": ["6x6"],
        "binairo-plus": ["6x6"],
        "sudoku": ["4x4"],
    }
    entries = (f"[[site]]\nname = '{site}'\nboards = {names}\n" for site, names in boards.items())
    (file := tmp_path / "sites.toml").write_text("".join(entries), encoding="utf-8")
    report = tmp_path / "report"
    code, _, err = here("nightly", "--sites", file, "--offline", "replica", "--report", report, "--retry-after", "0")
    assert code == 0, err
    found = [json.loads(line) for line in (report / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    won = [(one["site"].removesuffix(", offline"), one["board_name"], one["outcome"]) for one in found]
    assert won == [(site, name, "solved") for site, names in boards.items() for name in names]


def test_a_puzzle_of_a_site_is_played_by_its_number(here: Here) -> None:
    options = ["--site", "star-battle", "--board", "6x6-1", "--id", "1234567", "--offline", "replica"]
    code, out, err = here("play", *options)
    assert code == 0, err
    assert "Queens 6x6-1#1234567" in out
