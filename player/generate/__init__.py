"""Boards of our own, each with exactly one solution: the same seed gives the same board."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from player.games import GAMES
from player.generate import mini_sudoku, patches, queens, star_battle, tango, zip
from player.prove import prove


class Maker(NamedTuple):
    """`make(random, size, walls)` returns a board; `sizes` are the smallest and the largest side, so many apart."""

    make: Callable[[Random, int, bool], Any]
    sizes: tuple[int, int]
    step: int = 1


MAKERS: Mapping[str, Maker] = {
    "queens": Maker(queens.make, (6, 11)),
    "zip": Maker(zip.make, (5, 9)),
    "tango": Maker(tango.make, (4, 12), step=2),
    "mini-sudoku": Maker(mini_sudoku.make, (4, 9)),
    "patches": Maker(patches.make, (5, 10)),
}


def maker(name: str, stars: int = 1) -> Maker:
    """Who makes boards of the game `name`; more `stars` than one are those of Queens, as star_battle.SIZES says."""
    if stars == 1:
        return MAKERS[name]
    return Maker(lambda random, size, _walls: star_battle.make(random, size, stars), star_battle.SIZES[stars])


def generate(name: str, size: int, seed: int, *, walls: bool = True, stars: int = 1) -> dict[str, Any]:
    """A board of the game `name` in the public format, with its solution; `walls` matters to Zip, `stars` to Queens."""
    game = GAMES[name]
    board = maker(name, stars).make(Random(f"{name}-{size}-{seed}-{walls}"), size, walls)
    solution = prove(game, board).solution
    kind = "-open" if name == "zip" and not walls else f"-{stars}-stars" if stars > 1 else ""
    return {
        "id": f"player-{name}-{size}{kind}-{seed}",
        **game.to_json(board),
        "solution": game.solution_to_json(solution),
    }
