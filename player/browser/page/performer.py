"""The performer of moves: input events on a page, with the pauses between them, each batch read back."""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from operator import lt
from time import perf_counter
from typing import Any

from player.browser.page.arrival import MAX_STEPS, Arrival, click_away
from player.browser.page.clicks import clicked, cycle_clicks, learnt, turned
from player.browser.page.connection import map_playwright_errors
from player.browser.page.devices import Cursor, QuickInputs
from player.browser.page.inputs import (
    BACK,
    BORDERS,
    DRAG,
    MENU,
    ONE_BY_ONE,
    QUICK,
    InputDevices,
    InputEvent,
    InputMethods,
    all_clickable,
    input_events,
    needed_cells,
    same_targets,
)
from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.judgement import Recorder
from player.browser.page.messages import FOCUS, KEYPAD
from player.browser.page.observation import (
    BoardOrWin,
    BoardSeen,
    ExpectedMarks,
    Observation,
    OverlaySeen,
    Performed,
    Point,
    Verdict,
    What,
    WinSeen,
)
from player.browser.page.page_reader import PageReader
from player.browser.page.presentation import Presentation
from player.browser.page.tab import TimerGuard
from player.browser.selectors.base import PaceLimits
from player.browser.selectors.schema import CLICKED, CORNER, PageSelectors
from player.errors import PageNotUnderstood
from player.games.moves import Move, Remove, Tap, batches, by_cell, touched

_PLAYING = [What.WON, What.OVERLAY, What.GRID, What.CRAMPED]
#: What a page may show after the move that wins, if it shows nothing at first.
_ENDED = [What.WON, What.LOST, What.OVERLAY, What.GRID]
#: What a page may show beside a sign of a win.
_AFTER_A_SIGN = [What.OVERLAY, What.GRID, What.START, What.SEVERAL, What.NOTHING]

#: Time for a finished board to be drawn anew, in milliseconds, and how often it is waited for.
REDRAWN_MS, MAX_REDRAWN = 150, 2
#: Time for which a board that is not understood after moves may be half drawn, in milliseconds.
HALF_DRAWN_MS = 500


@dataclass(frozen=True, slots=True)
class _Plan:
    """The input events `acts` for `moves`, by the method `way` of the key `kind`, or by the page's cycle.

    The page should show what is `expected` after them. With `is_quick`, they are not waited for one by one.
    """

    moves: Sequence[Move]
    look: BoardSeen
    expected: ExpectedMarks
    page: PageSelectors
    kind: Hashable
    way: str | None
    acts: Sequence[InputEvent]
    cycles: bool
    is_quick: bool

    @property
    def removes(self) -> bool:
        """True if it takes rectangles away, and does nothing else."""
        return all(isinstance(move, Remove) for move in self.moves)


