"""Signs of a win that hold before the last move: none of them makes a game solved, or won before."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route  # noqa: TID251  # browser tests drive a real browser

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.doctor.diagnosis import GameReport, refuse_signs, visit_game
from player.doctor.environment import OFF
from player.doctor.probe import probe
from player.doctor.reading import PAGE, site_with
from player.games import GAMES
from player.playing.result import Result
from tests.support.captured_pages import DAYS, name_of
from tests.support.captured_pages import PAGES as CAPTURED
from tests.support.learnt_pages import ORIGIN, URL, page_of
from tests.support.replica import BUILDS, PATIENT, Opener, played
from tests.support.sister_sites import USUAL, page_at

full = pytest.mark.full
TIMES = Times(load=6_000, win=600, quiet=300, shown=500)
SECTION: dict[str, Any] = {
    "grid": "main",
    "cell": ".cell",
    "start": {"selector": "button", "text": ["Play"]},
    "read": {
        "region": {"any": [{"property": "background-color"}]},
        "mark": {"expect": ["every"], "any": [{"first": {"queen": ".crowned", "empty": "*"}}]},
        "locked": "none",
    },
    "cycle": ["empty", "queen"],
    "won": [{"as": "banner", "selector": ".sign", "text": ["Solved"]}],
}
SIGN = "<b class=sign>Solved</b>"
DEAD = "grid.addEventListener('click', (event) => event.stopImmediatePropagation(), true);"
#: A page that drops clicks from the third one on, and shows a sign then.
LUCKY = (
    "let made = 0; grid.addEventListener('click', (event) => { made += 1; if (made < 3) return; "
    f"event.stopImmediatePropagation(); document.querySelector('p').innerHTML = '{SIGN}'; }}, true);"
)
LATE = (
    "const board = document.querySelector('main'); board.remove(); setTimeout(() => document.body.append(board), 900);"
)
COVERED = (
    "const cover = document.body.appendChild(document.createElement('button')); cover.textContent = 'Play'; "
    "cover.style = 'position: fixed; inset: 0'; cover.onclick = () => cover.remove();"
)
MARKED = "solution.forEach((i) => { marks[i] = 'queen'; }); show();"

#: By what the page shows and does: what is added to its body, its script, and the end of the game.
PAGES = {
    "a sign from the load on, and no click counts": (SIGN, DEAD, "unsolved"),
    "a sign from the load on": (SIGN, "", "unconfirmed"),
    "a sign before the board comes": (SIGN, LATE + DEAD, "unsolved"),
    "a sign beside the start": (SIGN, COVERED + DEAD, "unsolved"),
    "a sign at the third click, from which on none counts": ("", LUCKY, "unsolved"),
    "a sign beside a finished board": (SIGN, MARKED, "already"),
}


def serve(page: Page, html: str) -> None:
    def fulfil(route: Route) -> None:
        route.fulfill(content_type="text/html; charset=utf-8", body=html)

    page.route("**/*", fulfil)


def site_of(site: SiteSelectors) -> SiteSelectors:
    """Return the site of the learnt pages, with `SECTION`."""
    bare = site.model_copy(update={"origin": ORIGIN, "won": [], "already": [], "member": [], "guest": []})
    return site_with(bare, "queens", URL, SECTION)


def result_of(page: Page, site: SiteSelectors, html: str) -> Result:
    serve(page, html)
    mine = site_of(site)
    return played("queens", GamePage(page, mine, mine.games["queens"], TIMES))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.full
def test_a_sign_that_holds_before_the_last_move_is_not_believed(page: Page, site: SiteSelectors, name: str) -> None:
    shown, script, outcome = PAGES[name]
    html = page_of("a click crowns").replace("<h1>", f"{shown}<h1>").replace("</script>", f"{script}</script>")
    result = result_of(page, site, html)
    assert (result.outcome, result.exit) == (outcome, 0 if outcome == "already" else 1)
    assert (result.clicks > 0) == (outcome != "already")


@full
def test_a_sign_of_results_without_a_board_is_that_of_a_game_won_before(page: Page, site: SiteSelectors) -> None:
    result = result_of(page, site, f"<!DOCTYPE html><title>Results</title><p>{SIGN}</p>")
    assert (result.outcome, result.confirmed, result.clicks) == ("already", "banner", 0)


# The shipped sections, and the doctor


def no_sign_holds(game: str, page: GamePage) -> None:
    """Check that no sign of the section holds on the page, before its board is there and beside it."""
    page.trials.go()
    assert not any((*probe(page).won, *probe(page).already)), "before the board"
    look = page.open()
    assert isinstance(look, BoardSeen)
    state = GAMES[game].play.state(look.snapshot)
    assert not GAMES[game].play.solved(GAMES[game].play.read(look.snapshot), state)
    assert not any((*probe(page).won, *probe(page).already)), "beside the board"


@full
@pytest.mark.skipif(not CAPTURED, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("path", [path for path in CAPTURED if path.parent.name in DAYS], ids=name_of)
def test_no_shipped_sign_holds_on_a_captured_page(
    page: Page, context: BrowserContext, site: SiteSelectors, path: Path
) -> None:
    sources.captured("linkedin", site.origin, path.parent).attach(context)
    no_sign_holds(path.stem, GamePage(page, site, site.games[path.stem], PATIENT))


@full
@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_no_shipped_sign_holds_on_the_replica(open_replica: Opener, game: str, build: str) -> None:
    no_sign_holds(game, open_replica(game, generation=build))


@full
@pytest.mark.parametrize(("name", "at"), USUAL)
def test_no_shipped_sign_holds_on_a_sister_site(page: Page, name: str, at: str) -> None:
    no_sign_holds(*page_at(page, name, at))


@pytest.mark.full
@pytest.mark.parametrize(("selector", "is_kept"), [("h1", False), (".popup", True)], ids=["holds", "holds not"])
def test_the_doctor_writes_no_sign_that_holds_before_the_moves(
    page: Page, site: SiteSelectors, selector: str, is_kept: bool
) -> None:
    serve(page, page_of("a click crowns"))
    mine = site_of(site)
    report = GameReport("queens", page=PAGE, changes={"won": [{"as": "banner", "selector": selector}]})
    opened = GamePage(page, mine, mine.games["queens"], TIMES)
    opened.open()
    refuse_signs(report, opened, mine)
    assert ("won" in report.changes) is is_kept


@full
def test_the_doctor_reports_a_sign_that_holds_before_the_moves(page: Page, site: SiteSelectors) -> None:
    serve(page, page_of("a click crowns").replace("<h1>", f"{SIGN}<h1>"))
    mine = site_of(site)
    report = visit_game("queens", GamePage(page, mine, mine.games["queens"], TIMES), mine)
    [finding] = [one for one in report.findings if one.state == OFF]
    assert (finding.entry, report.state) == ("won[0]", OFF)
