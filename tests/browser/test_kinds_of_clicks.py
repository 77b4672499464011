"""Kinds of clicks and quick drags: small pages that take other inputs than the site's, played to a win."""

import json
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.boards.board_json import board_of
from player.browser.page.devices import QuickInputs
from player.browser.page.game_page import GamePage
from player.browser.page.isolated_world import IsolatedWorld
from player.games import GAMES
from player.playing.result import Result
from player.proof import prove
from tests.support.paper import QUEENS
from tests.support.replica import PATIENT, SMALL, Opener, played
from tests.support.tiny_pages import served

STYLE = """
    main { display: grid; position: relative; user-select: none; }
    b { width: 40px; height: 40px; box-sizing: border-box; border: 1px solid #999; font-weight: normal; }
    i { position: absolute; background: #c9c; pointer-events: none; opacity: 0.5; }
"""
WON = [{"as": "banner", "selector": "h1"}]
#: What the page does with a press on a cell: `act` gets the cell and the kind of press.
HEAR = """
    const LONG = 300;  // milliseconds
    let since = 0;
    onpointerdown = ({ timeStamp }) => { since = timeStamp; };
    oncontextmenu = (event) => event.preventDefault();
    onpointerup = (event) => {
        const cell = event.target.closest("b");
        const kind = event.button === 2 ? "right" : event.timeStamp - since >= LONG ? "hold" : "click";
        if (cell) act(cell, kind, event);
    };
    const win = () => document.body.append(Object.assign(document.createElement("h1"), { textContent: "Well done" }));
"""

Serve = Callable[..., GamePage]


@pytest.fixture
def serve(page: Page) -> Serve:
    """The page of a game, with cells and a script; `parts` is the rest of its section."""

    def of_game(game: str, columns: int, cells: list[str], script: str, **parts: Any) -> GamePage:
        grid = f"<main style='grid-template-columns: repeat({columns}, 40px); width: {40 * columns}px'>"
        body = f"{grid}{''.join(cells)}</main><script>{HEAR}{script}</script>"
        return served(page, body, {"won": WON, **parts}, style=STYLE, game=game)

    return of_game


# Marks by the kind of click

MARKS = {"queen": {"attribute": "data-m", "pattern": "(q)"}, "cross": {"attribute": "data-m", "pattern": "(x)"}}
QUEENS_READ = {
    "region": {"attribute": "data-r"},
    "mark": {"first": {**MARKS, "empty": "*"}},
    "locked": {"has": ".locked"},
}
#: A left click makes a queen or takes it away, a right click a cross; a long press clears.
PRESSED = """
    const act = (cell, kind) => {
        const [now, to] = [cell.dataset.m, { click: "q", right: "x" }[kind]];
        if (to && (now === to || now === "")) cell.dataset.m = now === to ? "" : to;
        if (kind === "hold") cell.dataset.m = "";
        const cells = [...document.querySelectorAll("b")];
        if (cells.every(({ dataset: { m } }, i) => (m === "q") === QUEENS.includes(i))) win();
    };
"""


def queens_page(serve: Serve, marks: str, **parts: Any) -> GamePage:
    solution = prove(GAMES["queens"], QUEENS).solution
    cells = [
        f"<b data-r={region} data-m='{mark.strip('.')}'></b>"
        for region, mark in zip(chain(*GAMES["queens"].board.to_json(QUEENS)["regions"]), marks, strict=True)
    ]
    queens = [cell[0] * 4 + cell[1] for cell in GAMES["queens"].board.solution_to_json(solution)]
    script = f"const QUEENS = {json.dumps(queens)};{PRESSED}"
    return serve("queens", 4, cells, script, read=QUEENS_READ, pace={"hold_ms": 400.0}, **parts)


#: The marks on the board, and the clicks that it needs.
HALF = {"no marks": ("." * 16, 4), "crosses, and a wrong queen": ("xxxx" + "q..." + "." * 8, None)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "cycle",
    [
        {"click": ["empty", "queen"], "right": ["empty", "cross"]},
        {"click": ["empty", "queen"], "hold": "empty"},
    ],
    ids=["right", "hold"],
)
@pytest.mark.parametrize("name", HALF)
def test_queens_are_set_by_the_kind_of_click(serve: Serve, name: str, cycle: dict[str, Any]) -> None:
    marks, clicks = HALF[name]
    result = played("queens", queens_page(serve, marks, cycle=cycle))
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "banner", 1)
    assert clicks is None or result.clicks == clicks


def test_a_mark_that_no_kind_of_click_leads_from_is_refused(serve: Serve) -> None:
    game = queens_page(serve, "q" + "." * 15, cycle={"click": "queen", "right": ["empty", "cross"]})
    with pytest.raises(Exception, match=r"is marked 'queen' and should be 'empty', and no click leads .*: fix 'cycle'"):
        played("queens", game)


