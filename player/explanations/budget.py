"""The budget of an explanation: work is counted, not time, so that a board is explained alike on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: The most work for the rules of one step, for its proof, and for the check of either; and that of all steps together.
#: A unit is about half a microsecond: rules count cells and candidates, proofs count clauses and propagations.
STEP_WORK, WHOLE_WORK = 5_000_000, 16_000_000


class SpentError(Exception):
    """The work of a part of a step, or of the whole explanation, is used up."""


class Budget:
    """The work that is `left` for all steps together; `effort` multiplies it, and that of each part."""

    def __init__(self, effort: float = 1) -> None:
        self.left = int(WHOLE_WORK * effort)
        self._most = int(STEP_WORK * effort)
        self._part = 0

    @contextmanager
    def part(self) -> Iterator[None]:
        """Count the work in here; `spend` raises SpentError there if it is too much for a part of a step."""
        self._part = min(self._most, self.left)
        token = _budget.set(self)
        try:
            yield
        finally:
            _budget.reset(token)

    @property
    def is_spent(self) -> bool:
        """True if the part has no work left."""
        return self._part < 0

    def take(self, units: int) -> None:
        """Count work; raise SpentError if the part has none left."""
        self.left -= units
        self._part -= units
        if self._part < 0:
            raise SpentError


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def is_limited() -> bool:
    """Return whether the work is counted here."""
    return _budget.get() is not None


def is_spent() -> bool:
    """Return whether the work is counted here, and used up."""
    budget = _budget.get()
    return budget is not None and budget.is_spent


def spend(units: int) -> None:
    """Count work, if it is limited here; raise SpentError if none is left."""
    budget = _budget.get()
    if budget is not None:
        budget.take(units)
