"""Servers on this machine: what those of the tests share, and a folder's."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, TypeVar, cast


class _Silent:
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Handler(_Silent, BaseHTTPRequestHandler):
    """The base of handlers: `answer` responds to requests of each method, by `send`."""

    def answer(self) -> None:
        raise NotImplementedError

    def do_GET(self) -> None:
        self.answer()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815  # the names are http.server's

    def send(self, body: bytes = b"", kind: str = "text/html; charset=utf-8", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):  # a browser may have left
            self.wfile.write(body)

    def received(self) -> bytes:
        """Return the body of the request."""
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))


Answer = tuple[int, str, bytes]
"""A status, the kind of the content (of a redirect, its address), and the content."""
NOT_FOUND: Answer = (404, "text/plain", b"")


class Answering(Protocol):
    """A server that has an answer for each request."""

    def answer(self, host: str, path: str) -> Answer | None:
        """Return the answer to a GET of `path` at `host`; None if there is none."""

    def receive(self, host: str, path: str, body: str) -> Answer | None:
        """Return the answer to a POST; None if there is none."""


class AnswerHandler(_Silent, BaseHTTPRequestHandler):
    """Sends the answers of an `Answering` server."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._send(cast("Answering", self.server).answer(self.headers.get("Host", ""), self.path))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self._send(cast("Answering", self.server).receive(self.headers.get("Host", ""), self.path, body))

    def _send(self, answer: Answer | None) -> None:
        status, kind, body = answer or NOT_FOUND
        self.send_response(status)
        if status == 302:
            self.send_header("Location", kind)
        elif status != 204:
            self.send_header("Content-Type", kind)
        if status == 429:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        """Answer until the browser goes, in whatever way it does."""
        try:
            super().handle()
        except OSError:
            self.close_connection = True


class LocalServer(ThreadingHTTPServer):
    """A server at a free port of this machine."""

    daemon_threads = True

    def __init__(self, handler: Callable[..., BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self.server_port}"


Served = TypeVar("Served", bound=ThreadingHTTPServer)


@contextmanager
def running(server: Served) -> Iterator[Served]:
    """Let `server` answer in a thread, until the end of the block."""
    with server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()


class _Folder(_Silent, SimpleHTTPRequestHandler):
    pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve `folder`, and yield the origin of its pages."""
    with running(LocalServer(partial(_Folder, directory=str(folder)))) as server:
        yield server.origin