def test_clicks_of_one_kind_and_another_on_a_cell_come_in_their_order(serve: Serve) -> None:
    board = SMALL["tango"]
    size, wanted = board["size"], [*chain(*board["solution"])]
    marks = dict.fromkeys(range(size * size), "") | {row * size + col: mark for row, col, mark in board["givens"]}
    moons = [at for at, mark in marks.items() if not mark and wanted[at] == "moon"]
    half = marks | dict.fromkeys(moons, "moon") | dict.fromkeys(moons[:2], "sun")  # each other cell needs one click
    sides = dict.fromkeys(marks, "")
    for (row, col), (down, _), kind in board["edges"]:
        sides[row * size + col] += f" data-{kind}-{'right' if row == down else 'down'}"
    cells = [
        f"<b class={'locked' if mark else 'free'} data-m='{half[at]}'{sides[at]}></b>" for at, mark in marks.items()
    ]
    script = PRESSED.replace('"q", right: "x"', '"sun", right: "moon"').replace(
        '(m === "q") === QUEENS.includes(i)', "m === WANTED[i]"
    )
    read = {
        "mark": {"first": {"sun": "[data-m=sun]", "moon": "[data-m=moon]", "empty": "*"}},
        "locked": {"has": ".locked"},
        **{kind: {"all": {side: f"[data-{kind}-{side}]" for side in ("right", "down")}} for kind in ("equal", "cross")},
    }
    cycle = {"click": ["empty", "sun"], "right": ["empty", "moon"]}
    game = serve("tango", size, cells, f"const WANTED = {json.dumps(wanted)};{script}", read=read, cycle=cycle)
    result = played("tango", game)
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "banner", 1)


# Removal of patches

PATCHES = SMALL["patches"]
PATCHES_READ = {
    "shape": {"attribute": "data-shape"},
    "area": {"attribute": "data-area"},
    "mark": {"first": {"drawn": ".drawn", "empty": "*"}},
}
#: A drag draws, also over one cell if it does not remove; the removal of kind REMOVE takes all of a patch away.
DRAWN = """
    const [COLUMNS, main] = [PATCHES[0], document.querySelector("main")];
    const cells = [...document.querySelectorAll("b")];
    let patches = PATCHES[2], first = null, before = {};
    const inside = ([top, left, height, width]) => cells.filter((_, i) => {
        const [row, col] = [Math.floor(i / COLUMNS), i % COLUMNS];
        return row >= top && row < top + height && col >= left && col < left + width;
    });
    const paint = () => {
        for (const cell of cells) cell.classList.toggle("drawn", patches.some((patch) => inside(patch).includes(cell)));
        const sorted = (some) => JSON.stringify([...some].sort());
        if (sorted(patches) === sorted(PATCHES[1])) win();
    };
    const place = (cell) => [Math.floor(cells.indexOf(cell) / COLUMNS), cells.indexOf(cell) % COLUMNS];
    const remove = (cell) => { patches = patches.filter((patch) => !inside(patch).includes(cell)); paint(); };
    addEventListener("pointerdown", ({ target }) => { first = target.closest("b"); });
    const act = (last, kind, { timeStamp }) => {
        const [[a, b], [c, d]] = [place(first), place(last)];
        const box = [Math.min(a, c), Math.min(b, d), Math.abs(a - c) + 1, Math.abs(b - d) + 1];
        const same = patches.some((patch) => `${patch}` === `${box}`);
        const free = !patches.some((patch) => inside(patch).some((cell) => inside(box).includes(cell)));
        const [doubled, dragged] = [before.last === last && timeStamp - before.timeStamp < 200, first !== last];
        before = { last, timeStamp };
        const how = dragged ? "drag" : doubled ? "double" : kind;
        if (how === REMOVE && !free && (how !== "drag" || same)) return remove(first);
        if (kind !== "right" && free && (dragged || REMOVE !== "double" || !doubled)) patches.push(box);
        paint();
    };
    paint();
"""


def patches_page(serve: Serve, removed_by: str, *, full: bool, remove: list[str] | str) -> GamePage:
    """A page with wrong patches: a single one, or all over the board."""
    game, board = board_of(PATCHES)
    solution = prove(game, board).solution
    rows, cols = board.shape
    clues = {clue.cell: clue for clue in board.clues}
    cells = [
        f"<b data-shape={clue.shape} {f'data-area={clue.area}' if clue.area else ''}></b>" if clue else "<b></b>"
        for clue in (clues.get((row, col)) for row in range(rows) for col in range(cols))
    ]
    wrong = [[row, 0, 1, cols] for row in range(rows)] if full else [[0, 0, 1, cols]]
    script = f"const REMOVE = '{removed_by}', PATCHES = {json.dumps([cols, [list(one) for one in solution], wrong])};"
    return serve(
        "patches", cols, cells, script + DRAWN, read=PATCHES_READ, remove=remove, draw=["drag"], pace={"hold_ms": 400.0}
    )


def require_won(result: Result) -> None:
    assert (result.outcome, result.confirmed) == ("solved", "banner"), result.message
    assert result.way == "drag"


