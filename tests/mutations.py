"""Damage done to real pages, and what becomes of the board: read right, refused, or wrong (read as another and provable).

`python -m tests.mutations` prints the table for every captured page.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Page, sync_playwright  # noqa: TID251  # the damage is done in a DOM

from player.data import SELECTORS
from player.errors import PlayerError
from player.games import GAMES
from player.prove import prove
from player.web import offline
from player.web.browser import Wish, context_arguments, launch
from player.web.schema import SiteSelectors
from player.web.selectors import load
from player.web.site import GamePage
from player.web.times import Times

Verdict = Literal["right", "refused", "wrong"]

#: Damage that takes away one kind of attribute, and nothing else: such pages should still be read.
DROPS = ("id", "class", "role", "aria-label", "aria-disabled", "aria-describedby", "data-cell-idx", "tabindex", "title")

#: Each is the body of a JavaScript function of `grid` and its `cells`.
DAMAGE: Mapping[str, str] = {
    "nothing": "",
    **{f"{name} dropped": f"all.forEach((element) => element.removeAttribute('{name}'));" for name in DROPS},
    "size dropped": "grid.style.removeProperty('--rows'); grid.style.removeProperty('--cols');",
    "classes renamed": "all.forEach((e) => e.className = [...e.classList].map((name) => 'x' + btoa(name)).join(' '));",
    "one class renamed everywhere": """const name = cells.at(-1).classList[0];
        all.forEach((e) => e.classList.contains(name) && e.classList.replace(name, 'renamed'));""",
    "labels translated": """all.forEach((e) => e.ariaLabel && (e.ariaLabel = e.ariaLabel
        .replace(/Empty cell of color (.*), row (.*), column (.*)/, 'Cella vuota di colore $1, riga $2, colonna $3')
        .replace(/Queen of color (.*), row (.*), column (.*)/, 'Regina di colore $1, riga $2, colonna $3')));""",
    "grid wrapped": "const wrap = document.createElement('div'); grid.before(wrap); wrap.append(grid);",
    "cells re-nested": """cells.forEach((cell) => {
        const wrap = document.createElement('div'); wrap.style.display = 'contents'; cell.before(wrap); wrap.append(cell);
    });""",
    "cell contents re-nested": """cells.forEach((cell) => {
        const wrap = document.createElement('div'); wrap.append(...cell.childNodes); cell.append(wrap);
    });""",
    "small decoy before": "const copy = grid.cloneNode(true); [...copy.children].slice(4).forEach((e) => e.remove()); grid.before(copy);",
    "large decoy after": "const copy = grid.cloneNode(true); copy.append(...grid.cloneNode(true).children); grid.after(copy);",
    "cells shuffled": "cells.sort((a, b) => (a.dataset.cellIdx * 7919) % 101 - (b.dataset.cellIdx * 7919) % 101); grid.append(...cells);",
    "numbers of two cells swapped": "[cells[3].dataset.cellIdx, cells[8].dataset.cellIdx] = [cells[8].dataset.cellIdx, cells[3].dataset.cellIdx];",
    "one cell dropped": "cells[5].remove();",
    "last row dropped": "cells.slice(-cols).forEach((cell) => cell.remove());",
    "cells doubled": "cells.forEach((cell) => cell.after(cell.cloneNode(true)));",
    "one class of a region changed": "const [a] = classes(0, /cell-color/), [b] = classes(-1, /cell-color/); a && cells[0].classList.replace(a, b);",
    "one label of a region changed": """cells[0].ariaLabel && (cells[0].ariaLabel =
        cells[0].ariaLabel.replace(/color .*, row/, cells.at(-1).ariaLabel.match(/color .*, row/)[0]));""",
    "two colours merged": """const [a] = classes(0, /cell-color/), [b] = classes(-1, /cell-color/);
        a && cells.forEach((cell) => cell.classList.replace(a, b));""",
    "one number blanked": "text(/^[2-9]$/, (node) => node.data = '');",
    "one number changed": "text(/^2$/, (node) => node.data = '99');",
    "all numbers blanked": "cells.forEach((cell) => { if (cell.textContent.trim()) cell.textContent = ''; });",
    "one side of a wall dropped": "grid.querySelector('.trail-cell-wall--left')?.remove();",
    "walls to the left dropped": "grid.querySelectorAll('.trail-cell-wall--left').forEach((e) => e.remove());",
    "wall added on the rim": "const e = document.createElement('div'); e.className = 'trail-cell-wall trail-cell-wall--left'; cells[0].append(e);",
    "wall added on one side": """if (grid.querySelector('.trail-cell-wall--left')) {
        const e = document.createElement('div'); e.className = 'trail-cell-wall trail-cell-wall--left';
        cells.find((cell, i) => i % cols && !cell.querySelector('.trail-cell-wall--left')).append(e); }""",
}

#: What comes before the damage: the layout is written into the page, so that it survives, and overlays are gone.
_FREEZE = """
    const cells = [...document.querySelectorAll('[data-cell-idx]')];
    const grid = cells[0].parentElement;
    const cols = Number(grid.style.getPropertyValue('--cols'));
    const all = [grid.parentElement, grid, ...grid.querySelectorAll('*')];
    const classes = (index, pattern) => [...cells.at(index).classList].filter((name) => pattern.test(name));
    const text = (pattern, change) => {
        const walker = document.createTreeWalker(grid, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) if (pattern.test(walker.currentNode.data.trim())) return change(walker.currentNode);
    };
    document.querySelectorAll('.artdeco-modal-overlay, .artdeco-hoverable-content, script').forEach((e) => e.remove());
    Object.assign(grid.style, {display: 'grid', gridTemplateColumns: `repeat(${cols}, 60px)`, gridAutoRows: '60px'});
    cells.forEach((cell) => cell.style.position = 'relative');
