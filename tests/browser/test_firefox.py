"""Firefox, as far as Playwright drives it: the replica is won, out of reach of the page's scripts."""

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright  # noqa: TID251  # which starts Firefox

import player as library
from player.browser.launch import FIREFOX, BrowserOptions, launch
from player.browser.page.isolated_world import IsolatedWorld, register
from player.errors import ConfigInvalid
from tests.support.browser_commands import player, records

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not any(map(shutil.which, FIREFOX)), reason="there is no Firefox: `player setup --engine firefox`"
    ),
]

#: Limit for an answer, in milliseconds: a busy machine takes long for the first one.
ANSWER_MS = 60_000
#: A page that changes what scripts use to read it, and forbids scripts but its own.
HOSTILE = """<!doctype html><title>t</title><h1 id="right">hi</h1><script>
JSON.stringify = JSON.parse = String = () => "wrong";
for (const kind of [Element, Document, Node, Array]) {
  for (const name of Object.getOwnPropertyNames(kind.prototype)) {
    if (name !== "constructor") try { kind.prototype[name] = () => "wrong"; } catch (error) { /* a getter */ }
  }
}
</script>"""
READ = "(ask) => JSON.stringify([ask.text, document.querySelector('h1').getAttribute('id'), [1, 2].map((n) => n + 1)])"


@pytest.fixture(scope="module")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    browser, _ = launch(playwright, BrowserOptions(offline=True, engine="firefox"))
    with suppress(Error):  # once for all: the tests of this module may come in several parts
        register(playwright)
    yield browser
    browser.close()


@pytest.fixture
def world(firefox: Browser) -> Iterator[IsolatedWorld]:
    context = firefox.new_context()
    headers = {"Content-Security-Policy": "script-src 'unsafe-inline'; require-trusted-types-for 'script'"}
    context.route("**", lambda route: route.fulfill(body=HOSTILE, content_type="text/html", headers=headers))
    page = context.new_page()
    page.goto("https://page.example/")
    yield IsolatedWorld(page)
    context.close()


def test_games_of_the_replica_are_won_in_firefox(environment: dict[str, str], tmp_path: Path) -> None:
    options = ["--engine", "firefox", "--offline", "replica", "--artifacts", tmp_path]
    done = player(environment, "play", "zip", "patches", *options, "--json", "-")
    assert done.returncode == 0, done.stderr
    start, *_ = written = records(done.stdout)
    assert start["browser"].startswith("firefox ")
    results = [(one["game"], one["outcome"]) for one in written if one["event"] == "result"]
    assert results == [(game, "solved") for game in ("zip", "patches")]
    assert (tmp_path / "zip" / "final.png").exists()


def test_a_page_of_the_caller_s_is_refused_with_one_error(firefox: Browser) -> None:
    with firefox.new_context() as context:
        page = context.new_page()
        for call in (lambda: library.play("zip", page), lambda: library.read(page)):
            with pytest.raises(library.NoBrowser, match=r"^the page is firefox's: open it in Playwright's chromium$"):
                call()
        assert not page.is_closed()


def test_the_scripts_of_a_page_do_not_reach_what_reads_it(world: IsolatedWorld) -> None:
    for text in ("ü >> '\"`", "again"):
        assert json.loads(world.answer(READ, {"text": text}, ANSWER_MS)) == [text, "right", [2, 3]]


def test_a_question_is_asked_until_its_answer_and_keeps_what_it_notes(world: IsolatedWorld) -> None:
    counting = "(ask) => { ask.times = (ask.times ?? 0) + 1; return ask.times < 3 ? null : String(ask.times); }"
    assert [world.ask(counting, {}, ANSWER_MS) for _ in range(2)] == ["3", "3"]
    assert world.ask("() => null", {}, 100) is None


def test_a_late_answer_is_one(world: IsolatedWorld) -> None:
    busy = "() => { const end = performance.now() + 1000; while (performance.now() < end); return 'late'; }"
    assert world.ask(busy, {}, 50) == "late"


def test_a_wrong_selector_is_named(world: IsolatedWorld) -> None:
    with pytest.raises(ConfigInvalid, match=r"':::' in selectors\.yaml is not a CSS selector"):
        world.ask("() => document.querySelector(':::')", {}, ANSWER_MS)
