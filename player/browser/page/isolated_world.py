"""Our scripts, and the isolated world in which they run: beside the page, in each document, in Chromium and Firefox."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import quote, urlsplit

from playwright.sync_api import CDPSession, Error, Page, Playwright  # noqa: TID251  # web drives it
from playwright.sync_api import TimeoutError as TimeUp  # noqa: TID251  # web drives the browser

from player.browser.page.connection import map_playwright_errors
from player.errors import ConfigInvalid, Unavailable

#: The folder of the modules.
MODULES = Path(__file__).parents[1] / "js"
_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+)\.js";$', re.MULTILINE)
#: Comments on lines of their own: half of the text, which is sent to each document.
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_EXPORT = re.compile(r"^export const (\w+)\b", re.MULTILINE)


def script(name: str) -> str:
    """Return a JavaScript function of `ask` that returns what `answer()` of the module `name` does.

    All that the module imports is evaluated anew in each call, each module once and in a scope of its own.
    """
    joined: dict[str, str] = {}
    _join(name, joined)
    return "(ask) => {\n" + "\n".join(joined.values()) + f"\nreturn {_scope(name)}.answer();\n}}"


def _join(name: str, joined: dict[str, str]) -> None:
    """Add the source of the module `name` to `joined`, after the modules that it imports."""
    imported, text = _module(name)
    for other in imported:
        if other not in joined:
            _join(other, joined)
    joined[name] = text


@cache
def _module(name: str) -> tuple[list[str], str]:
    """Return the names that the module `name` imports, and its source as an object in a scope of its own."""
    source = _COMMENT.sub("", (MODULES / f"{name}.js").read_text(encoding="utf-8"))
    imported = [other for _, other in _IMPORT.findall(source)]
    exported = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub(r"const \1", _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_scope(found[2])};", source))
    return imported, f"const {_scope(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();"


def _scope(name: str) -> str:
    """Return the name of the object that holds a module's exports."""
    return f"$${name}"


PACE = script("pace")
#: Time beyond a wait after which a page without an answer is hung, in milliseconds.
HUNG_TIMEOUT_MS = 20_000

NAME = "player_call"
#: Time between two polls, in milliseconds: about two animation frames.
POLL_MS = 30
#: Answers: "=text", "?" if the function must be sent first, "-" to be polled again, "!error". A function is compiled
#: once for each document; what it keeps in its question lasts until its answer, which is given once.
_ENGINE = """(() => {
  const functions = new Map();
  let last = { number: -1, question: null, text: "-" };
  const call = ({ key, source, number, question }) => {
    if (source !== null) functions.set(key, (0, eval)(`(${source})`));
    if (!functions.has(key)) return "?";
    if (last.number !== number) last = { number, question, text: "-" };
    if (last.text !== "-") return last.text;
    const answer = functions.get(key)(last.question);
    if (answer !== null) last.text = `=${answer}`;
    return last.text;
  };
  const queryAll = (_root, body) => {
    const found = document.createElement("span");
    try {
      found.textContent = call(JSON.parse(decodeURIComponent(body)));
    } catch (error) {
      found.textContent = `!${error}`;
    }
    return [found];
  };
  return { queryAll, query: (root, body) => queryAll(root, body)[0] };
})()"""
_numbers = count()


def register(playwright: Playwright) -> None:
    """Prepare a Playwright for calls, before its browser has a page."""
    playwright.selectors.register(NAME, script=_ENGINE, content_script=True)


def call(page: Page, function: str, question: Mapping[str, Any], timeout: float) -> str | None:
    """Return the first answer of `function` to `question` as `IsolatedWorld.ask` does, in a browser without DevTools.

    Raises Unavailable if a page that hangs gives none.
    """
    request = {"key": sha256(function.encode()).hexdigest(), "number": next(_numbers), "question": question}
    source = None
    end = perf_counter() + timeout / 1000
    while True:
        body = quote(json.dumps({**request, "source": source}), safe="")
        left = max(0.0, 1000 * (end - perf_counter()))
        try:
            text = page.text_content(f"{NAME}={body}", timeout=left + HUNG_TIMEOUT_MS) or "-"
        except TimeUp:
            raise Unavailable(f"{urlsplit(page.url).path} does not answer: try again") from None
        if text.startswith("="):
            return text[1:]
        if text.startswith("!"):
            raise _mistake(text[1:])
        source = function if text == "?" else None
        if source is None:
            if perf_counter() >= end:
                return None
            page.wait_for_timeout(POLL_MS)


