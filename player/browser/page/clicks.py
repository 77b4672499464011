"""Clicks where each kind of click takes a cell from one mark to another."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from player.browser.page.inputs import InputDevices, InputEvent, Press, input_events, press, usable_methods
from player.browser.page.observation import BoardSeen, ExpectedMarks
from player.browser.selectors.base import Cycle
from player.browser.selectors.schema import PageSelectors
from player.errors import PageNotUnderstood
from player.games.moves import Enter, Move, Tap, touched

if TYPE_CHECKING:
    from player.games.grid import Cell


class Clicked(NamedTuple):
    """The mark of a cell before some clicks, their kinds, and its mark after them."""

    before: object
    kinds: Sequence[Press]
    after: object


def cycle_clicks(
    devices: InputDevices,
    moves: Sequence[Move],
    look: BoardSeen,
    page: PageSelectors,
    expected: ExpectedMarks,
) -> list[InputEvent] | None:
    """Return the clicks that set the marks that taps should, by the page's click cycle or a button for each mark; None
    of other moves.

    Each cell that `moves` tap goes from its mark in `look` to the one `expected`. The first clicks of all cells come
    first. Raises PageNotUnderstood if no click leads from one mark to the other.
    """
    cycle = page.cycle
    if not all(isinstance(move, Tap) for move in moves):
        return None
    rounds: list[list[InputEvent]] = []
    for cell in dict.fromkeys(cell for move in moves for cell in touched(move)):
        index = cell.row * look.snapshot.cols + cell.col
        now, then = look.snapshot.cells[index].get(expected.field), expected.marks[index]
        if cycle is None:
            entry = Enter(cell, str(then))
            if not (ways := usable_methods([entry], look, page.enter)):
                raise PageNotUnderstood(f"no button marks {cell} as {then!r}: fix 'buttons'")
            rounds.append(input_events(devices, [entry], look, ways[0]))
            continue
        kinds = fewest_clicks(cycle, now, then)
        if kinds is None:
            raise PageNotUnderstood(f"{cell} {_no_way(cycle, now, then)}: fix 'cycle'")
        for number, kind in enumerate(kinds):
            if number == len(rounds):
                rounds.append([])
            at = 0 if kind in cycle.keys else number  # the cursor stays for all keys of a cell
            rounds[at].append(press(devices, kind, Tap(cell), cell, look.points[index]))
    return [act for one in rounds for act in one]


def fewest_clicks(cycle: Cycle, now: object, then: object) -> list[Press] | None:
    """Return the kinds of the fewest clicks that lead from the mark `now` to `then`; None if none do.

    One double click comes before one click, which the page may wait to be the half of one. Within longer ways it comes
    last.
    """
    if now != then and after(cycle, "double", now) == then:
        return ["double"]
    ways: dict[object, list[Press]] = {now: []}
    marks = deque([now])
    while marks and then not in ways:
        mark = marks.popleft()
        for kind in (*_KINDS, *cycle.keys):
            found = after(cycle, kind, mark)
            if found is not None and found not in ways:
                ways[found] = [*ways[mark], kind]
                marks.append(found)
    return ways.get(then)


_KINDS: tuple[Press, ...] = ("click", "right", "hold", "double")


def turned(cycle: Cycle) -> Cycle:
    """Return `cycle` where each kind of click leads through its marks in the other order, by a setting of the page."""
    clicks = {kind: marks for kind, marks in cycle.inputs.items() if kind not in cycle.keys}
    several = {kind: marks for kind, marks in clicks.items() if len(marks) == len({*marks}) > 1}
    return cycle.model_copy(update={kind: [*marks[:1], *reversed(marks[1:])] for kind, marks in several.items()})


def clicked(acts: Sequence[InputEvent], look: BoardSeen, seen: BoardSeen, field: str) -> list[Clicked]:
    """Return what the clicks `acts` did to the cells of the board of `look`, which is then as in `seen`."""
    presses: dict[Cell, list[Press]] = {}
    for act in acts:
        if act.cell is not None:
            presses.setdefault(act.cell, []).append(act.press)
    found = []
    for cell, kinds in presses.items():
        index = cell.row * look.snapshot.cols + cell.col
        now, then = (shown.snapshot.cells[index].get(field) for shown in (look, seen))
        found.append(Clicked(now, kinds, then))
    return found


def learnt(cycles: Iterable[Cycle], seen: Sequence[Clicked]) -> Cycle | None:
    """Return the first of the cycles that explain the most of what clicks did; None if none explains anything.

    Some clicks may stay unexplained: single ones may be lost.
    """
    best, most = None, 0
    for cycle in cycles:
        explained = sum(_after_all(cycle, one.kinds, one.before) == one.after for one in seen)
        if explained > most:
            best, most = cycle, explained
    return best


def _after_all(cycle: Cycle, kinds: Sequence[Press], mark: object) -> object:
    for kind in kinds:
        mark = after(cycle, kind, mark)
    return mark


def after(cycle: Cycle, kind: Press, mark: object) -> str | None:
    """Return the mark that a click of this kind gives to a cell with `mark`; None if that is not known."""
    marks = cycle.inputs.get(kind, [])
    if len(marks) == 1:
        return marks[0]
    return marks[(marks.index(str(mark)) + 1) % len(marks)] if mark in marks else None


def _no_way(cycle: Cycle, now: object, then: object) -> str:
    if unknown := [mark for mark in (now, then) if mark not in cycle.marks]:
        return f"is or should be marked {unknown[0]!r}, clicks lead to {', '.join(cycle.marks)}"
    return f"is marked {now!r} and should be {then!r}, and no click leads from one to the other"
