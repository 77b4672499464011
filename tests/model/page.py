"""The abstract page: a board with its marks, what lies over it, what it says, and the faults that befall it.

It answers the questions of js/look.js in the same order and by the same conditions. Its time is counted in questions:
an input may take effect within the next one, or after as many.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from player.games.grid import Cell
from tests.model.schedule import Schedule
from tests.model.surfaces import Event, State, Surface

#: The middle of the first cell and the way to the next one, in CSS pixels; the controls beside the board.
FIRST, STEP = 100, 50
CLOSE, START, SUBMIT = (1100, 40), (1100, 90), (1150, 40)
BUTTONS = (1100, 140)
#: Milliseconds for an answer that is there at once.
ANSWER_MS = 5
#: Most questions of one run: one that asks more goes round in a loop.
MAX_QUESTIONS = 4000
#: The parts of the page's state that decide what follows.
PRESENT = 8
#: The fields that moves change.
MARKS = {"mark", "digit", "filled"}
#: The sign of a win.
SIGN = '{"as": "banner"}'

#: What may become of an input: it is lost, takes effect in the course of the next question, or after so many questions;
#: it takes effect twice at once, or again after the next question.
LATE = {"soon": 0, "late": 1, "later": 2, "very late": 3}
INPUT_FAULTS = ("lost", *LATE, "twice", "echo")
#: What may happen to the page before an input reaches it, or before it is looked at.
CHANGES = ("dialog", "toast", "cover", "redrawn", "moved", "cleared", "new board", "sign in", "false sign")
#: What may become of an observation: it is of an earlier moment, or nothing comes of it in time.
OBSERVATION_FAULTS = ("of before", "of the first moment", "slow")
#: What may become of the sign of a win: it comes after the next question, or never.
SIGN_FAULTS = ("late sign", "no sign")


class View(NamedTuple):
    """All of the page that an observation can show."""

    board: int
    state: State
    dialog: bool = False
    covered: frozenset[Cell] = frozenset()
    signs: bool = False
    blank: bool = False
    moved: int = 0
    signin: bool = False
    start: bool = False
    results: bool = False
    submit: bool = False
    lost: bool = False


class LoopError(BaseException):
    """The player asks without an end."""


@dataclass(slots=True)
class Setting:
    """The kind of page: what it shows of a win, whether it begins with Start, and which faults it has."""

    results: bool = False
    """True if a win leads to a page of results, without the board; else a sign appears beside it."""
    start: bool = False
    submit: bool = False
    """True if the page judges the board only once it is handed in by a button."""
    finish: float = 0
    """The value of the page's timer that the last input waits for, in milliseconds."""
    input_faults: Sequence[str] = INPUT_FAULTS
    changes: Sequence[str] = CHANGES
    observation_faults: Sequence[str] = OBSERVATION_FAULTS


def silent(_line: str) -> None:
    """Log nothing."""


