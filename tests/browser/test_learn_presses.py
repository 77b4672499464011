"""The presses of `player learn` before a board is proved, held against the log of a server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page  # noqa: TID251  # browser tests drive a real browser

from player.browser.launch import BrowserOptions, context
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import closing_popups
from player.doctor.learn.learning import LearnRequest, learn
from player.doctor.learn.search import Wanted
from player.doctor.learn.session import LearntPage
from player.errors import PageNotUnderstood, PlayerError, RequestStopped
from player.files import REPLICA
from player.games import GAMES
from tests.support import hostile_pages
from tests.support.browser_commands import one_line, player
from tests.support.hostile_pages import CONTROLS, GOOD, LISTENERS, REFUSED, SEATS, WORKER, Site, as_page, interruption
from tests.support.http_servers import served

full = pytest.mark.full
TIMES = Times(load=6_000, win=600, quiet=300)
Learn = Callable[..., LearntPage]


@pytest.fixture
def tabs() -> list[Page]:
    """The tabs in which a page was learnt."""
    return []


@pytest.fixture
def learning(browser: Browser, site: SiteSelectors, tabs: list[Page]) -> Iterator[Learn]:
    """Learn the page at an address, of one game or of any; each play has a context of its own, which knows nothing of
    the other. A script may run in the first one, in which the inputs are tried.
    """
    with ExitStack() as stack:

        def learnt(url: str, game: str | None = None, script: str = "") -> LearntPage:
            unknown = LearnRequest(url, site, BrowserOptions(offline=True)).unknown_site()

            def opened() -> GamePage:
                tabs.append(closing_popups(stack.enter_context(context(browser, site)).new_page()))
                if len(tabs) == 1:
                    tabs[0].add_init_script(script)
                page = GamePage(tabs[-1], unknown, unknown.games["queens"], TIMES)
                page.trials.careful()
                return page

            return learn(opened(), Wanted([GAMES[game]] if game else [*GAMES.values()]), opened)

        yield learnt


def refused(learning: Learn, html: str) -> tuple[PlayerError, Site]:
    """Return the refusal of a page, and the site that served it."""
    with hostile_pages.site({"/": html, "/worker.js": WORKER}) as there, pytest.raises(PlayerError) as failure:
        learning(f"{there.origin}/")
    assert failure.value.exit_code == 76
    return failure.value, there


def some(pages: dict[str, str], *first: str) -> list[object]:
    """Return the names of pages as parameters: those but the `first` ones are long tests."""
    return [pytest.param(name, marks=[] if name in first else [full, pytest.mark.more]) for name in pages]


@pytest.mark.parametrize("name", some(CONTROLS, "a checkout", "a link"))
@pytest.mark.full
def test_no_form_is_submitted_and_no_link_followed(learning: Learn, name: str) -> None:
    error, there = refused(learning, as_page(CONTROLS[name]))
    assert isinstance(error, PageNotUnderstood)
    assert there.sent == []


@pytest.mark.full
def test_a_page_that_leads_to_the_game_by_a_link_is_refused_with_its_address(learning: Learn) -> None:
    for name in ("<b>Play!</b>", "<b>1</b> <i>8x8</i>"):
        html = f"<!DOCTYPE html><title>Queens</title><a href=/game?size=8>{name}</a> <a href=/rules>Rules</a>"
        error, there = refused(learning, html)
        assert str(error).endswith(f"; a link leads to {there.origin}/game?size=8: learn that page")
        assert [path for _, path in there.log] == ["/"]


@pytest.mark.full
def test_what_is_called_as_a_game_in_the_middle_of_a_word_is_not_pressed(learning: Learn, tabs: list[Page]) -> None:
    """The sun is a symbol of Tango."""
    days = "".join(f"<button onclick='window.day = this'>{day}</button>" for day in ("Sunday", "Unsunny"))
    with (
        hostile_pages.site({"/": f"<!DOCTYPE html><title>A week</title>{days}"}) as there,
        pytest.raises(PageNotUnderstood, match="no board of a game was found"),
    ):
        learning(f"{there.origin}/", "tango")
    assert tabs[0].evaluate("window.day === undefined")


#: Pages that only a person can lead to a board, and how the refusal of each ends.
REFUSALS = {
    "<form action=/away><input type=number value=5><button>Start Game</button></form>": (
        "'Start Game' submits a form: press it in a Chrome that you started, and use --cdp"
    ),
    "<input placeholder=Name><input type=password><button>Log in</button>": (
        "the page asks for a password: give a session with --storage-state"
    ),
}


@pytest.mark.full
def test_a_refusal_names_what_is_not_pressed(learning: Learn) -> None:
    for html, says in REFUSALS.items():
        error, there = refused(learning, f"<!DOCTYPE html><title>Queens</title>{html}")
        assert str(error).endswith(f"; {says}")
        assert [path for _, path in there.log] == ["/"]


#: The methods and paths of what is stopped, if it is no POST to /away.
STOPPED = {
    "put": "PUT 127.0.0.1",
    "patch": "PATCH 127.0.0.1",
    "delete": "DELETE 127.0.0.1",
    "a new window": "GET 127.0.0.1",
    "another address": "GET 127.0.0.1",
}


@pytest.mark.full
@pytest.mark.parametrize("name", some(LISTENERS, "click"))
def test_a_request_that_a_press_sets_off_is_stopped_before_it_leaves(learning: Learn, name: str) -> None:
    error, there = refused(learning, as_page(LISTENERS[name]))
    own = [one for one in there.sent if one == ("POST", "/away/own")]
    assert there.sent == own
    if name != "a little later":  # it had no time
        assert isinstance(error, RequestStopped)
        assert f"a press set off {STOPPED.get(name, 'POST 127.0.0.1')}" in str(error)
        assert "/away" in str(error)
        assert "secret" not in str(error)


@pytest.mark.parametrize("name", some(SEATS, "buttons"))
@pytest.mark.full
def test_no_seat_is_bought(learning: Learn, name: str) -> None:
    _, there = refused(learning, SEATS[name])
    # A message over a socket can't be held back: there is one, and none after it.
    assert there.sent == ([("MESSAGE", "/ws")] if name == "sockets" else [])


@full
@pytest.mark.parametrize("name", GOOD)
def test_a_board_behind_its_start_is_learnt(learning: Learn, name: str) -> None:
    game = "queens" if name in {"a link to the game by another name", "a start for each of two games"} else None
    with hostile_pages.site({"/": GOOD[name]}) as there:
        assert learning(f"{there.origin}/", game).won
    own = {path for method, path in there.log if method != "GET"}
    assert own == ({"/own/view", "/own/beat"} if name == "its own requests" else set())


@pytest.mark.parametrize("name", some(REFUSED))
def test_a_board_that_stays_covered_is_refused(learning: Learn, name: str) -> None:
    error, there = refused(learning, REFUSED[name])
    assert "a board of Queens with 6x6 cells (main) was found, but something covers the board" in str(error)
    assert there.sent == []


PAGES = {"zip": "zip", "queens": "queens", "sudoku-elements": "mini-sudoku"}


@full
@pytest.mark.parametrize("how", ["a button begins the game", "it goes", "it stays"])
@pytest.mark.parametrize(("name", "game"), PAGES.items())
def test_a_layer_that_comes_over_the_board_gets_no_input(
    learning: Learn, tabs: list[Page], name: str, game: str, how: str
) -> None:
    script = interruption(how)
    with served(REPLICA / "other") as origin:
        if how == "it stays":
            with pytest.raises(PageNotUnderstood, match="something covers the board"):
                learning(f"{origin}/{name}.html", game, script)
        else:
            assert learning(f"{origin}/{name}.html", game, script).won
    assert tabs[0].evaluate("[sessionStorage.shown, sessionStorage.lost]") == ["1", None]


@pytest.mark.more
@full
def test_the_command_names_the_request_in_one_line(environment: dict[str, str]) -> None:
    with hostile_pages.site({"/": SEATS["buttons"]}) as there:
        run = player(environment, "learn", "--url", f"{there.origin}/?token=secret")
        again = player(environment, "play", "queens", "--learn", "--url", f"{there.origin}/?token=secret")
    assert (run.returncode, again.returncode) == (76, 76)
    for line in (run.stderr.splitlines()[-1], again.stderr.splitlines()[-1]):
        assert f"POST {there.origin.partition('//')[2]}/away" in line
        assert one_line(f"{line}\n")
        assert "secret" not in line
    assert there.sent == []
