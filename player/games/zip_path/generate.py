"""A generator of Zip boards: a random path, then numbers or walls until it is the only one.

On boards of a shape numbers stand on its marks and nowhere else; walls stand where they are needed.
"""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random

from player.games import zip_path
from player.games.grid import Cell, between, neighbouring, neighbours
from player.games.shapes import EITHER, BoardShape, Generator
from player.games.zip_path.board import Board
from player.sat import solver

Path = list[Cell]

#: The turns of a search for another path; of a board that takes more, no proof is tried.
MAX_TURNS = 1
#: The most moves of each end of a path, for each cell of the board, on the search for a mark.
MAX_MOVES = 10


def generator(*, walls: bool = True) -> Generator:
    """Return the generator of boards; a board has walls only if `walls` allows it."""

    def clues(random: Random, size: int) -> int:
        return round(random.uniform(0.1, 0.3) * size * size)

    make, make_shaped = partial(_make, walls=walls), partial(_make_shaped, walls=walls)
    return Generator(make, (5, 16), (6, 6, 7, 8), make_shaped=make_shaped, check=_check, clues=clues)


def _make(random: Random, size: int, *, walls: bool) -> Board:
    """Return a random board with one solution.

    Two boards of three have walls, if `walls` allows it; those without need more numbers. Both frequencies are as on
    the site.
    """
    path = random_path(random, size, size)
    walled = walls and random.random() < 2 / 3
    board = Board(size, size, (path[0], path[-1]))
    least = 0.02 * (size - 5)  # on large boards, proofs with few numbers take long
    for _ in range(round(random.uniform(least, 0.22 if walled else max(0.1, least)) * len(path))):
        board = _numbered(random, board, path, [cell for cell in path if cell not in board.numbers])
    narrowed = _unique(random, board, path, walls=walled)
    assert narrowed is not None, "numbers on all cells leave one path"
    if walled:
        return _walled(random, narrowed, path, random.randint(4, 20))
    return _trimmed(random, narrowed, path, round(random.uniform(0.2, 0.33) * len(path)))


def _unique(random: Random, board: Board, path: Path, *, walls: bool, places: set[Cell] | None = None) -> Board | None:
    """Return `board` with walls, or else numbers, added until `path` is its only solution.

    Where the search for other solutions takes too long, a number anywhere makes the next one shorter, or a wall if
    numbers go to `places` only. None if no place is left.
    """
    while True:
        other, done = _other(board, path)
        if done and not other:
            return board
        if walls and (other or places is not None):
            board = _walled(random, board, path, len(board.walls) + 1, other)
            continue
        differing = [at for at, elsewhere in zip(path, other, strict=True) if at != elsewhere] if other else path
        free = [at for at in differing if at not in board.numbers and (places is None or at in places)]
        if not free:
            return None
        board = _numbered(random, board, path, free)


def _other(board: Board, path: Path) -> tuple[Path | None, bool]:
    """Return another solution than `path` if one is found, and whether the search came to its end."""
    cnf = zip_path.encoding.encode(board)
    steps = {between(a, b) for a, b in pairwise(path)}
    models, done = solver.models_within(cnf, 1, MAX_TURNS, lambda model: steps != {*cnf.facts(model)})
    return next((list(zip_path.encoding.decode(board, cnf.facts(model))) for model in models), None), done


def _trimmed(random: Random, board: Board, path: Path, most: int) -> Board:
    """Return `board` without inner numbers that its uniqueness does not need, down to `most` numbers."""
    for number in random.sample(board.numbers[1:-1], len(board.numbers) - 2):
        fewer = replace(board, numbers=tuple(cell for cell in board.numbers if cell != number))
        if len(board.numbers) > most and _other(fewer, path) == (None, True):
            board = fewer
    return board


def random_path(random: Random, rows: int, cols: int) -> Path:
    """Return a random Hamiltonian path, by backbites: join one end to a neighbour, and open the loop that this closes.

    Source: R. Oberdorf et al., "Secondary structures in long compact polymers", Phys. Rev. E 74 (2006).
    """
    path = [Cell(row, col if row % 2 == 0 else cols - 1 - col) for row in range(rows) for col in range(cols)]
    for _ in range(10 * rows * cols):
        if random.random() < 0.5:
            path.reverse()
        _backbite(random, path, list(neighbours(path[-1], rows, cols)))
    return path


def _backbite(random: Random, path: Path, near: list[Cell]) -> None:
    """Join the end of `path` to one of the cells `near` it, and open the loop: another cell is the end."""
    at = path.index(random.choice(near))
    path[at + 1 :] = reversed(path[at + 1 :])


def _numbered(random: Random, board: Board, path: Path, places: list[Cell]) -> Board:
    """Return `board` with one more number on one of `places`, preferably off the rim, in the order of `path`."""
    place = min(random.sample(places, min(2, len(places))), key=lambda cell: _on_rim(cell, board.rows))
    return replace(board, numbers=tuple(sorted((*board.numbers, place), key=path.index)))


def _walled(random: Random, board: Board, path: Path, least: int, other: Path | None = None) -> Board:
    """Return `board` with `least` walls or more, beside `path` and across `other` if it is given.

    Walls between cells of the rim are the last choice.
    """
    steps = {between(a, b) for a, b in pairwise(path)}
    sides = {*neighbouring(*board.shape)}
    free = sorted(({between(a, b) for a, b in pairwise(other)} if other else sides) - steps - board.walls)
    inside = [wall for wall in free if not all(_on_rim(cell, board.rows) for cell in wall)]
    more = min(max(0, least - len(board.walls)), len(free))
    return replace(board, walls=board.walls.union(random.sample(inside if len(inside) >= more else free, more)))


def _on_rim(cell: Cell, size: int) -> bool:
    return not {0, size - 1}.isdisjoint(cell)


# Boards of a shape


def _check(shape: BoardShape) -> None:
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


def _make_shaped(random: Random, shape: BoardShape, *, walls: bool) -> Board | None:
    """Return a board with a number on each mark, and on cells that may have one if it needs them."""
    optional = set(shape.of(EITHER))
    places = optional.union(shape.marks())
    path = _between(random, places, shape.size)
    if path is None:
        return None
    ends = {path[0], path[-1]}
    numbers = tuple(at for at in path if at in ends or (at in places and at not in optional))
    return _unique(random, Board(shape.size, shape.size, numbers), path, walls=walls, places=optional)


def _between(random: Random, places: set[Cell], size: int) -> Path | None:
    """Return a random path between two of the `places`, by moving each end until it is on one; None if that fails."""
    path = random_path(random, size, size)
    for _ in range(MAX_MOVES * size * size):
        if path[-1] not in places:
            _backbite(random, path, list(neighbours(path[-1], size, size)))
        elif path[0] not in places:
            path.reverse()
        else:
            return path
    return None
