"""The boards of the model: all of the smallest sizes, by what their play depends on, and the kinds of their pages.

The play of a board depends on its solution, its givens and its shape; not on the clues that prove the solution. So
there is one board for each solution and each set of givens, with clues that leave it alone. Of solutions that are
images of each other by turning or mirroring the grid the first one is taken.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, product
from typing import Any

from player.games import GAMES
from player.games.grid import Cell, cells, neighbours, sides
from player.games.mini_sudoku.play import box_walls
from player.games.patches.board import Board as PatchesBoard
from player.games.patches.board import Clue
from player.proof import prove
from tests.model.drawn import Boxes, Digits, Line, Words
from tests.model.surfaces import Surface, Taps

CYCLES: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]] = {
    "queens": {
        "click: cross, queen": {"click": ["empty", "cross", "queen"]},
        "click: queen": {"click": ["empty", "queen"]},
        "click: queen, cross": {"click": ["empty", "queen", "cross"]},
        "click: cross, right: queen": {"click": ["empty", "cross"], "right": ["empty", "queen"]},
        "double: queen": {"click": ["empty", "cross"], "double": ["empty", "queen"]},
        "hold: queen": {"hold": ["empty", "queen"]},
        "key: cross, queen": {"q": ["empty", "cross", "queen"]},
    },
    "tango": {
        "click: sun, moon": {"click": ["empty", "sun", "moon"]},
        "click: moon, sun": {"click": ["empty", "moon", "sun"]},
        "click: sun, right: moon": {"click": ["empty", "sun"], "right": ["empty", "moon"]},
        "keys: sun, moon": {"s": ["empty", "sun"], "m": ["empty", "moon"]},
        "click: sun, moon for ever": {"click": ["empty", "sun", "moon", "sun"]},
    },
}


def subsets(of: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield all subsets, the smallest first."""
    items = list(of)
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def first_images(solutions: Iterable[frozenset[Any]], rows: int, cols: int) -> list[Any]:
    """Return one of all solutions that are images of each other; each is a set of (cell, anything) pairs."""
    found: dict[frozenset[Any], Any] = {}
    for solution in solutions:
        if solution not in found:
            found |= dict.fromkeys(_images(solution, rows, cols), solution)
    return list(dict.fromkeys(found.values()))


def moved(at: Cell, how: tuple[bool, bool, bool], rows: int, cols: int) -> Cell:
    """Return where a cell is after mirroring the grid from top to bottom, and from left to right, and turning it."""
    row, col = rows - 1 - at.row if how[0] else at.row, cols - 1 - at.col if how[1] else at.col
    return Cell(col, row) if how[2] else Cell(row, col)


def hows(rows: int, cols: int) -> list[tuple[bool, bool, bool]]:
    """Return the ways to mirror and turn a grid."""
    return [(a, b, c) for a, b, c in product((False, True), repeat=3) if not c or rows == cols]


def _images(solution: frozenset[Any], rows: int, cols: int) -> Iterator[frozenset[Any]]:
    for how in hows(rows, cols):
        yield frozenset((moved(at, how, rows, cols), value) for at, value in solution)


# Queens


#: One queen for each row of four, none beside another: the only way up to images.
QUEENS = Cell(0, 1), Cell(1, 3), Cell(2, 0), Cell(3, 2)


def queens(solution: Sequence[Cell], givens: Iterable[Cell] = (), cycle: str = "", *, turned: bool = False) -> Taps:
    """Return a board in which each queen but the last has a region of its own cell; the last one has all others."""
    n = len(solution)
    regions = [
        [solution.index(at) if at in solution[:-1] else n - 1 for at in map(Cell, [row] * n, range(n))]
        for row in range(n)
    ]
    return _queens(regions, solution, givens, cycle, turned=turned)


def _queens(
    regions: Sequence[Sequence[int]],
    solution: Sequence[Cell],
    givens: Iterable[Cell],
    cycle: str,
    *,
    turned: bool = False,
) -> Taps:
    fixed, n = tuple(givens), len(regions)
    board = GAMES["queens"].board.from_json({"regions": regions, "givens": [list(at) for at in fixed]})
    fields = [{"region": str(regions[at.row][at.col]), "locked": at in fixed} for at in cells(n, n)]
    kinds = CYCLES["queens"][cycle or "click: cross, queen"]
    return Taps(
        board, (n, n), fields,
        solution=dict.fromkeys(solution, "queen"), empty="empty", givens=dict.fromkeys(fixed, "queen"),
        cycle=_turned(kinds) if turned else kinds, loose="queen", turned=_turned(kinds) != kinds and bool(cycle),
    )  # fmt: skip


