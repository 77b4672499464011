"""The plugin for pytest: recordings as tests of the user's own selectors, and fixtures beside that of a page.

Every run of pytest loads this module, in projects that have a package or a module `player` of their own, too. So it
imports nothing of the player until an option or a fixture asks for it. docs/api.md describes what it offers.
PYTEST_DONT_REWRITE: there is no assertion here, and a program may have imported it before pytest.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page  # noqa: TID251  # the type of a fixture: nothing is driven here

    from player.pytest_plugin.recorded import PlayerGamePage


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options."""
    group = parser.getgroup("player", "player: games in a browser")
    group.addoption(
        "--player-recordings",
        metavar="DIR",
        help="Test the selectors on the recordings SITE/GAME/DATE in DIR, which `player record` made.",
    )
    group.addoption("--player-selectors", metavar="FILE", help="The selectors file in place of the player's own.")
    group.addoption(
        "--player-site", metavar="NAME", help="The site of player_replica and player_game_page, by its name in FILE."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the tests of recordings, if they are asked for; raise UsageError if they can't be read."""
    if folder := config.getoption("--player-recordings"):
        config.pluginmanager.register(_ours().Recordings(folder, config), "player-recordings")


def _ours() -> Any:
    """Return the plugin's parts; raise UsageError if this project's own `player` takes the place of our package."""
    try:
        return import_module("player.pytest_plugin.recorded")
    except ModuleNotFoundError as error:
        if error.name not in {"player.pytest_plugin", "player.pytest_plugin.recorded"}:
            raise
        import player  # noqa: PLC0415  # the project's

        file = getattr(player, "__file__", None)
        raise pytest.UsageError(
            f"the plugin of logic-games-player needs the package player, and this project has its own: {file}"
        ) from None


@pytest.fixture
def player_replica(page: "Page", request: pytest.FixtureRequest) -> "Callable[..., dict[str, str]]":
    """Serve the player's own replica of a site to `page`: `player_replica(board=None, generation="ember")`.

    It returns the address of each game. A `board`, of `player.generate` or as JSON, is shown in place of the usual one.
    No request of `page` leaves the machine.
    """

    def serve(board: Any = None, *, generation: str = "ember") -> dict[str, str]:
        addresses: dict[str, str] = _ours().replica_on(page, request.config, board, generation)
        return addresses

    return serve


@pytest.fixture
def player_game_page(page: "Page", request: pytest.FixtureRequest) -> "Callable[[str], PlayerGamePage]":
    """Return `page` as the page of a game: `player_game_page("zip")` has `read()` and `play()`.

    They use the selectors of --player-selectors.
    """

    def of_game(game: str) -> "PlayerGamePage":
        site, selectors = map(request.config.getoption, ("--player-site", "--player-selectors"))
        found: PlayerGamePage = _ours().PlayerGamePage(game, page, site, selectors)
        return found

    return of_game