@pytest.mark.parametrize(
    "kind", ["click", *(pytest.param(kind, marks=pytest.mark.full) for kind in ("double", "right", "hold", "drag"))]
)
def test_a_wrong_patch_is_removed_by(serve: Serve, kind: str) -> None:
    result = played("patches", patches_page(serve, kind, full=False, remove=kind))
    require_won(result)
    assert result.attempts == 1


@pytest.mark.full
def test_a_removal_without_effect_is_followed_by_the_next_one(serve: Serve) -> None:
    result = played("patches", patches_page(serve, "right", full=False, remove=["hold", "click", "right"]))
    require_won(result)
    assert result.attempts == 3


@pytest.mark.full
@pytest.mark.parametrize("kind", ["click", "right"])
def test_a_board_full_of_wrong_patches_is_cleared_first(serve: Serve, kind: str) -> None:
    """The page tells no patches apart; a click on a free cell would draw."""
    require_won(played("patches", patches_page(serve, kind, full=True, remove=kind)))


# Rectangles by quick drags, and by careful ones where a page misses these

#: Report each move of the pointer with its button pressed.
COUNTED = 'addEventListener("mousemove", (event) => { if (event.buttons & 1) moved(); }, true);'
#: A page that misses the first move of the pointer after its button was pressed.
SLOW = """
    let moves = 0;
    addEventListener("mousedown", () => { moves = 0; }, true);
    addEventListener("mousemove", (event) => { moves += 1; if (moves === 1) event.stopImmediatePropagation(); }, true);
"""
#: What the browser itself would drag.
DRAGGED = '<a id="a" href="#" draggable="true" style="position: fixed; inset: 0 50% 50% 0">A</a>'


@pytest.mark.full
def test_a_patch_takes_one_move_with_the_button_pressed(open_replica: Opener, page: Page) -> None:
    counts: list[int] = []
    page.expose_binding("moved", lambda _source: counts.append(1))
    page.add_init_script(COUNTED)
    opened = open_replica("patches", generation="sdui", times=PATIENT, board=SMALL["patches"])
    result = played("patches", opened)
    assert (result.outcome, result.way, result.attempts) == ("solved", "drag", 1)
    assert len(counts) == len(result.plan)


@pytest.mark.full
@pytest.mark.parametrize("game", ["patches", "wend"])
def test_a_page_that_misses_quick_drags_gets_careful_ones(open_replica: Opener, page: Page, game: str) -> None:
    page.add_init_script(SLOW)
    opened = open_replica(game, generation="sdui", times=PATIENT, board=SMALL[game])
    results = [played(game, opened) for _ in range(2)]
    assert [(one.outcome, one.way, one.attempts) for one in results] == [("solved", "drag", 2), ("solved", "drag", 1)]
    assert not any(one.rejected for one in results)


#: A page that is slow to take an input, and loses one that comes while another waits.
LOSING = """
    const take = (event) => {
        const end = performance.now() + 30;
        while (performance.now() < end);
        if (!navigator.scheduling.isInputPending()) return;
        event.stopImmediatePropagation();
        event.preventDefault();
    };
    for (const kind of ["pointerup", "mouseup", "click", "keydown"]) addEventListener(kind, take, true);
"""


@pytest.mark.full
@pytest.mark.parametrize("game", ["queens", pytest.param("zip", marks=pytest.mark.more), "mini-sudoku"])
def test_a_page_that_loses_inputs_gets_each_after_the_answer_to_the_last(
    open_replica: Opener, page: Page, game: str
) -> None:
    page.add_init_script(LOSING)
    opened = open_replica(game, generation="sdui", times=PATIENT, board=SMALL[game])
    first, second = played(game, opened), played(game, opened)
    assert (first.outcome, first.attempts > 1) == ("solved", True)
    assert (second.outcome, second.attempts) == ("solved", 1)


def test_a_page_hears_of_each_move_of_a_quick_drag_and_of_nothing_else(page: Page) -> None:
    page.set_content("<script>heard = []</script>")
    for kind in ("down", "move", "up", "cancel"):
        page.evaluate(f"addEventListener('pointer{kind}', (event) => heard.push(['{kind}', event.clientX]))")
    quick = QuickInputs(IsolatedWorld(page))
    stops = [10.0 * number for number in range(1, 30)]
    quick.draw([(x, 20) for x in stops])
    quick.settle()
    moves = [["move", x] for x in stops]
    assert page.evaluate("heard") == [moves[0], ["down", 10], *moves[1:], ["up", 290]]


@pytest.mark.full
def test_what_the_browser_would_drag_does_not_take_the_pointer_away(page: Page) -> None:
    page.set_content(DRAGGED)
    heard = "kind => { window[kind] = 0; addEventListener(kind, () => { window[kind] += 1; }); }"
    for kind in ("dragstart", "dragend", "click"):
        page.evaluate(heard, kind)
    quick_drags = QuickInputs(IsolatedWorld(page))
    quick_drags.draw([(50, 50), (900, 700)])
    quick_drags.settle()
    page.wait_for_function("dragstart === 1")
    quick_drags.end()
    page.wait_for_function("dragend === 1")
    page.mouse.click(900, 700)
    page.wait_for_function("click > 0")
