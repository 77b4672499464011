"""Pages that have more than the board: hidden and visible twins of it, and hidden cells, and what becomes of the board.

A twin shows the very same board, or another one with one solution, before or after the page's own. Where something tells
which of them takes input, the page must be read right; where nothing does, it must be refused.
`python -m tests.twins [GAME]...` prints the table for every page.
"""

# ruff: noqa: E501, T201  # JavaScript in lines of its own; it prints a table

import json
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from playwright.sync_api import Page  # noqa: TID251  # the damage is done in a DOM

from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.files import BOARDS
from tests.mutations import FREEZE, Source, captures, damaged, judge, once_loaded, pages_of, print_rows, tab

#: How `twin` is put on the page out of sight, each the body of a JavaScript function as in tests.mutations.
HIDDEN: Mapping[str, str] = {
    "display none": "put(); css('display: none');",
    "hidden attribute": "put(wrapped('<div hidden>'));",
    "visibility hidden": "put(); css('visibility: hidden');",
    "no opacity": "put(); css('opacity: 0');",
    "hardly any opacity": "put(); css('opacity: 0.01');",
    "no opacity around it": "put(wrapped('<div style=\"opacity: 0\">'));",
    "an opacity filter": "put(wrapped('<div style=\"filter: opacity(0)\">'));",
    "content-visibility": "put(wrapped('<div style=\"content-visibility: hidden\">'));",
    "closed details": "put(wrapped('<details>'));",
    "left of the page": "put(); css('position: absolute; left: -9999px');",
    "above the page": "put(); css('position: fixed; top: -2000px; left: 0');",
    "moved off the page": "put(); css('transform: translateX(-300vw)');",
    "1 px": "put(wrapped('<div style=\"position: absolute; width: 1px; height: 1px; overflow: hidden\">'));",
    "collapsed": "put(wrapped('<div style=\"max-height: 0; overflow: hidden\">'));",
    "clip-path": "put(wrapped('<div style=\"clip-path: inset(50%)\">'));",
    "clip-path of a polygon": "put(); css('clip-path: polygon(0px 0px, 0px 0px, 0px 0px)');",
    "clip": "put(wrapped('<div style=\"position: absolute; clip: rect(0 0 0 0)\">'));",
    "scaled to nothing": "put(); css('transform: scale(0)');",
    "closed dialog": "put(wrapped('<dialog>'));",
    "popover that is not open": "put(wrapped('<div popover>'));",
    "hidden until found": "put(wrapped('<div hidden=\"until-found\">'));",
    "back of a card": "put(); css('transform: rotateY(180deg); backface-visibility: hidden');",
    "scrolled out of a box that stays": 'put(wrapped(\'<div style="height: 4px; overflow: clip"><div style="padding-top: 99px">\'));',
    "slide of a carousel": """put(wrapped('<div style="width: 600px; overflow: hidden"><div style="margin-left: 900px; width: 600px">'));""",
    "hidden frame": "put(framed('display: none'));",
    "invisible frame": "put(framed('visibility: hidden'));",
    "frame without size": "put(framed('width: 0; height: 0; border: 0'));",
    "frame without opacity": "put(framed('opacity: 0; position: absolute'));",
    "frame off the page": "put(framed('position: absolute; left: -9999px'));",
    "hidden frame of the other build": "put(framed('display: none', 'ember-application'));",
    "frame without size of the other build": "put(framed('width: 0; height: 0', 'ember-application'));",
}

