"""The walk of one game: page, snapshot, board, CNF, model, solution, moves, page, verdict.

`play` is the entry, `play_once` is the story.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from player.browser.page.observation import BoardSeen, Observation, WinSeen
from player.browser.page.proving import ProvedReading, read_proved
from player.browser.page.verdict import Verdict
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
from player.games.differences import difference, expected_marks
from player.games.game import Lesson
from player.games.moves import Move, count
from player.games.snapshot import Snapshot
from player.solve import Proof, pick, prove

if TYPE_CHECKING:  # boards are solved without a browser installed
    from player.browser.page.game_page import GamePage

#: Most boards that are read and proved before the page must stop replacing them.
MAX_READINGS = 8
#: Most times that the moves are planned from the state of the page before it counts as refusing them; and the most
#: that the usual timeout is multiplied by while the page shows no effect.
MAX_ATTEMPTS, MAX_TIMEOUT_FACTOR = 8, 4
#: The usual number of words that a page may reject before the player stops.
MAX_REJECTED = 3


@dataclass(slots=True)
class Result:
    """The result of one play; `outcome`, `exit` and `confirmed` hold the values of the result records."""

    game: str
    outcome: Outcome = Outcome.FAILED
    exit: int = 70
    confirmed: Verdict = Verdict.NONE
    message: str = ""
    generation: str | None = None
    account: str | None = None
    """The account as the page shows it, member or guest; None if it does not show one."""
    chosen: dict[str, int | str | None] = field(default_factory=dict)
    """For each field of a cell, the index (from 0) of the reading in selectors.yaml that was used."""
    read_as: str | None = None
    """The account with which the board was read, if it is not the account that plays."""
    snapshot: Snapshot | None = None
    board: Any = None
    proof: Proof | None = None
    plan: list[Move] = field(default_factory=list)
    moves: int = 0
    """The number of planned moves; `clicks` counts those made in all `attempts`, repairs included."""
    clicks: int = 0
    attempts: int = 0
    way: str | None = None
    """The last way in which a path was drawn: keys, drag or taps; None for games without a path."""
    timer: float | None = None
    """The page's own timer at the last input, in seconds."""
    refused: str = ""
    """The last difference between the page and the expected state, as part of a sentence."""
    error: PlayerError | None = None
    ms: dict[str, float] = field(default_factory=dict)

    rejected: list[str] = field(default_factory=list)
    """The words that the page rejected."""

    def ended(self, outcome: str, code: int, message: str = "") -> None:
        """Set the outcome, the exit code and the message."""
        self.outcome, self.exit, self.message = Outcome(outcome), code, message

    def failed(self, error: PlayerError) -> None:
        """Set the outcome, the exit code and the message of `error`."""
        self.error = error
        self.ended(error.outcome, error.code, str(error))


def play(
    game: Game,
    page: "GamePage",
    result: Result,
    tell: Callable[[str], None],
    max_rejected: int = MAX_REJECTED,
    *,
    any_solution: bool = False,
) -> None:
    """Play `game` on `page` and fill in `result`; with `any_solution`, one of several solutions may be played.

    `tell` is called with the name of each stage as it begins. If the board changes during play (a new one appears at
    midnight), the walk starts again, once. It ends when the page has rejected `max_rejected` words. Raise a PlayerError
    if the game can't be played to a verdict; `result` then holds what is known so far.
    """
    with pointing_to_the_doctor(game.name):
        try:
            play_once(game, page, result, tell, max_rejected=max_rejected, any_solution=any_solution)
        except BoardChanged:
            before = result.board
            result.snapshot = result.board = result.proof = None
            result.plan = []
            play_once(
                *(game, page, result, tell), replaced=[before], max_rejected=max_rejected, any_solution=any_solution
            )


@contextmanager
def pointing_to_the_doctor(name: str) -> Iterator[None]:
    """Append a hint to run `player doctor` to errors about the page."""
    try:
        yield
    except (BoardError, PageNotUnderstood) as error:
        raise type(error)(f"{error} (`player doctor {name}` shows the cause)") from error


