"""The board in a picture of the page: the truth that repaired selectors must reproduce.

Without the extra `sight`, or where a picture can't be judged, no board is judged.
"""

from functools import cached_property
from itertools import islice
from math import prod
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen
from player.errors import BoardError, trace
from player.games import Game
from player.playing.sighting import NO_PICTURE
from player.sight.extra import is_installed
from player.sight.picture import read
from player.sight.witness import Difference, Statement, Verdict, ask

#: The most pictures of a page that may be drawing its board still.
MOST_PICTURES = 3
#: The statement where no picture is read.
SILENT = Statement(Verdict.NOT_SEEN, why="pictures are not read")


class PicturedPage:
    """Pictures of the page of one game, on which boards are read by selectors of many kinds."""

    def __init__(self, game: Game, page: GamePage) -> None:
        self.game, self._page = game, page
        self.is_known = is_installed() and game.has("witness")

    @cached_property
    def shape(self) -> tuple[int, int] | None:
        """The rows and columns of the board in a picture of the whole page; None if none is read."""
        data = self._page.screenshot() if self.is_known and self.game.has("sight") else None
        try:
            board = self.game.board.from_json(read(data, self.game.name).board) if data else None
        except BoardError:
            return None
        except Exception as error:  # noqa: BLE001  # a bug of a reader must not end the diagnosis
            trace(error)
            return None
        return None if board is None else board.shape

    def says(self, tab: GamePage, look: BoardSeen, board: Any, most: int = MOST_PICTURES) -> Statement:
        """Return what pictures say of `board`, which the selectors of `tab`, the same page, read as `look` shows.

        The first picture that agrees is enough, the last of at most `most` counts.
        """
        if not self.is_known:
            return SILENT
        said, shown = NO_PICTURE, self.game.play.shown(board, self.game.play.state(look.snapshot))
        for picture in islice(tab.pictures(look), most):
            if picture is None:
                return NO_PICTURE
            try:
                said = ask(picture.data, picture.grid, self.game, board, shown)
            except Exception as error:  # noqa: BLE001  # a bug of a witness must not end the diagnosis
                trace(error)
                return SILENT
            if said.verdict is not Verdict.DIFFERS:
                break
        return said if said.verdict is Verdict.DIFFERS else self._of_its_size(board, said)

    def _of_its_size(self, board: Any, said: Statement) -> Statement:
        """Return `said`, or a difference if the page shows a larger board: `board` may be an example beside it."""
        if self.shape is None or prod(self.shape) <= prod(board.shape):
            return said
        own, seen = (f"{rows}x{cols}" for rows, cols in (board.shape, self.shape))
        return Statement(Verdict.DIFFERS, (Difference((), f"a board of {own}", f"one of {seen}"),))
