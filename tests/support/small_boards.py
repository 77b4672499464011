"""All boards of each game up to a size, one of each set that turns and mirrors make alike; toy words for Wend."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, permutations, product
from typing import Any, NamedTuple

from player.games import mini_sudoku, patches, queens, tango, wend, zip_path
from player.games.grid import TURNS, cells, neighbours
from tests.support.games.shared import edges


class Boards(NamedTuple):
    """All boards of a `game` that `what` says, and every answer to one of them; None if they are too many."""

    game: str
    what: str
    all: Callable[[], Iterator[Any]]
    answers: Callable[[Any], Iterable[Any] | None] | None = None
    quick: bool = True
    """True if they take seconds."""


# Queens: partitions of the grid into connected regions


@cache
def _beside(n: int) -> tuple[int, ...]:
    """Return the neighbours of each cell, as bits."""
    return tuple(sum(1 << at.row * n + at.col for at in neighbours(cell, n, n)) for cell in cells(n, n))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _around(mask: int, n: int) -> int:
    found = 0
    for bit in _bits(mask):
        found |= _beside(n)[bit]
    return found


def connected_sets(first: int, free: int, n: int) -> Iterator[int]:
    """Yield each connected set of `free` cells that holds the cell `first`, once; cells and sets are bits."""

    def grow(held: int, without: int) -> Iterator[int]:
        yield held
        edge = _around(held, n) & free & ~held & ~without
        while edge:
            bit = edge & -edge
            edge ^= bit
            yield from grow(held | bit, without)
            without |= bit

    yield from grow(first, 0)


def _parts(free: int, n: int) -> int:
    """Return the number of connected parts of `free`."""
    number = 0
    while free:
        part, grown = 0, free & -free
        while grown != part:
            part, grown = grown, (grown | _around(grown, n)) & free
        free &= ~part
        number += 1
    return number


def partitions(free: int, regions: int, n: int) -> Iterator[tuple[int, ...]]:
    """Yield each partition of the cells `free` of an n x n grid into so many connected regions."""
    if regions == 0:
        if not free:
            yield ()
        return
    if _parts(free, n) > regions or free.bit_count() < regions:
        return
    for region in connected_sets(free & -free, free, n):
        for others in partitions(free & ~region, regions - 1, n):
            yield region, *others


def _queens_board(n: int, regions: Sequence[int], stars: int = 1) -> queens.board.Board:
    region_of = {bit: number for number, region in enumerate(regions) for bit in _bits(region)}
    rows = [[region_of[row * n + col] for col in range(n)] for row in range(n)]
    return queens.board.board_of(rows, (), stars)


def all_partitions(n: int, stars: int = 1) -> Iterator[queens.board.Board]:
    """Yield the boards of each partition, one of those that are alike."""
    for regions in partitions((1 << n * n) - 1, n, n):
        board = _queens_board(n, regions, stars)
        if board == min(queens.board.images(board), key=lambda image: image.regions):
            yield board


def each_region(n: int) -> Iterator[queens.board.Board]:
    """Yield a board for each region that a partition of the grid can have, one of those that are alike."""
    turned = [[next(turn.cells([cell], n, n)) for cell in cells(n, n)] for turn in TURNS]
    places = [[1 << at.row * n + at.col for at in one] for one in turned]
    free = (1 << n * n) - 1
    while free:
        for region in connected_sets(free & -free, free, n):
            if region == min(sum(place[bit] for bit in _bits(region)) for place in places):
                for others in partitions((1 << n * n) - 1 & ~region, n - 1, n):
                    yield _queens_board(n, (region, *others))
                    break
        free &= free - 1


def _every_set(size: int) -> Callable[[queens.board.Board], Iterator[Any]]:
    return lambda board: combinations(cells(*board.shape), size)


# Zip: numbers anywhere, walls anywhere


def zip_boards(
    rows: int, cols: int, numbers: Iterable[int], most_walls: int | None = None
) -> Iterator[zip_path.board.Board]:
    """Yield the boards with so many numbers, one of those that are alike, each with all sets of up to `most_walls`."""
    sides = edges(rows, cols)
    most = len(sides) if most_walls is None else most_walls
    for number in numbers:
        for order in permutations(cells(rows, cols), number):
            bare = zip_path.board.Board(rows, cols, order)
            alike = (image.numbers for image in zip_path.board.images(bare) if image.shape == bare.shape)
            if order == min(alike):
                for walls in chain.from_iterable(combinations(sides, size) for size in range(most + 1)):
                    yield zip_path.board.Board(rows, cols, order, frozenset(walls))


def _every_path(board: zip_path.board.Board) -> Iterator[Any]:
    return permutations(cells(*board.shape))


# Tango and Sudoku: conditions that are added to an empty board


def tango_conditions(n: int) -> list[tuple[tango.board.Given | None, tango.board.Edge | None]]:
    """Return every given and every sign of a board."""
    givens = [tango.board.Given(at, symbol) for at in cells(n, n) for symbol in tango.board.SYMBOLS]
    signs = [tango.board.Edge(*wall, sign) for wall in edges(n, n) for sign in tango.board.SIGNS]
    return [*((given, None) for given in givens), *((None, sign) for sign in signs)]


def tango_boards(n: int, most: int) -> Iterator[tango.board.Board]:
    """Yield the boards with up to so many givens and signs, with and without the rule that rows differ."""
    for number, distinct in product(range(most + 1), (False, True)):
        for some in combinations(tango_conditions(n), number):
            givens = tuple(sorted(given for given, _ in some if given))
            signs = tuple(sorted(sign for _, sign in some if sign))
            if len({given.cell for given in givens}) == len(givens) and len({sign[:2] for sign in signs}) == len(signs):
                yield tango.board.Board(n, givens, signs, distinct)


def _every_marking(board: tango.board.Board) -> Iterable[Any] | None:
    return None if board.givens or board.edges else product(tango.board.SYMBOLS, repeat=board.size**2)


def sudoku_boards(box: tuple[int, int], most: int) -> Iterator[mini_sudoku.board.Board]:
    """Yield the boards with up to so many givens."""
    n = box[0] * box[1]
    for number in range(most + 1):
        for places in combinations(range(n * n), number):
            for digits in product(range(1, n + 1), repeat=number):
                flat = dict(zip(places, digits, strict=True))
                rows = tuple(tuple(flat.get(row * n + col, 0) for col in range(n)) for row in range(n))
                yield mini_sudoku.board.Board(box, rows)


def _every_grid(board: mini_sudoku.board.Board) -> Iterable[Any] | None:
    """Return all grids whose rows hold each number once; None if there are givens."""
    lines = permutations(range(1, board.size + 1))
    return None if any(map(any, board.givens)) else product(tuple(lines), repeat=board.size)


# Patches: clues anywhere


def patches_boards(
    rows: int, cols: int, clues: Iterable[int], kinds: Iterable[tuple[str, int | None]] | None = None
) -> Iterator[patches.board.Board]:
    """Yield the boards with so many clues, of all `kinds`: each shape and each area, or neither, unless given."""
    every = [*(kinds or product(patches.board.SHAPES, (None, *range(1, rows * cols + 1))))]
    for number in clues:
        for places in combinations(cells(rows, cols), number):
            for some in product(every, repeat=number):
                found = (patches.board.Clue(at, *kind) for at, kind in zip(places, some, strict=True))
                yield patches.board.Board(rows, cols, tuple(found))


def _every_laying(board: patches.board.Board) -> Iterator[Any]:
    """Yield each choice of a rectangle for each clue."""
    rectangles = [
        patches.board.Patch(row, col, height, width)
        for row, col in cells(*board.shape)
        for height in range(1, board.rows - row + 1)
        for width in range(1, board.cols - col + 1)
    ]
    return product(rectangles, repeat=len(board.clues))


# Wend: letters anywhere, toy words

#: Words of two to five letters, of which some can be read both ways and some begin others.
TOY_WORDS = ["aa", "ab", "ba", "aab", "aba", "baa", "bab", "bba", "abab", "abba", "baab", "aabab", "babab"]


def wend_boards(rows: int, cols: int, letters: str) -> Iterator[wend.board.Board]:
    """Yield the boards of these letters and holes, with all lengths that toy words can have."""
    lengths = sorted({len(word) for word in TOY_WORDS})
    for flat in product(letters + wend.board.HOLE, repeat=rows * cols):
        grid = tuple("".join(flat[start : start + cols]).upper() for start in range(0, rows * cols, cols))
        for parts in _sums(sum(letter != wend.board.HOLE for letter in flat), lengths):
            yield wend.board.Board(grid, parts)


def _sums(total: int, parts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum of `parts`, the smallest first."""
    for at, part in enumerate(parts):
        if part == total:
            yield (part,)
        elif part < total:
            yield from ((part, *rest) for rest in _sums(total - part, parts[at:]))


