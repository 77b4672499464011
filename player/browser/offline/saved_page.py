"""A saved page in its own tab, without scripts and requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Route  # noqa: TID251  # web drives the browser

from player.browser.launch import BrowserOptions, browser, context_arguments, named
from player.browser.offline.inert_html import inert
from player.browser.offline.sources import ARRANGE
from player.browser.page.game_page import GamePage
from player.browser.page.timeouts import Times
from player.browser.selectors.schema import SiteSelectors
from player.errors import InputMissing
from player.files import regular


@contextmanager
def saved(file: Path, site: SiteSelectors, wish: BrowserOptions) -> Iterator[tuple[str, dict[str, GamePage]]]:
    """Yield the browser's name, and `file` as the page of each game of `site`; raise InputMissing if unreadable."""
    try:
        html = inert(regular(file).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise InputMissing(f"the page {file} can't be read ({error.strerror}): check the path") from None

    def serve(route: Route) -> None:
        if route.request.is_navigation_request() and route.request.frame.parent_frame is None:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    with browser(wish) as started:
        context = started.new_context(**context_arguments(site), java_script_enabled=False)
        context.route("**/*", serve)
        tab = context.new_page()
        tab.goto(f"{site.origin}/", wait_until="domcontentloaded", timeout=0)
        tab.evaluate(ARRANGE)
        pages: dict[str, GamePage] = {}
        for name, game in site.games.items():  # one tab with one set of listeners
            pages[name] = GamePage(tab, site, game, Times(from_files=True), shared=next(iter(pages.values()), None))
        yield named(started), pages
