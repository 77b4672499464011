"""The doctor on pages whose markup has two boards with one solution each: the one that a picture shows is right."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # decoys are put into the page

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.doctor.diagnosis import GameReport, patched, visit_game
from player.doctor.learn.search import Wanted, search
from player.games import GAMES
from player.games.grid import cells
from tests.mutations import Source, damaged
from tests.realistic import changed, dressed, kinds, outcome
from tests.support.browser_commands import player
from tests.support.realistic_pages import source_of
from tests.support.renamed_pages import served
from tests.support.replica import QUICK, SMALL, boards
from tests.support.saved import with_styles

pytest.importorskip("cv2", reason="the extra sight is not installed")
pytestmark = pytest.mark.full

Board = dict[str, Any]

#: Calls `decoy` for each cell that is added to a document.
WATCH = """
    addEventListener("DOMContentLoaded", () => {
      const done = new Set();
      const all = () => document.querySelectorAll("[data-cell-idx]").forEach((cell) => {
        if (!done.has(cell)) { done.add(cell); decoy(cell, Number(cell.dataset.cellIdx)); }
      });
      new MutationObserver(all).observe(document, { childList: true, subtree: true });
      all();
    });
"""
#: Numbers that are not to be seen, from the last one to the first, which give a board with one solution too.
REVERSED = """
    const decoy = (cell) => {
      const seen = cell.querySelector(".disc");
      if (seen && seen.textContent.trim())
        cell.insertAdjacentHTML("beforeend", `
          <i class="NAME" style="visibility: hidden; position: absolute">${LAST + 1 - seen.textContent}</i>`);
    };
"""
#: The name that the site's numbers have here, and the one that is not to be seen: the former one, or one like it.
DISC = {"trail-cell-content": "disc"}
FORMER, ALIKE = "trail-cell-content", "trail-content"
#: The walls under another name, with the former name on all of them but one.
FENCES = {"trail-cell-wall": "fence"}
MOST_WALLS = """
    const decoy = (cell, number) => {
      for (const side of ["up", "down", "left", "right"])
        for (const wall of cell.querySelectorAll(`.fence--${side}`))
          if (!LOST.some(([at, on]) => at === number && on === side))
            wall.classList.add(`trail-cell-wall--${side}`);
          else
            wall.append("\\u200b");  // it looks the same, but is not empty
    };
"""


def visited(page: Page, site: SiteSelectors, board: Board, names: dict[str, str], decoy: str) -> GameReport:
    """Return the diagnosis of the replica under other names, with decoys in its cells."""
    pages = replace(sources.replica("linkedin", site.origin), boards={"zip": board})
    served(page.context, pages, names)
    page.add_init_script(f"(() => {{ {decoy} {WATCH} }})()")
    return visit_game("zip", GamePage(page, site, site.games["zip"], replace(QUICK, load=700, from_files=True)), site)


def reversed_numbers(board: Board, name: str) -> str:
    return REVERSED.replace("LAST", str(len(board["numbers"]))).replace("NAME", name)


def board_by(page: Page, site: SiteSelectors, report: GameReport) -> Board:
    """Return the board that is read with the changes of a report."""
    repaired = patched(site, report)
    look: Any = GamePage(page, repaired, repaired.games["zip"], QUICK).open()
    return GAMES["zip"].board.to_json(GAMES["zip"].play.read(look.snapshot))


def with_a_spare_wall() -> tuple[Board, str]:
    """Return a board of Zip with one wall that its solution does not need, and its cells and sides for `MOST_WALLS`."""
    data = next(board for board in boards("zip") if board["walls"])
    steps = [{*map(tuple, step)} for step in pairwise(data["solution"])]
    walls = [{*map(tuple, wall)} for wall in data["walls"]]
    pairs = [(at, at._replace(col=at.col + 1)) for at in cells(data["rows"], data["cols"] - 1)]
    a, b = next(pair for pair in pairs if {*pair} not in steps + walls)
    at = a.row * data["cols"] + a.col
    board = {**data, "walls": [*data["walls"], [[*a], [*b]]]}
    return board, MOST_WALLS.replace("LOST", json.dumps([[at, "right"], [at + 1, "left"]]))


@pytest.fixture(params=[True, False], ids=["with a picture", "without"])
def sighted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether pictures are read."""
    if not request.param:
        for module in ("doctor.reading", "doctor.learn.search", "playing.cross_check"):
            monkeypatch.setattr(f"player.{module}.is_installed", lambda: False)
    return bool(request.param)


