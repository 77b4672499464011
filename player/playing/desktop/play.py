"""A board played on the screen: pixels in, pointer out, and nothing else known of the program that shows it."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from threading import Event
from time import monotonic
from typing import Any, NamedTuple

from player.errors import BoardError
from player.games import Game
from player.games.grid import Cell, cells
from player.games.moves import Box, Drag, Enter, Move, Tap, Trace, by_cell, count, touched
from player.playing.desktop.board import BoardLost, Followed, Placed, locate, locate_only
from player.playing.desktop.pointer import BoardMoved, Pointer
from player.playing.desktop.screen import Area, Screen
from player.proof import Proof, prove
from player.sight.tracker import is_same

#: Marks, each of which a click changes to the next one, and the last one to the first.
Cycle = tuple[str, ...]


class Clicked(NamedTuple):
    """A cell with its mark before some clicks and after them, and the one that it should have got."""

    before: str
    clicks: int
    after: str
    wanted: str


def marks_of(game: Game, board: Any, state: Any) -> dict[Cell, Any]:
    """Return the mark of each cell in `state`."""
    return dict(zip(cells(*board.shape), game.shown(board, state), strict=True))


def clicks(moves: Sequence[Move], before: Mapping[Cell, Any], wanted: Mapping[Cell, Any], cycle: Cycle) -> list[Move]:
    """Return the clicks by which a page with this cycle makes the same marks as `moves`, which are taps."""
    made: list[Move] = []
    for at in dict.fromkeys(move.cell for move in moves if isinstance(move, Tap)):
        if before[at] in cycle and wanted[at] in cycle:
            made += [Tap(at)] * ((cycle.index(wanted[at]) - cycle.index(before[at])) % len(cycle))
    return made


def learnt(values: Iterable[str], seen: Sequence[Clicked]) -> Cycle | None:
    """Return the longest cycle of marks that explains all clicks, and has the wanted marks; None if none does."""
    wanted = {one.wanted for one in seen}
    return next((cycle for cycle in _cycles(values) if wanted <= {*cycle} and _explains(cycle, seen)), None)


def _cycles(values: Iterable[str]) -> Iterator[Cycle]:
    """Yield the cycles of all the marks, then those of fewer."""
    ordered = sorted(values)
    for length in range(len(ordered), 1, -1):
        for cycle in permutations(ordered, length):
            if cycle[0] == min(cycle):  # each of them once
                yield cycle


def _explains(cycle: Cycle, seen: Iterable[Clicked]) -> bool:
    return all(
        one.before in cycle and cycle[(cycle.index(one.before) + one.clicks) % len(cycle)] == one.after for one in seen
    )


#: Most times that the moves are planned from what the screen shows, and the cells played between two readings.
MAX_ATTEMPTS, PART = 8, 6
#: Seconds until a cell looks as it does without the pointer.
HOVER_S = 0.3
#: Seconds: the countdown; how long a line may take to reach a cell, and moves to show on the board; between two looks.
COUNTDOWN_S, LINE_S, MOVES_S, LOOK_S = 3, 0.4, 3.0, 0.02
#: Seconds to wait for the word of a win.
WON_S = 4.0


@dataclass(slots=True)
class DesktopPlayed:
    """The play of one board: `complete` if every move is on it, `left` if it went away with the last one.

    `won` is the word that tells of the win, if it was seen.
    """

    game: Game
    board: Any
    proof: Proof
    moves: int = 0
    attempts: int = 0
    complete: bool = False
    left: bool = False
    won: str = ""

    @property
    def solution(self) -> Any:
        """The only solution; raise BoardError unless there is exactly one."""
        return self.proof.solution


class Player:
    """The play of the board that `area()` of the screen shows; `tell` is called with lines about it.

    `won` is a word in capitals that the window shows once the board is won. `played` is set once a board was read.
    """

    def __init__(
        self, screen: Screen, area: Callable[[], Area], tell: Callable[[str], None], won: str | None = None
    ) -> None:
        self._screen, self._area, self._tell, self._won = screen, area, tell, won
        self.played: DesktopPlayed | None = None
        self._pointer = Pointer(screen)
        self._cycle: Cycle | None = None

    def play(self, name: str | None = None) -> DesktopPlayed:
        """Read, prove and play the board, of the game `name` if it is given.

        Raise BoardError unless there is one board with exactly one solution, UserMoved once the user moves the mouse,
        and BoardLost if the board goes away before it is solved.
        """
        placed = locate_only(self._screen, self._area(), name)
        self.played = played = DesktopPlayed(placed.game, placed.board, prove(placed.game, placed.board))
        played.solution  # noqa: B018  # raises unless there is exactly one
        followed = Followed(self._screen, placed, self._pointer.require_untouched)
        if self._won and followed.shows(self._won):
            raise BoardError(f"{self._won} is on the screen before the first move, so it can't tell of a win")
        self._count_down(placed.game.name)
        followed = Followed(self._screen, self._first(played), self._pointer.require_untouched)
        try:
            self._try(played, followed)
        except BoardLost as lost:
            raise BoardLost(f"stopped after {played.moves} moves, because {lost}") from None
        return played

    def _first(self, played: DesktopPlayed) -> Placed:
        """Return the board as it is after the countdown, without the look of a cell that the pointer is on."""
        placed = locate(self._screen, self._area(), played.game.name)
        if not is_same(placed.board, played.board):
            raise BoardError("another board came during the countdown: start again")
        under = placed.cell_at(self._pointer.place())
        if under is None:
            return placed
        self._pointer.board, self._pointer.host = placed.on_screen, placed.host
        elsewhere = max(cells(*placed.board.shape), key=lambda at: abs(at.row - under.row) + abs(at.col - under.col))
        try:
            self._pointer.move(placed.point(elsewhere))
        except BoardMoved:
            raise BoardLost("the window of the board was moved or covered during the countdown: start again") from None
        Event().wait(HOVER_S)
        return placed.with_look_of(under, self._screen.pixels(placed.area))

    def _try(self, played: DesktopPlayed, followed: Followed) -> None:
        """Play until every move is on the board, or the attempts are used up."""
        while not played.complete and played.attempts < MAX_ATTEMPTS:
            played.attempts += 1
            with suppress(BoardMoved):
                self._attempt(played, followed)
        if played.complete:
            played.won = self._await_win(followed)

    def _await_win(self, board: Followed) -> str:
        """Return the word that tells of the win as soon as it is seen; nothing if it does not come."""
        until = monotonic() + WON_S
        while self._won and monotonic() < until:
            if board.shows(self._won):
                return self._won
            Event().wait(LOOK_S)
        return ""

    def _count_down(self, name: str) -> None:
        for left in range(COUNTDOWN_S, 0, -1):
            self._tell(f"{name} is played in {left} s; move the mouse then to stop it")
            Event().wait(1)
        self._pointer.watch()

    def _attempt(self, played: DesktopPlayed, followed: Followed) -> None:
        """Make the moves that are left, part by part, until one has another effect than it should."""
        game, board = played.game, played.board
        placed = followed.found()
        state = placed.state_of(board)
        for part in _parts(_plan(played, state)):
            expected = game.play.simulate(board, state, part)
            made = self._made(game, board, part, state, expected)
            self._perform(placed, made, followed)
            played.moves += count(made)
            self._tell(f"{played.moves} moves made")
            seen = self._await(played, followed, expected)
            unmet = seen.unmet(board, expected) if seen else []
            if seen is None or (unmet and game.play.solved(board, expected) and _are_untouched(unmet, made)):
                played.complete = played.left = game.play.solved(board, expected) and followed.has_gone_on(placed)
                return
            if unmet:
                self._learn(game, board, made, (state, seen.state_of(board), expected))
                return
            placed, state = seen, expected
        played.complete = game.play.solved(board, state)

    def _made(self, game: Game, board: Any, part: list[Move], state: Any, expected: Any) -> list[Move]:
        """Return the moves that lead to `expected` on this page: those of `part`, unless another cycle was learnt."""
        if self._cycle is None:
            return part
        return clicks(part, marks_of(game, board, state), marks_of(game, board, expected), self._cycle)

    def _learn(self, game: Game, board: Any, made: Sequence[Move], states: Sequence[Any]) -> None:
        """Learn the page's cycle of marks from clicks that had another effect than they should.

        `states` are those before, after, and as expected.
        """
        values = game.play.ALLOWED[game.play.MARK].known
        if not values or not all(isinstance(move, Tap) for move in made):
            return
        before, after, wanted = (marks_of(game, board, state) for state in states)
        number = Counter(touched(move)[0] for move in made)
        seen = [Clicked(before[at], number[at], after[at], wanted[at]) for at in number]
        self._cycle = learnt(values, seen) or self._cycle

    def _await(self, played: DesktopPlayed, followed: Followed, expected: Any) -> Placed | None:
        """Return the board as soon as it shows the state `expected`, or as it is in the end; None if it is gone."""
        until, placed = monotonic() + MOVES_S, None
        while monotonic() < until:
            placed = followed.again()
            if placed and not placed.unmet(played.board, expected):
                return placed
            Event().wait(LOOK_S)
        return placed

    def _perform(self, placed: Placed, part: Sequence[Move], followed: Followed) -> None:
        """Make the moves of `part`; raise BoardMoved if the board does not stay where it is."""
        self._pointer.board, self._pointer.host = placed.on_screen, placed.host
        done: set[Cell] = set()
        for move in part:
            stops = _stops(move)
            followed.require_there(placed, done, stops)

            def reached(index: int, stops: Sequence[Cell] = stops) -> None:
                if len(stops) > 1:
                    self._await_line(placed, stops[index])
                    followed.require_there(placed, {*done, *stops[: index + 2]})

            self._pointer.drag([placed.point(cell) for cell in stops], reached)
            for character in move.text if isinstance(move, Enter) else "":
                self._pointer.press(character)
            done.update(touched(move))

    def _await_line(self, placed: Placed, cell: Cell) -> None:
        """Wait until a line shows in the cell that the pointer has reached."""
        until = monotonic() + LINE_S
        while not placed.changed(self._screen, [cell]) and monotonic() < until:
            self._pointer.require_untouched()
            Event().wait(LOOK_S / 4)


def _parts(moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Yield the moves cell by cell, in parts after each of which the board is read again."""
    groups = by_cell(moves)
    for start in range(0, len(groups), PART):
        yield [move for group in groups[start : start + PART] for move in group]


def _are_untouched(marked: Collection[Cell], made: Sequence[Move]) -> bool:
    """Return True if no move was made on the cells `marked`: what looks like marks there lies over the board."""
    return not any(set(touched(move)).intersection(marked) for move in made)


def _stops(move: Move) -> Sequence[Cell]:
    """Return the cells through which the pointer is pulled, or the one that is clicked."""
    if isinstance(move, Drag | Trace):
        return move.cells
    return (move.a, move.b) if isinstance(move, Box) else touched(move)[:1]


def _plan(played: DesktopPlayed, state: Any) -> list[Move]:
    """Return the moves from `state` to the solution; raise AssertionError if a simulation ends elsewhere."""
    game, board = played.game, played.board
    moves = game.play.plan(board, played.solution, state)
    if not game.play.solved(board, game.play.simulate(board, state, moves)):
        raise AssertionError(f"the {game.name} plan does not end in the solved state")
    return moves