def _turned(cycle: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    return {kind: [*marks[:1], *reversed(marks[1:])] for kind, marks in cycle.items()}


# Tango


#: The only grid of two rows of suns and moons that keeps the rules, up to images.
TANGO = dict(zip(cells(2, 2), ("sun", "moon", "moon", "sun"), strict=True))


def tango(solution: Mapping[Cell, str], givens: Iterable[Cell], cycle: str = "") -> Taps:
    """Return a board with these givens, and with the sign on each side if they leave more than one solution."""
    n = 1 + max(at.row for at in solution)
    fixed = {at: solution[at] for at in givens}
    signed = {
        sign: {
            (a, b) for a in solution for b in neighbours(a, n, n) if a < b and (solution[a] == solution[b]) == is_equal
        }
        for sign, is_equal in (("equal", True), ("cross", False))
    }
    edges = [[list(a), list(b), sign] for sign, walls in signed.items() for a, b in sorted(walls)]
    data = {"size": n, "givens": [[*at, mark] for at, mark in fixed.items()], "edges": []}
    if prove(GAMES["tango"], GAMES["tango"].board.from_json(data)).unique is None:
        data["edges"] = edges
    return _tango(data, solution, cycle)


def _tango(data: Mapping[str, Any], solution: Mapping[Cell, str], cycle: str = "") -> Taps:
    n, fixed = data["size"], {Cell(row, col): mark for row, col, mark in data["givens"]}
    signed = {
        sign: {(Cell(*a), Cell(*b)) for a, b, said in data["edges"] if said == sign} for sign in ("equal", "cross")
    }
    shown = {sign: sides(walls, n, n) for sign, walls in signed.items()}
    fields = [
        {"locked": at in fixed, "equal": equal, "cross": cross}
        for at, equal, cross in zip(cells(n, n), shown["equal"], shown["cross"], strict=True)
    ]
    board, kinds = GAMES["tango"].board.from_json({**data}), CYCLES["tango"][cycle or "click: sun, moon"]
    return Taps(
        board, (n, n), fields, solution=solution, empty="empty", givens=fixed, cycle=kinds,
        turned=_turned(kinds) != kinds and bool(cycle),
    )  # fmt: skip


# Mini Sudoku


#: The only solved grid of two rows, up to renaming the digits.
SUDOKU = dict(zip(cells(2, 2), "1221", strict=True))


def sudoku(box: tuple[int, int], solution: Mapping[Cell, str], givens: Iterable[Cell], way: str) -> Digits:
    """Return a board with these givens."""
    n, fixed = box[0] * box[1], {at: solution[at] for at in givens}
    rows = [[int(fixed.get(Cell(row, col), 0)) for col in range(n)] for row in range(n)]
    board = GAMES["mini-sudoku"].board.from_json({"box": list(box), "givens": rows})
    around = sides(set(box_walls(n, *box)), n, n)
    fields = [{"given": at in fixed, "walls": walls} for at, walls in zip(cells(n, n), around, strict=True)]
    return Digits(board, (n, n), fields, solution=solution, givens=fixed, way=way)


# Zip


def zip_paths(rows: int, cols: int) -> list[tuple[Cell, ...]]:
    """Return all paths through all cells, up to images."""

    def paths(path: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        if len(path) == rows * cols:
            yield path
        for at in neighbours(path[-1], rows, cols):
            if at not in path:
                yield from paths((*path, at))

    every = (frozenset(zip(path, range(rows * cols), strict=True)) for at in cells(rows, cols) for path in paths((at,)))
    return [tuple(at for at, _ in sorted(path, key=lambda pair: pair[1])) for path in first_images(every, rows, cols)]


def zip_line(path: Sequence[Cell], way: str, numbers: Sequence[Cell] = (), walls: Iterable[Any] | None = None) -> Line:
    """Return a board with walls on all sides that the path does not pass, unless `walls` are given."""
    rows, cols = 1 + max(at.row for at in path), 1 + max(at.col for at in path)
    numbers = numbers or (path[0], path[-1])
    passed = {frozenset(pair) for pair in pairwise(path)}
    every = {(a, b) for a in path for b in neighbours(a, rows, cols) if a < b}
    closed = {pair for pair in every if frozenset(pair) not in passed} if walls is None else {*walls}
    data = {
        "rows": rows,
        "cols": cols,
        "numbers": [list(at) for at in numbers],
        "walls": [[list(a), list(b)] for a, b in closed],
    }
    fields = [
        {"number": str(numbers.index(at) + 1) if at in numbers else None, "walls": listed}
        for at, listed in zip(cells(rows, cols), sides(closed, rows, cols), strict=True)
    ]
    return Line(
        GAMES["zip"].board.from_json(data), (rows, cols), fields,
        solution=tuple(path), numbers=numbers, walls=frozenset(map(frozenset, closed)), way=way,
    )  # fmt: skip


# Patches


def tilings(rows: int, cols: int) -> list[tuple[tuple[Cell, Cell], ...]]:
    """Return all ways to fill the grid with rectangles, up to images."""

    def fill(free: frozenset[Cell]) -> Iterator[tuple[tuple[Cell, Cell], ...]]:
        if not free:
            yield ()
            return
        top, left = a = min(free)
        for b in (Cell(*at) for at in product(range(top, rows), range(left, cols))):
            inside = frozenset(Boxes.inside((a, b)))
            if inside <= free:
                yield from (((a, b), *rest) for rest in fill(free - inside))

    found: dict[frozenset[frozenset[Cell]], None] = {}
    for tiling in fill(frozenset(cells(rows, cols))):
        areas = [Boxes.inside(box) for box in tiling]
        images = [
            frozenset(frozenset(moved(at, how, rows, cols) for at in area) for area in areas)
            for how in hows(rows, cols)
        ]
        if not found.keys() & {*images}:
            found[frozenset(map(frozenset, areas))] = None
    return [tuple(sorted((min(area), max(area)) for area in areas)) for areas in found]


def patches(
    shape: tuple[int, int], tiling: Sequence[tuple[Cell, Cell]], way: str, removal: str, *, nameless: bool = False
) -> Boxes:
    """Return a board with a clue in the first cell of each rectangle, of its shape and area."""
    clues = []
    for a, b in tiling:
        height, width = b.row - a.row + 1, b.col - a.col + 1
        clues.append(Clue(a, "square" if height == width else "wide" if width > height else "tall", height * width))
    return _patches(
        PatchesBoard(*shape, tuple(clues)),
        dict(zip([a for a, _ in tiling], tiling, strict=True)),
        way,
        removal,
        nameless=nameless,
    )


def _patches(
    board: PatchesBoard, solution: Mapping[Cell, tuple[Cell, Cell]], way: str, removal: str, *, nameless: bool
) -> Boxes:
    clues = {clue.cell: clue for clue in board.clues}
    fields = [
        {"shape": clue and clue.shape, "area": str(clue.area) if clue and clue.area else None}
        for clue in map(clues.get, cells(*board.shape))
    ]
    return Boxes(board, board.shape, fields, solution=solution, way=way, removal=removal, nameless=nameless)


# Wend


def wend(rows: Sequence[str], words: Mapping[tuple[Cell, ...], str], way: str) -> Words:
    """Return a board of letters, with the page's own words."""
    data = {"grid": list(rows), "lengths": sorted(map(len, words)), "language": "en"}
    shape = (len(rows), len(rows[0]))
    signs = "".join(rows)
    fields = [{"letter": None if sign == "." else sign, "hole": sign == "."} for sign in signs]
    return Words(GAMES["wend"].board.from_json(data), shape, fields, words=words, way=way)


def in_row(row: int, text: str, start: int = 0) -> tuple[tuple[Cell, ...], str]:
    """Return a word along a row, and its text."""
    return tuple(Cell(row, start + col) for col in range(len(text))), text


# Boards of the site's own days, which are read in place


def real(game: str, data: Mapping[str, Any], way: str) -> Surface:
    """Return the board of a line of a file of boards with their solutions; it takes inputs in this way."""
    solved = data.get("solution", data.get("paths"))
    match game:
        case "queens":
            return _queens(data["regions"], [Cell(*at) for at in solved], [], way)
        case "tango":
            marks = zip(cells(data["size"], data["size"]), chain.from_iterable(solved), strict=True)
            return _tango(data, dict(marks), way)
        case "mini-sudoku":
            rows, cols = len(solved), len(solved[0])
            digits = dict(zip(cells(rows, cols), map(str, chain.from_iterable(solved)), strict=True))
            return sudoku(data["box"], digits, [at for at in digits if data["givens"][at.row][at.col]], way)
        case "zip":
            walls = [tuple(sorted(Cell(*at) for at in wall)) for wall in data["walls"]]
            return zip_line([Cell(*at) for at in solved], way, [Cell(*at) for at in data["numbers"]], walls)
        case "patches":
            board = GAMES["patches"].board.from_json({**data})
            boxes = [(Cell(row, col), Cell(row + high - 1, col + wide - 1)) for row, col, high, wide in solved]
            by_clue = dict(zip([clue.cell for clue in board.clues], boxes, strict=True))
            return _patches(board, by_clue, way, "click", nameless=False)
    paths = [tuple(Cell(*at) for at in path) for path in solved]
    return wend(data["grid"], dict(zip(paths, data["words"], strict=True)), way)
