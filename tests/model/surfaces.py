"""Abstract boards, one class for each kind of input: their marks, what inputs do to them, and what a page shows.

They share nothing with the player's own simulation of moves. A state is a tuple; `apply` returns the next one.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from player.browser.page.devices import MAX_STEPS
from player.games.grid import Cell, cells

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


@dataclass(eq=False)
class Surface(ABC):
    """A board as its page has it. `fields` has what the page shows of each cell and no move changes."""

    board: Any
    shape: tuple[int, int]
    fields: Sequence[Mapping[str, Any]]

    live = False
    """True if the pointer draws while it moves from cell to cell."""

    def __post_init__(self) -> None:
        self.number = next(_numbers)
        self.cells = list(cells(*self.shape))
        self.index = {at: number for number, at in enumerate(self.cells)}
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

    def focus(self, state: State) -> Cell | None:
        """Return the cell that keys act on."""
        at: Cell | None = state.focus
        return at

    def led(self, state: State, at: Cell | None) -> State:
        """Return the state after a cell got the keyboard focus."""
        return state._replace(focus=at)

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


class TapState(NamedTuple):
    """The marks, and the cell that keys act on."""

    marks: tuple[str, ...]
    focus: Cell | None = None


ARROWS = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}


def beyond(at: Cell, key: str) -> Cell:
    """Return the cell to which an arrow key leads from `at`."""
    down, right = ARROWS[key]
    return Cell(at.row + down, at.col + right)


@dataclass(eq=False, kw_only=True)
class Taps(Surface):
    """A board on which each kind of click, or key at a cursor, takes a cell through marks (Queens, Tango).

    `solution` has the mark of each cell that needs one; any other may have all marks but `loose`. `cycle` is the page's
    own, by kinds of clicks. If the player may take it for `turned`, as it may learn from clicks that went wrong, a
    click is ordered on any cell that does not show what it must.
    """

    solution: Mapping[Cell, str]
    empty: str
    givens: Mapping[Cell, str]
    cycle: Mapping[str, Sequence[str]]
    loose: str | None = None
    turned: bool = False
    _far: dict[tuple[Cell, str], int] = field(default_factory=dict)

    def begin(self) -> State:
        return TapState(tuple(self.givens.get(at, self.empty) for at in self.cells))

    def apply(self, state: State, event: Event) -> State:
        cell, kind = self.target(state, event), event.text or event.kind
        if kind in ARROWS and state.focus is not None:
            to = beyond(state.focus, kind)
            return state._replace(focus=to if to in self.index else state.focus)
        if cell is None or cell in self.givens or kind not in self.cycle:
            return state
        at, marks = self.index[cell], state.marks
        return state._replace(marks=(*marks[:at], self.next(kind, marks[at]), *marks[at + 1 :]))

    def target(self, state: State, event: Event) -> Cell | None:
        is_key = event.kind == "key" and event.text not in ARROWS
        return self.focus(state) if is_key else event.cell

    def blurred(self, state: State) -> State:
        return state._replace(focus=None)

    def next(self, kind: str, mark: str) -> str:
        """Return the mark that a click leads to."""
        marks = self.cycle[kind]
        if len(marks) == 1:
            return marks[0]
        return marks[(marks.index(mark) + 1) % len(marks)] if mark in marks else mark

    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        return [{"mark": mark} for mark in state.marks]

    def solved(self, state: State) -> bool:
        return all(self.right(at, mark) for at, mark in zip(self.cells, state.marks, strict=True))

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
        cell = self.target(step.before, step.event)
        if cell is None:
            return step.event.text in ARROWS
        at = self.index[cell]
        if self.turned:
            return not self.right(cell, step.seen.marks[at])
        return self.far(cell, step.after.marks[at]) < self.far(cell, step.before.marks[at])

    def locked(self, state: State) -> frozenset[Cell]:
        del state
        return frozenset(self.givens)

    @property
    def least(self) -> int:
        return sum(self.far(at, mark) for at, mark in zip(self.cells, self.start.marks, strict=True))

    @property
    def most(self) -> int:
        """A cursor may be led anew to each cell."""
        marks = {mark for marks in self.cycle.values() for mark in marks}
        clicks = sum(max(self.far(at, mark) for mark in marks) for at in self.cells if at not in self.givens)
        leads = not self.cycle.keys() <= {"click", "double", "right", "hold"}
        return clicks * (1 + leads * (MAX_STEPS + len(self.cells)))
