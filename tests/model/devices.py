"""The seam: a tab of our own whose mouse, keyboard and scripts are those of an abstract page, and its clock."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from player.browser.page import connection, devices, page_reader
from player.browser.page.isolated_world import PACE, IsolatedWorld
from player.browser.page.judgement import NEW_ELEMENTS
from player.browser.page.messages import CURSOR, FOCUS, LOOK, parse_observation
from player.browser.page.observation import Observation
from player.browser.page.tab import CLOCK, Tab
from player.errors import SignInNeeded
from player.games.grid import Cell
from tests.model.page import AbstractPage, at_point
from tests.model.surfaces import Event

if TYPE_CHECKING:
    from playwright.sync_api import Page  # noqa: TID251  # the type that a tab has

#: How long a button must be down for a long press, in milliseconds.
HOLD_MS = 500
SITE = "https://games.example"

Point = tuple[float, float]
Judge = Callable[[str, Point | None, Point | None], object]
"""Called with the kind of an input (or the name of a key), its place, and the end of a stroke."""


class Mouse:
    """The pointer: clicks, and strokes from where the button went down to where it came up."""

    def __init__(self, page: AbstractPage, judge: Judge) -> None:
        """`judge` is called with each input, and its place, before it arrives."""
        self._page, self._judge = page, judge
        self._at = (0.0, 0.0)
        self._down: Point | None = None
        self._cell: Cell | str | None = None
        self._pressed = False
        self._since = 0.0

    def click(self, x: float, y: float, *, click_count: int = 1, button: str = "left") -> None:
        self._at = (x, y)
        self._send("double" if click_count == 2 else "right" if button == "right" else "click", (x, y))

    def move(self, x: float, y: float) -> None:
        self._at = (x, y)
        if self._down is None or not self._page.surface.live:
            return
        if not self._pressed:
            self._pressed = True
            self._send("press", self._down)
        cell = at_point(self._page.surface, self._page.view.moved, x, y)
        self._send("enter", (x, y), arrives=cell != self._cell)
        self._cell = cell

    def down(self) -> None:
        self._down, self._pressed, self._since = self._at, False, self._page.ms
        self._cell = at_point(self._page.surface, self._page.view.moved, *self._at)

    def up(self) -> None:
        start, self._down = self._down, None
        if start is None:
            return
        if self._pressed:
            self._send("release", self._at)
        elif start != self._at and not self._page.surface.live:
            self._send("stroke", start, self._at)
        else:
            self._send("hold" if self._page.ms - self._since >= HOLD_MS else "click", self._at)

    def _send(self, kind: str, at: Point, to: Point | None = None, *, arrives: bool = True) -> None:
        """Let an input be judged by what was seen; it `arrives` if it is one where the board is now."""

        def event() -> Event:
            surface, moved = self._page.surface, self._page.view.moved
            hit = at_point(surface, moved, *at)
            end = at_point(surface, moved, *to) if to else None
            cell, text = (hit, "") if isinstance(hit, Cell) else (None, hit or "")
            kind_there = "button" if text in surface.buttons else kind
            return Event(kind_there, cell, text, end if isinstance(end, Cell) else None)

        self._judge(kind, at, to)
        if arrives:
            self._page.receive(event)


class Keyboard:
    """The keys."""

    def __init__(self, page: AbstractPage, judge: Judge) -> None:
        self._page, self._judge = page, judge

    def press(self, key: str) -> None:
        self._judge(key, None, None)
        self._page.receive(lambda: Event("key", text=key))


class Session:
    """The session with the browser by which inputs are sent without waiting."""

    def __init__(self, mouse: Mouse, keyboard: Keyboard) -> None:
        self._mouse, self._keyboard = mouse, keyboard

    def send(self, method: str, event: Mapping[str, Any]) -> None:
        match method, event.get("type"):
            case "Input.dispatchMouseEvent", "mousePressed" if event["button"] == "none":
                pass  # parts two moves, and presses nothing
            case "Input.dispatchMouseEvent", "mousePressed":
                self._mouse.down()
            case "Input.dispatchMouseEvent", "mouseReleased":
                self._mouse.up()
            case "Input.dispatchMouseEvent", _:
                self._mouse.move(event["x"], event["y"])
            case "Input.dispatchTouchEvent", kind:
                for point in event["touchPoints"]:
                    self._mouse.move(point["x"], point["y"])
                {"touchStart": self._mouse.down, "touchEnd": self._mouse.up}.get(str(kind), bool)()
            case "Input.dispatchKeyEvent", "keyDown" | "rawKeyDown":
                self._keyboard.press(event["key"])

    def on(self, _name: str, _hear: object) -> None:
        """Nothing on the page is dragged by the browser."""

    def detach(self) -> None:
        """End the session."""


class World(IsolatedWorld):
    """The scripts in the page: each question is answered by the abstract page."""

    def __init__(self, page: AbstractPage, session: Session) -> None:
        self._abstract, self._session = page, None
        context = SimpleNamespace(browser=None, new_cdp_session=lambda _page: session)
        self.page = cast("Page", SimpleNamespace(url=f"{SITE}/play", context=context))

    def ask(self, script: str, question: Mapping[str, Any], timeout: float) -> str | None:
        page = self._abstract
        if script == LOOK:
            return page.look(question, timeout)
        if script == CURSOR:
            return self._cursor(question)
        if script == FOCUS and not page.view.dialog:
            page.view = page.view._replace(state=page.surface.focused(page.view.state))
        if script == PACE:
            page.ms += question["rest"]
            page.told = hash((page.told, question["rest"]))
            page.works = False
            page.pass_time(soon=True)
        if script == CLOCK:
            page.ms += 1000 * max(0.0, question["rest"])
            page.wait()
            return json.dumps({"timer": question["least"], "waited": True})
        return "[]" if script == NEW_ELEMENTS else "true"

    def _cursor(self, question: Mapping[str, Any]) -> str:
        page = self._abstract
        state, cols = page.view.state, page.surface.shape[1]
        at = None
        if not (page.view.blank or page.view.dialog):
            at = page.surface.focus(state)
            if question["direct"] or at is None:
                at = Cell(*divmod(question["to"], cols))
                page.view = page.view._replace(state=page.surface.led(state, at))
        answer = "-1" if at is None else str(at.row * cols + at.col)
        page.told = hash((page.told, answer))
        page.monitor.told_focus(int(answer))
        return answer


class AbstractTab(Tab):
    """The tab of an abstract page: its listeners hear nothing, and nothing on it is pending."""

    def __init__(self, page: AbstractPage, judge: Judge) -> None:
        def nothing(*_args: object, **_options: object) -> None:
            """Do nothing."""

        def works(*, late: bool = False) -> bool:
            """Return whether the page draws its board anew, which the browser's trace tells."""
            del late
            page.told = hash((page.told, page.works))
            return page.works

        def never(*_args: object) -> bool:
            """Nothing is asked of the server."""
            return False

        def reload_missing(*, hung: bool) -> bool:
            del hung
            require_no_signin()
            return False

        def require_no_signin() -> None:
            if page.view.signin:
                raise SignInNeeded("the site asks to sign in")

        def visit() -> None:
            page.log("the page is loaded")
            page.load()
            require_no_signin()

        mouse, keyboard = Mouse(page, judge), Keyboard(page, judge)
        self.world = World(page, Session(mouse, keyboard))
        self.page = self.world.page
        vars(self.page).update(bring_to_front=nothing, close=nothing, mouse=mouse, keyboard=keyboard)
        self.mouse = cast("Any", mouse)
        self.alerts, self.hear_dialogs = [], nothing  # type: ignore[method-assign]
        self.guard = cast("Any", SimpleNamespace(watches=False, lift=nothing, presses=nothing))
        self.connection = cast(
            "Any",
            SimpleNamespace(
                go=visit, require_no_signin=require_no_signin, require_on_site=nothing, unsent=False, reloaded=False,
                reload_missing=reload_missing, missing=tuple,
            ),
        )  # fmt: skip
        self.pending = cast("Any", SimpleNamespace(begin=nothing, end=nothing, work=works, request=never, shown=None))
        self.saves = cast("Any", SimpleNamespace(forget=nothing, any=False))


