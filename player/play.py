"""The walk: page, snapshot, board, CNF, model, solution, moves, page, verdict.

`play` is all of it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from player.browser.page.proving import Reading, read_proved
from player.errors import (
    NOT_CONFIRMED,
    SOLVED,
    BoardChanged,
    BoardError,
    Outcome,
    PageNotUnderstood,
    PlayerError,
    Unavailable,
    with_real_name,
)
from player.games import Game
from player.games.grid import Cell
from player.games.moves import Move, count, touched
from player.games.snapshot import Snapshot
from player.solve import Proof

if TYPE_CHECKING:  # a board can be thought about where there is no browser
    from player.browser.page.game_page import GamePage
    from player.browser.page.observation import Look

#: How often a page may show another board while the one before is being proved.
READINGS = 8
#: How often the moves are planned anew from what the page shows before the page is said not to take them, and how
#: many times the usual time a page gets at most that shows nothing.
ATTEMPTS, PATIENCE = 8, 4


@dataclass(slots=True)
class Result:
    """What came of one game; `outcome`, `exit` and `confirmed` are the words of the result records."""

    game: str
    outcome: Outcome = Outcome.FAILED
    exit: int = 70
    confirmed: str = "none"
    message: str = ""
    generation: str | None = None
    account: str | None = None
    """Whom the page took us for, member or guest; None where it did not tell."""
    chosen: dict[str, int | str | None] = field(default_factory=dict)
    """For each field of a cell, which of its alternatives in selectors.yaml was believed, from 0."""
    read_as: str | None = None
    """As whom the board was read, where not as who plays it."""
    snapshot: Snapshot | None = None
    board: Any = None
    proof: Proof | None = None
    plan: list[Move] = field(default_factory=list)
    moves: int = 0
    """Planned from what stood on the page at first; `clicks` were made, repairs included, in so many `attempts`."""
    clicks: int = 0
    attempts: int = 0
    way: str | None = None
    """How the path was drawn in the end (keys, drag, taps), where the game has one."""
    timer: float | None = None
    """What the page's own timer said at the last input, in seconds."""
    refused: str = ""
    """Where the page last showed something else than the moves should have led to."""
    error: PlayerError | None = None
    ms: dict[str, float] = field(default_factory=dict)

    def ended(self, outcome: str, code: int, message: str = "") -> None:
        self.outcome, self.exit, self.message = Outcome(outcome), code, message

    def failed(self, error: PlayerError) -> None:
        self.error = error
        self.ended(error.outcome, error.code, str(error))


def play(game: Game, page: "GamePage", result: Result, tell: Callable[[str], None]) -> None:
    """Play `game` on `page`; how it went stands in `result` in the end.

    `tell` hears of each stage as it begins. A board that changes under our hands (at midnight the next one comes) is
    begun afresh, once. Raises a PlayerError where the game can't be played to a verdict; what was learnt until then is
    in `result` all the same.
    """
    with pointing_to_the_doctor(game.name):
        try:
            walk(game, page, result, tell)
        except BoardChanged:
            before = result.board
            result.snapshot = result.board = result.proof = None
            result.plan = []
            walk(game, page, result, tell, replaced=[before])


@contextmanager
def pointing_to_the_doctor(name: str) -> Iterator[None]:
    """What refuses a page says who tells more about it."""
    try:
        yield
    except (BoardError, PageNotUnderstood) as error:
        raise type(error)(f"{error} (`player doctor {name}` says what is off)") from error


def walk(
    game: Game, page: "GamePage", result: Result, tell: Callable[[str], None], replaced: Collection[Any] = ()
) -> None:
    """From page to verdict, once. Boards that were `replaced` by others before are not believed at once."""
    look, complete = None, None
    for _ in range(READINGS):
        reading = read_proved(
            game,
            page,
            look=look,
            replaced=replaced,
            stage=partial(_stage, result, tell),
            learn=partial(_learn, result),
        ).required()
        if reading.proof is None:
            return _already_won(result, reading.look.sign)
        with _timed(result, "solve"):
            moves = rehearse(game, reading.board, reading.proof.solution, reading.state)
        if not moves:
            return _already_won(result, "board")
        result.plan, result.moves = moves, count(moves)
        with _timed(result, "play", tell):
            look = page.again(reading.look)
            if look.snapshot == reading.look.snapshot:
                complete = perform(game, page, result, look)
                break
    if complete is None:
        raise BoardChanged("the page never stops to show another board: try later")
    with _timed(result, "verdict", tell):
        result.confirmed = page.verdict() if complete else "none"
    if result.confirmed != "none":
        return result.ended(Outcome.SOLVED, SOLVED)
    if complete:
        return result.ended(Outcome.UNCONFIRMED, NOT_CONFIRMED, _unconfirmed(page))
    message = f"the page did not take the moves in {ATTEMPTS} attempts{result.refused}"
    return result.ended(Outcome.UNSOLVED, NOT_CONFIRMED, message)


