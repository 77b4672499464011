"""`player learn`: pages that no selector describes are read, tried, played and written down."""

import json
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, Route  # noqa: TID251  # browser tests drive a real browser

from player.browser.launch import BrowserOptions
from player.browser.page.game_page import GamePage
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.doctor.learn import writing
from player.doctor.learn.learning import LearnRequest, learn
from player.doctor.learn.search import Wanted
from player.doctor.learn.start import learn_words
from player.doctor.reading import site_with
from player.errors import Outcome, PageNotUnderstood
from player.files import REPLICA
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.browser_commands import Here, one_line, player
from tests.support.hostile_pages import site as site_of
from tests.support.http_servers import served
from tests.support.learning import TIMES, learnt, opened
from tests.support.learnt_pages import (
    BOARD,
    NO_SIGNS,
    NOTHING,
    SIGNS,
    URL,
    WAYS,
    judging_page,
    page_of,
    patches_page,
    silent_page,
)
from tests.support.replica import SMALL

full = pytest.mark.full
QUEENS = GAMES["queens"]


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served(REPLICA / "other") as address:
        yield address


MARKS = {
    "a click crowns": ["empty", "queen"],
    "a click crosses, the next one crowns": ["empty", "cross", "queen"],
    "a click crowns, the next one crosses": ["empty", "queen", "cross"],
    "a right click crowns": {"click": ["empty", "cross"], "right": ["empty", "queen"]},
    "a long press crowns": {"click": ["empty", "cross"], "hold": ["empty", "queen"]},
    "a double click always crowns": {"click": ["empty", "cross"], "double": ["queen"]},
    "two clicks within 400 ms crown": {"click": ["empty", "cross"], "double": ["queen"]},
    "the page keeps marks, two clicks crown": {"click": ["empty", "cross"], "double": ["queen"]},
    "a mark takes away the name of its cell": ["empty", "queen"],
    "crosses come by themselves": ["empty", "cross", "queen"],
    "the effect is late": ["empty", "cross", "queen"],
    "a marked cell's label loses its region": ["empty", "cross", "queen"],
    "the clicked cell is framed": ["empty", "cross", "queen"],
}


@full
@pytest.mark.parametrize("way", WAYS)
def test_marks_are_learnt_from_clicks(page: Page, site: SiteSelectors, way: str) -> None:
    def again() -> GamePage:
        if page.url == URL:
            page.evaluate("localStorage.clear()")
        return opened(page, site, page_of(way))

    lesson = learn(again(), Wanted([QUEENS]), again)
    assert lesson.section["cycle"] == MARKS[way]
    [mark] = lesson.section["read"]["mark"]["any"]
    assert mark["first"]["queen"] == ".crowned"
    assert lesson.section["won"] == [{"as": "banner", "selector": "p", "text": ["Solved"]}]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)
    pressed = set(page.evaluate("pressed"))
    assert not pressed & {"Hint", "Reset", "Share", "Solve"}


#: Kinds of pages of Patches, with what is learnt of their inputs and of what tells a drawn cell.
PATCHES = {
    "removed by a click": ({"draw": ["drag"], "remove": ["click"]}, ".area"),
    "corners": ({"draw": ["taps"], "remove": ["double"]}, ".area"),
    "beside": ({"draw": ["drag"], "remove": ["click"]}, ".area"),
    "grouped": ({"draw": ["drag"], "remove": ["click"]}, "rect"),
    "shut": ({"draw": ["drag"], "pace": {"any": 20}}, ".area"),
    "lasting": ({"draw": ["drag"], "pace": {"any": 20}}, ".area"),
    "unnamed": (
        {"draw": ["drag"], "remove": ["click"]},
        'b.layer:is([style^="background:"], [style*=" background:"])',
    ),
}


@full
@pytest.mark.parametrize("kind", PATCHES)
def test_patches_that_lie_over_the_cells_are_learnt(page: Page, site: SiteSelectors, kind: str) -> None:
    lesson = learnt(page, site, patches_page(kind), game="patches")
    inputs, drawn = PATCHES[kind]
    [mark] = lesson.section["read"]["mark"]["any"]
    assert mark["first"] == {"drawn": {"covered": drawn}, "empty": "*"}
    assert {key: lesson.section[key] for key in ("draw", "remove", "pace") if key in lesson.section} == inputs
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
@full
def test_cells_that_leave_the_page_once_they_are_covered_are_played_by_sight(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, patches_page("leaving"), game="patches")
    assert lesson.section["sight"]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.full
