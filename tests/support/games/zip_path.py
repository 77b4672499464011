"""Zip for tests: random boards, boards from drawings, and a search that shares nothing with the encoding.

A drawing has a dot or a number (a is 10) for each cell, | for a wall beside a cell, - for one below it:

    1 .|2
    -
    . . 3
"""

import string
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hypothesis import strategies as st

from player.games import zip_path
from player.games.grid import Cell, Wall, between, cells
from player.games.zip_path.generate import random_path
from tests.support.games.shared import RANDOMS, Page, edges, rows_of, shapes


@st.composite
def zip_boards(draw: st.DrawFn, most_cells: int = 20) -> zip_path.board.Board:
    """Numbers anywhere and walls anywhere: mostly impossible."""
    rows, cols = draw(shapes(most_cells))
    numbers = draw(st.lists(st.sampled_from(list(cells(rows, cols))), min_size=2, max_size=5, unique=True))
    walls = draw(st.frozensets(st.sampled_from(edges(rows, cols)), max_size=4))
    return zip_path.board.Board(rows, cols, tuple(numbers), walls)


@st.composite
def solvable_zip_boards(draw: st.DrawFn, most_cells: int = 20) -> zip_path.board.Board:
    """Numbers along a random path, and walls beside it: one solution or more."""
    rows, cols = draw(shapes(most_cells))
    path = random_path(draw(RANDOMS), rows, cols)
    inner = draw(st.sets(st.integers(1, len(path) - 2), max_size=5)) if len(path) > 2 else set()
    steps = {between(a, b) for a, b in pairwise(path)}
    beside = [edge for edge in edges(rows, cols) if edge not in steps]
    walls = draw(st.frozensets(st.sampled_from(beside), max_size=6)) if beside else frozenset()
    return zip_path.board.Board(rows, cols, tuple(path[at] for at in sorted({0, *inner, len(path) - 1})), walls)


def path(drawing: str) -> tuple[Cell, ...]:
    """The cells in the order of their numbers; a dot is not on the path."""
    steps = {
        int(step): Cell(r, c) for r, row in enumerate(rows_of(drawing)) for c, step in enumerate(row) if step != "."
    }
    return tuple(steps[step] for step in sorted(steps))


def zip_board(drawing: str) -> zip_path.board.Board:
    lines = [line for line in drawing.splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    numbers: dict[int, Cell] = {}
    walls: set[Wall] = set()
    row, cols = -1, 0
    for line in (line[indent:].rstrip() for line in lines):
        if set(line) <= set("- "):
            walls |= {(Cell(row, at // 2), Cell(row + 1, at // 2)) for at, sign in enumerate(line) if sign == "-"}
            continue
        row, cols = row + 1, (len(line) + 1) // 2
        for at, sign in enumerate(line):
            if at % 2 == 0 and sign in string.digits + string.ascii_lowercase:
                numbers[int(sign, 36)] = Cell(row, at // 2)
            elif at % 2 == 1 and sign == "|":
                walls.add((Cell(row, at // 2), Cell(row, at // 2 + 1)))
    return zip_path.board.Board(row + 1, cols, tuple(numbers[number] for number in sorted(numbers)), frozenset(walls))


def zip_page(board: zip_path.board.Board, filled: Sequence[Cell] = (), sides: str = "left right up down") -> Page:
    """`sides`: from which of its cells a wall is drawn."""
    numbers = {cell: str(number) for number, cell in enumerate(board.numbers, start=1)}
    ways = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    return Page(
        *board.shape,
        [
            {
                "number": numbers.get(at),
                "filled": at in filled,
                "walls": [
                    side
                    for side in sides.split()
                    if between(at, Cell(at.row + ways[side][0], at.col + ways[side][1])) in board.walls
                ],
            }
            for at in cells(*board.shape)
        ],
    )


def zip_solutions(board: zip_path.board.Board) -> Iterator[zip_path.board.Solution]:
    """Step by step from the first number, turning back at walls, at visited cells and at numbers out of order."""
    walls = {frozenset(wall) for wall in board.walls}
    size = board.rows * board.cols

    def walk(path: tuple[Cell, ...], met: int) -> Iterator[zip_path.board.Solution]:
        if len(path) == size:
            if met == len(board.numbers) and path[-1] == board.numbers[-1]:
                yield path
            return
        row, col = path[-1]
        for beyond in (Cell(row + 1, col), Cell(row - 1, col), Cell(row, col + 1), Cell(row, col - 1)):
            inside = 0 <= beyond.row < board.rows and 0 <= beyond.col < board.cols
            if not inside or beyond in path or frozenset((path[-1], beyond)) in walls:
                continue
            if beyond not in board.numbers:
                yield from walk((*path, beyond), met)
            elif met < len(board.numbers) and beyond == board.numbers[met]:
                yield from walk((*path, beyond), met + 1)

    yield from walk((board.numbers[0],), 1)
