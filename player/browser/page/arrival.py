"""The way to the board of a game's page, and its head start."""

import json
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from player.browser.page.connection import SIGN_IN, map_playwright_errors
from player.browser.page.inputs import InputMethods, needed_cells
from player.browser.page.messages import CHOOSE, PENDING
from player.browser.page.observation import (
    BoardOrWin,
    BoardSeen,
    CrampedBoardSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
    SeveralBoardsSeen,
    SignInSeen,
    StartSeen,
    Verdict,
    What,
    WinSeen,
)
from player.browser.page.page_reader import RETRY_MS, PageReader
from player.browser.page.pending import StabilityPolicy
from player.browser.page.tab import Tab, TimerGuard
from player.browser.selectors.schema import GameSelectors
from player.errors import PageNotUnderstood, SignInNeeded, Unavailable
from player.games.moves import Move

#: Longest observation of a page before its turn, and interval at which its turn waits for the page, in milliseconds.
WATCH_MS, POLL_MS = 300, 5
#: Age of a trace, in seconds, after which it is not asked for the page's timers: it may have been full.
MAX_TRACE_S = 30

_UNCOVERED = [What.SIGN_IN, What.WON, What.ALREADY, What.START, What.GRID, What.SEVERAL]
_SHOWN = [*_UNCOVERED, What.OVERLAY]


class HeadStart:
    """Load a page before its turn. Its timer begins with Start, which is not pressed.

    Of a page that shows anything else the timer may run already: the page is closed, to be opened again at its turn.
    """

    def __init__(self, reader: PageReader) -> None:
        self._reader, self._tab = reader, reader.tab
        self._began = 0.0
        self._goes = self._is_there = self._is_turn = False

    def go(self) -> None:
        """Load the page in one attempt, in the background, up to its start screen. Raises what ends the attempt.

        At the page's turn nothing of that counts but a page that is there, and a server's refusal.
        """
        self._began, self._goes = perf_counter(), True
        try:
            self._reader.forget()
            self._tab.pending.begin()
            self._reader.request["made"] = 0
            self._is_there = self._tab.connection.go_ahead()
        finally:
            self._goes = False
        if self._is_there and not self._waits_for_start() and not self._is_turn:
            self._is_there = False
            self._tab.page.close()

    def _waits_for_start(self) -> bool:
        """Return True if the page shows its start screen, earlier results, or a cover without a board."""
        end, covered = self._began + self._reader.times.load / 1000, False
        while perf_counter() < end and not self._is_turn:
            try:
                look = self._reader.wait(WATCH_MS, until=_SHOWN, arriving=True)
                covered = isinstance(look, OverlaySeen) and not look.counts.get("grid")
                if covered:
                    look = self._reader.wait(WATCH_MS, until=_UNCOVERED, arriving=True)
            except PageNotUnderstood:
                return False  # a board, if a strange one
            if look is not None:
                return isinstance(look, StartSeen | SignInSeen | WinSeen)
        return covered

    def taken(self) -> bool:
        """Begin the page's turn; return True if the page is there, and has not to be loaded."""
        self._is_turn = True
        while self._goes:
            self._tab.page.wait_for_timeout(POLL_MS)
        is_there, self._is_there = self._is_there, False
        if is_there and perf_counter() - self._began > MAX_TRACE_S:
            self._tab.pending.end()
        return is_there


#: Start, overlays over it, overlays over the board, each again if a click was dropped: more steps are a loop.
MAX_STEPS = 8

_ARRIVING = [What.SIGN_IN, What.WON, What.ALREADY, What.OVERLAY, What.START, What.GRID, What.CRAMPED]


