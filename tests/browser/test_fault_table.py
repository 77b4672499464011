"""The table of faults: whatever goes wrong on either generation's pages ends with the exit code that it should.

What is wrong with a file (selectors, boards, sessions), a full output or a browser that does not start is in tests/unit
and test_command.py, pages of the server's own making are in test_faults.py.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page  # noqa: TID251

from player.browser.page.connection import Connection
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.errors import PlayerError
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.faults import is_won, rows
from tests.support.replica import BUILDS, GENERATIONS, PATIENT, QUICK, SMALL, Opener, played
from tests.support.server import serving


def partial(game: str) -> dict[str, Any]:
    """A board half played, and wrongly."""
    if game == "zip":
        return {"path": SMALL["zip"]["solution"][:9]}
    if game == "mini-sudoku":
        open_cells = [(r, c) for r in range(4) for c in range(4) if not SMALL[game]["givens"][r][c]]
        digits = {f"{r},{c}": 1 for r, c in open_cells[:4]}
        return {
            "marks": {
                **digits,
                "{},{}".format(*open_cells[-1]): SMALL[game]["solution"][open_cells[-1][0]][open_cells[-1][1]],
            }
        }
    if game == "patches":
        right, (top, left, *_), *_ = SMALL["patches"]["solution"]
        return {"patches": [right, [top, left, 1, 1], [3, 2, 2, 2]]}
    if game == "wend":
        return {"found": SMALL["wend"]["solution"][:1]}
    if game == "tango":
        return {"marks": {f"{row},{col}": "sun" if row % 2 else "moon" for row in range(4) for col in range(1, 4)}}
    (r0, c0), (r1, c1), *_ = sorted(SMALL["queens"]["solution"])[3:]
    return {"marks": {f"{r0},{c0}": "cross", f"{r1},{(c1 + 2) % 6}": "queen", f"{r1},{c1}": "queen"}}


#: Every sixth row is in the default run; the other generation of each is left out of CI.
ROWS = [
    pytest.param(*row.values, id=row.id, marks=[pytest.mark.full] if number % 6 else [])
    for number, row in enumerate(rows(1))
] + [pytest.param(*row.values, id=row.id, marks=pytest.mark.more) for row in rows(0)]


#: Takes the last cell out of the board after the second input, for a moment.
HALF_DRAWN = """
    let inputs = 0;
    addEventListener("pointerup", () => {
        inputs += 1;
        if (inputs !== 2) return;
        const cell = [...document.querySelectorAll("[data-cell-idx]")].at(-1);
        const { parentElement: around, nextSibling: next } = cell;
        cell.remove();
        setTimeout(() => around.insertBefore(cell, next), 150);
    }, true);