class Performer:
    """Make moves on the board of one game's page."""

    def __init__(
        self,
        reader: PageReader,
        methods: InputMethods,
        timer: TimerGuard,
        arrival: Arrival,
        *,
        presentation: Presentation,
        recorder: Recorder,
    ) -> None:
        """`methods` holds the input methods that worked on the site's pages; `presentation` tells of each input."""
        self._reader, self._methods, self._timer, self._arrival = reader, methods, timer, arrival
        self._tab, self._game, self._times = reader.tab, reader.game, reader.times
        self._presentation = presentation
        self.recorder = recorder
        """Notes what the page shows after the last move; from the first one on, if the sign of its win is not known."""
        self._throttle = InputThrottle(reader.tab.world)
        self._quick = QuickInputs(reader.tab.world)
        self._failed = False

    def batches(self, moves: Sequence[Move], look: BoardSeen) -> Iterable[Sequence[Move]]:
        """Split `moves` into batches to perform: a single one if the page has a click cycle.

        With an audience, or if the board has to be scrolled, the moves of one cell form a batch. A removal that is no
        key press is a batch of its own: it may do something else in a cell that another one has cleared.
        """
        if self._presentation.audience and all(isinstance(move, Tap) for move in moves):
            return by_cell(moves)
        if look.scrolls:
            return by_cell(moves) if all(isinstance(move, Tap) for move in moves) else [[move] for move in moves]
        page = self._game.page(look.generation)
        if page.enter[0] in ONE_BY_ONE:
            return by_cell(moves)
        if page.cycle or (page.buttons and all(isinstance(move, Tap) for move in moves)):
            return [moves]
        trial = page.draw != [BORDERS] and self._reader.picture_reader is None
        return batches(moves, removals_alone=page.remove != ["keys"], trial=trial)

    def _may_be_quick(self, page: PageSelectors) -> bool:
        """Return whether inputs may be faster than anyone sees, on a `page` that asks for no pause."""
        seen = (
            self._presentation.audience
            or self._reader.picture_reader
            or page.pace.any
            or page.hover
            or page.cursor
            or page.touch
            or page.enter[0] in ONE_BY_ONE
        )
        return self._quick.possible and not seen

    def perform(
        self, moves: Sequence[Move], look: BoardSeen, expected: ExpectedMarks, *, wins: bool, patience: int
    ) -> Performed:
        """Make `moves` on the board of `look`, and wait until the page shows them.

        Returns the first observation with all marks expected, or of a win; after the timeout, the current observation.
        If `wins`, the last input waits for the page's timer, and is not made if the board has changed or is covered by
        then. `patience` multiplies the timeout.
        """
        with map_playwright_errors():
            if wins:
                self._tab.saves.forget()
            self._tab.guard.lift()
            if self._failed:  # a popup may have taken the keyboard focus
                self._tab.page.bring_to_front()
            self.recorder.first_move()
            if all(isinstance(move, Remove) for move in moves) and _is_shown(look, expected.field, expected.marks):
                return Performed(look, made=0)  # an earlier removal has cleared these cells
            stays = all_clickable(moves, look) and not look.scrolls and self._is_current(look, expected.field)
            cleared = look if stays else self._clear(moves, look)
            if isinstance(cleared, WinSeen) or cleared.snapshot != look.snapshot:  # the moves are not for that board
                return Performed(cleared, self._board_after(cleared, expected), made=0)
            plan = self._planned(moves, cleared, expected)
            made, timer = self._make(plan, wins=wins)
            if made == len(plan.acts):
                return self._read_back(plan, self._times.shown * patience, timer, wins=wins)
            if plan.way in {DRAG, BACK} and not plan.is_quick:
                self._tab.mouse.up()
            self._quick.end()
            left = self._clear(moves, look)
            return Performed(left, self._board_after(left, expected), made=made)

    def _planned(self, moves: Sequence[Move], look: BoardSeen, expected: ExpectedMarks) -> _Plan:
        """Return the input events that make `moves` on the board of `look`."""
        page = self._game.page(look.generation)
        if look.generation in self._methods.turned and page.cycle:
            page = page.model_copy(update={"cycle": turned(page.cycle)})
        kind, way = self._methods.chosen(moves, look, page)
        is_quick = self._may_be_quick(page) and self._methods.quick(kind, moves, way)
        devices = self.devices(look, is_quick=is_quick)
        clicks = cycle_clicks(devices, moves, look, page, expected) if page.cycle or page.buttons else None
        acts = input_events(devices, moves, look, way) if clicks is None else clicks
        return _Plan(moves, look, expected, page, kind, way, acts, cycles=clicks is not None, is_quick=is_quick)

    def _make(self, plan: _Plan, *, wins: bool) -> tuple[int, float | None]:
        """Make the events of `plan` while its board stands, and has the cursor; return their number, and the timer at
        the last one.
        """
        timer, audience = None, self._presentation.audience
        for number, act in enumerate(plan.acts):
            if waited := audience is not None:
                audience(act, plan.look)
            if wins and number == len(plan.acts) - 1:  # by number: one object may occur several times
                self._quick.settle()
                timer, paused = self._timer.wait(plan.page.timer)
                waited = waited or paused
                self.recorder.last_move(plan.page)
            if act.press != "click":  # other kinds of clicks are made at once, and would overtake those that are quick
                self._quick.settle()
            stands = not waited or act.press == MENU or self._stands(plan, number)
            if not stands or self._throttle.make(act, plan.page.pace) is False:
                self._quick.settle()
                return number, timer
        self._quick.settle()
        return len(plan.acts), timer

    def _read_back(self, plan: _Plan, timeout: float, timer: float | None, *, wins: bool) -> Performed:
        """Wait until the page shows what is expected after the moves of `plan`, and judge its input method."""
        if plan.page.hover or self._reader.picture_reader:
            self._tab.mouse.move(0, 0)
        seen = self._expected(plan, timeout)
        if wins and seen.what is What.NOTHING:  # left, or drawn anew
            seen = self._reader.wait(self._times.response, until=_ENDED) or self._reader.now()
            if self._closes_overlay(seen):
                seen = self._expected(plan, timeout)
        board = self._board_after(seen, plan.expected, timeout, wins=wins)
        self._quick.end()
        if not (isinstance(seen, BoardSeen) or (isinstance(seen, WinSeen) and (board or wins))):
            self._tab.connection.require_no_signin()
        self._tab.connection.require_on_site()
        if not self._failed or plan.look.same_board(seen, plan.expected.field):
            self._judge(plan, seen)
        way, made = None if plan.removes else plan.way, len(plan.acts) if plan.cycles else None
        return Performed(seen, board, way=way, timer=timer, made=made, is_quick=plan.is_quick)

    def _judge(self, plan: _Plan, seen: Observation) -> None:
        """Record whether the page, which is as in `seen`, took the inputs of `plan`."""
        worked, cycle, field = not self._failed, plan.page.cycle, plan.expected.field
        if plan.cycles and cycle and not worked and isinstance(seen, BoardSeen):
            shown = learnt([cycle, turned(cycle)], clicked(plan.acts, plan.look, seen, field))
            if shown not in (None, cycle):
                self._methods.turned ^= {seen.generation}
        if plan.is_quick:
            self._methods.judge(plan.kind, QUICK, worked=worked)
        if plan.way and (worked or not plan.is_quick or plan.way != DRAG):  # after a quick drag comes a careful one
            # A page that tells no patches apart may have removed a part of what seemed to be one.
            is_begun = plan.removes and _is_shown(seen, field, dict([*plan.expected.marks.items()][:1]))
            self._methods.judge(plan.kind, plan.way, worked=worked or is_begun)

    def _board_after(
        self, seen: Observation, expected: ExpectedMarks, timeout: float = 0, *, wins: bool = False
    ) -> BoardSeen | None:
        """Return the board beside the sign of a win that was `seen`, even below an overlay; None if there is none.

        It may be another one, or drawn otherwise; the marks `expected` are waited for. So is a board that is away, but
        not beside results; after the move that `wins` not for long.
        """
        if not isinstance(seen, WinSeen) or not seen.held:
            return None
        ask: dict[str, Any] = {**expected.request(), **self._reader.beside(seen)}
        with suppress(PageNotUnderstood):  # a finished board may be drawn otherwise
            now = self._reader.wait(timeout, until=_AFTER_A_SIGN, **ask) if timeout else None
            if now is None or isinstance(now, OverlaySeen):
                now = self._reader.now(**ask, still=True)
            for _ in range(MAX_REDRAWN):
                if now.what is What.NOTHING and seen.sign is not Verdict.RESULTS:
                    limit = REDRAWN_MS if wins else self._times.response
                    now = self._reader.wait(limit, until=[What.GRID], **ask) or self._reader.now(**ask, still=True)
            return now if isinstance(now, BoardSeen) else None
        return None

    def devices(self, look: BoardSeen, *, is_quick: bool = False) -> InputDevices:
        """Return the mouse and the keyboard for the board of `look`; if `is_quick`, clicks, keys and drags are not
        waited for one by one.
        """
        page, mouse, press_key = self._game.page(look.generation), self._tab.mouse, self._tab.page.keyboard.press
        at = page.cursor.at if page.cursor else None
        return InputDevices(
            mouse,
            self._quick.click if is_quick else mouse.click,
            self._quick.press_key if is_quick else press_key,
            self._quick.draw if is_quick else None,
            hold=partial(self._tab.world.rest, page.pace.hold_ms),
            board=partial(self._reader.answer, FOCUS),
            cursor=Cursor(
                press_key,
                self._reader.answer,
                look.shape,
                is_hidden=at == CORNER,
                click=(lambda cell: mouse.click(*look.at(cell)[:2])) if at == CLICKED else None,
            ),
            key=page.cursor.key if page.cursor else "Space",
            choose=self._choose,
        )

    def _choose(self, text: str) -> bool:
        """Press the button of a text in the menu that a cell has opened; return False if there is none."""
        found = self._tab.world.ask(KEYPAD, {**self._reader.request, "text": text}, self._times.shown)
        if found is not None:
            at = Point(**json.loads(found))
            self._tab.mouse.click(at.x, at.y)
        return found is not None

    def _expected(self, plan: _Plan, timeout: float) -> Observation:
        """Return the first observation as expected, or a win; else set `_failed`, and return the current one."""
        coming = plan.expected.coming
        needed = {} if coming is None or plan.look.scrolls else needed_cells(coming, plan.look)
        final = None if self._reader.picture_reader else partial(lt, HALF_DRAWN_MS)
        for _ in range(MAX_STEPS):
            seen = self._reader.wait(timeout, final, until=_PLAYING, **plan.expected.request(), **needed)
            self._failed = seen is None
            seen = seen or self._reader.now()
            if not self._closes_overlay(seen):
                return seen
        raise PageNotUnderstood("an overlay keeps covering the board: fix 'overlays' in selectors.yaml")

    def _is_current(self, look: BoardSeen, field: str) -> bool:
        """Return whether the board of `look` is where it was; a page that is read from its markup tells it later."""
        if self._reader.picture_reader is None:
            return True
        now = self._reader.now()
        return isinstance(now, BoardSeen) and look.same_board(now, field) and now.points == look.points

    def _stands(self, plan: _Plan, number: int) -> bool:
        """Return True if the board of `plan` is still there, the targets of its moves are unmoved and uncovered, and
        no mark has changed that the first tap on a cell would change, if the event `number` is one.
        """
        now = self._reader.now(**needed_cells(plan.moves, plan.look))
        return (
            isinstance(now, BoardSeen)
            and plan.look.same_board(now, plan.expected.field)
            and same_targets(plan.moves, plan.look, now, plan.way)
            and self._is_untouched(plan, number, now)
        )

    @staticmethod
    def _is_untouched(plan: _Plan, number: int, now: BoardSeen) -> bool:
        act, field = plan.acts[number], plan.expected.field
        if act.cell is None or not isinstance(act.move, Tap) or any(one.cell == act.cell for one in plan.acts[:number]):
            return True
        index = act.cell.row * now.snapshot.cols + act.cell.col
        return bool(now.snapshot.cells[index].get(field) == plan.look.snapshot.cells[index].get(field))

    def _clear(self, moves: Sequence[Move], board: BoardSeen) -> BoardOrWin:
        """Close overlays and scroll until the cells of `moves` are clickable; return that observation, or a win."""
        for _ in range(MAX_STEPS):
            look = self._reader.wait(self._times.response, until=_PLAYING, **needed_cells(moves, board))
            if look is None:
                break
            if isinstance(look, WinSeen) or (isinstance(look, BoardSeen) and all_clickable(moves, look)):
                return look
            if isinstance(look, BoardSeen) and look.scrolls and board.scrolls:
                cells = touched(moves[0])
                raise PageNotUnderstood(
                    f"{cells[0]} and {cells[-1]} are not visible at a time, as a part of the page scrolls the board: "
                    "nothing can be drawn from one to the other"
                )
            self._closes_overlay(look)
        raise self._arrival.trouble()

    def _closes_overlay(self, look: Observation) -> bool:
        if not isinstance(look, OverlaySeen):
            return False
        self.recorder.news()  # it may be the sign of a win, and gone before the page's own next look
        click_away(self._tab, look.point)
        return True


