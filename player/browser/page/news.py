"""New elements on a page after an input: candidates for a missing sign of a win."""

import json
from collections.abc import Callable
from typing import Any

from player.browser.failures import map_playwright_errors
from player.browser.page.isolated_world import script
from player.browser.page.messages import News
from player.browser.page.page_reader import PageReader
from player.browser.redaction import CONTROL
from player.browser.selectors.schema import PageSelectors

NEW_ELEMENTS, NEWS = script("newcomers"), script("news")
#: The greatest number of elements in a message.
MAX_ELEMENTS = 4
#: Notes what the page shows every 60 ms, or at a quarter of the page's time.
_REPEATED = f"""(ask) => {{
  const note = {NEWS};
  const again = (pause) => {{ globalThis.playerNotes = setTimeout(() => {{
    const began = performance.now();
    note({{ ...ask, phase: "tick" }});
    again(Math.max(60, 3 * (performance.now() - began)));
  }}, pause); }};
  if (globalThis.playerNotes === undefined) again(60);
  return note(ask);
}}"""


class NewElements:
    """The elements that become visible after the last input."""

    def __init__(self, reader: PageReader, clean: Callable[[str], str], *, texts: bool) -> None:
        """`clean` takes secrets out of a text; without `texts`, the page's own are left out, as they may be names."""
        self._reader, self._clean, self._texts = reader, clean, texts
        self._boards: list[dict[str, str]] | None = None

    def note(self, page: PageSelectors) -> None:
        """Note what is visible now, the cells of the board of `page` left out: marks come and go there."""
        self._boards = [{"grid": grid, "cell": cell} for grid in page.grid for cell in page.cell]
        self._answer(note=True)

    def selectors(self) -> list[str]:
        """Return what has become visible, each as a selector and its text.

        Where the network was cut it says nothing: the page may show a sign that is known, and was not believed.
        """
        if self._boards is None or self._reader.tab.connection.unsent:
            return []
        with map_playwright_errors():
            found = json.loads(self._answer(note=False))
            texts = ((one["selector"], one["text"] if self._texts else "") for one in found)
            lines = (f'{selector} "{text}"' if text else selector for selector, text in texts)
            return [self._clean(line) for line in dict.fromkeys(CONTROL.sub("", line) for line in lines)]

    def _answer(self, *, note: bool) -> str:
        ask = {"site": self._reader.request["site"], "boards": self._boards, "note": note, "most": MAX_ELEMENTS}
        return self._reader.tab.world.answer(NEW_ELEMENTS, ask, self._reader.times.response)


class Recorder:
    """A record in the page of what it shows from the first move on, and of what has appeared since the last one.

    It records nothing before `begin`.
    """

    def __init__(self, reader: PageReader) -> None:
        self._reader = reader
        self._texts = reader.tab.alerts.texts
        self._before: list[str] | None = None
        self._alerts_before = 0
        self._records = False

    def begin(self) -> None:
        """Record what the page shows from the next move on."""
        self._records = True
        self._before, self._alerts_before = None, 0
        self._texts.clear()

    def first_move(self) -> None:
        """Note what is shown from now on, in the document that is there."""
        if self._records:
            self._answer(_REPEATED, phase="first")

    def last_move(self) -> None:
        """Note that the last move follows; called again, the one before was not the last."""
        if self._records:
            self._before = json.loads(self._answer(NEWS, phase="last"))
            self._alerts_before = len(self._texts)

    def held(self) -> dict[str, str]:
        """Return the numbers of the signs in `won` that held, and if that was "before" or "after" the last move."""
        found: dict[str, str] = self._found("held", {})
        return found

    def news(self) -> list[News]:
        """Return what has appeared since the last move, which may be a sign of a win."""
        found: list[News] = self._found("news", [])
        return found

    def alerts(self) -> list[str]:
        """Return what the page's own dialogs said after the last move, and at no time before."""
        before = self._texts[: self._alerts_before]
        return [text for text in self._texts[self._alerts_before :] if text not in before]

    def _found(self, name: str, nothing: Any) -> Any:
        if not self._records:
            return nothing
        before = {} if self._before is None else {"before": self._before}
        with map_playwright_errors():
            return json.loads(self._answer(NEWS, phase="news", **before))[name]

    def _answer(self, script: str, **ask: Any) -> str:
        return self._reader.tab.world.answer(
            script, {**self._reader.request, "boards": [], **ask}, self._reader.times.response
        )
