"""The judgement of a page on the finished board: it is awaited, and the board handed in if the page wants that."""

from typing import Any

from player.browser.page.arrival import MAX_STEPS, click_away
from player.browser.page.observation import LossSeen, Observation, OverlaySeen, What, WinSeen
from player.browser.page.page_reader import PageReader
from player.browser.page.verdict import Verdict
from player.errors import PageNotUnderstood

#: Time after which lost documents are requested again, in milliseconds.
RELOAD_AFTER_MS = 2_000
#: Time of a look at what the page says now, in milliseconds.
LOOK_MS = 300
#: The name of the control that hands in the board, in the words of js/look.js.
SUBMIT = "submit"


class Judgement:
    """Await the judgement of one game's page."""

    def __init__(self, reader: PageReader) -> None:
        self._reader, self._tab, self._times = reader, reader.tab, reader.times
        self.refusal: str | None = None
        """The page's words that refuse the finished board; None if there are none."""

    def verdict(self, *, waits: bool = True) -> Verdict:
        """Hand in the board if the page wants that; return the sign of a win, or `Verdict.NONE` if the page reports
        none. Unless it `waits`, only what the page says now counts.

        If the network was cut, only the results page counts: the site may not have received the moves.
        """
        connection = self._tab.connection
        if self._reader.hands_in:
            look = self._handed_in()
        else:
            look = self._judged() if waits else self._reader.wait(LOOK_MS, until=[What.WON, What.LOST])
        if isinstance(look, LossSeen):
            self.refusal = look.said
            return Verdict.NONE
        if look is None and connection.reloaded:  # the results may be on another page than the game's
            look = self._reader.wait(self._times.response, until=[What.WON, What.ALREADY], arriving=True)
        if not isinstance(look, WinSeen) or (connection.unsent and look.sign != Verdict.RESULTS):
            return Verdict.NONE
        return look.sign

    def _judged(self, *signs: What) -> Observation | None:
        return self._patiently(self._times.win, until=[What.WON, *(signs or [What.LOST])])

    def _handed_in(self) -> Observation | None:
        """Return what the page says of the board by itself, or else after it was handed in."""
        before = self._reader.wait(self._times.submit, until=[What.WON, What.LOST])
        if isinstance(before, WinSeen) or not self._hand_in():
            return before or self._judged()
        if before is None:
            return self._judged()
        # What it said before may stand until it says something else.
        return self._judged(What.WON) or self._reader.wait(self._times.response, until=[What.LOST])

    def _patiently(self, timeout: float, **ask: Any) -> Observation | None:
        """Wait as `PageReader.wait` does, and request lost documents again; SignInNeeded if the site asks to sign
        in.
        """
        while True:
            for part, hung in ((min(timeout, RELOAD_AFTER_MS), False), (timeout - RELOAD_AFTER_MS, True)):
                if look := self._reader.wait(part, **ask):
                    return look
                if self._tab.connection.reload_missing(hung=hung):
                    break
            else:
                return None

    def _hand_in(self) -> bool:
        """Press the control that hands in the finished board, and close what covers it; return False if it is gone."""
        for _ in range(MAX_STEPS):
            seen = self._reader.wait(self._times.response, until=[What.WON, What.OVERLAY], submit=True)
            if not isinstance(seen, OverlaySeen):
                return isinstance(seen, WinSeen)
            click_away(self._tab.page, seen.point)
            if seen.name == SUBMIT:
                return True
        raise PageNotUnderstood("an overlay keeps covering 'submit': fix 'overlays' in selectors.yaml")
