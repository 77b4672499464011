"""The page's own timer: a finish that it finds too quick may not count, so the hand can wait for it."""

import json
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from player.browser.page.isolated_world import World
from player.browser.page.observation import script

SCRIPT = script("shown", "dom", "clock")

#: Seconds beyond all that a wait may last: a page that does not answer then is hung.
HUNG = 20


class Clock:
    """Waits until the timer on the page says `least` seconds, and no longer than `patience` seconds more."""

    def __init__(self, world: World, site: Mapping[str, Any], least: float, patience: float) -> None:
        self._world = world
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
        answer = self._world.ask(SCRIPT, ask, 1000 * (self._most + HUNG))
        if answer is None:
            return None, True
        said = json.loads(answer)
        return said["timer"], said["waited"]