@pytest.mark.parametrize("over", ["", "<div style='position: fixed; inset: 0; background: #fffc'>Wait</div>"])
def test_cells_out_of_the_window_are_not_covered(page: Page, site: SiteSelectors, over: str) -> None:
    html = page_of("a click crowns")
    lesson = learnt(page, site, html, read_only=True)
    here = site_with(site, "queens", URL, lesson.section)
    game = opened(page, site, f"{html}{over}").by(here, here.games["queens"])
    game.trials.go()
    page.set_viewport_size({"width": 1280, "height": 170})
    surface = game.trials.surface(learn_words().start)
    assert surface.points
    assert not all(point.free for point in surface.points)
    assert surface.covered == bool(over)


#: The board upside down.
TURNED = {"regions": BOARD["regions"][::-1], "solution": [[5 - row, col] for row, col in BOARD["solution"]]}


#: Each row is a region.
AMBIGUOUS = {**BOARD, "regions": [[row] * 6 for row in range(6)]}


def opened_with(page: Page, site: SiteSelectors, boards: Iterable[dict[str, Any]]) -> GamePage:
    """Return the page at `URL`, each load of which shows the next one of `boards`."""
    game, loads = opened(page, site, ""), (page_of("a click crowns", board) for board in boards)
    page.unroute_all()
    page.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=next(loads)))
    return game


@pytest.mark.more
@full
def test_a_board_with_several_solutions_is_left_for_another_one(
    page: Page, site: SiteSelectors, tmp_path: Path
) -> None:
    sound = page_of("a click crowns")
    rows = json.dumps([[row] * 6 for row in range(6)])
    ambiguous = sound.replace(json.dumps(BOARD["regions"]), rows)
    other = page_of("a click crowns", TURNED)
    shown: list[Iterator[str]] = [cycle([ambiguous, sound, ambiguous, other])]

    def fulfil(route: Route) -> None:
        route.fulfill(content_type="text/html; charset=utf-8", body=next(shown[0]))

    def again() -> GamePage:
        unknown = LearnRequest(URL, site, BrowserOptions(offline=True)).unknown_site()
        return GamePage(page, unknown, unknown.games["queens"], TIMES)

    page.route("**/*", fulfil)
    lesson = learn(again(), Wanted([QUEENS]), again)
    assert (lesson.confirmed, lesson.varies, lesson.missing) == (True, True, [])
    file = tmp_path / "mine.yaml"
    writing.write(file, lesson, LearnRequest(URL, site, BrowserOptions()).unknown_site(), "mine")
    mine = load(file).sites["mine"]
    result = Result("queens")
    shown[0] = chain(repeat(ambiguous, 9), repeat(other))
    play(QUEENS, GamePage(page, mine, mine.games["queens"], TIMES), result, lambda _stage: None)
    assert result.outcome is Outcome.SOLVED


@full
def test_a_board_without_a_solution_is_left_for_another_one(page: Page, site: SiteSelectors) -> None:
    without = {**BOARD, "regions": [[0, 0, 0, 1, 1, 1], *([row] * 6 for row in (2, 3, 4, 5, 5))]}
    game = opened_with(page, site, [BOARD, without, TURNED])
    lesson = learn(game, Wanted([QUEENS]), None, read_only=True)
    first, lesson.varies = lesson.board, True
    lesson.afresh()
    assert (lesson.board != first, lesson.proof.solutions) == (True, 1)


@full
def test_one_of_several_solutions_is_picked_after_a_first_board_with_one(page: Page, site: SiteSelectors) -> None:
    game = opened_with(page, site, chain([BOARD], repeat(AMBIGUOUS)))
    lesson = learn(game, Wanted([QUEENS], any_solution=True), None, read_only=True)
    assert not lesson.is_picked
    lesson.afresh()
    assert lesson.is_picked


def test_reading_alone_presses_nothing(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("a click crowns"), read_only=True)
    assert QUEENS.board.to_json(lesson.board)["regions"] == BOARD["regions"]
    assert page.evaluate("pressed") == []
    assert "won" not in lesson.section