@dataclass(slots=True)
class AbstractPage:
    """A page in its present state. `boards` follow each other if it shows new ones."""

    boards: Sequence[Surface]
    setting: Setting
    schedule: Schedule
    position: Callable[[], Hashable] = lambda: None
    """The knowledge of the player: its state when it was last captured, and what it has been told since."""
    monitor: Any = None
    """The judge of inputs, whose knowledge is kept with the page's."""
    log: Callable[[str], object] = silent
    view: View = field(default_factory=lambda: View(0, ()))
    waiting: tuple[tuple[int, Event], ...] = ()
    """Inputs in flight, each with the number of questions after which it takes effect."""
    sign_due: int | None = None
    won: bool = False
    solved: tuple[int, ...] = ()
    """The numbers of the boards that were solved."""
    toast: bool = False
    works: bool = False
    """True if the page draws its board anew, until the player waits."""
    before: View | None = None
    first: View | None = None
    questions: int = 0
    ms: float = 0.0
    loads: int = 0
    told: int = 0
    """A digest of all that the player was told, and has done, since its state was last captured."""

    def load(self) -> None:
        """Load the page: the board as the site has it, untouched."""
        self.loads += 1
        self.waiting, self.sign_due, self.won, self.toast, self.works = (), None, False, False, False
        self.view = View(self.view.board, self.surface.start, start=self.setting.start, submit=self.setting.submit)
        self.before = self.first = None

    @property
    def surface(self) -> Surface:
        """The board that is there."""
        return self.boards[self.view.board]

    def state(self, kind: str, *, more: bool = True) -> Hashable:
        """Return all that decides what follows a point where an input arrives, or an observation is made.

        Without `more` faults, nothing of an earlier moment is observed.
        """
        earlier = (self.before, self.first) if more else ()
        return (self.position(), self.told, self.kept()[:PRESENT], earlier, self.monitor.known(), kind)

    def kept(self) -> tuple[Any, ...]:
        """Return the state of the page; what decides what follows comes first, but for earlier moments."""
        return (
            self.view, self.waiting, self.sign_due, self.won, self.toast, self.works, self.loads, self.solved,
            self.before, self.first, self.told, self.ms,
        )  # fmt: skip

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Return to a state that was kept."""
        (
            self.view, self.waiting, self.sign_due, self.won, self.toast, self.works, self.loads, self.solved,
            self.before, self.first, self.told, self.ms,
        ) = kept  # fmt: skip

    def _choose(
        self, kind: str, options: Callable[[], Sequence[str]], effect: Callable[[str | None], object]
    ) -> str | None:
        """Return the fault that happens at this point, if one does; `effect` lets one happen."""

        def after(fault: str | None) -> Hashable:
            kept, known = self.kept(), self.monitor.known()
            effect(fault)
            state = self.state(f"after {kind}")
            self.restore(kept)
            self.monitor.restore(known)
            return state

        fault = self.schedule.choose(options, lambda more: self.state(kind, more=more), after)
        if fault is not None:
            self.log(f"  fault: {fault}")
        return fault

    # Inputs

    def receive(self, event: Callable[[], Event]) -> None:
        """Let an input arrive, or a fault happen to it, or to the page before it; `event` gives it as it is then."""
        now, view = event(), self.view
        changes = () if view.signin else self.setting.changes

        def faults() -> Sequence[str]:
            solves = (not view.submit or now.text == "submit") and self.surface.solved(
                self.surface.apply(view.state, now)
            )
            ends = SIGN_FAULTS if solves and not self.won else ()
            return (*self.setting.input_faults, *changes, *ends)

        def effect(fault: str | None) -> None:
            if fault in changes:
                self.change(str(fault), now.cell)
                self.arrive(event(), None)
            else:
                self.arrive(now, fault)

        self.log(f"input: {now.kind} {now.cell or ''}{now.text}{f' to {now.to}' if now.to else ''}")
        effect(self._choose("input", faults, effect))

    def arrive(self, event: Event, fault: str | None) -> None:
        """Let an input arrive as `fault` says."""
        if fault in LATE:
            self.waiting += ((LATE[fault], event),)
        elif fault != "lost":
            self._effect(event, fault)
            if fault == "twice":
                self._effect(event, fault)
        if fault == "echo":
            self.waiting += ((1, event),)

    def _effect(self, event: Event, fault: str | None = None) -> None:
        view = self.view
        if event.text == "close" and event.kind == "click":
            self.view = view._replace(dialog=False)
        elif event.text == "start" and event.kind == "click":
            self.view = view._replace(start=False)
        elif view.dialog or view.blank or view.signin or view.start or self.won or self._is_covered(event):
            if event.kind == "key" and view.dialog:  # its own focus
                self.view = view._replace(state=self.surface.blurred(view.state))
        else:
            self._changed(view._replace(state=self.surface.apply(view.state, event), lost=event.text == "submit"))
            if self.surface.solved(self.view.state):
                self.solved = tuple(dict.fromkeys((*self.solved, self.view.board)))
                if self.view.submit == self.view.lost:
                    self.view, self.won = self.view._replace(lost=False), True
                    self.sign_due = {"late sign": 1, "no sign": None}.get(fault or "", 0)
                    self._sign()

    def _is_covered(self, event: Event) -> bool:
        return event.kind != "key" and bool({event.cell, event.to} & self.view.covered - {None})

    def _changed(self, view: View) -> None:
        if view != self.view:
            self.before, self.view = self.view, view

    def _sign(self) -> None:
        if self.sign_due == 0:
            self.sign_due = None
            self._changed(self.view._replace(signs=True, results=self.setting.results))

    def change(self, what: str, hit: Cell | None) -> None:
        """Change the page by itself; `hit` is the cell that the next input is for, if one is."""
        view, surface = self.view, self.surface
        row = frozenset(at for at in surface.cells if at.row == (hit.row if hit else surface.shape[0] - 1))
        match what:
            case "dialog":
                view = view._replace(dialog=True, state=surface.blurred(view.state))
            case "toast" | "cover":
                self.toast = what == "toast"
                view = view._replace(covered=row)
            case "redrawn":
                self.works = True
                view = view._replace(blank=True, state=surface.blurred(view.state))
            case "moved":
                view = view._replace(moved=1 - view.moved)
            case "cleared" if not self.won:
                view = view._replace(state=surface.start)
            case "new board":
                self.won, self.sign_due, self.waiting = False, None, ()
                board = min(view.board + 1, len(self.boards) - 1)
                view = View(board, self.boards[board].start, moved=view.moved, submit=view.submit)
            case "sign in":
                view = view._replace(signin=True)
            case "false sign":
                view = view._replace(signs=True)
        self._changed(view)

    def wait(self) -> None:
        """Let the time pass before the last input: the page may change."""

        def effect(fault: str | None) -> None:
            if fault is not None:
                self.change(fault, None)
            self.monitor.waited()

        effect(self._choose("wait", lambda: () if self.view.signin else self.setting.changes, effect))

    # Observations

    def look(self, question: Mapping[str, Any], timeout: float) -> str | None:
        """Answer a question of js/look.js; None if there is no answer in time."""
        self.questions += 1
        if self.questions > MAX_QUESTIONS:
            raise LoopError
        if self.first is None:
            self.first = self.view

        def effect(fault: str | None) -> str | None:
            return self._answered(question, timeout, fault)

        answer = effect(self._choose("look", lambda: self._faults(question), effect))
        if self.log is not silent:
            asked = ", ".join(question.get("until", ["now"]))
            self.log(f"observed ({asked}): {answer and brief(answer)}")
        return answer

    def _answered(self, question: Mapping[str, Any], timeout: float, fault: str | None) -> str | None:
        if fault in self.setting.changes:
            self.change(str(fault), None)
        shown = {"of before": self.before, "of the first moment": self.first}.get(fault or "") or self.view
        answer = None if fault == "slow" else self._rendered(shown, question)
        if answer is None and question.get("until") is not None:
            self.pass_time(soon=True)
            shown = self.view
            answer = None if fault == "slow" else self._rendered(shown, question)
        self.ms += timeout if answer is None else ANSWER_MS
        self.told = hash((self.told, answer))
        self.monitor.observed(answer, shown)
        self.pass_time()
        return answer

    def _faults(self, question: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the faults that make a difference to the answer of this question."""
        found = [] if self.view.signin else [*self.setting.changes]
        now = self._rendered(self.view, question)
        for name, past in (("of before", self.before), ("of the first moment", self.first)):
            if name in self.setting.observation_faults and past is not None:
                answer = self._rendered(past, question)
                if answer is not None and answer != now:
                    found.append(name)
        if now is not None and "until" in question and "slow" in self.setting.observation_faults:
            found.append("slow")
        return tuple(found)

    def pass_time(self, *, soon: bool = False) -> None:
        """Let the time of one question pass: what is in flight takes effect."""
        if self.view.blank:
            self._changed(self.view._replace(blank=False))
        if self.toast and soon:
            self.toast = False
            self._changed(self.view._replace(covered=frozenset()))
        waiting, self.waiting = self.waiting, ()
        for left, event in waiting:
            if left == 0 or (left == 1 and not soon):
                self.log(f"  arrives: {event}")
                self._effect(event)
            else:
                self.waiting += ((left if soon else left - 1, event),)
        if self.sign_due and not soon:
            self.sign_due -= 1
            self._sign()

    def _rendered(self, view: View, question: Mapping[str, Any]) -> str | None:
        key = (
            self.boards[view.board].number, view, tuple(question.get("until", ())), "until" in question,
            _expected_key(question), question.get("clicked"), question.get("still"), tuple(question["refuted"]),
            question.get("submit"), tuple(question["coming"]) if "coming" in question else None,
        )  # fmt: skip
        if key not in ANSWERS:
            ANSWERS[key] = rendered(self.boards[view.board], view, question)
        return ANSWERS[key]


