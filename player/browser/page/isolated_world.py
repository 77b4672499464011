"""Questions to a page, asked in a world of their own: it has the page's DOM, and none of the page's JavaScript.

What the page makes of JSON, of arrays or of its elements' methods does not reach there.
"""

import re
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Error, Page  # noqa: TID251  # web drives the browser

from player.errors import ConfigInvalid, Unavailable

#: Asks once each frame, or more seldom where the page is not drawn; answers null when the time is over.
_WAIT = """async (ask, timeout) => {
  const look = %s;
  const end = performance.now() + timeout;
  for (;;) {
    const answer = look(ask);
    if (answer !== null || performance.now() >= end) return answer;
    await new Promise((resolve) => { requestAnimationFrame(resolve); setTimeout(resolve, 100); });
  }
}"""
#: A document went away while it was asked: there may be another to ask.
_NAVIGATED = re.compile(r"navigated|Cannot find (default execution )?context|context was destroyed")


class World:
    """Where one page is asked, whatever document it shows."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession | None = None
        self._context: int | None = None
        page.on("crash", self._give_up)

    def ask(self, script: str, question: dict[str, Any], timeout: float) -> str | None:
        """The first answer of `script` to `question`, or None where there is none for `timeout` milliseconds.

        `script` is a JavaScript function that answers a text, or null while what it is asked for is not there.

        Raises Playwright's Error where the page is gone, ConfigInvalid where a selector is none. Of a page that hangs,
        or a browser that dies before it has answered, nothing is heard: the deadline ends that.
        """
        end = perf_counter() + timeout / 1000
        while (left := 1000 * (end - perf_counter())) > 0:
            try:
                return self._call(_WAIT % script, question, left)
            except Error as error:
                if not _NAVIGATED.search(error.message):
                    raise
                self._context = None
        return None

    def answer(self, script: str, question: dict[str, Any], timeout: float) -> str:
        """What `ask` gives; Unavailable where there is no answer, as no document stays."""
        answer = self.ask(script, question, timeout)
        if answer is None:
            raise Unavailable(f"{urlsplit(self._page.url).path} goes from page to page: try again")
        return answer

    def _call(self, function: str, question: dict[str, Any], timeout: float) -> str | None:
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
        """Close a page that crashed: until then whoever asks it waits for ever."""
        with suppress(Error):
            page.close()


def _mistake(description: str) -> Exception:
    if invalid := re.search(r" on '\w+': '(.+)' is not a valid selector", description):
        return ConfigInvalid(f"{invalid[1]!r} in selectors.yaml is no CSS selector: mend it")
    return RuntimeError(f"a look at the page failed: {description.splitlines()[0]}")