@full
def test_a_game_begun_before_is_looked_for_without_a_press_of_its_start(page: Page, site: SiteSelectors) -> None:
    start = "<div style='position: fixed; inset: 0; background: #fff'><button id=start>Start</button></div>"
    shown = "<script>document.getElementById('start').onclick = ({ target }) => target.parentElement.remove();</script>"
    lesson = learnt(page, site, page_of("a click crowns") + start + shown, read_only=True)
    assert page.evaluate("pressed") == ["start"]
    lesson.resume()
    assert page.evaluate("pressed") == []


@full
@pytest.mark.more
def test_a_game_begun_before_may_ask_to_go_on_in_words_of_any_language(page: Page, site: SiteSelectors) -> None:
    paused = """<div style='position: fixed; inset: 0; background: #fff' hidden><button id=on>Vazhdo</button></div>
        <script>const veil = document.getElementById("on").parentElement;
        veil.hidden = !localStorage.begun;
        veil.onclick = () => { veil.hidden = true; };
        grid.addEventListener("click", () => { localStorage.begun = 1; });</script>"""
    lesson = learnt(page, site, page_of("a click crowns") + paused)
    assert (lesson.confirmed, lesson.missing) == (True, [])
    assert lesson.section["start"]["text"][0] == "Vazhdo"


@pytest.mark.more
@full
def test_clicks_without_any_effect_are_not_repeated(page: Page, site: SiteSelectors) -> None:
    """Each kind of click is made once on three cells; a double click presses twice."""
    count = "sessionStorage.downs = 1 + Number(sessionStorage.downs ?? 0)"
    counts = f"<script>addEventListener('mousedown', () => {{ {count}; }});</script>"
    with pytest.raises(PageNotUnderstood, match="lead to no marks"):
        learnt(page, site, page_of("a click crowns").replace("setTimeout(show, way.late ?? 0);", "") + counts)
    assert page.evaluate("Number(sessionStorage.downs)") == 15


@full
@pytest.mark.parametrize("name", NOTHING)
def test_a_page_without_a_game_is_refused(page: Page, site: SiteSelectors, name: str) -> None:
    with pytest.raises(PageNotUnderstood, match="no board of a game was found"):
        learn(opened(page, site, NOTHING[name]), Wanted([*GAMES.values()]), None)


@full
@pytest.mark.parametrize(
    "names", [("easy", "medium", "hard"), ("Level 1", "Level 2", "Level 3")], ids=["words", "numbers"]
)
@pytest.mark.more
def test_levels_are_tried_in_turn_while_boards_have_several_solutions(
    page: Page, site: SiteSelectors, names: tuple[str, str, str]
) -> None:
    colour = "cell.style.backgroundColor = COLOURS[region];"
    block = "const block = 2 * ((i - i % n) / n >> 1) + (i % n > 2 ? 1 : 0);"
    html = page_of("a click crowns").replace(
        colour, f"{block} cell.style.backgroundColor = COLOURS[block]; late.push(() => {{ {colour} }});"
    )
    levels = "".join(
        f"<button class='{name}' onclick='{work}'>{name}</button>"
        for name, work in zip(names, ("", "late.forEach((one) => one())", "pressed.push(1)"), strict=True)
    )
    html = html.replace("<h1>", f"<script>const late = [];</script>{levels}<h1>")
    lesson = learnt(page, site, html)
    assert (lesson.confirmed, lesson.missing) == (True, [])
    assert [step["text"] for step in lesson.section["start"]] == [[name] for name in names[:2]]
    assert 1 not in page.evaluate("pressed")


@full
def test_a_card_that_says_much_is_pressed_if_a_line_of_it_begins_the_game(page: Page, site: SiteSelectors) -> None:
    about = "Place one queen in each row, column and colour, and let no two of them touch each other. " * 2
    card = f"<div id=card style='cursor: pointer'><h3>Crowns</h3><p>{about}</p><p>Let's go \u2192</p></div>"
    layer = f"<div style='position: fixed; inset: 0; background: #fff'>{card}</div>"
    shown = "<script>document.getElementById('card').onclick = ({ currentTarget: at }) => at.parentElement.remove();"
    lesson = learnt(page, site, f"{page_of('a click crowns')}{layer}{shown}</script>", read_only=True)
    assert lesson.section["start"]["selector"] == "#card"