#: The answers to all questions at all views.
ANSWERS: dict[Hashable, str | None] = {}


def _expected_key(question: Mapping[str, Any]) -> Hashable:
    expect = question.get("expect")
    return expect and (tuple(map(tuple, expect["cells"])), tuple(expect["done"].items()))


def centre(at: Cell, moved: int = 0) -> tuple[int, int]:
    """Return the middle of a cell of a board that has moved down by so many rows."""
    return FIRST + STEP * at.col, FIRST + STEP * (at.row + moved)


def rendered(surface: Surface, view: View, question: Mapping[str, Any]) -> str | None:
    """Return the answer of a page that shows `view`; None if the question is polled again (see js/look.js)."""
    found = _observed(surface, view, question)
    if found is None:
        return None
    until = question.get("until")
    if until is not None and not (
        found["what"] in until and found.get("overlay", found["what"]) != question.get("clicked")
    ):
        return None
    common = {"account": None, "numbers": [], "generation": "abstract", "paths": ["/"], "counts": {"grid": 1}}
    return json.dumps({**common, **found})


def _observed(surface: Surface, view: View, question: Mapping[str, Any]) -> dict[str, Any] | None:
    closes = {"what": "overlay", "overlay": "dialog", "point": _free(CLOSE)}
    is_empty = view.blank or view.results
    found: dict[str, Any] | None
    if view.signin:
        found = {"what": "signin"}
    elif view.signs and SIGN not in question["refuted"]:
        found = {"what": "won", "sign": "results" if view.results else "banner", "held": [SIGN]}
    elif view.lost and "lost" in question.get("until", ()):
        found = {"what": "lost", "said": "wrong"}
    elif question.get("submit") and view.submit and not is_empty:
        found = closes if view.dialog else {"what": "overlay", "overlay": "submit", "point": _free(SUBMIT)}
    elif view.start:
        found = {"what": "start", "step": 0, "point": _free(START)}
    elif is_empty or (view.dialog and not question.get("expect")):
        found = {"what": "nothing"} if is_empty else closes
    else:
        found = _board(surface, view, question)
        found = closes if found and view.dialog and not question.get("still") else found
    return found


