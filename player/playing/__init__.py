"""The play of one game on its page: the walk to a verdict, the moves, the result, and the rules that a user chooses."""

from dataclasses import dataclass
from enum import StrEnum


class SightMode(StrEnum):
    """The values of `--sight`: when a picture is asked, and what must come of it."""

    AUTO = "auto"
    """If the extra is installed: a difference refuses the page."""
    CHECK = "check"
    """The picture must show the same board."""
    ONLY = "only"
    """The board is read from pictures, whatever the markup has."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules of a play that a user chooses."""

    min_time: float = 3
    """With a session: the least value of the page's timer before the last move, in seconds."""
    wrong_words: int = 3
    """The number of words that a page may reject."""
    attempts: int = 8
    """The most times that the moves are planned from the state of the page before it counts as refusing them."""
    any_solution: bool = False
    """True if of a board with several solutions one is played."""
    sight: SightMode = SightMode.OFF
    """The use of pictures of the page as second witnesses of its board."""
    verify_saved: bool = False
    """True if a member's win is looked for in a fresh load."""
    ahead: bool = False
    """True if the page of the next game is opened while a game is played, if there is no pause between them."""


DEFAULT_RULES = PlayRules()