@pytest.mark.more
@full
def test_a_level_that_stays_beside_its_board_is_pressed_once(page: Page, site: SiteSelectors) -> None:
    script = """<section><button>6x6</button></section><script>
        const board = document.querySelector("main"), level = document.querySelector("section");
        board.remove();
        level.firstChild.onclick = () => { board.remove(); setTimeout(() => level.before(board), 200); };
    </script>"""
    lesson = learnt(page, site, page_of("a click crowns") + script)
    assert lesson.section["start"]["stays"]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@full
@pytest.mark.parametrize("heading", ["Crowns levels", "November"])
def test_levels_that_are_numbers_are_pressed_below_a_heading_that_says_so(
    page: Page, site: SiteSelectors, heading: str
) -> None:
    levels = "".join(f"<button id=n{number}>{number}</button>" for number in range(1, 31))
    script = f"""<section><h2>{heading}</h2>{levels}</section><script>
        const board = document.querySelector("main"), list = document.querySelector("section");
        board.remove();
        document.getElementById("n1").onclick = () => list.replaceWith(board);
    </script>"""
    html = page_of("a click crowns") + script
    if heading == "November":
        with pytest.raises(PageNotUnderstood, match="no board of a game was found"):
            learnt(page, site, html)
        assert page.evaluate("pressed") == []
    else:
        lesson = learnt(page, site, html, read_only=True)
        assert (lesson.section["start"]["selector"], lesson.section["start"]["text"][0]) == ("#n1", "1")


@full
def test_what_solves_or_leaves_a_board_is_not_pressed_beside_one_with_several_solutions(
    page: Page, site: SiteSelectors
) -> None:
    colour = "cell.style.backgroundColor = COLOURS[region];"
    block = "const block = 2 * ((i - i % n) / n >> 1) + (i % n > 2 ? 1 : 0);"
    html = page_of("a click crowns").replace(
        colour, f"{block} cell.style.backgroundColor = COLOURS[block]; late.push(() => {{ {colour} }});"
    )
    others = "".join(f"<button id={name}>{name}</button>" for name in ("Skip", "Start"))
    script = "const late = []; document.getElementById('Start').onclick = () => late.forEach((one) => one());"
    learnt(page, site, html.replace("<h1>", f"{others}<script>{script}</script><h1>"), read_only=True)
    assert page.evaluate("pressed") == ["Start"]


@pytest.mark.more
@full
def test_cells_with_two_numbers_in_their_names_are_no_sizes(page: Page, site: SiteSelectors) -> None:
    label = 'cell.setAttribute("role", "button"); cell.ariaLabel = `Cell ${1 + Math.floor(i / n)}, ${1 + i % n}`;'
    html = page_of("a click crowns", AMBIGUOUS).replace('cell.className = "cell";', f'cell.className = "cell"; {label}')
    with pytest.raises(PageNotUnderstood, match="solutions"):
        learnt(page, site, html)
    assert page.evaluate("pressed") == []


@full
@pytest.mark.parametrize(
    ("drawn", "name"),
    [
        ("<svg style='position: absolute; inset: 0' width=290 height=290><circle cx=24 cy=24 r=9 /></svg>", "circle"),
        ("".join(f"<i class=dot style='left: {48 * at}px'></i>" for at in (1, 2, 3)), "dot"),
    ],
    ids=["a shape", "dots"],
)
def test_what_is_drawn_over_the_cells_and_not_read_is_named(
    page: Page, site: SiteSelectors, drawn: str, name: str
) -> None:
    drawn += "<style>.dot { position: absolute; top: 20px; width: 8px; height: 8px; background: red }</style>"
    script = f"""grid.style.position = "relative"; grid.insertAdjacentHTML("beforeend", "{drawn}");</script>"""
    html = page_of("a click crowns").replace("</script>", script)
    lesson = learnt(page, site, html, read_only=True)
    assert lesson.evidence["read"].startswith(f"these clues alone have one solution; {name} over the cells")
    assert "read" not in learnt(page, site, page_of("a click crowns"), read_only=True).evidence


