"""A board played on the screen: pixels in, pointer out, and nothing else known of the program that shows it."""

from collections.abc import Callable
from threading import Event

from player.browser.page.observation import Verdict
from player.errors import NOT_CONFIRMED, SOLVED, BoardError, Outcome, PageNotUnderstood
from player.games.grid import cells
from player.games.moves import count
from player.playing.attempts import play_moves, verified_plan
from player.playing.desktop.board import BoardLost, Followed, Placed, locate, locate_only
from player.playing.desktop.pointer import BoardMoved, Pointer
from player.playing.desktop.screen import Area, Screen
from player.playing.desktop.window_page import WindowPage
from player.playing.result import Result
from player.proof import prove
from player.sight.tracker import is_same

#: Seconds: the countdown; until a cell looks as it does without the pointer.
COUNTDOWN_S, HOVER_S = 3, 0.3


def play_on_screen(
    screen: Screen,
    area: Callable[[], Area],
    tell: Callable[[str], object],
    result: Result,
    *,
    name: str | None = None,
    won: str | None = None,
) -> None:
    """Read, prove and play the board that `area()` of the screen shows, and fill in `result`.

    `tell` is called with lines about it. The game is `name` if it is given; `won` is a word in capitals that the window
    shows once the board is won. Raise BoardError unless there is one board with exactly one solution, UserMoved once
    the user moves the mouse, BoardLost if the board goes away before it is solved, and PageNotUnderstood if the window
    does not take the moves.
    """
    placed = locate_only(screen, area(), name)
    game, board = placed.game, placed.board
    result.game, result.board, result.proof = game.name, board, prove(game, board)
    result.proof.solution  # noqa: B018  # raises unless there is exactly one
    pointer = Pointer(screen)
    if won and Followed(screen, placed, pointer.require_untouched).shows(won):
        raise BoardError(f"{won} is on the screen before the first move, so it can't tell of a win")
    for left in range(COUNTDOWN_S, 0, -1):
        tell(f"{game.title} is played in {left} s; move the mouse then to stop it")
        Event().wait(1)
    pointer.watch()
    page = WindowPage(screen, pointer, board, _again(screen, pointer, area, placed), tell)
    try:
        look = page.now()
        result.plan = verified_plan(game, board, result.proof.solution, game.play.state(look.snapshot))
        result.moves = count(result.plan)
        if not play_moves(game, page, result, look):
            raise PageNotUnderstood(
                f"the window did not take the moves of {game.title} in {result.attempts} attempts{result.refused}"
            )
    except BoardLost as lost:
        raise BoardLost(f"stopped after {page.made} moves, because {lost}") from None
    finally:
        result.clicks = page.made
    if won and page.comes_to_show(won):
        result.confirmed = Verdict.BANNER
        return result.ended(Outcome.SOLVED, SOLVED, f"{page.made} moves made, the window shows {won}: solved")
    if sign := page.signs.told():
        result.confirmed = Verdict.BOARD
        return result.ended(Outcome.SOLVED, SOLVED, f"{page.made} moves made, {sign} after the last: solved")
    how = "the board went away with the last one" if page.left else "the board shows the solution"
    how = "a dialog opened with the last one" if page.signs.has_dialog else how
    message = f"{page.made} moves made, {how}; nothing else tells of a win: unconfirmed"
    return result.ended(Outcome.UNCONFIRMED, NOT_CONFIRMED, message)


def _again(screen: Screen, pointer: Pointer, area: Callable[[], Area], before: Placed) -> Placed:
    """Return the board as it is after the countdown, without the look of a cell that the pointer is on."""
    placed = locate(screen, area(), before.game.name)
    if not is_same(placed.board, before.board):
        raise BoardError("another board came during the countdown: start again")
    under = placed.cell_at(pointer.place())
    if under is None:
        return placed
    pointer.board, pointer.host = placed.on_screen, placed.host
    elsewhere = max(cells(*placed.board.shape), key=lambda at: abs(at.row - under.row) + abs(at.col - under.col))
    try:
        pointer.move(placed.point(elsewhere))
    except BoardMoved:
        raise BoardLost("the window of the board was moved or covered during the countdown: start again") from None
    Event().wait(HOVER_S)
    return placed.with_look_of(under, screen.pixels(placed.area))
