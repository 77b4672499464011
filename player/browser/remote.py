"""Browsers that the player did not start: a person's, a Playwright server's, a Selenium Grid's."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright  # noqa: TID251  # web drives it

from player.browser.failures import first_line
from player.browser.offline.page_source import Pages
from player.browser.processes import close
from player.errors import NoBrowser

if TYPE_CHECKING:
    from player.browser.launch import BrowserOptions

#: Limit for a connection, in milliseconds.
CONNECT_TIMEOUT_MS = 30_000
#: Environment variable with the Grid's address, read by Playwright's driver at its start.
GRID = "SELENIUM_REMOTE_URL"


def _is_grid(wish: "BrowserOptions") -> bool:
    return bool(wish.connect) and not wish.over_cdp and urlsplit(wish.connect).scheme in {"http", "https"}


def grid_variables(wish: "BrowserOptions") -> dict[str, str]:
    """Return the variables with the Grid's address for a driver that starts."""
    return {GRID: str(wish.connect)} if _is_grid(wish) else {}


def connected(playwright: Playwright, wish: "BrowserOptions") -> Browser:
    """Return the browser at `wish.cdp` or `wish.connect`; raise NoBrowser if it is not available.

    The settings of a person's browser (downloads, colours, focus) are not changed.
    """
    chromium = playwright.chromium
    try:
        if address := wish.cdp or (wish.over_cdp and wish.connect):
            return chromium.connect_over_cdp(
                address, slow_mo=wish.slow_mo, timeout=CONNECT_TIMEOUT_MS, no_defaults=True
            )
        if _is_grid(wish):
            return chromium.launch(**wish.arguments(), timeout=CONNECT_TIMEOUT_MS)
        return chromium.connect(str(wish.connect), slow_mo=wish.slow_mo, timeout=CONNECT_TIMEOUT_MS)
    except Error as error:
        raise NoBrowser(_advice(wish, error)) from None


def _advice(wish: "BrowserOptions", error: Error) -> str:
    where = urlsplit(wish.cdp or wish.connect or "").netloc
    if other := re.search(r"server version: (v[\d.]+)", error.message):
        return f"the Playwright server at {where} is {other[1]}, ours is v{version('playwright')}: install one on both"
    is_cdp = wish.cdp or wish.over_cdp
    if "ECONNREFUSED" in error.message:
        start = "start the browser with --remote-debugging-port=PORT" if is_cdp else "start the server"
        return f"nothing listens at {where}: {start}, and give its port"
    kind = "a browser's DevTools" if is_cdp else "a Selenium Grid" if _is_grid(wish) else "a Playwright server"
    problem = first_line(error).partition(": ")[2].rstrip(".: ")
    return f"no browser is available at {where} ({problem}): give the address of {kind}"


@contextmanager
def borrowed(browser: Browser, offline: Pages | None) -> Iterator[tuple[BrowserContext, Callable[[], Page]]]:
    """Yield the context of a person's browser, and a function that opens a tab in it.

    Requests of these tabs only are answered `offline`, and these tabs only are closed at the end.
    """
    context, tabs = browser.contexts[0], list[Page]()

    def new_tab() -> Page:
        tabs.append(context.new_page())
        if offline:
            offline.attach(tabs[-1])
        return tabs[-1]

    try:
        yield context, new_tab
    finally:
        for tab in tabs:
            close(tab.close, browser)
