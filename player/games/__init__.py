"""The games, one folder each. A new game is its folder and its line here; its board has a name for the library."""

import re
from collections.abc import Mapping

from player.games import mini_sudoku, patches, queens, tango, wend, zip_path
from player.games.game import Game
from player.games.mini_sudoku.board import Board as MiniSudokuBoard
from player.games.patches.board import Board as PatchesBoard
from player.games.queens.board import Board as QueensBoard
from player.games.tango.board import Board as TangoBoard
from player.games.wend.board import Board as WendBoard
from player.games.zip_path.board import Board as ZipBoard

GAMES: Mapping[str, Game] = {
    game.name: game for game in (queens.GAME, zip_path.GAME, tango.GAME, mini_sudoku.GAME, patches.GAME, wend.GAME)
}


def spelt(name: str) -> str:
    """Return the game that `name` spells in any case, with blanks, hyphens, underscores or none; else `name`."""
    letters = _letters(name)
    return next((game for game in GAMES if _letters(game) == letters), name)


def _letters(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


Board = QueensBoard | ZipBoard | TangoBoard | MiniSudokuBoard | PatchesBoard | WendBoard
"""A board of any game: an immutable value with its `shape`, the numbers of rows and columns."""

__all__ = [
    "GAMES",
    "Board",
    "Game",
    "MiniSudokuBoard",
    "PatchesBoard",
    "QueensBoard",
    "TangoBoard",
    "WendBoard",
    "ZipBoard",
    "spelt",
]
