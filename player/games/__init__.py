"""The games, one folder each. A new game is its folder and its line here."""

from collections.abc import Mapping

from player.games import mini_sudoku, patches, queens, tango, wend, zip_path
from player.games.game import Game

GAMES: Mapping[str, Game] = {
    game.name: game for game in (queens.GAME, zip_path.GAME, tango.GAME, mini_sudoku.GAME, patches.GAME, wend.GAME)
}

__all__ = ["GAMES", "Game"]
