"""The pace: how far apart a page wants its inputs, told by the page's clock."""

from collections.abc import Sequence
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from player.browser.page.inputs import Act, Input
from player.browser.page.isolated_world import World
from player.browser.page.observation import script
from player.browser.selectors import base

SCRIPT = script("pace")

#: Milliseconds beyond a wait after which a page that does not answer is hung.
HUNG = 20_000


class Pace:
    """Remembers when each place of a page was clicked last, and when there was an input last.

    Two quick clicks on one cell may be a double click to the page, and inputs in quick succession lost. Where the
    page has no pace, nothing is waited for.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._made: dict[tuple[Any, ...], float] = {}
        self._last = -inf

    def keep(self, acts: Sequence[Act], pace: base.Pace) -> Sequence[Act]:
        """`acts`, each made no sooner than `pace` allows. Those of one kind at one point are clicks on one cell."""
        if pace == base.Pace():
            return acts
        return [act._replace(make=partial(self._make, act.make, act.point, pace)) for act in acts]

    def _make(self, single: Input, point: tuple[float, float] | None, pace: base.Pace) -> None:
        kind = single.func if isinstance(single, partial) else single
        before = self._made.get((kind, point), -inf) if point else -inf
        self._wait(max(before + pace.cell / 1000, self._last + pace.any / 1000))
        single()
        self._last = self._made[kind, point] = perf_counter()

    def _wait(self, until: float) -> None:
        rest(self._world, 1000 * (until - perf_counter()))


def rest(world: World, milliseconds: float) -> None:
    """Let the page's clock go on for so long."""
    if milliseconds > 0:
        world.ask(SCRIPT, {"rest": milliseconds}, milliseconds + HUNG)
