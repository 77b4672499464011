"""Input events: the choice of a method, rectangles by keys and borders, the fewest clicks, the time between inputs."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from player.browser.page import performer as module
from player.browser.page.clicks import clicked, fewest_clicks, learnt, turned
from player.browser.page.devices import Cursor, Input, Keyboard
from player.browser.page.inputs import (
    InputEvent,
    InputMethods,
    Press,
    _stroke,
    input_events,
    outlines,
    press,
    usable_methods,
)
from player.browser.page.observation import BoardSeen, Point
from player.browser.selectors.base import Cycle, PaceLimits
from player.browser.selectors.schema import PageSelectors, Way
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Remove, Tap
from player.games.snapshot import Snapshot

# The method

DRAW: tuple[Way, ...] = get_args(Way)


def drawn(ways: InputMethods, taken: Way, generation: str = "sdui", draw: tuple[Way, ...] = DRAW) -> list[str]:
    """The ways that are tried on a page which takes none but `taken`."""
    tried: list[str] = []
    while taken not in tried:
        tried.append(ways.best(generation, draw))
        ways.judge(generation, tried[-1], worked=tried[-1] == taken)
    return tried


def test_a_dragged_line_is_waited_for_move_by_move() -> None:
    """A page of React drew it all, counted a cell twice, and never said that it was won."""
    line, ways = Drag((Cell(0, 0), Cell(0, 1), Cell(0, 2))), InputMethods()
    assert [ways.quick("line", [line], way) for way in ("drag", "keys")] == [False, True]
    assert ways.quick("rectangle", [Box(Cell(0, 0), Cell(1, 1))], "drag")


@pytest.mark.parametrize("taken", DRAW)
def test_ways_are_tried_in_the_order_of_trust_and_the_one_that_worked_is_used_on(taken: Way) -> None:
    ways = InputMethods()
    assert drawn(ways, taken) == list(DRAW[: DRAW.index(taken) + 1])
    assert drawn(ways, taken) == [taken], "the next path, in this game or in another"


def test_the_order_of_trust_is_that_of_the_page_and_what_did_nothing_comes_last() -> None:
    assert drawn(InputMethods(), "keys", draw=("taps", "keys")) == ["taps", "keys"]
    ways = InputMethods()
    ways.judge("sdui", "keys", worked=False)
    assert drawn(ways, "drag") == ["drag"]


def test_a_way_that_worked_may_fail_once_before_another_is_tried() -> None:
    ways = InputMethods()
    assert drawn(ways, "drag")[-1] == "drag"
    ways.judge("sdui", "drag", worked=False)
    assert ways.best("sdui", DRAW) == "drag"
    ways.judge("sdui", "drag", worked=False)
    assert ways.best("sdui", DRAW) == "taps", "which has not failed yet"


def test_where_all_ways_fail_each_gets_its_turn_again() -> None:
    ways = InputMethods()
    tried: list[str] = []
    for _ in range(2 * len(DRAW)):
        tried.append(ways.best("sdui", DRAW))
        ways.judge("sdui", tried[-1], worked=False)
    assert tried == [*DRAW, *DRAW]


def test_what_one_generation_takes_says_nothing_of_the_other() -> None:
    ways = InputMethods()
    drawn(ways, "taps", "sdui")
    assert ways.best("ember", DRAW) == "keys"


ENTER = [Enter(Cell(0, 0), "1"), Enter(Cell(0, 1), "12")]


@pytest.mark.parametrize(
    ("buttons", "ways"),
    [
        ({"1": True, "12": True, "3": False}, ["keys", "buttons"]),
        ({"1": True}, ["keys"]),
        ({"1": True, "12": False}, ["keys"]),
        ({}, ["keys"]),
    ],
    ids=["a button for each", "one is missing", "one is covered", "none"],
)
def test_texts_are_entered_by_buttons_only_where_there_is_a_free_one_for_each(
    buttons: dict[str, bool], ways: list[str]
) -> None:
    points = {text: Point(9, 9, free) for text, free in buttons.items()}
    look = BoardSeen(snapshot=Snapshot(1, 2, ({}, {})), buttons=points)
    assert usable_methods(ENTER, look, ("keys", "buttons")) == ways


# Rectangles by keys

BOX = Box(Cell(1, 0), Cell(2, 2))


class Typist:
    """A keyboard that writes down what is pressed."""

    def __init__(self) -> None:
        self.typed: list[str] = []

    def press(self, key: str) -> None:
        self.typed.append(key.removeprefix("Arrow"))

    def focus(self) -> None:
        self.typed.append("focus")


def typed(typist: Typist, inputs: Iterable[Input]) -> str:
    typist.typed.clear()
    for single in inputs:
        single()
    return " ".join(typist.typed)


def test_a_walk_begins_in_the_upper_left_and_goes_on_from_box_to_box() -> None:
    typist = Typist()
    keyboard = Keyboard(typist.press, typist.focus, rows=3, cols=4)
    assert typed(typist, keyboard.leave()) == "", "there is no walk to leave"
    assert typed(typist, keyboard.draw(BOX)) == (
        "Escape focus Enter Up Up Left Left Left Down Enter Down Right Right Enter"
    )
    assert typed(typist, keyboard.draw(Box(Cell(0, 1), Cell(0, 1)))) == "Up Up Left Enter Enter"
    assert typed(typist, keyboard.remove(Remove((Cell(1, 1), Cell(1, 2))))) == "Down Backspace"
    assert typed(typist, keyboard.leave()) == "Escape"
    assert typed(typist, keyboard.remove(Remove((Cell(0, 0),)))) == "Escape focus Enter Up Up Left Left Left Backspace"


# Rectangles by the lines around them

#: A rectangle of one row stands at the top.
MARKS = [["a", "a", "a"], ["", "", ""], ["", "", ""]]
POINTS = tuple(Point(10 * col + 5, 10 * row + 5, free=True) for row in range(3) for col in range(3))


def striped() -> BoardSeen:
    cells = tuple({"mark": mark} for row in MARKS for mark in row)
    return BoardSeen(snapshot=Snapshot(3, 3, cells), points=POINTS)


def lines_around(*boxes: Box) -> list[list[tuple[float, float]]]:
    return [[(point.x, point.y) for _, point in line] for _, line in outlines(boxes, striped())]


def test_a_rectangle_is_drawn_from_corner_to_corner_of_its_cells() -> None:
    """Not along the rim, nor where another rectangle ends."""
    assert lines_around(Box(Cell(1, 0), Cell(1, 1))) == [[(0, 20), (10, 20), (20, 20)], [(20, 10), (20, 20)]]


def test_a_line_between_two_rectangles_of_a_batch_is_drawn_once() -> None:
    lines = lines_around(Box(Cell(1, 0), Cell(2, 0)), Box(Cell(1, 1), Cell(2, 2)))
    assert lines == [[(10, 10), (10, 20), (10, 30)]]


# Clicks

LIST = Cycle(click=["empty", "cross", "queen"])
DOUBLE = Cycle(click=["empty", "cross", "queen"], double=["queen"])
RIGHT = Cycle(click=["empty", "queen"], right=["empty", "cross"])
HOLD = Cycle(click=["queen"], right=["empty", "cross"], hold=["empty"])
APART = Cycle(click=["sun", "moon"], right=["empty", "cross"])

WAYS: dict[str, tuple[Cycle, object, object, list[str] | None]] = {
    "none": (LIST, "queen", "queen", []),
    "round the cycle": (LIST, "queen", "cross", ["click", "click"]),
    "a double click before two clicks": (DOUBLE, "empty", "queen", ["double"]),
    "a double click before one click": (DOUBLE, "cross", "queen", ["double"]),
    "clicks before a double click on the way": (DOUBLE, "cross", "empty", ["click", "click"]),
    "a right click": (RIGHT, "empty", "cross", ["right"]),
    "by way of another mark": (RIGHT, "cross", "queen", ["right", "click"]),
    "a long press before longer ways": (HOLD, "queen", "empty", ["hold"]),
    "from a mark that no list names": (HOLD, "circle", "cross", ["hold", "right"]),
    "what a click gives to any mark": (HOLD, "cross", "queen", ["click"]),
    "no way between two lists": (APART, "empty", "sun", None),
    "no way to a mark that no list names": (HOLD, "queen", "circle", None),
}


@pytest.mark.parametrize("name", WAYS)
def test_the_fewest_clicks_lead_to_a_mark(name: str) -> None:
    cycle, now, then, kinds = WAYS[name]
    assert fewest_clicks(cycle, now, then) == kinds


def shown(*marks: str) -> BoardSeen:
    return BoardSeen(snapshot=Snapshot(1, len(marks), tuple({"mark": mark} for mark in marks)))


def clicks(*kinds: Press) -> list[InputEvent]:
    """One click of each kind, on a cell of its own."""
    return [InputEvent(lambda: None, Tap(Cell(0, i)), Cell(0, i), (i, 0), kind) for i, kind in enumerate(kinds)]


def test_the_other_order_begins_with_the_same_mark() -> None:
    both = Cycle(click=["empty", "sun", "moon"], right=["empty", "moon", "sun"], hold=["empty"])
    assert turned(both) == Cycle(click=["empty", "moon", "sun"], right=["empty", "sun", "moon"], hold=["empty"])
    assert turned(turned(both)) == both


@pytest.mark.parametrize(
    ("kinds", "marks", "other"),
    [
        (["click", "click"], ["cross", "cross"], False),
        (["click", "click"], ["queen", "queen"], True),
        (["click", "click", "click"], ["queen", "empty", "queen"], True),
        (["click", "click", "click"], ["cross", "cross", "queen"], False),
        (["click", "click"], ["cross", "queen"], False),
        (["click", "click"], ["empty", "empty"], False),
    ],
    ids=["as told", "the other", "the other, one lost", "one doubled", "undecided", "all lost"],
)
def test_most_cells_tell_in_which_order_clicks_go(kinds: list[Press], marks: list[str], *, other: bool) -> None:
    before = shown(*["empty"] * len(marks))
    seen = clicked(clicks(*kinds), before, shown(*marks), "mark")
    assert (learnt([LIST, turned(LIST)], seen) == turned(LIST)) is other


def test_a_mark_that_comes_again_at_the_end_is_where_clicks_go_on() -> None:
    lasting = Cycle(click=["empty", "sun", "moon", "sun"])
    assert fewest_clicks(lasting, "empty", "moon") == ["click", "click"]
    assert fewest_clicks(lasting, "moon", "sun") == ["click"]
    assert fewest_clicks(lasting, "sun", "empty") is None
    assert turned(lasting) == lasting


def test_keys_of_a_cell_lead_through_marks_as_clicks_do() -> None:
    both = Cycle(click=["empty", "cross"], keys={"q": ["queen"], "Space": ["empty", "sun", "moon"]})
    assert fewest_clicks(both, "cross", "queen") == ["q"]
    assert fewest_clicks(both, "sun", "empty") == ["Space", "Space"]
    assert turned(both).keys == both.keys


# The cursor


class Board:
    """A board of 4x4 cells whose cursor skips the cells that are `held`, and comes in again at the other side."""

    def __init__(self, *held: Cell) -> None:
        self.held, self.at, self.pressed = held, Cell(3, 0), list[str]()

    def press(self, key: str) -> None:
        down, right = {"ArrowUp": (-1, 0), "ArrowDown": (1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}[key]
        self.pressed.append(key)
        self.at = Cell((self.at.row + down) % 4, (self.at.col + right) % 4)
        if self.at in self.held:
            self.press(key)

    def answer(self, _script: str, *, to: int, direct: bool) -> str:
        del to, direct
        return str(4 * self.at.row + self.at.col)


@pytest.mark.parametrize("to", [Cell(row, col) for row in range(4) for col in range(4) if (row, col) != (1, 1)])
@pytest.mark.parametrize("held", [[Cell(1, 1)], [Cell(1, 1), Cell(2, 0), Cell(0, 3), Cell(2, 2)]], ids=["one", "four"])
def test_arrow_keys_lead_a_cursor_to_any_free_cell_of_a_board_that_skips_others(to: Cell, held: list[Cell]) -> None:
    board = Board(*held)
    Cursor(board.press, board.answer, (4, 4)).lead(to)
    assert board.at == to or to in held


def test_a_cursor_that_is_not_shown_goes_by_way_of_the_corner() -> None:
    pressed: list[str] = []

    def answer(_script: str, *, to: int, **_: bool) -> str:
        pressed.append("focus")
        return str(to)

    Cursor(pressed.append, answer, (2, 3), is_hidden=True).lead(Cell(1, 1))
    assert pressed == ["focus", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight"]


# The time between inputs

STROKE = [(Cell(0, col), Point(10 + 20 * col, 10, free=True)) for col in range(3)]


class Watch:
    """A world in which time passes only while somebody waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.made: list[tuple[str, float]] = []
        monkeypatch.setattr(module, "perf_counter", lambda: self.now)

    def rest(self, milliseconds: float) -> None:
        self.now += max(0, milliseconds) / 1000

    def make(self, acts: Iterable[InputEvent], pace: PaceLimits) -> None:
        throttle = module.InputThrottle(self)  # type: ignore[arg-type]  # a world of its own
        for act in acts:
            throttle.make(act, pace)

    def devices(self) -> Any:
        def note(name: str) -> Any:
            return lambda *_of, **_how: self.made.append((name, round(self.now, 3)))

        mouse = SimpleNamespace(move=note("move"), down=note("down"), up=note("up"), click=note("click"))
        return SimpleNamespace(mouse=mouse, click=mouse.click, draw=None, hold=None)


