"""One play of the player's own code on an abstract page, and the properties that must hold."""

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, NamedTuple, cast

from player.browser.page import page_reader, proving
from player.browser.page.game_page import GamePage
from player.browser.page.inputs import InputMethods
from player.browser.page.judgement import IsOpen
from player.browser.page.messages import observe_request
from player.browser.page.observation import ExpectedMarks, Observation, Performed, Verdict
from player.browser.page.tab import Times
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.errors import WON, Bug, Outcome, PlayerError
from player.games import GAMES
from player.games.grid import Cell
from player.playing import DEFAULT_RULES, attempts, walk
from player.playing.result import Result
from player.proof import prove
from tests.model.devices import PARSED, SITE, AbstractTab, Clock, Point
from tests.model.page import ANSWERS, AbstractPage, LoopError, Setting, View, at_point
from tests.model.schedule import Faults, Known, KnownState, Schedule
from tests.model.surfaces import Event, State, Step, Surface

#: Most boards of one game that are played: a board that replaces another one is read and played once.
MAX_BOARDS = 2


class Case(NamedTuple):
    """A kind of page and its boards: the first one is there at first, others may replace it."""

    game: str
    name: str
    boards: tuple[Surface, ...]
    selectors: Mapping[str, Any]
    setting: Setting = Setting()
    is_known: bool = True
    """False if the player has to find out what inputs the page takes."""
    fewer: int = 0
    """The number of faults that are left out, as the board is large."""

    @property
    def most(self) -> int:
        """The greatest number of inputs on a board that one attempt may make, whatever befalls it."""
        return _most(self.boards)


@cache
def _most(boards: tuple[Surface, ...]) -> int:
    return max(board.most for board in boards)


class PropertyError(BaseException):
    """A property does not hold. No handler of the player's must catch it."""


@dataclass(slots=True)
class Ending:
    """The end of one run: the outcome or the name of the error, the inputs on boards, and what happened."""

    what: str
    inputs: int
    broken: str = ""
    trace: list[str] = field(default_factory=list)


class Monitor:
    """Judge each input by what was last observed, and the end by what the page said."""

    def __init__(self, page: AbstractPage, case: Case) -> None:
        self._page, self._case = page, case
        self._seen: View | None = None
        self._answer = ""
        self._now: State = None
        self._hit: Cell | str | None = None
        self._is_solved = False
        self.inputs = self.of_attempt = 0
        self.said_since_input = False
        self.board: int | None = None
        """The board of the last input."""

    def known(self) -> tuple[Any, ...]:
        """Return what it knows."""
        return (
            self._seen, self._answer, self._now, self._hit, self._is_solved,
            self.of_attempt, self.said_since_input, self.board,
        )  # fmt: skip

    def restore(self, known: tuple[Any, ...]) -> None:
        """Know again what it knew."""
        (
            self._seen, self._answer, self._now, self._hit, self._is_solved,
            self.of_attempt, self.said_since_input, self.board,
        ) = known  # fmt: skip

    def observed(self, answer: str | None, view: View) -> None:
        """Note what the player was told."""
        if answer is None:
            return
        surface = self._page.boards[view.board]
        self._seen, self._answer = view, answer
        self._now = surface.focused(surface.blurred(view.state))  # a drawing in progress is not shown
        self.said_since_input |= '"won"' in answer
        if '"what": "grid"' in answer:
            self._is_solved = surface.solved(view.state)

    def told_focus(self, number: int) -> None:
        """Note the number of the cell that has the keyboard focus, as the player was told; -1 if none has."""
        surface = self._page.boards[self._seen.board if self._seen else 0]
        self._now = surface.led(self._now, Cell(*divmod(number, surface.shape[1])) if number >= 0 else None)

    def waited(self) -> None:
        """Forget what was seen before a wait."""
        self._seen = None

    def attempts(self, number: int) -> None:
        """Note that another attempt begins, from 0."""
        self.of_attempt = 0
        if number >= DEFAULT_RULES.attempts or self._page.loads > MAX_BOARDS:
            raise PropertyError(f"(4) attempt {number + 1}, after {self._page.loads} loads")

    def judge(self, kind: str, at: Point | None, to: Point | None) -> None:
        """Judge an input before it arrives; raise PropertyError."""
        self._page.told = hash((self._page.told, kind, at, to))
        if self._seen is None:
            raise PropertyError("(1) an input without a look at the board")
        seen, surface = self._seen, self._page.boards[self._seen.board]
        hit, end = (at_point(surface, seen.moved, *point) if point else None for point in (at, to))
        if hit == "submit":
            self.inputs, self.board, self.said_since_input = self.inputs + 1, seen.board, False
            if not self._is_solved:
                raise PropertyError("(1) a board is handed in that was not solved when observed last")
            return
        if at is not None and (hit is None or hit in {"close", "start"}):
            if not ((seen.dialog and hit == "close") or (seen.start and hit == "start")):
                raise PropertyError(f"(1) a click on nothing, at {at[0]:g}, {at[1]:g}")
            return
        if kind == "enter" and hit == self._hit:
            return  # the pointer stays in the cell
        self._hit = hit
        self.inputs, self.of_attempt = self.inputs + 1, self.of_attempt + 1
        self.board, self.said_since_input = seen.board, False
        if self.of_attempt > self._case.most:
            raise PropertyError(f"(4) an attempt makes more than {self._case.most} inputs")
        if '"what": "grid"' not in self._answer:
            raise PropertyError("(1) an input on a board that was not observed last")
        is_button = isinstance(hit, str)
        event = Event(
            "key" if at is None else "button" if is_button else kind,
            hit if isinstance(hit, Cell) else None,
            kind if at is None else hit if isinstance(hit, str) else "",
            end if isinstance(end, Cell) else None,
        )
        self._judge_on_board(surface, seen, event)

    def _judge_on_board(self, surface: Surface, seen: View, event: Event) -> None:
        if covered := {event.cell, event.to} & seen.covered:
            raise PropertyError(f"(2) an input on {covered.pop()}, which is covered")
        before = self._now
        if (target := surface.target(before, event)) is not None and target in surface.locked(before):
            raise PropertyError(f"(7) an input on {target}, which is given or locked")
        self._now = surface.apply(before, event)
        if not surface.ordered(Step(surface.blurred(seen.state), before, event, self._now)):
            raise PropertyError(f"(1) an input that the proof does not order: {event.kind} {event.cell} {event.text}")