class Arrival:
    """Load the page of one game, press Start, close overlays, and wait until the page keeps its board."""

    def __init__(
        self,
        reader: PageReader,
        methods: InputMethods,
        timer: TimerGuard,
        *,
        member: bool,
        in_place: bool,
        still: Path | None = None,
    ) -> None:
        """`methods` remembers if the site's pages replace boards; `timer` begins with the board.

        With `member`, a guest's page is refused. Unless a board of the game stays, another visit would give another
        puzzle: a page that was reached is not loaded again. A page that is played `in_place` is never loaded. One
        that was saved to the file `still` has no scripts: nothing comes later.
        """
        self._reader, self._timer, self._still, self._member = reader, timer, still, member
        self._tab, self._game, self._times = reader.tab, reader.game, reader.times
        self._stability = StabilityPolicy(reader.times, reader.tab.pending, methods)
        reader.tab.pending.shown = lambda: json.loads(reader.answer(PENDING))
        self._stays, self._reached = reader.game.board.stays and not in_place, in_place
        self.varies = not (reader.game.board.stays or in_place)
        """True if another visit gives another board."""
        self._is_whole = False
        self.head_start = HeadStart(reader)
        self.started = False
        """True if the page had a start screen."""
        self.say: Callable[[str], object] = bool
        """Called with one line about a wait that takes long."""
        self.closed: list[str] = []
        """The names of the overlays that were closed on the way."""
        self._reported = ""
        self._waits = 0

    def open(self) -> BoardOrWin:
        """Go to the game, press Start, close overlays; return the observation of the board or of an earlier win.

        SignInNeeded if a member's page is a guest's.
        """
        self._reported = ""
        with map_playwright_errors():
            is_there = self.head_start.taken()
            if not is_there:
                self._reader.forget()
                self._tab.pending.begin()
            self._stability.begin()
            if not is_there and (self._stays or not self._reached):
                self._reader.request["made"] = 0
                self._tab.connection.go()
            try:
                look = self._reach(self._await_board())
            except (PageNotUnderstood, SignInNeeded):
                self._tab.pending.end()
                raise
            self._reached = True
            self._timer.begin()
            if self._member and look.account == "guest":
                raise SignInNeeded("the session is not honoured, the page is a guest's: type `player login`")
            return look

    def another(self) -> bool:
        """Let the next `open` load the page, if another visit gives another board; return whether it does."""
        self._reached = self._reached and not self.varies
        return self.varies

    def reach(self) -> BoardOrWin:
        """Close overlays on the page as it is; return the observation of the board, or of a win."""
        with map_playwright_errors():
            return self._reach(self._await_board())

    def later(
        self, look: BoardSeen, *, sound: bool, replaced: bool = False, leaves: bool = False, once_more: bool = True
    ) -> BoardOrWin | None:
        """Return the first observation of a board other than that of `look`; None once the page will not change any
        more.

        A `sound` board (one solution) is final as soon as the page has nothing pending; any other one when the page has
        been quiet, unless the caller `leaves` it for another one: then nothing is played on it. A board that was
        `replaced` before is not final while the page may still be loading. At the end it is observed `once_more`,
        unless the caller does that.
        """
        with map_playwright_errors():
            began, gone = perf_counter(), False
            lasts = True
            while lasts:
                stood = 1000 * (perf_counter() - began)
                lasts = self._stability.lasts(stood, sound=sound or leaves, replaced=replaced)
                if lasts:
                    self._tab.world.rest(RETRY_MS)
                # What was pending may have come just before it was known to be over.
                elif not once_more or self._stands(look):
                    break
                now = self._arrive(self._times.response)
                gone = now is None
                if now is None:
                    continue
                seen = self._reach(now)
                if not isinstance(seen, BoardSeen) or seen.snapshot != look.snapshot:
                    self._stability.follow(sound=sound)
                    self._timer.begin()
                    return seen
            self._tab.pending.end()
            return self._reach(self._await_board()) if gone else None

    def again(self, look: BoardSeen, moves: Sequence[Move] | None = None) -> BoardOrWin:
        """Observe the page right before the first input: the board of `look` where it is now, or something else.

        If it is known which `moves` come, only their cells are looked at for covers.
        """
        with map_playwright_errors():
            needed = {} if moves is None or look.scrolls else needed_cells(moves, look)
            if now := self._stands(look, **needed):
                return now
            seen = self._reach(self._await_board())
            if isinstance(seen, BoardSeen) and seen.snapshot != look.snapshot:
                self._stability.follow(sound=True)
            return seen

    def _stands(self, look: BoardSeen, **ask: Any) -> BoardSeen | None:
        """Return the current observation if it shows the board of `look`."""
        self._reader.forget_board()
        with suppress(PageNotUnderstood):  # the page is redrawing it
            now = self._reader.now(**ask)
            if isinstance(now, BoardSeen) and now.snapshot == look.snapshot:
                return now
        return None

    def _await_board(self) -> Observation | None:
        """Return the first observation on the way to the board, or of it; report a long wait."""
        self._waits = 0
        try:
            look = self._arrive(self._times.load, slow=self._report_wait)
        except PageNotUnderstood:
            if not self._stability.prolonged():
                raise
            return self._await_board()
        if look is None and (
            self._tab.connection.reload_missing(hung=True) or self._load_whole() or self._stability.prolonged()
        ):
            return self._await_board()
        return look

    def _load_whole(self) -> bool:
        """Load the page again, once, if it lacks what it has if it was loaded as a whole; return True if it was."""
        if self._is_whole or not self._stays or not self._reader.now().partial:
            return False
        self._is_whole = True
        self._reader.forget()
        self._reader.request["made"] = 0
        self._tab.connection.go()
        return True

    def _report_wait(self, left: float) -> None:
        """Request lost documents again, once, and report the missing part, once, with the `left` milliseconds."""
        self._waits += 1
        if self._waits == 1:
            self._tab.connection.reload_missing(hung=False)
        self._stability.works_late()  # now and then: a long trace takes long to read
        with suppress(PageNotUnderstood):  # an unfinished board: its refusal says more later
            path = urlsplit(self._tab.page.url).path
            part = awaited(self._reader.now(), self._reader.request["elsewhere"], path)
            if part != self._reported:
                self._reported = part
                self.say(f"{part}: waiting up to {left / 1000:.0f} s more")

    def _arrive(self, timeout: float, slow: Callable[[float], None] | None = None, **ask: Any) -> Observation | None:
        """Wait as `PageReader.wait` does, on the way to a board, which may be unfinished."""
        self._reader.forget_board()
        return self._reader.wait(timeout, final=self._stability.final, slow=slow, until=_ARRIVING, arriving=True, **ask)

    def _reach(self, look: Observation | None) -> BoardOrWin:
        """Continue from `look` to the board, or to a game already won."""
        for _ in range(MAX_STEPS + max(len(page.start) for page in self._game.pages.values())):
            match look:
                case WinSeen() if self._is_refuted(look):
                    look = self._await_board()
                    continue
                case BoardSeen():
                    return look
                case OverlaySeen():
                    clicked = look.name
                    self.closed.append(clicked)
                case _ if self._still and (problem := unplayable(look or self._reader.now(), self._still)):
                    raise PageNotUnderstood(problem)
                case WinSeen():
                    return look
                case StartSeen():
                    self.started = True
                    clicked = f"{look.what} {look.step}"
                case _:
                    raise self.trouble()
            self._press(look)
            look = self._arrive(self._times.response, clicked=clicked) or self._await_board()
        stuck = look and look.what
        raise PageNotUnderstood(f"the way to the board goes in circles at {stuck}: fix selectors.yaml")

    def _is_refuted(self, sign: WinSeen) -> bool:
        """Return True if the page shows a board, the start of a game or a sign-in beside the `sign` of a win, and
        believe that sign no more: it can't tell that this game was won.

        A page that may still change is waited for, unless it is one of results.
        """
        if sign.earlier or not sign.held:
            return False
        began, closed, is_last = perf_counter(), 0, False
        while True:
            with suppress(PageNotUnderstood):  # an unfinished board
                beside = self._reader.now(**self._reader.beside(sign), arriving=True)
                if isinstance(beside, OverlaySeen) and closed < MAX_STEPS:
                    self.closed.append(beside.name)
                    self._press(beside)
                    closed += 1
                    self._tab.world.rest(RETRY_MS)
                    continue  # what it covered is looked at
                asks_to_sign_in = isinstance(beside, SignInSeen) and not beside.challenge
                if asks_to_sign_in or isinstance(beside, BoardSeen | StartSeen | SeveralBoardsSeen | CrampedBoardSeen):
                    self._reader.refute(sign)
                    return True
            if sign.sign is Verdict.RESULTS or is_last:
                return False
            # What was pending may have come just before it was known to be over.
            is_last = not self._stability.lasts(1000 * (perf_counter() - began), sound=True)
            self._tab.world.rest(RETRY_MS)

    def _press(self, look: OverlaySeen | StartSeen) -> None:
        """Close the overlay of `look`, or make its step of the start: click, fill in, or choose."""
        self._tab.guard.presses()
        self._stability.press()
        if isinstance(look, OverlaySeen):
            click_away(self._tab, look.point)
            return
        step = self._game.page(look.generation).start[look.step]
        if step.choose is None:
            click_away(self._tab, look.point)
        elif self._reader.answer(CHOOSE, step=look.step) != "true":
            return  # the page has replaced it
        if step.fill is not None:
            keyboard = self._tab.page.keyboard
            keyboard.press("ControlOrMeta+a")
            keyboard.type(step.fill)
            if step.enter:
                keyboard.press("Enter")
        self._reader.request["made"] = max(look.step + 1, self._reader.request.get("made", 0))

    def trouble(self) -> Exception:
        """Return the error for a page that offers nothing to do; raise SignInNeeded if it is a sign-in page."""
        self._tab.connection.require_no_signin()
        self._tab.connection.require_on_site()
        where = urlsplit(self._tab.page.url)
        for _, missing in self._tab.connection.missing():
            return Unavailable(f"a part of the page did not load: {missing}: try again")
        look = self._reader.now()
        if isinstance(look, SignInSeen):
            return SignInNeeded(
                f"the page on {where.path} shows a challenge for people: solve it in a browser: {SIGN_IN}"
            )
        if look.paths and self._reader.picture_reader and self._reader.picture_reader.refusal:
            return PageNotUnderstood(self._reader.picture_reader.why)
        if not look.paths:
            return Unavailable(f"{where.path} was still loading after {self._times.load / 1000:g} s: try again")
        return not_understood(look, self._game, self._reader.request["elsewhere"], where.path, self._times.load / 1000)


