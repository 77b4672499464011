"""Regions around a solution of Queens or Star Battle: grown, joined from patches, and changed until it is the only one.

Of one star regions grow around the queens. Of several stars patches grow around the stars and are joined to regions.
"""

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import NamedTuple

from player.games.grid import Cell, cells, connected, in_rows, neighbours
from player.games.queens import encoding
from player.games.queens.board import Board, board_of
from player.sat import solver

Regions = dict[Cell, int]
Groups = list[set[Cell]]

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


class Sought(NamedTuple):
    """A board that is made: its side, the stars of each row, and its solution.

    `fixed` cells stay in their regions while these change, and `closed` regions take no other cell.
    """

    size: int
    stars: int
    solution: list[Cell]
    fixed: frozenset[Cell] = frozenset()
    closed: frozenset[int] = frozenset()


def laid_out(random: Random, sought: Sought, groups: Groups, holes: frozenset[Cell] = frozenset()) -> Regions | None:
    """Return regions around the solution, of which the first hold the `groups`; None if cells are left over."""
    size, begun, first = sought.size, numbered(groups), len(groups)
    left = [star for star in sought.solution if star not in begun]
    if sought.stars == 1:
        begun |= {star: number for number, star in enumerate(left, start=first)}
        regions = grown(random, size, begun, sought.closed, holes)
    else:
        others = joined(random, size, sought.stars, left, first, taken=holes.union(begun))
        regions = begun | (others or {})
    if len(regions) + len(holes) < size * size:
        return None
    if sought.stars > 1:
        make_uneven(random, sought, regions)
    return regions


def numbered(groups: Groups) -> Regions:
    """Return the number of the group of each cell."""
    return {at: number for number, group in enumerate(groups) for at in sorted(group)}


def grown(
    random: Random,
    size: int,
    begun: Regions,
    closed: Collection[int] = (),
    holes: Collection[Cell] = (),
    *,
    branching: bool = True,
) -> Regions:
    """Return regions grown from those `begun` into free neighbours, by random weights; `closed` ones do not grow.

    If `branching`, each region first grows to a random size, and takes of a few random cells the one with the fewest
    cells of its own around. Cells in no region stay free if none can reach them.
    """
    tries, power, least = (3, 20, 0.001) if branching else (1, 2, 0.05)
    regions = dict(begun)
    near = {at: [beyond for beyond in neighbours(at, size, size) if beyond not in holes] for at in cells(size, size)}
    border: dict[int, list[Cell]] = {}
    for cell, number in begun.items():
        border.setdefault(number, []).extend(near[cell])
    growing = sorted(set(border).difference(closed))

    def grow(number: int) -> bool:
        border[number] = [cell for cell in border[number] if cell not in regions]
        if not border[number]:
            return False
        cell = min(
            (random.choice(border[number]) for _ in range(tries)),
            key=lambda cell: sum(regions.get(other) == number for other in near[cell]),
        )
        regions[cell] = number
        border[number] += near[cell]
        return True

    for number in random.sample(growing, len(growing)) if branching else ():
        for _ in range(random.choice(FIRST_SIZES) * 11 // max(size, 11)):  # large boards need small regions
            grow(number)
    eager = {number: random.random() ** power + least for number in growing}
    while growing:
        (number,) = random.choices(growing, weights=[eager[number] for number in growing])
        if not grow(number):
            growing.remove(number)
    return regions


def joined(
    random: Random, size: int, stars: int, solution: list[Cell], first: int = 0, *, taken: Collection[Cell] = ()
) -> Regions | None:
    """Return regions of `stars` neighbouring patches each, which grow around the cells of `solution`.

    The regions have the numbers from `first` to `size` - 1, and none of the cells `taken`. Patches with few free
    neighbours are joined first: later they would have none. None if one is left without a neighbour all the same.
    """
    patches = grown(random, size, {star: number for number, star in enumerate(solution)}, holes=taken, branching=False)
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


def make_uneven(random: Random, sought: Sought, regions: Regions) -> None:
    """Give cells to the larger of two neighbouring regions, by a random order of all, while both stay connected.

    Boards of small regions and a few large ones have fewer solutions than those of equal ones.
    """
    size = sought.size
    rank = random.sample(range(size), size)
    for _ in range(PASSES):
        for cell in random.sample(list(regions), len(regions)):
            near = [regions[beyond] for beyond in neighbours(cell, size, size) if beyond in regions]
            largest = max((number for number in near if number not in sought.closed), key=rank.__getitem__, default=-1)
            if largest < 0 or cell in sought.fixed or cell in sought.solution:
                continue
            if rank[largest] > rank[regions[cell]] and _is_connected_without(regions, cell, size):
                regions[cell] = largest


def with_one_solution(random: Random, sought: Sought, regions: Regions, tries: int) -> Board | None:
    """Give cells of other solutions to other regions until there is none; None after `tries`, or if one takes long."""
    for _ in range(tries):
        board = board_with(sought.size, regions, sought.stars)
        cnf = encoding.encode(board)
        models, done = solver.models_within(cnf, MAX_SOLUTIONS, MAX_TURNS)
        others = [other for other in map(cnf.facts, models) if other != sought.solution]
        if not others:
            return board if done else None
        if not _shut_out(random, sought, regions, others):
            return None
    return None


def _shut_out(random: Random, sought: Sought, regions: Regions, others: list[list[Cell]]) -> bool:
    """Give cells to neighbouring regions until `others` are no solutions; return False if no cell can be given.

    The cell that most of them share goes first. Cells of small regions are the last choice.
    """
    fixed = sought.fixed.union(sought.solution)
    while others:
        shared = Counter(cell for other in others for cell in other if cell not in fixed)
        cells_of = Counter(regions.values())
        ranked = sorted(
            shared, key=lambda cell: (cells_of[regions[cell]] <= SMALL_REGION_CELLS, -shared[cell], random.random())
        )
        for cell in ranked:
            near = {regions[at] for at in neighbours(cell, sought.size, sought.size) if at in regions}
            numbers = near - {regions[cell]} - sought.closed
            if numbers and _is_connected_without(regions, cell, sought.size):
                regions[cell] = random.choice(sorted(numbers))
                break
        else:
            return False
        counts = (Counter(regions[cell] for cell in other) for other in others)
        others = [other for other, count in zip(others, counts, strict=True) if {*count.values()} == {sought.stars}]
    return True


def _is_connected_without(regions: Regions, removed: Cell, size: int) -> bool:
    """Return whether the region of `removed`, which is connected, stays so without that cell, and keeps others."""

    def near(at: Cell) -> list[Cell]:
        return [to for to in neighbours(at, size, size) if regions.get(to) == regions[removed] and to != removed]

    first, *others = near(removed) or [removed]
    return first != removed and (not others or connected([first], near)[0].issuperset(others))


def parts(some: Collection[Cell], size: int) -> list[set[Cell]]:
    """Return the connected parts of `some` cells, that of the first cell first."""
    return connected(sorted(some), lambda at: (beyond for beyond in neighbours(at, size, size) if beyond in some))


def board_with(size: int, regions: Regions, stars: int = 1) -> Board:
    """Return the board of these regions; other cells are in none."""
    return board_of(in_rows([regions.get(cell) for cell in cells(size, size)], size), (), stars)
