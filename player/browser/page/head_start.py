"""The head start of a page: it is loaded before its turn, up to its start screen, and nothing is touched there."""

from time import perf_counter

from player.browser.page.observation import OverlaySeen, SignInSeen, StartSeen, What, WinSeen
from player.browser.page.page_reader import PageReader
from player.errors import PageNotUnderstood

#: Longest observation of a page before its turn, and interval at which its turn waits for the page, in milliseconds.
WATCH_MS, POLL_MS = 300, 5
#: Age of a trace, in seconds, after which it is not asked for the page's timers: it may have been full.
MAX_TRACE_S = 30

_UNCOVERED = [What.SIGN_IN, What.WON, What.ALREADY, What.START, What.GRID, What.SEVERAL]
_SHOWN = [*_UNCOVERED, What.OVERLAY]


class HeadStart:
    """Load a page before its turn. Its timer begins with Start, which is not pressed.

    Of a page that shows anything else the timer may run already: the page is closed, to be opened again at its turn.
    """

    def __init__(self, reader: PageReader) -> None:
        self._reader, self._tab = reader, reader.tab
        self._began = 0.0
        self._goes = self._is_there = self._is_turn = False

    def go(self) -> None:
        """Load the page in one attempt, and wait for its start screen; to be run aside. Raises what ends the attempt.

        At the page's turn nothing of that counts but a page that is there, and a server's refusal.
        """
        self._began, self._goes = perf_counter(), True
        try:
            self._reader.forget()
            self._tab.pending.begin()
            self._reader.request["made"] = 0
            self._is_there = self._tab.connection.go_ahead()
        finally:
            self._goes = False
        if self._is_there and not self._waits_for_start() and not self._is_turn:
            self._is_there = False
            self._tab.page.close()

    def _waits_for_start(self) -> bool:
        """Return True if the page shows its start screen, or the result of an earlier game, before its turn.

        What covers a page without a board may cover its start screen: it is observed again until the page's turn.
        """
        end, covered = self._began + self._reader.times.load / 1000, False
        while perf_counter() < end and not self._is_turn:
            try:
                look = self._reader.wait(WATCH_MS, until=_SHOWN, arriving=True)
                covered = isinstance(look, OverlaySeen) and not look.counts.get("grid")
                if covered:
                    look = self._reader.wait(WATCH_MS, until=_UNCOVERED, arriving=True)
            except PageNotUnderstood:
                return False  # a board, if a strange one
            if look is not None:
                return isinstance(look, StartSeen | SignInSeen | WinSeen)
        return covered

    def taken(self) -> bool:
        """Begin the page's turn; return True if the page is there, and has not to be loaded."""
        self._is_turn = True
        while self._goes:
            self._tab.page.wait_for_timeout(POLL_MS)
        is_there, self._is_there = self._is_there, False
        if is_there and perf_counter() - self._began > MAX_TRACE_S:
            self._tab.pending.end()
        return is_there
