"""`player.read` and `player.play` on a page of the caller's: each sentence of the contract in docs/api.md."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
from playwright.async_api import async_playwright  # noqa: TID251
from playwright.sync_api import BrowserContext, Error, Page, Request  # noqa: TID251

import player
from player.browser import lent_page
from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from tests.support.documents import ROOT, blocks
from tests.support.replica import AMBIGUOUS, QUICK, SMALL_ZIP, boards

EVENTS = ("request", "requestfinished", "requestfailed", "response", "crash", "dialog", "popup", "close", "console")
#: Counts what reaches the board, from now on.
COUNT = (
    "() => { window.hits = 0; for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => hits++); }"
)

Serve = Callable[..., SiteSelectors]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages from files answer at once, and replace no board."""
    monkeypatch.setattr(lent_page, "TIMES", replace(QUICK, stood=50))


@pytest.fixture
def serve(context: BrowserContext, site: SiteSelectors) -> Serve:
    """Serve the replica to all pages of the context, with `board` as the board of Zip."""

    def serving(board: dict[str, Any] = SMALL_ZIP, **faults: Any) -> SiteSelectors:
        pages = sources.replica("linkedin", site.origin, "sdui", **faults)
        replace(pages, boards={"zip": board}).attach(context)
        return site

    return serving


def left_on(page: Page) -> tuple[Any, ...]:
    """The listeners and routes of `page`, which Playwright shows to nobody."""
    inside = page._impl_obj
    return [len(inside.listeners(event)) for event in EVENTS], len(inside._routes), page.viewport_size, page.is_closed()


