"""Pages that misbehave: what is dropped is repeated, what is covered is cleared, and no win is believed unseen."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.selectors.base import NamedBoard
from player.browser.selectors.schema import SiteSelectors
from player.errors import PlayerError
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.games.shared import ON_SITE
from tests.support.replica import AMBIGUOUS, GENERATIONS, QUICK, SMALL, SMALL_ZIP, Opener, boards, of_size, played

pytestmark = pytest.mark.full

SOLVED = {game: boards(game)[0]["solution"] for game in ON_SITE}
QUEEN_MARKS = {f"{row},{col}": "queen" for row, col in SOLVED["queens"]}
TANGO_MARKS, SUDOKU_MARKS = (
    {f"{row},{col}": mark for row, marks in enumerate(SOLVED[game]) for col, mark in enumerate(marks)}
    for game in ("tango", "mini-sudoku")
)


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize("way", ["keys", "drag", "taps"])
def test_a_path_is_drawn_in_whatever_way_the_page_takes(open_replica: Opener, generation: str, way: str) -> None:
    times = replace(QUICK, shown=300)
    result = played("zip", open_replica("zip", times=times, board=SMALL_ZIP, generation=generation, inputs=[way]))
    assert (result.outcome, result.attempts) == ("solved", 1 + ["keys", "drag", "taps"].index(way))


@pytest.mark.parametrize("way", ["drag", "keys"])
def test_a_box_is_drawn_in_whatever_way_the_page_takes(open_replica: Opener, way: str) -> None:
    result = played("patches", open_replica("patches", times=replace(QUICK, shown=300), inputs=[way]))
    attempts = {"drag": 1, "keys": 3}[way]  # a quick drag and a careful one came before
    assert (result.outcome, result.attempts, result.way) == ("solved", attempts, way)


@pytest.mark.parametrize("drop", [None, 4, 7])
def test_a_page_that_names_no_clue_gets_the_boxes_that_were_lost(open_replica: Opener, drop: int | None) -> None:
    opened = open_replica("patches", times=replace(QUICK, shown=300), nameless=True, drop=drop)
    result = played("patches", opened)
    assert result.proof
    boxes = len(result.proof.solution)
    assert result.outcome == "solved"
    assert result.attempts <= (3 if drop else 1)
    assert result.clicks <= boxes + 4, "the lost ones are drawn again, and no patch is taken away"


def test_clicks_that_a_busy_page_handles_late_are_not_repeated(open_replica: Opener, page: Page) -> None:
    busy = "for (const end = performance.now() + 60; performance.now() < end; );"
    page.add_init_script(f"addEventListener('click', () => {{ {busy} }}, true)")
    result = played("tango", open_replica("tango", times=replace(QUICK, shown=300), board=SMALL["tango"], delay=100))
    assert (result.outcome, result.attempts) == ("solved", 1)
    assert result.clicks == result.moves


@pytest.mark.parametrize(
    ("generation", "game", "present", "confirmed"),
    [
        ("ember", "queens", {"already": True}, "banner"),
        ("ember", "queens", {"marks": QUEEN_MARKS, "finished": True}, "board"),
        ("ember", "zip", {"path": SOLVED["zip"], "finished": True}, "board"),
        ("ember", "queens", {"marks": QUEEN_MARKS}, "board"),
        ("sdui", "queens", {"already": True}, "banner"),
        ("sdui", "zip", {"path": SOLVED["zip"], "finished": True}, "board"),
        ("sdui", "patches", {"patches": SOLVED["patches"], "finished": True}, "board"),
        ("ember", "tango", {"marks": TANGO_MARKS, "finished": True}, "board"),
        ("sdui", "tango", {"marks": TANGO_MARKS, "finished": True}, "board"),
        ("ember", "mini-sudoku", {"marks": SUDOKU_MARKS, "finished": True}, "board"),
        ("sdui", "wend", {"found": SOLVED["wend"], "finished": True}, "board"),
    ],
)
def test_a_game_won_before_is_left_alone(
    open_replica: Opener, page: Page, *, generation: str, game: str, present: dict[str, Any], confirmed: str
) -> None:
    result = played(game, open_replica(game, generation=generation, **present))
    assert (result.outcome, result.exit, result.confirmed, result.clicks) == ("already", 0, confirmed, 0)
    assert all("results" not in frame.url for frame in page.frames)


@pytest.mark.parametrize(
    ("game", "fault"), [(game, ["noResults", "loss"][number % 2]) for number, game in enumerate(ON_SITE)]
)
def test_a_win_that_the_page_does_not_show_is_not_reported(open_replica: Opener, game: str, fault: str) -> None:
    result = played(game, open_replica(game, **{fault: True}))
    assert (result.outcome, result.exit, result.confirmed) == ("unconfirmed", 1, "none")


def test_a_page_that_takes_no_move_is_given_up(open_replica: Opener) -> None:
    result = played("zip", open_replica("zip", times=replace(QUICK, shown=50), board=SMALL_ZIP, inputs=[]))
    assert (result.outcome, result.exit, result.attempts) == ("unsolved", 1, 8)


#: To each game one of two things, in turn.
IN_TURN = [(game, number % 2 == 0) for number, game in enumerate(ON_SITE)]


@pytest.mark.parametrize(("game", "same"), IN_TURN)
def test_a_board_that_changes_under_our_hands_again_is_given_up(open_replica: Opener, game: str, same: bool) -> None:
    times = replace(QUICK, load=4_000, from_files=True)
    with pytest.raises(PlayerError, match="the board changed during play, again") as changed:
        played(game, open_replica(game, times=times, flip=of_size(game, same=same), flipAfter=4))
    assert changed.value.code == 75


def visited_twice(open_replica: Opener, opened: GamePage, game: str, board: dict[str, Any]) -> Result:
    """Play a page whose board is `board` on its second visit; return what is known at the end, also of an error."""
    result, loads = Result(game), []

    def tell(stage: str) -> None:
        if stage == "load":
            loads.append(stage)
            if len(loads) == 2:
                open_replica(game, board=board)

    if board is AMBIGUOUS:
        with pytest.raises(PlayerError, match="two solutions"):
            play(GAMES[game], opened, result, tell)
    else:
        play(GAMES[game], opened, result, tell)
    assert len(loads) == 2
    return result


def test_a_board_that_changes_at_midnight_is_begun_afresh(open_replica: Opener) -> None:
    opened, board = open_replica("queens", flip=of_size("queens", same=True), flipAfter=4), boards("queens")[6]
    result = visited_twice(open_replica, opened, "queens", board)
    assert result.outcome == "solved"
    assert result.board == GAMES["queens"].board.from_json({**board, "givens": board["solution"][:2]})


def on_demand(opened: GamePage, site: SiteSelectors) -> GamePage:
    """The same page on a site where each visit gives another puzzle."""
    game = site.games["queens"].model_copy(update={"boards": {"8x8": NamedBoard(url=site.games["queens"].url)}})
    return opened.by(site, game)


def test_a_page_that_gives_another_puzzle_on_each_visit_is_visited_once(
    open_replica: Opener, site: SiteSelectors, page: Page
) -> None:
    flipped = of_size("queens", same=True)
    opened, asked = on_demand(open_replica("queens", flip=flipped, flipAfter=4), site), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    result = played("queens", opened)
    assert result.outcome == "solved"
    assert result.board == GAMES["queens"].board.from_json({**flipped, "givens": []})
    assert asked.count(site.games["queens"].url) == 1


def test_no_result_of_the_old_board_is_reported_of_the_new_one(open_replica: Opener) -> None:
    opened = open_replica("zip", flip=of_size("zip", same=True), flipAfter=4)
    result = visited_twice(open_replica, opened, "zip", AMBIGUOUS)
    assert result.board == GAMES["zip"].board.from_json(AMBIGUOUS)
    assert result.proof
    assert result.proof.solutions == 2


@pytest.mark.parametrize(
    ("address", "status", "code", "message"),
    [
        ("**/games/zip/", 503, 75, "did not load in 3 attempts: the server answers 503"),
        ("**/games/zip/", 404, 76, "answers 404: fix --url"),
        ("**/games/zip/", 403, 77, "answers 403: type `player login`"),
        ("**/games/zip/", 429, 75, "answers 429, too many requests: try again in 90 seconds"),
        ("**/games/zip/", 999, 77, "answers 999, request denied"),
        ("**/results/", 429, 75, "answers 429"),
        ("**/results/", 999, 77, "answers 999"),
    ],
)
def test_what_the_server_answers_decides_the_exit_code_and_who_refuses_is_not_asked_again(
    open_replica: Opener, context: BrowserContext, *, address: str, status: int, code: int, message: str
) -> None:
    opened, asked = open_replica("zip"), list[str]()

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=status, body="no", headers={"Retry-After": "90"} if status == 429 else {})

    context.route(address, answer)
    with pytest.raises(PlayerError, match=message) as refused:
        played("zip", opened)
    assert refused.value.code == code
    assert len(asked) == (3 if status == 503 else 1)


@pytest.mark.parametrize(
    ("generation", "address", "fault", "times"),
    [
        ("ember", "**/games/queens/", 503, 2),
        ("ember", "**/games/queens/", "connectionreset", 2),
        ("ember", "**/games/view/queens/desktop", 503, 1),
        ("ember", "**/results/", 503, 1),
        ("sdui", "**/results/", 503, 1),
        ("ember", "**/results/", "connectionreset", 2),
    ],
)
def test_what_did_not_come_at_once_is_asked_for_again(
    open_replica: Opener, context: BrowserContext, *, generation: str, address: str, fault: int | str, times: int
) -> None:
    def lose(route: Route) -> None:
        route.fulfill(status=fault, body="no") if isinstance(fault, int) else route.abort(fault)

    opened = open_replica("queens", generation=generation)
    context.route(address, lose, times=times)
    result = played("queens", opened)
    assert (result.outcome, result.confirmed, result.attempts) == ("solved", "results", 1)


@pytest.mark.parametrize("stage", ["play", "verdict"])
@pytest.mark.parametrize("where", ["the page", "its frame", "another origin"])
def test_a_site_that_asks_to_sign_in_during_a_game_needs_a_person(
    open_replica: Opener, page: Page, site: SiteSelectors, stage: str, where: str
) -> None:
    opened = open_replica("queens", noResults=True)
    if where == "another origin":
        opened.tab.connection._site = site.model_copy(update={"login": "https://accounts.example/enter"})
    wall = "https://accounts.example/enter" if where == "another origin" else f"{site.origin}/checkpoint/lg/login"
    page.route(f"{wall}**", lambda route: route.fulfill(body="<h1>Sign in</h1>", content_type="text/html"))

    def strike(at: str) -> None:
        if at == stage:
            (page.frames[1] if where == "its frame" else page).goto(wall)

    with pytest.raises(PlayerError, match=r"asks to sign in \(/(checkpoint|enter)") as refused:
        play(GAMES["queens"], opened, Result("queens"), strike)
    assert refused.value.code == 77


def test_a_login_wall_needs_a_person(open_replica: Opener, context: BrowserContext, site: SiteSelectors) -> None:
    opened = open_replica("zip")
    leave = f"<script>location.replace('{site.origin}/authwall?trk=1')</script>"
    context.route("**/games/zip/", lambda route: route.fulfill(body=leave, content_type="text/html"))
    context.route("**/authwall**", lambda route: route.fulfill(body="<h1>Sign in</h1>", content_type="text/html"))
    with pytest.raises(PlayerError, match=r"asks to sign in \(/authwall\)") as refused:
        played("zip", opened)
    assert refused.value.code == 77


def test_a_frame_that_the_network_loses_is_no_changed_page(open_replica: Opener, context: BrowserContext) -> None:
    opened = open_replica("zip", times=replace(QUICK, load=500))
    context.route("**/games/view/zip/desktop", lambda route: route.abort("connectionreset"))
    with pytest.raises(PlayerError, match="a part of the page did not load: /games/view/zip/desktop") as refused:
        played("zip", opened)
    assert refused.value.code == 75


def test_a_board_below_the_window_is_scrolled_into_it_before_its_cells_are_measured(
    open_replica: Opener, page: Page
) -> None:
    page.set_viewport_size({"width": 900, "height": 560})
    assert played("queens", open_replica("queens")).outcome == "solved"


def test_a_page_that_crashed_can_be_left(open_replica: Opener, page: Page) -> None:
    opened = open_replica("zip")
    assert played("zip", opened).outcome == "solved"
    page.close()
    opened.close()
    assert opened.reader.screenshot() is None


def test_a_second_way_to_read_a_mark_may_follow_the_first(open_replica: Opener, page: Page) -> None:
    opened = open_replica("queens")
    late = """
        const html = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
        Object.defineProperty(Element.prototype, 'innerHTML', {
            get: html.get,
            set(value) {
                const write = () => html.set.call(this, value);
                if (this.matches('#queens-grid .cell-content')) setTimeout(write, 80); else write();
            },
        });"""
    page.add_init_script(late)
    result = played("queens", opened)
    assert (result.outcome, result.attempts) == ("solved", 1)
