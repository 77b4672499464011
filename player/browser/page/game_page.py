"""One game's page, driven through its selectors: open, perform, verdict. It knows no rules of the game."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.click_cycle import cycle_clicks
from player.browser.page.connection import Connection
from player.browser.page.inputs import InputMethods, all_clickable, input_events, same_targets
from player.browser.page.missing_parts import awaited, not_understood
from player.browser.page.newcomers import Newcomers
from player.browser.page.observation import (
    FOCUS,
    BoardOrWin,
    BoardSeen,
    Observation,
    OverlaySeen,
    Performed,
    Point,
    StartSeen,
    What,
    WinSeen,
)
from player.browser.page.observer import RETRY_MS
from player.browser.page.page_reader import PageReader
from player.browser.page.patience import Patience
from player.browser.page.pending import Pending
from player.browser.page.throttle import InputThrottle, rest
from player.browser.page.timeouts import Times
from player.browser.page.timer_guard import TimerGuard
from player.browser.page.verdict import Verdict
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.errors import PageNotUnderstood, SignInNeeded, Unavailable
from player.games.moves import Move, Tap, batches, by_cell

#: Start, overlays over it, overlays over the board, each again if a click was dropped: more steps are a loop.
MAX_STEPS = 8
#: Time after which lost documents are requested again, in milliseconds.
RELOAD_AFTER_MS = 2_000

_ARRIVING = [What.SIGN_IN, What.WON, What.ALREADY, What.OVERLAY, What.START, What.GRID, What.CRAMPED]
_PLAYING = [What.WON, What.OVERLAY, What.GRID, What.CRAMPED]


class GamePage(PageReader):
    """The page of one game in a browser's tab, to be played."""

    def __init__(
        self,
        page: Page,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times = Times(),
        ways: InputMethods | None = None,
        *,
        elsewhere: Collection[str] = (),
        shared: "GamePage | None" = None,
    ) -> None:
        """`ways` holds the input methods that worked on the site's pages; the fields read `elsewhere` may be missing.

        `shared` is the same tab with other selectors: its listeners are reused.
        """
        super().__init__(page, site, game, times, elsewhere, shared=shared)
        self._ways = ways or InputMethods()
        self._balked = False
        here: Connection | None = shared._connection if shared else None  # noqa: SLF001  # one of ours
        self._connection: Connection = here or Connection(page, site, game.url, times.load)
        self.pending: Pending = shared.pending if shared else Pending(page, site.origin)
        self._patience = Patience(times, self.pending, self._ways)
        self._pace = InputThrottle(self._world)
        self._clock = TimerGuard(self._world, self._ask["site"], times.finish / 1000, times.standstill / 1000)
        self._newcomers = Newcomers(self._world, self._ask["site"], times.response)
        self.private = False
        """True if the page may show a name, as it is played with a session."""
        self.clean: Callable[[str], str] = str
        """Takes secrets out of a text of the page."""

    # Open

    def open(self) -> BoardOrWin:
        """Go to the game, press Start, close overlays; return the observation of the board or of an earlier win."""
        with map_playwright_errors():
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

    def later(self, look: BoardSeen, *, sound: bool, replaced: bool = False) -> BoardOrWin | None:
        """Return the first observation of a board other than that of `look`; None once the page will not change any
        more.

        A `sound` board (one solution) is final as soon as the page has nothing pending; any other one when the page has
        been quiet. A board that was `replaced` before is not final while the page may still be loading.
        """
        with map_playwright_errors():
            began, gone = perf_counter(), False
            while self._patience.lasts(1000 * (perf_counter() - began), sound=sound, replaced=replaced):
                rest(self._world, RETRY_MS)
                now = self._arrive(self._times.response)
                gone = now is None
                if now is None:
                    continue
                seen = self._reach(now)
                if not isinstance(seen, BoardSeen) or seen.snapshot != look.snapshot:
                    self._patience.follow(sound=sound)
                    self._clock.begin()
                    return seen
            self.pending.end()
            return self._reach(self._await_board()) if gone else None

    def again(self, look: BoardSeen) -> BoardOrWin:
        """Observe the page right before the first input: the board of `look` where it is now, or something else."""
        with map_playwright_errors():
            self._eye.forget_board()
            with suppress(PageNotUnderstood):  # the page is redrawing it
                now = self._now()
                if isinstance(now, BoardSeen) and now.snapshot == look.snapshot:
                    return now
            return self._reach(self._await_board())

    def _await_board(self) -> Observation | None:
        """Return the first observation on the way to the board, or of it; report a long wait."""
        look = self._arrive(self._times.load, slow=self._report_wait)
        if look is None and self._connection.reload_missing(hung=True):
            return self._await_board()
        return look

    def _report_wait(self, left: float) -> None:
        """Request lost documents again, and report the missing part and the `left` milliseconds of waiting."""
        self._connection.reload_missing(hung=False)
        with suppress(PageNotUnderstood):  # an unfinished board: its refusal says more later
            path = urlsplit(self._page.url).path
            self.say(f"{awaited(self._now(), self._ask['elsewhere'], path)}: waiting up to {left / 1000:g} s more")

    def _arrive(self, timeout: float, slow: Callable[[float], None] | None = None, **ask: Any) -> Observation | None:
        """Wait as `_await` does, on the way to a board, which may be unfinished."""
        self._eye.forget_board()
        return self._await(timeout, final=self._patience.final, slow=slow, until=_ARRIVING, arriving=True, **ask)

    def _reach(self, look: Observation | None) -> BoardOrWin:
        """Continue from `look` to the board, or to a game already won."""
        for _ in range(MAX_STEPS):
            match look:
                case BoardSeen() | WinSeen():
                    return look
                case OverlaySeen() | StartSeen():
                    self._click_away(look.point)
                case _:
                    raise self._trouble()
            clicked = look.name if isinstance(look, OverlaySeen) else look.what
            answer = self._arrive(self._times.response, clicked=clicked)
            look = answer or self._await_board()
        stuck = look and look.what
        raise PageNotUnderstood(f"the way to the board goes in circles at {stuck}: fix selectors.yaml")

    def _patiently(self, timeout: float, **ask: Any) -> Observation | None:
        """Wait as `_await` does, and request lost documents again; SignInNeeded if the site asks to sign in."""
        while True:
            for part, hung in ((min(timeout, RELOAD_AFTER_MS), False), (timeout - RELOAD_AFTER_MS, True)):
                if look := self._await(part, **ask):
                    return look
                if self._connection.reload_missing(hung=hung):
                    break
            else:
                return None

    def _click_away(self, point: Point) -> None:
        """Click a control over the board, and move the pointer away: a cell under the pointer has other colours."""
        self._page.mouse.click(point.x, point.y)
        self._page.mouse.move(0, 0)

    def _trouble(self) -> Exception:
        """Return the error for a page that offers nothing to do; raise SignInNeeded if it is a sign-in page."""
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
        """Return the same page with other selectors."""
        return GamePage(self._page, site, game, self._times, shared=self)

    # Perform

    def batches(self, moves: Sequence[Move], look: BoardSeen) -> Iterable[Sequence[Move]]:
        """Split `moves` into batches to perform: a single one if the page has a click cycle.

        With an audience, the moves of one cell form a batch.
        """
        if self.screening.audience and all(isinstance(move, Tap) for move in moves):
            return by_cell(moves)
        return [moves] if self._game.page(look.generation).cycle else batches(moves)

    def perform(
        self,
        moves: Sequence[Move],
        look: BoardSeen,
        field: str,
        shown: Mapping[int, str | bool],
        *,
        wins: bool,
        patience: int,
    ) -> Performed:
        """Make `moves` on the board of `look`, and wait until the page shows them.

        `shown` maps cell indices to the expected values of `field`. Returns the first observation with all of them, or
        of a win; after the timeout, the current observation. If `wins`, the last input waits for the page's timer, and
        is not made if the board has changed or is covered by then. `patience` multiplies the timeout.
        """
        with map_playwright_errors():
            if self._balked:  # a popup may have taken the keyboard focus
                self._page.bring_to_front()
            cleared = look if all_clickable(moves, look) else self._clear(moves)
            if isinstance(cleared, WinSeen):
                return Performed(cleared)
            look = cleared
            page = self._game.page(look.generation)
            learnt, way = self._ways.chosen(moves, look, page)
            turned = cycle_clicks(self._page.mouse, moves, look, page, field=field, shown=shown)
            planned = input_events(self._page, moves, look, way, self._focus) if turned is None else turned
            acts, timer = self._pace.keep(planned, page.pace), None
            for number, act in enumerate(acts):
                waited = self.screening.tell(act, look)
                if wins and number == len(acts) - 1:  # by number: one object may occur several times
                    timer, paused = self._clock.wait(page.timer)
                    waited = waited or paused
                    self._newcomers.note(page)
                if waited and not self._stands(look, moves, field, way):
                    if way == "drag":
                        self._page.mouse.up()
                    return Performed(self._clear(moves), made=number)
                act.make()
            if page.hover:
                self._page.mouse.move(0, 0)
            seen = self._read_back({"field": field, "cells": list(shown.items())}, self._times.shown * patience)
            if not isinstance(seen, BoardSeen | WinSeen):
                self._connection.require_no_signin()
            self._connection.require_on_site()
            if way and (not self._balked or look.same_board(seen, field)):
                self._ways.judge(learnt, way, worked=not self._balked)
            return Performed(seen, way=way, timer=timer, made=None if turned is None else len(turned))

    def _focus(self) -> None:
        """Give the keyboard focus to the board."""
        self._world.answer(FOCUS, self._ask, self._times.response)

    def _read_back(self, expect: Mapping[str, Any], timeout: float) -> Observation:
        """Return the first observation as expected, or of a win; after `timeout` ms the current one, and set
        `_balked`.
        """
        for _ in range(MAX_STEPS):
            seen = self._await(timeout, until=_PLAYING, expect=expect)
            self._balked = seen is None
            seen = seen or self._now()
            if not self._closes_overlay(seen):
                return seen
        raise PageNotUnderstood("an overlay keeps covering the board: fix 'overlays' in selectors.yaml")

    def _stands(self, look: BoardSeen, moves: Sequence[Move], field: str, way: str | None) -> bool:
        """Return True if the board of `look` is still there, and the targets of `moves` are unmoved and uncovered."""
        now = self._now()
        return isinstance(now, BoardSeen) and look.same_board(now, field) and same_targets(moves, look, now, way)

    def _clear(self, moves: Sequence[Move]) -> BoardOrWin:
        """Close overlays until the cells of `moves` are clickable; return that observation, or one of a win."""
        for _ in range(MAX_STEPS):
            look = self._await(self._times.response, until=_PLAYING)
            if look is None:
                break
            if isinstance(look, WinSeen) or (isinstance(look, BoardSeen) and all_clickable(moves, look)):
                return look
            self._closes_overlay(look)
        raise self._trouble()

    def _closes_overlay(self, look: Observation) -> bool:
        if not isinstance(look, OverlaySeen):
            return False
        self._click_away(look.point)
        return True

    # Verdict

    def verdict(self) -> Verdict:
        """Return the sign of a win, or `Verdict.NONE` if the page does not report a win.

        If the network was cut, only the results page counts: the site may not have received the moves.
        """
        with map_playwright_errors():
            look = self._patiently(self._times.win, until=[What.WON])
            if look is None and self._connection.reloaded:  # the results may be on another page than the game's
                look = self._await(self._times.response, until=[What.WON, What.ALREADY], arriving=True)
            if not isinstance(look, WinSeen) or (self._connection.unsent and look.sign != Verdict.RESULTS):
                return Verdict.NONE
            return look.sign

    def newcomers(self) -> list[str]:
        """Return what became visible after the last input; without its texts on a page that may show a name.

        Where the network was cut it says nothing: the page may show a sign that is known, and was not believed.
        """
        if self._connection.unsent:
            return []
        with map_playwright_errors():
            return [self.clean(line) for line in self._newcomers.selectors(texts=not self.private)]
