"""The window of a board as a page: moves are made with the real pointer, and read back from the pixels."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Any

from player.browser.page.clicks import Clicked, fewest_clicks, learnt
from player.browser.page.observation import BoardSeen, ExpectedMarks, NothingSeen, Performed, WinSeen
from player.browser.selectors.base import Cycle
from player.games.grid import Cell
from player.games.moves import Box, Drag, Enter, Move, Tap, Trace, by_cell, count, touched
from player.games.snapshot import Value
from player.playing.desktop.board import Followed, Placed
from player.playing.desktop.pointer import BoardMoved, Pointer
from player.playing.desktop.screen import LOOK_S, Screen, awaited
from player.playing.desktop.signs import Signs
from player.sight.tracker import is_shown, snapshot


def cycles(values: Iterable[str], wanted: Collection[str]) -> Iterator[Cycle]:
    """Yield the cycles of clicks through all the marks `values`, then those through fewer that have the `wanted`."""
    ordered = sorted(values)
    for length in range(len(ordered), 1, -1):
        for marks in permutations(ordered, length):
            if marks[0] == min(marks) and {*wanted} <= {*marks}:  # each of them once
                yield Cycle(click=list(marks))


#: The cells played between two readings.
PART = 6
#: Seconds: how long a line may take to reach a cell, and moves to show on the board.
LINE_S, MOVES_S = 0.4, 3.0
#: Seconds in which a click may enter something by itself.
CLICK_S = 2.0
#: Seconds to wait for the word of a win.
WON_S = 4.0


class WindowPage:
    """The board that was `first` seen in a window, as a page that is played: `tell` is called after each part.

    `made` is the number of moves made; `left` is True if the board went away with the last one; `signs` may
    tell of a win.
    """

    pause: Callable[[BoardSeen], object] | None = None
    pauses_first = False
    draws_borders = True
    """Rectangles may be drawn by the lines around them: no window tells."""

    def __init__(
        self, screen: Screen, pointer: Pointer, board: Any, first: Placed, tell: Callable[[str], object]
    ) -> None:
        self._screen, self._pointer, self._tell = screen, pointer, tell
        self._game, self._board, self._placed = first.game, board, first
        self._followed = Followed(screen, first, pointer.require_untouched)
        self._cycle: Cycle | None = None
        self._click_enters: bool | None = None
        self.signs = Signs(screen)
        self.performer = self.reader = self
        self.made = 0
        self.left = False

    def batches(self, moves: Sequence[Move], look: BoardSeen) -> Iterator[Sequence[Move]]:
        """Yield the moves cell by cell, in parts after each of which the board is read again.

        The last ones are parts by themselves: a flash after the last one tells of a win.
        """
        del look
        groups = by_cell(moves)
        trial = int(self._cycle is None)  # of what a click does
        single = max(len(groups) - PART, trial)
        ends = [*range(trial, single, PART), *range(single, len(groups) + 1)]
        for start, end in pairwise(dict.fromkeys((0, *ends))):
            yield [move for group in groups[start:end] for move in group]

    def now(self) -> BoardSeen:
        """Observe the board where it is now; raise BoardLost if it is not seen for some seconds."""
        return self._observation(self._followed.found())

    def _observation(self, placed: Placed) -> BoardSeen:
        self._placed = placed
        return BoardSeen(snapshot=snapshot(self._game, self._board, placed.marks))

    def refute(self, sign: WinSeen) -> None:
        """Do nothing: the word of a win is looked for after the last move only."""

    def perform(
        self, moves: Sequence[Move], look: BoardSeen, expected: ExpectedMarks, *, wins: bool, patience: int
    ) -> Performed:
        """Make `moves` with the pointer, and wait until the board shows them; raise BoardLost once it is gone."""
        del look
        before, shown = self._placed, expected.marks
        clicked = self._clicks(moves, shown)
        try:
            self._move(before, clicked)
        except BoardMoved:
            return Performed(self.now())
        self.signs.watch(before, {at for move in clicked for at in touched(move)}, last=wins)
        self.made += count(clicked)
        self._tell(f"{self.made} moves made")
        seen = self._await(shown, MOVES_S * patience)
        if wins and self._has_left(before, clicked, shown, seen):
            self.left = True
            return Performed(NothingSeen())
        if seen is None:
            return Performed(self.now())
        if wrong := self._wrong(seen, shown):
            # The pointer alone may select no cell.
            self._click_enters = self._click_enters and len(wrong) < len(shown)
            self._learn(before, clicked, shown, seen)
        return Performed(self._observation(seen))

    def comes_to_show(self, word: str) -> bool:
        """Return whether the window shows a word in capitals within some seconds."""
        return awaited(lambda: self._followed.shows(word), WON_S)

    def _clicks(self, moves: Sequence[Move], shown: Mapping[int, str | bool]) -> Sequence[Move]:
        """Return `moves`, or the clicks that make the marks to be `shown`, if a cycle of marks was learnt."""
        if self._cycle is None:
            return moves
        cols, marks = self._placed.grid.cols, self._placed.marks
        indices = [at.row * cols + at.col for at in dict.fromkeys(move.cell for move in moves if isinstance(move, Tap))]
        return [
            Tap(Cell(*divmod(index, cols)))
            for index in indices
            for _ in fewest_clicks(self._cycle, marks[index], shown[index]) or ()
        ]

    def _wrong(self, placed: Placed, shown: Mapping[int, Value]) -> list[int]:
        """Return the cells that do not have the marks to be `shown`, by their indices."""
        return [index for index, mark in shown.items() if not is_shown(self._game, mark, placed.marks[index])]

    def _await(self, shown: Mapping[int, str | bool], seconds: float) -> Placed | None:
        """Return the board as soon as it has the marks to be `shown`, or as it is in the end; None if it is gone."""
        placed: Placed | None = None

        def is_made() -> bool:
            nonlocal placed
            placed = self._followed.again()
            return placed is not None and not self._wrong(placed, shown)

        awaited(is_made, seconds)
        return placed

    def _has_left(
        self, before: Placed, made: Sequence[Move], shown: Mapping[int, str | bool], seen: Placed | None
    ) -> bool:
        """Return whether the board went away with the last move: it is not read, or has marks that no move made.

        Those lie over the board, as a dialog does, which may be a window of its own.
        """
        if seen:
            wrong = self._wrong(seen, {**dict(enumerate(before.marks)), **shown})
            own = {at.row * before.grid.cols + at.col for move in made for at in touched(move)}
            if not wrong or own.intersection(wrong):
                return False
        return self.signs.has_dialog or self._followed.has_gone_on(before)

    def _learn(self, before: Placed, made: Sequence[Move], shown: Mapping[int, str | bool], seen: Placed) -> None:
        """Learn the page's cycle of marks from clicks that had another effect than they should."""
        values = self._game.play.ALLOWED[self._game.play.MARK].known
        if not values or not all(isinstance(move, Tap) for move in made):
            return
        number = Counter(at.row * before.grid.cols + at.col for move in made for at in touched(move)[:1])
        tried = [Clicked(before.marks[index], ["click"] * times, seen.marks[index]) for index, times in number.items()]
        self._cycle = learnt(cycles(values, {str(shown[index]) for index in number}), tried) or self._cycle

    def _move(self, placed: Placed, moves: Sequence[Move]) -> None:
        """Make `moves` with the pointer; raise BoardMoved if the board does not stay where it is."""
        self._pointer.board, self._pointer.host = placed.on_screen, placed.host
        done: set[Cell] = set()
        for move in moves:
            stops = _stops(move)
            self._followed.require_there(placed, done, stops)

            def reached(index: int, stops: Sequence[Cell] = stops) -> None:
                if len(stops) > 1:
                    self._await_line(placed, stops[index])
                    self._followed.require_there(placed, {*done, *stops[: index + 2]})

            if isinstance(move, Enter):
                self._enter(placed, move)
            else:
                self._pointer.drag([placed.point(cell) for cell in stops], reached)
            done.update(touched(move))

    def _enter(self, placed: Placed, move: Enter) -> None:
        """Click a cell and type into it; where a click enters something itself, the pointer alone selects the cell."""
        at, index = placed.point(move.cell), move.cell.row * placed.grid.cols + move.cell.col
        if self._click_enters:
            self._pointer.move(at)
        else:
            self._pointer.drag([at], lambda _: None)
        if self._click_enters is None:
            seen = self._await({index: move.text}, CLICK_S)
            self._click_enters = seen is not None and seen.marks[index] not in {"", placed.marks[index]}
            if seen and not self._wrong(seen, {index: move.text}):
                return
        for character in move.text:
            self._pointer.press(character)

    def _await_line(self, placed: Placed, cell: Cell) -> None:
        """Wait until a line shows in the cell that the pointer has reached."""

        def is_reached() -> bool:
            self._pointer.require_untouched()
            return bool(placed.changed(self._screen, [cell]))

        awaited(is_reached, LINE_S, LOOK_S / 4)


def _stops(move: Move) -> Sequence[Cell]:
    """Return the cells through which the pointer is pulled, or the one that is clicked."""
    if isinstance(move, Drag | Trace):
        return move.cells
    return (move.a, move.b) if isinstance(move, Box) else touched(move)[:1]
