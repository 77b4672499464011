"""Small pages of Queens whose board stands in shadow roots, without boxes of its own, or in scrollers."""

from typing import Any

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