@cache
def _site(game: str, selectors: str) -> SiteSelectors:
    """Return selectors of an abstract page; they say of its inputs what the page takes."""
    page = PageSelectors.model_validate({"grid": ["x"], "cell": ["x"], "read": {}, **eval(selectors)})  # noqa: S307
    return SiteSelectors(
        origin=SITE, games={game: GameSelectors(url=f"{SITE}/play", pages={"abstract": page})}, signin="/signin"
    )


class Player:
    """The player on an abstract page, and its state whenever it makes moves."""

    def __init__(self, case: Case, page: AbstractPage, monitor: Monitor) -> None:
        self.page, self.case = page, case
        site = _site(case.game, repr(dict(case.selectors)))
        self.tab = AbstractTab(page, monitor.judge)
        times = Times(finish=case.setting.finish)
        self.methods = InputMethods()
        self.game_page = GamePage(
            self.tab.page, site, site.games[case.game], times, self.methods, borrowed=True, tab=self.tab
        )
        self._perform = self.game_page.performer.perform
        self._verdict = self.game_page.judgement.verdict
        self.game_page.performer.perform = self.perform  # type: ignore[method-assign]
        self.game_page.judgement.verdict = self.verdict  # type: ignore[method-assign]
        self._made: tuple[Hashable, ...] = ()
        self._attempt: tuple[int, int] = (0, 0)
        self._last: Hashable = None
        page.position = lambda: self._last

    def verdict(self, is_open: IsOpen = bool, *, unseen: bool = False) -> Verdict:
        """Capture the whole state of the player after the last move, then let it ask for the verdict."""
        self._last, self.page.told = ("verdict", unseen, tuple(self.game_page.reader.request["refuted"])), 0
        return self._verdict(is_open, unseen=unseen)

    def perform(self, moves: Any, look: Any, expected: ExpectedMarks, *, wins: bool, patience: int) -> Performed:
        """Capture the whole state of the player, then let it make the moves."""
        local = sys._getframe(1).f_locals
        if (self.page.loads, local["attempt"]) != self._attempt:
            self._attempt, self._made = (self.page.loads, local["attempt"]), ()
            self.page.monitor.attempts(local["attempt"])
        self._made = (*self._made, tuple(moves))
        performer, reader, methods = self.game_page.performer, self.game_page.reader, self.methods
        board = local["board"]
        known = (getattr(board, "found", None), getattr(board, "rejected", None))
        loop = (
            self._attempt, tuple(local["early"]), self._made, local["stalled"], local["trusted"],
            frozenset(local["failures"].items()), id(look), local["state"], board, known, local["solution"],
            wins, patience, tuple(expected.marks.items()),
        )  # fmt: skip
        throttle, now = performer._throttle, self.page.ms / 1000
        paced = frozenset((key[1], round(at - now, 3)) for key, at in throttle._made.items())
        mine = (
            performer._failed, frozenset(methods._failures.items()),
            frozenset(methods.turned), methods.replacing, tuple(reader.request["refuted"]), paced,
        )  # fmt: skip
        self._last, self.page.told = (loop, mine), 0
        return self._perform(moves, look, expected, wins=wins, patience=patience)


