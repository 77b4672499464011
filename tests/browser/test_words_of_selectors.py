"""Each word of selectors.yaml, on a page of two rows and two columns that is not to be read or played without it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.page.observation import ExpectedMarks, Observation
from player.errors import PageNotUnderstood
from player.games.grid import Cell
from player.games.moves import Drag, Tap
from tests.support.seen import board_of
from tests.support.tiny_pages import grid, served

pytestmark = pytest.mark.full

STYLE = """
    main { display: grid; grid-template-columns: repeat(2, 60px); width: 120px; position: relative; }
    b { height: 60px; box-sizing: border-box; font-weight: normal; }
    i { position: absolute; width: 20px; height: 20px; }
"""

Tiny = Callable[..., GamePage]


@pytest.fixture
def tiny(page: Page) -> Tiny:
    """The page of `body`, not opened yet, where `read` and other parts of a page's section say how to read it."""

    def serve(body: str, read: dict[str, Any] | None = None, **parts: Any) -> GamePage:
        return served(page, body, {"read": read or {}, **parts}, style=STYLE)

    return serve


def column(look: Observation, field: str = "x") -> list[Any]:
    return [cell[field] for cell in board_of(look).snapshot.cells]


# What is read of a cell

MARKS = {"queen": {"text": "*", "pattern": "([♛👑])"}, "cross": {"text": "*", "pattern": "([✕x])"}, "empty": "*"}
RED = {"property": "background-color", "pattern": r"(255, 0, 0)"}
RIGHT = "style='border-right: 4px solid'>"
BOTH = "style='border: 1px solid; border-right: 4px solid; border-bottom: 4px solid'>"
SIDES = {"right": {"attribute": "data-w", "pattern": "(r)"}, "down": {"attribute": "data-w", "pattern": "(d)"}}
BY_CLASS = {side: f".{side}" for side in ("left", "right", "up", "down")}

READINGS: dict[str, tuple[str, dict[str, Any], list[Any]]] = {
    "a number in a text": (
        grid(">No. 7", ">", ">12.", ">x"),
        {"text": "b", "pattern": r"(\d+)"},
        ["7", None, "12", None],
    ),
    "a picture's name in a CSS property": (
        grid("style='background-image: url(img/queen.png)'>", ">", ">", ">"),
        {"property": "background-image", "pattern": r"(\w+)\.png"},
        ["queen", None, None, None],
    ),
    "glyphs, also beyond the first plane": (
        grid(">👑", ">✕", ">", "><u>♛</u>"),
        {"first": MARKS},
        ["queen", "cross", "empty", "queen"],
    ),
    "the picture in a cell": (
        grid("><img src=img/queen.svg>", ">", ">", ">"),
        {"attribute": "src", "in": "img", "pattern": r"(\w+)\.svg"},
        ["queen", None, None, None],
    ),
    "a glyph that the style sheet draws": (
        "<style>.q::after { content: '♛'; }</style>" + grid("class=q>", ">", ">", ">"),
        {"property": "content", "pseudo": "::after", "pattern": "(♛)"},
        ["♛", None, None, None],
    ),
    "pieces in a layer over the cells": (
        grid(">", ">", ">", ">", after="<i style='left: 80px; top: 20px'>♛</i><i style='left: 20px; top: 80px'>✕</i>"),
        {"over": "i", "text": "*"},
        [None, "♛", "✕", None],
    ),
    "whether a piece lies over the cell": (
        grid(">", ">", ">", ">", after="<i style='left: 80px; top: 20px'></i>"),
        {"over": "i", "has": "*"},
        [False, True, False, False],
    ),
    "a colour as a condition": (
        grid("style='background: red'>", ">", "style='background: #f00'>", "style='background: blue'>"),
        {"has": RED},
        [True, False, True, False],
    ),
    "sides by readings": (
        grid("data-w=rd>", "data-w=d>", ">", "data-w>"),
        {"all": SIDES},
        [["right", "down"], ["down"], [], []],
    ),
    "borders by their pixels": (
        grid(RIGHT, "style='border-bottom: 3px solid'>", ">", ">"),
        {"borders": {"px": 4}},
        [["right"], [], [], []],
    ),
    "several borders of one cell": (
        grid(BOTH, ">", ">", "style='border: 4px solid'>"),
        {"borders": {"px": 4, "several": True}},
        [["down", "right"], [], [], []],
    ),
    "bars between cells": (
        grid(">", ">", ">", ">", after="<i style='left: 50px; top: 20px'></i><i style='left: 80px; top: 50px'></i>"),
        {"bars": "i"},
        [["right"], ["down", "left"], [], ["up"]],
    ),
    "a line through cells": (
        grid(
            *(">", ">", ">", ">"),
            after="<svg viewBox='0 0 60 60' style='position: absolute; width: 120px'>"
            "<polyline points='15,15 45,15 45,45' fill=none stroke=red stroke-width=5 /></svg>",
        ),
        {"stroke": "polyline"},
        [True, True, False, True],
    ),
    "a rim that is drawn like walls": (
        grid("class='up left right'>", "class='up right'>", "class=left>", ">"),
        {"all": BY_CLASS, "rim": True},
        [["right"], [], [], []],
    ),
    "walls that are drawn from either side": (
        grid("class=right>", ">", ">", "class='left up'>"),
        {"all": BY_CLASS, "either": True},
        [["right"], ["down", "left"], ["right"], ["up", "left"]],
    ),
}