def _is_shown(look: Observation, field: str, shown: Mapping[int, str | bool]) -> bool:
    """Return True if the page shows these marks already; it may have the word "empty" for none."""
    return isinstance(look, BoardSeen) and all(
        (seen := look.snapshot.cells[index].get(field)) == mark or (seen, mark) == ("empty", "")
        for index, mark in shown.items()
    )


class InputThrottle:
    """Delay inputs by the page's limits: per place since its last click, and since the last input of any kind.

    Two quick clicks on one cell may count as a double click, and inputs in quick succession may be lost. Without limits
    there are no delays.
    """

    def __init__(self, world: IsolatedWorld) -> None:
        self._world = world
        self._made: dict[tuple[Any, ...], float] = {}
        self._last = -inf

    def make(self, act: InputEvent, pace: PaceLimits) -> object:
        """Make an input once `pace` allows it; return what it returns. Events of one kind at one point count as clicks
        on one cell.
        """
        if not pace.cell and not pace.any:
            return act.make()
        kind = act.make.func if isinstance(act.make, partial) else act.make
        before = self._made.get((kind, act.point), -inf) if act.point else -inf
        until = max(before + pace.cell / 1000, self._last + pace.any / 1000)
        self._world.rest(1000 * (until - perf_counter()))
        made = act.make()
        self._last = self._made[kind, act.point] = perf_counter()
        return made
