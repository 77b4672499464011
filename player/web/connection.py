"""A page's connection to its site: the way there, and what the network lost."""

import re
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Request, Response  # noqa: TID251  # web drives the browser

from player.errors import PageNotUnderstood, SignInNeeded, Unavailable
from player.web.failures import first_line
from player.web.schema import SiteSelectors

ATTEMPTS = 3
#: Milliseconds in which the browser's page about an error comes.
LATE = 1_500

#: How the browser says that there was no network; a page may abort its own requests as it likes.
_CUT = re.compile(r"DISCONNECTED|CONNECTION|TIMED_OUT|NETWORK|NAME_NOT_RESOLVED")
_SIGN_IN = "type `player login`, and play --as member"


class Connection:
    """`lost` are the site's documents that the network lost, `unsent` whether it was not sent something."""

    def __init__(self, page: Page, site: SiteSelectors, url: str, timeout: float) -> None:
        """`timeout` is for one attempt to load, in milliseconds."""
        self._page = page
        self._site = site
        self._url = url
        self._timeout = timeout
        self.lost: list[str] = []
        self.unsent = False
        page.on("requestfailed", self._note_lost)

    def go(self) -> None:
        """Go to the page; Unavailable where it does not load, SignInNeeded where the site wants a person."""
        problems: list[str] = []
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
                    problems.append(first_line(error))
            else:
                if response is None or response.status < 400:
                    return self.require_no_signin()
                problems.append(self._refusal(response))
            if len(problems) == ATTEMPTS:
                break
        raise Unavailable(f"{self._url} did not load in {len(problems)} attempts: {problems[-1]}")

    def _stop(self) -> None:
        """End what still loads: the browser may take the next attempt for the same one, and a page may never close
        while it arrives.
        """
        with suppress(Error):
            session = self._page.context.new_cdp_session(self._page)
            session.send("Page.stopLoading")
            session.detach()

    def _refusal(self, response: Response) -> str:
        """What an HTTP error means: a line to remember where trying again may help, else an exception."""
        if response.status in {401, 403}:
            raise SignInNeeded(f"{self._url} answers {response.status}: {_SIGN_IN}")
        if response.status in {404, 410}:
            raise PageNotUnderstood(f"{self._url} answers {response.status}: mend 'url' in selectors.yaml")
        return f"the server answers {response.status}"

    def require_no_signin(self) -> None:
        path = urlsplit(self._page.url).path
        if self._site.signin and re.search(self._site.signin, path):
            raise SignInNeeded(f"the site asks to sign in ({path}): {_SIGN_IN}")

    def require_on_site(self) -> None:
        """The browser's own page about a lost network is no other site."""
        where = urlsplit(self._page.url)
        if f"{where.scheme}://{where.netloc}" != self._site.origin and not where.scheme.endswith("-error"):
            raise Unavailable(
                f"the page left the puzzle for {where.scheme}://{where.netloc}{where.path}: nothing of it is believed, "
                "play again"
            )

    def _note_lost(self, request: Request) -> None:
        """Remember what the network lost: a frame without its document is no changed page, and the site never heard
        what it was not sent.
        """
        if not request.url.startswith(f"{self._site.origin}/"):
            return
        if request.resource_type == "document":
            self.lost.append(f"{urlsplit(request.url).path} ({request.failure})")
        if request.method != "GET" and _CUT.search(request.failure or ""):
            self.unsent = True
