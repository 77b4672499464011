"""The games, one folder each. A new game is its folder and its line here; its board has a name for the library."""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, Any

from player.games.game import Game, title_of

if TYPE_CHECKING:
    from player.games.mini_sudoku.board import Board as MiniSudokuBoard
    from player.games.patches.board import Board as PatchesBoard
    from player.games.queens.board import Board as QueensBoard
    from player.games.simple_loop.board import Board as SimpleLoopBoard
    from player.games.tango.board import Board as TangoBoard
    from player.games.wend.board import Board as WendBoard
    from player.games.zip_path.board import Board as ZipBoard

    Board = QueensBoard | ZipBoard | TangoBoard | MiniSudokuBoard | PatchesBoard | WendBoard | SimpleLoopBoard
    """A board of any game: an immutable value with its `shape`, the numbers of rows and columns."""


class Games(Mapping[str, Game]):
    """Games by name, in order. A folder is imported when its game is asked for: a play needs one of them."""

    def __init__(self, packages: dict[str, str]) -> None:
        """`packages` are the games' folders by name, as Python imports them."""
        self.packages = packages

    def __getitem__(self, name: str) -> Game:
        game: Game = import_module(self.packages[name]).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self.packages)

    def __len__(self) -> int:
        return len(self.packages)

    def __contains__(self, name: object) -> bool:
        return name in self.packages


GAMES = Games(
    {
        "queens": "player.games.queens",
        "zip": "player.games.zip_path",
        "tango": "player.games.tango",
        "mini-sudoku": "player.games.mini_sudoku",
        "patches": "player.games.patches",
        "wend": "player.games.wend",
        "simple-loop": "player.games.simple_loop",
    }
)


def spelt(name: str) -> str:
    """Return the game that `name` spells in any case, with blanks, hyphens, underscores or none; else `name`."""
    letters = _letters(name)
    return next((game for game in GAMES if _letters(game) == letters), name)


def _letters(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return the type of a game's boards, such as MiniSudokuBoard, or of any game's: Board."""
        kinds = {f"{game.title().replace('-', '')}Board": game for game in GAMES}
        if name in kinds:
            return GAMES[kinds[name]].board.Board
        if name == "Board":
            return reduce(or_, [game.board.Board for game in GAMES.values()])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GAMES",
    "Board",
    "Game",
    "MiniSudokuBoard",
    "PatchesBoard",
    "QueensBoard",
    "SimpleLoopBoard",
    "TangoBoard",
    "WendBoard",
    "ZipBoard",
    "spelt",
    "title_of",
]
