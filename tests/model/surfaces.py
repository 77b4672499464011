"""Abstract boards, one class for each kind of input: their marks, what inputs do to them, and what a page shows.

They share nothing with the player's own simulation of moves. A state is a tuple; `apply` returns the next one.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from player.games.grid import Cell

State = Any
"""The marks of a board and whatever else inputs change, as nested tuples."""


class Event(NamedTuple):
    """One input as the page gets it: its kind, the cell that it hits (or None), and the text of a key or button.

    Kinds: click, double, right, hold; press, enter and release of a line through cells; stroke (from `cell` to `to`);
    key and button.
    """

    kind: str
    cell: Cell | None = None
    text: str = ""
    to: Cell | None = None


class Step(NamedTuple):
    """An input: the state that was seen last, what the inputs since then should have made of it, and make of it now."""

    seen: State
    before: State
    event: Event
    after: State


_numbers = count()


class Surface(ABC):
    """A board as its page has it."""

    live = False
    """True if the pointer draws while it moves from cell to cell."""

    def __init__(self, board: Any, shape: tuple[int, int], fields: Sequence[Mapping[str, Any]]) -> None:
        """`fields` has what the page shows of each cell and no move changes."""
        self.board, self.shape, self.fields = board, shape, fields
        self.number = next(_numbers)
        self.cells = [Cell(row, col) for row in range(shape[0]) for col in range(shape[1])]
        self.start: State = self.begin()

    @abstractmethod
    def begin(self) -> State:
        """Return the state of the untouched board."""

    @abstractmethod
    def apply(self, state: State, event: Event) -> State:
        """Return the state after an input that arrives."""

    @abstractmethod
    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        """Return the fields of each cell that moves change."""

    @abstractmethod
    def solved(self, state: State) -> bool:
        """Return whether the board is solved: just as in its solution."""

    @abstractmethod
    def ordered(self, step: Step) -> bool:
        """Return whether the proof orders an input, or it takes back a mark."""

    def blurred(self, state: State) -> State:
        """Return the state without what a drawing in progress or the keyboard focus was."""
        return state

    def focused(self, state: State) -> State:
        """Return the state after the board got the keyboard focus."""
        return state

    def target(self, state: State, event: Event) -> Cell | None:
        """Return the cell that an input is for: of a key, the cell that is selected."""
        del state
        return event.cell

    def locked(self, state: State) -> frozenset[Cell]:
        """Return the cells that no input may touch."""
        del state
        return frozenset()

    def lists(self, state: State) -> Mapping[str, Any]:
        """Return the lists beside the grid."""
        del state
        return {}

    @property
    def buttons(self) -> tuple[str, ...]:
        """The texts of the buttons beside the board."""
        return ()

    @property
    @abstractmethod
    def least(self) -> int:
        """The number of inputs that the untouched board needs."""

    @property
    @abstractmethod
    def most(self) -> int:
        """The greatest number of inputs that one plan may need, from any state."""


class Taps(Surface):
    """A board on which each kind of click takes a cell through marks (Queens, Tango)."""

    def __init__(
        self,
        board: Any,
        shape: tuple[int, int],
        fields: Sequence[Mapping[str, Any]],
        *,
        solution: Mapping[Cell, str],
        empty: str,
        givens: Mapping[Cell, str],
        cycle: Mapping[str, Sequence[str]],
        loose: str | None = None,
        turned: bool = False,
    ) -> None:
        """`solution` has the mark of each cell that needs one; any other may have all marks but `loose`.

        `cycle` is the page's own, by kinds of clicks. If the player may take it for `turned`, as it may learn from
        clicks that went wrong, a click is ordered on any cell that does not show what it must.
        """
        self.solution, self.empty, self.givens = solution, empty, givens
        self.cycle, self.loose, self.turned = cycle, loose, turned
        super().__init__(board, shape, fields)
        self.index = {at: number for number, at in enumerate(self.cells)}
        self._far: dict[tuple[Cell, str], int] = {}

    def begin(self) -> State:
        return tuple(self.givens.get(at, self.empty) for at in self.cells)

    def apply(self, state: State, event: Event) -> State:
        if event.cell is None or event.cell in self.givens or event.kind not in self.cycle:
            return state
        at = self.index[event.cell]
        return (*state[:at], self.next(event.kind, state[at]), *state[at + 1 :])

    def next(self, kind: str, mark: str) -> str:
        """Return the mark that a click leads to."""
        marks = self.cycle[kind]
        if len(marks) == 1:
            return marks[0]
        return marks[(marks.index(mark) + 1) % len(marks)] if mark in marks else mark

    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        return [{"mark": mark} for mark in state]

    def solved(self, state: State) -> bool:
        return all(self.right(at, mark) for at, mark in zip(self.cells, state, strict=True))

    def right(self, at: Cell, mark: str) -> bool:
        """Return whether a cell may have this mark at the end."""
        return mark == self.solution[at] if at in self.solution else mark != self.loose

    def far(self, at: Cell, mark: str) -> int:
        """Return the number of clicks from `mark` to what the cell must show."""
        if (at, mark) not in self._far:
            ways, seen = deque([(mark, 0)]), {mark}
            while ways:
                now, steps = ways.popleft()
                if self.right(at, now):
                    self._far[at, mark] = steps
                    break
                after = {self.next(kind, now) for kind in self.cycle} - seen
                seen |= after
                ways.extend((one, steps + 1) for one in after)
        return self._far[at, mark]

    def ordered(self, step: Step) -> bool:
        cell = step.event.cell
        if cell is None:
            return False
        at = self.index[cell]
        if self.turned:
            return not self.right(cell, step.seen[at])
        return self.far(cell, step.after[at]) < self.far(cell, step.before[at])

    def locked(self, state: State) -> frozenset[Cell]:
        del state
        return frozenset(self.givens)

    @property
    def least(self) -> int:
        return sum(self.far(at, mark) for at, mark in zip(self.cells, self.start, strict=True))

    @property
    def most(self) -> int:
        marks = {mark for marks in self.cycle.values() for mark in marks}
        return sum(max(self.far(at, mark) for mark in marks) for at in self.cells if at not in self.givens)
