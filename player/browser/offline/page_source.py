"""The interface of sources that replace the network."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from playwright.sync_api import BrowserContext, Page, Route  # noqa: TID251  # web drives the browser

Answer = tuple[str, bytes]
"""Content type and body."""


def leave_out(route: Route) -> None:
    """Abort a request that has no answer; a frame gets an empty page.

    An error page would get a process of its own in each tab, for which Chromium may wait 5 s at the end of a trace.
    """
    request = route.request
    if request.is_navigation_request() and request.frame.parent_frame:
        route.fulfill(content_type="text/html", body="")
    else:
        route.abort()


def serve(
    context: BrowserContext | Page,
    answer: Callable[[str], Answer | None],
    receive: Callable[[str, str], Answer | None] = lambda _url, _body: None,
) -> None:
    """Let `answer` respond to the address of every request of `context`, or of one page; without one it is left out.

    `receive` gets the address and the body of what is posted before.
    """

    def fulfil(route: Route) -> None:  # no bound method: Playwright sets attributes on its object
        # Playwright prints exceptions of listeners. Here the page may be gone, and a signal is sent again.
        with suppress(Exception):
            url, body = route.request.url, route.request.post_data
            if found := (receive(url, body) if body else None) or answer(url):
                route.fulfill(content_type=found[0], body=found[1])
            else:
                leave_out(route)

    context.route("**/*", fulfil)
    context.route_web_socket("**/*", lambda _: None)


class Pages(Protocol):
    """Pages of one site, served from this machine."""

    @property
    def source(self) -> Path:
        """The file or folder of the pages."""

    @property
    def ours(self) -> bool:
        """True if all that is served is the replica's."""

    def as_guest(self) -> "Pages":
        """Return the source of the pages for guests."""

    def has(self, game: str) -> bool:
        """Return True if there is a page of `game`."""

    def saved(self, game: str) -> Path | None:
        """Return the saved file of the page of `game`; None if its scripts may still change it."""

    def require(self, game: str) -> None:
        """Raise InputMissing if there is no page of `game`."""

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer or leave out every request of `context`, or of one page."""
