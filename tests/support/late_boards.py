"""Boards that come in parts, and a check that no input went astray meanwhile."""

from typing import Any

from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.play.result import Result
from tests.support.replica import played

#: What a page may show of a board before the rest comes, by game: parts in the public format, or how many cells.
BARE: dict[str, dict[str, Any]] = {
    "queens": {"givens": []},
    "zip": {"numbers": []},
    "tango": {"givens": []},
    "mini-sudoku": {"givens": [[0] * 6] * 6},
    "patches": {"clues": []},
    "wend": {"lengths": []},
}


NO_WALLS: dict[str, Any] = {"walls": []}


NO_SIGNS: dict[str, Any] = {"edges": []}


def strayed(page: Page) -> int:
    """Return the number of inputs on boards other than the one to be played."""
    return int(page.evaluate("sessionStorage.getItem('replica.strayed')") or 0)


def is_won(game: str, opened: GamePage, page: Page) -> Result:
    result = played(game, opened)
    assert (result.outcome, result.attempts) == ("solved", 1)
    assert strayed(page) == 0
    return result
