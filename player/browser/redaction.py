"""Redaction of markup and traces: by parsing, never by text replacement."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit, urlunsplit

VOID = {"area", "br", "col", "hr", "img", "input", "source", "track", "wbr"}
#: Elements that are dropped with their content; templates that make open shadow roots stay.
DROPPED = {
    "script",
    "noscript",
    "template",
    "iframe",
    "object",
    "title",
    "textarea",
    "video",
    "audio",
    "canvas",
    "select",
}
#: Elements that are dropped and have no end tag.
NOT_WRITTEN = {"link", "base", "embed", "frame", "param"}
#: Attributes that fetch, send or vouch for something, or hold user input.
NEVER = {"src", "srcset", "srcdoc", "poster", "ping", "nonce", "integrity", "value", "background", "data", "http-equiv"}
#: Control characters that a terminal obeys, and unpaired surrogates.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
ADDRESSES = {"href", "xlink:href", "action", "formaction", "cite", "longdesc"}


def url(text: str) -> str:
    """Return an address without query, fragment, user and password; empty if it is no web address."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        return ""
    if parts.scheme not in {"", "http", "https"}:
        return ""
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def page(html: str, clean: Callable[[str], str] = str) -> str:
    """Return markup without scripts, comments, images, form values, queries of addresses and control characters.

    `clean` removes secrets from the remaining texts and attributes.
    """
    parser = _Page(clean)
    parser.feed(CONTROL.sub("", html))
    parser.close()
    return "".join(parser.written)


class _Page(HTMLParser):
    def __init__(self, clean: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self._clean = clean
        self.written: list[str] = []
        self._within: str | None = None
        self._depth = 0
        self._in_style = False

    def handle_decl(self, decl: str) -> None:
        if decl.lower() == "doctype html":
            self.written.append("<!DOCTYPE html>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._within:
            self._depth += tag == self._within
            return
        if tag == "template" and ("shadowrootmode", "open") in attrs:
            self.written.append('<template shadowrootmode="open">')
        elif tag in DROPPED:
            self._within, self._depth = tag, 1
        elif tag == "meta":
            if dict(attrs).get("charset"):
                self.written.append('<meta charset="utf-8">')
        elif tag not in NOT_WRITTEN:
            self._in_style = tag == "style"
            self.written.append(f"<{tag}{''.join(_attributes(attrs, self._clean))}>")

    def handle_endtag(self, tag: str) -> None:
        if self._within:
            self._depth -= tag == self._within
            self._within = self._within if self._depth else None
        elif tag not in VOID | NOT_WRITTEN | {"meta"}:
            self._in_style = False
            self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._within:
            return
        if self._in_style:
            self.written.append("" if _fetches(data) or "<" in data else self._clean(data))
        else:
            self.written.append(escape(self._clean(CONTROL.sub("", data)), quote=False))


def _attributes(attributes: list[tuple[str, str | None]], clean: Callable[[str], str]) -> Iterator[str]:
    for name, given in attributes:
        value = CONTROL.sub("", given or "")
        if name.startswith("on") or name in NEVER or not re.fullmatch(r"[a-z_][\w:.-]*", name):
            continue
        if name == "style":
            value = ";".join(part for part in value.split(";") if not _fetches(part))
        elif name in ADDRESSES:
            value = url(value)
        else:
            value = " ".join(map(_address, value.split(" ")))
        yield f' {name}="{escape(clean(value))}"'


def _address(word: str) -> str:
    """Return a word of an attribute; if it is an address, without its query."""
    return url(word) if "://" in word or re.match(r"/[^/\s]", word) else word


def _fetches(css: str) -> bool:
    return re.search(r"url\s*\(|image(-set)?\s*\(|@|\\|expression", css, re.IGNORECASE) is not None


# Traces

#: Arguments of calls that describe inputs.
ARGUMENTS = {"x", "y", "key", "button", "url", "timeout", "waitUntil", "state", "type", "clip", "pageId"}
#: Events of a trace, each with the fields to keep.
EVENTS: Mapping[str, set[str]] = {
    "context-options": {"version", "origin", "browserName", "platform", "wallTime", "monotonicTime", "sdkLanguage"},
    "event": {"time", "class", "method"},
    "before": {"callId", "startTime", "class", "method"},
    "after": {"callId", "endTime"},
    "screencast-frame": {"pageId", "file", "width", "height", "timestamp", "frameSwapWallTime"},
}


def trace(data: bytes, *, pictures: bool, clean: Callable[[Any], Any] = lambda line: line) -> bytes:
    """Return a Playwright trace without headers, cookies, bodies, queries, and arguments and results of scripts.

    With `pictures` it keeps the screenshots of the tab that was opened in it. `clean` removes secrets from a line.
    """
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        events = [_event(line) for line in _lines(old, "trace.trace") if line.get("type") in EVENTS]
        tab = _opened(events) if pictures else None
        kept = [event for event in events if event.get("pageId") == tab or event["type"] != "screencast-frame"]
        new.writestr("trace.trace", _jsonl(map(clean, kept)))
        new.writestr("trace.network", _jsonl(clean(_request(line)) for line in _lines(old, "trace.network")))
        pictured = {event["file"] for event in kept if "file" in event}
        for name in sorted(pictured & set(old.namelist())):
            new.writestr(name, old.read(name))
    return written.getvalue()


def _opened(events: list[dict[str, Any]]) -> str | None:
    """Return the tab opened by the first such call: older tabs and popups are not ours."""
    calls = [number for number, event in enumerate(events) if event.get("method") == "newPage"]
    later = events[calls[0] :] if calls else []
    return next((event["params"].get("pageId") for event in later if event.get("method") == "page"), None)


def _lines(archive: zipfile.ZipFile, name: str) -> list[dict[str, Any]]:
    if name not in archive.namelist():
        return []
    parsed = [json.loads(line) for line in archive.read(name).splitlines() if line.strip()]
    return [line for line in parsed if isinstance(line, dict)]


def _jsonl(lines: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def _event(event: dict[str, Any]) -> dict[str, Any]:
    kind = event["type"]
    saved = {"type": kind, **{name: event[name] for name in EVENTS[kind] if name in event}}
    if kind in {"before", "event"}:
        given = event.get("params") or {}
        saved["params"] = {name: given[name] for name in ARGUMENTS if name in given}
        if "url" in given:
            saved["params"]["url"] = url(str(given["url"]))
    if kind == "context-options":
        saved["options"] = {"viewport": (event.get("options") or {}).get("viewport")}
    return saved


def _request(line: dict[str, Any]) -> dict[str, Any]:
    """Return one network exchange: time, address, status."""
    entry = line.get("snapshot") or {}
    request, response = entry.get("request") or {}, entry.get("response") or {}
    content = response.get("content") or {}
    kind = str(content.get("mimeType", "")).partition(";")[0]
    nothing = {"headers": [], "cookies": [], "headersSize": -1, "bodySize": -1, "httpVersion": ""}
    asked = {"method": request.get("method"), "url": url(str(request.get("url"))), "queryString": [], **nothing}
    answered = {"status": response.get("status"), "statusText": "", "redirectURL": "", **nothing}
    answered["content"] = {"size": content.get("size", -1), "mimeType": kind}
    times = {name: entry[name] for name in ("startedDateTime", "time", "timings", "_monotonicTime") if name in entry}
    return {"type": "resource-snapshot", "snapshot": {**times, "cache": {}, "request": asked, "response": answered}}
