"""The replica's faults that a game is won in spite of."""

from typing import Any

import pytest

from tests.support.replica import BUILDS, GENERATIONS, PATIENT, SMALL, Opener, played

#: What goes wrong, in the replica's switches; every one of these ends in a win.
WON: dict[str, dict[str, Any]] = {
    "cookie banner": {"cookies": True},
    "tutorial": {"tutorialDelay": 100},
    "cookie banner and tutorial": {"cookies": True, "tutorialDelay": 100},
    "two frames deep": {"nested": True},
    "re-mount on every move": {"remount": True},
    "churn every 100 ms": {"churn": 100},
    "churn every 30 ms": {"churn": 30},
    "every 4th click dropped": {"drop": 4},
    "every 5th click doubled": {"double": 5},
    "400 ms until a move shows": {"delay": 400},
    "900 ms until a move shows": {"delay": 900},
    "cells that come one by one": {"gradual": True},
    "crosses that the page sets": {"autoCross": True},
    "script, ANSI, CSV and CDATA in labels": {"hostile": "inject"},
    "getAttribute, JSON, slice and getComputedStyle overridden": {"hostile": "prototypes"},
    "alert storm": {"hostile": "alerts"},
    "popups": {"hostile": "popups"},
    "downloads": {"hostile": "downloads"},
    "beforeunload": {"hostile": "beforeunload"},
    "print": {"hostile": "print"},
    "console flood": {"hostile": "console"},
    "200 000 nodes": {"hostile": "nodes"},
}


def rows(turn: int) -> list[Any]:
    """Each row on one generation, the two in turn, with its games in turn; the other `turn` has the other ones."""
    games = {build: [game for game, its in BUILDS if its == build] for build in GENERATIONS}
    builds = [(number, name, GENERATIONS[(number + turn) % 2]) for number, name in enumerate(WON)]
    return [
        pytest.param(
            build,
            games[build][(number + GENERATIONS.index(build)) % len(games[build])],
            WON[name],
            id=f"{name} on {build}",
        )
        for number, name, build in builds
        if not ("nested" in WON[name] and build == "sdui")  # members' pages have no frames
    ]


def is_won(open_replica: Opener, generation: str, game: str, faults: dict[str, Any]) -> None:
    result = played(game, open_replica(game, times=PATIENT, generation=generation, board=SMALL[game], **faults))
    assert (result.outcome, result.confirmed) == ("solved", "results"), result.message
    if "drop" in faults:
        assert result.clicks > result.moves, "what was dropped was made again, and counted"
        assert result.attempts > 1
