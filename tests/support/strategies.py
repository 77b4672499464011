"""Hypothesis strategies: boards of the games, solvable, ambiguous and impossible."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from player.games import mini_sudoku, patches, queens, tango, zip_path
from player.games.grid import Cell, between, cells, neighbours
from player.games.queens import star_battle
from player.games.tango.board import SIGNS, SYMBOLS, Edge, Given

RANDOMS = st.integers(0, 2**32).map(Random)


@st.composite
def queens_boards(draw: st.DrawFn, largest: int = 6) -> queens.board.Board:
    """As many regions as rows, grown from random cells, some then torn into pieces, now and then with a given queen."""
    n = draw(st.integers(1, largest))
    random = draw(RANDOMS)
    places = list(cells(n, n))
    regions = {cell: number for number, cell in enumerate(_seeds(random, n))}
    while len(regions) < n * n:
        border = [
            (cell, regions[near])
            for cell in places
            if cell not in regions
            for near in neighbours(cell, n, n)
            if near in regions
        ]
        cell, region = random.choice(border)
        regions[cell] = region
    for cell in draw(st.lists(st.sampled_from(places), max_size=3)):
        if list(regions.values()).count(regions[cell]) > 1:
            regions[cell] = draw(st.integers(0, n - 1))
    names: dict[int, int] = {}
    order = [names.setdefault(regions[cell], len(names)) for cell in places]
    givens = draw(st.one_of(st.just(set[Cell]()), st.sets(st.sampled_from(places), max_size=2)))
    return queens.board.Board(tuple(tuple(order[row * n : row * n + n]) for row in range(n)), tuple(sorted(givens)))


def _seeds(random: Random, n: int) -> list[Cell]:
    """One cell for each region: a right placement of queens where there is one, so that many boards are solvable."""
    for _ in range(200):
        columns = random.sample(range(n), n)
        if all(abs(a - b) > 1 for a, b in pairwise(columns)):
            return [Cell(row, col) for row, col in enumerate(columns)]
    return [Cell(row, row) for row in range(n)]


@st.composite
def star_battle_boards(draw: st.DrawFn) -> queens.board.Board:
    """8x8 with two stars: regions grown around a solution, or rows; a few cells given to others, or a given queen."""
    random = draw(RANDOMS)
    solution, regions = star_battle._placement(random, 8, 2), None
    if draw(st.booleans()):
        regions = {cell: cell.row for cell in cells(8, 8)}
    while regions is None:
        regions = star_battle._joined(random, 8, 2, star_battle._patches(random, 8, solution))
    for cell in random.sample(list(cells(8, 8)), draw(st.integers(0, 12))):
        regions[cell] = random.choice(list(regions.values()))
    names: dict[int, int] = {}
    order = [names.setdefault(regions[cell], len(names)) for cell in cells(8, 8)]
    givens = draw(st.one_of(st.just(set[Cell]()), st.sets(st.sampled_from(list(cells(8, 8))), max_size=1)))
    return queens.board.Board(tuple(tuple(order[row * 8 : row * 8 + 8]) for row in range(8)), tuple(sorted(givens)), 2)


@st.composite
def zip_boards(draw: st.DrawFn, most_cells: int = 20) -> zip_path.board.Board:
    """Numbers anywhere and walls anywhere: mostly impossible."""
    rows, cols = draw(_shapes(most_cells))
    numbers = draw(st.lists(st.sampled_from(list(cells(rows, cols))), min_size=2, max_size=5, unique=True))
    walls = draw(st.frozensets(st.sampled_from(_edges(rows, cols)), max_size=4))
    return zip_path.board.Board(rows, cols, tuple(numbers), walls)


@st.composite
def solvable_zip_boards(draw: st.DrawFn, most_cells: int = 20) -> zip_path.board.Board:
    """Numbers along a random path, and walls beside it: one solution or more."""
    rows, cols = draw(_shapes(most_cells))
    path = _path(draw(RANDOMS), rows, cols)
    inner = draw(st.sets(st.integers(1, len(path) - 2), max_size=5)) if len(path) > 2 else set()
    steps = {between(a, b) for a, b in pairwise(path)}
    beside = [edge for edge in _edges(rows, cols) if edge not in steps]
    walls = draw(st.frozensets(st.sampled_from(beside), max_size=6)) if beside else frozenset()
    return zip_path.board.Board(rows, cols, tuple(path[at] for at in sorted({0, *inner, len(path) - 1})), walls)


def _shapes(most_cells: int) -> st.SearchStrategy[tuple[int, int]]:
    shapes = [(r, c) for r in range(1, 8) for c in range(1, 8) if 2 <= r * c <= most_cells]
    return st.sampled_from(shapes)


def _edges(rows: int, cols: int) -> list[tuple[Cell, Cell]]:
    return sorted({between(cell, near) for cell in cells(rows, cols) for near in neighbours(cell, rows, cols)})


def _path(random: Random, rows: int, cols: int) -> list[Cell]:
    """A path through all cells: a snake, shuffled by joining its end to a neighbour and opening the loop."""
    path = [Cell(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    for _ in range(4 * rows * cols):
        if random.random() < 0.5:
            path.reverse()
        at = path.index(random.choice(list(neighbours(path[-1], rows, cols))))
        path[at + 1 :] = reversed(path[at + 1 :])
    return path


@st.composite
def sudoku_boards(
    draw: st.DrawFn, boxes: Sequence[tuple[int, int]] = ((2, 2), (2, 3), (3, 2))
) -> mini_sudoku.board.Board:
    """Some numbers of a right grid, now and then one of them another: solvable, ambiguous and impossible."""
    height, width = draw(st.sampled_from(boxes))
    n, random = height * width, draw(RANDOMS)
    lines, stacks, numbers = (random.sample(range(n), n) for _ in range(3))
    lines.sort(key=lambda row: row // height)
    stacks.sort(key=lambda col: col // width)
    rows = [[1 + numbers[(width * (row % height) + row // height + col) % n] for col in stacks] for row in lines]
    for at in random.sample(list(cells(n, n)), draw(st.integers(n * n // 3, n * n))):
        rows[at.row][at.col] = 0
    for at in draw(st.lists(st.sampled_from(list(cells(n, n))), max_size=1)):
        rows[at.row][at.col] = draw(st.integers(1, n))
    return mini_sudoku.board.Board((height, width), tuple(map(tuple, rows)))


@st.composite
def patches_boards(draw: st.DrawFn, most_cells: int = 25) -> patches.board.Board:
    """Clues on a random tiling, which say what is so, or nothing, or now and then what is not so."""
    rows, cols = draw(_shapes(most_cells))
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


@st.composite
def tango_boards(draw: st.DrawFn, sizes: tuple[int, ...] = (2, 4)) -> tango.board.Board:
    """Givens and signs anywhere, some true of one grid, some at random: solvable, ambiguous and impossible."""
    n = draw(st.sampled_from(sizes))
    random = draw(RANDOMS)
    grid = {at: SYMBOLS[(at.row + at.col + (at.row // 2 if n == 4 else 0)) % 2] for at in cells(n, n)}
    honest = draw(st.booleans())

    def symbol(at: Cell) -> str:
        return grid[at] if honest else random.choice(SYMBOLS)

    def sign(a: Cell, b: Cell) -> str:
        return SIGNS[grid[a] != grid[b]] if honest else random.choice(SIGNS)

    givens = draw(st.sets(st.sampled_from(list(cells(n, n))), max_size=4))
    pairs = draw(st.sets(st.sampled_from(_edges(n, n)), max_size=8))
    return tango.board.Board(
        n,
        tuple(Given(at, symbol(at)) for at in sorted(givens)),
        tuple(Edge(a, b, sign(a, b)) for a, b in sorted(pairs)),
    )
