"""The time until an observed board is accepted, or refused for good."""

from time import perf_counter

from player.browser.page.inputs import InputMethods
from player.browser.page.pending import ENDLESS_AFTER_MS, Pending
from player.browser.page.timeouts import Times

#: Time that a board must be stable if it is not the first that the page showed, in milliseconds.
REPLACED_STABLE_MS = 600


class Patience:
    """Decide if a page may still change, from its pending requests and work and from its past changes.

    A board with one solution waits only for pending requests and work; a refused board waits until the page has been
    quiet. Anything endless (a clock, a poll, an advertisement) delays neither for long.
    """

    def __init__(self, times: Times, pending: Pending, ways: InputMethods) -> None:
        self._times = times
        self._pending = pending
        self._ways = ways
        self._end: float | None = None
        self._followed = False

    def begin(self) -> None:
        """Reset for a page that is about to load."""
        self._followed = False
        self._end = None

    def final(self, ms: float) -> bool:
        """Return True if a refusal that has been stable for `ms` milliseconds is final."""
        return not self.lasts(ms, sound=False)

    def lasts(self, ms: float, *, sound: bool, replaced: bool = False) -> bool:
        """Return True if a board that has been stable for `ms` milliseconds must be observed again.

        It is `sound` if it has one solution, and `replaced` if an earlier load showed it and then replaced it.
        """
        self._end = self._end or perf_counter() + self._times.load / 1000
        if perf_counter() >= self._end:
            return False
        if replaced:
            return True
        if not sound:
            return ms < self._times.quiet or self._pending.request(self._times.load)
        if ms >= ENDLESS_AFTER_MS:
            return False
        work = self._pending.work()
        return ms < self._stood(work) or bool(work) or self._pending.request()

    def _stood(self, work: bool | None) -> float:
        """Return the milliseconds that a board must be stable regardless of what the page has pending."""
        if work is None or self._ways.replacing:
            return self._times.stood
        return REPLACED_STABLE_MS if self._followed else 0

    def follow(self, *, sound: bool) -> None:
        """Record that another board replaced one that was `sound`, or one that was not."""
        self._followed = True
        self._ways.replacing |= sound
