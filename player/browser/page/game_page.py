"""One game's page, driven through its selectors: open, perform, verdict. It never knows what the game is about."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.failures import translated
from player.browser.page.click_cycle import turns
from player.browser.page.connection import Connection
from player.browser.page.inputs import Ways, free, inputs, unmoved
from player.browser.page.newcomers import Newcomers
from player.browser.page.observation import FOCUS, Look, Point, awaited, not_understood
from player.browser.page.observer import AGAIN
from player.browser.page.page_reader import GameView
from player.browser.page.patience import Patience
from player.browser.page.pending import Pending
from player.browser.page.throttle import Pace, rest
from player.browser.page.timeouts import Times
from player.browser.page.timer_guard import Clock
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.errors import PageNotUnderstood, SignInNeeded, Unavailable
from player.games.moves import Move, Tap, batches, by_cell

#: Start, overlays over it, overlays over the board, each again where a click was dropped: more is going in circles.
STEPS = 8
#: Milliseconds after which documents that did not come are asked for again.
EARLY = 2_000

_ARRIVING = ["signin", "won", "already", "overlay", "start", "grid", "cramped"]
_PLAYING = ["won", "overlay", "grid", "cramped"]


class GamePage(GameView):
    """The page of one game in a browser's tab, played."""

    def __init__(
        self,
        page: Page,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times = Times(),
        ways: Ways | None = None,
        *,
        elsewhere: Collection[str] = (),
        shared: "GamePage | None" = None,
    ) -> None:
        """`ways` is what the site's pages taught about drawing paths; the fields read `elsewhere` may be missing.

        `shared` is the same tab by other selectors: what listens to the tab does so once.
        """
        super().__init__(page, site, game, times, elsewhere, shared=shared)
        self._ways = ways or Ways()
        self._balked = False
        here: Connection | None = shared._connection if shared else None  # noqa: SLF001  # one of ours
        self._connection: Connection = here or Connection(page, site, game.url, times.load)
        self.pending: Pending = shared.pending if shared else Pending(page, site.origin)
        self._patience = Patience(times, self.pending, self._ways)
        self._pace = Pace(self._world)
        self._clock = Clock(self._world, self._ask["site"], times.finish / 1000, times.standstill / 1000)
        self._newcomers = Newcomers(self._world, self._ask["site"], times.response)
        self.private = False
        """Whether the page may show a name: it is played with a session."""
        self.clean: Callable[[str], str] = str
        """Takes secrets out of a text of the page."""

    # Open

    def open(self) -> Look:
        """Go to the game, press Start, close what covers the board: the look at the board, or at a game won before."""
        with translated():
            self._eye.forget()
            self.pending.begin()
            self._patience.begin()
            self._connection.go()
            try:
                look = self._reach(self._await_board())
            except (PageNotUnderstood, SignInNeeded):
                self.pending.end()
                raise
            self._clock.begin()
            return look

    def later(self, look: Look, *, sound: bool, replaced: bool = False) -> Look | None:
        """The first look at something else than `look`, the last one; None once the page is not going to change.

        A board that is `sound` is believed as soon as the page has nothing pending; one that is not, when the page has
        been quiet. One that was `replaced` before is not believed while the page may still be loading.
        """
        with translated():
            began, gone = perf_counter(), False
            while self._patience.lasts(1000 * (perf_counter() - began), sound=sound, replaced=replaced):
                rest(self._world, AGAIN)
                now = self._arrive(self._times.response)
                gone = now is None
                if now is not None and (seen := self._reach(now)).snapshot != look.snapshot:
                    self._patience.follow(sound=sound)
                    self._clock.begin()
                    return seen
            self.pending.end()
            return self._reach(self._await_board()) if gone else None

    def again(self, look: Look) -> Look:
        """A look right before the first input: at the board of `look` where it is now, or at something else."""
        with translated():
            self._eye.forget_board()
            with suppress(PageNotUnderstood):  # it is being drawn anew
                now = self._now()
                if now.snapshot == look.snapshot:
                    return now
            return self._reach(self._await_board())

    def _await_board(self) -> Look | None:
        """The first look at what is on the way to the board, or at it; in the meantime say what is waited for."""
        look = self._arrive(self._times.load, slow=self._report_wait)
        if look is None and self._connection.mend(hung=True):
            return self._await_board()
        return look

    def _report_wait(self, left: float) -> None:
        """Ask again for documents that did not come, and say what is waited for, for `left` milliseconds more."""
        self._connection.mend(hung=False)
        with suppress(PageNotUnderstood):  # a board that is not whole yet: its refusal will say more
            path = urlsplit(self._page.url).path
            self.say(f"{awaited(self._now(), self._ask['elsewhere'], path)}: waiting up to {left / 1000:g} s more")

    def _arrive(self, timeout: float, slow: Callable[[float], None] | None = None, **ask: Any) -> Look | None:
        """As `_await`, on the way to a board, which may be unfinished."""
        self._eye.forget_board()
        return self._await(timeout, final=self._patience.final, slow=slow, until=_ARRIVING, arriving=True, **ask)

    def _reach(self, look: Look | None) -> Look:
        """Go on from `look` to the board, or to a game won before."""
        for _ in range(STEPS):
            if look is None or look.what == "signin":
                raise self._trouble()
            if look.point is None:
                return look
            self._click_away(look.point)
            answer = self._arrive(self._times.response, clicked=look.overlay or look.what)
            look = answer or self._await_board()
        stuck = look and look.what
        raise PageNotUnderstood(f"the way to the board goes in circles at {stuck}: mend selectors.yaml")

    def _patiently(self, timeout: float, **ask: Any) -> Look | None:
        """As `_await`, where documents that did not come are asked for again; SignInNeeded where one signs in."""
        while True:
            for part, hung in ((min(timeout, EARLY), False), (timeout - EARLY, True)):
                if look := self._await(part, **ask):
                    return look
                if self._connection.mend(hung=hung):
                    break
            else:
                return None

    def _click_away(self, point: Point) -> None:
        """Click what will give way to the board, and take the pointer off it: a cell under it has other colours."""
        self._page.mouse.click(point.x, point.y)
        self._page.mouse.move(0, 0)

    def _trouble(self) -> Exception:
        """Why there was nothing to do on the page; SignInNeeded where that is the reason."""
        self._connection.require_no_signin()
        self._connection.require_on_site()
        where = urlsplit(self._page.url)
        for _, missing in self._connection.missing():
            return Unavailable(f"a part of the page did not load: {missing}: try again")
        look = self._now()
        if not look.paths:
            return Unavailable(f"{where.path} was still loading after {self._times.load / 1000:g} s: try again")
        return not_understood(look, self._game, self._ask["elsewhere"], where.path, self._times.load / 1000)

    def by(self, site: SiteSelectors, game: GameSelectors) -> "GamePage":
        """The same page, by other selectors."""
        return GamePage(self._page, site, game, self._times, shared=self)

    # Perform

    def batches(self, moves: Sequence[Move], look: Look) -> Iterable[Sequence[Move]]:
        """`moves` in batches to perform: all at once where clicks take marks through a cycle of the page's own.

        Whoever watches gets those of one cell together.
        """
        if self.screening.audience and all(isinstance(move, Tap) for move in moves):
            return by_cell(moves)
        return [moves] if self._game.page(look.generation).cycle else batches(moves)

    def perform(
        self,
        moves: Sequence[Move],
        look: Look,
        field: str,
        shown: Mapping[int, str | bool],
        *,
        wins: bool,
        patience: int,
    ) -> Look:
        """Make `moves` on the board of `look`, and wait until the page shows them.

        `shown` maps cells to what their `field` will be. The look returned is the first that shows all of it, or a win;
        where the page shows neither in time, it is what the page shows instead. Where `wins`, the last input waits for
        the page's timer, and is not made where the board is another, or covered, by then. `patience` multiplies the
        time that the page gets.
        """
        with translated():
            if self._balked:  # a popup may have taken the keyboard away
                self._page.bring_to_front()
            look = look if free(moves, look) else self._clear(moves)
            if look.snapshot is None:
                return look
            page = self._game.page(look.generation)
            learnt, way = self._ways.chosen(moves, look, page)
            turned = turns(self._page.mouse, moves, look, page, field=field, shown=shown)
            planned = inputs(self._page, moves, look, way, self._focus) if turned is None else turned
            acts, timer = self._pace.keep(planned, page.pace), None
            for number, act in enumerate(acts):
                waited = self.screening.tell(act, look)
                if wins and number == len(acts) - 1:  # one act may come several times
                    timer, paused = self._clock.wait(page.timer)
                    waited = waited or paused
                    self._newcomers.note(page)
                if waited and not self._stands(look, moves, field, way):
                    if way == "drag":
                        self._page.mouse.up()
                    return replace(self._clear(moves), made=number)
                act.make()
            if page.hover:
                self._page.mouse.move(0, 0)
            seen = self._read_back({"field": field, "cells": list(shown.items())}, self._times.shown * patience)
            if seen.snapshot is None and seen.what != "won":
                self._connection.require_no_signin()
            self._connection.require_on_site()
            if way and (not self._balked or seen.same_board(look, field)):
                self._ways.judge(learnt, way, worked=not self._balked)
            return replace(seen, way=way, timer=timer, made=None if turned is None else len(turned))

    def _focus(self) -> None:
        """Give the keyboard to the board."""
        self._world.answer(FOCUS, self._ask, self._times.response)

    def _read_back(self, expect: Mapping[str, Any], timeout: float) -> Look:
        """The first look as expected, or a win; after `timeout` what the page shows instead: it balked."""
        for _ in range(STEPS):
            seen = self._await(timeout, until=_PLAYING, expect=expect)
            self._balked = seen is None
            seen = seen or self._now()
            if not self._closes_overlay(seen):
                return seen
        raise PageNotUnderstood("an overlay keeps covering the board: mend 'overlays' in selectors.yaml")

    def _stands(self, look: Look, moves: Sequence[Move], field: str, way: str | None) -> bool:
        """Whether the board of `look` is still there, and what `moves` touch where it was, uncovered."""
        now = self._now()
        return now.same_board(look, field) and unmoved(moves, look, now, way)

    def _clear(self, moves: Sequence[Move]) -> Look:
        """A look at the board with nothing over the cells that `moves` touch, or at a win."""
        for _ in range(STEPS):
            look = self._await(self._times.response, until=_PLAYING)
            if look is None:
                break
            if look.what == "won" or (look.what == "grid" and free(moves, look)):
                return look
            self._closes_overlay(look)
        raise self._trouble()

    def _closes_overlay(self, look: Look) -> bool:
        if look.what != "overlay" or look.point is None:
            return False
        self._click_away(look.point)
        return True

    # Verdict

    def verdict(self) -> str:
        """How the page says that the game is won (results, banner, board), or "none" where it does not say so.

        Where the network was cut, the page's own words are not enough: what the site never heard of is no win.
        """
        with translated():
            look = self._patiently(self._times.win, until=["won"])
            if look is None and self._connection.mended:  # the way to the results may lead past the game's page
                look = self._await(self._times.response, until=["won", "already"], arriving=True)
            return "none" if look is None or (self._connection.unsent and look.sign != "results") else look.sign

    def newcomers(self) -> list[str]:
        """Return what became visible after the last input; without its texts on a page that may show a name.

        Where the network was cut it says nothing: the page may show a sign that is known, and was not believed.
        """
        if self._connection.unsent:
            return []
        with translated():
            return [self.clean(line) for line in self._newcomers.told(texts=not self.private)]
