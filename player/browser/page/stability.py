"""The decision if a page may still change: how long its board must be stable, and a refusal of it."""

from time import perf_counter

from player.browser.page.inputs import InputMethods
from player.browser.page.pending import ENDLESS_AFTER_MS, PendingWork
from player.browser.page.tab import Times

#: The most times that a page at work is given the time to load anew.
MAX_PROLONGED = 2
#: Time that a board must be stable if it is not the first that the page showed, and if it was there before we came, in
#: milliseconds.
REPLACED_STABLE_MS, SETTLED_STABLE_MS = 600, 200


class StabilityPolicy:
    """Decide if a page may still change, from its pending requests and work and from its past changes.

    A board with one solution waits only for pending requests and work; a refused board waits until the page has been
    quiet. Anything endless (a clock, a poll, an advertisement) delays neither for long.
    """

    def __init__(self, times: Times, pending: PendingWork, methods: InputMethods) -> None:
        self._times = times
        self._pending = pending
        self._methods = methods
        self._end: float | None = None
        self._prolonged = 0
        self._followed = False
        self._pressed = False

    def begin(self) -> None:
        """Reset for a page that is about to load."""
        self._followed = self._pressed = False
        self._end, self._prolonged = None, 0

    def press(self) -> None:
        """Record that something was pressed on the page, which may bring another board."""
        self._pressed = True

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
            return ms < self._times.quiet or self._pending.request(self._times.load) or self.works_late()
        if ms >= ENDLESS_AFTER_MS:
            return False
        work = self._pending.work()
        return ms < self._stood(work) or bool(work) or self._pending.request()

    def prolonged(self) -> bool:
        """Return True, a few times, if a page that shows no board in time still works on it: it is waited for anew."""
        if self._prolonged == MAX_PROLONGED or not self.works_late():
            return False
        self._prolonged, self._end = self._prolonged + 1, None
        return True

    def works_late(self) -> bool:
        """Return True if the page, which shows no board yet, has work under way that may bring one."""
        return bool(self._pending.work(late=True))

    def _stood(self, work: bool | None) -> float:
        """Return the milliseconds that a board must be stable regardless of what the page has pending."""
        if self._methods.replacing:
            return self._times.stood
        if work is None:
            is_settled = not (self._pressed or self._followed) and self._pending.is_settled()
            return min(SETTLED_STABLE_MS, self._times.stood) if is_settled else self._times.stood
        return REPLACED_STABLE_MS if self._followed else 0

    def follow(self, *, sound: bool) -> None:
        """Record that another board replaced one that was `sound`, or one that was not."""
        self._followed = True
        self._methods.replacing |= sound
