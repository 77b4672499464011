"""Redaction of HAR files: the result still loads the page, but holds no secret.

A secret is replaced by random letters and digits of the same kinds, the same ones everywhere: scripts that put it into
an address still find the recorded response.
"""

import hashlib
import json
import re
import secrets
import string
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from player import __version__
from player.browser.offline.har import Entry, digested, entries
from player.errors import CannotCreate
from player.secrets.values import MIN_SECRET_CHARACTERS, Secrets, forms, secret_of, values_in, with_other_secret

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
    parts = {"status": entry.status, "statusText": "", "redirectURL": entry.target or "", "content": _content(entry)}
    return {
        "startedDateTime": "1970-01-01T00:00:00Z",
        "time": 0,
        "request": {**nothing, "method": "GET", "url": entry.url, "queryString": []},
        "response": {**nothing, **parts, "headers": headers},
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
    }


def _content(entry: Entry) -> dict[str, Any]:
    content = {"size": len(entry.body), "mimeType": entry.headers.get("content-type", "")}
    try:
        return {**content, "text": entry.body.decode()}
    except UnicodeDecodeError:
        return {**content, "text": b64encode(entry.body).decode(), "encoding": "base64"}
