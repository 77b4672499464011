"""Queens for tests: random boards, boards from drawings, and a search that shares nothing with the encoding.

A drawing has a letter for each region, with a star where a queen is given:

    A* A B
    A  C B
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

from hypothesis import strategies as st

from player.games import queens
from player.games.grid import Cell, cells, connected, neighbours, on_grid
from player.games.queens import generate
from tests.support.games.shared import RANDOMS, Page, rows_of


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
    givens = draw(st.one_of(st.just(set[Cell]()), st.sets(st.sampled_from(places), max_size=2)))
    return replace(generate.board_with(n, regions), givens=tuple(sorted(givens)))


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
    solution, regions = generate._stars(random, 8, 2), None
    if draw(st.booleans()):
        regions = {cell: cell.row for cell in cells(8, 8)}
    while regions is None:
        regions = generate.joined(random, 8, 2, solution)
    for cell in random.sample(list(cells(8, 8)), draw(st.integers(0, 12))):
        regions[cell] = random.choice(list(regions.values()))
    givens = draw(st.one_of(st.just(set[Cell]()), st.sets(st.sampled_from(list(cells(8, 8))), max_size=1)))
    return replace(generate.board_with(8, regions, 2), givens=tuple(sorted(givens)))


MARKS = {".": "empty", "x": "cross", "Q": "queen"}


def queens_board(drawing: str) -> queens.board.Board:
    rows = rows_of(drawing)
    names = {name: number for number, name in enumerate(dict.fromkeys(cell[0] for row in rows for cell in row))}
    givens = tuple(Cell(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.endswith("*"))
    return queens.board.Board(tuple(tuple(names[cell[0]] for cell in row) for row in rows), givens)


def marks(drawing: str) -> queens.play.State:
    return tuple(MARKS[cell] for row in rows_of(drawing) for cell in row)


def queens_page(board: queens.board.Board, state: Sequence[str] = (), *, labels: bool = False) -> Page:
    """`labels` adds the witnesses: row and column in words."""
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        region = board.regions[at.row][at.col]
        given = at in board.givens
        mark = state[index] if state else "queen" if given else "empty"
        cell = {"region": str(region), "mark": mark, "locked": given}
        place = {"row": str(at.row + 1), "column": str(at.col + 1)}
        shown.append(cell | place if labels else cell)
    return Page(board.size, board.size, shown)


#: A board with one solution that the rules of explanations lead to.
FIVE = queens_board("""
    A A A B B
    A B B B C
    A A D D C
    E A E D C
    E E E D D
""")
#: A board on which regions and lines must be counted together.
TWO_STARS = replace(
    queens_board("""
        A A B B B B C D D
        A A B B C C C D D
        A A B E C C C C D
        A A E E C C C C C
        A F G E E C H H C
        F F G E E I H H H
        F F G G G I I H I
        F F G G G G I I I
        F F F G G G G I I
    """),
    stars=2,
)


def queens_solutions(board: queens.board.Board) -> Iterator[queens.board.Solution]:
    """Row by row, each way to set its stars apart that no star above and no full column or region forbids.

    Without the cells in no region; a shapeless board has no region that could be full.
    """
    n, k = board.size, board.stars
    ways = [way for way in combinations(range(n), k) if all(b - a > 1 for a, b in pairwise(way))]

    def place(placed: tuple[Cell, ...]) -> Iterator[queens.board.Solution]:
        row = len(placed) // k
        if row == n:
            yield placed
            return
        columns = Counter(at.col for at in placed)
        regions = Counter(board.regions[at.row][at.col] for at in placed if not board.shapeless)
        above = {at.col + by for at in placed[-k:] for by in (-1, 0, 1)}
        for way in ways:
            here = [board.regions[row][col] for col in way]
            joining = regions + Counter(region for region in here if not board.shapeless)
            if None in here:
                continue
            if (
                above.isdisjoint(way)
                and all(columns[col] < k for col in way)
                and all(held <= k for held in joining.values())
            ):
                yield from place((*placed, *(Cell(row, col) for col in way)))

    for solution in place(()):
        if set(board.givens) <= set(solution):
            yield solution


def pieces(board: queens.board.Board) -> int:
    """Return the number of connected parts that the regions have together."""
    regions = on_grid(board.shape, [region for row in board.regions for region in row])

    def near(at: Cell) -> Iterator[Cell]:
        return (beyond for beyond in neighbours(at, *board.shape) if regions[beyond] == regions[at])

    return len(connected(regions, near))
