"""The moves on a page, batch by batch, each read back; planned again where the page shows another state."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from player.browser.page.observation import BoardSeen, ExpectedMarks, Performed, WinSeen
from player.errors import BoardChanged, BoardError, InputsLost, PageNotUnderstood, Unavailable
from player.games import Game
from player.games.game import RejectedWord
from player.games.moves import Drag, Mark, Move, count, difference, expected_marks, is_beside, touched
from player.games.snapshot import Snapshot
from player.playing import DEFAULT_RULES, PlayRules
from player.playing.result import Result
from player.proof import Proof, pick, prove

if TYPE_CHECKING:  # boards are solved without a browser installed
    from player.browser.page.game_page import GamePage
    from player.playing.desktop.window_page import WindowPage

    PlayedPage = GamePage | WindowPage

#: The most that the usual timeout is multiplied by while the page shows no effect.
MAX_TIMEOUT_FACTOR = 4
#: Attempts without any effect after a `pause` that made other moves: a page that takes none of them back.
MAX_HELD = 3


def play_moves(
    game: Game, page: "PlayedPage", result: Result, look: BoardSeen, rules: PlayRules = DEFAULT_RULES
) -> bool:
    """Make the moves on the page, batch by batch, and read each batch back; return whether the page shows the solution.

    If the page shows another state than expected (a click was dropped, doubled or late), the moves are planned again
    from that state. While no move has any effect, the timeout grows with each attempt; what had none is left out if the
    other moves do without it. If the page teaches that a word is wrong, the rest is proved anew.
    """
    assert result.proof is not None
    board, solution = result.board, result.proof.solution
    state = game.play.state(look.snapshot)
    stalled, trusted, held = 0, False, False
    failures: Counter[tuple[Move, ...]] = Counter()
    idle = set[Move]()
    for attempt in range(rules.attempts):
        result.attempts = attempt + 1
        moves = verified_plan(game, board, solution, state, idle)
        early = _early(page, moves, stalled=stalled > 0)
        planned = state
        batches = [*page.performer.batches(early, look)]
        for batch, coming in zip(batches, [*batches[1:], []], strict=False):
            shown_before = game.shown(board, state)
            if not _is_planned(batch, shown_before, game.shown(board, planned), board.shape[1]):
                break  # what came late has changed cells of later moves
            planned, expected = (game.play.simulate(board, one, batch) for one in (planned, state))
            shown = expected_marks(shown_before, game.shown(board, expected), board.shape[1], batch)
            wins, patience = game.play.solved(board, expected), min(2**stalled, MAX_TIMEOUT_FACTOR)
            wanted = ExpectedMarks(game.play.MARK, shown, game.done(expected), coming)
            made = page.performer.perform(batch, look, wanted, wins=wins, patience=patience)
            result.clicks += count(batch) if made.made is None else made.made
            result.way, result.timer = made.way or result.way, made.timer
            left = _left(game, page, board, expected, made, solution=solution)
            if left is None:
                result.unseen = made.board is None
                return True
            look, state = left
            seen = game.shown(board, state)
            if wrong := {index: mark for index, mark in shown.items() if seen[index] != mark}:
                result.refused = f": {difference(wrong, seen, board.shape[1])}"
                stalled = stalled + 1 if seen == shown_before else 0
                result.lost = not stalled and all(seen[index] == shown_before[index] for index in wrong)
                failures[tuple(batch)] += trusted or not made.is_quick  # the page may lose quick inputs
                idle.update(batch if stalled else ())
                rejected = game.learn(board, state, batch, failures=failures[tuple(batch)], trusted=trusted)
                is_over = rejected and not _learnt(game, result, rejected, state, rules.wrong_words)
                if is_over or (held and stalled == MAX_HELD):
                    return False
                if rejected:
                    board, solution, stalled = rejected.board, result.proof.solution, 0
                break
            trusted = True
            if game.play.solved(board, state):
                return True
        else:
            held = held or page.pause is not None
            look, state = _paused(game, page, (board, solution), look, state)
        if game.play.solved(board, state):
            return True
    return False


def _is_planned(batch: Sequence[Move], shown: Sequence[Mark], planned: Sequence[Mark], cols: int) -> bool:
    """Return whether the cells that `batch` touches show the marks from which it was planned."""
    touched_cells = (cell.row * cols + cell.col for move in batch for cell in touched(move))
    return all(shown[index] == planned[index] for index in touched_cells)


def _early(page: "PlayedPage", moves: list[Move], *, stalled: bool) -> list[Move]:
    """Return the moves before the page's `pause`, if it has one: of a path nothing, if the last attempt `stalled`."""
    if page.pause is None:
        return moves
    return all_but_last(moves, by_borders=page.draws_borders, whole=stalled or page.pauses_first)