@pytest.mark.parametrize("move", [Drag(tuple(cell for cell, _ in STROKE)), Box(Cell(0, 0), Cell(0, 2))])
def test_a_stroke_keeps_the_pace_between_its_inputs(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    watch.make(_stroke(watch.devices(), move, STROKE), PaceLimits(any=100))
    assert [name for name, _ in watch.made] == ["move", "down", "move", "move", "move", "move", "up"]
    assert sorted({at for _, at in watch.made}) == [0, 0.1, 0.2, 0.3, 0.4], "the last two moves go with the release"


def test_strokes_from_one_cell_are_as_far_apart_as_clicks_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    devices, here = watch.devices(), STROKE[:1]
    box = Box(Cell(0, 0), Cell(0, 0))
    acts = [*_stroke(devices, box, here), *_stroke(devices, box, here)]
    watch.make(acts, PaceLimits(cell=350))
    assert [at for name, at in watch.made if name == "down"] == [0, 0.35]


def test_a_rectangle_of_one_cell_is_drawn_by_way_of_a_cell_beside_it_once_a_press_was_none() -> None:
    board = BoardSeen(
        snapshot=Snapshot(2, 2, ({"mark": ""},) * 4),
        points=tuple(Point(10 * col, 10 * row, free=True) for row in range(2) for col in range(2)),
    )
    ways, mine = InputMethods(), PageSelectors.model_construct(draw=["drag"], enter=["keys"], remove=["keys"])
    boxes, tried = [Box(Cell(0, 0), Cell(0, 0))], list[list[tuple[float, float] | None]]()
    for _ in range(2):
        what, way = ways.chosen(boxes, board, mine)
        mouse: Any = SimpleNamespace(move=print, down=print, up=print)
        devices: Any = SimpleNamespace(mouse=mouse, press_key=print, board=print, draw=None)
        tried.append([event.point for event in input_events(devices, boxes, board, way) if event.point])
        ways.judge(what, str(way), worked=False)
    assert tried == [[(0, 0), (0, 0)], [(0, 0), (5, 0), (10, 0), (0, 0)]]


def test_clicks_on_one_cell_wait_and_those_on_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    devices = watch.devices()
    (_, here), (_, there), _ = STROKE
    acts = [press(devices, "click", Tap(Cell(0, 0)), Cell(0, 0), at) for at in (here, there, here)]
    watch.make(acts, PaceLimits(cell=350))
    assert watch.made == [("click", 0), ("click", 0), ("click", 0.35)]


def test_a_key_without_its_cursor_is_not_made_at_any_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    throttle, tap = module.InputThrottle(Watch(monkeypatch)), Tap(Cell(0, 0))  # type: ignore[arg-type]  # as above
    key = InputEvent(lambda: False, tap, tap.cell, press="q")
    assert [throttle.make(key, pace) for pace in (PaceLimits(), PaceLimits(any=100))] == [False, False]
