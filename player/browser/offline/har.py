"""HAR files: recorded pages, served in place of the network.

Their scripts run, and no request leaves the machine: what is not in the file is left out.
"""

import hashlib
import json
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

from playwright.sync_api import BrowserContext, Page, Request  # noqa: TID251  # web drives the browser

from player.browser import redaction
from player.browser.offline.page_source import Pages, serve
from player.browser.selectors.schema import SiteSelectors
from player.errors import BoardError
from player.files import reading, regular

#: Size limit in bytes, far beyond a page's.
MAX_HAR_BYTES = 200_000_000
#: The headers that replay needs.
HEADERS = {"content-type", "location", "cache-control", "content-security-policy"}
CORS = "access-control-"
#: Limit of redirects, which may be circular.
MAX_REDIRECTS = 10
#: Remove the APIs with which scripts could bypass our routes.
UNROUTED = (
    "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """The response to one GET, with the headers that replay needs."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def target(self) -> str | None:
        """The target of a redirect, or None."""
        location = self.headers.get("location") if 300 <= self.status < 400 else None
        return urljoin(self.url, location) if location else None


@dataclass(frozen=True, slots=True)
class Har(Pages):
    """The pages of `site` in a HAR file. The keys of `answers` are addresses, see `addresses`."""

    source: Path
    site: SiteSelectors
    answers: Mapping[str, Entry]

    def has(self, game: str) -> bool:
        """Return True if the file holds the page of `game`."""
        return game in self.site.games and self.find(self.site.games[game].url) is not None

    def find(self, url: str) -> Entry | None:
        """Return the response to `url`; if there is none, the one to the same address with another query."""
        return next((self.answers[address] for address in addresses(url) if address in self.answers), None)

    def attach(self, context: BrowserContext | Page) -> None:
        """Answer recorded requests of `context`, leave out others; acknowledge and drop what scripts send."""
        context.add_init_script(UNROUTED)
        serve(context, self.respond)

    def respond(self, request: Request) -> Mapping[str, Any] | None:
        """Return the arguments of `route.fulfill`, or None to leave the request out."""
        return self.response(request.url, request.method, navigates=request.is_navigation_request())

    def response(self, url: str, method: str, *, navigates: bool) -> Mapping[str, Any] | None:
        """Return the arguments of `route.fulfill` for a request, or None to leave it out."""
        if method != "GET":
            return {"status": 200, "content_type": "application/json", "body": "{}"}
        entry = self.find(url)
        for _ in range(MAX_REDIRECTS):
            if entry is None or (target := entry.target) is None:
                break
            if navigates:  # by a page: a redirect's target would bypass our routes
                leading = f'<!DOCTYPE html><meta http-equiv="refresh" content="0; url={escape(target)}">'
                return {"status": 200, "content_type": "text/html; charset=utf-8", "body": leading}
            entry = self.find(target)
        if entry is None or entry.target:
            return {"status": 204} if navigates else None  # 204: the page stays
        return {"status": entry.status, "headers": entry.headers, "body": entry.body}


def addresses(url: str) -> Iterator[str]:
    """Yield the keys of an entry for `url`: as is, with a digest of its query, without a query."""
    yield urldefrag(url).url
    yield digested(url)
    yield redaction.url(url)


def digested(url: str) -> str:
    """Return `url` with a digest in place of its query, and without fragment, user and password."""
    query = urlsplit(url).query
    return redaction.url(url) + (f"?{hashlib.sha256(query.encode()).hexdigest()[:32]}" if query else "")


def load(path: Path, site: SiteSelectors) -> Har:
    """Return the HAR at `path`; raise InputMissing if there is no file, BoardError if it is not a HAR."""
    try:
        raw = json.loads(_content(path))["log"]["entries"]
    except (ValueError, RecursionError, KeyError, TypeError):
        raw = None
    if not isinstance(raw, list):
        raise BoardError(f"{path} is no HAR: name one that `player record GAME --har` wrote")
    found = list(entries(raw))
    if not found:
        raise BoardError(f"{path} holds no answer to a GET: record it anew with `player record GAME --har`")
    exact = {entry.url: entry for entry in reversed(found)}
    return Har(path, site, {redaction.url(entry.url): entry for entry in reversed(found)} | exact)


def entries(raw: Iterable[Any]) -> Iterator[Entry]:
    """Yield the well-formed responses to GETs."""
    for entry in raw:
        with suppress(KeyError, TypeError, AttributeError, ValueError):
            request, response = entry["request"], entry["response"]
            url, status = urldefrag(request["url"]).url, response["status"]
            found = Entry(url, int(status), _headers(response["headers"]), _body(response["content"]))
            if request["method"] == "GET" and status in range(200, 600) and redaction.url(found.target or url):
                yield found


def _headers(raw: Iterable[Mapping[str, str]]) -> dict[str, str]:
    named = ((header["name"].lower(), header["value"]) for header in raw)
    return {
        name: value
        for name, value in named
        if (name in HEADERS or name.startswith(CORS)) and value.isascii() and value.isprintable()
    }


def _body(content: Mapping[str, Any]) -> bytes:
    if "_file" in content:
        raise ValueError("the body is in a file of its own")
    text = content.get("text", "")
    return b64decode(text) if content.get("encoding") == "base64" else text.encode(errors="replace")


def _content(path: Path) -> bytes:
    with reading(f"the HAR {path}"):
        if regular(path).stat().st_size > MAX_HAR_BYTES:
            raise BoardError(f"{path} is too big for a HAR (at most {MAX_HAR_BYTES} bytes)")
        return path.read_bytes()