def _unconfirmed(page: "GamePage") -> str:
    """The message about a page that does not say that it is won, with what may be the sign for it."""
    message = "all moves stand, but the page does not say that it is won"
    with suppress(Unavailable):  # the page is gone: the verdict stands
        if seen := page.newcomers():
            news = f"after the last move there appeared {', '.join(seen)}"
            return with_real_name(f"{message}; {news}: one may be a sign to add to 'won' in selectors.yaml")
    return message


def _stage(result: Result, tell: Callable[[str], None], stage: str) -> AbstractContextManager[None]:
    """A stage of reading, timed and told; to wait for more of a page is a part of loading it."""
    return _timed(result, "load") if stage == "wait" else _timed(result, stage, tell)


def _learn(result: Result, reading: Reading) -> None:
    look = reading.look
    result.generation, result.chosen, result.snapshot = look.generation, look.chosen, look.snapshot
    result.account = look.account
    result.board, result.proof = reading.board, reading.proof


def rehearse(game: Game, board: Any, solution: Any, state: Any) -> list[Move]:
    """The moves from `state` to `solution`, after a simulation in which they end in the solved state."""
    moves = game.play.plan(board, solution, state)
    if not game.play.solved(board, game.play.simulate(board, state, moves)):
        raise AssertionError(f"the {game.name} plan does not end in the solved state")
    return moves


def perform(game: Game, page: "GamePage", result: Result, look: "Look") -> bool:
    """Play the solution on the page, batch by batch, each read back; whether the page shows all of it in the end.

    Where the page shows something else than expected (a click dropped, doubled, late), the moves are planned anew from
    what it shows. While nothing at all happens, it is given more time at each attempt.
    """
    assert result.proof is not None
    assert look.snapshot is not None
    board, solution = result.board, result.proof.solution
    state = game.play.state(look.snapshot)
    stalled = 0
    for attempt in range(ATTEMPTS):
        result.attempts = attempt + 1
        for batch in page.batches(rehearse(game, board, solution, state), look):
            before, expected = state, game.play.simulate(board, state, batch)
            shown = _changes(game, board, before, expected, batch)
            wins, patience = game.play.solved(board, expected), min(2**stalled, PATIENCE)
            look = page.perform(batch, look, game.play.MARK, shown, wins=wins, patience=patience)
            result.clicks += count(batch) if look.made is None else look.made
            result.way, result.timer = look.way or result.way, look.timer
            if look.snapshot is None:
                return _left(game, board, expected, look)
            state = _same_board(game, board, look.snapshot, expected)
            seen = game.play.shown(board, state)
            if wrong := {index: mark for index, mark in shown.items() if seen[index] != mark}:
                result.refused = _refused(board, wrong, seen)
                stalled = stalled + 1 if seen == game.play.shown(board, before) else 0
                break
        if game.play.solved(board, state):
            return True
    return False


def _refused(board: Any, wrong: dict[int, str | bool], seen: Sequence[str | bool]) -> str:
    """The first of the cells that are not as the moves should have left them, and how many more there are."""
    index, mark = next(iter(wrong.items()))
    more = f", and {len(wrong) - 1} more cells are wrong" if len(wrong) > 1 else ""
    return f": {Cell(*divmod(index, board.shape[1]))} shows {_mark(seen[index])}, not {_mark(mark)}{more}"


def _mark(mark: str | bool) -> str:
    if isinstance(mark, bool):
        return "filled" if mark else "not filled"
    return repr(mark) if mark else "nothing"


def _changes(game: Game, board: Any, before: Any, after: Any, batch: Sequence[Move]) -> dict[int, str | bool]:
    """The marks that tell that `batch` was taken: of the cells it touches, and of all that it changes."""
    cols = board.shape[1]
    hands = {cell.row * cols + cell.col for move in batch for cell in touched(move)}
    pairs = zip(game.play.shown(board, before), game.play.shown(board, after), strict=True)
    return {index: new for index, (old, new) in enumerate(pairs) if old != new or index in hands}


def _same_board(game: Game, board: Any, snapshot: Snapshot, expected: Any) -> Any:
    """What stands on the board now; BoardChanged where it is another one. A finished one may show less of itself."""
    if (snapshot.rows, snapshot.cols) == board.shape:
        state = game.play.state(snapshot, expected)
        if game.play.solved(board, state) or game.play.read(snapshot) == board:
            return state
    raise BoardChanged("the board changed under our hands, again: try later")


def _left(game: Game, board: Any, expected: Any, look: "Look") -> bool:
    """Whether a page that shows no board any more was left by the winning move: then the verdict will tell."""
    if look.what == "won" or game.play.solved(board, expected):
        return True
    raise Unavailable(f"the board went away in the middle of the game (at {', '.join(look.paths)}): play again")


def _already_won(result: Result, sign: str) -> None:
    result.confirmed = sign
    result.ended(Outcome.ALREADY, SOLVED, "won before: nothing was clicked on the board")


@contextmanager
def _timed(result: Result, stage: str, tell: Callable[[str], object] = bool) -> Iterator[None]:
    tell(stage)
    start = perf_counter()
    try:
        yield
    finally:
        result.ms[stage] = result.ms.get(stage, 0) + 1000 * (perf_counter() - start)
