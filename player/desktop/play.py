"""A board played on the screen: pixels in, pointer out, and nothing else known of the program that shows it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import monotonic
from typing import Any

from player.desktop.placed import Placed, locate, locate_only, require_playable
from player.desktop.pointer import BoardMoved, Pointer
from player.desktop.screen import Screen
from player.desktop.windows import Area, Host
from player.errors import BoardError, Unavailable
from player.games import Game
from player.games.grid import Cell, cells
from player.games.moves import Box, Drag, Enter, Move, Trace, by_cell, count, touched
from player.solve import prove

#: Most times that the moves are planned from what the screen shows, and the cells played between two readings.
MAX_ATTEMPTS, PART = 8, 6
#: Seconds: the countdown; how long a line may take to reach a cell, and moves to show on the board; between two looks.
COUNTDOWN_S, LINE_S, MOVES_S, LOOK_S = 3, 0.4, 3.0, 0.02
#: Seconds for which a board may be out of sight; and pixels by which two readings of its corners may differ.
LOST_S, NEAR = 5.0, 3


class BoardLost(Unavailable):
    """The board is not on the screen any more."""


@dataclass(slots=True)
class Played:
    """The play of one board: `complete` if every move is on it, `left` if it went away with the last one."""

    game: Game
    board: Any
    solution: Any
    moves: int = 0
    attempts: int = 0
    complete: bool = False
    left: bool = False


class Player:
    """The play of the board that `area()` of the screen shows; `tell` is called with lines about it."""

    def __init__(self, screen: Screen, area: Callable[[], Area], tell: Callable[[str], None]) -> None:
        self._screen, self._area, self._tell = screen, area, tell
        self._pointer = Pointer(screen)
        self._host = Host(0, None)

    def play(self, name: str | None = None) -> Played:
        """Read, prove and play the board, of the game `name` if it is given.

        Raise BoardError unless there is one board with exactly one solution, UserMoved once the user moves the mouse,
        and BoardLost if the board goes away before it is solved.
        """
        placed = locate_only(self._screen, self._area(), name)
        require_playable(placed.game)
        self._host = placed.host
        played = Played(placed.game, placed.board, prove(placed.game, placed.board).solution)
        self._count_down(placed.game.name)
        for attempt in range(1, MAX_ATTEMPTS + 1):
            played.attempts = attempt
            with suppress(BoardMoved):
                self._attempt(played)
            if played.complete:
                break
        return played

    def _count_down(self, name: str) -> None:
        for left in range(COUNTDOWN_S, 0, -1):
            self._tell(f"{name} is played in {left} s; move the mouse then to stop it")
            Event().wait(1)
        self._pointer.watch()

    def _attempt(self, played: Played) -> None:
        """Make the moves that are left, part by part, until one has another effect than it should."""
        game, board = played.game, played.board
        placed = self._found(played)
        state = placed.state_of(board)
        for part in _parts(_plan(played, state)):
            expected = game.play.simulate(board, state, part)
            self._perform(placed, part)
            played.moves += count(part)
            self._tell(f"{played.moves} moves made")
            seen = self._await(played, expected)
            if seen is None:
                played.complete = played.left = game.play.solved(board, expected) and self._is_gone(placed)
                return
            if seen.state_of(board, expected) != expected:
                return
            placed, state = seen, expected
        played.complete = game.play.solved(board, state)

    def _found(self, played: Played) -> Placed:
        """Return the board where it is now, as soon as it is seen; raise BoardLost if it is not for some seconds."""
        until = monotonic() + LOST_S
        while (placed := self._again(played)) is None:
            if monotonic() > until:
                raise BoardLost(f"stopped after {played.moves} moves, because {self._why_lost()}")
            Event().wait(LOOK_S)
        return placed

    def _why_lost(self) -> str:
        """Return the reason why the board is not seen, as part of a sentence."""
        windows, host = self._screen.windows, self._host
        if host.number == 0:
            return "the board is not on the screen any more"
        now = windows.area(host.number)
        if now is None:
            return f"the window of the board was {'hidden' if windows.is_open(host.number) else 'closed'}"
        if now != now.within(self._screen.whole):
            return "the window of the board is partly beyond the screen"
        return "the board is covered, scrolled away, or replaced by something else"

    def _again(self, played: Played) -> Placed | None:
        """Return the same board in the same window where it is now; None if it is not there."""
        self._pointer.require_untouched()
        place = self._screen.windows.area(self._host.number) if self._host.number else self._screen.whole
        if place is None:
            return None
        with suppress(BoardError):
            placed = locate(self._screen, place.within(self._screen.whole), played.game.name)
            if placed.shows(played.board) and placed.host.number == self._host.number:
                return placed
        return None

    def _await(self, played: Played, expected: Any) -> Placed | None:
        """Return the board as soon as it shows the state `expected`, or as it is in the end; None if it is gone."""
        until, placed = monotonic() + MOVES_S, None
        while monotonic() < until:
            placed = self._again(played)
            if placed and placed.state_of(played.board, expected) == expected:
                return placed
            Event().wait(LOOK_S)
        return placed

    def _is_gone(self, placed: Placed) -> bool:
        """Return True if most cells look otherwise, in a window that is as it was: the page has gone on."""
        places = list(cells(*placed.board.shape))
        return not placed.covered(self._screen) and 2 * len(placed.changed(self._screen, places)) > len(places)

    def _perform(self, placed: Placed, part: Sequence[Move]) -> None:
        """Make the moves of `part`; raise BoardMoved if the board does not stay where it is."""
        self._pointer.board, self._pointer.host = placed.on_screen, placed.host
        done: set[Cell] = set()
        for move in part:
            stops = _stops(move)
            self._require_there(placed, done, stops)
            self._pointer.drag([placed.point(cell) for cell in stops], partial(self._reached, placed, stops, done))
            for character in move.text if isinstance(move, Enter) else "":
                self._pointer.press(character)
            done.update(touched(move))

    def _reached(self, placed: Placed, stops: Sequence[Cell], done: set[Cell], index: int) -> None:
        """Wait until a line shows in the cell that the pointer has reached; raise BoardMoved if the board went away."""
        if len(stops) == 1:
            return
        until = monotonic() + LINE_S
        while not placed.changed(self._screen, [stops[index]]) and monotonic() < until:
            self._pointer.require_untouched()
            Event().wait(LOOK_S / 4)
        self._require_there(placed, {*done, *stops[: index + 2]})

    def _require_there(self, placed: Placed, done: set[Cell], stops: Sequence[Cell] = ()) -> None:
        """Raise BoardMoved if more than half of the cells that were left alone have changed, or one of `stops` has.

        A page may mark cells that a move rules out, so a changed stop is all right if the board is still read there.
        """
        left = [cell for cell in cells(*placed.board.shape) if cell not in done]
        changed = set(placed.changed(self._screen, left))
        if 2 * len(changed) > len(left):
            raise BoardMoved
        if changed.intersection(stops) and not self._is_read_at(placed):
            raise BoardMoved

    def _is_read_at(self, placed: Placed) -> bool:
        """Return True if the same board is read at the same place again."""
        with suppress(BoardError):
            again = locate(self._screen, placed.area, placed.game.name)
            corners = zip(again.reading.grid.corners, placed.reading.grid.corners, strict=True)
            return again.shows(placed.board) and all(abs(now - then) <= NEAR for now, then in corners)
        return False


def _parts(moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Yield the moves cell by cell, in parts after each of which the board is read again."""
    groups = by_cell(moves)
    for start in range(0, len(groups), PART):
        yield [move for group in groups[start : start + PART] for move in group]


def _stops(move: Move) -> Sequence[Cell]:
    """Return the cells through which the pointer is pulled, or the one that is clicked."""
    if isinstance(move, Drag | Trace):
        return move.cells
    return (move.a, move.b) if isinstance(move, Box) else touched(move)[:1]


def _plan(played: Played, state: Any) -> list[Move]:
    """Return the moves from `state` to the solution; raise AssertionError if a simulation ends elsewhere."""
    game, board = played.game, played.board
    moves = game.play.plan(board, played.solution, state)
    if not game.play.solved(board, game.play.simulate(board, state, moves)):
        raise AssertionError(f"the {game.name} plan does not end in the solved state")
    return moves
