"""A server on this machine, for what routes can't do: slow answers, redirects, a network that is cut."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors


class Server(ThreadingHTTPServer):
    """Serves the replica.

    `delay` is in seconds, and `slow` what some paths take besides; `moved` is where every page has gone; `asked` counts
    the game's pages.
    """

    daemon_threads = True

    def __init__(self, generation: str) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        self.pages = sources.replica("linkedin", self.origin, generation)
        self.delay = 0.0
        self.slow: dict[str, float] = {}
        self.moved: str | None = None
        self.asked = 0
        self.over = Event()

    def site(self, site: SiteSelectors) -> SiteSelectors:
        """`site` as it is found here."""
        games = {
            name: game.model_copy(update={"url": game.url.replace(site.origin, self.origin)})
            for name, game in site.games.items()
        }
        return site.model_copy(update={"origin": self.origin, "games": games})


class _Answer(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        page = self.path.startswith("/games/")
        self.server.asked += page
        self.server.over.wait(self.server.delay + self.server.slow.get(self.path, 0))
        if page and self.server.moved:
            self.send_response(302)
            self.send_header("Location", self.server.moved)
            self.end_headers()
            return
        self._send(self.server.pages.answer(self.server.origin + self.path) or ("text/html", b"<h1>Sign in</h1>"))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.over.wait(self.server.delay + self.server.slow.get(self.path, 0))
        self._send(self.server.pages.receive(self.server.origin + self.path, body) or ("text/html", b""))

    def _send(self, answer: tuple[str, bytes]) -> None:
        kind, body = answer
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(generation: str) -> Iterator[Server]:
    with Server(generation) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.over.set()
        server.shutdown()