def _board(surface: Surface, view: View, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the answer for a board; None if it is polled again: its marks are not as expected, or it is covered."""
    needed = _needed(surface, question)
    expect, is_free = question.get("expect"), view.covered.isdisjoint(needed) or question.get("still")
    cells = [{**one, **more} for one, more in zip(surface.fields, surface.marks(view.state), strict=True)]
    lists = surface.lists(view.state)
    if question.get("until") and not (_is_expected(cells, lists, expect) if expect else is_free):
        return None
    points = []
    for at in surface.cells:
        x, y = centre(at, view.moved)
        points.append({"x": x, "y": y, "free": at in needed and not view.dialog and at not in view.covered})
    buttons = {text: _free(button_at(number)) for number, text in enumerate(surface.buttons)}
    return {
        "what": "grid", "rows": surface.shape[0], "cols": surface.shape[1], "told": [None, None], "cells": cells,
        "indices": list(range(len(cells))), "chosen": {}, "clashes": [], "lists": lists, "language": "en",
        "rules": {}, "points": points, "buttons": buttons, "scrolls": False,
    }  # fmt: skip


def _needed(surface: Surface, question: Mapping[str, Any]) -> Sequence[Cell]:
    """Return the cells that have to be free: those of the coming moves, and three that tell of a layer over all."""
    cells = [*surface.cells]
    if "coming" not in question:
        return cells
    asked = {0, len(cells) >> 1, len(cells) - 1, *question["coming"]}
    return [cells[number] for number in asked if number < len(cells)]  # a smaller board may have come


def _is_expected(cells: Sequence[Mapping[str, Any]], lists: Mapping[str, Any], expect: Mapping[str, Any]) -> bool:
    done = {name: sum(is_done for *_, is_done in items) for name, items in lists.items()}
    return all(done[name] >= least for name, least in expect["done"].items()) and all(
        (seen := cells[index].get(expect["field"])) == value or (seen == "drawn" and value not in {"", "drawn"})
        for index, value in expect["cells"]
    )


def brief(answer: str) -> str:
    """Return what an answer says, in short."""
    found = json.loads(answer)
    if found["what"] != "grid":
        return " ".join(str(found[name]) for name in ("what", "sign", "overlay") if name in found)
    seen = [{name: value for name, value in cell.items() if name in MARKS} for cell in found["cells"]]
    away = [number for number, point in enumerate(found["points"]) if not point["free"]]
    return f"a board: {[next(iter(cell.values())) for cell in seen]}{f', covered: {away}' if away else ''}"


def _free(at: tuple[int, int]) -> dict[str, Any]:
    return {"x": at[0], "y": at[1], "free": True}


def button_at(number: int) -> tuple[int, int]:
    """Return the place of a button beside the board."""
    return BUTTONS[0], BUTTONS[1] + STEP * number


def at_point(surface: Surface, moved: int, x: float, y: float) -> Cell | str | None:
    """Return the cell or the control at a point: "close", "start", "submit", or the text of a button."""
    if x >= CLOSE[0] - STEP / 2:
        places = {CLOSE: "close", START: "start", SUBMIT: "submit"}
        places |= {button_at(number): text for number, text in enumerate(surface.buttons)}
        return places.get((int(x), int(y)))
    row, col = (int((at - FIRST + STEP / 2) // STEP) for at in (y, x))
    cell = Cell(row - moved, col)
    return cell if cell in surface.cells else None
