"""Waits by the page's own clock: between two inputs, and until its timer shows enough."""

import json
from collections.abc import Sequence
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from player.browser.page.inputs import InputEvent
from player.browser.page.isolated_world import IsolatedWorld, script
from player.browser.page.keyboard import Input
from player.browser.page.tab import Times
from player.browser.selectors import base


class InputThrottle:
    """Delay inputs by the page's limits: per place since its last click, and since the last input of any kind.

    Two quick clicks on one cell may count as a double click, and inputs in quick succession may be lost. Without limits
    there are no delays.
    """

    def __init__(self, world: IsolatedWorld) -> None:
        self._world = world
        self._made: dict[tuple[Any, ...], float] = {}
        self._last = -inf

    def keep(self, acts: Sequence[InputEvent], pace: base.PaceLimits) -> Sequence[InputEvent]:
        """Return `acts`, delayed as `pace` requires. Events of one kind at one point count as clicks on one cell."""
        if not pace.cell and not pace.any:
            return acts
        return [act._replace(make=partial(self._make, act.make, act.point, pace)) for act in acts]

    def _make(self, single: Input, point: tuple[float, float] | None, pace: base.PaceLimits) -> None:
        kind = single.func if isinstance(single, partial) else single
        before = self._made.get((kind, point), -inf) if point else -inf
        self._wait(max(before + pace.cell / 1000, self._last + pace.any / 1000))
        single()
        self._last = self._made[kind, point] = perf_counter()

    def _wait(self, until: float) -> None:
        self._world.rest(1000 * (until - perf_counter()))


CLOCK = script("clock")

#: Time beyond the longest wait after which a page without an answer is hung, in seconds.
HUNG_TIMEOUT_S = 20


class TimerGuard:
    """Wait until the page's timer shows what `times` has as `finish`; one that stands still is not waited for."""

    def __init__(self, world: IsolatedWorld, site: dict[str, Any], times: Times) -> None:
        self._world, self._site = world, site
        self._least, self._most = times.finish / 1000, (times.finish + times.standstill) / 1000
        self._began = perf_counter()

    def begin(self) -> None:
        """Record the time at which the board was first seen: the page's timer started no later."""
        self._began = perf_counter()

    def wait(self, timer: Sequence[str]) -> tuple[float | None, bool]:
        """Return the timer's value in seconds, and True if there was a wait.

        If no selector in `timer` finds a timer, the value is None, and as many seconds must have passed since `begin`.
        Guests, who need no such time, do not wait.
        """
        if not self._least:
            return None, False
        rest = self._least - (perf_counter() - self._began)
        ask = {"site": self._site, "timer": list(timer), "least": self._least, "most": self._most, "rest": rest}
        answer = self._world.ask(CLOCK, ask, 1000 * (self._most + HUNG_TIMEOUT_S))
        if answer is None:
            return None, True
        clock = json.loads(answer)
        return clock["timer"], clock["waited"]
