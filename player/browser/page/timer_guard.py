"""The timer guard: a wait for the page's own timer, since a finish that is too quick may not count."""

import json
from collections.abc import Sequence
from time import perf_counter

from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.messages import ClockRequest, ClockResponse, SiteRequest
from player.browser.page.scripts import script

SCRIPT = script("clock")

#: Time beyond the longest wait after which a page without an answer is hung, in seconds.
HUNG_TIMEOUT_S = 20


class TimerGuard:
    """Wait until the page's timer shows `least` seconds, and at most `patience` seconds more."""

    def __init__(self, world: IsolatedWorld, site: SiteRequest, least: float, patience: float) -> None:
        self._world = world
        self._site = site
        self._least = least
        self._most = least + patience
        self._began = perf_counter()

    def begin(self) -> None:
        """Record the time at which the board was first seen: the page's timer started no later."""
        self._began = perf_counter()

    def wait(self, timer: Sequence[str]) -> tuple[float | None, bool]:
        """Return the timer's value in seconds, and True if there was a wait.

        If no selector in `timer` finds a timer, the value is None, and `least` seconds must have passed since `begin`.
        With `least` 0 (guests) there is no wait and no observation.
        """
        if not self._least:
            return None, False
        rest = self._least - (perf_counter() - self._began)
        ask: ClockRequest = {
            "site": self._site,
            "timer": list(timer),
            "least": self._least,
            "most": self._most,
            "rest": rest,
        }
        answer = self._world.ask(SCRIPT, ask, 1000 * (self._most + HUNG_TIMEOUT_S))
        if answer is None:
            return None, True
        said: ClockResponse = json.loads(answer)
        return said["timer"], said["waited"]