def click_away(tab: Tab, point: Point) -> None:
    """Click a control over the board, and move the pointer away: a cell under the pointer has other colours."""
    tab.mouse.click(point.x, point.y)
    tab.mouse.move(0, 0)


def not_understood(
    look: Observation, game: GameSelectors, elsewhere: Collection[str], path: str, seconds: float
) -> PageNotUnderstood:
    """Return the error that names the missing part of the board in `look`, after `seconds` of waiting.

    The fields read `elsewhere` may be missing.
    """
    if isinstance(look, SeveralBoardsSeen):
        return undecided(look, path)
    if isinstance(look, BoardSeen) and look.covered:
        return PageNotUnderstood("something covers the board that no overlay in selectors.yaml names: fix 'overlays'")
    if isinstance(look, BoardSeen) and (missing := look.missing(elsewhere)):
        chains = game.page(look.generation).read
        expected = "; ".join(f"{name!r} ({', '.join(chains[name].expect)})" for name in missing if name in chains)
        return PageNotUnderstood(
            f"on {path} no alternative in selectors.yaml reads what is expected of {expected}: fix 'read'"
        )
    if isinstance(look, NothingSeen) and look.lesson:
        return PageNotUnderstood(
            f"the board on {path} is a lesson's, not the game's: finish or skip the lesson in a browser, then try again"
        )
    found = ", ".join(f"{name} {number}" for name, number in look.counts.items())
    return PageNotUnderstood(
        f"no board on {path} within {seconds:g} s: a grid with cells was expected (matches: {found}; "
        f"frames looked into: {', '.join(look.paths)}): fix selectors.yaml"
    )


