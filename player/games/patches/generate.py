"""A generator of Patches boards: clues for a random tiling, some of them incomplete, until it is the only solution.

On boards of a shape the cells of a letter lie in one patch, which is the least rectangle around them.
"""

from collections.abc import Iterable
from functools import partial
from random import Random

from player.games import patches
from player.games.grid import Cell, cells
from player.games.patches.board import Board, Clue, Patch, around, shape_of
from player.games.shapes import FREE, BoardShape, Generator, other_solutions, solutions

#: The most cells of a patch, as on the site.
MAX_AREA = 12
#: The most times that the clues of a tiling are moved before another tiling is tried.
MAX_TURNS = 40

#: The first content of a clue, as often as on the site.
CONTENTS = (*("area",) * 13, *("shape",) * 7, "neither")


def generator(*, shapes: bool = True) -> Generator:
    """Return the generator of boards; without `shapes` their clues are areas only."""
    sizes, usual = ((5, 12), (6, 7, 8)) if shapes else ((5, 64), (5, 7, 10, 15, 20))
    make, make_shaped = partial(_make, shapes=shapes), partial(_make_shaped, shapes=shapes)
    return Generator(make, sizes, usual, make_shaped=make_shaped, check=_check)


def _make(random: Random, size: int, *, shapes: bool) -> Board:
    """Return a random board with one solution; without `shapes` its clues are areas only."""
    while True:
        if board := (_of_tiling if shapes else _of_areas)(random, size, _tiled(random, size)):
            return board


def _of_areas(random: Random, size: int, tiling: list[Patch]) -> Board | None:
    """Return a board with the area of each patch of `tiling` as its clue; None after `MAX_TURNS` moves of the clues.

    Where another solution differs, half of the clues go to other cells of their patches.
    """
    clues = {patch: _area(random, patch) for patch in tiling}
    for _ in range(MAX_TURNS):
        tiling.sort(key=lambda patch: clues[patch])
        board = Board(size, size, tuple(clues[patch] for patch in tiling))
        others = other_solutions(patches.GAME, board, tuple(tiling))
        if not others:
            return board
        differing = [patch for patch, other in zip(tiling, others[0], strict=True) if patch != other]
        for patch in random.sample(differing, (len(differing) + 1) // 2):
            clues[patch] = _area(random, patch)
    return None


def _area(random: Random, patch: Patch) -> Clue:
    """Return the clue of the area of `patch`, on a random cell of it."""
    return _less(_clue(random, patch), "area")


def _of_tiling(random: Random, size: int, tiling: list[Patch]) -> Board | None:
    """Return a board with an incomplete clue for each patch; None if even complete ones have two solutions."""
    whole = sorted(_clue(random, patch) for patch in tiling)
    clues = [_less(clue, random.choice(CONTENTS)) for clue in whole]
    while True:
        board = Board(size, size, tuple(clues))
        found = solutions(patches.GAME, board, 2)
        if len(found) == 1:
            return board
        differing = [index for index, (one, other) in enumerate(zip(*found, strict=True)) if one != other]
        doubtful = [index for index in differing if clues[index] != whole[index]]
        if not doubtful:
            return None
        index = random.choice(doubtful)
        clues[index] = whole[index]


def _less(clue: Clue, content: str) -> Clue:
    """Return the clue with only its shape, its area, or neither."""
    return Clue(clue.cell, clue.shape if content == "shape" else "any", clue.area if content == "area" else None)


def _tiled(random: Random, size: int, fixed: Iterable[Patch] = ()) -> list[Patch]:
    """Return a random tiling: patches at the first free cell in turn, of more than one cell where possible.

    The `fixed` patches are part of it.
    """
    pieces = list(fixed)
    free = set(cells(size, size)).difference(*(piece.cells() for piece in pieces))
    while free:
        row, col = min(free)
        fitting = [
            piece
            for height in range(1, size - row + 1)
            for width in range(1, size - col + 1)
            if height * width <= MAX_AREA and free.issuperset((piece := Patch(row, col, height, width)).cells())
        ]
        pieces.append(random.choice([piece for piece in fitting if piece.height * piece.width > 1] or fitting))
        free.difference_update(pieces[-1].cells())
    return pieces


def _clue(random: Random, patch: Patch) -> Clue:
    """Return the complete clue of `patch`, on a random cell of it."""
    cell: Cell = random.choice(list(patch.cells()))
    return Clue(cell, shape_of(patch.height, patch.width), patch.height * patch.width)


# Boards of a shape


def _check(shape: BoardShape) -> None:
    """Raise BoardError if a sign is no letter or digit, or stands in another one's rectangle."""
    signs = dict(shape.signs())
    for at, sign in signs.items():
        if sign != FREE and not sign.isalnum():
            raise shape.wrong(at, f"{sign!r} is neither {FREE} nor a letter or digit, which names a patch")
    owners: dict[Cell, str] = {}
    for sign, patch in _patches(shape).items():
        for at in patch.cells():
            if at in owners or signs[at] not in {FREE, sign}:
                other = owners.get(at, signs[at])
                raise shape.wrong(at, f"the rectangle around {sign} meets that of {other}: patches do not overlap")
            owners[at] = sign


def _make_shaped(random: Random, shape: BoardShape, *, shapes: bool) -> Board | None:
    tiling = _tiled(random, shape.size, _patches(shape).values())
    return (_of_tiling if shapes else _of_areas)(random, shape.size, tiling)


def _patches(shape: BoardShape) -> dict[str, Patch]:
    """Return the least rectangle around the cells of each sign."""
    return {sign: around(some) for sign, some in shape.groups().items()}
