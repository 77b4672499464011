"""Schedules of faults, and their exhaustive exploration by running the player again and again.

A run asks at each choice point which of some faults happens there; a schedule says where one does. All schedules with
up to so many faults are explored, fewest faults first. A run ends early at a point where the whole state was met
before with at least as many faults left: all that can follow was, or will be, explored from there. A fault that leads
to a state to which another fault, or none, has led needs no run at all.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Faults = tuple[tuple[int, str], ...]
"""The faults of a schedule: the number of the choice point and the name of the fault, in order."""


class KnownState(BaseException):
    """The run has come to a state from which all was explored. No handler of the player's must catch it."""


class Choice(NamedTuple):
    """A choice point that was passed without a fault: its number, and the faults that may happen there."""

    point: int
    faults: tuple[str, ...]


@dataclass(slots=True)
class Known:
    """The states that were met, each with the most faults that were left."""

    states: dict[int, int] = field(default_factory=dict)
    followers: dict[int, int] = field(default_factory=dict)
    """The states right after a choice point, in the same way."""

    def meets(self, state: int, left: int) -> bool:
        """Return whether `state` was met with as many faults `left`, and note it."""
        return _noted(self.states, state, left)

    def follows(self, state: int, left: int) -> bool:
        """Return whether `state` was met right after a choice point, and note it."""
        return _noted(self.followers, state, left)


def _noted(states: dict[int, int], state: int, left: int) -> bool:
    before = states.get(state, -1)
    if before < left:
        states[state] = left
    return before >= left


@dataclass(slots=True)
class Explored:
    """The size of an exploration: states, transitions (faults at states), and runs."""

    states: int = 0
    transitions: int = 0
    runs: int = 0


class Schedule:
    """The choices of one run."""

    def __init__(self, faults: Faults = (), left: int = 0, known: Known | None = None) -> None:
        """`left` more faults may follow after `faults`; without `known` states the run is not cut short."""
        self.faults, self.left = faults, left
        self.known = known
        self.transitions = 0
        self.choices: list[Choice] = []
        self.taken: list[str] = []
        self._points = 0
        self._next = 0

    def choose(
        self,
        options: Callable[[], Sequence[str]],
        state: Callable[[bool], Hashable],
        after: Callable[[str | None], Hashable],
    ) -> str | None:
        """Return the fault that happens now, one of `options`; None if none does. Raise KnownState.

        `state` is called with whether further faults may follow; `after` returns the state to which a fault leads.
        """
        point = self._points
        self._points += 1
        if self._next < len(self.faults):
            if self.faults[self._next][0] != point:
                return None
            fault = self.faults[self._next][1]
            assert fault in options(), f"the run is not the same again: no {fault!r} at point {point}"
            self._next += 1
            self.taken.append(fault)
            return fault
        if self.known is not None:
            if self.known.meets(hash((state(self.left > 0), self.left > 0)), self.left):
                raise KnownState
            if self.left:  # the same without a further fault
                self.known.meets(hash((state(False), False)), 0)
        if self.left:
            self._note(point, options(), after)
        return None

    def _note(self, point: int, options: Sequence[str], after: Callable[[str | None], Hashable]) -> None:
        """Note the faults that may happen at a choice point, but those that lead to known states."""
        self.transitions += len(options)
        if self.known is not None:
            self.known.follows(hash(after(None)), self.left)
            options = [fault for fault in options if not self.known.follows(hash(after(fault)), self.left - 1)]
        if options:
            self.choices.append(Choice(point, tuple(options)))

    def further(self) -> Iterator[Faults]:
        """Yield the schedules with one more fault, at a point after the last one."""
        for choice in self.choices:
            for fault in choice.faults:
                yield (*self.faults, (choice.point, fault))


def explore(run: Callable[[Schedule], bool], most: int) -> Explored:
    """Call `run` with all schedules of up to `most` faults, fewest first; end if it returns False."""
    known, size = Known(), Explored()
    waiting: deque[Faults] = deque([()])
    while waiting:
        faults = waiting.popleft()
        schedule = Schedule(faults, most - len(faults), known)
        size.runs += 1
        goes_on = run(schedule)
        size.transitions += schedule.transitions
        waiting.extend(schedule.further())
        if not goes_on:
            break
    size.states = len(known.states)
    return size
