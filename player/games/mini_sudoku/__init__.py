"""Mini Sudoku: n x n cells in boxes of h x w cells, where n = h * w.

Each row, column and box holds each of the numbers 1 to n once. LinkedIn's boards are 6x6 with boxes of 2 rows and 3
columns; boards with other boxes are supported.
"""

from itertools import chain

from player.games.game import Game
from player.games.grid import Cell, cells
from player.games.mini_sudoku import board, encoding, play
from player.games.mini_sudoku.board import Board
from player.games.puzzlink import UrlFormat
from player.sat import solver
from player.sat.cardinality import exactly_one
from player.sat.cnf import CNF, Clause

#: The largest side of boards whose whole formula is read as fast as this one is made.
MAX_WHOLE_SIDE = 9


def search(board: Board) -> list[list[tuple[Cell, int]]] | None:
    """Return the numbers of up to two solutions; None for a small board, or where two givens break a rule."""
    if board.size <= MAX_WHOLE_SIDE or (cnf := _open_formula(board)) is None:
        return None
    return [cnf.facts(model) for model in solver.models(cnf, 2)]


def _open_formula(board: Board) -> CNF | None:
    """Return the formula of `encoding` without the variables that the givens make false; None if two givens clash."""
    n, (height, width) = board.size, board.box
    numbers = range(1, n + 1)
    units = {at: (at.row, n + at.col, 2 * n + at.row // height * height + at.col // width) for at in cells(n, n)}
    places: dict[tuple[int, int], list[int]] = {(unit, number): [] for unit in range(3 * n) for number in numbers}
    names = [(at, number) for at in units if (number := board.given(at))]
    clauses: list[Clause] = [(literal,) for literal in range(1, len(names) + 1)]
    for at, number in names:
        for unit in units[at]:
            if places.pop((unit, number), None) is None:
                return None
    for at, of_cell in units.items():
        if not board.given(at):
            a, b, c = of_cell
            first = len(names) + 1
            for number in numbers:
                if (a, number) in places and (b, number) in places and (c, number) in places:
                    names.append((at, number))
                    for unit in of_cell:
                        places[unit, number].append(len(names))
            clauses += exactly_one(range(first, len(names) + 1))
    clauses += chain.from_iterable(map(exactly_one, places.values()))
    return CNF(clauses, names)


GAME = Game(
    "mini-sudoku",
    __name__,
    board,
    encoding,
    play,
    search=search,
    describe=board.describe,
    images=board.images,
    url=UrlFormat("sudoku", board.to_url, board.from_url),
)
