"""Abstract boards for typed digits, a drawn path, drawn rectangles, and drawn words."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from player.browser.page.devices import MAX_STEPS
from player.games.grid import Cell
from tests.model.surfaces import ARROWS, Event, State, Step, Surface, beyond


def are_beside(a: Cell, b: Cell) -> bool:
    """Return whether two cells share a side."""
    return abs(a.row - b.row) + abs(a.col - b.col) == 1


class DigitState(NamedTuple):
    """The digits, the cell that is selected, and the digit chosen from a palette."""

    digits: tuple[str, ...]
    selected: Cell | None = None
    chosen: str = ""


@dataclass(eq=False, kw_only=True)
class Digits(Surface):
    """A board whose cells get digits (Mini Sudoku): the `way` is by "keys", "buttons" or "palette"."""

    solution: Mapping[Cell, str]
    givens: Mapping[Cell, str]
    way: str

    def begin(self) -> State:
        return DigitState(tuple(self.givens.get(at, "") for at in self.cells))

    def apply(self, state: State, event: Event) -> State:
        match event.kind:
            case "button" if self.way == "palette":
                return state._replace(chosen=event.text)
            case "key" | "button" if event.text.isalnum() and len(event.text) == 1:
                return self._entered(state, state.selected, event.text)
            case "key" if event.text in ARROWS and state.selected is not None:
                to = beyond(state.selected, event.text)
                return state._replace(selected=to if to in self.index else state.selected)
            case "click" if self.way == "palette":
                return self._entered(state, event.cell, state.chosen)
            case "click":
                return state._replace(selected=event.cell)
        return state

    def _entered(self, state: State, at: Cell | None, digit: str) -> State:
        if at is None or at in self.givens or not digit:
            return state
        number = self.index[at]
        return state._replace(digits=(*state.digits[:number], digit, *state.digits[number + 1 :]))

    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        return [{"digit": digit or None} for digit in state.digits]

    def solved(self, state: State) -> bool:
        return all(self.solution[at] == digit for at, digit in zip(self.cells, state.digits, strict=True))

    def ordered(self, step: Step) -> bool:
        before, event, after = step.before, step.event, step.after
        at = self.target(before, event)
        if event.text in ARROWS:
            return True
        if event.kind == "click" and self.way != "palette":
            return at is not None and bool(before.digits[self.index[at]] != self.solution[at])
        if event.kind == "button" and self.way == "palette":
            return any(self._wants(before, at, event.text) for at in self.cells)
        entered = after.digits[self.index[at]] if at is not None else ""
        return at is not None and self._wants(before, at, entered)

    def focus(self, state: State) -> Cell | None:
        at: Cell | None = state.selected
        return at

    def led(self, state: State, at: Cell | None) -> State:
        return state._replace(selected=at)

    def _wants(self, state: State, at: Cell, digit: str) -> bool:
        return bool(self.solution[at] == digit != state.digits[self.index[at]])

    def target(self, state: State, event: Event) -> Cell | None:
        is_for_selected = (event.kind == "key" and event.text not in ARROWS) or (
            event.kind == "button" and self.way == "buttons"
        )
        selected: Cell | None = state.selected
        return selected if is_for_selected else event.cell

    def locked(self, state: State) -> frozenset[Cell]:
        del state
        return frozenset(self.givens)

    def blurred(self, state: State) -> State:
        return state._replace(selected=None, chosen="")

    @property
    def buttons(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.solution.values()))) if self.way != "keys" else ()

    @property
    def least(self) -> int:
        return 2 * (len(self.cells) - len(self.givens))

    @property
    def most(self) -> int:
        """A cursor may be led to each cell."""
        return self.least + (self.way == "cursor") * len(self.cells) * (MAX_STEPS + len(self.cells))


class LineState(NamedTuple):
    """The path, and whether arrow keys reach the board, and whether the pointer draws."""

    path: tuple[Cell, ...]
    focus: bool = False
    down: bool = False


@dataclass(eq=False, kw_only=True)
class Line(Surface):
    """A board with one path, drawn from its first cell (Zip). `way` is "keys", "drag" or "taps": it takes only that."""

    live = True

    solution: tuple[Cell, ...]
    numbers: Sequence[Cell]
    walls: frozenset[frozenset[Cell]]
    way: str

    def begin(self) -> State:
        return LineState(self.solution[:1])

    def apply(self, state: State, event: Event) -> State:
        match event.kind:
            case "click" if event.cell is not None:
                is_taken = self.way == "taps" or event.cell == self.numbers[0] or event.cell in state.path
                return (self._entered(state, event.cell) if is_taken else state)._replace(focus=True)
            case "press" if self.way == "drag":
                return (self._entered(state, event.cell) if event.cell in state.path else state)._replace(down=True)
            case "enter" if state.down:
                return self._entered(state, event.cell)
            case "release":
                return state._replace(down=False)
            case "key" if event.text in ARROWS and state.focus and self.way == "keys":
                return self._entered(state, beyond(state.path[-1], event.text))
        return state

    def _entered(self, state: State, at: Cell | None) -> State:
        path = state.path
        if at is None or at not in self.cells:
            return state
        if at in path:
            return state._replace(path=path[: path.index(at) + 1])
        met = sum(number in path for number in self.numbers)
        is_open = at not in self.numbers or self.numbers[met] == at
        if are_beside(path[-1], at) and frozenset((path[-1], at)) not in self.walls and is_open:
            return state._replace(path=(*path, at))
        return state

    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        return [{"filled": at in state.path} for at in self.cells]

    def solved(self, state: State) -> bool:
        path: tuple[Cell, ...] = state.path
        return len(path) == len(self.cells) and path[-1] == self.numbers[-1]

    def ordered(self, step: Step) -> bool:
        before, after = step.before, step.after
        takes_back = len(after.path) < len(before.path)
        return takes_back or after.path == self.solution[: len(after.path)]

    def target(self, state: State, event: Event) -> Cell | None:
        if event.kind == "key" and event.text in ARROWS:
            return beyond(state.path[-1], event.text)
        return event.cell

    def blurred(self, state: State) -> State:
        return state._replace(focus=False, down=False)

    @property
    def least(self) -> int:
        return len(self.cells) + (self.way == "drag")

    @property
    def most(self) -> int:
        """A tap removes what is drawn; a drag is one input for each cell and one at its end."""
        return len(self.cells) + 2


class BoxState(NamedTuple):
    """The rectangles (upper left and lower right cells), a corner that is set, and the cursor of keyboard mode."""

    boxes: frozenset[tuple[Cell, Cell]]
    corner: Cell | None = None
    cursor: Cell | None = None
    focus: bool = False


@dataclass(eq=False, kw_only=True)
class Boxes(Surface):
    """A board on which rectangles are drawn by drags, taps on two corners or keys, and removed as a whole (Patches).

    `solution` has the rectangle of each clue; `way` and `removal` are the words of selectors.yaml. A `nameless` page
    tells drawn cells from others, and no rectangle from another.
    """

    solution: Mapping[Cell, tuple[Cell, Cell]]
    way: str
    removal: str
    nameless: bool = False

    def begin(self) -> State:
        return BoxState(frozenset())

    @staticmethod
    def inside(box: tuple[Cell, Cell]) -> list[Cell]:
        """Return the cells of a rectangle."""
        (top, left), (low, right) = box
        return [Cell(row, col) for row in range(top, low + 1) for col in range(left, right + 1)]

    def over(self, state: State, at: Cell | None) -> tuple[Cell, Cell] | None:
        """Return the rectangle over a cell."""
        return next((box for box in state.boxes if at in self.inside(box)), None)

    def apply(self, state: State, event: Event) -> State:
        if event.kind == "key":
            return self._keyed(state, event.text) if state.focus else state
        box = self.over(state, event.cell)
        if event.kind == self.removal and box is not None and state.corner is None:
            return state._replace(boxes=state.boxes - {box})
        if event.kind == "stroke" and self.way == "drag" and event.cell and event.to:
            is_removed = self.removal == "drag" and box is not None and self.over(state, event.to) == box
            return state._replace(boxes=state.boxes - {box}) if is_removed else self._drawn(state, event.cell, event.to)
        return self._clicked(state, event.cell) if event.kind == "click" and event.cell is not None else state

    def _clicked(self, state: State, at: Cell) -> State:
        if self.way == "taps" and state.corner is None:
            return state._replace(corner=at)
        return state if self.way == "keys" else self._drawn(state, at if self.way == "drag" else state.corner, at)

    def _drawn(self, state: State, a: Cell, b: Cell) -> State:
        rows, cols = sorted((a.row, b.row)), sorted((a.col, b.col))
        box = (Cell(rows[0], cols[0]), Cell(rows[1], cols[1]))
        is_free = all(self.over(state, at) is None for at in self.inside(box))
        return state._replace(boxes=state.boxes | {box} if is_free else state.boxes, corner=None)

    def _keyed(self, state: State, key: str) -> State:
        at: Cell | None = state.cursor
        match key:
            case "Escape":
                return state._replace(corner=None, cursor=None)
            case "Enter" if at is None:
                return state._replace(cursor=Cell(*[side // 2 for side in self.shape]))
            case "Enter" if at is not None and self.way == "keys":
                return state._replace(corner=at) if state.corner is None else self._drawn(state, state.corner, at)
            case "Backspace" if at is not None and self.removal == "keys":
                return state._replace(boxes=state.boxes - {self.over(state, at)})
            case _ if at is not None and key in ARROWS:
                to = beyond(at, key)
                return state._replace(cursor=to if to in self.cells else at)
        return state

    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        return [{"mark": self._mark(state, at)} for at in self.cells]

    def _mark(self, state: State, at: Cell) -> str:
        box = self.over(state, at)
        if box is None:
            return ""
        clues = [clue for clue in self.solution if clue in self.inside(box)]
        return "drawn" if self.nameless or at in clues or len(clues) != 1 else clues[0].spoken

    def solved(self, state: State) -> bool:
        return bool(state.boxes == frozenset(self.solution.values()))

    def ordered(self, step: Step) -> bool:
        before, event, after = step.before, step.event, step.after
        drawn, removed = after.boxes - before.boxes, before.boxes - after.boxes
        if removed:
            right = removed & {*self.solution.values()}
            return self.nameless or all(self._is_doubtful(before, box) for box in right)
        if drawn:
            return bool(drawn <= {*self.solution.values()})
        if event.kind in {"click", "stroke"} and self.removal == "drag" and (box := self.over(before, event.cell)):
            return box not in self.solution.values() or self._is_doubtful(before, box)
        corners = {corner for box in self.solution.values() for corner in box}
        return event.kind == "key" or (event.kind == "click" and self.way == "taps" and after.corner in corners)

    def _is_doubtful(self, state: State, box: tuple[Cell, Cell]) -> bool:
        """Return whether a rectangle of one cell is beside a cell that shows no name: a wrong one may be over both."""
        return box[0] == box[1] and any(
            are_beside(box[0], at) and self._mark(state, at) == "drawn" for at in self.cells
        )

    def target(self, state: State, event: Event) -> Cell | None:
        cursor: Cell | None = state.cursor
        return cursor if event.kind == "key" and event.text in {"Enter", "Backspace"} else event.cell

    def blurred(self, state: State) -> State:
        return state._replace(corner=None, cursor=None, focus=False)

    def focused(self, state: State) -> State:
        return state._replace(focus=True)

    @property
    def least(self) -> int:
        """In each batch, keys lead to each corner, from the upper left cell on."""
        boxes = [self.solution[clue] for clue in self.solution]
        if self.way != "keys":
            return len(boxes) * (2 if self.way == "taps" else 1)
        total = 0
        for batch in self._batches(boxes):
            corners = [Cell(0, 0), *(corner for box in batch for corner in box)]
            ways = sum(abs(a.row - b.row) + abs(a.col - b.col) for a, b in pairwise(corners))
            total += 2 + sum(self.shape) - 2 + ways + 2 * len(batch)
        return total

    @staticmethod
    def _batches(boxes: Sequence[tuple[Cell, Cell]]) -> list[list[tuple[Cell, Cell]]]:
        """Split rectangles after the first of several cells, and between cells beside each other."""
        found: list[list[tuple[Cell, Cell]]] = [[]]
        is_tried = False
        for a, b in boxes:
            if a == b and any(one == end and are_beside(one, a) for one, end in found[-1]):
                found.append([])
            found[-1].append((a, b))
            if a != b and not is_tried:
                is_tried = True
                found.append([])
        return [batch for batch in found if batch]

    @property
    def most(self) -> int:
        """Each cell may have a rectangle to remove, and each clue one to draw, by keys from end to end of the board."""
        rows, cols = self.shape
        each = 1 if "keys" not in {self.way, self.removal} else 3 * (rows + cols) + 6
        return (len(self.cells) + 2 * len(self.solution)) * each


class WordState(NamedTuple):
    """The words that the page took, by their cells; the line that is being drawn; the cell with the focus."""

    found: tuple[tuple[Cell, ...], ...]
    line: tuple[Cell, ...] = ()
    focus: Cell | None = None
    begun: bool = False


@dataclass(eq=False, kw_only=True)
class Words(Surface):
    """A board on which words are traced letter by letter, each taken or rejected as a whole (Wend).

    `words` has the texts of the page's solution, by their cells. The player may try a word backwards, once the page
    seems to have rejected it.
    """

    live = True

    words: Mapping[tuple[Cell, ...], str]
    way: str

    def __post_init__(self) -> None:
        super().__post_init__()
        paths = self.words.items()
        self.letters = {at: letter for path, text in paths for at, letter in zip(path, text, strict=True)}

    def begin(self) -> State:
        return WordState(())

    def apply(self, state: State, event: Event) -> State:
        taken = {at for word in state.found for at in word}
        match event.kind:
            case "key" if self.way == "keys":
                return self._keyed(state, event.text, taken)
            case "press" if self.way == "drag" and event.cell in self.letters and event.cell not in taken:
                return state._replace(line=(event.cell,), begun=True)
            case "enter" if state.begun:
                return self._extended(state, event.cell, taken)
            case "release" | "button" if state.begun or self.way == "buttons":
                return self._ended(state)
            case "click" if self.is_clicked and event.cell in self.letters and event.cell not in taken:
                return self._tapped(state, event.cell, taken)
        return state

    @property
    def is_clicked(self) -> bool:
        """True if letters are clicked one by one."""
        return self.way in {"taps", "again", "buttons"}

    @property
    def buttons(self) -> tuple[str, ...]:
        return ("buttons",) if self.way == "buttons" else ()

    def _tapped(self, state: State, at: Cell, taken: set[Cell]) -> State:
        """Extend the line, or begin another one; a word of the solution is taken with its last letter, or by a click on
        the last letter of the line.
        """
        if self.way == "again" and state.line[-1:] == (at,):
            return self._ended(state)
        extends = bool(state.line) and (at in state.line or are_beside(state.line[-1], at))
        state = self._extended(state, at, taken) if extends else state._replace(line=(at,))
        return self._ended(state) if self.way == "taps" and state.line in self.words else state

    def _keyed(self, state: State, key: str, taken: set[Cell]) -> State:
        if key == "Escape":
            return state._replace(line=(), begun=False)
        if state.focus is None:
            return state
        if key == "Enter":
            if state.begun:
                return self._ended(state)
            is_free = state.focus in self.letters and state.focus not in taken
            return state._replace(line=(state.focus,), begun=True) if is_free else state
        if key in ARROWS and (to := beyond(state.focus, key)) in self.letters and to not in taken:
            moved = state._replace(focus=to)
            return self._extended(moved, to, taken) if state.begun else moved
        return state

    @staticmethod
    def _extended(state: State, at: Cell | None, taken: set[Cell]) -> State:
        line = state.line
        if at in line:
            return state._replace(line=line[: line.index(at) + 1])
        if at is None or at in taken or not line or not are_beside(line[-1], at):
            return state
        return state._replace(line=(*line, at))

    def _ended(self, state: State) -> State:
        found = (*state.found, state.line) if state.line in self.words else state.found
        return state._replace(found=found, line=(), begun=False)

    def marks(self, state: State) -> Sequence[Mapping[str, Any]]:
        taken = {at for word in state.found for at in word}
        return [{"mark": "locked" if at in taken else "empty"} for at in self.cells]

    def lists(self, state: State) -> Mapping[str, Any]:
        texts = sorted(self.words.values(), key=len)
        found = [self.words[path] for path in state.found]
        items = []
        for text in texts:
            is_done = text in found
            if is_done:
                found.remove(text)
            items.append([len(text), text if is_done else "", is_done])
        return {"words": items}

    def solved(self, state: State) -> bool:
        return len(state.found) == len(self.words)

    def ordered(self, step: Step) -> bool:
        before, after = step.before, step.after
        if len(after.line) <= len(before.line) or after.line == ():
            return True
        lines = [path for path in self.words if path not in before.found]
        return any(after.line in {path[: len(after.line)], path[::-1][: len(after.line)]} for path in lines)

    def locked(self, state: State) -> frozenset[Cell]:
        return frozenset(at for word in state.found for at in word) | (frozenset(self.cells) - set(self.letters))

    def target(self, state: State, event: Event) -> Cell | None:
        if event.kind != "key" or state.focus is None:
            return event.cell
        is_drawing = state.begun and event.text in ARROWS
        return beyond(state.focus, event.text) if is_drawing else state.focus if event.text == "Enter" else None

    def blurred(self, state: State) -> State:
        return state._replace(line=(), focus=None, begun=False)

    @property
    def least(self) -> int:
        letters = sum(map(len, self.words))
        walks = sum(self._walk(a, b) for a, b in pairwise(self.words)) if self.way == "keys" else 0
        return letters + {"taps": 0, "keys": 2}.get(self.way, 1) * len(self.words) + walks

    def _walk(self, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> int:
        """Return the number of arrow keys from the end of one word to the beginning of another, around the first."""
        ways, seen = deque([(one[-1], 0)]), {*one}
        while ways:
            at, steps = ways.popleft()
            if at == other[0]:
                return steps
            near = [to for key in ARROWS if (to := beyond(at, key)) in self.letters and to not in seen]
            seen |= {*near}
            ways.extend((to, steps + 1) for to in near)
        return 0

    @property
    def most(self) -> int:
        """A cursor is led to each word, by so many steps and a way through all cells; three keys are around it."""
        return sum(map(len, self.words)) + len(self.words) * (MAX_STEPS + len(self.cells) + 3)
