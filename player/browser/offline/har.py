"""HAR files: recorded pages, served in place of the network, and written without secrets.

Their scripts run, and no request leaves the machine: what is not in the file is left out.
"""

import hashlib
import json
import re
import secrets
import string
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from playwright.sync_api import BrowserContext, Page, Request  # noqa: TID251  # web drives the browser

from player import __version__
from player.browser import redaction
from player.browser.offline.page_source import Pages, serve
from player.browser.selectors.schema import SiteSelectors
from player.errors import BoardError, CannotCreate
from player.files import reading, regular
from player.secrets.values import MIN_SECRET_CHARACTERS, Secrets, forms, secret_of, values_in, with_other_secret

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


# Redaction: a secret is replaced by random letters and digits of the same kinds, the same ones everywhere. So scripts
# that put it into an address still find the recorded response


#: Names of headers that carry credentials.
VOUCHING = re.compile(r"(?!:).*(csrf|xsrf|token|auth|session)", re.IGNORECASE)  # except HTTP's own :authority
#: Values in an address's query that look like tokens.
TOKEN = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.~+/=:-]{16,}")
INTEGRITY = re.compile(rb"(<(?:script|link)\b[^>]*?\s)integrity=", re.IGNORECASE)
_KINDS = (string.ascii_lowercase, string.ascii_uppercase, "123456789")


def scrubbed(har: bytes, patterns: Sequence[str], values: Iterable[str]) -> bytes:
    """Return the GETs of a HAR, without secrets: `values`, matches of `patterns`, and the credentials of its requests.

    Raises CannotCreate if a secret is still in the result.
    """
    raw = json.loads(har)["log"]["entries"]
    found = {entry.url: entry for entry in reversed(list(entries(raw)))}
    known = {*values, *_vouching(raw)}
    regexes = [re.compile(pattern) for pattern in patterns]
    for entry in found.values():
        known |= {value for _, value in parse_qsl(urlsplit(entry.url).query) if TOKEN.fullmatch(value)}
        for text in (entry.url, *entry.headers.values(), entry.body.decode(errors="ignore")):
            known |= {secret_of(match) for regex in regexes for match in regex.finditer(text)}
    disguise = _Disguise(regexes, {value for value in known if len(value) >= MIN_SECRET_CHARACTERS})
    clean = [disguise.entry(entry) for entry in found.values()]
    about = {"version": "1.2", "creator": {"name": "player", "version": __version__}}
    content = json.dumps({"log": {**about, "entries": [_written(entry) for entry in clean]}}).encode() + b"\n"
    if any(disguise.secrets.are_in("", part) for part in (content, *(entry.body for entry in clean))):
        raise CannotCreate("the HAR still held a secret when it was scrubbed: nothing of the page was written")
    return content


def _vouching(raw: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the values of cookies and of credential headers, of requests by any method."""
    for entry in raw:
        for side in (entry["request"], entry["response"]):
            yield from values_in({"cookies": side.get("cookies", [])})
            values = [header["value"] for header in side["headers"] if VOUCHING.match(header["name"])]
            yield from (part for value in values for part in (value, *value.split()[1:]))


class _Disguise:
    """Replace `values` in every form, and matches of `patterns`, by other letters."""

    def __init__(self, patterns: Sequence[re.Pattern[str]], values: Collection[str]) -> None:
        self._key = secrets.token_bytes()
        self._patterns = patterns
        pairs = {
            form: other for value in values for form, other in zip(forms(value), forms(self._other(value)), strict=True)
        }
        self._pairs = sorted(pairs.items(), key=lambda pair: len(pair[0]), reverse=True)
        self.secrets = Secrets(frozenset(values))

    def entry(self, entry: Entry) -> Entry:
        headers = {name: self._text(value) for name, value in entry.headers.items()}
        if "location" in headers:
            headers["location"] = digested(headers["location"])
        body = self._bytes(entry.body)
        if "html" in headers.get("content-type", ""):  # its scripts may have changed
            body = INTEGRITY.sub(rb"\1data-integrity=", body)
        return replace(entry, url=digested(self._text(entry.url)), headers=headers, body=body)

    def _text(self, text: str) -> str:
        return self._bytes(text.encode()).decode()

    def _bytes(self, content: bytes) -> bytes:
        for form, other in self._pairs:
            content = content.replace(form, other)
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return content
        for pattern in self._patterns:
            text = pattern.sub(self._short, text)
        return text.encode()

    def _short(self, match: re.Match[str]) -> str:
        """Replace a match that is too short to be replaced everywhere."""
        found = secret_of(match)
        return match[0] if len(found) >= MIN_SECRET_CHARACTERS else with_other_secret(match, self._other(found))

    def _other(self, value: str) -> str:
        numbers = hashlib.shake_256(self._key + value.encode(errors="replace")).digest(len(value))
        return "".join(_like(char, number) for char, number in zip(value, numbers, strict=True))


def _like(char: str, number: int) -> str:
    """Return another character of the same kind; never zero, since numbers do not begin with it."""
    if not char.isalnum():
        return char
    kind = next((kind for kind in _KINDS if char in kind or (char == "0" and kind.isdigit())), "x").replace(char, "")
    return kind[number % len(kind)]


def _written(entry: Entry) -> dict[str, Any]:
    nothing = {"httpVersion": "", "cookies": [], "headers": [], "headersSize": -1, "bodySize": -1}
    headers = [{"name": name, "value": value} for name, value in entry.headers.items()]
    parts = {"status": entry.status, "statusText": "", "redirectURL": entry.target or "", "content": _content_of(entry)}
    return {
        "startedDateTime": "1970-01-01T00:00:00Z",
        "time": 0,
        "request": {**nothing, "method": "GET", "url": entry.url, "queryString": []},
        "response": {**nothing, **parts, "headers": headers},
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
    }


def _content_of(entry: Entry) -> dict[str, Any]:
    content = {"size": len(entry.body), "mimeType": entry.headers.get("content-type", "")}
    try:
        return {**content, "text": entry.body.decode()}
    except UnicodeDecodeError:
        return {**content, "text": b64encode(entry.body).decode(), "encoding": "base64"}
