"""Generated boards with exactly one solution; the same seed gives the same boards on every machine."""

import hashlib
from collections.abc import Generator as Generated
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import partial
from heapq import nlargest
from itertools import count, islice
from random import Random
from typing import Any

from player.boards.board_json import fingerprint_of_images
from player.bulk import Jobs, ordered
from player.errors import ArgumentInvalid, BoardError, did_you_mean
from player.explanations.explanation import LEVELS, measure
from player.games import GAMES, Game, title_of
from player.games.game import GeneratorOption
from player.games.shapes import BoardShape, Generator, symmetric
from player.proof import prove
from player.render.progress import PROGRESS

#: The most boards in a row that are left out before the search ends, and the most tries of one board of a shape.
MAX_TRIES, MAX_SHAPE_TRIES = 1000, 30

Form = BoardShape | str | None
"""The form of boards: a shape, or one of `SYMMETRIES` that their clues have."""


def special(name: str, **options: bool | int) -> dict[GeneratorOption, bool | int]:
    """Return those of `options` that are not the defaults of the game `name`; ArgumentInvalid for what it has not."""
    declared = {option.name: option for option in GAMES[name].generator_options}
    for option, value in options.items():
        if option not in declared:
            others = [other for other, game in GAMES.items() if option in {one.name for one in game.generator_options}]
            hint = f"it goes with {' and '.join(map(title_of, others))}" if others else did_you_mean(option, declared)
            raise ArgumentInvalid(f"boards of {title_of(name)} have no option {option!r}: {hint}")
        switch, most = isinstance(declared[option].default, bool), declared[option].most
        if not isinstance(value, int) or switch != isinstance(value, bool) or not (switch or 1 <= value <= most):
            kind = "True or False" if switch else f"a number from 1 to {most}"
            raise ArgumentInvalid(f"{option}={value!r}: {option} is {kind}")
    return {declared[option]: value for option, value in options.items() if value != declared[option].default}


def generator_of(name: str, **options: bool | int) -> Generator:
    """Return the generator of the game `name` for `options`; ArgumentInvalid if it has no such option."""
    changed = {option.name: value for option, value in special(name, **options).items()}
    generator: Generator = GAMES[name].generator(**changed)
    return generator


def require(name: str, size: int | None, form: Form = None, /, **options: bool | int) -> None:
    """Raise ArgumentInvalid if the game `name` has no such `options`, or makes no such boards in this `size`, and
    BoardError if none of the `form`.
    """
    generator = generator_of(name, **options)
    smallest, largest = generator.sizes
    if size is not None and not (smallest <= size <= largest and (size - smallest) % generator.step == 0):
        steps = f" in steps of {generator.step}" * (generator.step > 1)
        raise ArgumentInvalid(
            f"size={size}: such boards of {title_of(name)} have sizes from {smallest} to {largest}{steps}"
        )
    if form and generator.make_shaped is None:
        raise BoardError(f"such boards of {title_of(name)} take no shape: leave out --shape")
    if isinstance(form, BoardShape):
        generator.check(form)
    elif form and generator.clues is None:
        raise BoardError(f"boards of {title_of(name)} have no clues that could be symmetric: leave out --symmetry")


def generate(
    name: str, size: int | None, seed: int, number: int = 1, form: Form = None, /, **options: bool | int
) -> dict[str, Any]:
    """Board `number` (from 1) of `seed` of the game `name`, in the public format with its solution.

    Without a `size`, one of the usual sizes is drawn, or that of the shape is taken. `options` are those that the game
    declares. Raise BoardError if no board of the `form` is found in `MAX_SHAPE_TRIES` tries.
    """
    game, chosen = GAMES[name], generator_of(name, **options)
    if isinstance(form, BoardShape):
        size = form.size
        of_form = f"-shape-{hashlib.sha256(chr(10).join(form.rows).encode()).hexdigest()[:8]}"
    else:
        of_form = f"-{form}" if form else ""
    if size is None:
        size = Random(f"{name}-size-{seed}-{number}").choice(chosen.usual)
    kind = "".join(f"-{option.label.format(value)}" for option, value in special(name, **options).items())
    label = f"player-{name}-{size}{kind}{of_form}-{seed}" + (f"-{number}" if number > 1 else "")
    board = chosen.make(Random(label), size) if form is None else _formed(game, chosen, label, size, form)
    proof = prove(game, board)
    solution = game.board.solution_to_json(proof.solution)
    return {"id": label, **game.board.to_json(board), "solution": solution, **proof.claim_json()}


def _formed(game: Game, generator: Generator, label: str, size: int, form: BoardShape | str) -> Any:
    """Return a board of a shape, or with symmetric clues, of which a later try has more."""
    random, make, clues = Random(label), generator.make_shaped, generator.clues
    assert make is not None, "require has looked"
    for tried in range(MAX_SHAPE_TRIES):
        shape = form
        if not isinstance(shape, BoardShape):
            assert clues is not None, "require has looked"
            shape = symmetric(random, size, round(clues(random, size) * (1 + tried / MAX_SHAPE_TRIES)), shape)
        if (board := make(random, shape)) is not None:
            return board
    name = form.name if isinstance(form, BoardShape) else f"{form} symmetry"
    raise BoardError(
        f"no {game.title} board with one solution was found for {name} in {MAX_SHAPE_TRIES} tries: "
        "change the shape, or try another --seed"
    )


def stream(
    name: str,
    size: int | None,
    seed: int,
    *,
    wanted: str | None = None,
    jobs: Jobs = 1,
    form: Form = None,
    rated: bool = False,
    **options: bool | int,
) -> Generated[dict[str, Any]]:
    """Yield the boards of `seed`, no two of them equal by turning or renaming, made by `jobs`.

    Who makes them does not change the boards. `wanted` is a level of difficulty, or a least number of it; other boards
    are left out. Boards get their "difficulty" if it is `wanted` or they are `rated`. Raise BoardError if
    `MAX_TRIES` boards in a row are left out.
    """
    seen: set[str] = set()
    left_out = 0
    make = partial(_rated, (name, size, seed), form, options, wanted=wanted, rated=rated)
    with closing(ordered(make, count(1), jobs)) as boards:
        for board, mark in boards:
            PROGRESS.tried()
            if board is None or mark in seen:
                left_out += 1
                if left_out == MAX_TRIES:
                    raise BoardError(f"no other such board in {MAX_TRIES} tries: ask for fewer, or for others")
                continue
            left_out = 0
            seen.add(mark)
            PROGRESS.advance()
            yield board


def _rated(
    kind: tuple[str, int | None, int],
    form: Form,
    options: Mapping[str, bool | int],
    number: int,
    *,
    wanted: str | None,
    rated: bool,
) -> tuple[dict[str, Any] | None, str]:
    """Return board `number` and the fingerprint of its images, or None if it is not as hard as wanted."""
    data = generate(*kind, number, form, **options)
    game = GAMES[kind[0]]
    board = game.board.from_json(data)
    if rated or wanted is not None:
        found = measure(game, board)
        if wanted in LEVELS and found.level != wanted:
            return None, ""
        if wanted is not None and wanted not in LEVELS and round(found.number, 1) < float(wanted):
            return None, ""
        data = {**data, "difficulty": found.to_json()}
    return data, fingerprint_of_images(game, board)


def hardest(boards: Iterable[dict[str, Any]], of: int, count: int) -> list[dict[str, Any]]:
    """Return the `count` hardest of the first `of` rated boards, the hardest first; of equal ones the earlier first.

    No more than `count` boards are kept at a time.
    """
    return nlargest(count, islice(boards, of), key=lambda board: board["difficulty"]["number"])