#: The parsed answers.
PARSED: dict[str, Observation] = {}


def _parsed(text: str) -> Observation:
    """Parse an answer once: equal ones are one object."""
    if text not in PARSED:
        PARSED[text] = parse_observation(text)
    return PARSED[text]


class Clock:
    """The time of the abstract page in place of the machine's."""

    def __init__(self) -> None:
        self.page: AbstractPage | None = None

    def __call__(self) -> float:
        return self.page.ms / 1000 if self.page else 0.0


@contextmanager
def abstract_time() -> Iterator[Clock]:
    """Give all modules of the player the clock of a page, and inputs that are sent at once."""
    clock = Clock()
    modules = [module for name, module in sys.modules.items() if name.startswith("player.")]
    timed = [module for module in modules if getattr(module, "perf_counter", None) is perf_counter]
    before: list[tuple[Any, str, Any]] = [(devices, "in_background", connection.in_background)]
    before += [(page_reader, "parse_observation", parse_observation)]
    before += [(module, "perf_counter", perf_counter) for module in timed]
    after = {"in_background": lambda work: work(), "parse_observation": _parsed, "perf_counter": clock}
    try:
        for module, name, _ in before:
            setattr(module, name, after[name])
        yield clock
    finally:
        for module, name, value in before:
            setattr(module, name, value)
