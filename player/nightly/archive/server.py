"""An archive on loopback: its own files, to this machine only."""

import os
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from player.errors import CannotCreate, Unavailable
from player.nightly.archive.folder import files_of

HOST = "127.0.0.1"
#: The names of this machine that a request may use: a page of another site may have its own name lead here.
NAMES = frozenset({HOST, "localhost"})
#: The seconds in which a connection must send or take something.
IDLE_TIMEOUT_S = 30.0


class ArchiveServer(ThreadingHTTPServer):
    """The server of the archive in `folder`; it listens once it is made. With port 0 the system chooses one.

    Raises Unavailable if the port can't be had.
    """

    daemon_threads = True
    request_queue_size = 128  # of those that ask at the same moment
    allow_reuse_address = os.name == "posix"  # elsewhere that would share a port that is in use

    def __init__(self, folder: Path, port: int) -> None:
        try:
            super().__init__((HOST, port), partial(_Pages, directory=str(folder)))
        except OSError as error:
            raise Unavailable(
                f"port {port} of {HOST} can't be had: {error.strerror}: name another by --port, or 0 for any"
            ) from None

    @property
    def address(self) -> str:
        """The address of the first page."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, *_: Any) -> None:
        """Say nothing: a browser that leaves a page closes its connections, and the server goes on."""


class _Pages(SimpleHTTPRequestHandler):
    """Answers requests for the archive's files, and for no others."""

    timeout = IDLE_TIMEOUT_S

    def send_head(self) -> Any:
        """Send the headers of a file of the archive; else of an error, and return None."""
        if self.headers.get("Host", "").partition(":")[0] not in NAMES:  # browsers leave out port 80
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "Not a name of this machine")
            return None
        name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        try:
            names = files_of(Path(self.directory))
        except CannotCreate as error:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "No archive", str(error))
            return None
        if name not in names:
            self.send_error(HTTPStatus.NOT_FOUND, "No page of the archive")
            return None
        self.path = self.path if urlsplit(self.path).path.lstrip("/") else "/index.html"
        return super().send_head()

    def end_headers(self) -> None:
        """Let nothing stay in caches, so that a build is seen at once."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
