"""Saved pages without scripts: what is missing will not come, so it is reported at once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.page.game_page import GamePage
from player.browser.page.inputs import InputMethods
from player.browser.page.observation import BoardOrWin, BoardSeen, Observation, StartSeen, WinSeen
from player.browser.page.timeouts import Times
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.errors import PageNotUnderstood

#: Limit for loading a page from a file, in milliseconds.
LOAD_TIMEOUT_MS = 3_000


class StillPage(GamePage):
    """A game's page saved to `file`; PageNotUnderstood if it shows no board to play."""

    def __init__(
        self, page: Page, site: SiteSelectors, game: GameSelectors, times: Times, ways: InputMethods, *, file: Path
    ) -> None:
        super().__init__(page, site, game, replace(times, load=min(times.load, LOAD_TIMEOUT_MS)), ways)
        self._file = file

    def open(self) -> BoardOrWin:
        """Open the page as GamePage does; PageNotUnderstood if the game is finished."""
        look = super().open()
        if isinstance(look, WinSeen):
            raise PageNotUnderstood(f"the game on the page {self._file} is finished: save it before its first move")
        return look

    def _await(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        look = super()._await(timeout, final, slow, **ask)
        if isinstance(look, StartSeen) and ask.get("arriving"):
            raise PageNotUnderstood(f"the page {self._file} was saved before Start, without its board: save it after")
        return look

    def _trouble(self) -> Exception:
        if isinstance(self._now(), BoardSeen):
            return super()._trouble()
        return PageNotUnderstood(f"no board of this game is on the page {self._file}: save the page with its board")
