"""News after the last input: candidates for a missing sign of a win."""

import json
from collections.abc import Sequence
from typing import Any

from player.browser.page.isolated_world import IsolatedWorld, script
from player.browser.page.messages import (
    BoardSelectors,
    Newcomer,
    NewcomersRequest,
    NewsQuestion,
    NewsResponse,
    PageRequest,
    SiteRequest,
)
from player.browser.redaction import CONTROL
from player.browser.selectors.schema import PageSelectors

SCRIPT, NEWS = script("newcomers"), script("news")
#: The greatest number of elements in a message.
MAX_NEWCOMERS = 4
#: Notes what the page shows every 60 ms, or at a quarter of the page's time.
_AGAIN = """(ask) => {
  const note = %s;
  const again = (pause) => { globalThis.playerNotes = setTimeout(() => {
    const began = performance.now();
    note({ ...ask, phase: "tick" });
    again(Math.max(60, 3 * (performance.now() - began)));
  }, pause); };
  if (globalThis.playerNotes === undefined) again(60);
  return note(ask);
}"""


class Newcomers:
    """Notes what is visible, and reports what has become visible since."""

    def __init__(self, world: IsolatedWorld, site: SiteRequest, timeout: float) -> None:
        """`site` is what the page is asked about its frames; `timeout` is in milliseconds."""
        self._world = world
        self._site = site
        self._timeout = timeout
        self._boards: list[BoardSelectors] = []
        self._noted = False

    def note(self, page: PageSelectors) -> None:
        """Note what is visible now, the cells of the board of `page` left out: marks come and go there."""
        self._boards = [{"grid": grid, "cell": cell} for grid in page.grid for cell in page.cell]
        self._world.ask(SCRIPT, self._ask(note=True), self._timeout)
        self._noted = True

    def selectors(self, *, texts: bool) -> list[str]:
        """Return what has become visible, each as a selector, followed by its text if `texts` is set."""
        if not self._noted:
            return []
        found: list[Newcomer] = json.loads(self._world.answer(SCRIPT, self._ask(note=False), self._timeout))
        lines = (f'{one["selector"]} "{one["text"]}"' if texts and one["text"] else one["selector"] for one in found)
        return list(dict.fromkeys(CONTROL.sub("", line) for line in lines))

    def _ask(self, *, note: bool) -> NewcomersRequest:
        return {"site": self._site, "boards": self._boards, "note": note, "most": MAX_NEWCOMERS}


class Recorder:
    """Notes in the page what it shows, from the first move on, and tells what has appeared since the last one."""

    def __init__(self, world: IsolatedWorld, request: PageRequest, said: Sequence[str], timeout: float) -> None:
        """`request`, and what is `said` in dialogs, change as the page does; `timeout` is in milliseconds."""
        self._world, self._request, self._said, self._timeout = world, request, said, timeout
        self._before: list[str] | None = None
        self._spoken = 0

    def first(self) -> None:
        """Note what is shown from now on, in the document that is there."""
        self._world.answer(_AGAIN % NEWS, self._asked({"phase": "first", "boards": []}), self._timeout)

    def last(self) -> None:
        """Note that the last move follows; called again, the one before was not the last."""
        self._before = json.loads(self._world.answer(NEWS, self._asked({"phase": "last", "boards": []}), self._timeout))
        self._spoken = len(self._said)

    def news(self) -> NewsResponse:
        """Return what has appeared since the last move, and which signs held before and after it."""
        question: NewsQuestion = {"phase": "news", "boards": []}
        if self._before is not None:
            question["before"] = self._before
        found: NewsResponse = json.loads(self._world.answer(NEWS, self._asked(question), self._timeout))
        return found

    def alerts(self) -> list[str]:
        """Return what the page's own dialogs said after the last move, and at no time before."""
        return [text for text in self._said[self._spoken :] if text not in self._said[: self._spoken]]

    def _asked(self, question: NewsQuestion) -> dict[str, Any]:
        return {**self._request, **question}