LOOSE = [("any", None)]

EVERY = (
    Boards("queens", "3x3, all partitions", lambda: all_partitions(3), _every_set(3)),
    Boards("queens", "3x3, two stars", lambda: all_partitions(3, 2), _every_set(6)),
    Boards("queens", "4x4, all partitions", lambda: all_partitions(4)),
    Boards("queens", "4x4, all partitions, all answers", lambda: all_partitions(4), _every_set(4), quick=False),
    Boards("queens", "5x5, each region of a partition", lambda: each_region(5), quick=False),
    Boards("zip", "2x2, all", lambda: zip_boards(2, 2, (2, 3, 4)), _every_path),
    Boards("zip", "2x3, two and three numbers, all walls", lambda: zip_boards(2, 3, (2, 3))),
    Boards("zip", "2x3, four to six numbers, all walls", lambda: zip_boards(2, 3, (4, 5, 6)), quick=False),
    Boards("zip", "3x3, two numbers, all walls", lambda: zip_boards(3, 3, (2,)), quick=False),
    Boards("zip", "3x3, three and four numbers, up to two walls", lambda: zip_boards(3, 3, (3, 4), 2), quick=False),
    Boards("zip", "4x4, two and three numbers, up to one wall", lambda: zip_boards(4, 4, (2, 3), 1), quick=False),
    Boards("tango", "4x4, up to one given or sign", lambda: tango_boards(4, 1), _every_marking),
    Boards("tango", "4x4, up to two givens or signs", lambda: tango_boards(4, 2), quick=False),
    Boards("mini-sudoku", "4x4, up to one given", lambda: sudoku_boards((2, 2), 1)),
    Boards("mini-sudoku", "4x4, up to two givens", lambda: sudoku_boards((2, 2), 2), _every_grid, quick=False),
    Boards("patches", "2x2, all", lambda: patches_boards(2, 2, (1, 2)), _every_laying),
    Boards("patches", "2x3, up to two clues", lambda: patches_boards(2, 3, (1, 2)), quick=False),
    Boards("patches", "3x3, any clue on each set of cells", lambda: patches_boards(3, 3, range(1, 10), LOOSE)),
    Boards(
        "patches", "4x4, any clue on each set of cells", lambda: patches_boards(4, 4, range(1, 17), LOOSE), quick=False
    ),
    Boards("wend", "2x3, two letters and holes, toy words", lambda: wend_boards(2, 3, "ab")),
    Boards("wend", "3x3, two letters, no hole, toy words", lambda: wend_boards(3, 3, "ab"), quick=False),
)
