"""The marks of the player in a picture, as the state of a page."""

from collections.abc import Mapping
from typing import Any

from player.games import Game
from player.games.snapshot import Snapshot


def state_of(game: Game, board: Any, progress: Mapping[str, Any]) -> Any | None:
    """Return the state of a page of `board` with the marks `progress` of a reading.

    None if the marks of this game are not read from pictures: its `sight.py` has no function `fields`.
    """
    fields = getattr(game.sight, "fields", None) if game.has("sight") else None
    if fields is None:
        return None
    shown = fields(board, progress)
    values = tuple(dict(zip(shown, column, strict=True)) for column in zip(*shown.values(), strict=True))
    rows, cols = board.shape
    return game.play.state(Snapshot(rows, cols, values))