@full
def test_digits_in_regions_that_are_no_boxes_are_refused_before_a_press(page: Page, site: SiteSelectors) -> None:
    """By boxes, the board has one solution."""
    board = SMALL["mini-sudoku"]
    regions = [[0, 0, 0, 1], [0, 2, 1, 1], [2, 2, 2, 1], [3, 3, 3, 3]]
    cells = "".join(
        f"<b style='background: hsl({90 * region} 70% 80%)'>{value or ''}</b>"
        for values, row in zip(board["givens"], regions, strict=True)
        for value, region in zip(values, row, strict=True)
    )
    style = "main { display: grid; grid-template-columns: repeat(4, 50px); width: 200px } b { height: 50px }"
    html = f"<title>Sudoku</title><style>{style}</style><main>{cells}</main>"
    with pytest.raises(PageNotUnderstood, match="its regions are no boxes"):
        learnt(page, site, html, game="mini-sudoku")


_RECTANGLES = """
const { regions, solution } = CONFIG, queens = new Set(), svg = document.querySelector("svg");
const drawn = (kind, of) => {
  const one = svg.appendChild(document.createElementNS(svg.namespaceURI, kind));
  for (const [name, value] of Object.entries(of)) one.setAttribute(name, value);
  return one;
};
regions.flat().forEach((region, i) => {
  const [x, y, fill] = [i % 6 * 50, Math.floor(i / 6) * 50, `hsl(${region * 60} 70% 80%)`];
  let queen = null;
  drawn("rect", { x, y, width: 50, height: 50, fill, stroke: "black" }).addEventListener("dblclick", () => {
    if (!queens.delete(i)) queens.add(i);
    queen?.remove();
    queen = queens.has(i) ? drawn("text", { x: x + 15, y: y + 35, "pointer-events": "none" }) : null;
    if (queen) queen.textContent = "\\u265b";
    const isWon = queens.size === 6 && solution.every(([row, col]) => queens.has(6 * row + col));
    if (isWon) document.querySelector("output").textContent = "Solved!";
  });
});
"""


@pytest.mark.more
def test_cells_in_a_drawing_are_not_found_by_their_places_as_marks_have_places_too(
    page: Page, site: SiteSelectors
) -> None:
    script = f"<script>const CONFIG = {json.dumps(BOARD)};{_RECTANGLES}</script>"
    lesson = learnt(page, site, f"<title>Queens</title><svg width=300 height=300></svg><output></output>{script}")
    assert (lesson.section["cell"], lesson.section["cycle"]) == ("rect", {"double": ["empty", "queen"]})
    assert (lesson.confirmed, lesson.missing) == (True, [])


@full
def test_a_page_that_says_other_rules_is_refused_before_a_press(page: Page, site: SiteSelectors) -> None:
    """Its board has one solution by the usual rule, too."""
    html = page_of("a click crowns").replace("<h1>", "<p>Place two queens in each row, column and colour.</p><h1>")
    with pytest.raises(PageNotUnderstood, match="no board of a game was found"):
        learnt(page, site, html)
    assert page.evaluate("pressed") == []


@pytest.mark.more
def test_a_level_in_a_list_is_chosen(page: Page, site: SiteSelectors) -> None:
    colour = "cell.style.backgroundColor = COLOURS[region];"
    block = "const block = 2 * ((i - i % n) / n >> 1) + (i % n > 2 ? 1 : 0);"
    html = page_of("a click crowns").replace(
        colour, f"{block} cell.style.backgroundColor = COLOURS[block]; late.push(() => {{ {colour} }});"
    )
    levels = "<option>Free play<option>6x6: Normal"
    levels = f"<script>const late = [];</script><select onchange='late.forEach((one) => one())'>{levels}</select>"
    lesson = learnt(page, site, html.replace("<h1>", f"{levels}<h1>"))
    assert (lesson.confirmed, lesson.missing) == (True, [])
    assert lesson.section["start"] == {"selector": "select", "choose": "6x6: Normal"}


_NAME = "<input placeholder='Your name'>"
#: What a page asks for before it begins, and whether that is a name alone.
ASKED = {
    "a name": (_NAME, True),
    "a name and an address": (f"{_NAME}<input type=email>", False),
    "a name on a card": ("<input placeholder='Name on card'>", False),
    "a user name": ("<input placeholder='User name'>", False),
    "a secret": (f"{_NAME}<input type=password>", False),
}


