"""A page's connection to its site: navigation, lost documents and requests, refusals, and Playwright's errors."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from greenlet import greenlet  # type: ignore[import-untyped]  # it has no stubs
from playwright.sync_api import Error, Frame, Page, Request, Response  # noqa: TID251  # web drives the browser

from player.errors import (
    ArgumentInvalid,
    Crashed,
    Denied,
    NoNetwork,
    PageNotUnderstood,
    PlayerError,
    SignInNeeded,
    Throttled,
    Unavailable,
    trace,
)

if TYPE_CHECKING:  # a browser starts while these are imported
    from player.browser.selectors.schema import SiteSelectors

_GONE = re.compile(r"has been closed|crashed|[Cc]onnection closed|Target closed|Playwright already stopped")
#: If the driver dies, Playwright raises a bare Exception whose text ends with this.
_DRIVER = "Connection closed while reading from the driver"


@contextmanager
def map_playwright_errors() -> Iterator[None]:
    """Raise Playwright's errors as PlayerErrors: a page or browser that is gone, hung or out of reach."""
    try:
        yield
    except Exception as error:
        if ours := as_ours(error):
            raise ours from error
        raise


def as_ours(error: Exception) -> PlayerError | None:
    """Return the PlayerError for an error of Playwright's; None for any other error."""
    if type(error).__module__ == "greenlet":
        return ArgumentInvalid("the page belongs to another thread: use it in the thread that opened its browser")
    if type(error) is Exception and _DRIVER in str(error):
        return Crashed("Playwright's driver crashed, or was killed: play again")
    if not isinstance(error, Error):
        return None
    if _GONE.search(error.message):
        return Crashed("the page or its browser crashed, or was closed: play again")
    return Unavailable(f"the browser gave up: {first_line(error.message)}")


def first_line(message: str) -> str:
    """Return the first line of an error's message, without queries of addresses."""
    return message.splitlines()[0].split("?")[0]


def listen(page: Page, **listeners: Callable[[Any], object]) -> Callable[[], None]:
    """Add `listeners` to `page`, by their events; return what removes them."""

    def leave() -> None:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)

    for event, listener in listeners.items():
        cast("Any", page).on(event, listener)
    return leave


# Playwright requires greenlet, and its sync interface is made of it: only in one may work wait beside the caller's.


def in_background(work: Callable[[], object]) -> None:
    """Begin `work`, which may wait for the browser as the caller does, at the caller's next wait; drop its errors.

    Playwright runs each listener of events in such a greenlet; its event loop is the running one once it was started.
    A signal that comes in here is raised in the caller's work (see `in_callback`).
    """
    asyncio.get_running_loop().call_soon(lambda: greenlet(lambda: _quietly(work)).switch())


