"""The walk of one game: page, snapshot, board, CNF, model, solution, moves, page, verdict.

`play` is the entry, `play_once` is the story.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from player.browser.page.observation import BoardSeen, Verdict, WinSeen, Witness
from player.browser.page.proving import ProvedReading, read_proved
from player.errors import (
    NOT_CONFIRMED,
    SOLVED,
    BoardChanged,
    BoardError,
    InputsLost,
    Outcome,
    PageNotUnderstood,
    Unavailable,
    with_real_name,
)
from player.games import Game
from player.games.moves import count
from player.playing import DEFAULT_RULES, PlayRules, SightMode
from player.playing.attempts import fewest_moves, is_open, play_moves, verified_plan
from player.playing.cross_check import cross_check, photograph, require_agreement, with_pictures
from player.playing.result import Result

if TYPE_CHECKING:  # boards are solved without a browser installed
    from player.browser.page.game_page import GamePage

#: Most boards that are read and proved before the page must stop replacing them.
MAX_READINGS = 8
#: Boards with several solutions that are left for another one, of a page that shows another one at each visit.
MAX_AMBIGUOUS = 10


def play(
    game: Game,
    page: "GamePage",
    result: Result,
    tell: Callable[[str], None],
    rules: PlayRules = DEFAULT_RULES,
) -> None:
    """Play `game` on `page` by `rules`, and fill in `result`.

    `tell` is called with the name of each stage as it begins. If the board changes during play (a new one appears at
    midnight), or if the page lost quick inputs, the walk starts again, once. Raise a PlayerError if the game can't be
    played to a verdict; `result` then holds what is known so far.
    """
    once = partial(play_once, game, page, result, tell, rules)
    with pointing_to_the_doctor(game.name):
        try:
            with_pictures(game, page, rules.sight, once, lambda: result.board is None)
        except BoardChanged as error:
            is_same = isinstance(error, InputsLost)
            if is_same:
                page.arrival.another()
            replaced = [] if is_same else [result.board]
            result.snapshot = result.board = result.proof = None
            result.plan = []
            try:
                once(replaced=replaced)
            except InputsLost as lost:  # hurry was not the cause
                raise lost.__cause__ or lost from None
        if result.confirmed is not Verdict.NONE or result.outcome is Outcome.UNCONFIRMED:
            with _timed(result, "verdict"):
                _judge_saving(result, page, verify=rules.verify_saved)


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
    rules: PlayRules = DEFAULT_RULES,
    *,
    replaced: Collection[Any] = (),
) -> None:
    """Walk from page to verdict once; a board in `replaced` is not accepted at the first reading."""
    look, complete, ambiguous = None, None, 0
    for _ in range(MAX_READINGS):
        leaves = page.arrival.varies and not rules.any_solution and ambiguous < MAX_AMBIGUOUS
        reading = read_proved(
            game,
            page,
            look=look,
            replaced=replaced,
            stage=partial(_stage, result, tell),
            learn=partial(_learn, result, page, rules.sight),
            leaves=leaves,
            once_more=False,
        )
        if leaves and reading.is_ambiguous and page.arrival.another():
            page.arrival.say("the board has several solutions: the page is asked for another one")
            look, ambiguous = None, ambiguous + 1
            continue
        _require_solution(game, reading, any_solution=rules.any_solution)
        if isinstance(reading.look, WinSeen):
            return _already_won(result, reading.look.sign)
        assert reading.proof is not None
        result.proof = reading.proof
        with _timed(result, "solve"):
            moves = verified_plan(game, reading.board, reading.proof.solution, reading.state)
        if not moves:
            return _already_won(result, Verdict.BOARD)
        result.plan, result.moves = moves, count(moves)
        if rules.sight is not SightMode.OFF or page.reads_pictures:
            with _timed(result, "sight"):
                result.sight = cross_check(game, page, reading, rules.sight)
            require_agreement(result.sight, rules.sight)
        with _timed(result, "play", tell):
            look = page.arrival.again(reading.look, moves)
            if isinstance(look, BoardSeen) and look.snapshot == reading.look.snapshot:
                complete = play_moves(game, page, result, look, rules)
                break
    if complete is None:
        raise BoardChanged("the page never stops to show another board: try later")
    with _timed(result, "verdict", tell):
        if complete:
            result.confirmed = page.judgement.verdict(partial(is_open, game, result), unseen=result.unseen)
        result.number = page.reader.number
    return _end(result, page, complete=complete)


def _end(result: Result, page: "GamePage", *, complete: bool) -> None:
    """End `result` by the page's verdict; `complete` if all moves stand."""
    if result.confirmed is not Verdict.NONE:
        rejected = f"the page rejected {', '.join(result.rejected)}" if result.rejected else ""
        return result.ended(Outcome.SOLVED, SOLVED, _noted(result, rejected))
    if page.judgement.refusal is not None:
        message = f"all moves stand, and the page says that they are wrong: {page.judgement.refusal!r}"
        return result.ended(Outcome.UNSOLVED, NOT_CONFIRMED, _noted(result, message))
    if complete:
        return result.ended(Outcome.UNCONFIRMED, NOT_CONFIRMED, _noted(result, _unconfirmed(result, page)))
    message = f"the page did not take the moves in {result.attempts} attempts{result.refused}"
    return result.ended(Outcome.UNSOLVED, NOT_CONFIRMED, _noted(result, message))


