"""Boards with one error, as a reading of a page may have: of each kind that a game can have."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

from player.games.grid import Cell, between, cells, neighbours
from player.games.mini_sudoku.board import Board as Sudoku
from player.games.patches.board import SHAPES
from player.games.patches.board import Board as Patches
from player.games.queens.board import Board as Queens
from player.games.tango.board import CROSS, EQUAL, MOON, SUN, Edge
from player.games.tango.board import Board as Tango
from player.games.wend.board import HOLE
from player.games.wend.board import Board as Wend
from player.games.zip_path.board import Board as Zip
from tests.support.games.shared import edges

#: An error in words, and the board that has it.
Wrong = tuple[str, Any]


def wrong_boards(game: str, board: Any, seed: int) -> Iterator[Wrong]:
    """Yield the board with an error of each kind."""
    return _ERRORS[game](board, Random(seed))  # noqa: S311  # the same errors in each run


def _queens(board: Queens, random: Random) -> Iterator[Wrong]:
    sizes = Counter(chain.from_iterable(board.regions))
    moves = [
        (at, board.regions[other.row][other.col])
        for at in cells(*board.shape)
        for other in neighbours(at, *board.shape)
        if board.regions[at.row][at.col] != board.regions[other.row][other.col]
        and sizes[board.regions[at.row][at.col]] > 1
    ]
    for at, region in random.sample(moves, 2):
        yield f"moved cell at {at}", replace(board, regions=_with(board.regions, at, region))


def _zip(board: Zip, random: Random) -> Iterator[Wrong]:
    one, other = random.sample(range(len(board.numbers)), 2)
    swapped = list(board.numbers)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    yield f"swapped numbers {one + 1} and {other + 1}", replace(board, numbers=tuple(swapped))
    for wall in random.sample(sorted(board.walls), min(1, len(board.walls))):
        yield f"lost wall at {wall}", replace(board, walls=board.walls - {wall})
    wall = random.choice([wall for wall in edges(*board.shape) if wall not in board.walls])
    yield f"added wall at {wall}", replace(board, walls=board.walls | {wall})


def _tango(board: Tango, random: Random) -> Iterator[Wrong]:
    for edge in random.sample(board.edges, min(1, len(board.edges))):
        rest = tuple(one for one in board.edges if one != edge)
        flipped = Edge(edge.a, edge.b, CROSS if edge.sign == EQUAL else EQUAL)
        yield f"lost sign at {edge}", replace(board, edges=rest)
        yield f"flipped sign at {edge}", replace(board, edges=(*rest, flipped))
    signs = {between(edge.a, edge.b) for edge in board.edges}
    a, b = random.choice([wall for wall in edges(*board.shape) if wall not in signs])
    yield f"added sign at {a}", replace(board, edges=(*board.edges, Edge(a, b, EQUAL)))
    for given in random.sample(board.givens, min(1, len(board.givens))):
        others = tuple(one for one in board.givens if one != given)
        other = given._replace(symbol=MOON if given.symbol == SUN else SUN)
        yield f"lost given at {given.cell}", replace(board, givens=others)
        yield f"flipped given at {given.cell}", replace(board, givens=(*others, other))


def _sudoku(board: Sudoku, random: Random) -> Iterator[Wrong]:
    given = [at for at in cells(*board.shape) if board.givens[at.row][at.col]]
    at = random.choice(given)
    other = random.choice([digit for digit in range(1, len(board.givens) + 1) if digit != board.givens[at.row][at.col]])
    yield f"digit {other} at {at}", replace(board, givens=_with(board.givens, at, other))
    yield f"lost digit at {at}", replace(board, givens=_with(board.givens, at, 0))
    free = random.choice([at for at in cells(*board.shape) if at not in given])
    yield f"added digit at {free}", replace(board, givens=_with(board.givens, free, other))


def _patches(board: Patches, random: Random) -> Iterator[Wrong]:
    clue = random.choice(board.clues)
    rest = tuple(one for one in board.clues if one != clue)
    yield f"lost clue at {clue.cell}", replace(board, clues=rest)
    shape = random.choice([shape for shape in SHAPES if shape != clue.shape])
    yield f"{shape} clue at {clue.cell}", replace(board, clues=(*rest, clue._replace(shape=shape)))
    area = clue.area + 1 if clue.area else 4
    yield f"number {area} at {clue.cell}", replace(board, clues=(*rest, clue._replace(area=area)))
    if clue.area:
        yield f"lost number at {clue.cell}", replace(board, clues=(*rest, clue._replace(area=None)))


def _wend(board: Wend, random: Random) -> Iterator[Wrong]:
    at = random.choice([at for at in cells(*board.shape) if board.grid[at.row][at.col] != HOLE])
    letter = random.choice([letter for letter in "AEILNORST" if letter != board.grid[at.row][at.col]])
    for what, sign in (("letter", letter), ("hole", HOLE)):
        grid = tuple("".join(row) for row in _with(board.grid, at, sign))
        yield f"{what} {sign} at {at}", replace(board, grid=grid)


_ERRORS: dict[str, Callable[[Any, Random], Iterator[Wrong]]] = {
    "queens": _queens,
    "zip": _zip,
    "tango": _tango,
    "mini-sudoku": _sudoku,
    "patches": _patches,
    "wend": _wend,
}


def _with(rows: Any, at: Cell, value: Any) -> Any:
    """Return the rows with another value at a cell."""
    return tuple(tuple(value if (r, c) == at else one for c, one in enumerate(row)) for r, row in enumerate(rows))