@full
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.more
def test_a_name_is_filled_in_and_nothing_else(page: Page, site: SiteSelectors, asked: str) -> None:
    fields, is_name = ASKED[asked]
    board = (
        page_of("a click crowns")
        .replace("<main>", "<main hidden>")
        .replace("main { display", "main:not([hidden]) { display")
    )
    script = """<script>
        const [gate, field, go] = ["#gate", "#gate input", "#go"].map((one) => document.querySelector(one));
        gate.oninput = () => { go.disabled = !field.value; };
        go.onclick = () => { gate.remove(); grid.hidden = false; };
    </script>"""
    html = f"{board}<div id=gate>{fields}<button id=go disabled>Continue</button></div>{script}"
    if is_name:
        lesson = learnt(page, site, html)
        assert [step.get("fill") for step in lesson.section["start"]] == ["Player", None]
        assert (lesson.confirmed, lesson.missing) == (True, [])
    else:
        with pytest.raises(PageNotUnderstood, match="no board of a game was found"):
            learnt(page, site, html)
        assert page.evaluate("[...document.querySelectorAll('input')].map((one) => one.value).join('')") == ""


@pytest.mark.more
@full
def test_another_board_may_be_begun_by_the_press_that_began_the_first(page: Page, site: SiteSelectors) -> None:
    colour = "cell.style.backgroundColor = COLOURS[region];"
    block = "const block = 2 * ((i - i % n) / n >> 1) + (i % n > 2 ? 1 : 0);"
    html = page_of("a click crowns").replace(
        colour, f"{block} cell.style.backgroundColor = COLOURS[block]; late.push(() => {{ {colour} }});"
    )
    veil = (
        "<div id=veil style='position: fixed; inset: 0; background: #fff'><button id=start>Start puzzle</button></div>"
    )
    script = """<script>
        const veil = document.getElementById("veil");
        document.getElementById("start").onclick = () => veil.remove();
        document.getElementById("new").onclick = () => { late.forEach((one) => one()); document.body.append(veil); };
    </script>"""
    html = html.replace("<h1>", "<script>const late = [];</script><button id=new>New puzzle</button><h1>")
    lesson = learnt(page, site, html + veil + script, read_only=True)
    assert QUEENS.board.to_json(lesson.board)["regions"] == BOARD["regions"]
    assert page.evaluate("pressed") == ["start", "new", "start"]


@full
@pytest.mark.parametrize("accepts", [True, False])
@pytest.mark.more
def test_one_of_several_solutions_wins_if_the_page_says_so(page: Page, site: SiteSelectors, accepts: bool) -> None:
    colour = "cell.style.backgroundColor = COLOURS[region];"
    block = "const block = 2 * ((i - i % n) / n >> 1) + (i % n > 2 ? 1 : 0);"
    html = page_of("a click crowns").replace(colour, f"{block} cell.style.backgroundColor = COLOURS[block];")
    says = "Solved! All queens stand." if accepts else "Six queens"
    script = f"""setInterval(() => {{ const at = marks.flatMap((mark, i) => (mark === "queen" ? [i] : []));
        const stand = [at, at.map((i) => i % n), at.map((i) => (i - i % n) / n)].every((one) =>
            new Set(one).size === n);
        document.querySelector("p").textContent = stand ? "{says}" : ""; }}, 50);</script>"""
    again = partial(opened, page, site, html.replace("</script>", script))
    with pytest.raises(PageNotUnderstood, match=r"two solutions or more.*; with --any-solution one"):
        learn(again(), Wanted([QUEENS]), again)
    lesson = learn(again(), Wanted([QUEENS], any_solution=True), again)
    assert lesson.any_solution
    assert lesson.won is accepts, lesson.missing
    assert accepts or "may accept another one only" in lesson.missing[0]


#: Ways in which a board may come late: its cells are there, and nothing is in them.
LATE = {
    "a worker": "const made = new Worker(URL.createObjectURL(new Blob(["
    "'const end = Date.now() + 5000; while (Date.now() < end); postMessage(1)']))); made.onmessage = draw;",
    "a request": "fetch('/slow/board').then(draw);",
    "a timer": "setTimeout(draw, 5000);",
}