"""


def damaged(page: Page, path: Path, damage: str) -> str:
    """The captured page at `path` after `damage`."""
    page.set_content(path.read_text(encoding="utf-8"), wait_until="domcontentloaded")
    page.evaluate(f"() => {{ {_FREEZE} {damage} }}")
    return page.content()


def judge(context: BrowserContext, site: SiteSelectors, game: str, html: str, expected: dict[str, Any]) -> Verdict:
    """What the player makes of the page `html`, which showed the board `expected` before it was damaged."""
    offline.replica("linkedin", site.origin).attach(context)
    context.route("**/games/view/*/desktop", lambda route: route.fulfill(body=html, content_type="text/html"))
    page = context.new_page()
    try:
        snapshot = GamePage(page, site, site.games[game], Times(load=600)).open().snapshot
        assert snapshot is not None
        board = GAMES[game].read(snapshot)
        read = {key: value for key, value in GAMES[game].to_json(board).items() if key != "givens"}
        if read == {key: expected[key] for key in read}:
            return "right"
        return "wrong" if prove(GAMES[game], board).solutions == 1 else "refused"
    except PlayerError as error:
        return "refused" if error.code in {65, 76} else "wrong"
    finally:
        page.close()
        context.unroute_all()


def main() -> None:
    shared = Path(__file__).parents[1].parent / "shared"
    site = load(SELECTORS).site("linkedin")
    table: dict[str, Counter[Verdict]] = {name: Counter() for name in DAMAGE}
    with sync_playwright() as playwright:
        browser, _ = launch(playwright, Wish(offline=True))
        context = browser.new_context(**context_arguments(site))
        page = context.new_page()
        for game in GAMES:
            lines = (shared / "puzzles" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
            known = {board["date"]: board for board in map(json.loads, lines)}
            for path in sorted((shared / "captures").glob(f"*/{game}.html")):
                for name, damage in DAMAGE.items():
                    verdict = judge(context, site, game, damaged(page, path, damage), known[path.parent.name])
                    table[name][verdict] += 1
        browser.close()
    print(f"{'damage':<34}{'right':>7}{'refused':>9}{'wrong':>7}")
    for name, counts in table.items():
        print(f"{name:<34}{counts['right']:>7}{counts['refused']:>9}{counts['wrong']:>7}")


if __name__ == "__main__":
    main()