#: Twins that are to be seen, and that take no input.
IDLE: Mapping[str, str] = {
    "inert": "put(); twin.inert = true;",
    "aria-hidden": "put(wrapped('<div aria-hidden=\"true\">'));",
    "each cell aria-disabled": "put(); cellsOf(twin).forEach((cell) => (cell.ariaDisabled = 'true'));",
    "aria-disabled around it": "put(wrapped('<div aria-disabled=\"true\">'));",
    "disabled fieldset": "put(wrapped('<fieldset disabled>')); cellsOf(twin).forEach((cell) => cell.append(document.createElement('button')));",
    "pointer-events none": "put(); css('pointer-events: none');",
    "pointer-events none around it": "put(wrapped('<div style=\"pointer-events: none\">'));",
    "covered by the board": """put(wrapped('<div style="height: 0">'));
        css(`position: relative; z-index: -1; transform: translateY(${isAfter ? -100 : 0}%)`);""",
    "in an aside": "put(wrapped('<aside>'));",
    "in a figure": "put(wrapped('<figure>'));",
    "in a link": "put(wrapped('<a href=\"/games/archive\">'));",
    "in a tutorial": "put(wrapped('<section class=\"how-to tutorial\">'));",
    "in a dialog beside it": "put(wrapped('<div role=\"dialog\">'));",
    "yesterday's": "put(wrapped('<section aria-label=\"Yesterday\">'));",
    "thumbnail": "put(wrapped('<div style=\"height: 60px\">')); css('transform: scale(0.1); transform-origin: top left');",
    "next slide that looks in": """put(wrapped('<div style="width: 600px; overflow: hidden"><div style="margin-left: 500px; width: 600px">'));""",
    "in a nav": "put(wrapped('<nav>'));",
    "in an archive's list": "put(wrapped('<ul data-testid=\"archive-list\"><li>'));",
    "turned and scaled": "put(); css('transform: rotate(8deg) scale(0.08)');",
    "zoomed out": "put(); css('zoom: 0.15');",
    "frame of an aside": "const aside = document.createElement('aside'); aside.append(framed('width: 600px; height: 600px')); put(aside);",
    "inert frame": "const frame = framed('width: 600px; height: 600px'); frame.inert = true; put(frame);",
    "without numbers": "put(); cellsOf(twin).slice(1).forEach((cell) => (cell.dataset.cellIdx = '0'));",
}

#: The page's own board comes a moment after a twin that takes no input.
_LATE = """
    const late = document.createElement('template'); late.id = 'late'; late.content.append(...grid.childNodes); grid.dataset.late = '';
    const script = document.createElement('script');
    script.textContent = `setTimeout(() => document.querySelector('[data-late]').append(document.querySelector('#late').content), 200)`;
    document.body.append(late, script);
"""
LATE: Mapping[str, str] = {
    name: IDLE[name] + _LATE for name in ("inert", "in an aside", "yesterday's", "aria-disabled around it")
}

#: Twins of which nothing tells that they take no input.
UNDECIDED: Mapping[str, str] = {
    "visible": "put();",
    "half as large": "put(); css('zoom: 0.5');",
    "beside it": "put(); css('position: absolute; left: 700px');",
    "in its own frame": "put(framed('width: 700px; height: 700px'));",
}

#: How one more row of cells is hidden.
ROWS: Mapping[str, str] = {
    "display none": "display: none",
    "visibility hidden": "visibility: hidden",
    "no opacity": "opacity: 0",
    "left of the page": "left: -9999px",
    "1 px": "width: 1px; height: 1px",
    "clip-path": "clip-path: inset(100%)",
    "scaled to nothing": "transform: scale(0)",
}

_SCREEN = "com.linkedin.sdui.flagshipnav.games.GamePlayGuestDesktopPage"
#: Empty grids of either build, as a page may leave them behind.
_LEFTOVER = f"""isEmber
    ? `<div data-sdui-screen="{_SCREEN}"><div id="queens-game-board"><div data-testid="interactive-grid"></div></div></div>`
    : '<div id="queens-grid" class="queens-board trail-grid lotka-grid sudoku-grid"><div></div></div>'"""
_MARKED = f"""const isEmber = document.body.classList.contains('ember-application');
    const mark = (element) => (isEmber ? (element.dataset.sduiScreen = '{_SCREEN}') : element.classList.add('ember-application'));
    const parsed = (html) => Object.assign(document.createElement('template'), {{ innerHTML: html }}).content.firstElementChild;
    const wrap = (outer) => {{ grid.before(outer); outer.append(grid); return outer; }};
"""
#: How a page has the marks of the other build besides its own.
BOTH: Mapping[str, str] = {
    "on the body": "mark(document.body);",
    "on both, and a test id on the grid": "mark(document.body); grid.dataset.testid = 'interactive-grid';",
    "around the board": "mark(document.body); mark(wrap(document.createElement('div')));",
    "around the board, with a test id": """mark(document.body); const w = wrap(document.createElement('div')); mark(w);
        const inner = document.createElement('div'); inner.dataset.testid = 'interactive-grid'; grid.before(inner); inner.append(grid);""",
    "on a hidden copy": """mark(document.body); const copy = document.createElement('div'); copy.hidden = true;
        copy.append(grid.cloneNode(true)); document.body.append(copy);""",
    **{
        f"on {what} leftover {place}": f"mark(document.body); const left = parsed({_LEFTOVER}); {hide} document.body.{put}(left);"
        for what, hide in (("a hidden", "left.hidden = true;"), ("an empty", ""))
        for place, put in (("before", "prepend"), ("after", "append"))
    },
}

