"""The pending work of a page, and the time for which its board, or a refusal of it, must be stable."""

import json
from base64 import b64decode
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Error, Page, Request  # noqa: TID251  # web drives the browser

from player.browser.page.connection import in_background, listen
from player.browser.page.trace import LOADING_TIMERS_MS, LOOP_MS, OURS, PageWork, frames_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from player.browser.page.inputs import InputMethods
    from player.browser.page.tab import Times

#: Resource types that can bring or draw a board. Pictures, fonts and beacons can't; a socket stays open.
_BRINGS = {"document", "script", "stylesheet", "xhr", "fetch"}
#: Age in milliseconds at which an unanswered request counts as endless, such as a long poll.
ENDLESS_AFTER_MS = 5_000
#: Time without a new file after which a page counts as loaded, in milliseconds: its longest timers of loading are over.
SETTLED_AFTER_MS = LOADING_TIMERS_MS.stop
#: Limit for the browser to return its trace, in milliseconds.
TRACE_TIMEOUT_MS = 2_000
#: Interval in milliseconds at which work that takes long is asked for anew.
LATE_POLL_MS = 1_000
#: The most times that a page at work is given the time to load anew.
MAX_PROLONGED = 2
#: Time that a board must be stable if it is not the first that the page showed, and if it was there before we came, in
#: milliseconds.
REPLACED_STABLE_MS, SETTLED_STABLE_MS = 600, 200
_CHANGES = "disabled-by-default-devtools.timeline"
#: Transfer as a stream: event by event takes ten times longer. A browser that has just started would compress its first
#: trace 2 to 5 s late.
_STREAM = {"transferMode": "ReturnAsStream", "streamFormat": "json"}


class PendingWork:
    """Record the requests and the work of `page` from each `begin` on.

    The page can't detect it: requests are Playwright's events, timers and loops come from the browser's own trace.
    """

    def __init__(self, page: Page, origin: str, *, traces: bool) -> None:
        """Without `traces` the browser must not be traced, because somebody else uses it."""
        self._page, self._traces = page, traces
        self._host = urlsplit(origin).hostname or ""
        self._requests: dict[Request, float] = {}
        self._session: CDPSession | None = None
        self._due: float | None = None
        self._work = PageWork()
        self.shown: Callable[[], dict[str, float]] = lambda: {"due": 0, "quiet": 0, "clock": False}
        """Asks the page for its animations, its clock, and since when it has loaded nothing."""
        self._unheard = listen(page, request=self._note, requestfinished=self._forget, requestfailed=self._forget)

    def leave(self) -> None:
        """Remove our listeners from the page, and end the trace."""
        self.end()
        self._unheard()

    def begin(self) -> None:
        """Start recording for a document that is about to load."""
        self._requests.clear()
        self.end()
        self._due = None
        if not self._traces:
            return
        self._work = PageWork()
        self._start()

    def _start(self, *more: str) -> None:
        """Begin a trace; with the category `_CHANGES` it tells what each callback changed, at some cost."""
        with suppress(Error):  # someone else traces this browser
            session = self._page.context.new_cdp_session(self._page)
            categories = {"includedCategories": ["devtools.timeline", *more], "excludedCategories": ["*"]}
            session.send("Tracing.start", {"traceConfig": categories, **_STREAM})
            self._session = session

    def request(self, within: float = ENDLESS_AFTER_MS) -> bool:
        """Return True if a request that can bring a board has been unanswered for less than `within` milliseconds."""
        now = perf_counter()
        return any(1000 * (now - began) < within for began in self._requests.values())

    def work(self, *, late: bool = False) -> bool | None:
        """Return True if work is under way that may bring a board; None if it can't be known.

        That are timers that fire soon, finite animations, loops of which nothing shows what they do, and busy workers.
        The page's clock is none. While there is such work, the trace goes on.

        Of a page without a board, which may come `late`, longer work counts too, and the trace goes on in any case.
        """
        if self._session is not None and (self._due is None or perf_counter() >= self._due):
            self._due = self._traced(self._session, late=late)
        is_working = self._session is not None
        if late and self._due is not None and not is_working:
            self._start(_CHANGES)
        return None if self._due is None else is_working

    def is_settled(self) -> bool:
        """Return True if the page has loaded nothing for longer than it loads, and nothing on it moves for a while.

        It was there before we came, as the page of somebody else's script is: the timers of its loading are over.
        """
        shown = self.shown()
        return (shown["quiet"] or 0) >= SETTLED_AFTER_MS and not shown["due"]

    def _traced(self, session: CDPSession, *, late: bool) -> float | None:
        """Return the time (`perf_counter`) when work under way should be over, and trace it on; None if unknown."""
        streams: list[str] = []
        with suppress(Error):
            session.on("Tracing.tracingComplete", lambda event: streams.append(event["stream"]))
            session.send("Tracing.recordClockSyncMarker", {"syncId": OURS})
            now = perf_counter()
            session.send("Tracing.end")
            shown, frames = self.shown(), set(frames_of(session.send("Page.getFrameTree")["frameTree"]))
            while not streams and perf_counter() < now + TRACE_TIMEOUT_MS / 1000:
                self.shown()  # events arrive with answers; quick questions would keep the browser busy
            if streams:
                under = self._work.read(_events(session, streams[0]), frames)
                loops = under.loops - (under.spare if shown["clock"] else 0)
                due = now + max(under.due, min(under.late, LATE_POLL_MS) if late else 0, shown["due"]) / 1000
                if due > now or loops > 0:
                    self.end()
                    self._start(_CHANGES)
                else:
                    in_background(session.detach)
                    self._session = None
                return max(due, perf_counter() + LOOP_MS / 1000) if loops > 0 else due
        self.end()
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
        data += b64decode(part["data"]) if part.get("base64Encoded") else part["data"].encode()
        if part["eof"]:
            events: list[dict[str, Any]] = json.loads(data)["traceEvents"]
            return events