@pytest.mark.parametrize(("body", "reading", "expected"), READINGS.values(), ids=READINGS)
def test_a_field_is_read(tiny: Tiny, body: str, reading: dict[str, Any], expected: list[Any]) -> None:
    assert column(tiny(body, {"x": {"any": [reading]}}).open()) == expected


# Which cell is which

PLACES = ["data-r=1 data-c=1>a", "data-r=2 data-c=1>c", "data-r=1 data-c=2>b", "data-r=2 data-c=2>d"]
PLACE = {"row": {"attribute": "data-r"}, "col": {"attribute": "data-c"}}
BY_COLUMN = "<style>main { grid-auto-flow: column; grid-template-rows: 60px 60px; }</style>"
TEXT = {"x": {"text": "b"}}


@pytest.mark.parametrize("keys", [{}, {"place": PLACE, "numbered_from": 1}], ids=["where they lie", "row and column"])
def test_cells_are_put_in_order_by(tiny: Tiny, keys: dict[str, Any]) -> None:
    assert column(tiny(BY_COLUMN + grid(*PLACES), TEXT, **keys).open()) == ["a", "b", "c", "d"]


def test_cells_numbered_from_one_are_counted_from_one(tiny: Tiny) -> None:
    index = {"attribute": "class", "pattern": r"cell-(\d+)"}
    body = grid(*(f"class=cell-{number}>{number}" for number in (1, 2, 3, 4)))
    assert column(tiny(body, TEXT, index=index, numbered_from=1).open()) == ["1", "2", "3", "4"]


REFUSED = {
    "that count from another number": (
        {"place": {**PLACE, "row": {"attribute": "data-c"}, "col": {"attribute": "style"}}},
        "not numbered",
    ),
    "with rows and columns exchanged": (
        {"place": {"row": PLACE["col"], "col": PLACE["row"]}, "numbered_from": 1},
        "do not lie on the page in the order",
    ),
    "of which some tell half": (
        {"place": {**PLACE, "row": {"attribute": "data-r", "pattern": "(2)"}}, "numbered_from": 1},
        "not numbered",
    ),
}


@pytest.mark.parametrize(("keys", "said"), REFUSED.values(), ids=REFUSED)
def test_a_page_is_refused_with_cells(tiny: Tiny, keys: dict[str, Any], said: str) -> None:
    with pytest.raises(PageNotUnderstood, match=said):
        tiny(BY_COLUMN + grid(*PLACES), TEXT, **keys).open()


# On the way to the board and from it

EMPTY = [">", ">", ">", ">"]
NEW_GAME = f"""
    <button onclick="document.querySelector('div').innerHTML = '{grid(*EMPTY)}'">New game</button><div></div>
"""


def test_a_start_that_stays_is_clicked_while_there_is_no_board(tiny: Tiny) -> None:
    start = {"selector": "button", "text": ["New game"], "stays": True}
    assert tiny(NEW_GAME, TEXT, start=start).open().what == "grid"


