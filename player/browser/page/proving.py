"""From a page to its board and proof, waiting for pages that draw their board in stages; boards of other pages.

Every command that reads a page calls `read_proved`. With `GuestTab` it reads the page that guests get.
"""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from player.browser.page.observation import BoardOrWin, BoardSeen
from player.errors import BoardError, Denied, PageNotUnderstood, SignInNeeded
from player.games import Game
from player.games.fields import common
from player.games.grid import cells
from player.games.snapshot import Snapshot
from player.proof import Proof, prove

if TYPE_CHECKING:
    from player.browser.page.arrival import Arrival
    from player.browser.page.game_page import GamePage

Stages = Callable[[str], AbstractContextManager[None]]


@dataclass(slots=True)
class ProvedReading:
    """The result of reading a page so far; of a game already won only `look` is set.

    `problem` is the error of reading or proving the board of `look`.
    """

    look: BoardOrWin
    board: Any = None
    state: Any = None
    proof: Proof | None = None
    problem: BoardError | PageNotUnderstood | None = None

    @property
    def sound(self) -> bool:
        """True if the board was read and proved to have just one solution."""
        return self.problem is None and self.proof is not None and self.proof.solutions == 1

    @property
    def is_ambiguous(self) -> bool:
        """True if the board was read, and has several solutions."""
        return self.problem is None and self.proof is not None and self.proof.solutions > 1

    def required(self) -> "ProvedReading":
        """Return self; raise BoardError or PageNotUnderstood unless the board has just one solution."""
        if self.problem:
            raise self.problem
        if self.proof:
            self.proof.solution  # noqa: B018  # raises unless there is just one
        return self


def read_proved(
    game: Game,
    page: "GamePage",
    *,
    look: BoardOrWin | None = None,
    replaced: Collection[Any] = (),
    stage: Stages = lambda _name: nullcontext(),
    learn: Callable[[ProvedReading], object] = bool,
    leaves: bool = False,
    once_more: bool = True,
) -> ProvedReading:
    """Return the board that `page` shows, with its proof, once the page will not replace it.

    The page is opened unless `look`, its current observation, is given. Boards in `replaced` were replaced in earlier
    loads, and are not accepted at once. `stage` times load, read, solve and wait; `learn` is called with each partial
    result. The caller `leaves` a board with several solutions for another one. At the end the board is observed
    `once_more`, unless the caller does that. Raises the errors of `GamePage.open` and `Arrival.later`.
    """
    if look is None:
        with stage("load"):
            look = page.open()
    while True:
        reading = ProvedReading(look)
        learn(reading)
        if not isinstance(look, BoardSeen):
            return reading
        try:
            with stage("read"):
                reading.board = game.play.read(look.snapshot)
                learn(reading)
                require_same_address(game, reading.board, page.address)
                reading.state = game.play.state(look.snapshot)
            with stage("solve"):
                reading.proof = prove(game, reading.board)
                learn(reading)
        except (BoardError, PageNotUnderstood) as error:
            reading.problem = error
        with stage("wait"):
            later = page.arrival.later(
                look,
                sound=reading.sound,
                replaced=reading.board in replaced,
                leaves=leaves and reading.is_ambiguous,
                once_more=once_more or not reading.sound,
            )
        if later is None:
            return reading
        look = later


def require_same_address(game: Game, board: Any, address: str) -> None:
    """Raise PageNotUnderstood if the address of the page holds a board of this game, and another one."""
    if game.url is None or "?" not in address:
        return
    from player.boards.board_json import data_of  # noqa: PLC0415  # of few pages

    with suppress(BoardError):  # most addresses hold none
        told = data_of(address)
        if told["game"] == game.name and game.board.from_json(told) != board:
            raise PageNotUnderstood("the board that the page shows is not the one in its address: load it anew")


class GuestTab:
    """A guest's tab, where boards are read for a member's page; the fields that the member's page lacks are its."""

    def __init__(self, game: Game, guest: Callable[[], AbstractContextManager["GamePage"]]) -> None:
        """`guest` opens the game's page in a context without a session; it is closed after reading."""
        self.elsewhere = common(game.play.ALLOWED)
        self._game = game
        self._guest = guest
        self._seen: BoardSeen | None = None

    def open(self, arrival: "Arrival") -> BoardOrWin:
        """Read the guest's page, then open the member's; PageNotUnderstood if the two show different boards."""
        problem = ""
        for _ in range(2):  # the daily board may change between the two readings
            self._seen = self._read_as_guest()
            look: BoardOrWin | None = arrival.open()
            while look is not None:
                if not isinstance(look, BoardSeen):
                    return look
                problem = disagreement(self._game, self._seen.snapshot, look.snapshot)
                if not problem:
                    return look
                look = arrival.later(look, sound=False)
        raise PageNotUnderstood(f"the guest's page and the member's page show different boards: {problem}")

    def _read_as_guest(self) -> BoardSeen:
        with self._guest() as page:
            try:
                look = read_proved(self._game, page).look
            except Denied:
                raise
            except SignInNeeded:
                raise SignInNeeded("guests are asked to sign in: leave out --read-as guest") from None
            except PageNotUnderstood as error:
                raise PageNotUnderstood(f"the guest's page: {error}") from error
        if not isinstance(look, BoardSeen):
            raise PageNotUnderstood(f"the guest's page shows no board ({look.what}): leave out --read-as guest")
        return look

    def completed(self, look: BoardSeen) -> BoardSeen:
        """Return `look` with the fields that it lacks as on the guest's page, once that was read."""
        return completed(look, self._seen, self._game) if self._seen else look


def completed(look: BoardSeen, seen: BoardSeen, game: Game) -> BoardSeen:
    """Return `look` with the fields that it lacks taken from `seen`, an observation of the guest's page of equal size.

    A field that is empty in every cell counts as missing: a page that draws its walls in a new way seems to have none.
    `chosen` names the source of each field.
    """
    if look.shape != seen.shape:
        return look
    mine, theirs = look.snapshot, seen.snapshot
    fields = common(game.play.ALLOWED)
    unread = {name for name in fields if look.chosen.get(name) is None}
    blank = {name for name in fields if not any(cell.get(name) for cell in mine.cells)}
    missing = sorted(unread | blank)
    chosen = {**look.chosen, **{name: f"guest {seen.chosen.get(name)}" for name in missing}}
    return replace(look, snapshot=mine.with_fields(missing, theirs), chosen=chosen)


def disagreement(game: Game, guest: Snapshot, member: Snapshot) -> str:
    """Return the difference between the boards of two pages and its fix; an empty string if they agree.

    Givens that only the guest's page shows must belong to the one solution of the board without them.
    """
    if (guest.rows, guest.cols) != (member.rows, member.cols):
        return f"{guest.rows}x{guest.cols} and {member.rows}x{member.cols}: fix 'grid' or 'cell' in selectors.yaml"
    theirs, mine = game.play.read(guest), game.play.read(member)
    for field, column in game.columns(theirs).items():
        for at, a, b in zip(cells(guest.rows, guest.cols), column, game.columns(mine)[field], strict=True):
            if a != b:
                return f"they disagree in {field!r} at {at}: {_shown(a)} and {_shown(b)}: fix {field!r}, or try later"
    proof = prove(game, mine)
    broken = game.board.check(theirs, proof.solution) if proof.solutions == 1 else []
    return f"in the solution of the member's, {broken[0]}: fix {game.play.MARK!r}, or try later" if broken else ""


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value)