#: Polls once per animation frame, or more seldom if the page is not drawn; answers null at the timeout. The question is
#: a text: Playwright transfers a tree of objects far more slowly than one string.
_WAIT = """async (question, timeout) => {
  const look = %s;
  const ask = JSON.parse(question);
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


def has_devtools(page: Page) -> bool:
    """Return True unless the browser of `page` is one without Chromium's DevTools."""
    browser = page.context.browser
    return browser is None or browser.browser_type.name == "chromium"


class IsolatedWorld:
    """The isolated world of one page, for whatever document it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession | None = None
        self._context: int | None = None
        self._kept: dict[str, int] = {}
        """The numbers of the scripts that the context keeps: their source is sent once."""
        self._has_devtools = has_devtools(page)
        page.on("crash", self._give_up)

    def leave(self) -> None:
        """Remove our listener from the page, and end the session with it."""
        self.page.remove_listener("crash", self._give_up)
        if self._session is not None:
            with suppress(Error):  # the page is gone
                self._session.detach()
            self._session = self._context = None

    @property
    def session(self) -> CDPSession:
        """The session with DevTools of all that is asked of the page, and of inputs to it."""
        if self._session is None:
            self._session = self.page.context.new_cdp_session(self.page)
        return self._session

    @map_playwright_errors()
    def ask(self, script: str, question: Mapping[str, Any], timeout: float) -> str | None:
        """Return the first answer of `script` to `question`, or None if there is none for `timeout` milliseconds.

        `script` is the source of a JavaScript function that returns a text, or null to be polled again. A late
        answer of a busy page counts, too.

        Raises Crashed if the page is gone, ConfigInvalid if a selector is invalid. A page that hangs, or a
        browser that dies during the call, does not answer at all: the deadline ends the call.
        """
        if not self._has_devtools:
            return call(self.page, script, question, timeout)
        end = perf_counter() + timeout / 1000
        while (left := 1000 * (end - perf_counter())) > 0:
            try:
                return self._call(script, question, left)
            except Error as error:
                if not _NAVIGATED.search(error.message):
                    raise
                self._context = None
        return None

    def answer(self, script: str, question: Mapping[str, Any], timeout: float) -> str:
        """Return the answer of `ask`; raise Unavailable if there is none because the page keeps navigating."""
        answer = self.ask(script, question, timeout)
        if answer is None:
            raise Unavailable(f"{urlsplit(self.page.url).path} keeps redirecting: try again")
        return answer

    def _call(self, script: str, question: Mapping[str, Any], timeout: float) -> str | None:
        session = self.session
        if self._context is None:
            frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
            self._context = session.send("Page.createIsolatedWorld", {"frameId": frame})["executionContextId"]
            self._kept.clear()
        number = self._kept.get(script, len(self._kept))
        look = f"globalThis.look{number}" + ("" if script in self._kept else f" = {script}")
        call = {
            "functionDeclaration": _WAIT % look,
            "executionContextId": self._context,
            "arguments": [{"value": json.dumps(question)}, {"value": timeout}],
            "awaitPromise": True,
            "returnByValue": True,
        }
        answer = session.send("Runtime.callFunctionOn", call)
        self._kept[script] = number
        if "exceptionDetails" in answer:
            raise _mistake(answer["exceptionDetails"].get("exception", {}).get("description", "no description"))
        text: str | None = answer["result"].get("value")
        return text

    @staticmethod
    def _give_up(page: Page) -> None:
        """Close a page that crashed: calls to it would never return."""
        with suppress(Error):
            page.close()

    def rest(self, milliseconds: float) -> None:
        """Wait so many milliseconds by the page's clock."""
        if milliseconds > 0:
            self.ask(PACE, {"rest": milliseconds}, milliseconds + HUNG_TIMEOUT_MS)


def _mistake(description: str) -> Exception:
    if invalid := re.search(r"(?: on '\w+'|\w+\.\w+): '(.+)' is not a valid selector", description):
        return ConfigInvalid(f"{invalid[1]!r} in selectors.yaml is not a CSS selector: fix it")
    return RuntimeError(f"a look at the page failed: {description.splitlines()[0]}")
