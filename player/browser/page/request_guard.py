"""The guard of a page whose board is not proved yet: a press sets off no request that may change something.

What the page sends by itself goes its way. A request counts as its own if it was made before any press, or is like one
that was, or if the same page makes it in a tab where nothing is pressed. Until that is known the request is held back.
"""

import re
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from playwright.sync_api import (  # noqa: TID251  # web drives the browser
    Error,
    Page,
    Request,
    Route,
    WebSocket,
)

from player.browser.page.isolated_world import IsolatedWorld
from player.errors import RequestStopped

#: Methods that change nothing on a server.
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: What two requests of one kind may differ in: numbers, and names made of hexadecimal digits.
_PASSING = re.compile(r"\b[0-9a-f-]{8,}\b|\d+", re.IGNORECASE)
#: The longest that the page is left alone to see whether it makes a request by itself, and what is added to the time
#: that it took, in seconds.
MAX_ALONE_S, MARGIN_S = 30.0, 1.5
#: Interval between two looks for a decision, in milliseconds.
POLL_MS = 50
#: Playwright's view of no worker that several pages share, so none is started.
_NO_SHARED_WORKERS = "delete globalThis.SharedWorker"


class Sending(NamedTuple):
    """The content of a request: its method, its address without the query, and its content but for passing parts."""

    method: str
    place: str
    content: str = ""

    @classmethod
    def of(cls, request: Request) -> Self:
        """Return what `request` sends."""
        content = (request.post_data_buffer or b"").decode("utf-8", "replace")
        return cls(request.method, _place(request.url), _PASSING.sub("#", content))

    def __str__(self) -> str:
        return f"{self.method} {self.place}"


class RequestGuard:
    """Watch the requests of a page from `watch` on; stop the first one that a press sets off before `lift`."""

    def __init__(self, page: Page, world: IsolatedWorld, url: str) -> None:
        """`url` is the address of the page's game."""
        self._page, self._world, self._url = page, world, url
        self.watches = False
        self._own: set[Sending] = set()
        self._stopped: Sending | None = None
        self._pressed = self._lifted = self._deciding = False
        self._held: list[Route] = []
        self._loaded = perf_counter()

    def watch(self) -> None:
        """Guard the page from now on, each time that it is loaded."""
        if not self.watches:
            self.watches = True
            self._page.context.route("**", self._judge)
            self._page.on("websocket", self._connected)
            self._page.add_init_script(_NO_SHARED_WORKERS)

    def leave(self) -> None:
        """Remove our listeners from the page and its browser."""
        if self.watches:
            self._page.remove_listener("websocket", self._connected)
            with suppress(Error):  # the page is gone
                self._page.context.unroute("**", self._judge)

    def loads(self) -> None:
        """Note that the page is loaded anew by us: nothing is pressed on it yet, and its board is not proved."""
        self.require()
        self._pressed = self._lifted = False
        self._loaded = perf_counter()

    def presses(self) -> None:
        """Note that an input comes; raise RequestStopped if one before it set off a request."""
        self.require()
        self._pressed = True

    def lift(self) -> None:
        """Let all requests go, as the board is proved."""
        self.require()
        self._lifted = True

    def require(self) -> None:
        """Raise RequestStopped if a press has set off a request."""
        while self._deciding:
            self._world.rest(POLL_MS)
        if self._stopped:
            raise RequestStopped(
                f"a press set off {self._stopped} before a board was proved: it was stopped, and nothing more is "
                "pressed; if the game is at that address, learn it there, and if it saves each move in this way, write "
                "its section yourself (docs/add-a-site.md)"
            )

    # Listeners for the browser's network events

    def _judge(self, route: Route) -> None:
        """Let a request go, stop it, or hold it until it is known whose it is."""
        with suppress(Exception):  # Playwright prints exceptions of listeners; the page may be gone
            if self._is_harmless(route.request):
                route.fallback()
            elif self._stopped:
                route.abort("aborted")
            else:
                self._held.append(route)
                if not self._deciding:
                    self._decide()

    def _is_harmless(self, request: Request) -> bool:
        """Return whether a request may go at once; remember what the page sends by itself."""
        if self._lifted or (request.method in SAFE and not self._leaves(request)) or not self._is_ours(request):
            return True
        sending = Sending.of(request)
        if not self._pressed:
            self._own.add(sending)
        return sending in self._own

    def _is_ours(self, request: Request) -> bool:
        """Return whether a request is made by the page, or by a window that it opens."""
        try:
            page = request.frame.page
        except Error:  # the first request of a new window
            return True
        return page is self._page or page.opener() is self._page

    def _leaves(self, request: Request) -> bool:
        """Return whether a request leads the page, or a new window, to another address, whatever the query."""
        if not request.is_navigation_request():
            return False
        with suppress(Error):
            if request.frame.parent_frame is not None:
                return False
        return self._pressed and _place(request.url) != _place(self._page.url)

    def _decide(self) -> None:
        """Decide on the requests that are held: those of the page itself go, the others are stopped."""
        self._deciding = True
        try:
            while self._held:
                route = self._held[0]
                sending = Sending.of(route.request)
                if not self._stopped and (sending in self._own or self._is_sent_alone(sending)):
                    self._own.add(sending)
                    route.fallback()
                else:
                    self._stopped = self._stopped or sending
                    route.abort("aborted")
                self._held.pop(0)
        finally:
            self._deciding = False

    def _is_sent_alone(self, sending: Sending) -> bool:
        """Return whether the page sends this too if nothing is pressed, for as long as it has been there and longer."""
        seconds = min(perf_counter() - self._loaded + MARGIN_S, MAX_ALONE_S)
        with suppress(Error):
            page = self._page.context.new_page()
            try:
                with page.expect_request(lambda request: Sending.of(request) == sending, timeout=1000 * seconds):
                    page.goto(self._url, wait_until="commit")
                return True
            finally:
                page.close()
        return False

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda content: self._frame_sent(socket.url, content))

    def _frame_sent(self, url: str, content: str | bytes) -> None:
        """Note a message that was sent: it can't be held back, but nothing is pressed after it."""
        text = content if isinstance(content, str) else content.decode("utf-8", "replace")
        sending = Sending("a message to", _place(url), _PASSING.sub("#", text))
        if self._lifted or not self._pressed:
            self._own.add(sending)
        elif sending not in self._own:
            self._stopped = self._stopped or sending


def _place(url: str) -> str:
    """Return the host and the path of an address: a query may hold secrets."""
    parts = urlsplit(url)
    return f"{parts.netloc.rpartition('@')[2]}{parts.path}"
