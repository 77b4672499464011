"""A page's connection to its site: the way there, what the network lost, and where else the site leads."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Error, Frame, Page, Request, Response  # noqa: TID251  # web drives the browser

from player.browser.page.refusals import SIGN_IN, failure, patience, refusal
from player.browser.selectors.schema import SiteSelectors
from player.errors import Denied, PlayerError, SignInNeeded, Throttled, Unavailable

ATTEMPTS = 3
#: Milliseconds in which the browser's page about an error comes.
LATE = 1_500

#: How the browser says that there was no network; a page may abort its own requests as it likes.
_CUT = re.compile(r"DISCONNECTED|CONNECTION|TIMED_OUT|NETWORK|NAME_NOT_RESOLVED|EMPTY_RESPONSE")


@dataclass(frozen=True, slots=True)
class Missing:
    """A document that did not come: `status` is None where the server did not answer."""

    url: str
    problem: str
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{urlsplit(self.url).path} ({self.problem})"


class Connection:
    """`unsent` is whether the network kept something from the site, `mended` whether a document was asked for again."""

    def __init__(self, page: Page, site: SiteSelectors, url: str, timeout: float) -> None:
        """`timeout` is for one attempt to load, in milliseconds."""
        self._page = page
        self._site = site
        self._url = url
        self._timeout = timeout
        self._missing: dict[Frame, Missing] = {}
        self._asked: Counter[str] = Counter()
        self.unsent = self.mended = False
        page.on("request", self._note_asked)
        page.on("response", self._note_answer)
        page.on("requestfailed", self._note_lost)

    def go(self) -> None:
        """Go to the page; Unavailable where it does not load, SignInNeeded where the site wants a person."""
        problems: list[PlayerError] = []
        self._missing.clear()
        self._asked.clear()
        self.mended = False
        for _ in range(2 * ATTEMPTS):
            try:
                response = self._page.goto(self._url, wait_until="domcontentloaded", timeout=self._timeout)
            except Error as error:
                if self._page.is_closed():
                    raise
                self._stop()
                if "interrupted by another navigation" in error.message and problems:
                    # The browser's own page about the last error comes late: what it cuts short is no attempt.
                    with suppress(Error):
                        self._page.wait_for_event("framenavigated", timeout=LATE)
                else:
                    problems.append(failure(self._url, error.message))
            else:
                if response is None or response.status < 400:
                    return self.require_no_signin()
                if refused := refusal(self._url, response.status, response.headers):
                    raise refused
                problems.append(Unavailable(f"the server answers {response.status}"))
                self._pause(response.headers)
            if len(problems) == ATTEMPTS:
                break
        last = problems[-1]
        if last.of_site:
            raise last
        raise Unavailable(f"{self._url} did not load in {len(problems)} attempts: {last}")

    def _pause(self, headers: Mapping[str, str]) -> None:
        """Wait as the server asks."""
        if wait := patience(headers):
            with suppress(Error):  # its time is over
                self._page.wait_for_event("close", timeout=1000 * wait)

    def _stop(self) -> None:
        """End what still loads: the browser may take the next attempt for the same one, and a page may never close
        while it arrives.
        """
        with suppress(Error):
            session = self._page.context.new_cdp_session(self._page)
            session.send("Page.stopLoading")
            session.detach()

    def mend(self, *, hung: bool) -> bool:
        """Ask again for documents that did not come, at most twice for each; whether there was one to ask for.

        Those that were not answered yet are left alone, unless they are `hung`. Raises SignInNeeded where the site asks
        to sign in, and what the server said where it wants not to be asked again.
        """
        self.require_no_signin()
        again = False
        for frame, missing in self.missing():
            self._require_welcome(missing)
            if missing.problem == _NO_ANSWER and not hung:
                continue
            self._asked[missing.url] += 1
            if self._asked[missing.url] >= ATTEMPTS or (missing.status or 500) < 500:
                continue
            self._pause(missing.headers)
            again = self.mended = True
            with suppress(Error):
                frame.goto(missing.url, wait_until="domcontentloaded", timeout=self._timeout)
        return again

    def missing(self) -> Iterator[tuple[Frame, Missing]]:
        """The documents that did not come, of frames that are still there."""
        return ((frame, missing) for frame, missing in [*self._missing.items()] if not frame.is_detached())

    @staticmethod
    def _require_welcome(missing: Missing) -> None:
        refused = refusal(missing.url, missing.status, missing.headers) if missing.status else None
        if isinstance(refused, (Throttled, Denied)):
            raise refused

    def require_no_signin(self) -> None:
        """SignInNeeded where the page, or a frame of it, is one to sign in on."""
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
        """The browser's own page about a lost network is no other site."""
        where = urlsplit(self._page.url)
        if f"{where.scheme}://{where.netloc}" != self._site.origin and not where.scheme.endswith("-error"):
            raise Unavailable(
                f"the page left the puzzle for {where.scheme}://{where.netloc}{where.path}: nothing of it is believed, "
                "play again"
            )

    # What the browser tells of requests

    def _note_asked(self, request: Request) -> None:
        self._note(request, Missing(request.url, _NO_ANSWER))

    def _note_answer(self, response: Response) -> None:
        said = Missing(response.url, f"the server answers {response.status}", response.status, response.headers)
        self._note(response.request, said if response.status >= 400 else None)

    def _note_lost(self, request: Request) -> None:
        """Remember what the network lost: a frame without its document is no changed page, and the site never heard
        what it was not sent.
        """
        cut = _CUT.search(request.failure or "") is not None
        self._note(request, Missing(request.url, str(failure(request.url, request.failure or ""))) if cut else None)
        self.unsent |= cut and request.method != "GET" and self._is_of_site(request.url)

    def _note(self, request: Request, missing: Missing | None) -> None:
        if request.resource_type != "document" or not self._is_of_site(request.url):
            return
        with suppress(Error):  # of no frame that is there
            self._missing.pop(request.frame, None)
            if missing:
                self._missing[request.frame] = missing

    def _is_of_site(self, url: str) -> bool:
        return url.startswith(f"{self._site.origin}/")


_NO_ANSWER = "no answer came"
