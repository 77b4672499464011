"""Marks that clicks set: which kind of click leads to which mark, how the marks look, and how quick clicks may be."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from player.browser.page.trials import TWICE, Appearance, Looks
from player.browser.selectors.schema import CLICKED
from player.doctor.learn.cursor import MARKING, cursor_of, cursor_section, hears_keys
from player.doctor.learn.marks import Example, likeness, phrase, reading_of_marks
from player.doctor.learn.session import APART_MS, LearntPage, SectionChange
from player.doctor.learn.table import AT_START, at_start
from player.errors import PageNotUnderstood

#: Cells that are tried until clicks on one have an effect, and those that must be free.
MAX_TARGETS, MIN_TARGETS = 3, 2
CLICK = "click"
#: By kind of click: how often it is used on the first cell. Five are enough to see a cycle of three marks nearly twice.
USES = {CLICK: 5, "right": 3, "double": 3, "hold": 3}
#: After how many that lead to one state no more of its kind are used.
SAME_USES = 3
#: How often a key is used on the first cell, and the button of a mark.
MOST_KEYS, BUTTON_USES = 5, 3

State = tuple[str, int]
"""A state of a cell: the kind of click that led to it, and how often; (kind, 0) is the state without a mark."""


@dataclass(slots=True)
class Orbit:
    """The states that one `kind` of click leads a cell through; after the last one it begins again without a mark.

    Unless it `returns`, no click takes the mark away: after the last state comes the first one, and one state alone is
    what such a click gives to any cell. `spread` is the number of other cells that changed with each state.
    """

    kind: str
    states: list[Appearance]
    spread: list[int]
    returns: bool = True

    @property
    def marks(self) -> range:
        """The numbers of the states with a mark."""
        return range(1, len(self.states) + (not self.returns))

    def after(self, clicks: int) -> int:
        """Return the number of the state after so many clicks on a cell without a mark."""
        length = len(self.states)
        return clicks % length if self.returns or not clicks else (clicks - 1) % length + 1

    def like(self, other: "Orbit") -> bool:
        """Return True if two kinds of click lead through the same states, or this one always to one of the other's."""
        if len(self.states) == 1:
            return any(self.states[0].like(theirs) for theirs in other.states)
        pairs = zip(self.states, other.states, strict=False)
        return len(self.states) == len(other.states) and all(mine.like(theirs) for mine, theirs in pairs)


def _uses(kind: str) -> int:
    return USES.get(kind, BUTTON_USES if " " in kind else MOST_KEYS)