SIZES = """
    <form onsubmit="event.preventDefault()">
        <label><input type=radio name=kind>Easy</label>
        <input id=rows><select id=cols><option value=a>One</option><option value=b>Two cells</option></select>
        <button disabled>Play</button>
    </form>
    <div></div>
"""
#: The form lets the game begin if each of its parts was used, in order and once; the button comes a moment late.
CHOSEN = f"""
    const [form, done] = [document.querySelector('form'), []];
    const [kind, rows, cols, button] = ['[type=radio]', '#rows', '#cols', 'button']
        .map((one) => form.querySelector(one));
    kind.onclick = () => done.push('kind');
    rows.onchange = () => done.push(`rows ${{rows.value}}`);
    cols.onchange = () => {{
        done.push(`cols ${{cols.value}}`);
        setTimeout(() => {{ button.disabled = false; }}, 50);
    }};
    button.onclick = () => {{
        document.title = done.join(', ');
        document.querySelector('div').innerHTML = `{grid(*EMPTY)}`;
    }};
"""
RADIO, PLAY = {"selector": "[type=radio]"}, {"selector": "button", "text": ["Play"]}
ROWS: dict[str, Any] = {"selector": "#rows", "fill": "2"}
COLS = {"selector": "#cols", "choose": "two cells"}
#: What the page has besides, the steps, and what was done in the end.
STEPS: dict[str, tuple[str, list[dict[str, Any]], str]] = {
    "that are all there": ("", [RADIO, ROWS, COLS, PLAY], "kind, rows 2, cols b"),
    "one of which never comes": ("", [RADIO, {"selector": "#levels"}, COLS, PLAY], "kind, cols b"),
    "one of which is finished by Enter": ("", [{**ROWS, "enter": True}, COLS, PLAY], "rows 2, cols b"),
    "one of which comes a moment after the next": (
        "kind.hidden = true; setTimeout(() => { kind.hidden = false; }, 150);",
        [RADIO, COLS, PLAY],
        "kind, cols b",
    ),
    "of which the last click is lost at first": (
        "const act = button.onclick; button.onclick = () => { button.onclick = act; };",
        [RADIO, COLS, PLAY],
        "kind, cols b",
    ),
    "of which a field holds something": ("rows.value = '1234';", [ROWS, COLS, PLAY], "rows 2, cols b"),
}


@pytest.mark.parametrize("name", STEPS)
def test_the_game_begins_by_steps(tiny: Tiny, page: Page, name: str) -> None:
    more, steps, done = STEPS[name]
    body = f"{SIZES}<script>(() => {{ {CHOSEN} {more} }})();</script>"
    assert tiny(body, TEXT, start=steps).open().what == "grid"
    assert page.title() == done


NO_STEPS: dict[str, tuple[str, list[dict[str, Any]], str]] = {
    "a field for a password": ("<input type=password>", [{"selector": "input", "fill": "x"}], "a field for secrets"),
    "a password that is shown": (
        "<input autocomplete=current-password>",
        [{"selector": "input", "fill": "x"}],
        "a field for secrets",
    ),
    "no field": ("<p>Rows</p>", [{"selector": "p", "fill": "x"}], "finds no field to fill in"),
    "no list": ("<p>Rows</p>", [{"selector": "p", "choose": "x"}], "finds no list of options"),
    "no such option": (
        "<select><option>One<option>Two</select>",
        [{"selector": "select", "choose": "three"}],
        r"finds no option \"three\", but One, Two",
    ),
}


@pytest.mark.parametrize("name", NO_STEPS)
def test_a_step_is_refused_with(tiny: Tiny, page: Page, name: str) -> None:
    body, steps, said = NO_STEPS[name]
    with pytest.raises(PageNotUnderstood, match=f"^step 1 of 'start' .*{said}: fix 'start'"):
        tiny(body, TEXT, start=steps).open()
    assert page.locator("input, select").evaluate_all("(all) => all.map(({ value }) => value)") in ([], [""], ["One"])


def test_an_overlay_between_two_steps_is_closed(tiny: Tiny, page: Page) -> None:
    layer = """<dialog><p>A note</p><button onclick="this.parentElement.close()">Got it</button></dialog>"""
    more = "kind.addEventListener('click', () => document.querySelector('dialog').showModal());"
    note = {"name": "note", "layer": True, "close": {"selector": "button", "text": ["Got it"]}}
    body = f"{SIZES}{layer}<script>(() => {{ {CHOSEN} {more} }})();</script>"
    assert tiny(body, TEXT, start=[RADIO, COLS, PLAY], overlays=[note]).open().what == "grid"
    assert page.title() == "kind, cols b"


