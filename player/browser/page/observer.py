"""The eye: looks at a page until it shows what is waited for, hears its alerts, makes the window fit the board."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Any

from playwright.sync_api import Dialog, Error, Page  # noqa: TID251  # web drives the browser

from player.browser.page.isolated_world import World
from player.browser.page.observation import SCRIPT, Look
from player.browser.page.throttle import rest
from player.browser.selectors.extractors import Chain
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.errors import PageNotUnderstood

#: How often the window is made larger for a board; one that grows with the window never fits.
WINDOWS = 3
#: Milliseconds after which a wait begins anew where an alert may have come: the page's DOM does not tell of it.
ALERTED = 500
#: Milliseconds without an answer after which a wait is called slow.
SLOW = 3_000
#: Milliseconds until a board that is not understood is looked at again.
AGAIN = 100


class Alerts:
    """The `texts` of a page's own dialogs, from the first time on that somebody listens; each dialog is answered."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.texts: list[str] = []
        self._heard = False

    def listen(self) -> None:
        if not self._heard:
            self._heard = True
            self._page.on("dialog", self._hear)

    def _hear(self, dialog: Dialog) -> None:
        """Remember what a dialog of the browser's said, and answer it as a browser that nobody sits at does."""
        self.texts.append(dialog.message)
        with suppress(Error):  # answered already
            dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss()


class Eye:
    """Asks `page`, in `world`, what `ask` is about; the texts of its `alerts` are in `ask` where a sign has one."""

    def __init__(
        self,
        page: Page,
        world: World,
        ask: dict[str, Any],
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
        self._first: Look | None = None
        signs = [*site.won, *site.already, *(sign for part in game.pages.values() for sign in part.won + part.already)]
        self._hears = any(sign.alert for sign in signs)
        if self._hears:
            alerts.listen()
            ask["alerts"] = alerts.texts

    def wait(
        self,
        understood: Callable[[str], Look],
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Look | None:
        """The first look that answers `ask`, as `understood`, or None after `timeout` milliseconds.

        A board that is not understood may be an unfinished one: where `final` is given, it is looked at again until
        `final` of the milliseconds that it has stayed as it is. `slow` is called once, with the milliseconds that are
        left, where there is nothing to answer for `SLOW` milliseconds.
        """
        end = perf_counter() + timeout / 1000
        due = perf_counter() + SLOW / 1000 if slow and timeout > SLOW else inf
        refused, since = "", 0.0
        while (left := 1000 * (end - perf_counter())) > 0:
            if perf_counter() >= due and slow:
                slow(timeout - SLOW)
                due = inf
            limit = min(left, 1000 * (due - perf_counter()), ALERTED if self._hears else inf)
            answer = self._world.ask(SCRIPT, {**self._ask, **ask}, max(1, limit))
            try:
                look = understood(answer) if answer else None
            except PageNotUnderstood:
                if answer != refused:
                    refused, since = answer or "", perf_counter()
                if final is None or left <= AGAIN or final(1000 * (perf_counter() - since)):
                    raise
                rest(self._world, AGAIN)
                continue
            if look and look.window:
                self._enlarge(look.window)
            elif look:
                return look
        return None

    def forget(self) -> None:
        """Another page may come."""
        self._ask["alerts"].clear()
        self.forget_board()

    def forget_board(self) -> None:
        """Another board may come."""
        self._first, self._ask["elsewhere"] = None, self._elsewhere

    def lasting(self, look: Look) -> Look:
        """`look` with the fields that are read `once` as the board showed them at first."""
        now, first = look.snapshot, self._first
        once = [
            name
            for name, chain in self._game.page(look.generation).read.items()
            if chain.once or _is_once(chain, (first or look).chosen.get(name))
        ]
        seen = first.snapshot if first else None
        if not once or now is None:
            return look
        if first is None or seen is None or (seen.rows, seen.cols) != (now.rows, now.cols):
            if all(look.chosen.get(name) is not None for name in once):
                self._first, self._ask["elsewhere"] = look, sorted({*self._elsewhere, *once})
            return look
        chosen = {**look.chosen, **{name: first.chosen[name] for name in once}}
        return replace(look, snapshot=now.with_fields(once, seen), chosen=chosen)

    def _enlarge(self, window: tuple[int, int]) -> None:
        """Make room for all of the board at once: a stroke can't leave the window."""
        width, height = window
        self._windows += 1
        if self._windows > WINDOWS:
            raise PageNotUnderstood(f"the board does not fit into a window of {width}x{height}: it can't be played")
        self._page.set_viewport_size({"width": width, "height": height})


def _is_once(chain: Chain, chosen: int | str | None) -> bool:
    """Whether the alternative that was believed is one that moves change."""
    return isinstance(chosen, int) and chain.any[chosen].once
