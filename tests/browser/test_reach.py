"""Boards in open shadow roots, without boxes of their own, and in scrollers: read, and played to a win."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page  # noqa: TID251

from player.browser import redaction
from player.browser.launch import BrowserOptions
from player.browser.offline.recorded_pages import saved
from player.browser.page.game_page import GamePage
from tests.support.reach_pages import (
    BOXLESS,
    BOXLESS_STYLES,
    HELP,
    REGIONS,
    ROWS,
    SCROLLED,
    SCROLLERS,
    SECTION,
    SHADOWS,
    START,
    STYLE,
    page,
)
from tests.support.replica import QUICK, played
from tests.support.seen import board_of
from tests.support.tiny_pages import site_of

Reached = Callable[..., GamePage]


@pytest.fixture
def reached(page: Page, context: BrowserContext) -> Reached:
    """The page `html`, not opened yet, where `parts` replace parts of its section."""

    def serve(html: str, **parts: Any) -> GamePage:
        context.unroute_all()
        context.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=html))
        site = site_of({**SECTION, **parts}, "queens")
        return GamePage(page, site, site.games["queens"], QUICK)

    return serve


#: The kind that has most of what the others have.
DEEPEST = "roots in roots, one for each row"


@pytest.mark.parametrize(
    "name", [DEEPEST, *(pytest.param(name, marks=pytest.mark.full) for name in SHADOWS if name != DEEPEST)]
)
def test_a_board_is_won_in(reached: Reached, name: str) -> None:
    result = played("queens", reached(page(SHADOWS[name], ROWS), **START, **HELP))
    assert (result.outcome, result.confirmed, result.clicks) == ("solved", "banner", 4)


@pytest.mark.full
@pytest.mark.parametrize("name", BOXLESS)
def test_a_board_is_won_with(reached: Reached, name: str) -> None:
    result = played("queens", reached(page(BOXLESS[name], ROWS + BOXLESS_STYLES.get(name, "")), **START))
    assert (result.outcome, result.confirmed, result.clicks) == ("solved", "banner", 4)


PAINTED = """
    :host, .cell { --region: A } .cell[data-region=B] { --region: B } .cell[data-region=C] { --region: C }
    .cell[data-region=D] { --region: D }
    .cell::after { content: ''; position: absolute; width: 5px; height: 50px; border-right: 4px solid red; }
"""
BY_STYLE = {
    "region": {"expect": ["every", "one each row"], "any": [{"property": "--region"}]},
    "mark": SECTION["read"]["mark"],
    "locked": {"has": {"property": "border-right-width", "pseudo": "::after", "pattern": "(4px)"}},
}


@pytest.mark.full
@pytest.mark.parametrize("name", [*SHADOWS, *BOXLESS])
def test_a_kept_page_shows_the_same_board(reached: Reached, name: str) -> None:
    """The second page has no scripts and none of the first one's styles."""
    html = page({**SHADOWS, **BOXLESS}[name], ROWS + PAINTED + BOXLESS_STYLES.get(name, ""))
    game = reached(html, read=BY_STYLE, **START, **HELP)
    before = board_of(game.open())
    kept = game.reader.capture()
    assert kept is not None
    clean = redaction.page(kept.html)
    assert "<script" not in clean
    after = board_of(reached(clean, read=BY_STYLE).open())
    assert after.snapshot == before.snapshot
    assert {cell["locked"] for cell in after.snapshot.cells} == {True}


def test_a_saved_page_shows_what_is_in_its_roots(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `player read --page` opens it: without scripts, which would attach the roots."""
    monkeypatch.setattr("player.browser.offline.recorded_pages.browser", lambda _wish: nullcontext(browser))
    cells = "".join(f'<div class="cell" data-region="{region}"></div>' for region in REGIONS)
    file = tmp_path / "page.html"
    file.write_text(
        '<!DOCTYPE html><html><body><x-board><template shadowrootmode="open">'
        f'<style>{STYLE}</style><div class="grid">{cells}</div></template></x-board></body></html>'
    )
    with saved(file, "linkedin", site_of(SECTION, "queens"), BrowserOptions(offline=True)) as (_, pages):
        assert [cell["region"] for cell in board_of(pages["queens"].open()).snapshot.cells] == [*REGIONS]


@pytest.mark.full
@pytest.mark.parametrize("name", SCROLLERS)
def test_a_board_is_scrolled_and_won_in(reached: Reached, name: str) -> None:
    result = played("queens", reached(page(SCROLLERS[name], ROWS + SCROLLED)))
    assert (result.outcome, result.confirmed, result.clicks) == ("solved", "banner", 4)


@pytest.mark.full
def test_a_missing_sign_in_a_root_is_named(reached: Reached) -> None:
    html = page(SHADOWS["a root around the board"].replace("put", "wins = () => put(host('x-win', p('You win'))); put"))
    html = html.replace("let wins", "const p = (text) => element('p', 'popup', text); let wins")
    game = reached(html, won=[])
    assert played("queens", game).outcome == "unconfirmed"
    assert game.performer.new_elements.selectors() == ['p.popup "You win"']