@full
@pytest.mark.parametrize("way", LATE)
def test_a_board_that_comes_late_is_waited_for_and_no_other_one_is_asked_for(
    page: Page, site: SiteSelectors, way: str
) -> None:
    colour = "cell.style.backgroundColor = COLOURS[region];"
    html = page_of("a click crowns").replace(colour, f"late.push(() => {{ {colour} }});")
    html = html.replace(
        "<h1>", "<script>const late = [];</script><button onclick='pressed.push(1)'>New puzzle</button><h1>"
    )
    draw = f"<script>const draw = () => late.forEach((one) => one()); {LATE[way]}</script>"
    game = opened(page, site, f"{html}{draw}")

    def answer(route: Route) -> None:
        page.wait_for_function("performance.now() > 5000")
        route.fulfill(body="{}")

    page.route("**/slow/board", answer)
    lesson = learn(game, Wanted([QUEENS]), None, read_only=True)
    assert QUEENS.board.to_json(lesson.board)["regions"] == BOARD["regions"]
    assert page.evaluate("pressed") == []


@pytest.mark.more
def test_a_win_without_a_sign_is_reported_as_missing(page: Page, site: SiteSelectors) -> None:
    silent = page_of("a click crowns").replace("Solved! All queens stand.", "")
    lesson = learnt(page, site, silent)
    assert not lesson.won
    assert lesson.missing[0].startswith("won: nothing appeared")


# The sign of the win


@full
def test_a_surer_sign_that_comes_a_moment_later_is_the_one(page: Page, site: SiteSelectors) -> None:
    says = '"Solved! All queens stand."'
    html = page_of("a click crowns").replace("<p>", "<button id=level>1</button><p>")
    assert says in html
    later = "(setTimeout(() => document.querySelector('p').textContent = {0}, 600), level.className = 'won', '')"
    lesson = learnt(page, site, html.replace(says, later.format(says)))
    assert lesson.section["won"] == [{"as": "banner", "selector": "p", "text": ["Solved"]}]


@pytest.mark.more
def test_a_name_that_cells_get_as_they_are_drawn_is_no_sign(page: Page, site: SiteSelectors) -> None:
    taken = "cell.classList.toggle('taken', drawn.some(({ box }) => within([Math.floor(i / cols), i % cols], box)))"
    script = f"setInterval(() => cells.forEach((cell, i) => {taken}), 50);</script>"
    html = patches_page().replace('"Completed!"', '""').replace("</script>", script)
    lesson = learnt(page, site, html, game="patches")
    assert not lesson.won


@full
@pytest.mark.parametrize("name", NO_SIGNS)
def test_what_a_page_shows_without_judging_is_no_sign(page: Page, site: SiteSelectors, name: str) -> None:
    lesson = learnt(page, site, silent_page(NO_SIGNS[name]))
    assert (lesson.won, lesson.confirmed) == (False, False), lesson.evidence["won"]
    assert lesson.missing[0].startswith("won: ")
    assert lesson.result
    assert lesson.result.exit == 1


@full
@pytest.mark.parametrize("name", SIGNS)
def test_a_page_tells_of_its_win_in_its_own_way(page: Page, site: SiteSelectors, name: str) -> None:
    script, sign = SIGNS[name]
    lesson = learnt(page, site, judging_page(script))
    assert lesson.section.get("won") == sign, lesson.missing
    assert (lesson.confirmed, lesson.result and lesson.result.exit) == (True, 0)


@full
def test_no_sign_is_awaited_that_is_not_known_yet(page: Page, site: SiteSelectors) -> None:
    patient = partial(opened, page, site, page_of("a click crowns"), replace(TIMES, win=3_600_000))
    assert learn(patient(), Wanted([QUEENS]), patient).confirmed


@full
def test_a_sign_that_no_second_play_confirms_is_not_written(page: Page, site: SiteSelectors) -> None:
    lesson = learn(opened(page, site, page_of("a click crowns")), Wanted([QUEENS]), None)
    assert not lesson.won
    assert "a second play has to confirm it" in lesson.missing[0]


# The command

#: A script that notes a win wherever a page can, and shows it from the next load on.
NOTED = """<script>
const says = document.querySelector("p");
if (localStorage.won || sessionStorage.won || document.cookie) says.textContent = "Solved! All queens stand.";
new MutationObserver(() => { localStorage.won = sessionStorage.won = document.cookie = "won=1"; }).observe(
  says, { childList: true });
</script>"""


