"""Input events for moves by mouse and keyboard, and the choice of a method for paths, rectangles and texts."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from playwright.sync_api import Mouse  # noqa: TID251  # web drives the browser

from player.browser.page.devices import Cursor, Finger, Input, Keyboard, PressKey
from player.browser.page.observation import BoardSeen, Point
from player.browser.selectors.schema import PageSelectors
from player.errors import PageNotUnderstood
from player.games.grid import Cell, neighbours
from player.games.moves import Box, Drag, Enter, Move, Remove, Tap, Trace, arrows, touched

Press = str
"""The kinds of clicks: a left one, two in quick succession, a right one, and a long press; else a key at the cursor."""
Way = str
DRAG = "drag"
#: Drags again, but one cell by way of a cell beside it: a press without a move may be a click for the page.
BACK = "back"
#: The ways to enter a text by a button: pressed after the cell or before it, or dragged onto the cell from a tray.
PALETTE, TRAY = "palette", "tray"
BY_BUTTONS = "buttons", PALETTE, TRAY
#: The way by a button of a menu that a click on the cell opens.
MENU = "menu"
#: The ways whose entries are made one by one: a menu covers other cells, and a tray moves what it has left.
ONE_BY_ONE = {MENU, TRAY}
#: The way of drawing a rectangle by the lines around it, each a drag of its own along the edges of cells.
BORDERS = "borders"
#: The ways by a cursor that arrow keys lead: a key at both ends of what is drawn, or on each cell of it.
CURSOR, STEPS = "cursor", "steps"
#: The ways by clicks on the cells of what is drawn: on each, on the last one twice, or on a button after the last one.
TAPS, AGAIN, BUTTONS = "taps", "again", "buttons"
#: The inputs of a batch that are not waited for one by one, beside any way.
QUICK = "quick"


class InputEvent(NamedTuple):
    """One input event, a part of `move`; `cell` is the cell that it is for, if any.

    `point` is the pointer position (x, y in CSS pixels of the window), if it moves the pointer; `press` is the kind of
    click, if it is one.
    """

    make: Input
    move: Move
    cell: Cell | None = None
    point: tuple[float, float] | None = None
    press: Press = "click"


class InputMethods:
    """The record of which input methods worked, per kind of move and page generation (`what`)."""

    def __init__(self) -> None:
        self._failures: Counter[tuple[Hashable, Way]] = Counter()
        self.replacing = False
        """True if a page of the site replaced its first board by another."""
        self.turned: set[str | None] = set()
        """The generations of the site on which clicks lead through the marks in the other order."""

    def best(self, what: Hashable, ways: Sequence[Way]) -> Way:
        """Return the method with the fewest failures; of equal ones the first in `ways`."""
        return min(ways, key=lambda way: self._failures[what, way])

    def chosen(self, moves: Sequence[Move], seen: BoardSeen, page: PageSelectors) -> tuple[Hashable, Way | None]:
        """Return the key (generation, kind of move) and the method for `moves`; no method if they need none.

        Raises PageNotUnderstood if a text can be entered by no method.
        """
        kind = next((type(move) for move in moves if isinstance(move, Drag | Trace | Box | Enter)), None)
        if kind is None and any(isinstance(move, Remove) for move in moves):
            return (seen.generation, Remove), self.best((seen.generation, Remove), page.remove)
        what = (seen.generation, kind)
        if kind is None:
            return what, None
        ways = usable_methods(moves, seen, page.enter if kind is Enter else _ways(page.draw, kind))
        if ways:
            return what, self.best(what, ways)
        raise PageNotUnderstood("not every text to be entered has a free button: fix 'buttons', 'enter' or 'draw'")

    def quick(self, what: Hashable, moves: Sequence[Move], way: Way | None) -> bool:
        """Return True if inputs for `moves` of the kind `what` need not be waited for one by one.

        That are taps, texts, rectangles, words and lines by keys, each on cells of its own, on a page that lost none so
        far. A dragged line is waited for move by move: a page may draw it all, and count one cell twice.
        """
        cells = [cell for move in moves for cell in touched(move)]
        lines = (Box | Trace) if way == DRAG else Drag if way == "keys" else ()
        is_kind = all(isinstance(move, (Tap, Enter, lines)) for move in moves)
        return is_kind and len({*cells}) == len(cells) and self._failures[what, QUICK] < 1

    def judge(self, what: Hashable, way: Way, *, worked: bool) -> None:
        """Record an attempt with `way`. After a success, one failure is tolerated before another method is tried; none
        of `QUICK` inputs.
        """
        self._failures[what, way] = -1 if worked and way != QUICK else self._failures[what, way] + (not worked)


class InputDevices(NamedTuple):
    """The mouse and keyboard of a page: a long press lasts a `hold`, and `board` has the keyboard focus.

    The `cursor` is led to a cell, where its `key` acts. `choose` presses the button of a text in an open menu. `draw`,
    if given, drags through points in one input.
    """

    mouse: Mouse | Finger
    click: Callable[[float, float], None]
    press_key: PressKey
    draw: Callable[[Sequence[tuple[float, float]]], None] | None
    hold: Input
    board: Input
    cursor: Cursor
    key: str
    choose: Callable[[str], bool]


def input_events(devices: InputDevices, moves: Sequence[Move], seen: BoardSeen, way: Way | None) -> list[InputEvent]:
    """Return the input events that make `moves` on the board of `seen`, by the method `way`.

    Without a method of their own, as among other moves, patches are removed by keyboard.
    """
    if way == BORDERS:
        return [event for move, line in outlines(moves, seen) for event in _stroke(devices, move, line)]
    keyboard = Keyboard(devices.press_key, devices.board, *seen.shape)
    if way != "keys" and all(isinstance(move, Remove) for move in moves):
        return [event for move in moves for event in _removal(devices, move, _points(move, seen), way)]
    if way in {CURSOR, STEPS} and moves and not isinstance(moves[-1], Remove):
        return [event for move in moves for event in _by_cursor(devices, move, way)]
    events = [event for move in moves for event in _events(devices, move, _points(move, seen, way), way, keyboard)]
    return [*events, *_keys(keyboard.leave(), moves[-1])] if moves and isinstance(moves[-1], Remove) else events


def _events(
    devices: InputDevices, move: Move, points: Sequence[Point], way: Way | None, keyboard: Keyboard
) -> Iterator[InputEvent]:
    match move:
        case Remove():
            yield from _keys(keyboard.remove(move), move, move.cells[0])
        case Box() if way == "keys":
            yield from _keys(keyboard.draw(move), move, move.a)
        case Box(a, b) if way != TAPS:
            yield from _keys(keyboard.leave(), move)
            corners = [(a, points[0]), (b, points[-1])]
            yield from _stroke(devices, move, [(a, at) for at in points] if a == b else corners)
        case Trace() if way == "keys":
            yield InputEvent(partial(devices.press_key, "Escape"), move)  # ends a line that was begun before
            yield from _by_cursor(devices._replace(key="Enter"), move, CURSOR, move.free)
        case Enter() if way == TRAY:
            yield from _stroke(devices, move, [(move.cell, at) for at in points])
        case Drag() | Trace() if way == DRAG:
            yield from _stroke(devices, move, list(zip(move.cells, points, strict=True)))
        case Drag() if way == "keys":
            yield press(devices, "click", move, move.cells[0], points[0])
            for arrow, cell in zip(arrows(move), move.cells[1:], strict=True):
                yield InputEvent(partial(devices.press_key, arrow), move, cell)
        case _:
            yield from _clicks(devices, move, points, way)


def _by_cursor(devices: InputDevices, move: Move, way: Way, free: Collection[Cell] = ()) -> Iterator[InputEvent]:
    """Yield the keys that make `move` at the cursor: no other key comes after the last cell of a path.

    The cursor is led to its first cell through `free` ones, if there are any.
    """
    first, *others = _tapped(move)
    if way == STEPS or isinstance(move, Box):
        for cell in dict.fromkeys((first, *others)) if way == STEPS else (first, *others):
            yield _at_cursor(devices, devices.key, move, cell)
        return
    yield _at_cursor(devices, move.text[0] if isinstance(move, Enter) else devices.key, move, first, free)
    if isinstance(move, Drag | Trace):
        for arrow, cell in zip(arrows(move), others, strict=True):
            yield InputEvent(partial(devices.press_key, arrow), move, cell)
    rest = move.text[1:] if isinstance(move, Enter) else [devices.key] if isinstance(move, Trace) else ""
    yield from _keys([partial(devices.press_key, key) for key in rest], move)


def _at_cursor(devices: InputDevices, key: str, move: Move, cell: Cell, free: Collection[Cell] = ()) -> InputEvent:
    """Return the event of a key on `cell`, to which the cursor is led before."""

    def make() -> bool:
        is_there = devices.cursor.lead(cell, free)
        if is_there:
            devices.press_key(key)
        return is_there

    return InputEvent(make, move, cell, press=key)


def _clicks(devices: InputDevices, move: Move, points: Sequence[Point], way: Way | None) -> Iterator[InputEvent]:
    """Yield a click at each of `points`: of the cells or corners of `move`, and maybe of a button; then the keys of a
    text, or its button in the menu of the cell.
    """
    cells = _tapped(move)
    for cell, point in zip([*cells, cells[-1]], points, strict=False):
        yield press(devices, "click", move, cell, point)
    if isinstance(move, Enter) and way == MENU:
        yield InputEvent(partial(devices.choose, move.text), move, move.cell, press=MENU)
    if isinstance(move, Enter) and way == "keys":
        for character in move.text:
            yield InputEvent(partial(devices.press_key, character), move, move.cell)


def _removal(devices: InputDevices, move: Move, points: Sequence[Point], way: Way | None) -> Iterator[InputEvent]:
    """Yield the events that remove a rectangle by the method `way`: a click of some kind, or the drag that drew it."""
    stops = list(zip(touched(move), points, strict=True))
    if way == DRAG:
        yield from _stroke(devices, move, [stops[0], *stops[1:][-1:]])
    elif way:
        yield press(devices, way, move, *stops[0])


def press(devices: InputDevices, kind: Press, move: Move, cell: Cell, point: Point) -> InputEvent:
    """Return the event of a click of this kind at `point`, or of a key on `cell`."""
    mouse, at = devices.mouse, (point.x, point.y)
    makers: dict[str, Input] = {
        "click": partial(devices.click, *at),
        "double": partial(mouse.click, *at, click_count=2),
        "right": partial(mouse.click, *at, button="right"),
        "hold": partial(_hold, mouse, devices.hold, at),
    }
    return InputEvent(makers[kind], move, cell, at, kind) if kind in makers else _at_cursor(devices, kind, move, cell)


def _hold(mouse: Mouse | Finger, hold: Input, at: tuple[float, float]) -> None:
    """Press the button, wait, and release it."""
    mouse.move(*at)
    mouse.down()
    hold()
    mouse.up()


def _keys(pressed: Iterable[Input], move: Move, cell: Cell | None = None) -> Iterator[InputEvent]:
    """Yield key events; the first one is for `cell`."""
    for make in pressed:
        yield InputEvent(make, move, cell)
        cell = None


def _stroke(devices: InputDevices, move: Move, stops: "Sequence[Stop]") -> Iterator[InputEvent]:
    """Yield the events of a drag from the first of `stops` through the others."""
    (first, start), (last, end) = stops[0], stops[-1]
    if devices.draw:
        yield InputEvent(partial(devices.draw, [(at.x, at.y) for _, at in stops]), move, last, (end.x, end.y))
        return
    mouse = devices.mouse
    yield InputEvent(partial(mouse.move, start.x, start.y), move, first, (start.x, start.y))
    yield InputEvent(mouse.down, move)
    legs: list[tuple[Cell | None, tuple[float, float]]] = []
    for (_, a), (cell, b) in pairwise(stops):
        legs += [(None, ((a.x + b.x) / 2, (a.y + b.y) / 2)), (cell, (b.x, b.y))]
    yield from (InputEvent(partial(mouse.move, *at), move, cell, at) for cell, at in legs[:-2])
    yield InputEvent(partial(_end, mouse, [at for _, at in legs[-2:]]), move, last, (end.x, end.y))


def _end(mouse: Mouse | Finger, stops: Sequence[tuple[float, float]]) -> None:
    """Move into the last cell by way of its edge, and release the button."""
    for stop in stops:
        mouse.move(*stop)
    mouse.up()


def all_clickable(moves: Sequence[Move], seen: BoardSeen) -> bool:
    """Return True if nothing covers the cells that `moves` touch."""
    return all(point.free for move in moves for point in _points(move, seen))


def same_targets(moves: Sequence[Move], seen: BoardSeen, now: BoardSeen, way: Way | None = None) -> bool:
    """Return True if the targets of `moves` by method `way` are equal in `seen` and `now` in place and reachability."""
    return all(_points(move, seen, way) == _points(move, now, way) for move in moves)


def needed_cells(moves: Sequence[Move], look: BoardSeen) -> dict[str, Any]:
    """Return the request to look at the cells of `moves` only for what covers them, and to scroll to them if the board
    of `look` needs that.
    """
    cells = dict.fromkeys(cell for move in moves for cell in touched(move))
    return {"show" if look.scrolls else "coming": [cell.row * look.snapshot.cols + cell.col for cell in cells]}


def usable_methods(moves: Sequence[Move], seen: BoardSeen, ways: Sequence[Way]) -> list[Way]:
    """Return those of `ways` that can make `moves`: by buttons only if each text or end of a word has a free one."""
    texts = {_text(move) for move in moves if isinstance(move, Enter | Trace)}
    buttons = {text for text, point in seen.buttons.items() if point.free}
    return [way for way in ways if way not in BY_BUTTONS or texts <= buttons]


def _ways(draw: Sequence[Way], kind: type[Move]) -> list[Way]:
    """Return those of the ways to `draw` for this kind of move: a path has no borders, and taps on two corners
    draw a rectangle if nothing else does. `BACK` comes after all others.
    """
    ways = [way for way in draw if way != (BORDERS if kind is not Box else TAPS)] or [*draw]
    return [*ways, BACK] if kind is Box and DRAG in ways else ways


def _points(move: Move, seen: BoardSeen, way: Way | None = None) -> list[Point]:
    """Return the pointer positions for `move`: its cells in order, and the button of its text if entered by one: after
    the cell, or before it from a palette or a tray. After a word come its last cell again, or the one button that ends
    words; after the one cell of a rectangle, by `BACK`, a cell beside it and that cell again.
    """
    cells = _tapped(move) if way == TAPS else touched(move)
    points = [seen.at(cell) for cell in cells]
    if isinstance(move, Box) and move.a == move.b and way == BACK:
        return [*points, seen.at(neighbours(move.a, *seen.shape)[0]), *points]
    if isinstance(move, Trace) and way == AGAIN:
        return [*points, points[-1]]
    if not (isinstance(move, Enter | Trace) and way in BY_BUTTONS):
        return points
    button = [point for text, point in seen.buttons.items() if text == _text(move)]
    return [*points, *button] if way == "buttons" else [*button, *points]


def _text(move: Enter | Trace) -> str:
    """Return the text of the button for `move`."""
    return move.text if isinstance(move, Enter) else BUTTONS


def _tapped(move: Move) -> tuple[Cell, ...]:
    """Return the cells that are clicked for `move`."""
    return (move.a, move.b) if isinstance(move, Box) else touched(move)


# Rectangles that are drawn by their borders: drags along the edges of cells, from corner to corner

Corner = tuple[int, int]
"""A corner of cells, by the number of the row and the column after it."""
Stop = tuple[Cell, Point]


def outlines(moves: Sequence[Move], seen: BoardSeen) -> Iterator[tuple[Move, list[Stop]]]:
    """Yield the lines that enclose the rectangles of `moves` on the board of `seen`, by their corners, with the move.

    A line that is there already, as another rectangle ends at it, is left out: many pages would erase it.
    """
    lines = _Lines(seen)
    for move in moves:
        if isinstance(move, Box):
            yield from ((move, stops) for stops in lines.around(move))


class _Lines:
    """The places of the corners of cells, and the names of the rectangles that stand or are drawn."""

    def __init__(self, seen: BoardSeen) -> None:
        self._rows, self._cols = seen.shape
        self._across, self._down = seen.lines
        self._drawn = {(row, col): str(cell.get("mark") or "") for (row, col), cell in seen.snapshot.places()}

    def around(self, box: Box) -> Iterator[list[Stop]]:
        """Yield the missing lines around `box`, and count it as drawn."""
        top, left, bottom, right = *box.a, box.b.row + 1, box.b.col + 1
        for row, outer in ((top, top - 1), (bottom, bottom)):
            missing = [col for col in range(left, right) if self._is_missing(outer, col)]
            yield from (self._stops(box.a, [(row, col) for col in run]) for run in _runs(missing))
        for col, outer in ((left, left - 1), (right, right)):
            missing = [row for row in range(top, bottom) if self._is_missing(row, outer)]
            yield from (self._stops(box.a, [(row, col) for row in run]) for run in _runs(missing))
        self._drawn.update(dict.fromkeys(box.cells, f"{box.a} to {box.b}"))

    def _is_missing(self, row: int, col: int) -> bool:
        """Return whether no line parts a rectangle from the cell beyond it: it is on the board, and in none."""
        return 0 <= row < self._rows and 0 <= col < self._cols and not self._drawn[row, col]

    def _stops(self, cell: Cell, corners: list[Corner]) -> list[Stop]:
        return [(cell, Point(self._across[col], self._down[row], free=True)) for row, col in corners]


def _runs(places: list[int]) -> Iterator[list[int]]:
    """Yield the runs of neighbouring sides, each as the corners from its first to its last."""
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        sides = [place for _, place in run]
        yield [*sides, sides[-1] + 1]
