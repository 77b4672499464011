"""Patches boards of a shape: the cells of a letter lie in one patch, which is the least rectangle around them."""

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from player.games.patches.board import Board, Patch
from player.games.patches.generate import of_areas, of_tiling, tiled
from player.games.shapes import FREE, Shape, Shaped

if TYPE_CHECKING:
    from player.games.grid import Cell


def shaped(*, shapes: bool = True) -> Shaped:
    """Return the generator of boards of a shape, with clues of shapes or of areas only."""
    return Shaped(partial(make, shapes=shapes), check)


def check(shape: Shape) -> None:
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


def make(random: Random, shape: Shape, *, shapes: bool) -> Board | None:
    """Return a board of a random tiling with the patches of the shape."""
    tiling = tiled(random, shape.size, _patches(shape).values())
    return (of_tiling if shapes else of_areas)(random, shape.size, tiling)


def _patches(shape: Shape) -> dict[str, Patch]:
    """Return the least rectangle around the cells of each sign."""
    patches = {}
    for sign, some in shape.groups().items():
        rows, cols = zip(*some, strict=True)
        patches[sign] = Patch(min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1)
    return patches
