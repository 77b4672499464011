"""An isolated JavaScript world in a page: it shares the DOM with the page, but no JavaScript objects.

Changes of the page to JSON, arrays or the methods of elements have no effect there.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Error, Page  # noqa: TID251  # web drives the browser

from player.browser.page import content_script
from player.errors import ConfigInvalid, Unavailable

#: Polls once per animation frame, or more seldom if the page is not drawn; answers null at the timeout.
_WAIT = """async (ask, timeout) => {
  const look = %s;
  const end = performance.now() + timeout;
  for (;;) {
    const answer = look(ask);
    if (answer !== null || performance.now() >= end) return answer;
    await new Promise((resolve) => {
      console.timeStamp("player"); // tells a trace of the page that the next two are ours
      requestAnimationFrame(resolve);
      setTimeout(resolve, 100);
    });
  }
}"""
#: The document was replaced during the call: another one may answer.
_NAVIGATED = re.compile(r"navigated|Cannot find (default execution )?context|context was destroyed")


class IsolatedWorld:
    """The isolated world of one page, for whatever document it shows."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession | None = None
        self._context: int | None = None
        browser = page.context.browser
        self._has_devtools = browser is None or browser.browser_type.name == "chromium"
        page.on("crash", self._give_up)

    def leave(self) -> None:
        """Remove our listener from the page, and end the session with it."""
        self._page.remove_listener("crash", self._give_up)
        if self._session is not None:
            with suppress(Error):  # the page is gone
                self._session.detach()
            self._session = self._context = None

    def ask(self, script: str, question: Mapping[str, Any], timeout: float) -> str | None:
        """Return the first answer of `script` to `question`, or None if there is none for `timeout` milliseconds.

        `script` is the source of a JavaScript function that returns a text, or null to be polled again.

        Raises Playwright's Error if the page is gone, ConfigInvalid if a selector is invalid. A page that hangs, or a
        browser that dies during the call, does not answer at all: the deadline ends the call.
        """
        if not self._has_devtools:
            try:
                return content_script.call(self._page, script, question, timeout)
            except content_script.CallFailed as error:
                raise _mistake(str(error)) from None
        end = perf_counter() + timeout / 1000
        while (left := 1000 * (end - perf_counter())) > 0:
            try:
                return self._call(_WAIT % script, question, left)
            except Error as error:
                if not _NAVIGATED.search(error.message):
                    raise
                self._context = None
        return None

    def answer(self, script: str, question: Mapping[str, Any], timeout: float) -> str:
        """Return the answer of `ask`; raise Unavailable if there is none because the page keeps navigating."""
        answer = self.ask(script, question, timeout)
        if answer is None:
            raise Unavailable(f"{urlsplit(self._page.url).path} keeps redirecting: try again")
        return answer

    def _call(self, function: str, question: Mapping[str, Any], timeout: float) -> str | None:
        if self._session is None:
            self._session = self._page.context.new_cdp_session(self._page)
        if self._context is None:
            frame = self._session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
            self._context = self._session.send("Page.createIsolatedWorld", {"frameId": frame})["executionContextId"]
        call = {
            "functionDeclaration": function,
            "executionContextId": self._context,
            "arguments": [{"value": question}, {"value": timeout}],
            "awaitPromise": True,
            "returnByValue": True,
        }
        answer = self._session.send("Runtime.callFunctionOn", call)
        if "exceptionDetails" in answer:
            raise _mistake(answer["exceptionDetails"].get("exception", {}).get("description", "no description"))
        text: str | None = answer["result"].get("value")
        return text

    @staticmethod
    def _give_up(page: Page) -> None:
        """Close a page that crashed: calls to it would never return."""
        with suppress(Error):
            page.close()


def _mistake(description: str) -> Exception:
    if invalid := re.search(r"(?: on '\w+'|\w+\.\w+): '(.+)' is not a valid selector", description):
        return ConfigInvalid(f"{invalid[1]!r} in selectors.yaml is not a CSS selector: fix it")
    return RuntimeError(f"a look at the page failed: {description.splitlines()[0]}")
