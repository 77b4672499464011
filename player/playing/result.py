"""The result of one play."""

from dataclasses import dataclass, field
from typing import Any

from player.browser.page.observation import Saved, Verdict
from player.errors import Outcome, PlayerError, trace
from player.explanations.explanation import Difficulty, measured
from player.games import GAMES
from player.games.moves import Move
from player.games.snapshot import Snapshot
from player.playing.cross_check import CrossCheck
from player.proof import Proof
from player.secrets import SCRUBBER


@dataclass(slots=True)
class Result:
    """The result of one play; `outcome`, `exit` and `confirmed` hold the values of the result records."""

    game: str
    outcome: Outcome = Outcome.FAILED
    exit: int = 70
    confirmed: Verdict = Verdict.NONE
    saved: Saved | None = None
    """The witnesses of the saved win; None for a guest."""
    message: str = ""
    generation: str | None = None
    board_name: str = ""
    """The board's name on its site, with its number if it was asked for; empty if it has none."""
    number: int | None = None
    """The puzzle's number that the page shows; None if it shows none, or several."""
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
    lost: bool = False
    """True if some inputs of the last batch that failed had their effect, and the others none."""
    error: PlayerError | None = None
    sight: CrossCheck | None = None
    """The word of the second witness; None if it was not asked."""
    ms: dict[str, float] = field(default_factory=dict)
    difficulty: Difficulty | None = None
    """The difficulty of the board; None if it was not measured."""
    unseen: bool = False
    """True if all moves were made, and the page did not show the solved board."""
    rejected: list[str] = field(default_factory=list)
    """The words that the page rejected."""

    def grade(self) -> None:
        """Measure the difficulty of the board, if it was proved to have one solution; what goes wrong is left out."""
        try:
            if self.proof and self.proof.unique is not None:
                self.difficulty = measured(GAMES[self.game], self.board, self.proof.unique)
        except Exception as error:  # noqa: BLE001  # the verdict stands, whatever comes of this
            trace(error)

    def ended(self, outcome: str, code: int, message: str = "") -> None:
        """Set the outcome, the exit code and the message, without secrets."""
        self.outcome, self.exit, self.message = Outcome(outcome), code, SCRUBBER.text(message)

    def failed(self, error: PlayerError) -> None:
        """Set the outcome, the exit code and the message of `error`."""
        self.error = error
        self.ended(error.outcome, error.code, str(error))
