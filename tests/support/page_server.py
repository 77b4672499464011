"""Our own pages by HTTP, for browsers that nobody controls, with a list of what was asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from player.browser.offline.sources import Offline


@dataclass
class Server:
    """The origin of the pages, and the paths that were asked for so far."""

    origin: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def serving(pages: Callable[[str], Offline]) -> Iterator[Server]:
    """Serve the pages that `pages` returns for an origin."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Say nothing."""

        def do_GET(self) -> None:  # the name that http.server calls
            served.asked.append(self.path)
            answer = source.answer(served.origin + self.path.partition("?")[0])
            self.send_response(200 if answer else 404)
            if answer:
                self.send_header("Content-Type", answer[0])
            self.end_headers()
            if answer:
                self.wfile.write(answer[1])

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        served = Server(f"http://127.0.0.1:{server.server_address[1]}")
        source = pages(served.origin)
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield served
        server.shutdown()
