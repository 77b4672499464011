"""The input throttle: the least time between inputs that a page needs, by the page's clock."""

from collections.abc import Sequence
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from player.browser.page.inputs import Input, InputEvent
from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.messages import PaceRequest
from player.browser.page.scripts import script
from player.browser.selectors import base

SCRIPT = script("pace")

#: Time beyond a wait after which a page without an answer is hung, in milliseconds.
HUNG_TIMEOUT_MS = 20_000


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
        rest(self._world, 1000 * (until - perf_counter()))


def rest(world: IsolatedWorld, milliseconds: float) -> None:
    """Wait so many milliseconds by the page's clock."""
    if milliseconds > 0:
        world.ask(SCRIPT, PaceRequest(rest=milliseconds), milliseconds + HUNG_TIMEOUT_MS)
