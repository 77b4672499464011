"""Zip boards of a shape: numbers stand on its marks and nowhere else; walls stand where they are needed."""

from functools import partial
from random import Random

from player.games.grid import Cell, neighbours
from player.games.shapes import EITHER, Shape, Shaped
from player.games.zip_path.board import Board
from player.games.zip_path.generate import Path, backbite, random_path, unique

#: The most moves of each end of a path, for each cell of the board, on the search for a mark.
MAX_MOVES = 10


def shaped(*, walls: bool = True) -> Shaped:
    """Return the generator of boards of a shape, with walls or without."""
    return Shaped(partial(make, walls=walls), check, lambda random, size: round(random.uniform(0.1, 0.3) * size * size))


def check(shape: Shape) -> None:
    """Raise BoardError if a path can't begin and end on numbers, or if a sign says which number stands there."""
    for at, sign in shape.signs():
        if sign.isdigit():
            raise shape.wrong(at, f"{sign} says which number stands there: mark the cell as with *")
    places = [*shape.marks(), *shape.of(EITHER)]
    if not _ends(places, shape.size):
        at = places[-1] if places else Cell(0, 0)
        need = (
            "one on each colour of a chessboard"
            if shape.size % 2 == 0
            else "two on cells of the colour that the corners have on a chessboard"
        )
        raise shape.wrong(at, f"a path begins and ends on marks: there must be {need}")


def _ends(places: list[Cell], size: int) -> bool:
    """Return whether chessboard colours allow a path between two of these places."""
    colours = [sum(at) % 2 for at in places]
    return {*colours} == {0, 1} if size % 2 == 0 else colours.count(0) >= 2


def make(random: Random, shape: Shape, *, walls: bool) -> Board | None:
    """Return a board with a number on each mark, and on cells that may have one if it needs them."""
    optional = set(shape.of(EITHER))
    places = optional.union(shape.marks())
    path = _between(random, places, shape.size)
    if path is None:
        return None
    ends = {path[0], path[-1]}
    numbers = tuple(at for at in path if at in ends or (at in places and at not in optional))
    return unique(random, Board(shape.size, shape.size, numbers), path, walls=walls, places=optional)


def _between(random: Random, places: set[Cell], size: int) -> Path | None:
    """Return a random path between two of the `places`, by moving each end until it is on one; None if that fails."""
    path = random_path(random, size, size)
    for _ in range(MAX_MOVES * size * size):
        if path[-1] not in places:
            backbite(random, path, list(neighbours(path[-1], size, size)))
        elif path[0] not in places:
            path.reverse()
        else:
            return path
    return None
