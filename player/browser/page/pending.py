"""Pending work of a page: requests without an answer, and timers that have not fired."""

import gzip
import json
from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Error, Page, Request  # noqa: TID251  # web drives the browser

#: Resource types that can bring or draw a board. Pictures, fonts and beacons can't; a socket stays open.
_BRINGS = {"document", "script", "stylesheet", "xhr", "fetch"}
#: Age in milliseconds at which an unanswered request counts as endless, such as a long poll.
ENDLESS_AFTER_MS = 5_000
#: Delays in milliseconds of timers that count: shorter ones are animations and our own polls, longer ones do not load.
LOADING_TIMERS_MS = range(150, 4_000)
#: Tolerance for timers that fire late, in milliseconds.
TIMER_TOLERANCE_MS = 100
#: Limit for the browser to return its trace, in milliseconds.
TRACE_TIMEOUT_MS = 2_000
#: Transfer as a stream: event by event takes ten times longer.
_STREAM = {"transferMode": "ReturnAsStream", "streamFormat": "json", "streamCompression": "gzip"}


class Pending:
    """Record the requests and timers of `page` from each `begin` on.

    The page can't detect it: requests are Playwright's events, timers come from the browser's own trace between `begin`
    and the first call of `timer`.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._host = urlsplit(origin).hostname or ""
        self._requests: dict[Request, float] = {}
        self._session: CDPSession | None = None
        self._due: float | None = None
        self.traces = True
        """False if the browser must not be traced, because somebody else uses it."""
        page.on("request", self._note)
        page.on("requestfinished", self._forget)
        page.on("requestfailed", self._forget)

    def leave(self) -> None:
        """Remove our listeners from the page, and end the trace."""
        self.end()
        self._page.remove_listener("request", self._note)
        self._page.remove_listener("requestfinished", self._forget)
        self._page.remove_listener("requestfailed", self._forget)

    def begin(self) -> None:
        """Start recording for a document that is about to load."""
        self._requests.clear()
        self.end()
        self._due = None
        if not self.traces:
            return
        with suppress(Error):  # someone else traces this browser
            session = self._page.context.new_cdp_session(self._page)
            categories = {"includedCategories": ["devtools.timeline"], "excludedCategories": ["*"]}
            session.send("Tracing.start", {"traceConfig": categories, **_STREAM})
            self._session = session

    def request(self, within: float = ENDLESS_AFTER_MS) -> bool:
        """Return True if a request that can bring a board has been unanswered for less than `within` milliseconds."""
        now = perf_counter()
        return any(1000 * (now - began) < within for began in self._requests.values())

    def timer(self) -> bool | None:
        """Return True if a timer will fire soon, of those set before the first call; None if it can't be known."""
        if self._session is not None:
            self._due = self._last_due(self._session)
            self.end()
        return None if self._due is None else perf_counter() < self._due

    def _last_due(self, session: CDPSession) -> float | None:
        """Return the time (`perf_counter`, seconds) of the page's last timer; None if there is no trace."""
        streams: list[str] = []
        with suppress(Error):
            session.on("Tracing.tracingComplete", lambda event: streams.append(event["stream"]))
            frames = set(_frames(session.send("Page.getFrameTree")["frameTree"]))
            session.send("Tracing.end")
            end = perf_counter() + TRACE_TIMEOUT_MS / 1000
            while not streams and perf_counter() < end:
                session.send("Page.getFrameTree")  # events arrive with answers
            if streams:
                return perf_counter() + due_in(_events(session, streams[0]), frames) / 1000
        return None

    def end(self) -> None:
        """End the trace, if there is one: a browser allows only one."""
        if self._session is not None:
            with suppress(Error):
                self._session.detach()
            self._session = None

    def _note(self, request: Request) -> None:
        host = urlsplit(request.url).hostname or ""
        ours = _site(host) == _site(self._host)
        if request.resource_type in _BRINGS and (ours or request.resource_type == "script"):
            self._requests[request] = perf_counter()

    def _forget(self, request: Request) -> None:
        self._requests.pop(request, None)


def _events(session: CDPSession, stream: str) -> list[dict[str, Any]]:
    data = b""
    while True:
        part = session.send("IO.read", {"handle": stream})
        data += b64decode(part["data"])
        if part["eof"]:
            events: list[dict[str, Any]] = json.loads(gzip.decompress(data))["traceEvents"]
            return events


def due_in(events: Iterable[Mapping[str, Any]], frames: Collection[str]) -> float:
    """Return the milliseconds from the last of a trace's `events` until the last timer of `frames` fires.

    0 if there is none. Repeating timers are clocks and do not count.
    """
    due: dict[tuple[str, int], float] = {}
    now = 0.0
    for event in sorted(events, key=lambda event: event.get("ts", 0)):
        now = max(now, event.get("ts", 0) / 1000)
        data = event.get("args", {}).get("data") or {}
        timer = (data.get("frame", ""), data.get("timerId", 0))
        if event["name"] == "TimerInstall" and timer[0] in frames and data["singleShot"]:
            if int(data["timeout"]) in LOADING_TIMERS_MS:
                due[timer] = now + data["timeout"] + TIMER_TOLERANCE_MS
        elif event["name"] in {"TimerRemove", "TimerFire"}:
            due.pop(timer, None)
    return max(0.0, max(due.values(), default=now) - now)


def _frames(tree: Mapping[str, Any]) -> Iterator[str]:
    yield tree["frame"]["id"]
    for child in tree.get("childFrames", ()):
        yield from _frames(child)


def _site(host: str) -> str:
    """Return the end of a host name that a site's pages, APIs and files share."""
    return ".".join(host.split(".")[-2:])
