"""A member's win that is saved: the page's sign, the answer to its save, a fresh load, and faults of the server."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route  # noqa: TID251  # browser tests drive a real browser

from player.artifacts.run_log import record
from player.browser.offline import sources
from player.browser.offline.sources import Offline
from player.browser.page import tab as saving
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession
from player.files import REPLICA
from player.playing.result import Result
from tests.support.replica import QUICK, SMALL, played
from tests.support.server import serving

SAVE = "**/actions/server-request"
TIMES = replace(QUICK, load=5_000, win=4_000)
Routes = Callable[[BrowserContext], object]


@dataclass
class Pages:
    """The replica, with other answers in the context of the game, and in that of the fresh load."""

    inner: Offline
    fresh: Routes
    here: bool = False

    def attach(self, context: BrowserContext) -> None:
        self.inner.attach(context)
        if self.here:
            self.fresh(context)
        self.here = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@dataclass
class Member:
    """A member of the replica, who plays one game."""

    context: BrowserContext
    site: SiteSelectors

    def play(
        self,
        game: str = "zip",
        *,
        routes: Routes = bool,
        fresh: Routes = bool,
        verify: bool = True,
        build: str = "sdui",
        member: bool = False,
        **faults: Any,
    ) -> Result:
        replica = sources.replica("linkedin", self.site.origin, build, **faults)
        pages: Any = Pages(replace(replica, boards=SMALL), fresh)
        pages.attach(self.context)
        routes(self.context)
        visit = BrowserSession(self.context, self.site, pages, "chromium", TIMES, member=member)
        return played(game, visit.tab(game), verify_saved=verify)


@pytest.fixture
def member(context: BrowserContext, site: SiteSelectors, monkeypatch: pytest.MonkeyPatch) -> Member:
    monkeypatch.setattr(saving, "ANSWER_TIMEOUT_S", 4.0)
    return Member(context, site)


def answering(url: str = SAVE, **answer: Any) -> Routes:
    """Answer `url` so."""
    return lambda context: context.route(url, lambda route: route.fulfill(**answer))


def changed(name: str, old: str, new: str) -> Routes:
    """Serve a file of the replica with a change."""
    text = (REPLICA / "linkedin" / name).read_text(encoding="utf-8")
    assert old in text
    kind = "text/html" if name.endswith(".html") else "text/javascript"
    return answering(f"**/replica/{name}", body=text.replace(old, new), content_type=kind)


def dropped(context: BrowserContext, how: str) -> None:
    context.route(SAVE, lambda route: route.abort(how))


def left_behind(context: BrowserContext) -> None:
    """The page leaves before the answer to its save comes."""
    context.route(SAVE, lambda _route: None)
    changed("round.js", "await fetch(url", "fetch(url")(context)


def saved_once(context: BrowserContext) -> None:
    """The first save is taken, the second one is not."""

    def once(route: Route) -> None:
        seen.append(route)
        route.fulfill(body=GOOD) if len(seen) == 1 else route.fulfill(status=409)

    seen: list[Route] = []
    context.route(SAVE, once)
    changed(
        "round.js",
        "await fetch(url",
        "await fetch(url, { method: 'POST', body: JSON.stringify(body) }); await fetch(url",
    )(context)


GOOD = '{"gameBoardHasWon":true,"redirect":"/games/zip/results/"}'
FAULTS: dict[str, tuple[Routes, str]] = {
    "500": (answering(status=500, body=GOOD), "refused"),
    "403": (answering(status=403), "refused"),
    "429": (answering(status=429, headers={"retry-after": "60"}), "refused"),
    "302 to the sign-in": (answering(status=302, headers={"location": "/login"}), "refused"),
    "302 elsewhere": (answering(status=302, headers={"location": "/feed"}), "unclear"),
    "reset": (partial(dropped, how="connectionreset"), "unanswered"),
    "dropped": (partial(dropped, how="failed"), "unanswered"),
    "timed out": (partial(dropped, how="timedout"), "unanswered"),
    "for another game": (answering(body=GOOD.replace("zip", "tango")), "unclear"),
    "taken once, sent twice": (saved_once, "refused"),
    "sent as not won": (changed("sdui.js", "gameBoardHasWon: true", "gameBoardHasWon: false"), "refused"),
    "answered as not won": (answering(body=GOOD.replace("true", "false")), "refused"),
    "cut off": (answering(body=GOOD[:-2]), "unclear"),
    "a page": (answering(body="<h1>Sign in</h1>", content_type="text/html"), "unclear"),
    "204": (answering(status=204), "unclear"),
    "an error in 200": (answering(body=f'{GOOD[:-1]},"errors":[{{"code":5}}]}}'), "refused"),
    "on its way while the page leaves": (left_behind, "unanswered"),
    "of another site": (changed("sdui.js", 'url: "/flag', 'url: "https://other.example/flag'), "none"),
    "of another kind": (changed("sdui.js", '"updateGameState"', '"logImpression"'), "none"),
    "never sent": (changed("round.js", "if (!window.replica.member", "if (true"), "none"),
}


@pytest.mark.full
@pytest.mark.parametrize("name", FAULTS)
def test_a_save_that_goes_wrong_is_no_saved_win(member: Member, name: str) -> None:
    routes, witness = FAULTS[name]
    result = member.play(routes=routes, verify=False)
    doubtful = witness in {"refused", "unanswered"}
    assert record(result)["saved"] == {"page": True, "request": witness, "reload": None}
    assert (result.outcome, result.exit) == (("unsaved", 1) if doubtful else ("solved", 0)), result.message
    assert result.confirmed != "none"
    assert result.message.startswith("won by the page's ") == doubtful


@pytest.mark.full
@pytest.mark.parametrize("name", ["500", "reset", "cut off", "never sent"])
def test_a_fresh_load_finds_a_win_that_was_not_saved(member: Member, name: str) -> None:
    routes, witness = FAULTS[name]
    result = member.play(routes=routes)
    assert record(result)["saved"] == {"page": True, "request": witness, "reload": "refused"}
    assert (result.outcome, result.exit) == ("unsaved", 1)
    assert "a fresh load offers the game again" in result.message


CONFIRMED = {"page": True, "request": "confirmed", "reload": "confirmed"}
#: Wins that are as they should be: what is played, and the end with its witnesses.
SAVED: dict[str, tuple[dict[str, Any], str, dict[str, Any] | None]] = {
    "a member's has three witnesses": ({}, "solved", CONFIRMED),
    "so has one from a frame in the older build": ({"game": "mini-sudoku"}, "solved", CONFIRMED),
    "a guest's needs none": ({"build": "ember"}, "solved", None),
    "one of before is looked for too": ({"already": True}, "already", {**CONFIRMED, "request": "none"}),
}


@pytest.mark.full
@pytest.mark.parametrize("name", SAVED)
def test_of_wins_that_are_saved(member: Member, name: str) -> None:
    options, outcome, saved = SAVED[name]
    result = member.play(**options)
    assert (result.outcome, result.exit, record(result)["saved"]) == (outcome, 0, saved)
    assert result.message == "" or outcome == "already"


@pytest.mark.full
def test_a_save_by_a_beacon_is_never_taken_for_refused(member: Member) -> None:
    beacon = changed(
        "round.js",
        'await fetch(url, { method: "POST", body: JSON.stringify(body) }).then((answer) => answer.text(), () => null);',
        "navigator.sendBeacon(url, JSON.stringify(body));",
    )
    result = member.play(routes=beacon)
    assert (result.outcome, result.saved and result.saved.reload) == ("solved", "confirmed"), result.message


RESULTS = "**/games/zip/results/"
NUMBER = changed("results.html", '<p class="pr-top__next">', '<main><p>Zip #424</p></main><p class="pr-top__next">')


def leading(to: str) -> Routes:
    """Let the page of the results lead elsewhere."""
    return answering(RESULTS, body=f"<script>location.replace('{to}')</script>", content_type="text/html")


FRESH: dict[str, tuple[Routes, str]] = {
    "500": (answering("**/games/zip/**", status=500), "unclear"),
    "results that are 500": (answering(RESULTS, status=500), "unclear"),
    "a guest's page": (answering("**/games/zip/**", status=302, headers={"location": "/login"}), "unclear"),
    "results behind a sign-in": (answering(RESULTS, status=302, headers={"location": "/login"}), "unclear"),
    "results that lead to the hub": (leading("/games/"), "unclear"),
    "results of another game": (leading("/games/tango/results/"), "refused"),
    "a loss": (changed("results.js", "faults.loss", "true"), "unclear"),
    "nothing": (answering("**/games/zip/**", body="<h1>Soon</h1>", content_type="text/html"), "unclear"),
    "an empty page of results": (answering(RESULTS, body="", content_type="text/html"), "unclear"),
    "no answer": (lambda context: context.route("**/games/zip/", lambda _route: None), "unclear"),
    "no network": (
        lambda context: context.route("**/games/**", lambda route: route.abort("internetdisconnected")),
        "unclear",
    ),
    "the board again": (changed("sdui.js", "const isOver =", "const isOver = false; const other ="), "refused"),
}


@pytest.mark.full
@pytest.mark.parametrize("name", FRESH)
def test_a_fresh_load_without_the_results_is_no_saved_win(member: Member, name: str) -> None:
    fresh, witness = FRESH[name]
    result = member.play(fresh=fresh)
    assert record(result)["saved"] == {"page": True, "request": "confirmed", "reload": witness}, result.message
    assert (result.outcome, result.exit) == ("unsaved", 1)


#: The page shows the number of its puzzle.
numbered = changed("games.js", 'number ? `NO. ${number}` : ""', '"NO. 425"')


@pytest.mark.full
def test_results_of_yesterday_are_no_saved_win(member: Member) -> None:
    def yesterday(context: BrowserContext) -> None:
        page = member.site.origin + "/games/zip/results/"
        found = sources.replica("linkedin", member.site.origin, "sdui", already=True).answer(page)
        assert found
        body = found[1].decode().replace('<p class="pr-top__next">', '<p class="pr-top__subtext">Zip #424</p><p>')
        context.route(RESULTS, lambda route: route.fulfill(body=body, content_type=found[0]))

    result = member.play(routes=numbered, fresh=yesterday)
    assert (result.number, result.saved and result.saved.reload) == (425, "refused"), result.message
    assert result.message.endswith("a fresh load shows the results of another puzzle")


@pytest.mark.full
def test_a_save_of_another_puzzle_is_no_saved_win(member: Member) -> None:
    def other(context: BrowserContext) -> None:
        numbered(context)
        changed("sdui.js", 'requestId: "updateGameState"', 'requestId: "updateGameState", puzzleNumber: 424')(context)

    result = member.play(routes=other)
    assert (result.saved and result.saved.request, result.outcome) == ("refused", "unsaved")


@pytest.mark.full
def test_what_a_page_remembers_by_itself_does_not_confirm(member: Member) -> None:
    """A site that lost the save, and a page that shows the win out of its own storage."""
    remembers = changed(
        "sdui.js",
        "const isOver =",
        "addEventListener('pagehide', () => (localStorage.won = 1)); const isOver = localStorage.won ||",
    )
    result = member.play(routes=lambda context: (answering(status=204)(context), remembers(context)), fresh=remembers)
    assert record(result)["saved"] == {"page": True, "request": "unclear", "reload": "refused"}


@pytest.mark.full
@pytest.mark.parametrize(("late", "witness"), [(0.6, "confirmed"), (4.0, "unanswered")], ids=str)
def test_an_answer_that_is_late_is_awaited_for_a_while(
    member: Member, monkeypatch: pytest.MonkeyPatch, late: float, witness: str
) -> None:
    monkeypatch.setattr(saving, "ANSWER_TIMEOUT_S", 2.0)
    context, site = member.context, member.site
    with serving("sdui") as server:
        server.pages = replace(server.pages, faults={"inPlace": True}, boards={"zip": SMALL["zip"]})
        server.slow["/flagship-web/rsc-action/actions/server-request"] = late
        result = played("zip", BrowserSession(context, server.site(site), None, "chromium", TIMES).tab("zip"))
    assert result.saved is not None
    assert (result.confirmed, result.saved.request) == ("banner", witness)
