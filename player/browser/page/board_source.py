"""The place where the board of a game's page is read: the page itself, unless a subclass says otherwise."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from player.browser.page.observation import BoardOrWin, BoardSeen, Observation, StartSeen

if TYPE_CHECKING:
    from player.browser.page.arrival import Arrival


class BoardSource:
    """The strategy for reading a board in the tab in which it is played."""

    elsewhere: Collection[str] = ()
    """The fields that the page itself may lack."""

    def open(self, arrival: "Arrival") -> BoardOrWin:
        """Open the page by `arrival`; return the observation of its board or of an earlier win."""
        return arrival.open()

    def completed(self, look: BoardSeen) -> BoardSeen:
        """Return `look` with the fields that it lacks."""
        return look

    def before_start(self, look: StartSeen) -> None:
        """Raise PageNotUnderstood if the start of `look` is of no use."""

    def trouble(self, now: Callable[[], Observation]) -> Exception | None:
        """Return the error for a page that offers nothing to do; None for the usual one. `now` observes the page."""
        del now
        return None
