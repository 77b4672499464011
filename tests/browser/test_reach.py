"""Boards in open shadow roots, without boxes of their own, and in scrollers: read, and played to a win."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page  # noqa: TID251

from player.browser import redaction
from player.browser.launch import BrowserOptions
from player.browser.offline.recorded_pages import saved
from player.browser.page.game_page import GamePage
from tests.support.browser_commands import lent
from tests.support.replica import QUICK, played
from tests.support.seen import board_of
from tests.support.tiny_pages import site_of

SECTION: dict[str, Any] = {
    "grid": ".grid",
    "cell": ".cell",
    "read": {
        "region": {"expect": ["every", "one each row"], "any": [{"attribute": "data-region"}]},
        "mark": {"expect": ["every"], "any": [{"first": {"queen": {"text": "*", "pattern": "(♛)"}, "empty": "*"}}]},
        "locked": {"has": ".given"},
    },
    "cycle": ["empty", "queen"],
    "won": [{"as": "banner", "selector": ".won", "text": ["You win"]}],
}
#: A board with one solution: the queens' columns are 1, 3, 0 and 2.
REGIONS = "AABBBBBBCCCCDDDD"

STYLE = """
    .grid { display: grid; grid-template-columns: repeat(4, 50px); grid-auto-rows: 50px; width: 200px; }
    .cell { background: #eee; cursor: pointer; }
"""
#: A click toggles a queen; when all four stand right, `wins` is called.
SCRIPT = f"""
    const cells = [...'{REGIONS}'].map((region) => {{
      const cell = document.createElement('div');
      cell.className = 'cell';
      cell.dataset.region = region;
      cell.onclick = () => {{
        mark(cell, isQueen(cell) ? '' : '♛');
        if (cells.map((one) => Number(isQueen(one))).join('') === '0100000110000010') wins();
      }};
      return cell;
    }});
    const style = () => Object.assign(document.createElement('style'), {{ textContent: STYLE }});
    const element = (name, className = '', ...children) => {{
      const made = document.createElement(name);
      made.className = className;
      made.append(...children);
      return made;
    }};
    // A custom element with a root that holds the children.
    const host = (name, ...children) => {{
      const made = document.createElement(name);
      made.attachShadow({{ mode: 'open' }}).append(style(), ...children);
      return made;
    }};
    let mark = (cell, text) => {{ cell.textContent = text; }};
    let isQueen = (cell) => cell.textContent === '♛';
    let wins = () => document.body.append(element('p', 'won', 'You win'));
    const put = (...children) => document.body.append(...children);
    const gap = () => element('div', 'gap');
    const rows = () => [0, 4, 8, 12].map((from) => cells.slice(from, from + 4));
"""


def page(body: str, style: str = "") -> str:
    """Return a page that its script `body` makes of `cells` (see `SCRIPT`), with `style` in the document and roots."""
    script = f"const STYLE = {(STYLE + style)!r};\n{SCRIPT}\n{body}".replace("</", "<\\/")
    head = f"<head><style>{STYLE}{style}</style></head>"
    return f"<!DOCTYPE html><html>{head}<body><script>{script}</script></body></html>"


MARK_IN_ROOT = """
    for (const cell of cells) {
      cell.attachShadow({ mode: 'open' }).innerHTML = '<style>u { display: block; height: 100%; }</style><u></u>';
    }
    mark = (cell, text) => { cell.shadowRoot.querySelector('u').textContent = text; };
    isQueen = (cell) => cell.shadowRoot.textContent.includes('♛');
"""
#: By name: the script, and what the section says instead.
SHADOWS: dict[str, str] = {
    "a root around the board": "put(host('x-board', element('div', 'grid', ...cells)));",
    "a root in each cell": f"{MARK_IN_ROOT} put(element('div', 'grid', ...cells));",
    "roots in roots, one for each row": f"""
        {MARK_IN_ROOT}
        put(host('x-app', host('x-board', element('div', 'grid',
          ...rows().map((row) => host('x-row', element('div', 'row', ...row)))))));
    """,
    "cells in the slot of a board": """
        const board = host('x-board', element('div', 'grid', document.createElement('slot')));
        board.append(...cells);
        put(board);
    """,
    "rows in named slots": """
        const slots = rows().map((_, i) => Object.assign(document.createElement('slot'), { name: `row-${i}` }));
        const board = host('x-board', element('div', 'grid', ...slots));
        board.append(...rows().map((row, i) => Object.assign(element('div', 'row', ...row), { slot: `row-${i}` })));
        put(board);
    """,
    "a frame in a root": """
        const frame = element('iframe');
        put(host('x-app', frame));
        frame.style.cssText = 'width: 300px; height: 300px; border: 5px solid; margin: 20px';
        frame.contentDocument.body.append(host('x-board', element('div', 'grid', ...cells)));
        wins = () => frame.contentDocument.body.append(host('x-win', element('p', 'won', 'You win')));
    """,
    "a root that comes late": """
        const board = element('x-board');
        put(board);
        setTimeout(() => board.attachShadow({ mode: 'open' }).append(style(), element('div', 'grid', ...cells)), 300);
    """,
    "an element that is upgraded late": """
        put(element('x-board'));
        setTimeout(() => customElements.define('x-board', class extends HTMLElement {
          connectedCallback() {
            this.attachShadow({ mode: 'open' }).append(style(), element('div', 'grid', ...cells));
          }
        }), 300);
    """,
    "a start, an overlay and a win in other roots": """
        const dialog = element('dialog', '', element('p', '', 'How to play'), element('button', '', 'Got it'));
        dialog.querySelector('button').onclick = () => dialog.close();
        const start = element('button', 'start', 'Start game');
        start.onclick = () => {
          start.parentNode.host.remove();
          put(host('x-board', element('div', 'grid', ...cells)), host('x-help', dialog));
          dialog.showModal();
        };
        put(host('x-start', start));
        wins = () => put(host('x-win', element('p', 'won', 'You win')));
    """,
}
ROWS = ".row, x-row { display: contents; }"
#: Rows, cells and the grid that have no boxes.
BOXLESS: dict[str, str] = {
    "rows without boxes": "put(element('div', 'grid', ...rows().map((row) => element('div', 'row', ...row))));",
    "cells without boxes": """
        mark = (cell, text) => { cell.firstChild.textContent = text; };
        for (const cell of cells) cell.append(element('i', 'face'));
        put(element('div', 'grid', ...cells));
    """,
    "a grid without a box": "put(element('div', 'outer', element('div', 'grid', ...cells)));",
    "hosts without boxes": f"""
        {MARK_IN_ROOT}
        put(host('x-row', element('div', 'grid', ...cells)));
    """,
    "a start and a win without boxes": """
        const start = element('button', 'start', 'Start game');
        start.onclick = () => { start.remove(); put(element('div', 'grid', ...cells)); };
        put(element('div', 'row', start));
        wins = () => put(element('div', 'row won', 'You win'));
    """,
}
BOXLESS_STYLES: dict[str, str] = {
    "cells without boxes": ".cell { display: contents } .face { display: block; background: #eee; }",
    "a grid without a box": ".outer { display: grid; grid-template-columns: repeat(4, 50px); grid-auto-rows: 50px; }"
    ".grid { display: contents }",
    "hosts without boxes": ".cell { display: contents } u { height: 50px !important; }",
}
#: Boards in scrollers of 150 pixels; a board has 200.
SCROLLERS: dict[str, str] = {
    "a scroller that is larger than the board": """
        put(element('div', 'wide', gap(), element('div', 'grid', ...cells), gap()));
    """,
    "a scroller that is smaller than the board": "put(element('div', 'scroller', element('div', 'grid', ...cells)));",
    "nested scrollers": """
        put(element('div', 'wide', gap(), element('div', 'scroller', element('div', 'grid', ...cells), gap()), gap()));
    """,
    "a grid that scrolls": """
        put(element('div', 'grid scroller narrow', ...cells));
    """,
    "a scroller in a root": """
        put(host('x-app', element('div', 'wide', gap(), host('x-board', element('div', 'grid', ...cells)), gap())));
    """,
    "a scroller in a frame": """
        const frame = element('iframe');
        put(element('div', 'wide', gap(), frame, gap()));
        frame.style.cssText = 'width: 300px; height: 300px; border: 5px solid; margin: 20px';
        frame.contentDocument.body.append(style(), element('div', 'scroller', element('div', 'grid', ...cells)));
    """,
    "a scroller with smooth scrolling": "put(element('div', 'scroller smooth', element('div', 'grid', ...cells)));",
    "a scroller that snaps": "put(element('div', 'scroller snapping', element('div', 'grid', ...cells)));",
    "a scroller of rows without boxes": """
        put(element('div', 'scroller', element('div', 'grid', ...rows().map((row) => element('div', 'row', ...row)))));
    """,
}
SCROLLED = """
    .scroller { overflow: auto; width: 150px; height: 150px; }
    .wide { overflow: auto; width: 260px; height: 260px; }
    .narrow { width: 150px; }
    .smooth { scroll-behavior: smooth; }
    .snapping { scroll-snap-type: both mandatory; }
    .snapping .cell { scroll-snap-align: start; }
    .gap { width: 600px; height: 600px; }
"""
START = {"start": {"selector": ".start"}}
HELP = {"overlays": [{"name": "help", "layer": True, "close": {"selector": "button", "text": ["Got it"]}}]}


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
    monkeypatch.setattr("player.browser.offline.recorded_pages.browser", lambda _wish: lent(browser))
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
    assert game.performer.recorder.selectors() == ['p.popup "You win"']