_TWIN = """
    const rows = cells.length / cols;
    const put = (what = twin) => (isAfter ? grid.after(what) : grid.before(what));
    const css = (text) => text.split('; ').map((rule) => rule.split(': ')).forEach(([name, value]) => twin.style.setProperty(name, value));
    const cellsOf = (board) => [...board.querySelectorAll('[data-cell-idx]')];
    const parsed = (html) => Object.assign(document.createElement('template'), { innerHTML: html }).content.firstElementChild;
    const wrapped = (html) => {
        const outer = parsed(html);
        (outer.firstElementChild ?? outer).append(twin);
        return outer;
    };
    const framed = (style, build = document.body.className) => {
        let whole = twin;
        for (let around = grid.parentElement; around !== document.documentElement; around = around.parentElement) {
            const copy = around.cloneNode(false);
            copy.removeAttribute('aria-hidden');
            copy.append(whole);
            whole = copy;
        }
        whole.className = build;
        const srcdoc = `<!DOCTYPE html><html><head><style>${rules.join(' ')}</style></head>${whole.outerHTML}</html>`;
        return Object.assign(document.createElement('iframe'), { srcdoc, style });
    };
"""
_ROW = """
    cells.slice(-cols).forEach((cell, i) => {
        const extra = cell.cloneNode(true);
        extra.dataset.frozen = `extra${i}`;
        extra.dataset.cellIdx = cells.length + i;
        place(extra, cells.length + i);
        freeze(extra, `background-color: ${colours[i]}; %s`);
        grid.append(extra);
    });
"""


def kinds() -> Iterator[tuple[str, str, str]]:
    """The name of each kind, its script, where `other` is the other board, and what must come of it."""
    for group, ways, verdict in (
        ("hidden", HIDDEN, "right"),
        ("idle", IDLE, "right"),
        ("idle, before the board comes", LATE, "right"),
        ("undecided", UNDECIDED, "refused"),
    ):
        for name, script in ways.items():
            for what, twin in (("same", "grid.cloneNode(true)"), ("another", "parsed(other.html)")):
                for place in ("before", "after"):
                    is_after = json.dumps(place == "after")
                    made = (
                        f"rules.push(...other.rules); const isAfter = {is_after}; {_TWIN} const twin = {twin}; {script}"
                    )
                    yield f"{group}, {what} {place}: {name}", made, verdict
    for name, script in BOTH.items():
        yield f"both builds: {name}", _MARKED + script, "right"
    for name, style in ROWS.items():
        yield f"one more row: {name}", _ROW % style, "right"


#: A page of two boards, or of frames, takes longer to show that it is still.
PATIENT = Times(load=1_500)

KINDS = {name: (script, verdict) for name, script, verdict in kinds()}


def other_board(page: Page, site: SiteSelectors, source: Source) -> str:
    """As JSON, the grid of another board of the game of `source`, of the same size if there is one, and its styles."""
    if source.path:
        others = [one for one in captures() if one.game == source.game and one.board != source.board]
    else:
        lines = (BOARDS / f"{source.game}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
        others = [replace(source, board=json.loads(line)) for line in lines]
    other = min(others, key=lambda one: abs(_size(one.board) - _size(source.board)))
    page.set_content(other.html(page, site), wait_until="domcontentloaded")
    found = page.evaluate(f"() => {{ {FREEZE} return {{ html: grid.outerHTML, rules }}; }}")
    return re.sub(r'data-frozen=(\\?)"(\d+)', r'data-frozen=\1"o\2', json.dumps(found))


def _size(board: Mapping[str, Any]) -> int:
    rows = next(board[key] for key in ("rows", "size", "regions", "grid", "givens") if key in board)
    return rows if isinstance(rows, int) else len(rows)


def with_twin(page: Page, html: str, other: str, kind: str) -> str:
    """The page `html` with a twin of its board, or with one more row, as `kind` says."""
    return damaged(page, html, f"const other = {other}; {KINDS[kind][0]}")


def main(games: Collection[str] = ()) -> None:
    """Put twins on the pages of `games`, or of all, and print what came of it."""
    with tab() as (page, context, site):
        for name, sources in pages_of(games).items():
            table: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
            for source in sources:
                html, other = source.html(page, site), other_board(page, site, source)
                for kind, (_, expected) in KINDS.items():
                    twin = with_twin(page, html, other, kind)
                    verdict = once_loaded(partial(judge, context, site, source, twin, PATIENT))
                    table[kind][verdict] += 1
                    if verdict != expected:
                        print(f"{verdict.upper()}, not {expected}: {kind}: {source}", flush=True)
            print_rows(name, table, {"all": list(table)})


if __name__ == "__main__":
    main(sys.argv[1:])