"""


@pytest.mark.full
def test_a_board_that_is_half_drawn_after_a_move_is_waited_for(open_replica: Opener, page: Page) -> None:
    page.add_init_script(HALF_DRAWN)
    result = played("patches", open_replica("patches", board=SMALL["patches"], times=PATIENT))
    assert result.outcome == "solved"


@pytest.mark.slow
@pytest.mark.parametrize(("generation", "game", "faults"), ROWS)
def test_a_page_that_misbehaves_is_won_all_the_same(
    open_replica: Opener, generation: str, game: str, faults: dict[str, Any]
) -> None:
    is_won(open_replica, generation, game, faults)


@pytest.mark.full
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_half_played_board_is_played_to_its_end_whatever_stands_on_it(
    open_replica: Opener, generation: str, game: str
) -> None:
    result = played(game, open_replica(game, generation=generation, board=SMALL[game], **partial(game)))
    assert (result.outcome, result.attempts) == ("solved", 1)


def interrupted(game: str, page: GamePage, when: str, strike: Any) -> Result:
    """`game` played, with `strike` called as the stage `when` begins."""
    result = Result(game)
    play(GAMES[game], page, result, lambda stage: strike() if stage == when else None)
    return result


@pytest.mark.full
@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("page crash", "crashed, or was closed"),
        ("context closed", "crashed, or was closed"),
        ("leaves the puzzle", "left the puzzle for about"),
    ],
)
def test_a_page_that_goes_in_the_middle_of_a_game_may_come_again(
    open_replica: Opener, page: Page, generation: str, fault: str, message: str
) -> None:
    def strike() -> None:
        if fault == "context closed":  # the context is shared: its page is closed in its place
            page.close()
        with suppress(Error):
            page.goto("chrome://crash" if fault == "page crash" else "about:blank")

    opened = open_replica("zip", generation=generation, board=SMALL["zip"])
    with pytest.raises(PlayerError, match=message) as gone:
        interrupted("zip", opened, "play", strike)
    assert gone.value.code == 75


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.parametrize("cut", [False, True], ids=["the network is there", "the network is cut"])
@pytest.mark.full
def test_a_page_that_says_won_without_telling_the_site_is_not_believed(
    context: BrowserContext, open_replica: Opener, generation: str, *, cut: bool
) -> None:
    opened = open_replica("queens", generation=generation, board=SMALL["queens"], inPlace=True)
    answer = (lambda route: route.abort("internetdisconnected")) if cut else (lambda route: route.fulfill(body="{}"))
    context.route("**/games/finish", answer)
    result = played("queens", opened)
    assert (result.outcome, result.exit) == (("unconfirmed", 1) if cut else ("solved", 0))


@pytest.mark.full
@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_page_on_which_all_selectors_are_dead_is_not_understood(open_replica: Opener, generation: str) -> None:
    opened = open_replica("zip", generation=generation, times=replace(QUICK, load=1_500, from_files=True), noStart=True)
    opened.reader.request["site"]["generations"] = {"none": "#gone"}
    for page in opened.reader.request["pages"].values():
        page.update(grid=["#gone"], cell=["#gone"], start=[], overlays=[], won=[], already=[])
    with pytest.raises(PlayerError, match=r"no board on /games/zip/ .*grid 0, cell 0.*fix selectors.yaml") as refused:
        played("zip", opened)
    assert refused.value.code == 76


HUGE = {"game": "zip", "rows": 40, "cols": 2, "numbers": [[0, 0], [39, 0]], "walls": []}


@pytest.mark.full
@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_board_of_40_rows_is_refused(open_replica: Opener, generation: str) -> None:
    with pytest.raises(PlayerError, match="the number of rows must be from 1 to 32, not 40") as refused:
        played("zip", open_replica("zip", generation=generation, board=HUGE, times=PATIENT))
    assert refused.value.code == 65


@pytest.mark.parametrize("generation", GENERATIONS)
@pytest.mark.full
def test_half_an_answer_is_no_board(context: BrowserContext, open_replica: Opener, generation: str) -> None:
    opened = open_replica("zip", generation=generation, times=replace(QUICK, load=1500))
    half = '<html><head><script>window.replica = {"game": "zip", "boa</script></head><body>'
    where = {"ember": "**/games/view/zip/desktop", "sdui": "**/games/zip/"}[generation]
    context.route(where, lambda route: route.fulfill(body=half, content_type="text/html"))
    with pytest.raises(PlayerError, match="no board on") as refused:
        played("zip", opened)
    assert refused.value.code == 76


# On the network of this machine


@pytest.mark.full
@pytest.mark.parametrize(("generation", "network"), [("sdui", "1 s for each request"), ("ember", "3G")])
def test_a_slow_network_is_waited_for(page: Page, site: SiteSelectors, generation: str, network: str) -> None:
    with serving(generation) as server:
        here = server.site(site)
        if network == "3G":
            session = page.context.new_cdp_session(page)
            speed = {"offline": False, "latency": 150, "downloadThroughput": 150_000, "uploadThroughput": 50_000}
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", speed)
        else:
            server.delay = 1
        result = played("queens", GamePage(page, here, here.games["queens"], replace(QUICK, load=20_000, win=5_000)))
    assert (result.outcome, result.confirmed) == ("solved", "results")


@pytest.mark.full
@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_server_that_takes_too_long_is_asked_three_times(page: Page, site: SiteSelectors, generation: str) -> None:
    with serving(generation) as server:
        server.delay, here = 4, server.site(site)
        with pytest.raises(PlayerError, match="did not load in 3 attempts") as refused:
            played("zip", GamePage(page, here, here.games["zip"], replace(QUICK, load=250)))
        assert server.asked.count("/games/zip/") == 3
    assert refused.value.code == 75


@pytest.mark.full
def test_a_page_out_of_files_has_the_time_that_it_needs_and_no_host_to_blame(page: Page, site: SiteSelectors) -> None:
    times = Times(load=250, from_files=True)
    with serving("ember") as server:
        server.delay, here = 1, server.site(site)
        Connection(page, here, here.games["zip"].url, times.attempt).go()
        assert page.url == here.games["zip"].url
    page.route("**", lambda route: route.abort("timedout"))
    with pytest.raises(PlayerError, match="did not load in 3 attempts: its file was served") as refused:
        Connection(page, site, site.games["zip"].url, times.attempt).go()
    assert "did not answer" not in str(refused.value)
    page.unroute_all()  # Chromium reloads its page about an error by itself: with the route, closing may hang


@pytest.mark.full
def test_a_redirect_to_the_login_wall_is_followed_once(page: Page, site: SiteSelectors) -> None:
    with serving("ember") as server:
        server.moved, here = "/uas/login?session_redirect=x", server.site(site)
        with pytest.raises(PlayerError, match=r"asks to sign in \(/uas/login\)") as refused:
            played("zip", GamePage(page, here, here.games["zip"], QUICK))
        assert server.asked.count("/games/zip/") == 1
    assert refused.value.code == 77


@pytest.mark.full
@pytest.mark.parametrize("generation", GENERATIONS)
def test_a_win_on_a_network_that_is_cut_is_not_confirmed(page: Page, site: SiteSelectors, generation: str) -> None:
    with serving(generation) as server:
        here = server.site(site)
        opened = GamePage(page, here, here.games["queens"], QUICK)
        try:
            result = interrupted("queens", opened, "play", lambda: page.context.set_offline(True))
        finally:
            page.context.set_offline(False)
    assert (result.outcome, result.exit, result.confirmed) == ("unconfirmed", 1, "none")


@pytest.mark.full
def test_without_a_network_there_is_no_game(page: Page, site: SiteSelectors) -> None:
    with serving("ember") as server:
        here = server.site(site)
        page.context.set_offline(True)
        try:
            opened = GamePage(page, here, here.games["zip"], QUICK)
            with pytest.raises(PlayerError, match=r"^there is no network: 127\.0\.0\.1 is not reached$") as refused:
                played("zip", opened)
            assert opened.reader.capture() is None, "no page has come that could be replayed"
        finally:
            page.context.set_offline(False)
    assert refused.value.code == 75