def test_of_two_repairs_the_one_that_is_seen_is_taken(page: Page, site: SiteSelectors, *, sighted: bool) -> None:
    board = SMALL["zip"]
    report = visited(page, site, board, DISC, reversed_numbers(board, ALIKE))
    assert (report.state, report.repaired) == ("off", True), report
    assert (board_by(page, site, report)["numbers"] == board["numbers"]) is sighted


def test_numbers_that_nobody_sees_are_not_believed(page: Page, site: SiteSelectors, *, sighted: bool) -> None:
    board = SMALL["zip"]
    report = visited(page, site, board, DISC, reversed_numbers(board, FORMER))
    assert (report.state, report.repaired) == (("off", True) if sighted else ("ok", False)), report
    if sighted:
        assert "the page looks different from what was read" in report.verdict
        assert board_by(page, site, report)["numbers"] == board["numbers"]


@pytest.mark.more
def test_a_wall_that_is_drawn_under_another_name_is_found(page: Page, site: SiteSelectors, *, sighted: bool) -> None:
    board, decoy = with_a_spare_wall()
    report = visited(page, site, board, FENCES, decoy)
    assert (report.state, report.repaired) == (("off", True) if sighted else ("ok", False)), report
    if sighted:
        assert len(board_by(page, site, report)["walls"]) == len(board["walls"])


@pytest.mark.more
def test_a_saved_page_is_repaired_by_its_picture(
    page: Page, site: SiteSelectors, environment: dict[str, str], tmp_path: Path
) -> None:
    board = SMALL["zip"]
    visited(page, site, board, DISC, reversed_numbers(board, FORMER))
    saved = tmp_path / "zip.html"
    board_frame = next(frame for frame in page.frames if "/view/" in frame.url)
    saved.write_text(with_styles(board_frame), encoding="utf-8")
    done = player(environment, "doctor", "--page", saved, "--json")
    [report] = json.loads(done.stdout)["games"]
    assert (done.returncode, report["repaired"]) == (76, True), report
    assert "the page looks different from what was read" in report["verdict"]


def test_learn_takes_the_numbers_that_are_seen(page: Page, site: SiteSelectors, *, sighted: bool) -> None:
    board = SMALL["zip"]
    visited(page, site, board, {**DISC, FORMER: "disc"}, reversed_numbers(board, "a-number"))
    found = learnt_of(page, site)
    assert (found["numbers"] == board["numbers"]) is sighted


def learnt_of(page: Page, site: SiteSelectors) -> Board:
    """Return the board that the search of `player learn` finds."""
    opened = GamePage(page, site, site.games["zip"], QUICK)
    opened.open()
    return GAMES["zip"].board.to_json(search(opened, Wanted([GAMES["zip"]])).board)


#: A digit in the corner of an empty cell.
BADGE = """cells.find((cell) => !cell.textContent.trim()).insertAdjacentHTML("beforeend",
    '<sup style="position: absolute; left: 2px; top: 1px; font-size: 9px; background: red; color: white">3</sup>');"""


def test_of_two_digits_in_a_cell_the_picture_shows_which_is_one_of_the_board(
    page: Page, context: BrowserContext, site: SiteSelectors
) -> None:
    source = source_of("mini-sudoku", "ember")
    html = dressed(page, site, source)
    kind = kinds(page, source, html)["a badge in one cell"]
    assert outcome(context, site, source, damaged(page, html, BADGE), kind) == "repaired"


@pytest.mark.more
def test_of_two_readings_of_the_symbols_the_one_that_is_seen_is_taken(
    page: Page, context: BrowserContext, site: SiteSelectors
) -> None:
    source = Source("tango", boards("tango")[1])  # its suns are circles, and its moons are paths
    html = dressed(page, site, source)
    kind = kinds(page, source, html)["the whole board as one SVG"]
    assert outcome(context, site, source, changed(page, source, html, kind), kind) == "repaired"
