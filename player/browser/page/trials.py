"""Trials on a page whose inputs are not known yet: single inputs, and the traits of cells before and after them."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, cast

from player.browser.page.connection import map_playwright_errors
from player.browser.page.inputs import InputDevices, Press, input_events, press
from player.browser.page.isolated_world import has_devtools, script
from player.browser.page.messages import CURSOR, KEYPAD
from player.browser.page.observation import BoardSeen, Point
from player.browser.page.page_reader import PageReader
from player.browser.page.trace import LATE_TIMERS_MS
from player.browser.selectors.controls import Target
from player.games.grid import Cell
from player.games.moves import Move, Tap

SCRIPT, STARTERS, QUIET = map(script, ("traits", "starters", "quiet"))
#: Time for a page to stop changing after an input, in milliseconds.
SETTLE_MS = 1_200
#: Number of looks at a page that never stops, and the time between two, in milliseconds.
MOVING_LOOKS, MOVING_MS = 4, 90
#: The events of each kind of input: of a mouse, or a control; of one that may be a mouse or a finger; and so on.
INPUTS = {
    "mouse": {"click", "mousedown", "mouseup", "dblclick", "contextmenu", "input", "change"},
    "pointer": {"pointerdown", "pointermove", "pointerup"},
    "touch": {"touchstart", "touchmove", "touchend"},
    "keys": {"keydown", "keyup", "keypress"},
}
#: The events of which a page must hear one for a kind of click to have an effect.
CLICKS = {
    "right": {"contextmenu", "auxclick", "mousedown", "mouseup", "pointerdown", "pointerup"},
    "hold": {"mousedown", "pointerdown", "touchstart"},
}
#: The kind of input that is two clicks in a row, as quick as may be.
TWICE = "twice"


class Starter(NamedTuple):
    """An element that may begin the game: a selector and a text that find it, and the place of a click, as `Point`.

    By its `kind` it is pressed, is an option to choose, a field to fill in, or a link whose address is its text.
    """

    selector: str
    text: str
    x: float
    y: float
    free: bool
    kind: str = "press"


@dataclass(frozen=True, slots=True)
class Surface:
    """The top of a page: the places of the cells, if there is a board, and what may be pressed.

    `covered` if something lies over one of these cells that is in the window. `starters` may begin the game; `closer`
    closes what covers a cell.
    """

    points: tuple[Point, ...] | None
    covered: bool
    closer: Point | None
    starters: tuple[Starter, ...]

    @property
    def is_disabled(self) -> bool:
        """True if there is something to press, and nothing of it takes a press yet."""
        return bool(self.starters) and not any(one.free for one in self.starters)


class Trait(NamedTuple):
    """A trait of an element, as js/traits.js has it."""

    kind: str
    where: str
    selector: str
    name: str
    value: str


Traits = frozenset[Trait]


@dataclass(frozen=True, slots=True)
class Appearance:
    """The traits of one element in several looks: those that it had `always`, and those that it had `ever`."""

    always: Traits
    ever: Traits

    def like(self, other: "Appearance") -> bool:
        """Return True if both may be the same state: what one always has, the other has."""
        return self.always <= other.ever and other.always <= self.ever


@dataclass(frozen=True, slots=True)
class Looks:
    """The appearance of the cells of a board, row by row, and of the items of each list beside it."""

    cells: tuple[Appearance, ...]
    lists: dict[str, tuple[Appearance, ...]]
    digest: str = ""
    """A short name of the last look, to compare it with."""

    def changed(self, other: "Looks") -> frozenset[int]:
        """Return the numbers of the cells that look different in `other`."""
        pairs = zip(self.cells, other.cells, strict=False)
        return frozenset(number for number, (one, two) in enumerate(pairs) if not one.like(two))


class Trials:
    """Single inputs on the page of one game, which are not read back, and the traits of its cells."""

    def __init__(self, reader: PageReader, devices: Callable[[BoardSeen], InputDevices]) -> None:
        """`devices` returns the mouse and the keyboard for a board."""
        self._page, self._reader, self._devices = reader.tab.page, reader, devices

    def go(self) -> None:
        """Load the page."""
        with map_playwright_errors():
            self._reader.forget()
            self._reader.tab.pending.begin()
            self._reader.tab.connection.go()

    def begin(self, starter: Starter, name: str) -> None:
        """Press what begins the game, choose it, or fill in a `name`; note from then on what the page has under way."""
        with map_playwright_errors():
            self._reader.tab.pending.begin()
        if starter.kind != "choose":
            self.click(starter)
        with self._pressing():
            if starter.kind == "choose":
                self._page.locator(starter.selector).select_option(label=starter.text)
            elif starter.kind == "fill":
                self._page.keyboard.type(name)

    def work(self) -> bool | None:
        """Return True if the page has requests or work under way that may bring a board; None if it can't be known."""
        pending = self._reader.tab.pending
        with map_playwright_errors():
            return pending.request(LATE_TIMERS_MS) or pending.work(late=True)

    def quiet(self, timeout: float) -> bool:
        """Wait until the page stops changing, at most `timeout` milliseconds; return True if it did."""
        return self._reader.tab.world.ask(QUIET, self._reader.request, timeout) is not None

    def careful(self) -> None:
        """From now on, press nothing that submits a form or leads elsewhere; stop requests that a press sets off."""
        self._reader.request["careful"] = True
        self._reader.tab.guard.watch()

    def surface(self, target: Target, *, beside: bool = False, wide: bool = False, kind: str = "press") -> Surface:
        """Return the top of the page; what begins the game are the visible elements that `target` names.

        There are none beside a board that nothing covers, unless `beside` is set. With `wide`, whatever shows a hand
        and has such words in its name counts too, and anything that can be pressed in a layer over the board. By its
        `kind`, these are options of a list instead, the one field for a name, or what is "blocked": never pressed,
        though the game may stand behind it.
        """
        answer = self._reader.answer(STARTERS, starter=target.model_dump(), beside=beside, wide=wide, kind=kind)
        found = json.loads(answer)
        points, closer = found["points"], found["closer"]
        return Surface(
            None if points is None else tuple(Point(**one) for one in points),
            found["covered"],
            Point(**closer) if closer else None,
            tuple(Starter(**one) for one in found["starters"]),
        )

    def tags(self) -> list[str]:
        """Return the names of the page's elements, in order: a press that changes none has hardly an effect."""
        with map_playwright_errors():
            return [tag for frame in self._page.frames for tag in re.findall(r"<([a-z][\w-]*)", frame.content())]

    def keypad(
        self, words: Mapping[str, Sequence[str]], not_words: Sequence[str], *, over: bool = False
    ) -> dict[str, Any] | None:
        """Return the key `buttons` for those beside the board, or `over` it, that say one of the words of each text;
        None without any. Not those that are introduced by `not_words`.
        """
        answer = self._reader.answer(KEYPAD, words=words, not_words=not_words, over=over)
        return cast("dict[str, Any] | None", json.loads(answer))

    def over(self, at: Point | None = None) -> None:
        """Put the pointer over a cell, or off the board; press nothing."""
        with self._pressing():
            self._reader.tab.mouse.move(*(at[:2] if at else (0, 0)))

    def rest(self, milliseconds: float) -> None:
        """Wait by the page's clock."""
        self._reader.tab.world.rest(milliseconds)

    def heard(self) -> frozenset[str] | None:
        """Return the kinds of inputs, of `INPUTS`, that scripts of the page listen to; None if nothing tells."""
        heard = self._events()
        return None if heard is None else frozenset(kind for kind, some in INPUTS.items() if not heard.isdisjoint(some))

    def takes(self, kind: str) -> bool:
        """Return whether a kind of click may have an effect, by the events that scripts of the page listen to."""
        heard = self._events() if kind in CLICKS and len(self._page.frames) == 1 else None
        return heard is None or not heard.isdisjoint(CLICKS[kind])

    def _events(self) -> set[str] | None:
        """Return the names of the events that scripts of the page listen to; None if nothing tells."""
        if not has_devtools(self._page):
            return None
        heard: set[str] = set()
        with map_playwright_errors():
            session = self._reader.tab.world.session
            for top in ("window", "document"):
                ask = {"objectId": session.send("Runtime.evaluate", {"expression": top})["result"]["objectId"]}
                found = session.send("DOMDebugger.getEventListeners", {**ask, "depth": -1, "pierce": True})
                heard.update(one["type"] for one in found["listeners"])
        return heard

    def text(self) -> str:
        """Return what the page says, all its frames together."""
        with map_playwright_errors():
            return " ".join(frame.locator("body").inner_text() for frame in self._page.frames)

    def letters(self, marks: Iterable[str]) -> list[str]:
        """Return the initials of `marks`, and x, that the page names by themselves, as it does if they are keys."""
        told = {word.lower() for word in self.text().split()}
        return [one for one in dict.fromkeys([*(mark[0] for mark in marks), "x"]) if one in told]

    def cursor(self) -> int:
        """Return the number of the cell that keys act on, -1 if none is known; the board gets the focus if it must."""
        return int(self._reader.answer(CURSOR, to=0, direct=False))

    def arrow(self, key: str) -> None:
        """Press an arrow key."""
        with self._pressing():
            self._page.keyboard.press(key)

    def click(self, control: Point | Starter) -> None:
        """Click a control, and take the pointer away; a starter where it is now, unless it is gone or covered.

        Others may have been scrolled to since it was found.
        """
        at = control
        if isinstance(control, Starter):
            found = self.surface(Target(selector=control.selector, text=[control.text]), kind="again").starters
            if not (found and found[0].free):
                return
            [at] = found
        with self._pressing():
            self._reader.tab.mouse.click(at.x, at.y)
            self._reader.tab.mouse.move(0, 0)

    def press(self, look: BoardSeen, index: int, kind: Press) -> None:
        """Make a click of a kind at a cell, or press a key with the cursor there; without one, only lead it there."""
        cell, devices = Cell(*divmod(index, look.snapshot.cols)), self._devices(look)
        with self._pressing():
            if not kind:
                devices.cursor.lead(cell)
                return
            event = press(devices, "click" if kind == TWICE else kind, Tap(cell), cell, look.points[index])
            for _ in range(2 if kind == TWICE else 1):
                event.make()
            self._reader.tab.mouse.move(0, 0)

    def attempt(
        self,
        moves: Sequence[Move],
        look: BoardSeen,
        way: str | None,
        is_clear: Callable[[], bool] = lambda: True,
        *,
        held: bool = False,
    ) -> bool:
        """Make the input events of `moves` by the method `way`, and take the pointer away; read nothing back.

        End as soon as `is_clear` is False before one of them; return whether all were made. The button of a drag
        that is `held` stays down.
        """
        events = input_events(self._devices(look), moves, look, way)
        if held and (end := events[-1]).point:
            events[-1] = end._replace(make=partial(self._reader.tab.mouse.move, *end.point))
        with self._pressing():
            made = 0
            while made < len(events) and is_clear():
                events[made].make()
                made += 1
            if not held or made < len(events):
                self.release()
        return made == len(events)

    def release(self) -> None:
        """Release the button, and take the pointer away."""
        self._reader.tab.mouse.up()
        self._reader.tab.mouse.move(0, 0)

    @contextmanager
    def _pressing(self) -> Iterator[None]:
        """Make an input inside: what it sets off is stopped before a board is proved."""
        with map_playwright_errors():
            self._reader.tab.guard.presses()
            yield

    def looks(self, before: Looks | None = None) -> Looks | None:
        """Return how the board looks once it is quiet; None if there is no board.

        After an input, it should look otherwise than `before`: the effect may be late. Of a page that never stops,
        several looks are taken.
        """
        self._reader.tab.guard.require()
        world, request = self._reader.tab.world, self._reader.request
        answer = world.ask(SCRIPT, {**request, **({"unlike": before.digest} if before else {})}, SETTLE_MS)
        if answer is not None:
            return _looks([json.loads(answer)])
        many: list[dict[str, Any] | None] = []
        for _ in range(MOVING_LOOKS):
            world.rest(MOVING_MS)
            many.append(json.loads(self._reader.answer(SCRIPT, now=True)))
        whole = [one for one in many if one is not None]
        return _looks(whole) if whole and len({len(one["cells"]) for one in whole}) == 1 else None


def _looks(answers: Sequence[dict[str, Any]]) -> Looks:
    """Return the looks of several answers about the same cells."""

    def traits(answer: dict[str, Any], numbers: Sequence[int]) -> Traits:
        return frozenset(Trait(*answer["traits"][number]) for number in numbers)

    def appearances(parts: Sequence[Sequence[Traits]]) -> tuple[Appearance, ...]:
        together = zip(*parts, strict=False)
        return tuple(Appearance(frozenset.intersection(*each), frozenset().union(*each)) for each in together)

    cells = appearances([[traits(one, numbers) for numbers in one["cells"]] for one in answers])
    names = answers[-1]["lists"]
    lists = {
        name: appearances([[traits(one, numbers) for numbers in one["lists"].get(name, [])] for one in answers])
        for name in names
    }
    return Looks(cells, lists, answers[-1]["digest"])
