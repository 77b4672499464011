"""A server on this machine, for what routes can't do: slow answers, redirects, a network that is cut."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from tests.support.http_servers import Handler, LocalServer, running


class Server(LocalServer):
    """Serves the replica.

    `delay` is in seconds, and `slow` what some paths take besides; `moved` is where every page has gone; `asked` counts
    the game's pages.
    """

    def __init__(self, generation: str) -> None:
        super().__init__(_Answer)
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


class _Answer(Handler):
    server: Server

    def answer(self) -> None:
        page, said = self.command == "GET" and self.path.startswith("/games/"), self.received().decode()
        self.server.asked += page
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
def serving(generation: str) -> Iterator[Server]:
    with running(Server(generation)) as server:
        yield server
        server.over.set()