def awaited(look: Observation, elsewhere: Collection[str], path: str) -> str:
    """Describe the part of the board that `look`, at the page on `path`, still lacks."""
    if isinstance(look, BoardSeen) and look.covered:
        return f"something covers the board on {path}"
    if isinstance(look, BoardSeen) and (missing := look.missing(elsewhere)):
        return f"the board on {path} shows no {' and no '.join(missing)} yet"
    if not look.paths:
        return f"{path} is still loading"
    return f"{path} shows no board yet"


def unplayable(look: Observation, file: Path) -> str:
    """Return the reason that a page saved to `file` can't be played; empty if it shows a board."""
    match look:
        case BoardSeen():
            return ""
        case WinSeen():
            return f"the game on the page {file} is finished: save it before its first move"
        case StartSeen():
            return f"the page {file} was saved before Start, without its board: save it after"
        case _:
            return f"no board of this game is on the page {file}: save the page with its board"


def undecided(look: SeveralBoardsSeen, path: str) -> PageNotUnderstood:
    """Return the error for several boards in `look`, none of which is known to take input."""
    found = "; ".join(f"{cells} cells in {way}" for cells, way in look.boards)
    return PageNotUnderstood(
        f"{len(look.boards)} boards are visible on {path}, and nothing on the page tells which one takes input: "
        f"{found}: close the others, or let 'grid' in selectors.yaml find just the one"
    )
