"""The doctor on pages that changed: it says what is off, and the game is won with the changes that it proposes."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml  # noqa: TID251  # the patch is read as a user would who pastes it
from playwright.sync_api import BrowserContext, CDPSession, Page  # noqa: TID251
from rich.console import Console

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.controls import Sign
from player.browser.selectors.schema import SiteSelectors
from player.doctor.checkup import Checkup, show_checkup
from player.doctor.diagnosis import GameReport, visit_game
from player.doctor.findings import Finding
from player.files import SELECTORS
from tests.support.browser_commands import Here, one_line, player
from tests.support.places import CAPTURES
from tests.support.renamed_pages import RENAMED, is_repaired
from tests.support.replica import AMBIGUOUS, BUILDS, QUICK, Opener, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full


@pytest.mark.parametrize("case", RENAMED)
def test_a_page_that_was_renamed_is_won_with_the_changes_that_the_doctor_proposes(
    page: Page, context: BrowserContext, site: SiteSelectors, case: str
) -> None:
    is_repaired(page, context, site, case)


@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_page_as_it_should_be_is_well(open_replica: Opener, site: SiteSelectors, game: str, generation: str) -> None:
    report = visit_game(game, open_replica(game, generation=generation), site)
    assert (report.state, report.generation, report.changes) == ("ok", generation, {}), report
    assert "read and proved to have one solution" in report.verdict
    assert "off" not in {finding.state for finding in report.findings}


def test_without_a_sign_of_a_win_not_all_is_well(open_replica: Opener, site: SiteSelectors) -> None:
    pages = {build: page.model_copy(update={"won": []}) for build, page in site.games["queens"].pages.items()}
    game = site.games["queens"].model_copy(update={"pages": pages})
    without = site.model_copy(update={"won": [], "games": {**site.games, "queens": game}})
    report = visit_game("queens", open_replica("queens"), without)
    assert (report.state, [finding.entry for finding in report.findings if finding.state == "off"]) == ("off", ["won"])


def test_walls_that_no_cell_has_are_reported_as_unseen(open_replica: Opener, site: SiteSelectors) -> None:
    open_board = {"game": "zip", "rows": 2, "cols": 2, "numbers": [[0, 0], [1, 0]], "walls": []}
    report = visit_game("zip", open_replica("zip", board=open_board), site)
    walls = [finding for finding in report.findings if finding.entry.startswith("read.walls")]
    assert [(finding.found, finding.state) for finding in walls[:1]] == [("none seen in 4 cells", "note")]
    start = next(finding for finding in report.findings if finding.entry == "start")
    assert start.found == "0 matches to be seen"
    well = "all is well, as far as these boards show it: they have nothing for Zip read.walls[0]"
    brief, whole = (told(Checkup([], [report]), verbose=verbose) for verbose in (False, True))
    headline = f"Zip: {report.verdict} (ember generation)"
    assert brief.split("\n") == [
        *("", headline, "", f"-v shows what each of the {len(report.findings)} selectors finds", "", well, "")
    ]
    assert well in whole
    assert all(finding.selector in whole for finding in report.findings)


def told(found: Checkup, *, verbose: bool, width: int | None = None) -> str:
    """Return the report as a file gets it, or a terminal of a `width`."""
    file = io.StringIO()
    console = Console(file=file, force_terminal=width is not None, color_system=None, width=width or 80)
    show_checkup(console, found, "", verbose=verbose)
    return file.getvalue()


def test_in_a_terminal_a_long_selector_hangs_below_what_is_off() -> None:
    finding = Finding("grid[0]", "a" * 70 + " " + "b" * 20, "0 matches", "36 cells", "off")
    lines = told(Checkup([], [GameReport("zip", verdict="a board", findings=[finding])]), verbose=False, width=80)
    assert [line.rstrip() for line in lines.splitlines()[:5]] == [
        *("", "Zip: a board", "off   grid[0]: 0 matches, expected: 36 cells"),
        *(f"      {'a' * 70}", f"      {'b' * 20}"),
    ]


def test_looks_at_one_tab_by_other_selectors_listen_to_it_once(
    open_replica: Opener, site: SiteSelectors, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign = Sign.model_validate({"as": "banner", "alert": "You win"})
    hearing = site.model_copy(update={"won": [*site.won, sign]})
    sessions: list[Any] = []
    new = BrowserContext.new_cdp_session

    def counted(context: BrowserContext, tab: Any) -> CDPSession:
        sessions.append(tab)
        return new(context, tab)

    monkeypatch.setattr(BrowserContext, "new_cdp_session", counted)
    opened = open_replica("queens")
    opened.open()
    events = ("request", "response", "requestfailed", "requestfinished", "crash")
    opened_before = len(sessions)
    before = [len(page._impl_obj.listeners(event)) for event in events]
    assert len(page._impl_obj.listeners("dialog")) == 1
    others = [opened.by(hearing, hearing.games["queens"]) for _ in range(3)]
    for other in others:
        board_of(other.reader.now())
    page.evaluate("alert('You win, well done')")
    assert [other.judgement.verdict() for other in others] == ["banner"] * 3
    assert opened.judgement.verdict() == "none", "its selectors know of no alert"
    assert len(sessions) == opened_before
    assert [len(page._impl_obj.listeners(event)) for event in events] == before
    assert len(page._impl_obj.listeners("dialog")) == 1


def test_a_page_without_anything_like_a_board_is_reported_to_have_none(
    open_replica: Opener, context: BrowserContext, site: SiteSelectors
) -> None:
    opened = open_replica("zip", times=replace(QUICK, load=200, from_files=True))
    context.route("**/games/zip/", lambda route: route.fulfill(body="<h1>Soon</h1>", content_type="text/html"))
    report = visit_game("zip", opened, site)
    assert (report.state, report.changes, report.repaired) == ("off", {}, False)
    assert "no board on /games/zip/" in report.verdict


def test_a_game_won_before_leaves_nothing_to_examine(open_replica: Opener, site: SiteSelectors) -> None:
    report = visit_game("zip", open_replica("zip", already=True), site)
    assert (report.state, report.findings) == ("ok", [])


@pytest.mark.skipif(not CAPTURES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.more
def test_a_saved_page_is_examined_and_won_with_the_copy_written(here: Here, tmp_path: Path) -> None:
    html = next(path for path in CAPTURES if path.stem == "queens").read_text(encoding="utf-8")
    saved, copy = tmp_path / "queens.html", tmp_path / "copy.yaml"
    saved.write_text(html.replace("data-cell-idx", "data-n").replace('id="queens-grid"', 'id="grid"'))
    done = here("doctor", "--page", saved, "--to", copy, "--json")
    report = json.loads(done.out)
    assert (done.code, report["exit"], report["written"]) == (0, 0, True)
    assert done.err == f"player: {copy} is a copy of the selectors with the changes\n"
    off = [finding["entry"] for finding in report["games"][0]["findings"] if finding["state"] == "off"]
    assert off == ["grid[0]", "cell[0]", "index"]
    none = tmp_path / "none.yaml"
    well = here("doctor", "queens", "--page", saved, "--selectors", copy, "--to", none)
    assert well.code == 0
    assert well.err == f"player: there is nothing to change in the selectors: {none} was not written\n"
    assert not none.exists()
    assert "all is well" in well.out
    assert here("play", "queens", "--offline", tmp_path, "--selectors", copy).code == 0


@pytest.mark.skipif(not CAPTURES, reason="no captured pages: ../shared/captures is not there")
def test_a_captured_page_plays_under_whatever_name_its_grid_has(
    page: Page, context: BrowserContext, site: SiteSelectors, tmp_path: Path
) -> None:
    html = next(path for path in CAPTURES if path.stem == "queens").read_text(encoding="utf-8")
    (tmp_path / "queens.html").write_text(html.replace('id="queens-grid"', 'id="grid"'))
    sources.captured("linkedin", site.origin, tmp_path).attach(context)
    assert played("queens", GamePage(page, site, site.games["queens"], QUICK)).outcome == "solved"


def test_what_the_doctor_says_names_what_was_expected_and_what_to_paste(here: Here, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text(SELECTORS.read_text().replace('["[data-cell-idx]", .trail-cell]', "[.square, .trail-cell]"))
    done = here("doctor", "zip", "--offline", "replica", "--selectors", broken)
    assert done.code == 76
    assert "browser" in done.out
    assert "off   cell[0]: 0 matches, expected: 49 cells\n      .square\n" in done.out
    text = done.out.split("writes a copy with them)\n")[1]
    cells = yaml.safe_load(text)["sites"]["linkedin"]["games"]["zip"]["pages"]["ember"]["cell"]
    assert cells == ["[data-cell-idx]", ".square", ".trail-cell"]


@pytest.mark.full
def test_a_change_is_written_only_if_a_board_was_proved_with_it(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, copy = tmp_path / "broken.yaml", tmp_path / "copy.yaml"
    broken.write_text(SELECTORS.read_text().replace('["[data-cell-idx]", .trail-cell]', "[.square, .trail-cell]"))
    (tmp_path / "zip.jsonl").write_text(json.dumps(AMBIGUOUS))
    monkeypatch.setattr("player.browser.offline.sources.BOARDS", tmp_path)
    done = here("doctor", "zip", "--offline", "replica", "--selectors", broken, "--to", copy)
    assert (done.code, copy.exists()) == (76, False)
    assert "with them)\nsites:" in done.out
    assert done.err == f"player: no change is proved: {copy} was not written\n"


def test_without_a_browser_the_doctor_says_how_to_get_one(environment: dict[str, str]) -> None:
    done = player(environment, "doctor", "--offline", "replica", "--browser", "/nonexistent/chromium", "--headed")
    assert done.returncode == 76
    assert "the browser /nonexistent/chromium does not start" in done.stdout
    assert done.stderr == ""


def test_a_missing_page_is_one_line(here: Here, tmp_path: Path) -> None:
    done = here("doctor", "--page", tmp_path / "gone.html")
    assert (done.code, one_line(done.err)) == (66, True)
    assert "gone.html can't be read" in done.err
