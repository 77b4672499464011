"""Signing in, and who the site takes us for afterwards: told by its pages, here the replica's."""

import json
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page  # noqa: TID251  # a person at it

from player.browser.launch import BrowserOptions, context
from player.files import SELECTORS
from tests.support.browser_commands import Here, records
from tests.support.commands import Player
from tests.support.server import Server, serving

pytestmark = pytest.mark.full

Person = Callable[[Page], None]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving("sdui") as server:
        yield server


@pytest.fixture
def selectors(server: Server, tmp_path: Path) -> Path:
    file = tmp_path / "selectors.yaml"
    file.write_text(SELECTORS.read_text().replace("https://www.linkedin.com", server.origin))
    return file


@pytest.fixture
def wishes() -> list[BrowserOptions]:
    """The browsers that were requested, in order."""
    return []


@pytest.fixture
def at(
    selectors: Path,
    wishes: list[BrowserOptions],
    browser: Browser,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Here:
    """`player ARGUMENT...` on the site that `server` is, in the tests' browser."""

    @contextmanager
    def shared(wish: BrowserOptions) -> Iterator[Browser]:
        wishes.append(wish)
        yield browser

    for module in ("session", "account", "launch"):
        monkeypatch.setattr(f"player.browser.{module}.browser", shared)
    run = Player(capsys)
    return lambda *arguments: run(*arguments, "--selectors", selectors)


@pytest.fixture
def attended(monkeypatch: pytest.MonkeyPatch) -> Callable[[Person], None]:
    """Have a person sit at the window that opens, who is shown each page once it has loaded."""

    def attend(person: Person) -> None:
        def meets(page: Page) -> None:
            page.on("load", person)

        @contextmanager
        def attended(*of: Any) -> Iterator[BrowserContext]:
            with context(*of) as opened:
                opened.on("page", meets)
                yield opened

        monkeypatch.setattr("player.browser.account.context", attended)

    return attend


def signs_in(page: Page) -> None:
    if page.url.endswith("/login"):
        page.context.add_cookies([{"name": "elsewhere", "value": "of-another-site", "url": "https://other.example/"}])
        page.get_by_role("button", name="Sign in").click()


def test_what_a_person_signed_in_to_is_saved_and_used(
    at: Here, wishes: list[BrowserOptions], attended: Callable[[Person], None], state: Path, server: Server
) -> None:
    attended(signs_in)
    file = state / "sessions" / "linkedin.json"
    code, out, err = at("login")
    assert (code, out) == (0, f"the session is saved in {file}: `player play --as member` plays with it\n"), err
    saved = json.loads(file.read_text())
    assert [(cookie["name"], cookie["domain"]) for cookie in saved["cookies"]] == [("replica_session", "127.0.0.1")]
    assert [origin["origin"] for origin in saved["origins"]] == [server.origin]
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (state, file.parent, file)]
    assert modes == [0o700, 0o700, 0o600]

    code, out, err = at("whoami")
    assert (code, out.startswith("member: the site honours the session saved 2")) == (0, True), err
    assert saved["cookies"][0]["value"] not in out

    code, out, _ = at("play", "zip", "--as", "member", "--min-time", 0, "--json", "-")
    (result,) = (record for record in records(out) if record["event"] == "result")
    assert (code, result["account"], result["outcome"]) == (0, "member", "solved")
    assert [wish.headed for wish in wishes] == [True, False, False]


def test_a_window_that_is_closed_saves_nothing(at: Here, attended: Callable[[Person], None], state: Path) -> None:
    attended(lambda page: page.close())
    code, out, err = at("login")
    assert (code, out) == (77, ""), err
    assert "player: the window was closed before the site showed a member's page: nothing was saved" in err
    assert not (state / "sessions" / "linkedin.json").exists()


def goes_elsewhere(page: Page) -> None:
    """To a site that looks like a member's page."""
    if page.url.endswith("/login"):
        page.route("https://other.example/", lambda route: route.fulfill(body='<a href="/messaging/">Messaging</a>'))
        page.goto("https://other.example/")


def test_a_person_who_does_not_sign_in_has_the_deadline_s_time(
    at: Here, attended: Callable[[Person], None], state: Path
) -> None:
    attended(goes_elsewhere)
    code, _, err = at("login", "--deadline", 1)
    assert (code, "the deadline of 1 s is over" in err) == (75, True)
    assert not (state / "sessions" / "linkedin.json").exists()


@pytest.fixture
def forgotten(tmp_path: Path) -> Path:
    """A session that the site does not know any more."""
    file = tmp_path / "forgotten.json"
    file.write_text('{"cookies": [], "origins": []}')
    file.chmod(0o600)
    return file


def test_whoami_tells_of_a_session_that_is_not_honoured(at: Here, forgotten: Path) -> None:
    code, out, err = at("whoami", "--storage-state", forgotten)
    assert (code, out) == (77, "")
    assert err.startswith("player: guest: the site does not honour the session saved 2")
    assert err.endswith(f" in {forgotten}: type `player login`\n")


@pytest.mark.parametrize("game", ["zip", "patches"], ids=["in a frame", "on a page that members get too"])
def test_a_guests_page_is_not_played_with_a_session(at: Here, forgotten: Path, game: str) -> None:
    options = ["--offline", "replica", "--storage-state", forgotten]
    code, out, _ = at("play", game, *options, "--json", "-")
    (result,) = (record for record in records(out) if record["event"] == "result")
    assert (code, result["exit"], result["clicks"]) == (77, 77, 0)
    assert result["message"] == "the session is not honoured, the page is a guest's: type `player login`"
    assert at("read", game, *options)[0] == 77
    assert at("read", game, "--offline", "replica")[0] == 0, "guests play on"