def _site(host: str) -> str:
    """Return the end of a host name that a site's pages, APIs and files share."""
    return ".".join(host.split(".")[-2:])


class StabilityPolicy:
    """Decide if a page may still change, from its pending requests and work and from its past changes.

    A board with one solution waits only for pending requests and work; a refused board waits until the page has been
    quiet. Anything endless (a clock, a poll, an advertisement) delays neither for long.
    """

    def __init__(self, times: "Times", pending: PendingWork, methods: "InputMethods") -> None:
        self._times = times
        self._pending = pending
        self._methods = methods
        self._end: float | None = None
        self._prolonged = 0
        self._followed = False
        self._pressed = False

    def begin(self) -> None:
        """Reset for a page that is about to load."""
        self._followed = self._pressed = False
        self._end, self._prolonged = None, 0

    def press(self) -> None:
        """Record that something was pressed on the page, which may bring another board."""
        self._pressed = True

    def final(self, ms: float) -> bool:
        """Return True if a refusal that has been stable for `ms` milliseconds is final."""
        return not self.lasts(ms, sound=False)

    def lasts(self, ms: float, *, sound: bool, replaced: bool = False) -> bool:
        """Return True if a board that has been stable for `ms` milliseconds must be observed again.

        It is `sound` if it has one solution, and `replaced` if an earlier load showed it and then replaced it.
        """
        self._end = self._end or perf_counter() + self._times.load / 1000
        if perf_counter() >= self._end:
            return False
        if replaced:
            return True
        if not sound:
            return ms < self._times.quiet or self._pending.request(self._times.load) or self.works_late()
        if ms >= ENDLESS_AFTER_MS:
            return False
        work = self._pending.work()
        return ms < self._stood(work) or bool(work) or self._pending.request()

    def prolonged(self) -> bool:
        """Return True, a few times, if a page that shows no board in time still works on it: it is waited for anew."""
        if self._prolonged == MAX_PROLONGED or not self.works_late():
            return False
        self._prolonged, self._end = self._prolonged + 1, None
        return True

    def works_late(self) -> bool:
        """Return True if the page, which shows no board yet, has work under way that may bring one."""
        return bool(self._pending.work(late=True))

    def _stood(self, work: bool | None) -> float:
        """Return the milliseconds that a board must be stable regardless of what the page has pending."""
        if self._methods.replacing:
            return self._times.stood
        if work is None:
            is_settled = not (self._pressed or self._followed) and self._pending.is_settled()
            return min(SETTLED_STABLE_MS, self._times.stood) if is_settled else self._times.stood
        return REPLACED_STABLE_MS if self._followed else 0

    def follow(self, *, sound: bool) -> None:
        """Record that another board replaced one that was `sound`, or one that was not."""
        self._followed = True
        self._methods.replacing |= sound
