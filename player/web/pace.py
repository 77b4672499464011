"""The pace: how far apart a page wants its inputs, told by the page's clock."""

from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from player.games.grid import Cell
from player.web import schema
from player.web.look import script
from player.web.world import World

SCRIPT = script("pace")

#: Milliseconds beyond a wait after which a page that does not answer is hung.
HUNG = 20_000

Input = Callable[[], Any]


class Pace:
    """Remembers when each cell of a page was clicked last, and when there was an input last.

    Two quick clicks on one cell may be a double click to the page, and inputs in quick succession lost. Where the
    page has no pace, nothing is waited for.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._clicked: dict[Cell, float] = {}
        self._last = -inf

    def kept(self, single: Input, cell: Cell | None, pace: schema.Pace) -> Input:
        """`single`, a click on `cell` or another input, made no sooner than `pace` allows."""
        return partial(self._make, single, cell, pace) if pace != schema.Pace() else single

    def _make(self, single: Input, cell: Cell | None, pace: schema.Pace) -> None:
        since = self._clicked.get(cell, -inf) if cell else -inf
        self._wait(max(since + pace.cell / 1000, self._last + pace.any / 1000))
        single()
        self._last = perf_counter()
        if cell:
            self._clicked[cell] = self._last

    def _wait(self, until: float) -> None:
        rest = 1000 * (until - perf_counter())
        if rest > 0:
            self._world.ask(SCRIPT, {"rest": rest}, rest + HUNG)
