"""Elements that became visible after the last input: candidates for a missing sign of a win."""

import json

from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.messages import BoardSelectors, Newcomer, NewcomersRequest, News, SiteRequest
from player.browser.page.scripts import script
from player.browser.redaction import CONTROL
from player.browser.selectors.schema import PageSelectors

SCRIPT, NEWS = script("newcomers"), script("news")
#: The greatest number of elements in a message.
MAX_NEWCOMERS = 4


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

    def news(self) -> list[News]:
        """Return all that has changed outside the cells since it was noted."""
        if not self._noted:
            return []
        found: list[News] = json.loads(self._world.answer(NEWS, self._ask(note=False), self._timeout))
        return found

    def _ask(self, *, note: bool) -> NewcomersRequest:
        return {"site": self._site, "boards": self._boards, "note": note, "most": MAX_NEWCOMERS}
