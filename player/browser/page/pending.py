"""What a page has pending: requests that are not answered yet, and timers that have not gone off."""

import gzip
import json
from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Error, Page, Request  # noqa: TID251  # web drives the browser

#: Requests that can bring or draw a board. Pictures, fonts and beacons can't; a socket stays open for ever.
_BRINGS = {"document", "script", "stylesheet", "xhr", "fetch"}
#: Milliseconds after which an unanswered request is taken for one that never ends, such as a long poll.
ENDLESS = 5_000
#: Timers of fewer milliseconds are animations and the looks of ours, those of more have nothing to do with loading.
TIMERS = range(150, 4_000)
#: Milliseconds that a timer may go off late.
LATE = 100
#: Milliseconds for the browser to hand out its trace.
HANDOUT = 2_000
#: Milliseconds between two questions whether it has.
GLANCE = 2
#: How the trace is handed out: event by event takes ten times longer.
_STREAM = {"transferMode": "ReturnAsStream", "streamFormat": "json", "streamCompression": "gzip"}


class Pending:
    """Watches `page` from each `begin` on.

    Nothing of this can be seen by the page: its requests are Playwright's events, its timers are in the browser's own
    trace of the time from `begin` to the first question about them.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._host = urlsplit(origin).hostname or ""
        self._requests: dict[Request, float] = {}
        self._session: CDPSession | None = None
        self._due: float | None = None
        self.traces = True
        """Whether the browser may be traced: one that somebody else uses may not."""
        page.on("request", self._note)
        page.on("requestfinished", self._forget)
        page.on("requestfailed", self._forget)

    def begin(self) -> None:
        """Another document is about to load."""
        self._requests.clear()
        self.end()
        self._due = None
        if not self.traces:
            return
        with suppress(Error):  # somebody else traces this browser
            session = self._page.context.new_cdp_session(self._page)
            categories = {"includedCategories": ["devtools.timeline"], "excludedCategories": ["*"]}
            session.send("Tracing.start", {"traceConfig": categories, **_STREAM})
            self._session = session

    def request(self, within: float = ENDLESS) -> bool:
        """Whether a request that can bring a board has been without an answer for less than so many milliseconds."""
        now = perf_counter()
        return any(1000 * (now - began) < within for began in self._requests.values())

    def timer(self) -> bool | None:
        """Whether a timer is to go off soon, of those set up to the first question; None where nobody can tell."""
        if self._session is not None:
            self._due = self._last_due(self._session)
            self.end()
        return None if self._due is None else perf_counter() < self._due

    def _last_due(self, session: CDPSession) -> float | None:
        """When the last timer of this page goes off, by our clock; None where the trace does not come."""
        streams: list[str] = []
        with suppress(Error):
            session.on("Tracing.tracingComplete", lambda told: streams.append(told["stream"]))
            frames = set(_frames(session.send("Page.getFrameTree")["frameTree"]))
            session.send("Tracing.end")
            end = perf_counter() + HANDOUT / 1000
            while not streams and perf_counter() < end:
                self._page.wait_for_timeout(GLANCE)
            if streams:
                return perf_counter() + due_in(_events(session, streams[0]), frames) / 1000
        return None

    def end(self) -> None:
        """End the trace, if there is one: a browser has one only."""
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
    """The milliseconds from the last of a trace's `events` until the last timer of `frames` goes off.

    0 where none is to go off. Timers that go off again and again are clocks, and wait for nothing.
    """
    due: dict[tuple[str, int], float] = {}
    now = 0.0
    for event in sorted(events, key=lambda event: event.get("ts", 0)):
        now = max(now, event.get("ts", 0) / 1000)
        data = event.get("args", {}).get("data") or {}
        timer = (data.get("frame", ""), data.get("timerId", 0))
        if event["name"] == "TimerInstall" and timer[0] in frames and data["singleShot"]:
            if int(data["timeout"]) in TIMERS:
                due[timer] = now + data["timeout"] + LATE
        elif event["name"] in {"TimerRemove", "TimerFire"}:
            due.pop(timer, None)
    return max(0.0, max(due.values(), default=now) - now)


def _frames(tree: Mapping[str, Any]) -> Iterator[str]:
    yield tree["frame"]["id"]
    for child in tree.get("childFrames", ()):
        yield from _frames(child)


def _site(host: str) -> str:
    """The end of a host's name that its pages, its interfaces and its files have in common."""
    return ".".join(host.split(".")[-2:])