def run(case: Case, schedule: Schedule, clock: Clock, *, traced: bool = False) -> Ending | None:
    """Play once; None if the run came to a known state."""
    trace: list[str] = []
    page = AbstractPage(case.boards, case.setting, schedule)
    clock.page, page.monitor = page, Monitor(page, case)
    monitor: Monitor = page.monitor
    if traced:
        page.log = trace.append
    page.view = View(0, page.surface.start)
    player = Player(case, page, monitor)
    result = Result(case.game)
    broken, what = "", ""
    try:
        walk.play(GAMES[case.game], player.game_page, result, trace.append if traced else bool)  # type: ignore[arg-type]
        what = str(result.outcome)
    except KnownState:
        return None
    except PropertyError as error:
        broken = str(error)
    except LoopError:
        broken = "(6) the player goes round in a loop"
    except PlayerError as error:
        what = type(error).__name__
        if type(error) in {PlayerError, Bug}:
            broken = f"(6) an error without a name: {error}"
        if traced:
            trace.append(f"{what}: {error}")
    except Exception as error:  # noqa: BLE001  # any other error is a finding
        broken = f"(6) {type(error).__name__}: {error}"
    broken = broken or judged_end(case, page, monitor, result, what)
    return Ending(what, monitor.inputs, broken, trace)


def judged_end(case: Case, page: AbstractPage, monitor: Monitor, result: Result, what: str) -> str:
    """Return the property that the end of a run breaks."""
    if result.outcome is Outcome.SOLVED and not monitor.said_since_input:
        return "(3) solved, and the page did not say so after the last input"
    if result.outcome in WON and not {monitor.board, page.view.board} & {*page.solved}:
        return f"(3) {result.outcome}, and the board is not solved"
    if (
        case.is_known
        and not page.schedule.faults
        and (what, monitor.inputs) != (str(Outcome.SOLVED), case.boards[0].least + case.setting.submit)
    ):
        return f"(5) without faults: {what} with {monitor.inputs} inputs in place of {case.boards[0].least}"
    return ""


_proofs: dict[Hashable, Any] = {}


def proved_once(game: Any, board: Any) -> Any:
    """Prove each board once: a proof depends on nothing else."""
    key = (game.name, board, getattr(board, "found", None), getattr(board, "rejected", None))
    if key not in _proofs:
        _proofs[key] = prove(game, board)
    return _proofs[key]


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a pure function of the player's that computes each result once; what has no hash counts by identity."""
    results: dict[Hashable, tuple[Any, Any]] = {}

    def key_of(value: Any) -> Hashable:
        if isinstance(value, list):
            return tuple(value)
        return id(value) if type(value).__name__ in {"Snapshot", "Board"} else value

    @wraps(function)
    def remembering(*args: Any, **options: Any) -> Any:
        key = (*map(key_of, args), *options.values())
        if key not in results:
            results[key] = (function(*args, **options), args)  # these stay, and so do their identities
        return results[key][0]

    return remembering


def requested_once(*args: Any) -> dict[str, Any]:
    """Return a request about the same selectors anew, without making it again."""
    key = tuple(map(id, args[:2]))
    if key not in _requests:
        _requests[key] = (observe_request(*args), args)
    return {**_requests[key][0], "alerts": [], "refuted": []}


_requests: dict[Hashable, tuple[dict[str, Any], Any]] = {}


@contextmanager
def memory() -> Iterator[None]:
    """Let the pure half of the player (reading, planning, proving) compute each result once."""
    for known in (ANSWERS, PARSED, _proofs, _requests):
        known.clear()
    before: list[tuple[Any, str, Any]] = [(proving, "prove", prove), (attempts, "prove", prove)]
    before += [(page_reader, "observe_request", observe_request)]
    once = {"prove": proved_once, "observe_request": requested_once}
    for game in GAMES.values():
        names = ("read", "state", "plan", "simulate", "solved", "shown")
        before += [(game.play, name, getattr(game.play, name)) for name in names if hasattr(game.play, name)]
    try:
        for module, name, function in before:
            setattr(module, name, once.get(name) or remembered(function))
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)


__all__ = ["Case", "Ending", "Faults", "Known", "Observation", "cast", "memory", "run"]