def all_but_last(moves: Sequence[Move], *, by_borders: bool = False, whole: bool = False) -> list[Move]:
    """Return `moves` without the last one: of a path without its last cell, of taps without those on the last cell. A
    path of which the page takes nothing but the `whole` is left out.

    If rectangles are drawn `by_borders`, the others enclose the last one: one beside it is left out, too.
    """
    if not moves:
        return []
    *others, last = moves
    if isinstance(last, Drag) and len(last.cells) > 2 and not whole:
        return [*others, Drag(last.cells[:-1])]
    beside = next((move for move in others if by_borders and is_beside(move, last)), last)
    return [move for move in others if move not in (last, beside)]


def _paused(
    game: Game, page: "PlayedPage", solved: tuple[Any, Any], look: BoardSeen, state: Any
) -> tuple[BoardSeen, Any]:
    """Call the page's `pause` before the last move, if it has one; return the board as it is then, and its state.

    `solved` are the board and its solution.
    """
    if page.pause is None:
        return look, state
    pause, page.pause = page.pause, None
    pause(look)
    now = page.reader.now()
    if isinstance(now, WinSeen):
        page.reader.refute(now)
        now = page.reader.now()
    return (now, _same_board(game, *solved, now.snapshot, state)) if isinstance(now, BoardSeen) else (look, state)


def _learnt(game: Game, result: Result, rejected: RejectedWord, state: Any, max_rejected: int) -> bool:
    """Prove the board anew without a rejected word; return False if the page has rejected too many, or all that fit."""
    result.rejected.append(rejected.rejected)
    result.refused = f": it rejected {', '.join(result.rejected)}"
    if len(result.rejected) >= max_rejected:
        return False
    proof = prove(game, rejected.board)
    if proof.solutions == 0:
        result.refused += ", and no other words fit"
        return False
    before, result.proof = result.proof, proof
    if before and before.picked is not None:
        result.proof = fewest_moves(game, rejected.board, proof, state)
    return True


def _same_board(game: Game, board: Any, solution: Any, snapshot: Snapshot, expected: Any) -> Any:
    """Return the state of the board; raise BoardChanged if it is another board.

    A finished page may show less: then it must be a board that `solution` solves, or none that can be read.
    """
    if (snapshot.rows, snapshot.cols) == board.shape:
        state = game.play.state(snapshot, expected)
        is_finished = game.play.solved(board, state)
        try:
            shown = game.play.read(snapshot)
        except (PageNotUnderstood, BoardError):
            if is_finished:
                return state
            raise
        if shown == board or (is_finished and not game.board.check(shown, solution)):
            return state
    raise BoardChanged("the board changed during play, again: try later")


def _left(
    game: Game, page: "PlayedPage", board: Any, expected: Any, made: Performed, *, solution: Any
) -> tuple[BoardSeen, Any] | None:
    """Return the board that moves have left, and its state; None if the game ended with them.

    A sign of a win beside a board that is not solved is believed no more. Raise Unavailable if the page without a board
    was not left by the winning move, and InputsLost if quick inputs have left marks that can't be right.
    """
    look = made.look if isinstance(made.look, BoardSeen) else made.board
    if look is None:
        if isinstance(made.look, WinSeen) or game.play.solved(board, expected):
            return None
        paths = ", ".join(made.look.paths)
        raise Unavailable(f"the board went away in the middle of the game (at {paths}): play again")
    if page.draws_borders:
        expected = game.enclosed(board, expected, look.snapshot)
    try:
        state = _same_board(game, board, solution, look.snapshot, expected)
    except (PageNotUnderstood, BoardError) as error:
        if isinstance(made.look, WinSeen):  # a finished board may be drawn otherwise
            return None
        if made.is_quick:
            raise InputsLost(f"the page lost quick inputs ({error}): play again") from error
        raise
    if isinstance(made.look, WinSeen):
        if game.play.solved(board, state):
            return None
        page.reader.refute(made.look)
    return look, state


def is_open(game: Game, result: Result, look: BoardSeen) -> bool:
    """Return whether `look` shows the board of `result` unsolved, or another one."""
    assert result.proof is not None
    assert result.snapshot is not None
    try:
        end = game.play.simulate(result.board, game.play.state(result.snapshot), result.plan)
        state = _same_board(game, result.board, result.proof.solution, look.snapshot, end)
    except BoardChanged:
        return True
    return not game.play.solved(result.board, state)


def fewest_moves(game: Game, board: Any, proof: Proof, state: Any) -> Proof:
    """Return `proof` with that solution picked, of several, which needs the fewest moves from `state`."""
    return pick(game, board, proof, lambda solution: count(game.play.plan(board, solution, state)))


def verified_plan(
    game: Game, board: Any, solution: Any, state: Any, idle: Collection[Move] = frozenset()
) -> list[Move]:
    """Return the moves from `state` to `solution`, without those that are `idle` if the others solve the board.

    Raise AssertionError if a simulation of the moves does not end in the solved state.
    """
    moves = game.play.plan(board, solution, state)
    if not game.play.solved(board, game.play.simulate(board, state, moves)):
        raise AssertionError(f"the {game.title} plan does not end in the solved state")
    others = [move for move in moves if move not in idle]
    return others if game.play.solved(board, game.play.simulate(board, state, others)) else moves
