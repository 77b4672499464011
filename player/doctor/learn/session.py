"""The page that is learnt: the section so far, the board, and single inputs with what is seen before and after."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.inputs import BY_BUTTONS, MENU, usable_methods
from player.browser.page.observation import BoardSeen, Point, What
from player.browser.page.proving import ProvedReading, read_proved
from player.browser.page.trials import Appearance, Looks, Trait, Trials
from player.doctor.learn.marks import Example
from player.doctor.learn.start import LATE_S, LOOK_MS, QUIET_S, Start, learn_words
from player.doctor.probe import probe
from player.doctor.reading import page_with
from player.errors import BoardError, PageNotUnderstood
from player.games import Game
from player.games.fields import needed
from player.games.grid import Cell
from player.games.moves import Enter, Mark, Move, touched
from player.playing.attempts import fewest_moves, verified_plan
from player.playing.result import Result
from player.playing.walk import MAX_AMBIGUOUS
from player.proof import Proof
from player.render.progress import PROGRESS

#: What stands for the parts of a section that are not known yet: no page has such elements.
NOTHING = "player-unknown"
#: Time between two clicks on one cell that are no double click, in milliseconds.
APART_MS = 520
#: Time for a mark to appear in pictures, and for the first picture to be read, in seconds; the kind of trait of a mark.
SHOWN_S, FIRST_S, MARK = 1.2, 8.0, "mark"
#: Attempts at a move while something comes over the board.
MAX_ATTEMPTS = 3
#: Why a page is refused that shows a board and lets none of its cells be pressed.
COVERED = (
    "something covers the board, without a button that closes it or begins the game, or a press of a cell would submit "
    "a form or lead to another address: nothing is pressed"
)
GONE = "the board went away after a single input: it can't be learnt"


@dataclass(frozen=True, slots=True)
class SectionChange:
    """Changes of a section, with the evidence for each, by key path.

    `is_last`: to find others takes more experiments. `is_enough`: no other one is tried once its moves stand, whatever
    the page says.
    """

    section: dict[str, Any]
    evidence: dict[str, str] = field(default_factory=dict)
    is_last: bool = True
    is_enough: bool = False


@dataclass(slots=True)
class LearntPage:
    """A page of `game` at `url`, and what is known of it.

    `section` has the keys of `PageSelectors` as in selectors.yaml, and reads the `board`, which has exactly one
    solution. By key path ("grid", "read.region"), `evidence` holds a short sentence and `doubts` what is guessed;
    `missing` says what was not found. `look` is the board as `page` reads it with the section in force.
    """

    game: Game
    page: GamePage
    url: str
    section: dict[str, Any]
    board: Any
    proof: Proof
    look: BoardSeen
    evidence: dict[str, str] = field(default_factory=dict)
    doubts: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)
    start: Start | None = None
    """The presses that began the game; None before it was begun."""
    overlays: set[str] = field(default_factory=set)
    """The names of the overlays that were closed on the way."""
    result: Result | None = None
    confirmed: bool = False
    """True if the page said that a second play was won, by the sign that the first one showed."""
    names: list[str] = field(default_factory=list)
    """Other selectors that find the cells: the first one may be a name of those without a mark."""
    is_busy: bool = False
    """True if presses of other cells, too, are made so apart as those of one."""
    varies: bool = False
    """True if another load showed another board."""
    keeps: bool = False
    """True if the page keeps marks, which can't be told from given ones once it is loaded again."""
    seconds: dict[str, float] = field(default_factory=dict)
    again: Callable[[], GamePage] | None = None
    """Opens the same page where nothing is known of what was done on it; None in a person's own browser."""
    any_solution: bool = False
    """True if one of several solutions may be played."""
    began: float = 0.0
    """The moment at which the page was last loaded to be played, by `perf_counter`."""
    _untouched: Looks | None = None
    """The looks of the cells before the first trial, until it is known whether the page keeps marks."""
    _last: Looks | None = None
    _pressed: tuple[int, float] = -1, 0.0
    """The cell that was clicked last, and when, by `perf_counter`."""
    _first: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    """The value of each reading of a chain before the first trial, by `_key`."""
    _unsteady: set[str] = field(default_factory=set)
    """The readings that gave something else after a trial, by the same keys."""

    @property
    def is_picked(self) -> bool:
        """True if the board has several solutions, of which one was picked."""
        return self.proof.picked is not None

    @property
    def by_sight(self) -> bool:
        """True if the page is played by sight: its marks are read from pictures."""
        return "sight" in self.section

    @property
    def won(self) -> bool:
        """True if the page shows a sign of a win."""
        return "won" in self.section

    @property
    def found(self) -> str:
        """The board that was found, in a few words: its game, its size and its place on the page."""
        snapshot, grid = self.look.snapshot, self.section.get("grid")
        place = f" ({grid})" if grid else ""
        return f"a board of {self.game.title} with {snapshot.rows}x{snapshot.cols} cells{place}"

    @property
    def trials(self) -> Trials:
        """The single inputs on the page."""
        return self.page.trials

    @property
    def cells(self) -> list[str]:
        """The selectors of cells."""
        cell = self.section["cell"]
        return [cell] if isinstance(cell, str) else list(cell)

    def index(self, cell: Cell) -> int:
        """Return the number of a cell, row by row."""
        return int(cell.row * self.look.snapshot.cols + cell.col)

    def indices(self, moves: Iterable[Move]) -> list[int]:
        """Return the numbers of the cells that moves touch, in order."""
        return [self.index(cell) for move in moves for cell in touched(move)]

    def point(self, index: int) -> Point:
        """Return where cell `index` is clicked."""
        return self.look.points[index]

    def held(self) -> frozenset[int]:
        """Return the numbers of the cells of which a field says that something is fixed in them."""
        flags = needed(self.game.play.ALLOWED) - {self.game.play.MARK}
        cells = self.look.snapshot.cells
        return frozenset(i for i, cell in enumerate(cells) if any(cell.get(name) is True for name in flags))

    @property
    def state(self) -> Any:
        """The state of the board as it was seen."""
        return self.game.play.state(self.look.snapshot)

    def marks(self) -> tuple[Sequence[Mark], Sequence[Mark]]:
        """Return the marks of all cells as they were seen, and once the solution is played."""
        solved = self.game.play.simulate(self.board, self.state, self.plan())
        return self.game.shown(self.board, self.state), self.game.shown(self.board, solved)

    def wrong(self) -> list[int]:
        """Return the numbers of the free cells whose mark is another one than in the solution."""
        held, pairs = self.held(), zip(*self.marks(), strict=True)
        return [i for i, (was, then) in enumerate(pairs) if was != then and i not in held and self.point(i).free]

    def plan(self) -> list[Move]:
        """Return the moves from the board as it was seen to the solution."""
        return verified_plan(self.game, self.board, self.proof.solution, self.state)

    def use(self, changes: Mapping[str, Any], evidence: Mapping[str, str] = {}) -> None:
        """Put `changes` of the section in force; those of `read` are by field.

        A reading that changed under a trial does not describe the board: it is left out if others of its field did not.
        """
        fields = {**self.section.get("read", {}), **changes.get("read", {})}
        fields = {name: self._steady(name, entry) for name, entry in fields.items()}
        self.section = {**self.section, **changes, **({"read": fields} if fields else {})}
        self.evidence |= evidence
        self.doubts -= evidence.keys()
        self.overlays |= {*self.page.arrival.closed}
        self.page = page_with(self.page, self.game, self.section)

    def _steady(self, name: str, entry: Any) -> Any:
        """Return the entry of the field `name` without the readings that changed under a trial, if it has others."""
        if name == self.game.play.MARK or not isinstance(entry, dict):
            return entry
        lasting = [one for one in entry.get("any", ()) if _key(name, one) not in self._unsteady]
        return {**entry, "any": lasting} if lasting else entry

    def _note_readings(self) -> None:
        """Note which of several readings of one field give something else than before the first trial."""
        chains = {name: entry["any"] for name, entry in self.section.get("read", {}).items() if "any" in entry}
        chains.pop(self.game.play.MARK, None)
        board = probe(self.page).board if any(len(some) > 1 for some in chains.values()) else None
        if board is None:
            return
        for name, readings in chains.items():
            for one, result in zip(readings, board.fields[name], strict=True):
                if self._first.setdefault(_key(name, one), result.column) != result.column:
                    self._unsteady.add(_key(name, one))

    def looks(self, before: Looks | None = None) -> Looks:
        """Return how the board looks now, after an input otherwise than `before`; PageNotUnderstood if it is gone."""
        seen = self._pictured(before) if self.by_sight else self.trials.looks(before)
        if seen is None or len(seen.cells) != len(self.look.points):
            raise PageNotUnderstood(GONE)
        self._last = seen
        self._note_readings()
        return seen

    def _pictured(self, before: Looks | None) -> Looks | None:
        """Return the marks of the cells as pictures show them; those of `before` if these show no board for a while."""
        end = perf_counter() + SHOWN_S
        while True:
            seen = self.page.reader.wait(1000 * (SHOWN_S if before else FIRST_S), until=[What.GRID])
            if not isinstance(seen, BoardSeen):
                return before
            marks = map(str, self.game.shown(self.board, self.game.play.state(seen.snapshot)))
            cells = [frozenset({Trait(MARK, "", "", self.game.play.MARK, mark)}) for mark in marks]
            looks = Looks(tuple(Appearance(traits, traits) for traits in cells), {})
            if looks != before or perf_counter() > end:
                return looks

    def clear(self, indices: Iterable[int]) -> None:
        """Let the next input reach these cells: press what closes or begins the game in the layer over them, once each.

        Raise PageNotUnderstood if something goes on to cover one, or a press there would submit a form or lead away.
        """
        if self.by_sight:  # what lies over a board would be in its picture
            return
        wanted, pressed, end = [*indices], set[str](), perf_counter() + LATE_S
        while True:
            surface = self.trials.surface(learn_words().start)
            points = surface.points
            if points is None or len(points) != len(self.look.points):
                raise PageNotUnderstood(GONE)
            if all(points[index].free for index in wanted):
                self._move(points)
                return
            if surface.closer and "closer" not in pressed:
                pressed.add("closer")
                self.trials.click(surface.closer)
            elif starter := next((one for one in surface.starters if one.free and one.selector not in pressed), None):
                pressed.add(starter.selector)
                self.trials.click(starter)
            elif perf_counter() > end:
                raise PageNotUnderstood(COVERED)
            else:
                self.trials.rest(LOOK_MS)

    def _move(self, points: tuple[Point, ...]) -> None:
        """Note where the cells are now, and with them the buttons that enter texts."""
        if points != self.look.points:
            now = self.page.reader.now()
            buttons = now.buttons if isinstance(now, BoardSeen) else self.look.buttons
            self.look = replace(self.look, points=points, buttons=buttons)

    def press(self, index: int, kind: str = "click") -> None:
        """Make a click of a kind at a cell, enter a text by a way, or press a key (or none) with the cursor there."""
        way, _, text = kind.partition(" ")
        if text:
            self.enter([Enter(Cell(*divmod(index, self.look.snapshot.cols)), text)], way)
        else:
            self.trials.press(self.look, index, kind)

    def click(self, index: int, kind: str = "click", *, apart: bool = True) -> Looks:
        """Press cell `index`, if so `apart` from another press of it, or of any; return how the board looks then."""
        PROGRESS.tried()
        self.clear([index])
        last, when = self._pressed
        self.trials.rest(APART_MS * (apart and (self.is_busy or index == last)) - 1000 * (perf_counter() - when))
        self._pressed = index, perf_counter()
        self.press(index, kind)
        return self.looks(self._last)

    def attempt(self, moves: Sequence[Move], way: str | None, *, held: bool = False) -> Looks:
        """Make `moves` by the method `way`; return how the board looks then, if so while a drag is `held`."""
        PROGRESS.tried()
        self.enter(moves, way, held=held)
        try:
            return self.looks(self._last)
        finally:
            if held:
                self.trials.release()

    def enter(self, moves: Sequence[Move], way: str | None, *, held: bool = False) -> None:
        """Make `moves` by the method `way`; raise PageNotUnderstood if something goes on to cover their cells."""
        wanted = self.indices(moves)
        for _ in range(MAX_ATTEMPTS):  # again if something comes over the board meanwhile
            self.clear(wanted)
            if way in BY_BUTTONS and not usable_methods(moves, self.look, [way]):
                break
            if self.trials.attempt(moves, self.look, way, lambda: way == MENU or self._is_clear(wanted), held=held):
                return
        raise PageNotUnderstood(COVERED)

    def buttons(self, words: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield the ways in which buttons beside the board may enter texts that they say by `words`, with such buttons
        in force.
        """
        if found := self.trials.keypad(words, learn_words().not_keypad):
            self.use({"buttons": found})
            self.afresh()
            yield from BY_BUTTONS

    def menu(self, words: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield the way by a menu of such buttons, with these in force, if a click on a cell opens one."""
        keypad = partial(self.trials.keypad, words, learn_words().not_keypad, over=True)
        cells = [] if self.by_sight else self.wrong()
        if not cells:
            return
        before = keypad()
        self.click(cells[0])
        shown = keypad()
        is_menu = shown not in (None, before)
        self.use({"buttons": shown, "enter": [MENU]} if is_menu else {})
        self.afresh()
        yield from [MENU] if is_menu else []

    def _is_clear(self, indices: Iterable[int]) -> bool:
        """Return whether nothing covers these cells; True if the board can't be read for a moment."""
        points = self.trials.surface(learn_words().start).points
        return points is None or all(points[index].free for index in indices)

    def settle(self) -> None:
        """Close what covers the board; load the page again if it shows another board now."""
        look = self.page.arrival.reach()
        if isinstance(look, BoardSeen) and look.snapshot == self.look.snapshot:
            self.look = look
        else:
            self.afresh()
        self._untouched = None if self.by_sight else self.trials.looks()

    def begins(self, start: Start) -> None:
        """Put the presses that began the game into the section, if there were any."""
        self.start = start.begun(self.trials)
        opening = self.start.section()
        self.section = {**opening, **self.section}
        before = "a board with several solutions" if start.levels else "no board"
        self.use(opening, {"start": f"{before} was there before this was pressed"} if opening else {})

    def resume(self, *, covered: bool = False) -> None:
        """Load a page again whose board was, or is, `covered`; add to the section what begins a game begun before."""
        if self.by_sight or self.start is None or not (covered or self.start.steps or self.overlays):
            return
        self.trials.go()
        self.trials.quiet(1000 * QUIET_S)
        if more := self.start.resumed(self.trials):
            self.start = more
            self.use(more.section(), {"start": "these were pressed to reach the board, also of a game begun before"})

    def renew(self) -> None:
        """Open a page where nothing is known of the trials.

        What it has kept of them would pass for given, and be on the first picture, with which later ones are compared.
        """
        if self.again:
            self.page = self.again()
            self.use({})

    def afresh(self) -> None:
        """Load the page again, whose board may be another one. Raise PageNotUnderstood if it is not understood.

        A page that keeps what was tried is opened where nothing is known of that.
        """
        if self.by_sight or self.keeps:
            self.renew()
        reading: ProvedReading | None
        try:
            reading = self._begun()
        except BoardError:
            if self.keeps or not self.again:
                raise
            reading = None  # what was tried may pass for given
        if self.again and not (self.keeps or self.varies):
            is_same = reading is not None and reading.board == self.board
            is_marked = is_same and self._shows_marks()
            if is_marked or not is_same:
                self.renew()
                reading = self._begun()
                self.keeps = is_marked or reading.board == self.board
        if reading is None or not isinstance(reading.look, BoardSeen) or reading.proof is None:
            raise PageNotUnderstood("the page, loaded again, shows a game that is won: it can't be learnt")
        self.varies = self.varies or reading.board != self.board
        self.look, self.board, self.proof = reading.look, reading.board, reading.proof
        self._first.clear()

    def _shows_marks(self) -> bool:
        """Return whether the board, loaded again, shows the mark of a click; False from the second question on."""
        if self._untouched is None or self.again is None or self._pressed[0] < 0:
            return False
        before, self._untouched = self._untouched, None
        now = self.trials.looks()
        return now is not None and bool(before.changed(now))

    def _begun(self) -> ProvedReading:
        """Load the page again, whose game what was tried may have begun; return the board."""
        self.resume()
        try:
            return self._reread()
        except PageNotUnderstood:
            self.resume(covered=True)
            return self._reread()

    def _reread(self) -> ProvedReading:
        """Load the page until it shows a board with exactly one solution; raise PageNotUnderstood or BoardError.

        If other loads show other boards, one without a solution is left for another one, too.
        """
        seen: list[Any] = []
        reading = read_proved(self.game, self.page, leaves=self.varies)
        while len(seen) < MAX_AMBIGUOUS and (
            (reading.is_ambiguous and reading.board not in seen)
            or (self.varies and reading.proof is not None and not reading.sound)
        ):
            seen.append(reading.board)
            reading = read_proved(self.game, self.page, leaves=self.varies and len(seen) < MAX_AMBIGUOUS)
        if self.any_solution and reading.is_ambiguous and reading.proof:
            reading.proof = fewest_moves(self.game, reading.board, reading.proof, reading.state)
        return reading.required()

    def examples(self, looks: Looks, known: Mapping[int, Any], first: Looks, marks: Sequence[Any]) -> list[Example]:
        """Return examples: the cells of `looks` that are `known`, and all others that look as at `first`, with `marks`.

        What is known as None is left out.
        """
        changed = dict.fromkeys(first.changed(looks))
        every = {**dict(enumerate(marks)), **changed, **known}
        return [Example(looks.cells[number], mark) for number, mark in every.items() if mark is not None]


def _key(name: str, reading: Any) -> str:
    """Return the name of a reading of the field `name` in this module."""
    return f"{name} {json.dumps(reading, sort_keys=True)}"
