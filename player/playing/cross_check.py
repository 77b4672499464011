"""The second witness of a play: the board that was read from the markup, compared with a picture of the page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from player.browser.page.observation import BoardSeen, WinSeen
from player.errors import NotInstalled, PageNotUnderstood, Unavailable, trace
from player.games import Game
from player.playing import SightMode
from player.sight.reading import is_installed
from player.sight.witness import Statement, WitnessVerdict, ask

if TYPE_CHECKING:  # boards are solved without a browser installed
    from player.browser.page.game_page import GamePage
    from player.browser.page.page_reader import BoardPicture
    from player.browser.page.proving import ProvedReading

T = TypeVar("T")

NO_PICTURE = Statement(
    WitnessVerdict.NOT_SEEN, why="its cells are covered or outside of the window, or form no upright grid"
)


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The word of a picture on a board, and the picture, if there is one."""

    statement: Statement
    picture: "BoardPicture | None" = None

    @property
    def verdict(self) -> WitnessVerdict:
        """The verdict, in the word of the records."""
        return self.statement.verdict


#: Of a board that was read from a picture.
READ_FROM_PICTURE = CrossCheck(Statement(WitnessVerdict.USED))


def cross_check(game: Game, page: "GamePage", reading: "ProvedReading", how: SightMode) -> CrossCheck | None:
    """Return what a picture of the page says of the board that was read.

    None if it is not to be asked, or if the page shows another board by now.
    A difference counts if it lasts: a page may draw its board in parts. Raise NotInstalled if a picture must be read,
    and can't.
    """
    if page.reads_pictures or how is SightMode.OFF or not isinstance(reading.look, BoardSeen):
        return READ_FROM_PICTURE if page.reads_pictures else None
    if not is_installed():
        if how is SightMode.CHECK:
            raise NotInstalled.of_extra("sight", "--sight check reads pictures with OpenCV")
        return None
    found = CrossCheck(NO_PICTURE)
    shown = game.shown(reading.board, reading.state)
    for picture in page.reader.pictures(reading.look):
        if picture is None:
            return CrossCheck(NO_PICTURE)
        try:
            said = ask(picture.data, picture.grid, game, reading.board, shown)
        except Exception as error:
            if how is SightMode.CHECK:
                raise
            trace(error)  # a bug of a witness that nobody asked for must not lose the game
            said = Statement(WitnessVerdict.NOT_SEEN, why=f"{type(error).__name__} in the witness")
        found = CrossCheck(said, picture)
        if found.verdict is WitnessVerdict.AGREES or (
            found.verdict is WitnessVerdict.NOT_SEEN and how is SightMode.AUTO
        ):
            return found
    now = page.arrival.again(reading.look)
    return found if isinstance(now, BoardSeen) and now.snapshot == reading.look.snapshot else None


def photograph(page: "GamePage", reading: "ProvedReading", how: SightMode) -> None:
    """Begin to take the picture that `cross_check` reads first, of a board that is proved."""
    is_read = how is not SightMode.OFF and not page.reads_pictures and is_installed()
    if is_read and reading.sound and isinstance(reading.look, BoardSeen):
        page.reader.photograph(reading.look)


def with_pictures(
    game: Game, page: "GamePage", how: SightMode, attempt: Callable[[], T], is_unread: Callable[[], bool]
) -> T:
    """Return the result of `attempt`, which reads the page: by pictures with `ONLY`.

    With `AUTO`, they are tried if the markup is not understood. `is_unread` tells then that no board was read from it.
    """
    if how is SightMode.ONLY and not page.reads_pictures:
        page.read_from_pictures(game)
    try:
        return attempt()
    except PageNotUnderstood as error:
        if (
            how is not SightMode.AUTO
            or page.reads_pictures
            or not is_unread()
            or not is_installed()
            or not page.shows(game)
        ):
            raise
        page.arrival.say(f"the markup is not understood ({error}): the board is read from pictures")
    page.read_from_pictures(game)
    return attempt()


def require_agreement(found: CrossCheck | None, how: SightMode) -> None:
    """Raise PageNotUnderstood if the picture shows another board, or with `CHECK` if it does not show the board."""
    if found is None:
        return
    said = found.statement
    if said.verdict is WitnessVerdict.DIFFERS:
        first, *more = said.differences
        rest = f", and {len(more)} more differences" if len(more) > 1 else ", and one more difference" if more else ""
        raise PageNotUnderstood(f"the page looks different from what was read: {first}{rest}")
    if said.verdict is WitnessVerdict.NOT_SEEN and how is SightMode.CHECK:
        raise PageNotUnderstood(f"the board can't be checked by a picture: {said.why}: leave out --sight check")


def read_and_check(
    game: Game,
    page: "GamePage",
    how: SightMode,
    tell: Callable[["ProvedReading", CrossCheck | None], object] = lambda _reading, _found: None,
) -> "ProvedReading":
    """Return the reading of the board that `page` shows, with its proof; the board is not touched.

    `tell` is called with what a picture says of it. Raise Unavailable if the game is won, and the problem if there is
    one: PageNotUnderstood also if the picture shows another board.
    """
    from player.browser.page.proving import read_proved  # noqa: PLC0415  # boards are solved without a browser installed

    def attempt() -> "ProvedReading":
        reading = read_proved(game, page)
        if isinstance(reading.look, WinSeen):
            raise Unavailable(
                f"{game.title} is won already, its page shows no board: try again when the next one is out"
            )
        if reading.problem:
            raise reading.problem
        return reading

    reading = with_pictures(game, page, how, attempt, lambda: True)
    found = cross_check(game, page, reading, how)
    tell(reading, found)
    require_agreement(found, how)
    return reading
