"""An isolated JavaScript world without Chromium's DevTools: the one of Playwright's content scripts.

Playwright runs selector engines there. Ours takes a call in place of a selector, and finds an element that is in no
document, with the answer as its text. The page sees neither.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from itertools import count
from time import perf_counter
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, Playwright  # noqa: TID251  # web drives the browser
from playwright.sync_api import TimeoutError as TimeUp  # noqa: TID251  # web drives the browser

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


class CallFailed(Exception):
    """An exception of a function in the page; its text is that of the exception."""


def register(playwright: Playwright) -> None:
    """Prepare a Playwright for calls, before its browser has a page."""
    playwright.selectors.register(NAME, script=_ENGINE, content_script=True)


def call(page: Page, function: str, question: Mapping[str, Any], timeout: float) -> str | None:
    """Return the first answer of `function` to `question` other than null; None if there is none for `timeout` ms.

    Raises CallFailed, and Playwright's Error if the page is gone.
    """
    request = {"key": sha256(function.encode()).hexdigest(), "number": next(_numbers), "question": question}
    source = None
    end = perf_counter() + timeout / 1000
    while (left := 1000 * (end - perf_counter())) > 0:
        body = quote(json.dumps({**request, "source": source}), safe="")
        try:
            text = page.text_content(f"{NAME}={body}", timeout=left) or "-"
        except TimeUp:
            return None
        if text.startswith("="):
            return text[1:]
        if text.startswith("!"):
            raise CallFailed(text[1:])
        source = function if text == "?" else None
        if source is None:
            page.wait_for_timeout(min(POLL_MS, left))
    return None
