"""From a page to its board and the proof of it, with the patience that a page needs which draws its board in stages.

All that reads pages comes here, to play or not.
"""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from player.errors import BoardError, PageNotUnderstood
from player.games import Game
from player.solve import Proof, prove

if TYPE_CHECKING:  # a board can be thought about where there is no browser
    from player.browser.page.game_page import GamePage
    from player.browser.page.observation import Look

Stages = Callable[[str], AbstractContextManager[None]]


@dataclass(slots=True)
class Reading:
    """What was read of a page and proved of it, as far as that went: of a game won before there is a look only.

    `problem` is what kept the board of `look` from being one, or its proof from being made.
    """

    look: "Look"
    board: Any = None
    state: Any = None
    proof: Proof | None = None
    problem: BoardError | PageNotUnderstood | None = None

    @property
    def sound(self) -> bool:
        return self.problem is None and self.proof is not None and self.proof.solutions == 1

    def required(self) -> "Reading":
        """The same; BoardError or PageNotUnderstood where it has no board with just one solution."""
        if self.problem:
            raise self.problem
        if self.proof:
            self.proof.solution  # noqa: B018  # raises unless there is just one
        return self


def read_proved(
    game: Game,
    page: "GamePage",
    *,
    look: "Look | None" = None,
    replaced: Collection[Any] = (),
    stage: Stages = lambda _name: nullcontext(),
    learn: Callable[[Reading], object] = bool,
) -> Reading:
    """The board that `page` shows, with its proof, once the page is not going to show another.

    The page is opened, unless `look` is what it shows now. Boards that were `replaced` before by others are not
    believed at once. `stage` times load, read, solve and wait, and `learn` is told of all that is known, as it comes.
    """
    if look is None:
        with stage("load"):
            look = page.open()
    while True:
        reading = Reading(look)
        learn(reading)
        if look.snapshot is None:
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
            later = page.later(look, sound=reading.sound, replaced=reading.board in replaced)
        if later is None:
            return reading
        look = later
