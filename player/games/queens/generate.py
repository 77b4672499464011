"""A generator of Queens boards: regions grown around a random solution, then changed until it is the only one."""

from collections import Counter
from collections.abc import Collection
from functools import partial
from random import Random
from typing import NamedTuple

from player.games import queens
from player.games.game import Generator
from player.games.grid import Cell, cells, neighbours
from player.games.queens.board import Board
from player.sat import solver

Regions = dict[Cell, int]

#: The size, in cells, that each region grows to first, as on the site; the rest goes to a few eager regions.
FIRST_SIZES = (2, 3, 3, 4, 5)

#: Regions of up to this many cells lose a cell only if no other region can.
SMALL_REGION_CELLS = 2

#: Solutions per search: several cost little more than one, and show the cell that most of them share.
MAX_SOLUTIONS = 12


class Kept(NamedTuple):
    """The cells that stay in their regions while these change, and the numbers of regions that take no other cell."""

    cells: frozenset[Cell] = frozenset()
    closed: frozenset[int] = frozenset()


#: All regions may change.
NOTHING_KEPT = Kept()


def make(random: Random, size: int) -> Board:
    """Return a random board of `size` rows with one solution and one star."""
    while True:
        solution = _placement(random, size)
        if board := _with_one_solution(
            random, size, solution, grown(random, size, {queen: number for number, queen in enumerate(solution)})
        ):
            return board


def _placement(random: Random, size: int) -> list[Cell]:
    """Return random queens that share no row and no column and do not touch.

    Each row's columns are tried in random order, by backtracking.
    """

    def place(columns: list[int]) -> list[int] | None:
        if len(columns) == size:
            return columns
        free = [col for col in range(size) if col not in columns and (not columns or abs(col - columns[-1]) > 1)]
        for col in random.sample(free, len(free)):
            if done := place([*columns, col]):
                return done
        return None

    columns = place([])
    assert columns is not None, "sizes from 4 on have a placement"
    return [Cell(row, col) for row, col in enumerate(columns)]


def grown(
    random: Random, size: int, begun: Regions, closed: Collection[int] = (), holes: Collection[Cell] = ()
) -> Regions:
    """Return regions grown from those `begun` into free neighbours; those that are `closed` do not grow.

    Each region first grows to a random size, then by a random weight. Of a few random cells it takes the one with the
    fewest cells of its own around, so that it branches out. Cells in no region stay free if none can reach them.
    """
    regions = dict(begun)
    near = {
        cell: [beyond for beyond in neighbours(cell, size, size) if beyond not in holes] for cell in cells(size, size)
    }
    border: dict[int, list[Cell]] = {}
    for cell, number in begun.items():
        border.setdefault(number, []).extend(near[cell])
    growing = sorted(set(border).difference(closed))

    def grow(number: int) -> bool:
        border[number] = [cell for cell in border[number] if cell not in regions]
        if not border[number]:
            return False
        cell = min(
            (random.choice(border[number]) for _ in range(3)),
            key=lambda cell: sum(regions.get(other) == number for other in near[cell]),
        )
        regions[cell] = number
        border[number] += near[cell]
        return True

    for number in random.sample(growing, len(growing)):
        for _ in range(random.choice(FIRST_SIZES) * 11 // max(size, 11)):  # large boards need small regions
            grow(number)
    eager = {number: random.random() ** 20 + 0.001 for number in growing}
    while growing:
        (number,) = random.choices(growing, weights=[eager[number] for number in growing])
        if not grow(number):
            growing.remove(number)
    return regions


def _with_one_solution(random: Random, size: int, solution: list[Cell], regions: Regions) -> Board | None:
    """Give cells of other solutions to other regions until there is none; None if that takes too long."""
    for _ in range(size):
        board = board_of_regions(size, regions)
        cnf = queens.encoding.encode(board)
        found = [cnf.facts(model) for model in solver.models(cnf, most=MAX_SOLUTIONS)]
        others = [other for other in found if other != solution]
        if not others:
            return board
        while others:
            if not shut_out(random, regions, others, solution, size):
                return None
            others = [other for other in others if len({regions[cell] for cell in other}) == size]
    return None


def shut_out(
    random: Random,
    regions: Regions,
    others: list[list[Cell]],
    solution: list[Cell],
    size: int,
    *,
    kept: Kept = NOTHING_KEPT,
) -> bool:
    """Give the cell that most of `others` share to a neighbouring region; return False if no cell can be given.

    Cells of small regions are the last choice.
    """
    shared = Counter(cell for other in others for cell in other if cell not in solution and cell not in kept.cells)
    cells_of = Counter(regions.values())
    ranked = sorted(
        shared, key=lambda cell: (cells_of[regions[cell]] <= SMALL_REGION_CELLS, -shared[cell], random.random())
    )
    for cell in ranked:
        near = {regions[beyond] for beyond in neighbours(cell, size, size) if beyond in regions}
        numbers = near - {regions[cell]} - kept.closed
        if numbers and connected_without(regions, cell, size):
            regions[cell] = random.choice(sorted(numbers))
            return True
    return False


def connected_without(regions: Regions, removed: Cell, size: int) -> bool:
    """Return whether the region of `removed` stays connected without that cell."""
    members = {cell for cell, number in regions.items() if number == regions[removed] and cell != removed}
    reached = [next(iter(members))]
    for cell in reached:  # the list grows during the loop
        reached += [near for near in neighbours(cell, size, size) if near in members and near not in reached]
    return len(reached) == len(members)


def board_of_regions(size: int, regions: Regions) -> Board:
    """Return the board of these regions, numbered in order of occurrence; other cells are in none."""
    numbers: dict[int | None, int | None] = {None: None}
    order = [numbers.setdefault(regions.get(cell), len(numbers) - 1) for cell in cells(size, size)]
    return Board(tuple(tuple(order[row * size : row * size + size]) for row in range(size)))


def _with_options(stars: int = 1, *, shapeless: bool = False) -> Generator:
    from player.games.queens import star_battle  # noqa: PLC0415  # star_battle imports this module

    sizes = star_battle.SHAPELESS_SIZES if shapeless else star_battle.SIZES
    smallest, largest = sizes[stars]
    made = star_battle.make_shapeless if shapeless else star_battle.make
    return Generator(partial(made, stars=stars), (smallest, largest), ((smallest + largest) // 2,))


GENERATOR = Generator(make, (5, 20), (7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 11), with_options=_with_options)