def test_a_win_may_be_shown_by_an_alert(tiny: Tiny, page: Page) -> None:
    body = grid("onclick='setTimeout(() => alert(`You win, well done`), 50)'>", *EMPTY[1:])
    game = tiny(body, TEXT, won=[{"as": "banner", "alert": "You win"}])
    first = board_of(game.open()).points[0]
    assert game.judgement.verdict() == "none"
    page.mouse.click(first.x, first.y)
    assert game.judgement.verdict() == "banner"


def test_an_alert_with_other_words_is_no_win(tiny: Tiny, page: Page) -> None:
    game = tiny(grid("onclick='alert(`Not yet`)'>", *EMPTY[1:]), TEXT, won=[{"as": "banner", "alert": "You win"}])
    first = board_of(game.open()).points[0]
    page.mouse.click(first.x, first.y)
    assert game.judgement.verdict() == "none"


TALL = "<p style='position: sticky; top: 0; height: 200px; background: #fff; z-index: 1'>A header</p>"


def test_the_window_grows_with_a_board_that_does_not_fit(tiny: Tiny) -> None:
    game = tiny(TALL + "<style>main { margin-top: 30px } b { height: 900px; }</style>" + grid(*EMPTY), TEXT)
    assert all(point.free for point in board_of(game.open()).points)


def test_a_board_that_grows_with_the_window_is_refused(tiny: Tiny) -> None:
    with pytest.raises(PageNotUnderstood, match="the board does not fit into a window of"):
        tiny("<style>b { height: 220vh; }</style>" + grid(*EMPTY), TEXT).open()


FRAME = "<iframe style='border: 0; width: 200px; height: 100vh' srcdoc=\"<style>{style}</style>{board}\"></iframe>"


def test_the_window_grows_with_a_frame_that_scrolls_the_board(tiny: Tiny) -> None:
    board = FRAME.format(style=f"{STYLE} b {{ height: 700px; }}", board=grid(*EMPTY))
    look = board_of(tiny(board, TEXT).open())
    assert not look.scrolls
    assert not look.covered


SCROLLED = "<style>div {{ height: 100px; overflow: auto; }} b {{ height: {height}px; }}</style><div>{board}</div>"


@pytest.mark.parametrize(("height", "fits"), [(90, True), (120, False)])
def test_a_line_is_drawn_in_one_go_if_its_cells_are_visible_at_a_time(
    tiny: Tiny, page: Page, height: int, fits: bool
) -> None:
    board = grid(*("onpointerover='event.buttons && (this.textContent = `♛`)'>" for _ in EMPTY))
    game = tiny(SCROLLED.format(height=height, board=board), MARK, draw=["drag"])
    look = board_of(game.open())
    line = [Drag((Cell(0, 1), Cell(1, 1)))]
    if fits:
        game.performer.perform(line, look, ExpectedMarks("x", {3: "queen"}), wins=False, patience=1)
        assert page.locator("b").all_text_contents()[3] == "♛"
    else:
        with pytest.raises(PageNotUnderstood, match="R1C2 and R2C2 are not visible at a time"):
            game.performer.perform(line, look, ExpectedMarks("x", {3: "queen"}), wins=False, patience=1)


# The hand

MARK = {"x": {"first": {"queen": {"text": "*", "pattern": "(♛)"}, "empty": "*"}}}


def clicked(how: str, style: str = "") -> str:
    """Cells on which a click does `how`, with `cell`, and `gap`, the milliseconds since the last click, in reach."""
    script = (
        "let before = -Infinity; for (const cell of document.querySelectorAll('b')) cell.onclick = ({ timeStamp }) => {"
        f" const gap = timeStamp - before; before = timeStamp; {how} }};"
    )
    return f"{style}{grid(*EMPTY)}<script>{script}</script>"