def inputs_of(cycles: Mapping[str, list[str]], buttons: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of the section for the marks that each kind of input leads to; `buttons` says what theirs are."""
    texts = {kind.partition(" ")[2]: marks[-1] for kind, marks in cycles.items() if " " in kind}
    if texts:
        says = {"first": {texts[text]: selector for text, selector in buttons["says"]["first"].items()}}
        return {"enter": [next(iter(cycles)).partition(" ")[0]], "buttons": {**buttons, "says": says}}
    keys = {kind: marks for kind, marks in cycles.items() if kind not in USES}
    clicks = {kind: marks for kind, marks in cycles.items() if kind in USES}
    return {"cycle": cycles[CLICK] if [*cycles] == [CLICK] else {**clicks, **({"keys": keys} if keys else {})}}


def period(looks: Sequence[Appearance]) -> int | None:
    """Return after how many clicks a cell looks as after the first one again; None if it never does."""
    for length in range(1, len(looks)):
        if all(one.like(two) for one, two in zip(looks, looks[length:], strict=False)):
            return length
    return None


def _has_no_effect(looks: Sequence[Appearance], bare: Appearance) -> bool:
    """Return True if a cell stays `bare` after the first click, or as it is then after `SAME_USES` of them."""
    return bool(looks) and all(map(looks[0].like, looks)) and (looks[0].like(bare) or len(looks) == SAME_USES)


def learn_taps(learnt: LearntPage) -> Iterator[SectionChange]:
    """Yield the changes of the section that may be right, the likeliest first; the page is loaded again in between.

    Raise PageNotUnderstood if clicks do not lead to enough marks.
    """
    only_keys = learnt.trials.heard() == frozenset({"keys"})
    for apart in (False, True):  # clicks once more if two passed for a double click, were lost, or had a late effect
        learnt.is_busy = apart
        taps = _Taps(learnt, apart=apart)
        ways = [] if apart else [taps.by_buttons(menu=False), taps.by_buttons(menu=True), taps.by_keys()]
        ways.insert(len(ways) if only_keys else 1, taps.by_clicks())
        found = yield from _first_of(ways)
        learnt.afresh()
        if found or taps.is_idle:
            break
    has_more = yield from _first_of([_Taps(learnt).by_all_kinds(CLICK if taps.is_idle else "")])
    found = found or has_more
    if not found and not taps.is_idle:
        learnt.afresh()
        found = yield from _first_of([_Taps(learnt).by_clicks(alone=True)])
    if not found:
        raise PageNotUnderstood(
            "clicks, right clicks, double clicks, long presses and keys lead to no marks that can be told apart: "
            "write 'cycle' and 'mark' yourself"
        )


def _first_of(ways: Iterable[Iterator[SectionChange]]) -> Generator[SectionChange, None, bool]:
    """Yield the changes of the first of some ways that has any; return whether there is one."""
    for way in ways:
        found = False
        for change in way:
            found = True
            yield change
        if found:
            return True
    return False


class _Taps:
    def __init__(self, learnt: LearntPage, *, apart: bool = True) -> None:
        """Unless `apart`, clicks on the first cell may come so soon that a page takes two for a double click; those on
        the second one do not, and must lead to the same marks.
        """
        self._learnt, self._game, self._apart = learnt, learnt.game, apart
        before, after = ([str(mark) for mark in marks] for marks in learnt.marks())
        held = learnt.held()
        self._targets = learnt.wrong()
        if len(self._targets) < MIN_TARGETS:
            raise PageNotUnderstood(f"{len(self._targets)} free cells are left to learn from: start the game anew")
        self._blank = Counter(before[i] for i in self._targets).most_common(1)[0][0]
        self._finals = sorted({after[i] for i in self._targets})
        #: The marks at the start; None where a cell that is held looks blank.
        self._before = [None if i in held and mark == self._blank else mark for i, mark in enumerate(before)]
        self._first = learnt.looks()
        self._own: dict[int, Appearance] = {}
        self._known: list[Example] = []
        self._cursor: tuple[dict[str, Any], dict[str, str]] = ({}, {})
        self._note(self._first, {})
        self._hovers = not learnt.by_sight and self._is_hovering(self._targets[0])
        self._known_to_act = False
        self.is_idle = True
        """True if no input on a cell has changed how a cell looks."""

    def by_clicks(self, *, alone: bool = False) -> Iterator[SectionChange]:
        """Yield the changes if single clicks lead through all marks; unless `alone`, quick ones make no other mark."""
        orbit = self._first_cell(CLICK)
        if orbit and len(orbit.marks) >= len(self._finals):
            pace = self._pace(orbit, self._second_cell(orbit)[1])
            if pace is not None or alone:
                yield from self._changes([orbit], APART_MS if pace is None else pace)

    def by_buttons(self, *, menu: bool) -> Iterator[SectionChange]:
        """Yield the changes if a button for each mark sets it: beside the board, or in a `menu` of the cell."""
        words = {mark: words.split() for mark, words in getattr(self._game.recipe, "SYMBOLS", {}).items()}
        ways = self._learnt.menu if menu else self._learnt.buttons
        for way in ways(words) if words else ():
            orbits: list[Orbit] = []
            for mark in words:
                self._add(f"{way} {mark}", orbits)
            if len(orbits) == len(words):
                yield from self._changes(orbits, 0)
            self._learnt.afresh()
            self._known = self._known[: len(self._first.cells)]

    def by_all_kinds(self, idle: str) -> Iterator[SectionChange]:
        """Yield the changes if different kinds of clicks, but for an `idle` one, lead to the marks."""
        orbits: list[Orbit] = []
        for kind in USES:
            if kind != idle and self._learnt.trials.takes(kind) and not self._add(kind, orbits):
                break
        if [one.kind for one in orbits] not in ([], [CLICK]):
            yield from self._changes(orbits, 0)

    def by_keys(self) -> Iterator[SectionChange]:
        """Yield the changes if keys lead to all marks, where arrow keys or else clicks lead a cursor."""
        if hears_keys(self._learnt):
            yield from _first_of(map(self._by_keys_at, filter(None, (cursor_of(self._learnt), CLICKED))))

    def _by_keys_at(self, at: Any) -> Iterator[SectionChange]:
        """Yield the changes if keys lead to all marks with the cursor that `at` tells."""
        self._cursor = cursor_section(at)
        orbits: list[Orbit] = []
        for key in [*MARKING, *self._learnt.trials.letters(self._finals)]:
            self._learnt.use(*self._cursor)
            known = len(orbits)
            goes_on = self._add(key, orbits)
            if len(orbits) > known and sum(len(one.marks) for one in orbits) >= len(self._finals):
                yield from self._changes(orbits, 0)
                self._learnt.afresh()
            if not goes_on:
                break

    def _add(self, kind: str, orbits: list[Orbit]) -> bool:
        """Add what one kind of input leads to, if it is new; return False if no other kind can be tried."""
        known = len(self._known)
        orbit = self._first_cell(kind)
        if orbit and any(orbit.like(other) for other in orbits):
            del self._known[known:]
            self._undo(orbit, self._targets[0], _uses(kind))
        elif orbit:
            for index, times in zip((self._targets[0], self._targets[-1]), self._second_cell(orbit), strict=True):
                self._undo(orbit, index, times)
            orbits.append(orbit)
        if orbit and not orbit.returns and " " not in kind:  # the next kind is tried on the same cells without a mark
            self._learnt.afresh()
        return not (orbit and not orbit.returns and self._learnt.varies)

    # Observation

    def _is_hovering(self, index: int) -> bool:
        """Return whether a cell looks different under the pointer."""
        self._learnt.clear([index])
        self._learnt.trials.over(self._learnt.point(index))
        under = self._learnt.looks()
        self._learnt.trials.over()
        return index in self._first.changed(under)

    def _first_cell(self, kind: str) -> Orbit | None:
        """Use one kind of click on a cell until its marks come again; None if it has no such effect."""
        uses, is_key = _uses(kind), kind not in USES and " " not in kind
        most = 1 if self._known_to_act or kind not in USES else MAX_TARGETS  # a button may act on the next cell
        for index in self._targets[:most]:
            bare, seen = (self._learnt.click(index, "") if is_key else self._first).cells[index], list[Looks]()
            while len(seen) < uses and not _has_no_effect([looks.cells[index] for looks in seen], bare):
                seen.append(self._learnt.click(index, kind, apart=self._apart))
                self.is_idle = self.is_idle and not self._first.changed(seen[-1])
            length = period([looks.cells[index] for looks in seen])
            if length is None or (length == 1 and not self._stays(index, kind, seen[-1])):
                continue
            states = [looks.cells[index] for looks in seen[:length]]
            is_bare = any(state.like(bare) for state in states)
            spread = [len(self._first.changed(looks) - {index}) for looks in seen[:length]]
            returns = is_bare or length not in {1, len(self._finals)}
            orbit = Orbit(kind, states, spread, returns=returns)
            for number, looks in enumerate(seen, 1):
                self._note(looks, {index: (kind, orbit.after(number))})
            self._targets.remove(index)
            self._targets.insert(0, index)
            self._known_to_act = True
            return orbit
        return None

    def _stays(self, index: int, kind: str, looks: Looks) -> bool:
        """Return whether the one mark of a cell stays while another cell gets it: it is no choice of a cell."""
        state, other = looks.cells[index], self._targets[-1]
        if kind == CLICK or other == index or state.like(self._first.cells[index]):
            return False
        now, first = self._learnt.click(other, kind).cells, self._first.cells
        is_there = kind not in USES or self._hovers  # the cursor or the pointer was there, and is no more
        stays = not now[index].like(first[index]) if is_there else now[index].like(state)
        return stays and not now[other].like(first[other])

    def _note(self, looks: Looks, known: Mapping[int, State]) -> None:
        """Remember how the cells look whose state is known, and those that did not change."""
        self._known += self._learnt.examples(looks, known, self._first, self._before)

    def _second_cell(self, orbit: Orbit) -> tuple[int, int]:
        """Do the same on another cell while the first one keeps a mark; return how often each was clicked."""
        kind, length = orbit.kind, len(orbit.states)
        cell, other = self._targets[0], self._targets[-1]
        clicks = _uses(kind)
        while (at := orbit.after(clicks)) == 0 or (length > 2 and at == 1):
            clicks += 1
            self._note(self._learnt.click(cell, kind), {cell: (kind, orbit.after(clicks))})
        for number in range(1, length + 2):
            there = orbit.after(number)
            looks = self._learnt.click(other, kind)
            self._own[there] = looks.cells[other]
            self._note(looks, {cell: (kind, at), other: (kind, there)})
        clicks += 1
        self._note(self._learnt.click(cell, kind), {cell: (kind, orbit.after(clicks)), other: (kind, there)})
        return clicks, length + 1

    def _undo(self, orbit: Orbit, index: int, times: int) -> None:
        """Take away the mark of a cell that was clicked so many `times`, if clicks can."""
        for _ in range(-times % len(orbit.states) if orbit.returns else 0):
            self._learnt.click(index, orbit.kind)

    def _pace(self, orbit: Orbit, clicks: int) -> int | None:
        """Return the least milliseconds between two clicks on one cell, the second one, which has got so many `clicks`;
        0 if quick ones are no double click, None if they make a mark of their own.
        """
        other = self._targets[-1]
        for again in range(2):  # from two states: a double click may lead where two clicks do from one of them
            quick, clicks = self._learnt.click(other, TWICE).cells[other], clicks + 2
            if not quick.like(self._own[orbit.after(clicks)]):
                return APART_MS if any(map(quick.like, self._own.values())) else None
            if len(orbit.states) == 2 and not again:  # it must be the other state the second time
                clicks += 1
                self._learnt.click(other)
        return 0

    # Names of the states

    def _changes(self, orbits: Sequence[Orbit], pace: int) -> Iterator[SectionChange]:
        changes = [change for names in self._orders(orbits) if (change := self._change(orbits, names, pace))]
        yield from (replace(change, is_last=change is changes[-1]) for change in changes)

    def _orders(self, orbits: Sequence[Orbit]) -> list[dict[State, str]]:
        """Return the names that the states may have, the likeliest first."""
        looks = {(one.kind, number): one.states[number - 1] for one in orbits for number in one.marks}
        if self._learnt.by_sight:
            shown = {state: next(iter(look.always)).value for state, look in looks.items()}
            return [shown] if {*self._finals} <= {*shown.values()} else []
        spread = {(one.kind, number): one.spread[number - 1] for one in orbits for number in one.marks}
        initial = [one for one in self._known if isinstance(one.mark, str)]
        like = {(at, mark): likeness(look, initial, mark) for at, look in looks.items() for mark in self._finals}

        def rank(order: Sequence[State]) -> tuple[int, int]:
            alike = sum(like[pair] for pair in zip(order, self._finals, strict=True))
            return alike, sum(spread[state] for state in order)

        values = self._game.play.ALLOWED[self._game.play.MARK].known
        spare = sorted(values - {self._blank, *self._finals})
        found = []
        for order in sorted(permutations(reversed([*looks]), len(self._finals)), key=rank, reverse=True):
            own = dict(zip(order, self._finals, strict=True))
            rest = [state for state in looks if state not in own]
            if len(rest) <= len(spare):
                found.append({**own, **dict(zip(rest, spare, strict=False))})
        return found

    def _change(self, orbits: Sequence[Orbit], names: Mapping[State, str], pace: int) -> SectionChange | None:
        """Return the changes of the section if the states have these `names`; None if their looks can't be told."""
        named: dict[State, str] = {**{(one.kind, 0): self._blank for one in orbits}, **names}
        # A mark that comes again at the end tells where clicks go on.
        cycles = {
            one.kind: [named[one.kind, one.after(clicks)] for clicks in range(one.marks[-1] + 1 + (not one.returns))]
            if len(one.states) > 1
            else [named[one.kind, 1]]
            for one in orbits
        }
        inputs = inputs_of(cycles, self._learnt.section.get("buttons", {}))
        section: dict[str, Any] = {**inputs, **self._cursor[0]}
        evidence = {[*inputs][-1]: "these inputs led two cells through these marks and back", **self._cursor[1]}
        if not self._learnt.by_sight:
            reading = self._reading(named)
            if reading is None:
                return None
            section["read"], evidence = reading[0], {**reading[1], **evidence}
        if pace:
            section["pace"] = {"cell": pace}
            evidence["pace"] = "two quick clicks on one cell have another effect than two slow ones"
        if self._hovers:
            section["hover"] = True
            evidence["hover"] = "a cell looks different under the pointer"
        return SectionChange(section, evidence)

    def _reading(self, named: Mapping[Any, str]) -> tuple[dict[str, Any], dict[str, str]] | None:
        """Return the readings of marks by the names of states, and the evidence; None if their looks can't be told."""
        examples = [replace(one, mark=named.get(one.mark, one.mark)) for one in self._known]
        marks = sorted({*named.values()} - {self._blank}, key=lambda mark: (mark not in self._finals, mark))
        reading = reading_of_marks(examples, marks, self._blank, self._learnt.cells)
        if reading is None:
            return None
        first, told = reading
        given = at_start(condition for mark, condition in first["first"].items() if mark != self._blank)
        field, learnt = self._game.play.MARK, self._learnt
        # The fields of which nothing is known but that what is there at the start is given.
        fixed = [name for name in learnt.section["read"] if learnt.evidence.get(f"read.{name}") == AT_START]
        read = {field: {"expect": ["every"], "any": [first]}} | dict.fromkeys(fixed, given)
        says = "; ".join(f"{mark}: {phrase(trait)}" for mark, trait in told.items())
        return read, {f"read.{field}": f"seen after inputs on two cells, and gone after more: {says}"}
