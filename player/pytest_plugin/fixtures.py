"""The values of our fixtures: the replica on a test's page, and that page as the page of a game."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from player.api.boards import game_and_board, solve, to_json
from player.api.pages import Played, Reading, play, read
from player.browser.offline import sources
from player.browser.offline.sources import Offline
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.errors import ArgumentInvalid
from player.files import SELECTORS

if TYPE_CHECKING:
    from playwright.sync_api import Page  # noqa: TID251  # the type of a fixture: nothing is driven here


@dataclass(frozen=True, slots=True)
class PlayerGamePage:
    """A test's `page` as the page of `game`, by the selectors and the site that the options name."""

    game: str
    page: "Page"
    site: str | None = None
    selectors: str | None = None

    @classmethod
    def of(cls, game: str, page: "Page", config: pytest.Config) -> "PlayerGamePage":
        """Return the page of `game` for a run with these options."""
        return cls(game, page, config.getoption("--player-site"), config.getoption("--player-selectors"))

    def read(self, **options: Any) -> Reading:
        """Read the board as `player.read` does, with its options."""
        return read(self.page, self.game, **self._named(options))

    def play(self, **options: Any) -> Played:
        """Play as `player.play` does, with its options; the page's timer is not waited for unless `min_time` is
        given.
        """
        return play(self.game, self.page, **{"min_time": 0, **self._named(options)})

    def _named(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"site": self.site, "selectors": self.selectors, **options}


def replica_on(page: "Page", config: pytest.Config, board: Any, generation: str) -> dict[str, str]:
    """Serve the replica of the site to `page`, with `board` if it is given; return the address of each game.

    Raise InputMissing if the site has no replica.
    """
    name, site = _site(config)
    pages = sources.replica_of(name, site.origin, generation)
    if board is not None:
        if not isinstance(pages, Offline):
            raise ArgumentInvalid(f"the replica of {name} shows its own boards: leave the board out")
        game, one = game_and_board(board)
        shown = {**pages.boards, game.name: to_json(one, solve(one).solution)}
        pages = replace(pages, boards=shown)
    pages.attach(page)
    return {game: selectors.url for game, selectors in site.games.items() if pages.has(game)}


def _site(config: pytest.Config) -> tuple[str, SiteSelectors]:
    """Return the name and the selectors of the site that the options name, else of the first one."""
    file = config.getoption("--player-selectors")
    selectors = load(Path(file) if file else SELECTORS)
    name = config.getoption("--player-site") or next(iter(selectors.sites))
    return name, selectors.site(name)
