"""Plays LinkedIn's daily logic games end to end. The walk is in `player.playing`; start reading there.

The names in `__all__` are the library (docs/api.md); everything else is private. They are loaded when they are used, so
that `import player` stays cheap. PYTEST_DONT_REWRITE: else pytest, which loads our plugin, warns programs that have
imported the library before.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from player.api.boards import Drawing as Drawing
    from player.api.boards import draw as draw
    from player.api.boards import explain as explain
    from player.api.boards import from_json as from_json
    from player.api.boards import generate as generate
    from player.api.boards import solve as solve
    from player.api.boards import to_json as to_json
    from player.api.pages import Played as Played
    from player.api.pages import Reading as Reading
    from player.api.pages import play as play
    from player.api.pages import read as read
    from player.browser.page.observation import Verdict as Verdict
    from player.errors import ArgumentInvalid as ArgumentInvalid
    from player.errors import BoardChanged as BoardChanged
    from player.errors import BoardError as BoardError
    from player.errors import ConfigInvalid as ConfigInvalid
    from player.errors import Crashed as Crashed
    from player.errors import Denied as Denied
    from player.errors import InputMissing as InputMissing
    from player.errors import NoBrowser as NoBrowser
    from player.errors import NoNetwork as NoNetwork
    from player.errors import NotInstalled as NotInstalled
    from player.errors import Outcome as Outcome
    from player.errors import PageNotUnderstood as PageNotUnderstood
    from player.errors import PlayerError as PlayerError
    from player.errors import SignInNeeded as SignInNeeded
    from player.errors import Throttled as Throttled
    from player.errors import TimeUp as TimeUp
    from player.errors import Unavailable as Unavailable
    from player.explanations.explanation import Difficulty as Difficulty
    from player.explanations.explanation import Explanation as Explanation
    from player.explanations.steps import Step as Step
    from player.games import Board as Board
    from player.games import MiniSudokuBoard as MiniSudokuBoard
    from player.games import PatchesBoard as PatchesBoard
    from player.games import QueensBoard as QueensBoard
    from player.games import SimpleLoopBoard as SimpleLoopBoard
    from player.games import TangoBoard as TangoBoard
    from player.games import WendBoard as WendBoard
    from player.games import ZipBoard as ZipBoard
    from player.proof import Proof as Proof

__version__ = "0.1.0"
#: The name of the environment variable with the file of words that takes the place of the lists for each language. It
#: stands here because `--help` shows it, and imports little.
WORDS_VARIABLE = "PLAYER_WORDS"

#: The public names, by the modules that have them.
_NAMES = {
    "player": "__version__",
    "player.api.boards": "Drawing draw explain from_json generate solve to_json",
    "player.api.pages": "Played Reading play read",
    "player.browser.page.observation": "Verdict",
    "player.errors": """
        ArgumentInvalid BoardChanged BoardError ConfigInvalid Crashed Denied InputMissing NoBrowser NoNetwork
        NotInstalled Outcome PageNotUnderstood PlayerError SignInNeeded Throttled TimeUp Unavailable
    """,
    "player.explanations.explanation": "Difficulty Explanation",
    "player.explanations.steps": "Step",
    "player.games": "Board MiniSudokuBoard PatchesBoard QueensBoard SimpleLoopBoard TangoBoard WendBoard ZipBoard",
    "player.proof": "Proof",
}
_PLACES: dict[str, str] = {}
for _module, _names in _NAMES.items():
    _PLACES |= dict.fromkeys(_names.split(), _module)
__all__ = list(_PLACES)


if not TYPE_CHECKING:  # else type checkers would know every name

    def __getattr__(name: str) -> Any:
        """Load a public name at its first use."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(_PLACES[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