def play_once(
    game: Game,
    page: "GamePage",
    result: Result,
    tell: Callable[[str], None],
    *,
    replaced: Collection[Any] = (),
    max_rejected: int = MAX_REJECTED,
    any_solution: bool = False,
) -> None:
    """Walk from page to verdict once; a board in `replaced` is not accepted at the first reading."""
    look, complete = None, None
    for _ in range(MAX_READINGS):
        reading = read_proved(
            game,
            page,
            look=look,
            replaced=replaced,
            stage=partial(_stage, result, tell),
            learn=partial(_learn, result),
        )
        _require_solution(game, reading, any_solution=any_solution)
        if isinstance(reading.look, WinSeen):
            return _already_won(result, reading.look.sign)
        assert reading.proof is not None
        result.proof = reading.proof
        if reading.proof.claim:
            page.say(f"proved {reading.proof.claim.says}")
        with _timed(result, "solve"):
            moves = verified_plan(game, reading.board, reading.proof.solution, reading.state)
        if not moves:
            return _already_won(result, Verdict.BOARD)
        result.plan, result.moves = moves, count(moves)
        with _timed(result, "play", tell):
            look = page.again(reading.look)
            if isinstance(look, BoardSeen) and look.snapshot == reading.look.snapshot:
                complete = play_moves(game, page, result, look, max_rejected)
                break
    if complete is None:
        raise BoardChanged("the page never stops to show another board: try later")
    with _timed(result, "verdict", tell):
        result.confirmed = page.verdict() if complete else Verdict.NONE
    if result.confirmed is not Verdict.NONE:
        return result.ended(Outcome.SOLVED, SOLVED, _noted(result, _rejected(result)))
    if complete:
        return result.ended(Outcome.UNCONFIRMED, NOT_CONFIRMED, _noted(result, _unconfirmed(page)))
    message = f"the page did not take the moves in {result.attempts} attempts{result.refused}"
    return result.ended(Outcome.UNSOLVED, NOT_CONFIRMED, _noted(result, message))


def _require_solution(game: Game, reading: ProvedReading, *, any_solution: bool) -> None:
    """Raise BoardError or PageNotUnderstood unless there is a solution to play; pick one of several if any may be.

    The one that needs the fewest moves agrees best with the marks on the board.
    """
    proof = reading.proof
    if reading.problem is None and proof and proof.solutions > 1:
        if not any_solution:
            try:
                proof.solution  # noqa: B018  # raises
            except BoardError as error:
                raise BoardError(f"{error}; --any-solution plays one of them and lets the page judge") from None
        reading.proof = _picked(game, reading.board, proof, reading.state)
    reading.required()


def _picked(game: Game, board: Any, proof: Proof, state: Any) -> Proof:
    """Return `proof` with that solution picked, of several, which needs the fewest moves from `state`."""
    return pick(game, board, proof, lambda solution: count(game.play.plan(board, solution, state)))


def _noted(result: Result, message: str) -> str:
    """The message, and that one of several solutions was played, if so."""
    picked = result.proof is not None and result.proof.picked is not None
    return "; ".join(filter(None, ["one of several solutions was played" if picked else "", message]))


def _rejected(result: Result) -> str:
    """The message about the words that the page rejected; empty if there are none."""
    return f"the page rejected {', '.join(result.rejected)}" if result.rejected else ""


def _unconfirmed(page: "GamePage") -> str:
    """The message about a page that does not say that it is won, with what may be the sign for it."""
    message = "all moves stand, but the page does not say that it is won"
    with suppress(Unavailable):  # the page is gone: the verdict stands
        if seen := page.newcomers():
            news = f"after the last move there appeared {', '.join(seen)}"
            return with_real_name(f"{message}; {news}: one may be a sign to add to 'won' in selectors.yaml")
    return message


def _stage(result: Result, tell: Callable[[str], None], stage: str) -> AbstractContextManager[None]:
    """Time a stage of reading and report it; the stage "wait" counts as part of "load", unreported."""
    return _timed(result, "load") if stage == "wait" else _timed(result, stage, tell)


