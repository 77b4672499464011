"""The marks of the player in a picture, as the state of a page."""

from collections.abc import Mapping
from typing import Any

from player.errors import BoardError
from player.games import Game
from player.sight.known import progress_of, snapshot


def state_of(game: Game, board: Any, progress: Mapping[str, Any]) -> Any | None:
    """Return the state of a page of `board` with the marks `progress` of a reading.

    None if the marks of this game are not read from pictures, or if these are no marks of the game.
    """
    if not game.has("progress") or hasattr(game.progress, "NEEDS_THE_FIRST"):
        return None
    try:
        return game.play.state(snapshot(game, board, progress_of(game).marks(board, progress)))
    except BoardError:
        return None
