"""The page's own timer: a finish that it finds too quick may not count, so the hand can wait for it."""

import json
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.web.look import script

SCRIPT = script("dom", "clock")

#: Seconds beyond all that a wait may last: a page that does not answer then is hung.
HUNG = 20
#: Milliseconds beyond which a driver's timer overflows.
LONGEST = 2**31 - 1


class Clock:
    """Waits until the timer on `page` says `least` seconds, and no longer than `patience` seconds more."""

    def __init__(self, page: Page, site: Mapping[str, Any], least: float, patience: float) -> None:
        self._page = page
        self._site = site
        self._least = least
        self._most = least + patience
        self._began = perf_counter()

    def begin(self) -> None:
        """The board is seen: the page's timer, if it has one, began no later."""
        self._began = perf_counter()

    def wait(self, timer: Sequence[str]) -> tuple[float | None, bool]:
        """What the timer says in the end, in seconds, and whether there was a wait.

        Where no selector in `timer` finds one it says None, and as much time has to have gone by since the board was
        seen. Guests are not kept waiting, nor asked.
        """
        if not self._least:
            return None, False
        rest = self._least - (perf_counter() - self._began)
        ask = {"site": self._site, "timer": list(timer), "least": self._least, "most": self._most, "rest": rest}
        timeout = min(1000 * (self._most + HUNG), LONGEST)
        handle = self._page.wait_for_function(SCRIPT, arg=ask, timeout=timeout)
        answer = json.loads(handle.json_value())
        return answer["timer"], answer["waited"]