def _learn(result: Result, reading: ProvedReading) -> None:
    """Copy the observation, board and proof of `reading` to `result`."""
    look = reading.look
    result.generation, result.account = look.generation, look.account
    result.chosen, result.snapshot = (look.chosen, look.snapshot) if isinstance(look, BoardSeen) else ({}, None)
    result.board, result.proof = reading.board, reading.proof


def verified_plan(game: Game, board: Any, solution: Any, state: Any) -> list[Move]:
    """Return the moves from `state` to `solution`.

    Raise AssertionError if a simulation of the moves does not end in the solved state.
    """
    moves = game.play.plan(board, solution, state)
    if not game.play.solved(board, game.play.simulate(board, state, moves)):
        raise AssertionError(f"the {game.name} plan does not end in the solved state")
    return moves


def play_moves(game: Game, page: "GamePage", result: Result, look: BoardSeen, max_rejected: int = MAX_REJECTED) -> bool:
    """Make the moves on the page, batch by batch, and read each batch back; return whether the page shows the solution.

    If the page shows another state than expected (a click was dropped, doubled or late), the moves are planned again
    from that state. While no move has any effect, the timeout grows with each attempt. If the page teaches that a word
    is wrong, the rest is proved anew.
    """
    assert result.proof is not None
    board, solution = result.board, result.proof.solution
    state = game.play.state(look.snapshot)
    stalled, trusted = 0, False
    failures: Counter[tuple[Move, ...]] = Counter()
    for attempt in range(MAX_ATTEMPTS):
        result.attempts = attempt + 1
        for batch in page.batches(verified_plan(game, board, solution, state), look):
            before, expected = state, game.play.simulate(board, state, batch)
            shown = expected_marks(game, board, before, expected, batch)
            wins, patience = game.play.solved(board, expected), min(2**stalled, MAX_TIMEOUT_FACTOR)
            made = page.perform(
                batch, look, game.play.MARK, shown, wins=wins, patience=patience, done=game.done(expected)
            )
            result.clicks += count(batch) if made.made is None else made.made
            result.way, result.timer = made.way or result.way, made.timer
            if not isinstance(made.look, BoardSeen):
                return _left(game, board, expected, made.look)
            look = made.look
            state = _same_board(game, board, look.snapshot, expected)
            seen = game.play.shown(board, state)
            if wrong := {index: mark for index, mark in shown.items() if seen[index] != mark}:
                result.refused = f": {difference(board, wrong, seen)}"
                stalled = stalled + 1 if seen == game.play.shown(board, before) else 0
                failures[tuple(batch)] += 1
                lesson = game.learn(board, state, batch, failures=failures[tuple(batch)], trusted=trusted)
                if lesson and not _learnt(game, result, lesson, state, max_rejected):
                    return False
                if lesson:
                    board, solution, stalled = lesson.board, result.proof.solution, 0
                break
            trusted = True
        if game.play.solved(board, state):
            return True
    return False


def _learnt(game: Game, result: Result, lesson: Lesson, state: Any, max_rejected: int) -> bool:
    """Prove the board anew without a rejected word; return False if the page has rejected too many."""
    result.rejected.append(lesson.rejected)
    result.refused = f": it rejected {', '.join(result.rejected)}"
    if len(result.rejected) >= max_rejected:
        return False
    before, result.proof = result.proof, prove(game, lesson.board)
    if before and before.picked is not None:
        result.proof = _picked(game, lesson.board, result.proof, state)
    return True


def _same_board(game: Game, board: Any, snapshot: Snapshot, expected: Any) -> Any:
    """Return the state of the board; raise BoardChanged if it is another board. A finished page may show less."""
    if (snapshot.rows, snapshot.cols) == board.shape:
        state = game.play.state(snapshot, expected)
        if game.play.solved(board, state) or game.play.read(snapshot) == board:
            return state
    raise BoardChanged("the board changed during play, again: try later")


def _left(game: Game, board: Any, expected: Any, look: Observation) -> bool:
    """Return whether a page without a board was left by the winning move; raise Unavailable if it was not."""
    if isinstance(look, WinSeen) or game.play.solved(board, expected):
        return True
    raise Unavailable(f"the board went away in the middle of the game (at {', '.join(look.paths)}): play again")


def _already_won(result: Result, sign: Verdict) -> None:
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
