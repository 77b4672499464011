"""Saved pages without scripts: what is missing will not come, so it is reported at once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from player.browser.page.board_source import BoardSource
from player.browser.page.observation import BoardOrWin, BoardSeen, Observation, StartSeen, WinSeen
from player.browser.page.timeouts import Times
from player.errors import PageNotUnderstood

if TYPE_CHECKING:
    from player.browser.page.arrival import Arrival

#: Limit for loading a page from a file, in milliseconds.
LOAD_TIMEOUT_MS = 3_000


class StillPage(BoardSource):
    """A game's page saved to `file`; PageNotUnderstood if it shows no board to play."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @staticmethod
    def timeouts(times: Times) -> Times:
        """Return `times` for a page from a file."""
        return replace(times, load=min(times.load, LOAD_TIMEOUT_MS), from_files=True)

    def open(self, arrival: "Arrival") -> BoardOrWin:
        """Open the page by `arrival`; PageNotUnderstood if the game is finished."""
        look = arrival.open()
        if isinstance(look, WinSeen):
            raise PageNotUnderstood(f"the game on the page {self._file} is finished: save it before its first move")
        return look

    def before_start(self, look: StartSeen) -> None:
        """Raise PageNotUnderstood: without scripts no board comes."""
        del look
        raise PageNotUnderstood(f"the page {self._file} was saved before Start, without its board: save it after")

    def trouble(self, now: Callable[[], Observation]) -> Exception | None:
        """Return the error for a page without a board; None if there is one."""
        if isinstance(now(), BoardSeen):
            return None
        return PageNotUnderstood(f"no board of this game is on the page {self._file}: save the page with its board")
