"""Patches for tests: random boards, boards from drawings, and a search that shares nothing with the encoding.

A drawing has a dot, or a clue for each cell, as its shape (a sign of ?, =, - and | for any, square, wide and tall) and
its area; solutions and states have a letter for each patch:

    ?4 . |
    .  . -2
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from player.games import patches
from player.games.grid import Cell, cells
from tests.support.games.shared import RANDOMS, Page, rows_of, shapes


@st.composite
def patches_boards(draw: st.DrawFn, most_cells: int = 25) -> patches.board.Board:
    """Clues on a random tiling, which say what is so, or nothing, or now and then what is not so."""
    rows, cols = draw(shapes(most_cells))
    random = draw(RANDOMS)
    lies = draw(st.sampled_from([0.0, 0.0, 0.05]))
    clues = []
    for piece in _tiling(random, rows, cols):
        cell = random.choice(list(piece.cells()))
        shape = "square" if piece.height == piece.width else "wide" if piece.width > piece.height else "tall"
        area: int | None = piece.height * piece.width
        if random.random() < lies:
            shape, area = random.choice(patches.board.SHAPES), random.randint(1, rows * cols)
        clues.append(
            patches.board.Clue(cell, random.choice([shape, "any", "any"]), random.choice([area, area, area, None]))
        )
    return patches.board.Board(rows, cols, tuple(random.sample(clues, len(clues))))


def _tiling(random: Random, rows: int, cols: int) -> list[patches.board.Patch]:
    free = set(cells(rows, cols))
    pieces = []
    while free:
        row, col = min(free)
        sizes = [(height, width) for height in range(1, rows - row + 1) for width in range(1, cols - col + 1)]
        fitting = [piece for size in sizes if free.issuperset((piece := patches.board.Patch(row, col, *size)).cells())]
        pieces.append(random.choice(fitting))
        free.difference_update(pieces[-1].cells())
    return pieces


SHAPES = {"?": "any", "=": "square", "-": "wide", "|": "tall"}


def patches_board(drawing: str) -> patches.board.Board:
    rows = rows_of(drawing)
    clues = [
        patches.board.Clue(Cell(r, c), SHAPES[sign[0]], int(sign[1:]) if sign[1:] else None)
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign != "."
    ]
    return patches.board.Board(len(rows), len(rows[0]), tuple(clues))


def laid(board: patches.board.Board, drawing: str) -> patches.board.Solution:
    """The patches that have a letter each, in the order of the clues they hold."""
    found = [patches.board.around(area) for area in _areas(drawing).values()]
    return tuple(patch for clue in board.clues for patch in found if patch.holds(clue.cell))


def _areas(drawing: str) -> dict[str, list[Cell]]:
    areas: dict[str, list[Cell]] = {}
    for r, row in enumerate(rows_of(drawing)):
        for c, letter in enumerate(row):
            if letter != ".":
                areas.setdefault(letter, []).append(Cell(r, c))
    return areas


def patch_marks(board: patches.board.Board, drawing: str) -> patches.play.State:
    """Return the marks of a page's cells on which the patches of `drawing` stand."""
    marks = dict.fromkeys(cells(*board.shape), "")
    for area in _areas(drawing).values():
        inside = [clue.cell for clue in board.clues if clue.cell in area]
        for at in area:
            marks[at] = "drawn" if at in inside or len(inside) != 1 else inside[0].spoken
    return tuple(marks.values())


def patches_page(board: patches.board.Board, state: Sequence[str] = (), *, labels: bool = False) -> Page:
    """`labels` adds the witnesses: row and column in words."""
    clues = {clue.cell: clue for clue in board.clues}
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        clue = clues.get(at)
        cell: dict[str, Any] = {"shape": None, "area": None, "mark": state[index] if state else ""}
        if clue:
            cell |= {"shape": clue.shape, "area": str(clue.area) if clue.area else None}
        place = {"row": str(at.row + 1), "column": str(at.col + 1)}
        shown.append(cell | place if labels else cell)
    return Page(*board.shape, shown)


def patches_solutions(board: patches.board.Board) -> Iterator[patches.board.Solution]:
    """Piece by piece, each with its upper left corner on the first cell that is bare."""
    forms = {-1: {"any", "wide"}, 0: {"any", "square"}, 1: {"any", "tall"}}

    def lay(bare: frozenset[tuple[int, int]], laid: dict[int, patches.board.Patch]) -> Iterator[patches.board.Solution]:
        if not bare:
            if len(laid) == len(board.clues):
                yield tuple(laid[number] for number in range(len(board.clues)))
            return
        top, left = min(bare)
        for bottom in range(top, board.rows):
            for right in range(left, board.cols):
                piece = {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
                inside = [number for number, clue in enumerate(board.clues) if clue.cell in piece]
                if not piece <= bare or len(inside) != 1:
                    continue
                _, shape, area = board.clues[inside[0]]
                height, width = bottom - top + 1, right - left + 1
                if shape in forms[(height > width) - (height < width)] and area in {None, len(piece)}:
                    yield from lay(bare - piece, {**laid, inside[0]: patches.board.Patch(top, left, height, width)})

    yield from lay(frozenset((row, col) for row in range(board.rows) for col in range(board.cols)), {})
