"""A server on this machine, for what routes can't do: slow answers, redirects, browsers that nobody controls."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from tests.support.http_servers import Handler, LocalServer, running


class Server(LocalServer):
    """Serves the replica of a site.

    `delay` is in seconds, and `slow` what some paths take besides; `moved` is where every page has gone; `asked` are
    the paths that were asked for.
    """

    def __init__(self, generation: str, site: str, faults: dict[str, Any]) -> None:
        super().__init__(_Answer)
        self.pages = sources.replica(site, self.origin, generation, **faults)
        self.delay = 0.0
        self.slow: dict[str, float] = {}
        self.moved: str | None = None
        self.asked: list[str] = []
        self.over = Event()

    def site(self, site: SiteSelectors) -> SiteSelectors:
        """`site` as it is found here."""
        games = {
            name: game.model_copy(update={"url": game.url.replace(site.origin, self.origin)})
            for name, game in site.games.items()
        }
        return site.model_copy(update={"origin": self.origin, "games": games})


class _Answer(Handler):
    server: Server

    def answer(self) -> None:
        page, said = self.command == "GET" and self.path.startswith("/games/"), self.received().decode()
        self.server.asked.append(self.path)
        self.server.over.wait(self.server.delay + self.server.slow.get(self.path, 0))
        if page and self.server.moved:
            self.send_response(302)
            self.send_header("Location", self.server.moved)
            self.end_headers()
            return
        address, pages = self.server.origin + self.path, self.server.pages
        if self.command == "GET":
            kind, body = pages.answer(address) or ("text/html", b"<h1>Sign in</h1>")
        else:
            kind, body = pages.receive(address, said) or ("text/html", b"")
        self.send(body, kind)


@contextmanager
def serving(generation: str, site: str = "linkedin", **faults: Any) -> Iterator[Server]:
    with running(Server(generation, site, faults)) as server:
        yield server
        server.over.set()
