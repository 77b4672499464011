"""Boards of our own, each proved to have exactly one solution: the same seed gives the same boards, everywhere."""

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from typing import Any, NamedTuple

from player.boards import fingerprint
from player.difficulty import LEVELS, Difficulty, measure
from player.errors import BoardError
from player.games import GAMES
from player.generate import mini_sudoku, patches, queens, star_battle, tango, zip
from player.parallel import ordered
from player.prove import prove


class Maker(NamedTuple):
    """`make(random, size, **options)` returns a board.

    `sizes` are the smallest and the largest side, so many apart; `usual` are those on the site, as often as there.
    """

    make: Callable[..., Any]
    sizes: tuple[int, int]
    usual: tuple[int, ...]
    step: int = 1


MAKERS: Mapping[str, Maker] = {
    "queens": Maker(queens.make, (5, 20), (7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 11)),
    "zip": Maker(zip.make, (5, 14), (6, 6, 7, 8)),
    "tango": Maker(tango.make, (4, 12), (6,), step=2),
    "mini-sudoku": Maker(mini_sudoku.make, (4, 9), (6,)),
    "patches": Maker(patches.make, (5, 12), (6, 7, 8)),
}


def maker(name: str, stars: int = 1) -> Maker:
    """Who makes boards of the game `name`; more `stars` than one are those of Queens, as star_battle.SIZES says."""
    if stars == 1:
        return MAKERS[name]
    smallest, largest = star_battle.SIZES[stars]
    return Maker(partial(star_battle.make, stars=stars), (smallest, largest), ((smallest + largest) // 2,))


#: Boards in a row that are not what is wanted, after which there may be none.
TRIES = 1000


def generate(
    name: str, size: int | None, seed: int, number: int = 1, *, stars: int = 1, **options: Any
) -> dict[str, Any]:
    """Board `number` (from 1) of `seed` of the game `name`, in the public format with its solution.

    Without a `size`, one of the usual sizes is drawn. `stars` matters to Queens, `options` are the maker's.
    """
    game, chosen = GAMES[name], maker(name, stars)
    if size is None:
        size = Random(f"{name}-size-{seed}-{number}").choice(chosen.usual)
    kind = "-open" if options.get("walls") is False else f"-{stars}-stars" if stars > 1 else ""
    label = f"player-{name}-{size}{kind}-{seed}" + (f"-{number}" if number > 1 else "")
    board = chosen.make(Random(label), size, **options)
    solution = prove(game, board).solution
    return {"id": label, **game.to_json(board), "solution": game.solution_to_json(solution)}


def stream(
    name: str, size: int | None, seed: int, *, wanted: str | None = None, jobs: int = 1, **options: Any
) -> Generator[dict[str, Any]]:
    """The boards of `seed` one after the other, made by `jobs` processes, which don't change them; no two are alike.

    `wanted` is a level of difficulty, or a number of rounds at least: boards that are not so are left out, and the
    difficulty is told of the others. BoardError where `TRIES` in a row are left out.
    """
    seen: set[str] = set()
    left_out = 0
    with closing(ordered(_Order(name, size, seed, wanted, options), count(1), jobs)) as made:
        for board, mark in made:
            if board is None or mark in seen:
                left_out += 1
                if left_out == TRIES:
                    raise BoardError(f"no other board like that in {TRIES}: ask for fewer, or for others")
                continue
            left_out = 0
            seen.add(mark)
            yield board


@dataclass(frozen=True)
class _Order:
    """What `stream` was asked for; called with a number, it makes that board."""

    name: str
    size: int | None
    seed: int
    wanted: str | None
    options: Mapping[str, Any]

    def __call__(self, number: int) -> tuple[dict[str, Any] | None, str]:
        """Board `number` and its fingerprint, or None where it is not as hard as wanted."""
        data = generate(self.name, self.size, self.seed, number, **self.options)
        game = GAMES[self.name]
        board = game.from_json(data)
        if self.wanted is not None:
            difficulty = measure(game, board)
            if not _as_hard(difficulty, self.wanted):
                return None, ""
            data = {**data, "difficulty": difficulty.to_json()}
        return data, fingerprint(game, board)


def _as_hard(difficulty: Difficulty, wanted: str) -> bool:
    return difficulty.level == wanted if wanted in LEVELS else difficulty.rounds >= int(wanted)