A, B = Tap(Cell(0, 0)), Tap(Cell(0, 1))
#: The page's click, the words that it takes, the taps, and the marks of the first two cells in the end.
HANDS: dict[str, tuple[str, dict[str, Any], list[Tap], list[str]]] = {
    "two clicks on one cell, not too quick": (
        "if (gap > 200) cell.textContent += '♛';",
        {"pace": {"cell": 210.0}, "cycle": ["empty", "other", "queen"]},
        [A, A],
        ["♛♛", ""],
    ),
    "clicks on any cells, not too quick": (
        "if (gap > 200) cell.textContent += '♛';",
        {"pace": {"any": 210.0}},
        [A, B],
        ["♛", "♛"],
    ),
    "a double click where that makes a queen": (
        "cell.ondblclick = () => { cell.textContent = '♛'; };",
        {"cycle": {"click": ["queen", "empty"], "double": "queen"}},
        [A, A, B, B],
        ["♛", "♛"],
    ),
    "one click where the page has no crosses": (
        "cell.textContent = cell.textContent ? '' : '♛';",
        {"cycle": ["empty", "queen"]},
        [A, A, B, B],
        ["♛", "♛"],
    ),
}


@pytest.mark.parametrize("name", HANDS)
def test_the_hand_makes(tiny: Tiny, page: Page, name: str) -> None:
    how, words, taps, end = HANDS[name]
    game = tiny(clicked(how), MARK, **words)
    look = board_of(game.open())
    shown = {tap.cell.col: "queen" for tap in taps}
    (batch,) = game.performer.batches(taps, look) if "cycle" in words else [taps]
    game.performer.perform(batch, look, ExpectedMarks("x", shown), wins=False, patience=1)
    assert page.locator("b").all_text_contents()[:2] == end


@pytest.mark.parametrize("once", [True, False])
def test_what_moves_paint_over_is_read_once(tiny: Tiny, once: bool) -> None:
    region = {"expect": ["every"], "any": [{"property": "background-color", "pattern": r"(255, 0, 0)"}], "once": once}
    body = clicked("cell.textContent = '♛'; cell.style.background = 'gold';", "<style>b { background: red; }</style>")
    game = tiny(body, {**MARK, "region": region})
    before = board_of(game.open())
    after = game.performer.perform([A], before, ExpectedMarks("x", {0: "queen"}), wins=False, patience=1).look
    assert column(after)[0] == "queen"
    assert before.same_board(after, "x") is once


def test_the_timer_is_waited_for_before_the_last_input_alone(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cells get two clicks each, of which those on one cell are one and the same."""
    game = tiny(clicked("cell.textContent += '♛';"), MARK, cycle=["empty", "other", "queen"])
    look = board_of(game.open())
    marks: list[list[str]] = []

    def wait(_timer: object) -> tuple[None, bool]:
        marks.append(game.tab.page.locator("b").all_text_contents()[:2])
        return None, False

    monkeypatch.setattr(game.performer._timer, "wait", wait)
    (batch,) = game.performer.batches([A, B], look)
    game.performer.perform(batch, look, ExpectedMarks("x", {0: "queen", 1: "queen"}), wins=True, patience=1)
    assert marks == [["♛♛", "♛"]]


def test_a_mark_that_no_click_leads_to_is_refused(tiny: Tiny) -> None:
    game = tiny(clicked(""), MARK, cycle=["empty", "cross"])
    with pytest.raises(PageNotUnderstood, match="should be marked 'queen', clicks lead to empty, cross: fix 'cycle'"):
        game.performer.perform([A], board_of(game.open()), ExpectedMarks("x", {0: "queen"}), wins=False, patience=1)


@pytest.mark.parametrize("hover", [True, False])
def test_cells_are_read_without_the_pointer_over_them(tiny: Tiny, hover: bool) -> None:
    colours = "b { background: red; transition: background 0.2s } b:hover { background: blue; transition: none }"
    region = {"expect": ["every"], "any": [{"property": "background-color", "pattern": r"(255, 0, 0)"}]}
    game = tiny(
        clicked("cell.textContent = '♛';", f"<style>{colours}</style>"), {**MARK, "region": region}, hover=hover
    )
    expected = ExpectedMarks("x", {0: "queen"})
    look = board_of(game.performer.perform([A], board_of(game.open()), expected, wins=False, patience=1).look)
    assert column(look)[0] == "queen"
    assert (look.chosen["region"] == 0) is hover
