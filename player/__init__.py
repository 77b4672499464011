"""Plays LinkedIn's daily logic games end to end. The walk is in `player.playing`; start reading there.

The names in `__all__` are the library (docs/api.md); everything else is private. They are loaded when they are used, so
that `import player` stays cheap. PYTEST_DONT_REWRITE: else pytest, which loads our plugin, warns programs that have
imported the library before.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from player.api.boards import Drawing, draw, explain, from_json, generate, solve, to_json
    from player.api.pages import Played, Reading, play, read
    from player.browser.page.observation import Verdict
    from player.errors import (
        ArgumentInvalid,
        BoardChanged,
        BoardError,
        ConfigInvalid,
        Crashed,
        Denied,
        InputMissing,
        NoBrowser,
        NoNetwork,
        NotInstalled,
        Outcome,
        PageNotUnderstood,
        PlayerError,
        SignInNeeded,
        Throttled,
        TimeUp,
        Unavailable,
    )
    from player.explanations.explanation import Difficulty, Explanation
    from player.explanations.steps import Step
    from player.games import (
        Board,
        MiniSudokuBoard,
        PatchesBoard,
        QueensBoard,
        SimpleLoopBoard,
        TangoBoard,
        WendBoard,
        ZipBoard,
    )
    from player.proof import Proof

__version__ = "0.1.0"
#: The name of the environment variable with the file of words that takes the place of the lists for each language. It
#: stands here because `--help` shows it, and imports little.
WORDS_VARIABLE = "PLAYER_WORDS"

__all__ = [
    "ArgumentInvalid",
    "Board",
    "BoardChanged",
    "BoardError",
    "ConfigInvalid",
    "Crashed",
    "Denied",
    "Difficulty",
    "Drawing",
    "Explanation",
    "InputMissing",
    "MiniSudokuBoard",
    "NoBrowser",
    "NoNetwork",
    "NotInstalled",
    "Outcome",
    "PageNotUnderstood",
    "PatchesBoard",
    "Played",
    "PlayerError",
    "Proof",
    "QueensBoard",
    "Reading",
    "SignInNeeded",
    "SimpleLoopBoard",
    "Step",
    "TangoBoard",
    "Throttled",
    "TimeUp",
    "Unavailable",
    "Verdict",
    "WendBoard",
    "ZipBoard",
    "__version__",
    "draw",
    "explain",
    "from_json",
    "generate",
    "play",
    "read",
    "solve",
    "to_json",
]

#: The module of each public name; every other one is an error, or a type of board.
_PLACES = {
    **dict.fromkeys(("Drawing", "draw", "explain", "from_json", "generate", "solve", "to_json"), "player.api.boards"),
    **dict.fromkeys(("Played", "Reading", "play", "read"), "player.api.pages"),
    **dict.fromkeys((name for name in __all__ if name.endswith("Board")), "player.games"),
    "Verdict": "player.browser.page.observation",
    "Difficulty": "player.explanations.explanation",
    "Explanation": "player.explanations.explanation",
    "Step": "player.explanations.steps",
    "Proof": "player.proof",
}


if not TYPE_CHECKING:  # else type checkers would know every name

    def __getattr__(name: str) -> Any:
        """Load a public name at its first use."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(_PLACES.get(name, "player.errors")), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
