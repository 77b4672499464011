"""The next game's page, opened in a tab of its own while the current game is played."""

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.browser.page.aside import aside
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import GameSelectors
from player.days import puzzle_day


class PageAhead:
    """The page of `game` before its turn. No failure of it is raised: it is opened again at its turn."""

    def __init__(self, game: str, timezone: str, opened: Callable[[], GamePage], current: GamePage | None) -> None:
        """`opened` opens its tab; `current` is the page to show again after that, if a window shows only one.

        The board changes at midnight in `timezone`: a page of the day before is dropped.
        """
        self.game = game
        self._timezone, self._day = timezone, puzzle_day(timezone)
        self._opened, self._current = opened, current
        self._page: GamePage | None = None
        self._is_dropped = False
        aside(self._go)

    def _go(self) -> None:
        page = self._opened()
        if self._current:
            self._current.to_front()
        if self._is_dropped:
            page.close()
            return
        self._page = page
        page.go_ahead()

    def taken(self, game: str) -> GamePage | None:
        """Return the page for the turn of `game`; None if it is another game's, not there, or of another day."""
        is_usable = game == self.game and puzzle_day(self._timezone) == self._day
        if not is_usable or self._page is None or self._page.is_closed:
            self.drop()
            return None
        if self._current:
            self._page.to_front()
        return self._page

    def drop(self) -> None:
        """Close the page: its turn does not come."""
        self._is_dropped = True
        if self._page:
            with suppress(Error):
                self._page.close()


def has_start_screen(game: GameSelectors) -> bool:
    """Return True if each page of `game` has a start screen, after which its timer begins, and shows its board as
    markup.
    """
    return all(page.start and not page.sight for page in game.pages.values())
