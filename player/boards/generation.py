"""Generated boards with exactly one solution; the same seed gives the same boards on every machine."""

from collections.abc import Generator as Generated
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from player.boards.board_json import fingerprint_of_images
from player.boards.pool import ordered
from player.errors import BoardError
from player.explain.difficulty import LEVELS, Difficulty, measure
from player.games import GAMES
from player.games.game import Generator, GeneratorOption
from player.solve import prove


def special(name: str, **options: bool | int) -> dict[GeneratorOption, bool | int]:
    """Return those of `options` that differ from the defaults of the game `name`; BoardError if it has none such.

    A switch that is off asks for nothing that a game lacks.
    """
    declared = {option.name: option for option in GAMES[name].generator_options}
    if unknown := [option for option, value in options.items() if option not in declared and value not in {False, 1}]:
        raise BoardError(f"boards of {name} have no {unknown[0]}: leave out --{unknown[0]}")
    named = {declared[option]: value for option, value in options.items() if option in declared}
    return {option: value for option, value in named.items() if value != option.default}


def generator_of(name: str, **options: bool | int) -> Generator:
    """Return the generator of the game `name` for `options`; BoardError if it has no such option."""
    generator, chosen = GAMES[name].generator, special(name, **options)
    if not chosen:
        return generator
    if generator.with_options is None:
        raise AssertionError(f"{name} declares options, and its generator takes none")
    return generator.with_options(**{option.name: value for option, value in chosen.items()})


#: The most boards in a row that are left out before the search ends.
MAX_TRIES = 1000


def generate(name: str, size: int | None, seed: int, number: int = 1, **options: bool | int) -> dict[str, Any]:
    """Board `number` (from 1) of `seed` of the game `name`, in the public format with its solution.

    Without a `size`, one of the usual sizes is drawn. `options` are those that the game declares.
    """
    game, chosen = GAMES[name], generator_of(name, **options)
    if size is None:
        size = Random(f"{name}-size-{seed}-{number}").choice(chosen.usual)
    kind = "".join(f"-{option.label.format(value)}" for option, value in special(name, **options).items())
    label = f"player-{name}-{size}{kind}-{seed}" + (f"-{number}" if number > 1 else "")
    board = chosen.make(Random(label), size)
    proof = prove(game, board)
    solution = game.board.solution_to_json(proof.solution)
    return {"id": label, **game.board.to_json(board), "solution": solution, **proof.told()}


def stream(
    name: str, size: int | None, seed: int, *, wanted: str | None = None, jobs: int = 1, **options: bool | int
) -> Generated[dict[str, Any]]:
    """Yield the boards of `seed`, no two of them equal by turning or renaming, made by `jobs` processes; their number does not change the boards.

    `wanted` is a level of difficulty, or a least number of it; other boards are left out, and these get their
    "difficulty". Raise BoardError if `MAX_TRIES` boards in a row are left out.
    """
    seen: set[str] = set()
    left_out = 0
    with closing(ordered(_Order(name, size, seed, wanted, options), count(1), jobs)) as boards:
        for board, mark in boards:
            if board is None or mark in seen:
                left_out += 1
                if left_out == MAX_TRIES:
                    raise BoardError(f"no other such board in {MAX_TRIES} tries: ask for fewer, or for others")
                continue
            left_out = 0
            seen.add(mark)
            yield board


@dataclass(frozen=True)
class _Order:
    """The arguments of `stream`; called with a number, it makes that board.

    It is a class so that it can be sent to worker processes.
    """

    name: str
    size: int | None
    seed: int
    wanted: str | None
    options: Mapping[str, bool | int]

    def __call__(self, number: int) -> tuple[dict[str, Any] | None, str]:
        """Return board `number` and the fingerprint of its images, or None if it is not as hard as wanted."""
        data = generate(self.name, self.size, self.seed, number, **self.options)
        game = GAMES[self.name]
        board = game.board.from_json(data)
        if self.wanted is not None:
            difficulty = measure(game, board)
            if not _as_hard(difficulty, self.wanted):
                return None, ""
            data = {**data, "difficulty": difficulty.to_json()}
        return data, fingerprint_of_images(game, board)


def _as_hard(difficulty: Difficulty, wanted: str) -> bool:
    return difficulty.level == wanted if wanted in LEVELS else round(difficulty.number, 1) >= float(wanted)
