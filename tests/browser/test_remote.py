"""Browsers that the player did not start: it plays in a tab of its own, and leaves all else as it was."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright  # noqa: TID251  # a browser of somebody's

from player.browser.launch import BrowserOptions, borrowed, connected
from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from tests.support.browser_commands import Here, player, records
from tests.support.browser_servers import Chrome, end
from tests.support.commands import Player
from tests.support.http_servers import Handler, LocalServer, running
from tests.support.server import serving

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def chrome(executable: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    started = Chrome(executable, tmp_path_factory.mktemp("profile"))
    yield started
    end(started.process)


@pytest.fixture
def lent(playwright: Playwright, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """`player ARGUMENT...` in this process, in a browser that `ARGUMENT...` connects to."""

    @contextmanager
    def browser(wish: BrowserOptions) -> Iterator[Browser]:
        found = connected(playwright, wish)
        yield found
        found.close()

    monkeypatch.setattr("player.browser.session.browser", browser)
    return Player(capsys)


# A browser of somebody's


def test_a_game_is_played_in_a_tab_of_its_own_and_nothing_else_is_touched(
    environment: dict[str, str], chrome: Chrome, tmp_path: Path
) -> None:
    before = chrome.tabs()
    options = ["--offline", "replica", "--generation", "sdui", "--min-time", 1, "--artifacts", tmp_path / "kept"]
    done = player(environment, "play", "zip", "--cdp", chrome.url, *options, "--json", "-")
    assert done.returncode == 0, done.stderr
    start, _, result, _ = records(done.stdout)
    assert start["mode"] == "cdp"
    assert (result["account"], result["confirmed"]) == ("member", "results"), "as the page says"
    assert result["timer"] >= 1, "a member may be signed in there"
    assert "zip/final.png" not in result["evidence"], "the results page may show a name"
    assert chrome.tabs() == before
    assert chrome.process.poll() is None


def test_a_tab_that_is_left_open_is_closed_in_the_end(lent: Here, chrome: Chrome) -> None:
    before = chrome.tabs()
    code, out, err = lent("read", "zip", "--cdp", chrome.url, "--offline", "replica")
    assert (code, err) == (0, "")
    assert json.loads(out)["game"] == "zip"
    assert chrome.tabs() == before


def test_a_cookie_of_who_is_signed_in_there_is_in_no_file(
    playwright: Playwright, lent: Here, chrome: Chrome, site: SiteSelectors, tmp_path: Path
) -> None:
    there = playwright.chromium.connect_over_cdp(chrome.url, no_defaults=True)
    there.contexts[0].add_cookies([{"name": "theirs", "value": "numbers", "url": site.origin}])  # as a board says too
    options = ["--offline", "replica", "--min-time", 0, "--artifacts", tmp_path / "kept"]
    code, _, err = lent("play", "zip", "--cdp", chrome.url, *options)
    there.contexts[0].clear_cookies()
    there.close()
    assert code == 0
    assert "zip/board.json was not kept: it held a value of the session" in err
    assert not (tmp_path / "kept" / "zip" / "board.json").exists()


def test_pages_are_served_from_files_in_our_tab_alone(playwright: Playwright, chrome: Chrome) -> None:
    with serving("ember") as server:
        there = playwright.chromium.connect_over_cdp(chrome.url, no_defaults=True)
        with borrowed(there, sources.replica("linkedin", server.origin)) as (context, new_tab):
            theirs, ours = context.new_page(), new_tab()
            for tab, asked in ((ours, False), (theirs, True)):
                tab.goto(f"{server.origin}/games/zip/")
                assert bool(server.asked) == asked
        assert (ours.is_closed(), theirs.is_closed()) == (True, False)
        theirs.close()
        there.close()


# A server's, a Grid's


class _Hub(Handler):
    """As much of a Selenium Grid as a client meets: a session with the address of a browser, and its end."""

    server: "Hub"

    def answer(self) -> None:
        self.received()
        value = {"sessionId": "1", "capabilities": {"se:cdp": self.server.browser}}
        if self.command == "DELETE":
            self.server.ended.append(self.path)
            value = {}
        self.send(json.dumps({"value": value}).encode(), "application/json")


class Hub(LocalServer):
    def __init__(self, browser: str) -> None:
        super().__init__(_Hub)
        self.browser = browser
        self.ended: list[str] = []


@pytest.fixture
def hub(chrome: Chrome) -> Iterator[Hub]:
    with running(Hub(chrome.url)) as hub:
        yield hub


def test_a_playwright_server_lends_its_browser(lent: Here, playwright_server: str) -> None:
    for _ in range(2):
        code, out, err = lent("read", "zip", "--connect", playwright_server, "--offline", "replica")
        assert (code, err) == (0, "")
        assert json.loads(out)["game"] == "zip"


def test_a_selenium_grid_lends_a_browser_and_gets_its_session_back(
    environment: dict[str, str], hub: Hub, chrome: Chrome
) -> None:
    before = chrome.tabs()
    done = player(environment, "read", "zip", "--connect", hub.origin, "--offline", "replica")
    assert (done.returncode, done.stderr) == (0, "")
    assert set(hub.ended) == {"/session/1"}
    assert chrome.tabs() == before


# Where there is none


class _Old(Handler):
    """A Playwright server of another version, as far as a client gets."""

    def answer(self) -> None:
        body = b"Playwright version mismatch:\n  - server version: v1.50\n  - client version: v1.64\n"
        self.send(body, "text/plain", 428)


@pytest.fixture
def old() -> Iterator[str]:
    with running(LocalServer(_Old)) as server:
        yield server.origin.removeprefix("http://")


def test_where_nothing_listens_is_69_and_says_what_to_start(lent: Here) -> None:
    for option, start in (
        ("--cdp=http", "the browser with --remote-debugging-port=PORT"),
        ("--connect=ws", "the server"),
    ):
        assert lent("read", "zip", f"{option}://127.0.0.1:9/?token=secret", "--offline", "replica") == (
            69,
            "",
            f"player: nothing listens at 127.0.0.1:9: start {start}, and give its port\n",
        )


def test_what_is_no_such_server_is_69_and_one_line(lent: Here, old: str) -> None:
    code, out, err = lent("read", "zip", "--cdp", f"http://{old}/?token=secret", "--offline", "replica")
    assert (code, out, err.count("\n")) == (69, "", 1)
    assert err.startswith(f"player: no browser is available at {old} (Unexpected status 428")
    assert "secret" not in err


def test_a_server_of_another_version_is_reported_with_both_versions(lent: Here, old: str) -> None:
    code, out, err = lent("read", "zip", "--connect", f"ws://{old}", "--offline", "replica")
    assert (code, out, err.count("\n")) == (69, "", 1)
    assert f"the Playwright server at {old} is v1.50, ours is v{version('playwright')}" in err


def test_a_night_in_somebodys_browser_is_no_guests(environment: dict[str, str], tmp_path: Path) -> None:
    done = player({**environment, "PLAYER_STATE": str(tmp_path)}, "nightly", "--cdp", "http://127.0.0.1:1")
    assert done.returncode == 69
    assert [path.name for path in (tmp_path / "locks").iterdir()] == ["cdp@linkedin.lock"]