@pytest.mark.full
def test_the_example_of_the_manual_runs_on_an_empty_tab(page: Page, serve: Serve) -> None:
    site = serve()
    manual = blocks((ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    (example,) = [block for block in manual if any("player.read(page" in line for line in block)]
    names: dict[str, Any] = {"page": page}
    exec("\n".join(example), names)  # noqa: S102  # our own manual
    assert page.url.startswith(site.games["zip"].url)
    assert names["played"].outcome == "solved"
    assert player.to_json(names["reading"].board).items() <= SMALL_ZIP.items()


def test_a_page_is_played_where_it_is_and_given_back_as_it_was(page: Page, serve: Serve) -> None:
    site = serve()
    page.set_viewport_size({"width": 300, "height": 200})  # smaller than the board
    page.goto(f"{site.games['zip'].url}?from=mine")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(navigated(request)))
    page.route("**/*.none", lambda route: route.abort())
    before, webdriver = left_on(page), page.evaluate("navigator.webdriver")
    played = player.play("zip", page, min_time=0)
    assert played.won, played.message
    assert (played.verdict, played.moves) == ("results", played.board.rows * played.board.cols - 1)  # type: ignore[union-attr]
    assert left_on(page) == before
    assert page.evaluate("navigator.webdriver") == webdriver
    assert page.context.pages == [page]
    assert "from=mine" not in " ".join(requests), "the page was loaded again"
    requests.clear()
    page.evaluate("fetch('/games/')")
    assert len(requests) == 1, "the caller's listener is gone"


def navigated(request: Request) -> str:
    return request.url if request.is_navigation_request() else ""


def test_reading_touches_no_board_and_knows_the_game_by_its_address(page: Page, serve: Serve) -> None:
    site = serve()
    page.goto(site.games["zip"].url)
    first = player.read(page)
    page.evaluate(COUNT)
    assert player.read(page).board == first.board
    assert (first.game, page.evaluate("hits")) == ("zip", 0)
    assert left_on(page)[1] == 0


def test_a_closed_page_is_refused(page: Page) -> None:
    page.close()
    with pytest.raises(player.Crashed, match="the page is closed: open another"):
        player.read(page)


def test_a_page_at_no_game_s_address_wants_the_game_to_be_named(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().origin}/feed/")
    with pytest.raises(player.ArgumentInvalid, match="is the address of no game in the selectors: name the game"):
        player.read(page)


@pytest.mark.full
def test_a_refused_board_is_not_touched_and_its_page_stays(page: Page, serve: Serve) -> None:
    site = serve(AMBIGUOUS)
    page.goto(site.games["zip"].url)
    with pytest.raises(player.BoardError, match="two solutions or more"):
        player.read(page, "zip")
    page.evaluate(COUNT)
    before = left_on(page)
    with pytest.raises(player.BoardError, match="two solutions or more"):
        player.play("zip", page, min_time=0)
    assert (page.evaluate("hits"), left_on(page)) == (0, before)
    assert player.play("zip", page, min_time=0, any_solution=True).attempts > 0


@pytest.mark.full
def test_the_rest_of_the_caller_s_context_is_left_as_it_was(page: Page, context: BrowserContext, serve: Serve) -> None:
    site = serve()
    reads: list[str] = []
    page.expose_function("noteRead", lambda name: reads.append(name))  # noqa: PLW0108  # Playwright marks what it calls
    page.add_init_script(SPY)
    page.goto(site.games["zip"].url)
    page.set_default_timeout(7_777)
    context.add_cookies([{"name": "session", "value": "secret", "url": site.origin}])
    with page.expect_popup() as popup:
        page.evaluate("setTimeout(() => open('about:blank'))")
    opened: list[Page] = []
    context.on("page", lambda page: opened.append(page))  # noqa: PLW0108  # Playwright marks its listeners, and can't mark that
    cookies = context.cookies()
    assert player.play("zip", page, min_time=0).won
    assert not popup.value.is_closed()
    assert (context.pages, opened) == ([page, popup.value], [])
    assert page._impl_obj._timeout_settings.timeout() == 7_777
    assert (context.cookies(), reads) == (cookies, [])
    page.evaluate("document.cookie")
    assert reads == ["cookie"], "the caller's binding is gone"


#: Notes what reads the storage or the cookies in the page's own world. The replica reads its session's only.
SPY = """
  const counting = (owner, name) => {
    const kept = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { ...kept, get() { window.noteRead(name); return kept.get.call(this); } });
  };
  counting(window, "localStorage");
  counting(Document.prototype, "cookie");
"""


@pytest.mark.full
def test_a_game_that_is_won_is_already_and_has_no_board_to_read(page: Page, serve: Serve) -> None:
    serve()
    assert player.play("zip", page, min_time=0).outcome == "solved"
    before = page.url
    again = player.play("zip", page, min_time=0)
    assert (again.outcome, again.won, again.moves, again.board, again.solution) == ("already", True, 0, None, None)
    with pytest.raises(player.Unavailable, match="Zip is won already"):
        player.read(page, "zip")
    assert page.url == before


@pytest.mark.full
def test_a_game_that_was_begun_by_the_caller_is_won(page: Page, context: BrowserContext, site: SiteSelectors) -> None:
    sources.replica("linkedin", site.origin, "sdui").attach(context)
    page.goto(site.games["queens"].url)
    reading = player.read(page)
    cell = page.locator("[data-testid^='cell-']").first
    cell.click()
    cell.click()  # a queen, where the solution may have none
    played = player.play("queens", page, min_time=0)
    assert (played.won, played.board) == (True, reading.board), played.message


@pytest.mark.full
def test_a_page_to_sign_in_is_left_to_its_owner(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().origin}/login/")
    before, cookies = left_on(page), page.context.cookies()
    with pytest.raises(player.SignInNeeded):
        player.play("zip", page)
    assert (left_on(page), page.context.cookies()) == (before, cookies)
    assert page.url.endswith("/login/")


@pytest.mark.full
def test_a_page_elsewhere_is_the_game_s_too(page: Page, context: BrowserContext, site: SiteSelectors) -> None:
    """A copy of the page on a server of one's own."""
    mine = site.moved("zip", "http://127.0.0.1:9/games/zip/")
    replace(sources.replica("linkedin", mine.origin, "sdui"), boards={"zip": SMALL_ZIP}).attach(context)
    page.goto(mine.games["zip"].url)
    assert player.play("zip", page, min_time=0).won


@pytest.mark.full
def test_the_least_time_of_the_page_s_timer_is_waited_for(page: Page, serve: Serve) -> None:
    serve()
    played = player.play("zip", page, min_time=2)
    assert played.won
    assert played.timer is not None
    assert played.timer >= 2


@pytest.mark.full
@pytest.mark.parametrize("after", [0, 100], ids=["before its address is asked", "while it loads"])
def test_a_page_that_hangs_ends_with_the_deadline(page: Page, context: BrowserContext, after: int) -> None:
    hangs = f"<p>text</p><script>setTimeout(() => {{ for (;;); }}, {after})</script>"
    context.route("**/*", lambda route: route.fulfill(content_type="text/html", body=hangs))
    page.goto("http://127.0.0.1:9/games/zip/", wait_until="commit")
    with pytest.raises(player.TimeUp, match="more than 1 s: give it more with deadline="):
        player.play("zip", page, deadline=1)


@pytest.mark.full
def test_a_page_that_crashes_is_closed(page: Page, context: BrowserContext) -> None:
    context.route("**/*", lambda route: route.fulfill(content_type="text/html", body=CRASHES))
    page.goto("http://127.0.0.1:9/games/zip/", wait_until="commit")
    session = context.new_cdp_session(page)

    def crash(request: Request) -> None:
        if request.url.endswith("/crash"):
            with suppress(Error):
                session.send("Page.crash")

    page.on("request", crash)
    with pytest.raises(player.Crashed):
        player.play("zip", page)
    assert page.is_closed()


CRASHES = "<p>text</p><script>setInterval(() => fetch('/crash'), 300)</script>"


@pytest.mark.full
def test_a_page_that_did_not_load_is_an_empty_tab(page: Page, serve: Serve) -> None:
    site = serve()
    with pytest.raises(Error):
        page.goto("http://127.0.0.1:9/games/zip/")
    assert player.read(page, "zip").proof.solutions == 1
    assert page.url.startswith(site.games["zip"].url)


@pytest.mark.full
def test_a_document_without_an_address_is_no_empty_tab(page: Page, serve: Serve) -> None:
    serve()
    page.set_content("<p>text</p>")
    with pytest.raises(player.PageNotUnderstood, match="no board on"):
        player.play("zip", page)
    assert (page.url, page.inner_text("p")) == ("about:blank", "text")


@pytest.mark.full
def test_an_alert_is_the_caller_s(page: Page, serve: Serve) -> None:
    serve()
    heard: list[str] = []

    def answer(dialog: Any) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", answer)
    page.goto(serve().games["zip"].url)
    page.evaluate("setTimeout(() => alert('mine'), 300)")
    assert player.play("zip", page, min_time=0).won
    assert heard == ["mine"]


@pytest.mark.full
def test_a_page_of_another_thread_is_refused(page: Page) -> None:
    calls: list[Callable[[], object]] = [lambda: player.read(page, "zip"), lambda: player.play("zip", page)]
    with ThreadPoolExecutor(1) as other:
        for call in calls:
            with pytest.raises(player.ArgumentInvalid, match="the page belongs to another thread: use it in the"):
                other.submit(call).result()
    assert page.evaluate("1 + 1") == 2


@pytest.mark.full
def test_an_async_page_gets_one_error(browser_type_launch_args: dict[str, Any]) -> None:
    said: list[str] = []

    async def drive() -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**browser_type_launch_args)
            page: Any = await browser.new_page()
            for call in (lambda: player.play("zip", page), lambda: player.read(page)):
                with pytest.raises(player.ArgumentInvalid) as caught:
                    call()
                said.append(str(caught.value))
            await browser.close()

    (thread := Thread(target=lambda: asyncio.run(drive()))).start()
    thread.join()
    assert ["playwright.async_api" in line and "\n" not in line for line in said] == [True, True]


@pytest.mark.full
@pytest.mark.parametrize("name", ["patches", "wend"])
def test_another_game_is_won_on_a_page_of_the_caller_s(
    page: Page, context: BrowserContext, site: SiteSelectors, name: str
) -> None:
    sources.replica("linkedin", site.origin).attach(context)
    played = player.play(name, page, min_time=0)
    assert (played.won, played.game) == (True, name), played.message
    wanted = {**boards(name)[0]}
    assert json.dumps(player.to_json(played.board, played.solution)["solution"]) == json.dumps(wanted["solution"])  # type: ignore[arg-type]
