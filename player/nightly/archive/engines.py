"""The engines that judge a board on its page: the replica's own scripts, and the `playable.js` of each game."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from player.boards.board_json import read_text
from player.files import REPLICA
from player.games import GAMES, Game

#: The list of the replica's engines, by game.
LISTED = "engines.json"
#: The folders of the archive for the replica's scripts, and for those of the games.
_ENGINES, _GAMES = "assets/replica/", "assets/games/"


class Engine(NamedTuple):
    """The engine of a game."""

    scripts: tuple[str, ...]
    """Its scripts in the archive, in their order."""
    accepted: int | None
    """The place of the word in each part of a solution, if the engine judges words by their hashes."""


@cache
def engines() -> dict[str, Engine]:
    """Return the engines of the games that can be played on a page."""
    listed: dict[str, Any] = json.loads(read_text(REPLICA / LISTED, "the list of engines"))
    return {
        name: Engine((*(f"{_ENGINES}{script}" for script in one["scripts"]), f"{_GAMES}{name}.js"), one.get("accepted"))
        for name, one in listed.items()
        if name in GAMES and _playable(GAMES[name]).is_file()
    }


def scripts() -> dict[str, bytes]:
    """Return the scripts of all engines, by their names in the archive."""
    of_games = {f"{_GAMES}{name}.js": _playable(GAMES[name]).read_bytes() for name in engines()}
    names = {name for engine in engines().values() for name in engine.scripts} - of_games.keys()
    return of_games | {name: (REPLICA / name.removeprefix(_ENGINES)).read_bytes() for name in sorted(names)}


def _playable(game: Game) -> Any:
    return files(game.package) / "playable.js"
