"""How long a board is looked at again before it is believed, or refused for good."""

from time import perf_counter

from player.browser.page.inputs import Ways
from player.browser.page.pending import ENDLESS, Pending
from player.browser.page.timeouts import Times

#: Milliseconds that a board must stand which is not the first that the page showed: more may follow.
FOLLOWED = 600


class Patience:
    """Says whether a page may still change, from what it has pending and from what it did before.

    A board with one solution waits for what the page has pending, and for nothing else; a board that is refused waits
    until the page has been quiet. What never ends (a clock, a poll, an advertisement) keeps neither waiting for long.
    """

    def __init__(self, times: Times, pending: Pending, ways: Ways) -> None:
        self._times = times
        self._pending = pending
        self._ways = ways
        self._end: float | None = None
        self._followed = False

    def begin(self) -> None:
        """The page is about to be loaded."""
        self._followed = False
        self._end = None

    def final(self, ms: float) -> bool:
        """Whether a refusal that has stood for so many milliseconds is final."""
        return not self.lasts(ms, sound=False)

    def lasts(self, ms: float, *, sound: bool, replaced: bool = False) -> bool:
        """Whether a board that has stood for so many milliseconds is to be looked at again.

        It is `sound` where it has one solution, and was `replaced` where an earlier load showed it first, too.
        """
        self._end = self._end or perf_counter() + self._times.load / 1000
        if perf_counter() >= self._end:
            return False
        if replaced:
            return True
        if not sound:
            return ms < self._times.quiet or self._pending.request(self._times.load)
        if ms >= ENDLESS:
            return False
        timer = self._pending.timer()
        return ms < self._stood(timer) or bool(timer) or self._pending.request()

    def _stood(self, timer: bool | None) -> float:
        """The milliseconds that a board must stand, whatever the page has pending."""
        if timer is None or self._ways.replacing:
            return self._times.stood
        return FOLLOWED if self._followed else 0

    def follow(self, *, sound: bool) -> None:
        """Another board took the place of one that was `sound`, or of one that was not."""
        self._followed = True
        self._ways.replacing |= sound