def _judge_saving(result: Result, page: "GamePage", *, verify: bool) -> None:
    """Ask the witnesses of a saved win; what one of them contradicts is not solved."""
    is_played = result.outcome is not Outcome.ALREADY
    saved = result.saved = page.judgement.saved(result.account, result.confirmed, verify=verify, played=is_played)
    if saved and not saved.page and saved.request is Witness.CONFIRMED:
        result.message = f"{result.message}; but the answer to its save says that it is"
    elif saved and saved.page and saved.doubtful:
        known = "saved" if saved.refused else "known to be saved"
        message = f"won by the page's {result.confirmed}, but not {known}: {saved.why}"
        result.ended(Outcome.UNSAVED, NOT_CONFIRMED, _noted(result, message))


def _require_solution(game: Game, reading: ProvedReading, *, any_solution: bool) -> None:
    """Raise BoardError or PageNotUnderstood unless there is a solution to play; pick one of several if any may be.

    The one that needs the fewest moves agrees best with the marks on the board.
    """
    if reading.is_ambiguous and any_solution and reading.proof:
        reading.proof = fewest_moves(game, reading.board, reading.proof, reading.state)
    try:
        reading.required()
    except BoardError as error:
        if not reading.is_ambiguous:
            raise
        raise BoardError(f"{error}; --any-solution plays one of them and lets the page judge") from None


def _noted(result: Result, message: str) -> str:
    """The message, and that one of several solutions was played, if so."""
    picked = result.proof is not None and result.proof.picked is not None
    return "; ".join(filter(None, ["one of several solutions was played" if picked else "", message]))


def _unconfirmed(result: Result, page: "GamePage") -> str:
    """The message about a page that does not say that it is won, with what may be the sign for it."""
    moves = "all moves are made, and something hides the board" if result.unseen else "all moves stand"
    message = f"{moves}, but the page does not say that it is won"
    with suppress(Unavailable):  # the page is gone: the verdict stands
        if seen := page.performer.recorder.selectors():
            news = f"after the last move there appeared {', '.join(seen)}"
            return with_real_name(f"{message}; {news}: one may be a sign to add to 'won' in selectors.yaml")
    return message


def _stage(result: Result, tell: Callable[[str], None], stage: str) -> AbstractContextManager[None]:
    """Time a stage of reading and report it; the stage "wait" counts as part of "load", unreported."""
    return _timed(result, "load") if stage == "wait" else _timed(result, stage, tell)


def _learn(result: Result, page: "GamePage", how: SightMode, reading: ProvedReading) -> None:
    """Copy the observation, board and proof of `reading` to `result`, and the number that `page` shows; begin its
    picture.
    """
    look = reading.look
    result.number = page.reader.number
    result.generation, result.account = look.generation, look.account
    result.chosen, result.snapshot = (look.chosen, look.snapshot) if isinstance(look, BoardSeen) else ({}, None)
    result.board, result.proof = reading.board, reading.proof
    photograph(page, reading, how)


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
