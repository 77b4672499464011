"""Marks that clicks set: which gesture leads to which mark, how the marks look, and how quick clicks may be."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from player.browser.page.trials import Appearance, Looks
from player.doctor.learn.change import Change
from player.doctor.learn.lab import APART_MS, Lab
from player.doctor.learn.marks import Example, mapping_of_states, phrase, reading_of_marks
from player.errors import PageNotUnderstood

#: Cells that are tried until clicks on one have an effect, and those that must be free.
MAX_TARGETS, MIN_TARGETS = 3, 2
#: Clicks on the first cell: enough to see a cycle of four marks twice as far as needed.
MAX_CLICKS = 5


@dataclass(slots=True)
class _Seen:
    """The looks at one cell: `states` after each click of a cycle, the last one without a mark."""

    index: int
    states: list[Appearance]
    spread: list[int]
    """The number of other cells that changed with each state."""


def period(looks: Sequence[Appearance]) -> int | None:
    """Return after how many clicks a cell looks as after the first one again; None if it never does."""
    for length in range(1, len(looks)):
        if all(one.like(two) for one, two in zip(looks, looks[length:], strict=False)):
            return length
    return None


def learn_taps(lab: Lab) -> list[Change]:
    """Return the changes of the section that may be right, the likeliest first; raise PageNotUnderstood if none is."""
    trial = _Taps(lab)
    return trial.learn()


class _Taps:
    def __init__(self, lab: Lab) -> None:
        self._lab, self._game = lab, lab.game
        play, board = lab.game.play, lab.board
        state = play.state(lab.look.snapshot)
        self._before = list(play.shown(board, state))
        self._after = list(play.shown(board, play.simulate(board, state, lab.plan())))
        self._held = lab.held()
        wrong = [i for i, (was, then) in enumerate(zip(self._before, self._after, strict=True)) if was != then]
        self._targets = [i for i in wrong if i not in self._held and lab.point(i).free]
        if len(self._targets) < MIN_TARGETS:
            raise PageNotUnderstood(f"{len(self._targets)} free cells are left to learn from: start the game anew")
        self._blank = Counter(self._before[i] for i in self._targets).most_common(1)[0][0]
        self._finals = sorted({str(self._after[i]) for i in self._targets})
        self._examples: list[tuple[Appearance, int | str]] = []
        self._first: Looks | None = None

    def learn(self) -> list[Change]:
        lab = self._lab
        self._first = lab.looks()
        hover = self._hovers(self._targets[0])
        cell = next((seen for i in self._targets[:MAX_TARGETS] if (seen := self._cycle_of(i))), None)
        if cell is None or len(cell.states) - 1 < len(self._finals):
            raise PageNotUnderstood(
                f"clicks on a cell lead to {len(cell.states) - 1 if cell else 0} marks, {len(self._finals)} are needed: "
                "write 'cycle' yourself"
            )
        other = next(i for i in reversed(self._targets) if i != cell.index)
        pace = self._second_cell(cell, other)
        found = [change for order in self._orders(cell) if (change := self._change(cell, order, pace, hover=hover))]
        if not found:
            raise PageNotUnderstood("nothing that stays tells a cell with a mark from one without: write 'mark' yourself")
        return found

    def _hovers(self, index: int) -> bool:
        """Return True if a cell looks different under the pointer."""
        assert self._first is not None
        self._lab.trials.over(self._lab.point(index))
        under = self._lab.looks()
        self._lab.trials.away()
        return index in self._first.changed(under)

    def _cycle_of(self, index: int) -> _Seen | None:
        """Click on a cell until its marks come again."""
        assert self._first is not None
        seen: list[Looks] = []
        for _ in range(MAX_CLICKS):
            seen.append(self._lab.click(index))
            if len(seen) > 1 and all(looks.cells[index].like(self._first.cells[index]) for looks in seen):
                return None  # clicks have no effect here
        length = period([looks.cells[index] for looks in seen])
        if length is None or length < 2:
            return None
        states = [looks.cells[index] for looks in seen[:length]]
        spread = [len(self._first.changed(looks) - {index}) for looks in seen[:length]]
        for number, looks in enumerate(seen):
            self._note(looks, {index: (number + 1) % length})
        return _Seen(index, states, spread)

    def _note(self, looks: Looks, known: dict[int, int]) -> None:
        """Remember how the cells look that are known by the number of clicks on them, and those that did not change."""
        assert self._first is not None
        changed = self._first.changed(looks)
        for number, appearance in enumerate(looks.cells):
            if number in known:
                self._examples.append((appearance, known[number]))
            elif number not in changed and (number not in self._held or self._before[number] != self._blank):
                self._examples.append((appearance, str(self._before[number])))

    def _second_cell(self, cell: _Seen, other: int) -> int:
        """Do the same on another cell while the first one keeps a mark; return the pace that clicks need."""
        lab, length = self._lab, len(cell.states)
        at = MAX_CLICKS % length
        while at == 0 or (length > 2 and at == 1):
            at = (at + 1) % length
            self._note(lab.click(cell.index), {cell.index: at})
        own: dict[int, Appearance] = {}
        there = 0
        for _ in range(length + 1):
            there = (there + 1) % length
            looks = lab.click(other)
            own[there] = looks.cells[other]
            self._note(looks, {cell.index: at, other: there})
        at = (at + 1) % length
        self._note(lab.click(cell.index), {cell.index: at, other: there})
        for _ in range(2):  # from two states: a double click may lead where two clicks do from one of them
            quick, there = lab.click(other, "quick").cells[other], (there + 2) % length
            if not quick.like(own[there]):
                return APART_MS
        return 0

    def _orders(self, cell: _Seen) -> list[dict[int, str]]:
        """Return the names that the states of the cycle may have, the likeliest first."""
        states = range(1, len(cell.states))
        values = self._game.play.VALUES.get(self._game.play.MARK, frozenset())
        spare = sorted(values - {self._blank, *self._finals})
        initial = [Example(look, mark) for look, mark in self._examples if isinstance(mark, str)]
        mapped = mapping_of_states(cell.states[:-1], initial, self._finals) if len(self._finals) > 1 else None
        if mapped and len(states) == len(self._finals):
            return [{number + 1: mark for mark, number in mapped.items()}]
        chosen = permutations(reversed(states), len(self._finals))
        ranked = sorted(chosen, key=lambda order: -sum(cell.spread[state - 1] for state in order))
        names = []
        for order in ranked:
            own = dict(zip(order, self._finals, strict=True))
            rest = [state for state in states if state not in own]
            if len(rest) <= len(spare):
                names.append({**own, **dict(zip(rest, spare, strict=False))})
        return names

    def _change(self, cell: _Seen, names: dict[int, str], pace: int, *, hover: bool) -> Change | None:
        """Return the changes of the section if the states of the cycle have these `names`."""
        named = {0: self._blank, **names}
        examples = [Example(look, named[mark] if isinstance(mark, int) else mark) for look, mark in self._examples]
        marks = sorted(names.values(), key=lambda mark: mark not in self._finals)
        reading = reading_of_marks(examples, marks, str(self._blank), self._lab.cells)
        if reading is None:
            return None
        first, told = reading
        field = self._game.play.MARK
        cycle = [str(named[number]) for number in range(len(cell.states))]
        section: dict[str, Any] = {"read": {field: {"expect": ["every"], "any": [first]}}, "cycle": cycle}
        says = "; ".join(f"{mark}: {phrase(trait)}" for mark, trait in told.items())
        evidence = {
            f"read.{field}": f"seen after clicks on two cells, and gone after more: {says}",
            "cycle": f"{len(cycle)} clicks lead a cell through these marks, twice on one cell and once on another",
        }
        if pace:
            section["pace"] = {"cell": pace}
            evidence["pace"] = "two quick clicks on one cell have another effect than two slow ones"
        if hover:
            section["hover"] = True
            evidence["hover"] = "a cell looks different under the pointer"
        return Change(section, evidence)
