# ruff: noqa: E501  # a script stands on one line
"""Damaged pages of the sister sites are read as the very same board, or refused: never as another one to play."""

import pytest
from playwright.sync_api import Page  # noqa: TID251  # the damage is done in a DOM

from player.browser.page.tab import Times
from player.errors import BoardError, PageNotUnderstood
from player.games import GAMES
from player.proof import prove
from tests.support.seen import board_of
from tests.support.sister_sites import LINES, USUAL, page_at
from tests.support.tasks import task_of

pytestmark = pytest.mark.full

NAMES = (
    "board-back",
    "cell",
    "selectable",
    "task-cell",
    "cell-off",
    "cell-0",
    "cell-1",
    "number",
    "bl",
    "br",
    "bt",
    "bb",
)
SIGNS = ("eqh", "eqv", "neh", "nev")


def renamed(*names: str) -> str:
    return f"for (const name of {list(names)}) for (const e of all(`.${{name}}`)) e.classList.replace(name, 'x' + btoa(name).replaceAll('=', ''));"


def dropped(*names: str) -> str:
    return f"for (const name of {list(names)}) for (const e of all(`.${{name}}`)) e.classList.remove(name);"


#: Each is the body of a JavaScript function of the `board`, its `cells`, and `all`, which finds elements.
DAMAGE: dict[str, str] = {
    "nothing": "",
    **{f"{name} renamed": renamed(name) for name in (*NAMES, *SIGNS, "puzzleInfo")},
    **{f"{name} dropped": dropped(name) for name in (*NAMES, *SIGNS)},
    "borders renamed": renamed("bl", "br", "bt", "bb"),
    "borders dropped": dropped("bl", "br", "bt", "bb"),
    "signs renamed": renamed(*SIGNS),
    "signs gone": "all('.eqh, .eqv, .neh, .nev').forEach((e) => e.remove());",
    "one sign gone": "all('.eqh, .eqv, .neh, .nev')[0]?.remove();",
    "equal signs as crosses": "all('.eqh').forEach((e) => e.classList.replace('eqh', 'neh'));",
    "classes re-hashed": "all('#puzzleContainer *').forEach((e) => e.className = [...e.classList].map((name) => 'x' + btoa(name)).join(' '));",
    "cells shuffled": "cells.map((e, i) => [i * 7919 % 101, e]).sort((a, b) => a[0] - b[0]).forEach(([, e]) => board.append(e));",
    "cells re-nested": "cells.forEach((e) => { const w = document.createElement('div'); w.style.display = 'contents'; e.before(w); w.append(e); });",
    "board wrapped": "const w = document.createElement('section'); board.before(w); w.append(board);",
    "one cell gone": "cells[7].remove();",
    "last row gone": "cells.slice(-Math.round(Math.sqrt(cells.length))).forEach((e) => e.remove());",
    "places dropped": "cells.forEach((e) => e.removeAttribute('style'));",
    "board scaled": "board.parentElement.style.transform = 'scale(0.6)'; board.parentElement.style.transformOrigin = '0 0';",
    "a hidden copy before": "const c = board.cloneNode(true); c.style.display = 'none'; board.before(c);",
    "a copy in an aside": "const a = document.createElement('aside'); a.style.cssText = 'position: relative; height: 900px'; a.append(board.cloneNode(true)); document.body.append(a);",
    "no line about the board": "all('.puzzleInfo').forEach((e) => e.remove());",
    "another number of stars": "all('.puzzleInfo p')[0].textContent = all('.puzzleInfo p')[0].textContent.replace(/\\d+★/, '3★');",
    "stars of another board beside": "document.body.insertAdjacentHTML('beforeend', '<p>Next: 25x25 / 6★</p>');",
}


#: Damage that leaves all that the sections look for.
HARMLESS = (
    "nothing",
    "cells shuffled",
    "cells re-nested",
    "board wrapped",
    "board scaled",
    "a hidden copy before",
    "a copy in an aside",
    "stars of another board beside",
)


def verdict(page: Page, where: str, at: str, damage: str) -> str:
    """Return what becomes of the board: "right", "same solution", "refused", or "wrong", which is another board.

    A page that has none of what would be damaged is "untouched".
    """
    game, opened = page_at(page, where, at, Times(load=600, quiet=0, response=300))
    page.goto(opened.reader.game.url)
    page.wait_for_selector(".board-back > .cell")
    is_changed = page.evaluate(
        f"""() => {{ const all = (selector) => [...document.querySelectorAll(selector)];
            const board = all(".board-back")[0], cells = all(".board-back > .cell");
            const before = document.documentElement.outerHTML;
            {damage}
            return document.documentElement.outerHTML !== before; }}"""
    )
    if damage and not is_changed:
        return "untouched"
    line = next(line for line in LINES if line["site"] == where and at in line["at"])
    try:
        board = GAMES[game].play.read(board_of(opened.arrival.reach()).snapshot)
        solution = prove(GAMES[game], board).solution
    except (BoardError, PageNotUnderstood):
        return "refused"
    shown = GAMES[game].board.to_json(board)
    if task_of(shown) == line["task"] and {name: shown[name] for name in line["more"]} == line["more"]:
        return "right"
    page.reload()
    page.wait_for_selector(".board-back > .cell")
    whole = GAMES[game].play.read(board_of(opened.arrival.reach()).snapshot)
    return "same solution" if prove(GAMES[game], whole).solution == solution else "wrong"


@pytest.mark.more
@pytest.mark.parametrize(("where", "at"), USUAL)
def test_no_damaged_page_is_read_as_another_board(page: Page, where: str, at: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 1300})
    found = {name: verdict(page, where, at, damage) for name, damage in DAMAGE.items()}
    assert "wrong" not in found.values(), found
    assert {name for name in HARMLESS if found[name] not in {"right", "untouched"}} == set(), found
    assert "refused" in found.values()
