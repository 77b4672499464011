"""A generator of Queens and Star Battle boards: regions around a random solution, changed until it is the only one.

Of one star regions grow around the queens. Of several stars patches grow around the stars and are joined to regions.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple

from player.games import queens
from player.games.game import Generator
from player.games.grid import Cell, cells, neighbours
from player.games.queens.board import Board
from player.games.shapes import Shaped, other_solutions, random_solution
from player.sat import solver

Regions = dict[Cell, int]

#: By number of stars: the smallest and the largest side. Smaller boards have no solution; larger ones take too long.
SIZES: Mapping[int, tuple[int, int]] = {2: (8, 13), 3: (12, 15), 4: (16, 18), 5: (21, 21), 6: (25, 25)}
SHAPELESS_SIZES: Mapping[int, tuple[int, int]] = {**SIZES, 1: (5, 12), 2: (8, 14)}

#: The size, in cells, that each region grows to first, as on the site; the rest goes to a few eager regions.
FIRST_SIZES = (2, 3, 3, 4, 5)
#: Regions of up to this many cells lose a cell only if no other region can.
SMALL_REGION_CELLS = 2
#: Solutions per search: several cost little more than one, and show the cell that most of them share.
MAX_SOLUTIONS = 12
#: The turns of a search for other solutions of a Star Battle; regions that take more are given up.
MAX_TURNS = 1
#: Passes over the cells in which the large regions grow at the cost of the small ones.
PASSES = 30


class Kept(NamedTuple):
    """The cells that stay in their regions while these change, and the numbers of regions that take no other cell."""

    cells: frozenset[Cell] = frozenset()
    closed: frozenset[int] = frozenset()


#: All regions may change.
NOTHING_KEPT = Kept()


class Sought(NamedTuple):
    """A board that is made: its side, the stars of each row, and its solution."""

    size: int
    stars: int
    solution: list[Cell]


def make(random: Random, size: int) -> Board:
    """Return a random board of `size` rows with one solution and one star."""
    while True:
        solution = _queens(random, size)
        regions = grown(random, size, {queen: number for number, queen in enumerate(solution)})
        for _ in range(size):
            cnf = queens.encoding.encode(_board(size, regions))
            others = [found for model in solver.models(cnf, MAX_SOLUTIONS) if (found := cnf.facts(model)) != solution]
            if not others:
                return _board(size, regions)
            if not _shut_out(random, Sought(size, 1, solution), regions, others):
                break


def make_of_stars(random: Random, size: int, stars: int) -> Board:
    """Return a random board of `size` rows with one solution, for `stars` stars."""
    while True:
        solution = _stars(random, size, stars)
        regions = joined(random, size, stars, patched(random, size, solution))
        if regions is None:
            continue
        sought = Sought(size, stars, solution)
        make_uneven(random, sought, regions)
        if (board := with_one_solution(random, sought, regions)) is not None:
            return board


def make_shapeless(random: Random, size: int, stars: int) -> Board:
    """Return a random shapeless board of `size` rows with one solution, for `stars` stars.

    Cells of other solutions are taken from the only region until there is none.
    """
    solution = _stars(random, size, stars)
    inside = set(cells(size, size))
    inside.remove(random.choice(sorted(inside.difference(solution))))  # without such a cell it is no shapeless board
    while True:
        board = replace(_board(size, dict.fromkeys(inside, 0)), stars=stars)
        others = other_solutions(queens.GAME, board, tuple(solution))
        if not others:
            return board
        wrong = sorted(set(others[0]).difference(solution))
        inside.difference_update(random.sample(wrong, 1 + len(wrong) // 9))


def _queens(random: Random, size: int) -> list[Cell]:
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


def _stars(random: Random, size: int, stars: int) -> list[Cell]:
    """Return random stars, `stars` in each row and column, none touching."""
    found = random_solution(random, queens.GAME, board_of_rows(size, stars))
    assert found, "all sizes that are made have a placement"
    return [*found]


def board_of_rows(size: int, stars: int) -> Board:
    """Return the board whose regions are its rows: they say nothing."""
    return Board(tuple((row,) * size for row in range(size)), (), stars)


# Regions


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


def patched(random: Random, size: int, solution: list[Cell], taken: Collection[Cell] = ()) -> Regions:
    """Return a patch for each star, grown into neighbours that are not `taken`, with random weights."""
    patches = {star: number for number, star in enumerate(solution)}
    border = [list(neighbours(star, size, size)) for star in solution]
    eager = [random.random() ** 2 + 0.05 for _ in solution]
    growing = list(range(len(solution)))
    while growing:
        (number,) = random.choices(growing, weights=[eager[number] for number in growing])
        border[number] = [cell for cell in border[number] if cell not in patches and cell not in taken]
        if not border[number]:
            growing.remove(number)
            continue
        cell = random.choice(border[number])
        patches[cell] = number
        border[number] += neighbours(cell, size, size)
    return patches


def joined(random: Random, size: int, stars: int, patches: Regions, first: int = 0) -> Regions | None:
    """Return regions of `stars` neighbouring patches each; None if a patch is left without a neighbour.

    The regions have the numbers from `first` to `size` - 1. Patches with few free neighbours are joined first: later
    they would have none.
    """
    near: dict[int, set[int]] = {number: set() for number in patches.values()}
    for cell, number in patches.items():
        near[number].update(patches[beyond] for beyond in neighbours(cell, size, size) if beyond in patches)
    regions: dict[int, int] = {}

    def freedom(number: int) -> tuple[int, float]:
        return len(near[number].difference(regions)), random.random()

    for region in range(first, size):
        free = set(near).difference(regions)
        for _ in range(stars):
            if not free:
                return None
            number = min(sorted(free), key=freedom)
            regions[number] = region
            members = [other for other, its in regions.items() if its == region]
            free = {beyond for member in members for beyond in near[member]}.difference(regions)
    return {cell: regions[number] for cell, number in patches.items()}


def make_uneven(random: Random, sought: Sought, regions: Regions, kept: Kept = NOTHING_KEPT) -> None:
    """Give cells to the larger of two neighbouring regions, by a random order of all, while both stay connected.

    Boards of small regions and a few large ones have fewer solutions than those of equal ones.
    """
    size = sought.size
    rank = random.sample(range(size), size)
    for _ in range(PASSES):
        for cell in random.sample(list(regions), len(regions)):
            near = [regions[beyond] for beyond in neighbours(cell, size, size) if beyond in regions]
            largest = max((number for number in near if number not in kept.closed), key=rank.__getitem__, default=-1)
            if largest < 0 or cell in kept.cells or cell in sought.solution:
                continue
            if rank[largest] > rank[regions[cell]] and _is_connected_without(regions, cell, size):
                regions[cell] = largest


def with_one_solution(random: Random, sought: Sought, regions: Regions, kept: Kept = NOTHING_KEPT) -> Board | None:
    """Give cells of other solutions to other regions until there is none; None if that takes too long."""
    for _ in range(3 * sought.size):
        board = replace(_board(sought.size, regions), stars=sought.stars)
        cnf = queens.encoding.encode(board)
        models, done = solver.models_within(cnf, MAX_SOLUTIONS, MAX_TURNS)
        others = [other for other in map(cnf.facts, models) if other != sought.solution]
        if not others:
            return board if done else None
        if not _shut_out(random, sought, regions, others, kept):
            return None
    return None


def _shut_out(
    random: Random, sought: Sought, regions: Regions, others: list[list[Cell]], kept: Kept = NOTHING_KEPT
) -> bool:
    """Give cells to neighbouring regions until `others` are no solutions; return False if no cell can be given.

    The cell that most of them share goes first. Cells of small regions are the last choice.
    """
    fixed = kept.cells.union(sought.solution)
    while others:
        shared = Counter(cell for other in others for cell in other if cell not in fixed)
        cells_of = Counter(regions.values())
        ranked = sorted(
            shared, key=lambda cell: (cells_of[regions[cell]] <= SMALL_REGION_CELLS, -shared[cell], random.random())
        )
        for cell in ranked:
            near = {regions[at] for at in neighbours(cell, sought.size, sought.size) if at in regions}
            numbers = near - {regions[cell]} - kept.closed
            if numbers and _is_connected_without(regions, cell, sought.size):
                regions[cell] = random.choice(sorted(numbers))
                break
        else:
            return False
        counts = (Counter(regions[cell] for cell in other) for other in others)
        others = [other for other, count in zip(others, counts, strict=True) if {*count.values()} == {sought.stars}]
    return True


def _is_connected_without(regions: Regions, removed: Cell, size: int) -> bool:
    """Return whether the region of `removed` stays connected without that cell."""
    members = {cell for cell, number in regions.items() if number == regions[removed] and cell != removed}
    return reached(next(iter(members)), members, size) == members


def reached(start: Cell, some: Collection[Cell], size: int) -> set[Cell]:
    """Return `start` and the cells among `some` that neighbours join to it."""
    found, frontier = {start}, [start]
    for at in frontier:  # the list grows during the loop
        fresh = [beyond for beyond in neighbours(at, size, size) if beyond in some and beyond not in found]
        found.update(fresh)
        frontier += fresh
    return found


def _board(size: int, regions: Regions) -> Board:
    """Return the board of these regions, numbered in order of occurrence; other cells are in none."""
    numbers: dict[int | None, int | None] = {None: None}
    order = [numbers.setdefault(regions.get(cell), len(numbers) - 1) for cell in cells(size, size)]
    return Board(tuple(tuple(order[row * size : row * size + size]) for row in range(size)))


def _with_options(stars: int = 1, *, shapeless: bool = False) -> Generator:
    smallest, largest = (SHAPELESS_SIZES if shapeless else SIZES)[stars]
    made = make_shapeless if shapeless else make_of_stars
    return Generator(partial(made, stars=stars), (smallest, largest), ((smallest + largest) // 2,))


def _shaped(stars: int = 1, *, shapeless: bool = False) -> Shaped:
    from player.games.queens.shaped import shaped  # noqa: PLC0415  # that module needs this one

    return shaped(stars, shapeless=shapeless)


GENERATOR = Generator(make, (5, 20), (7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 11), with_options=_with_options, shaped=_shaped)