@pytest.mark.more
@full
def test_the_second_play_knows_nothing_of_the_first(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "queens.html").write_text(page_of("a click crowns") + NOTED)
    with served(tmp_path) as here:
        run = player(environment, "learn", "--url", f"{here}/queens.html", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["confirmed"]


PAGES = {
    "zip": "zip",
    "queens": "queens",
    "zip-svg": "zip",
    "queens-borders": "queens",
    "tango-table": "tango",
    "sudoku-elements": "mini-sudoku",
    "patches-hashed": "patches",
    "wend-emoji": "wend",
    "zip-canvas": "zip",
    "queens-gl": "queens",
}


@full
@pytest.mark.parametrize(("name", "game"), PAGES.items())
def test_the_written_file_wins(here: Here, origin: str, tmp_path: Path, name: str, game: str) -> None:
    file = tmp_path / "mine.yaml"
    run = here("learn", "--url", f"{origin}/{name}.html", "--to", file, "--json")
    assert run.code == 0, run.err
    report = json.loads(run.out)
    assert (report["game"], report["outcome"], report["confirmed"], report["missing"]) == (game, "solved", True, [])
    assert load(file).site("mine").games[game].page(None).won
    again = here("play", game, "--selectors", file, "--site", "mine")
    assert again.code == 0, again.err


@full
@pytest.mark.more
def test_the_command_that_is_named_plays_the_page_that_was_learnt(here: Here, tmp_path: Path) -> None:
    run = here("learn", "zip", "--offline", "replica", "--to", tmp_path / "mine.yaml")
    assert run.code == 0, run.err
    command = shlex.split(run.err.splitlines()[-1].partition("has the section: player ")[2])
    assert here(*command).code == 0


@full
def test_play_keeps_what_it_learns_and_learns_again_what_fails(
    here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLAYER_STATE", str(tmp_path))
    (tmp_path / "queens.html").write_text(page_of("a click crowns"))
    with served(tmp_path) as origin:
        command = ("play", "queens", "--learn", "--url", f"{origin}/queens.html")
        assert here(*command).code == 0
        [file] = tmp_path.glob("learnt/*/queens.yaml")
        kept = file.read_text()
        second = here(*command)
        assert (second.code, file.read_text()) == (0, kept)
        assert "loading the page" not in second.err
        file.write_text(kept.replace(".crowned", ".crown"))
        third = here(*command)
    assert (third.code, file.read_text()) == (0, kept), third.err
    assert "the page is learnt again" in third.err


@full
def test_a_picture_shows_the_grid_that_was_found_on_a_refused_page(here: Here, tmp_path: Path) -> None:
    with site_of({"/": NOTHING["a table"].replace("<td>", "<td style='width: 40px; height: 40px'>")}) as there:
        run = here("learn", "--url", there.origin, "--artifacts", tmp_path)
    assert run.code == 76
    assert "on 5x5 cells" in run.err
    with Image.open(tmp_path / "page.png") as picture:
        pixels = [*picture.convert("RGB").tobytes()]
    red = sum(r > 180 and max(g, b) < 60 for r, g, b in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    assert red > 25 * 4 * 30  # a frame around each cell, at least


WRONG = {
    "no page": (["learn"], 2, "name the page with --url, or a GAME of the site"),
    "two sources": (["learn", "zip", "--url", "http://a.test/", "--offline", "replica"], 2, "takes the place of"),
    "an unknown game": (["learn", "chess", "--url", "http://a.test/"], 2, "chess"),
    "play: several games": (["play", "--learn", "--url", "http://a.test/"], 2, "is for one game: name it"),
    "nobody answers": (["learn", "zip", "--url", "http://127.0.0.1:9/"], 75, "did not load"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=full) if name == "nobody answers" else name for name in WRONG]
)
def test_what_is_wrong_takes_one_line(here: Here, name: str) -> None:
    arguments, code, said = WRONG[name]
    run = here(*arguments)
    lines = [line for line in run.err.splitlines() if "loading the page" not in line]
    assert (run.code, len(lines)) == (code, 1), run.err
    assert said in lines[0]


def test_a_file_that_is_not_ours_is_refused_before_a_browser_starts(here: Here, tmp_path: Path) -> None:
    file = tmp_path / "notes.yaml"
    file.write_text("mine\n")
    run = here("learn", "zip", "--url", "http://a.test/", "--to", file)
    assert run.code == 73
    assert one_line(run.err)
    assert file.read_text() == "mine\n"
