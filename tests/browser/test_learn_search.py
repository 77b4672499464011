"""The search for a section on pages that no selector describes: the right board, or none."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count, product
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.api.boards import generate
from player.boards.board_json import board_of
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.doctor.learn.learning import learn
from player.doctor.learn.search import Wanted, found_by_sight, search
from player.doctor.learn.session import LearntPage
from player.doctor.reading import PAGE
from player.errors import PageNotUnderstood
from player.games import GAMES
from player.proof import prove
from tests.support.board_pictures import drawing, file_of
from tests.support.games.shared import ON_SITE
from tests.support.replica import BUILDS, QUICK, Opener, boards
from tests.support.seen import board_of as board_seen
from tests.support.unknown_pages import (
    COLOURS,
    MAKES,
    OTHERS,
    SQUARE,
    grid,
    patches_by_coloured_icons,
    sudoku_in_boxes,
    tango_by_drawings,
    tango_by_painted_discs,
    tango_by_pictures_of_signs,
    tango_by_placed_texts,
    tango_with_signs_as_large_as_cells,
    wend_by_hashed_classes,
    zip_by_classes,
)
from tests.support.unknown_pages import page as html_page

HERE = "http://unknown.example"
Unknown = Callable[[str], GamePage]


def bare(url: str) -> SiteSelectors:
    """A site of which nothing is known but the address of a page."""
    nothing = PageSelectors.model_validate({"grid": "body", "cell": "no-cell", "read": {}})
    games = {"any": GameSelectors(url=url, pages={PAGE: nothing})}
    return SiteSelectors(origin=HERE, locale="en-US", timezone="UTC", games=games)


@pytest.fixture
def unknown(page: Page, context: BrowserContext) -> Unknown:
    """A page of some markup, already open."""

    def serve(html: str) -> GamePage:
        context.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=html))
        page.goto(f"{HERE}/")
        site = bare(f"{HERE}/")
        return GamePage(page, site, site.games["any"], QUICK)

    return serve


def searched(page: GamePage) -> LearntPage:
    return search(page, Wanted([*GAMES.values()]))


def same_puzzle(game: str, board: Any) -> Any:
    """The board as JSON; of two symbols either may be called sun."""
    data = GAMES[game].board.to_json(board)
    if game == "tango":
        other = {"sun": "moon", "moon": "sun"}
        data["givens"] = min(data["givens"], [[row, col, other[symbol]] for row, col, symbol in data["givens"]])
    return data


def shown(make: Callable[..., str], game: str, board: dict[str, Any]) -> Any:
    """The board that a page of `make` shows."""
    if game == "queens":
        board = {**board, "givens": board["solution"][:1] if "given" in make.__name__ else []}
    return same_puzzle(game, board_of(board)[1])


PAGES = [(game, make, number) for game, makes in MAKES.items() for make in makes for number in range(3)]
FIRST = [pytest.param(*one, marks=[] if not one[2] else pytest.mark.full) for one in PAGES]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "make", "number"), FIRST)
def test_the_board_of_an_unknown_page_is_found(
    unknown: Unknown, game: str, make: Callable[..., str], number: int
) -> None:
    board = boards(game)[number]
    learnt = searched(unknown(make(board)))
    assert (learnt.game.name, same_puzzle(game, learnt.board)) == (game, shown(make, game, board))
    assert learnt.proof.solutions == 1
    assert learnt.game.play.read(learnt.look.snapshot) == learnt.board
    PageSelectors.model_validate(learnt.section)
    keys = learnt.section.keys() - {"read", "numbered_from"}
    told = {*keys, *(f"read.{field}" for field in learnt.section["read"])}
    assert told <= learnt.evidence.keys()
    assert learnt.doubts <= told


def test_an_attribute_that_numbers_the_cells_is_their_order(page: Page, unknown: Unknown) -> None:
    opened = unknown(MAKES["queens"][0](boards("queens")[0]))
    number = "cells => document.querySelectorAll(cells).forEach((cell, index) => { cell.dataset.index = index; })"
    page.evaluate(number, searched(opened).section["cell"])
    learnt = searched(opened)
    assert learnt.section["index"] == {"attribute": "data-index"}
    assert learnt.evidence["index"] == "numbers the cells in their order"


def _signs(board: dict[str, Any], sign: str) -> list[Any]:
    """The signs of one kind that fit the solution, between most cells."""
    solution = board["solution"]
    return [
        [[row, col], [row + down, col + 1 - down], sign]
        for row, col, down in product(range(5), range(5), range(2))
        if (solution[row][col] == solution[row + down][col + 1 - down]) == (sign == "equal")
    ]


@pytest.mark.full
def test_a_sign_that_is_not_on_the_board_is_read_as_the_other_one_is(unknown: Unknown, page: Page) -> None:
    board = boards("tango")[0]
    learnt = searched(unknown(tango_by_painted_discs({**board, "edges": _signs(board, "cross")})))
    unknown(tango_by_painted_discs(board))
    assert same_puzzle("tango", read_by(learnt, page)) == shown(tango_by_painted_discs, "tango", board)


#: With equal signs in place of all, it has one solution, too.
WITH_CROSSES = {
    "game": "tango",
    "size": 6,
    "givens": [
        [0, 3, "moon"],
        [0, 5, "moon"],
        [1, 0, "moon"],
        [1, 1, "sun"],
        [1, 2, "sun"],
        [1, 4, "moon"],
        [1, 5, "sun"],
        [3, 0, "sun"],
        [4, 4, "sun"],
        [5, 1, "sun"],
    ],
    "edges": [
        [[3, 1], [3, 2], "cross"],
        [[3, 1], [4, 1], "equal"],
        [[3, 3], [3, 4], "cross"],
        [[5, 0], [5, 1], "cross"],
    ],
}


@pytest.mark.full
@pytest.mark.parametrize("styled", [False, True])
def test_signs_that_only_pictures_tell_are_read(unknown: Unknown, *, styled: bool) -> None:
    learnt = searched(unknown(tango_by_pictures_of_signs(WITH_CROSSES, styled=styled)))
    assert same_puzzle("tango", learnt.board) == shown(tango_by_painted_discs, "tango", WITH_CROSSES)
    assert {"read.equal", "read.cross"} <= learnt.doubts


@pytest.mark.full
def test_a_board_that_a_picture_contradicts_is_none(unknown: Unknown) -> None:
    """Nothing in the document tells the two kinds of signs, which are drawn on canvases."""
    html = tango_by_drawings(WITH_CROSSES)
    lines = re.findall(r"<path d='([^']*)' fill=none stroke=#555 />", html)
    html = re.sub(r"<svg width=16 .*?</svg>", "<canvas width=16 height=16></canvas>", html)
    script = f"""<script>document.querySelectorAll("canvas").forEach((canvas, at) => {{
        const sign = canvas.getContext("2d");
        sign.scale(1.6, 1.6);
        sign.strokeStyle = "#555";
        sign.stroke(new Path2D({json.dumps(lines)}[at]));
    }});</script>"""
    with pytest.raises(PageNotUnderstood, match="looks different from what was read: the markup has"):
        searched(unknown(html + script))


@pytest.mark.full
@pytest.mark.parametrize("equal", [0, 1])
def test_signs_that_are_named_by_their_direction_too_are_read_on_any_board(
    unknown: Unknown, page: Page, equal: int
) -> None:
    """The first board has one sign of equality at most."""
    make = partial(tango_with_signs_as_large_as_cells, named=True)
    board = _with_two_symbols(16)
    first = {**board, "edges": [*_signs(board, "cross")[::2], *_signs(board, "equal")[:equal]]}
    learnt = searched(unknown(make(first)))
    for other in boards("tango")[:4]:
        unknown(make(other))
        assert same_puzzle("tango", read_by(learnt, page)) == same_puzzle("tango", board_of(other)[1])


def read_by(learnt: LearntPage, page: Page) -> Any:
    """The board that a page shows, by a section that was learnt on another one."""
    section = GameSelectors(url=f"{HERE}/", pages={PAGE: PageSelectors.model_validate(learnt.section)})
    look = board_seen(GamePage(page, bare(f"{HERE}/"), section, QUICK).reader.now())
    return learnt.game.play.read(look.snapshot)


@pytest.mark.full
def test_a_shape_that_is_not_on_the_board_is_read_by_its_word(unknown: Unknown, page: Page) -> None:
    """All clues of the first board say "tall"."""

    def html(board: dict[str, Any]) -> str:
        style = "display: inline-block; width: 9px; height: 9px; background: gray"
        clues = {
            (row, col): f"<i class='icon icon-{shape}' style='{style}' aria-label='{shape}'></i><b>{area or ''}</b>"
            for row, col, shape, area in board["clues"]
        }
        cells = [f">{clues.get(place, '')}" for place in product(range(board["rows"]), range(board["cols"]))]
        return html_page(grid(cells, board["cols"]), f"section div {SQUARE} section div {{ border: 1px solid #999 }}")

    columns = [[0, 0, "tall", 4], [1, 1, "tall", 4], [2, 2, "tall", None], [3, 3, "tall", 4]]
    one = {"rows": 4, "cols": 4, "clues": columns}
    other = next(board for board in boards("patches") if "square" in {shape for _, _, shape, _ in board["clues"]})
    learnt = searched(unknown(html(one)))
    assert "icon-tall" not in str(learnt.section["read"]["shape"])
    unknown(html(other))
    assert same_puzzle("patches", read_by(learnt, page)) == same_puzzle("patches", board_of(other)[1])


@pytest.mark.full
def test_cells_that_let_clicks_through_lie_in_what_takes_these(unknown: Unknown) -> None:
    html = tango_by_painted_discs(boards("tango")[0])
    html = html.replace(
        "<section", "<main style='width: max-content'><style>section { pointer-events: none }</style><section"
    )
    learnt = searched(unknown(html.replace("</section>", "</section></main>")))
    assert learnt.section["grid"] == "main"
    assert all(point.free for point in learnt.look.points)


@pytest.mark.full
def test_symbols_have_the_names_that_follow_the_place_in_a_label(unknown: Unknown) -> None:
    for board in boards("tango")[1:2] + boards("tango")[5:6]:
        learnt = searched(unknown(tango_by_drawings(board)))
        assert GAMES["tango"].board.to_json(learnt.board)["givens"] == board["givens"]


def _with_two_symbols(count: int = 0) -> dict[str, Any]:
    """A board of Tango that gives both symbols, with more of its solution given to so many cells."""
    board = next(one for one in boards("tango") if len({symbol for _, _, symbol in one["givens"]}) == 2)
    given = {(row, col) for row, col, _ in board["givens"]}
    free = [at for at in product(range(board["size"]), repeat=2) if at not in given]
    more = [[row, col, board["solution"][row][col]] for row, col in free[: max(0, count - len(given))]]
    return {**board, "givens": [*board["givens"], *more]}


@pytest.mark.full
def test_signs_may_be_texts_that_styles_place_in_cells(unknown: Unknown) -> None:
    board = next(one for one in boards("tango") if len({(*a,) for a, _, _ in one["edges"]}) == len(one["edges"]))
    learnt = searched(unknown(tango_by_placed_texts(board)))
    assert same_puzzle("tango", learnt.board) == same_puzzle("tango", board_of(board)[1])
    signs = [learnt.section["read"][sign]["any"] for sign in ("equal", "cross")]
    assert signs == [[{"bars": ".sq", "pattern": pattern}] for pattern in ("^=$", "^≠$")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "moon",
    [
        ".sq .Xy7z { width: 0; height: 0; border: 12px solid transparent; border-bottom-color: navy }",
        ".Xy7z::before { content: ''; display: block; height: 24px; background: radial-gradient(gray, navy) }",
    ],
    ids=["the borders of a box", "a pseudo-element"],
)
def test_each_of_two_symbols_may_be_painted_in_its_own_way(unknown: Unknown, moon: str) -> None:
    """No style tells both: one is a background."""
    board = _with_two_symbols()
    html = tango_by_painted_discs(board)
    sun = ".aB3d { background: radial-gradient(white, orange) }"
    for before, after in ((".aB3d { background: orange }", sun), (".Xy7z { background: navy }", moon)):
        assert before in html
        html = html.replace(before, after)
    assert same_puzzle("tango", searched(unknown(html)).board) == same_puzzle("tango", board_of(board)[1])


@pytest.mark.full
def test_most_cells_may_be_given(unknown: Unknown) -> None:
    board = _with_two_symbols(22)
    html = tango_with_signs_as_large_as_cells(board)
    assert same_puzzle("tango", searched(unknown(html)).board) == same_puzzle("tango", board_of(board)[1])


def test_the_timer_of_the_page_is_known(unknown: Unknown) -> None:
    html = sudoku_in_boxes(boards("mini-sudoku")[0])
    assert "timer" not in searched(unknown(html)).section
    clock = "<p>Best of 3: Ann</p><p class=gone>Time: <b class=clock>0:07</b></p>"
    assert searched(unknown(html.replace("<section", f"{clock}<section", 1))).section["timer"] == ".clock"


def test_hidden_elements_in_cells_that_share_a_name_with_them_tell_no_walls(unknown: Unknown) -> None:
    """Three of them are in each empty cell, for notes."""
    board = boards("mini-sudoku")[0]
    notes = f"class='sq key'>{'<i class=sq hidden></i>' * 3}</"
    html = sudoku_in_boxes(board).replace("class=sq></", notes).replace("class=sq>", "class='sq key'>")
    learnt = searched(unknown(html))
    assert learnt.section["cell"] == ".key"
    assert same_puzzle("mini-sudoku", learnt.board) == same_puzzle("mini-sudoku", board_of(board)[1])


def test_cells_may_be_twice_as_high_as_wide(unknown: Unknown) -> None:
    board = boards("mini-sudoku")[0]
    learnt = searched(unknown(sudoku_in_boxes(board).replace("height: 48px", "height: 96px")))
    assert same_puzzle("mini-sudoku", learnt.board) == same_puzzle("mini-sudoku", board_of(board)[1])


@pytest.mark.full
def test_cells_are_not_known_by_an_attribute_that_a_build_has_named(unknown: Unknown) -> None:
    html = zip_by_classes(boards("zip")[0])
    for attribute in ("data-v-7ba5bd90", "_ngcontent-ng-c3312", "data-astro-cid-j7pv25f6"):
        learnt = searched(unknown(html.replace("<div class='sq", f"<div {attribute} class='sq")))
        assert learnt.section["cell"] == ".sq"


@pytest.mark.full
def test_one_of_several_solutions_of_the_board_in_a_picture_is_picked(unknown: Unknown) -> None:
    board = {**boards("tango")[0], "edges": []}
    picture = b64encode(file_of(drawing(board))).decode()
    page = unknown(html_page(f"<h1>Tango</h1><img src='data:image/png;base64,{picture}'>", ""))
    with pytest.raises(PageNotUnderstood, match="two solutions or more"):
        found_by_sight(page, Wanted([GAMES["tango"]]))
    learnt = found_by_sight(page, Wanted([GAMES["tango"]], any_solution=True))
    assert learnt
    assert learnt.is_picked


@pytest.mark.more
@pytest.mark.full
def test_another_load_is_asked_for_another_board_than_one_of_several_solutions_in_a_picture(
    page: Page, context: BrowserContext
) -> None:
    board = boards("tango")[0]
    pictures = (b64encode(file_of(drawing(one))).decode() for one in ({**board, "edges": []}, board))
    level = "<button onclick='this.previousElementSibling.remove()'>Hard</button>"
    served = iter([html_page(f"<h1>Tango</h1><img src='data:image/png;base64,{one}'>{level}", "") for one in pictures])
    context.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=next(served)))
    site = bare(f"{HERE}/")
    learnt = learn(GamePage(page, site, site.games["any"], QUICK), Wanted([GAMES["tango"]]), None, read_only=True)
    assert same_puzzle("tango", learnt.board) == same_puzzle("tango", board_of(board)[1])


@pytest.mark.full
def test_rows_without_a_number_may_be_lower(unknown: Unknown) -> None:
    board = next(one for one in boards("zip") if len({row for row, _ in one["numbers"]}) < one["rows"])
    style = ".sq { height: auto } .sq::before { content: ''; display: block; height: 28px }"
    style += " .row:has(.sq:not(:empty)) .sq::before { height: 48px }"
    learnt = searched(unknown(zip_by_classes(board).replace("</style>", f"{style}</style>", 1)))
    assert same_puzzle("zip", learnt.board) == same_puzzle("zip", board_of(board)[1])


@pytest.mark.full
def test_slots_are_not_known_by_the_first_letters_of_a_hash(unknown: Unknown) -> None:
    numbered = "<span class=cebb1f data-slot=slot-1>"
    html = wend_by_hashed_classes(boards("wend")[0]).replace("m2Lp9", "cebb1f").replace("<span class=cebb1f>", numbered)
    assert searched(unknown(html)).section["beside"]["words"]["parts"] == '[data-slot^="slot-"]'


def test_controls_in_a_row_are_no_word(unknown: Unknown) -> None:
    row = "<li class=row style='display: grid; grid-template: 30px / 90px 90px'><b>Undo</b><b>Hint</b></li></ul>"
    html = wend_by_hashed_classes(boards("wend")[0]).replace("q8Ws1", "word").replace("</ul>", row)
    assert searched(unknown(html)).section["beside"]["words"]["items"] == ".word"


@pytest.mark.full
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_the_board_of_the_replica_is_found_without_its_section(
    open_replica: Opener, site: SiteSelectors, game: str, generation: str
) -> None:
    opened = open_replica(game, generation=generation)
    known = GAMES[game].play.read(opened.open().snapshot)  # type: ignore[union-attr]  # a board, as none was won
    none = bare(site.games[game].url)
    learnt = searched(opened.by(none, none.games["any"]))
    assert (learnt.game.name, same_puzzle(game, learnt.board)) == (game, same_puzzle(game, known))


@pytest.mark.full
@pytest.mark.parametrize("colours", [1, 2, 3])
def test_colours_that_the_icons_contradict_are_no_shapes(unknown: Unknown, colours: int) -> None:
    """One solution proves no mapping: that teal is tall is believed only if no teal icon is wide."""
    for board in boards("patches")[:4]:
        html = patches_by_coloured_icons(board, lambda number, _: [*COLOURS.values()][7 * number % colours])
        with suppress(PageNotUnderstood):
            assert same_puzzle("patches", searched(unknown(html)).board) == same_puzzle("patches", board_of(board)[1])


def test_colours_that_the_icons_bear_out_are_shapes(unknown: Unknown) -> None:
    board = boards("patches")[0]
    html = patches_by_coloured_icons(board, lambda _, shape: COLOURS[shape])
    assert same_puzzle("patches", searched(unknown(html)).board) == same_puzzle("patches", board_of(board)[1])


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[] if "chess" in one else pytest.mark.full) for one in OTHERS]
)
def test_a_page_without_a_game_is_refused_with_what_was_searched_for(unknown: Unknown, name: str) -> None:
    with pytest.raises(PageNotUnderstood) as refusal:
        searched(unknown(OTHERS[name]))
    for game in ON_SITE:
        assert GAMES[game].title in str(refusal.value)


def test_a_region_too_many_is_reported(unknown: Unknown) -> None:
    with pytest.raises(PageNotUnderstood, match="the likeliest one finds 7 regions, in 6 rows"):
        searched(unknown(OTHERS["queens with a region too many"]))


def test_signs_that_say_what_they_are_are_not_taken_for_the_other_ones(unknown: Unknown) -> None:
    other = {"equal": "cross", "cross": "equal"}
    board = boards("tango")[0]
    turned = {**board, "edges": [[*cells, other[sign]] for *cells, sign in board["edges"]]}
    assert prove(*board_of(turned)).solutions != 1
    with pytest.raises(PageNotUnderstood):
        searched(unknown(tango_by_painted_discs(turned)))


@pytest.mark.full
def test_cells_with_three_numbers_hold_no_two_symbols(unknown: Unknown) -> None:
    board, numbers = next(one for one in boards("tango") if len(one["givens"]) > 5), count(1)
    discs = tango_by_painted_discs(board)
    assert searched(unknown(discs)).game.name == "tango"
    with pytest.raises(PageNotUnderstood, match="no reading gives two kinds of symbol"):
        searched(unknown(re.sub("(?<=<div class=(?:aB3d|Xy7z)>)", lambda _: str(next(numbers)), discs)))


def test_a_page_without_boxes_says_so(unknown: Unknown) -> None:
    with pytest.raises(PageNotUnderstood, match="no rows and columns of similar boxes"):
        searched(unknown("<!DOCTYPE html><p>Soon</p>"))


def test_nothing_is_clicked(unknown: Unknown, page: Page) -> None:
    opened = unknown(html_page("<script>onpointerdown = () => document.title = 'touched'</script>", "", "untouched"))
    with pytest.raises(PageNotUnderstood):
        searched(opened)
    assert page.title() == "untouched"


@pytest.mark.full
def test_the_number_of_stars_is_told_by_a_board_of_which_the_page_says_nothing(unknown: Unknown) -> None:
    board = generate("queens", size=9, stars=2, seed=3)
    regions = GAMES["queens"].board.to_json(board)["regions"]
    colours = [f"hsl({40 * number} 70% {60 + 10 * (number % 2)}%)" for number in range(9)]
    cells = "".join(f"<div style='background: {colours[region]}'></div>" for line in regions for region in line)
    style = "main { display: grid; grid-template: repeat(9, 40px) / repeat(9, 40px); gap: 1px }"
    learnt = searched(unknown(html_page(f"<main>{cells}</main>", style)))
    assert same_puzzle("queens", learnt.board) == same_puzzle("queens", board)
    with pytest.raises(PageNotUnderstood, match="two solutions or more"):  # it may have just one with two stars
        searched(unknown(html_page(f"<main>{cells}</main>", style, "Queens")))