def _quietly(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception as error:  # noqa: BLE001  # nobody waits for it: its owner sees what was not done
        trace(error)


MAX_ATTEMPTS = 3
#: Longest wait for the browser's own error page, in milliseconds.
ERROR_PAGE_TIMEOUT_MS = 1_500

#: The error of a page whose answer is an error without contents.
_WITHOUT_CONTENTS = "ERR_HTTP_RESPONSE_CODE_FAILURE"
#: Browser errors of a network that is gone; a page may abort its own requests at any time.
_CUT = re.compile(r"DISCONNECTED|CONNECTION|TIMED_OUT|NETWORK|NAME_NOT_RESOLVED|EMPTY_RESPONSE")


@dataclass(frozen=True, slots=True)
class Missing:
    """A document that was not received; `status` is None if the server did not answer."""

    url: str
    problem: str
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{urlsplit(self.url).path} ({self.problem})"


class Connection:
    """Navigate a page and watch its requests.

    `unsent`: the network kept a request from the site. `reloaded`: a lost document was requested again.
    """

    def __init__(
        self, page: Page, site: "SiteSelectors", url: str, timeout: float, begins: Callable[[], object] = bool
    ) -> None:
        """`timeout` is for one attempt to load, in milliseconds (0: none); `begins` is called before each visit."""
        self._begins = begins
        self._page = page
        self._site = site
        self._url = url
        self._timeout = timeout
        self._missing: dict[Frame, Missing] = {}
        self._asked: Counter[str] = Counter()
        self.unsent = self.reloaded = False
        self._refused: PlayerError | None = None
        self._free = 0.0
        self._answers: list[Response] = []
        self.leave = listen(page, request=self._note_asked, response=self._note_answer, requestfailed=self._note_lost)
        """Removes our listeners from the page."""

    def go(self) -> None:
        """Go to the page; Unavailable if it does not load, SignInNeeded if the site asks to sign in."""
        problems: list[PlayerError] = []
        self._begin()
        for _ in range(2 * MAX_ATTEMPTS):
            try:
                answer = self._load()
            except Error as error:
                if self._page.is_closed():
                    raise
                self._stop()
                if "interrupted by another navigation" in error.message and problems:
                    # The browser's own page about the last error comes late; a navigation that it interrupts is no
                    # attempt.
                    with suppress(Error):
                        self._page.wait_for_event("framenavigated", timeout=ERROR_PAGE_TIMEOUT_MS)
                else:
                    problems.append(self._failure(error))
            else:
                if answer is None or answer.status < 400:
                    return self.require_no_signin()
                if refused := refusal(self._url, answer.status, answer.headers):
                    raise refused
                problems.append(Unavailable(f"the server answers {answer.status}"))
                self._rest(retry_after(answer.headers) or 0)
            if len(problems) == MAX_ATTEMPTS:
                break
        last = problems[-1]
        if last.of_site:
            raise last
        raise Unavailable(f"{self._url} did not load in {len(problems)} attempts: {last}")

    def _failure(self, error: Error) -> PlayerError:
        """Return the error for a page that did not load; one from a file had no host."""
        if self._timeout:
            return failure(self._url, error.message)
        return Unavailable(f"its file was served, and the browser did not show it ({first_line(error.message)})")

    def go_ahead(self) -> bool:
        """Go to the page before its turn, in one attempt; return whether it is there. Raises Playwright's errors.

        If the server asks not to be called again, or not soon, `go` obeys.
        """
        self._begin()
        try:
            answer = self._load()
        except Error:
            self._stop()
            raise
        if answer is None or answer.status < 400:
            return True
        self._refused = refusal(self._url, answer.status, answer.headers)
        self._free = perf_counter() + (retry_after(answer.headers) or 0)
        return False

    def _load(self) -> Response | None:
        """Go to the page in one attempt; return the server's answer, None if there is none. Raises Playwright's errors.

        Newer Chromiums have a page of their own for an error without contents, and report that nothing was loaded.
        """
        self._answers.clear()
        try:
            return self._page.goto(self._url, wait_until="domcontentloaded", timeout=self._timeout)
        except Error as error:
            if self._answers and _WITHOUT_CONTENTS in error.message:
                return self._answers[-1]
            raise

    def _begin(self) -> None:
        """Forget an earlier visit; raise its refusal, or wait as long as the server asked then."""
        self._begins()
        self._missing.clear()
        self._asked.clear()
        self.reloaded = False
        refused, self._refused = self._refused, None
        if refused:
            raise refused
        self._rest(self._free - perf_counter())

    def _rest(self, seconds: float) -> None:
        """Wait for some seconds, if there are any, or until the page is closed."""
        if seconds > 0:
            with suppress(Error):  # the wait ended by its timeout
                self._page.wait_for_event("close", timeout=1000 * seconds)

    def _stop(self) -> None:
        """Stop loading, which the next attempt may be merged with, and which may keep a page from closing."""
        with suppress(Error):
            session = self._page.context.new_cdp_session(self._page)
            session.send("Page.stopLoading")
            session.detach()

    def reload_missing(self, *, hung: bool) -> bool:
        """Request lost documents again, at most twice each; return True if there was one to request.

        Documents without an answer yet are left alone unless they have `hung`. Raises SignInNeeded if the site asks to
        sign in, Throttled or Denied if the server asks not to be called again.
        """
        self.require_no_signin()
        again = False
        for frame, missing in self.missing():
            refused = refusal(missing.url, missing.status, missing.headers) if missing.status else None
            if isinstance(refused, (Throttled, Denied)):
                raise refused
            if missing.problem == _NO_ANSWER and not hung:
                continue
            self._asked[missing.url] += 1
            if self._asked[missing.url] >= MAX_ATTEMPTS or (missing.status or 500) < 500:
                continue
            self._rest(retry_after(missing.headers) or 0)
            again = self.reloaded = True
            with suppress(Error):
                frame.goto(missing.url, wait_until="domcontentloaded", timeout=self._timeout)
        return again

    def missing(self) -> Iterator[tuple[Frame, Missing]]:
        """Return the frames that still exist and whose documents were not received."""
        return ((frame, missing) for frame, missing in [*self._missing.items()] if not frame.is_detached())

    def require_no_signin(self) -> None:
        """Raise SignInNeeded if the page or one of its frames is a sign-in page."""
        for frame in self._page.frames:
            where = urlsplit(frame.url)
            if self._signs_in(f"{where.scheme}://{where.netloc}", where.path):
                raise SignInNeeded(f"the site asks to sign in ({where.path}): {SIGN_IN}")

    def _signs_in(self, origin: str, path: str) -> bool:
        login = urlsplit(self._site.login or self._site.origin)
        if origin not in {self._site.origin, f"{login.scheme}://{login.netloc}"}:
            return False
        return bool(self._site.signin and re.search(self._site.signin, path)) or (
            self._site.login is not None and (origin, path) == (f"{login.scheme}://{login.netloc}", login.path)
        )

    def require_on_site(self) -> None:
        """Raise Unavailable if the page is on another site; the browser's own error page is not another site."""
        where = urlsplit(self._page.url)
        if f"{where.scheme}://{where.netloc}" != self._site.origin and not where.scheme.endswith("-error"):
            raise Unavailable(
                f"the page left the puzzle for {where.scheme}://{where.netloc}{where.path}: its content is not used, "
                "play again"
            )

    # Listeners for the browser's network events

    def _note_asked(self, request: Request) -> None:
        self._note(request, Missing(request.url, _NO_ANSWER))

    def _note_answer(self, response: Response) -> None:
        if response.request.is_navigation_request() and response.url == self._url:
            self._answers.append(response)
        said = Missing(response.url, f"the server answers {response.status}", response.status, response.headers)
        self._note(response.request, said if response.status >= 400 else None)

    def _note_lost(self, request: Request) -> None:
        """Record a request that the network lost: its frame stays empty, and the site did not receive it."""
        cut = _CUT.search(request.failure or "") is not None
        self._note(request, Missing(request.url, str(failure(request.url, request.failure or ""))) if cut else None)
        self.unsent |= cut and request.method != "GET" and self._is_of_site(request.url)

    def _note(self, request: Request, missing: Missing | None) -> None:
        if request.resource_type != "document" or not self._is_of_site(request.url):
            return
        with suppress(Error):  # the request has no frame, or its frame is gone
            self._missing.pop(request.frame, None)
            if missing:
                self._missing[request.frame] = missing

    def _is_of_site(self, url: str) -> bool:
        return url.startswith(f"{self._site.origin}/")


_NO_ANSWER = "no answer came"


# Answers of servers that stop the run, and errors of the network

SIGN_IN = "type `player login`, and play --as member"

#: Longest wait that a server may ask for, in seconds; a longer one is reported instead.
MAX_RETRY_AFTER_S = 5.0

_NO_NETWORK = re.compile(
    r"ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE"
    r"|NETWORK_ACCESS_DENIED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|PROXY_CONNECTION_FAILED)"
)
#: Messages for the browser's other errors, by pattern.
_ERRORS = {
    r"ERR_CONNECTION_REFUSED": "{host} refuses the connection",
    r"ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED)": "{host} closed the connection",
    r"ERR_(EMPTY_RESPONSE|INVALID_RESPONSE|INVALID_HTTP_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)"
    r"|ERR_(HTTP2|QUIC)_\w+": "{host} sent an incomplete answer",
    r"ERR_(CONNECTION_)?TIMED_OUT|Timeout \d+ms exceeded": "{host} did not answer in time",
    r"ERR_CERT_\w+|ERR_SSL_\w+|ERR_BAD_SSL\w*": "{host} has no valid certificate (is the clock right?)",
    r"ERR_TOO_MANY_REDIRECTS": "{host} redirects in a circle",
    r"ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_\w+": "the proxy does not reach {host}",
}


def refusal(url: str, status: int, headers: Mapping[str, str]) -> PlayerError | None:
    """Return the error for an answer after which retrying soon is useless; None if a retry makes sense."""
    wait, what = retry_after(headers), f"{url} answers {status}"
    again = "try again later" if wait is None else f"try again in {spoken(wait)}"
    match status:
        case HTTPStatus.TOO_MANY_REQUESTS:
            return Throttled(f"{what}, too many requests: {again}", wait)
        case 999:  # not a standard code: the answer of some sites to supposed robots
            return Denied(f"{what}, request denied: the site asks for a person: {SIGN_IN}{_after(wait)}")
        case HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS:
            refused: PlayerError = Denied(f"{what}, not shown here for legal reasons: ask the site")
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            challenge = ", with a challenge" if headers.get("cf-mitigated") == "challenge" else ""
            refused = SignInNeeded(f"{what}{challenge}: {SIGN_IN}")
        case HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
            refused = NoNetwork(f"{what}, the proxy requires authentication: sign in to the proxy")
        case HTTPStatus.NOT_FOUND | HTTPStatus.GONE:
            refused = PageNotUnderstood(f"{what}: fix --url, or 'url' in selectors.yaml")
        case _:
            return Throttled(f"{what}: {again}", wait) if wait is not None and wait > MAX_RETRY_AFTER_S else None
    return refused


def failure(url: str, message: str) -> PlayerError:
    """Return the error for the browser's `message` about `url`, which did not load."""
    host = urlsplit(url).hostname or url
    if _NO_NETWORK.search(message):
        name = "NAME" in message or "DNS" in message
        return NoNetwork(f"there is no network: {host} is not {'found' if name else 'reached'}")
    for words, means in _ERRORS.items():
        if re.search(words, message):
            return Unavailable(means.format(host=host))
    return Unavailable(first_line(message))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the Retry-After header asks to wait; None if it is absent or invalid."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d*)?", value):
        return float(value)
    from email.utils import parsedate_to_datetime  # noqa: PLC0415  # of few answers

    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


def spoken(seconds: float) -> str:
    """Return a duration in words, rounded up."""
    for length, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds > 2 * length:
            return f"{-(-seconds // length):.0f} {unit}s"
    number = -(-seconds // 1)
    return f"{number:.0f} second{'' if number == 1 else 's'}"


def _after(wait: float | None) -> str:
    return "" if wait is None else f", in {spoken(wait)}"
