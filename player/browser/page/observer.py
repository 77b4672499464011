"""The observer of a page: polls until a condition holds, records dialogs, enlarges the window for the board."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Any

from playwright.sync_api import Dialog, Error, Page  # noqa: TID251  # web drives the browser

from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.messages import PageRequest
from player.browser.page.observation import BoardSeen, CrampedBoardSeen, Observation
from player.browser.page.requests import SCRIPT
from player.browser.page.throttle import rest
from player.browser.selectors.readings import Chain
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.errors import PageNotUnderstood

#: Limit of window enlargements; a board that grows with the window never fits.
MAX_ENLARGEMENTS = 3
#: Largest side of a window, in CSS pixels: browsers draw no larger surface at once.
MAX_WINDOW_PX = 16_384
#: Poll restart interval if a dialog may be the sign, in milliseconds: the DOM does not show dialogs.
ALERT_POLL_MS = 500
#: Time without an answer after which a wait is reported, in milliseconds.
SLOW_AFTER_MS = 3_000
#: Pause before a board that is not understood is observed again, in milliseconds.
RETRY_MS = 100


class Alerts:
    """The `texts` of a page's own dialogs since the first `listen`; each dialog is answered."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.texts: list[str] = []
        self._heard = False

    def listen(self) -> None:
        """Record dialogs from now on; repeated calls have no effect."""
        if not self._heard:
            self._heard = True
            self._page.on("dialog", self._hear)

    def leave(self) -> None:
        """Record no more dialogs."""
        if self._heard:
            self._heard = False
            self._page.remove_listener("dialog", self._hear)

    def _hear(self, dialog: Dialog) -> None:
        """Record a dialog's text, and answer it as an unattended browser does."""
        self.texts.append(dialog.message)
        with suppress(Error):  # already answered
            dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss()


class PageObserver:
    """Poll `page` in `world` with the request `ask`; dialogs are recorded if a sign in selectors.yaml is an alert."""

    def __init__(
        self,
        page: Page,
        world: IsolatedWorld,
        ask: PageRequest,
        site: SiteSelectors,
        game: GameSelectors,
        *,
        alerts: Alerts,
    ) -> None:
        self._page = page
        self._world = world
        self._ask = ask
        self._game = game
        self._windows = 0
        self._elsewhere: list[str] = ask["elsewhere"]
        self._first: BoardSeen | None = None
        signs = [*site.won, *site.already, *(sign for part in game.pages.values() for sign in part.won + part.already)]
        self._hears = any(sign.alert for sign in signs)
        if self._hears:
            alerts.listen()
            ask["alerts"] = alerts.texts

    def wait(
        self,
        understood: Callable[[str], Observation],
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask`, parsed by `understood`; None after `timeout` milliseconds.

        A board that is not understood may be unfinished. If `final` is given, it is observed again until `final`
        returns True for the milliseconds that it has not changed. `slow` is called once, with the milliseconds left, if
        there is no answer for `SLOW_AFTER_MS` milliseconds.
        """
        end = perf_counter() + timeout / 1000
        due = perf_counter() + SLOW_AFTER_MS / 1000 if slow and timeout > SLOW_AFTER_MS else inf
        refused, since = "", 0.0
        while (left := 1000 * (end - perf_counter())) > 0:
            if perf_counter() >= due and slow:
                slow(timeout - SLOW_AFTER_MS)
                due = inf
            limit = min(left, 1000 * (due - perf_counter()), ALERT_POLL_MS if self._hears else inf)
            answer = self._world.ask(SCRIPT, {**self._ask, **ask}, max(1, limit))
            try:
                look = understood(answer) if answer else None
            except PageNotUnderstood:
                if answer != refused:
                    refused, since = answer or "", perf_counter()
                if final is None or left <= RETRY_MS or final(1000 * (perf_counter() - since)):
                    raise
                rest(self._world, RETRY_MS)
                continue
            if isinstance(look, CrampedBoardSeen):
                self._enlarge(look.window)
            elif look:
                return look
        return None

    def forget(self) -> None:
        """Drop the state of the page before a navigation."""
        self._ask["alerts"].clear()
        self.forget_board()

    def forget_board(self) -> None:
        """Drop the state of the board before another one may come."""
        self._first, self._ask["elsewhere"] = None, self._elsewhere

    def lasting(self, look: Observation) -> Observation:
        """Return `look` with the fields that are read `once` as in the board's first observation."""
        if not isinstance(look, BoardSeen):
            return look
        first = self._first
        once = [
            name
            for name, chain in self._game.page(look.generation).read.items()
            if chain.once or _is_once(chain, (first or look).chosen.get(name))
        ]
        if not once:
            return look
        if first is None or first.shape != look.shape:
            if all(look.chosen.get(name) is not None for name in once):
                self._first, self._ask["elsewhere"] = look, sorted({*self._elsewhere, *once})
            return look
        chosen = {**look.chosen, **{name: first.chosen[name] for name in once}}
        return replace(look, snapshot=look.snapshot.with_fields(once, first.snapshot), chosen=chosen)

    def _enlarge(self, window: tuple[int, int]) -> None:
        """Enlarge the window so that the whole board fits: a drag can't leave the window."""
        width, height = window
        self._windows += 1
        self._ask["enlarged"] = True  # what scrolls the board may not grow with the window
        if self._windows > MAX_ENLARGEMENTS or max(window) > MAX_WINDOW_PX:
            raise PageNotUnderstood(f"the board does not fit into a window of {width}x{height}: it can't be played")
        self._page.set_viewport_size({"width": width, "height": height})


def _is_once(chain: Chain, chosen: int | str | None) -> bool:
    """Return True if the alternative in use is one that is read once, because moves change it."""
    return isinstance(chosen, int) and chain.any[chosen].once
