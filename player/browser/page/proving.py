"""From a page to its board and proof, waiting for pages that draw their board in stages.

Every command that reads a page calls `read_proved`.
"""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from player.browser.page.observation import BoardOrWin, BoardSeen
from player.errors import BoardError, PageNotUnderstood
from player.games import Game
from player.proof import Proof, prove

if TYPE_CHECKING:  # this module also works without a browser
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
) -> ProvedReading:
    """Return the board that `page` shows, with its proof, once the page will not replace it.

    The page is opened unless `look`, its current observation, is given. Boards in `replaced` were replaced in earlier
    loads, and are not accepted at once. `stage` times load, read, solve and wait; `learn` is called with each partial
    result. Raises the errors of `GamePage.open` and `Arrival.later`.
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
                reading.state = game.play.state(look.snapshot)
            with stage("solve"):
                reading.proof = prove(game, reading.board)
                learn(reading)
        except (BoardError, PageNotUnderstood) as error:
            reading.problem = error
        with stage("wait"):
            later = page.arrival.later(look, sound=reading.sound, replaced=reading.board in replaced)
        if later is None:
            return reading
        look = later
