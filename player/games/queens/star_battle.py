"""A generator of Star Battle boards.

Patches are grown around the stars of a random solution and joined to regions, which change until the solution is the
only one.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

from player.games import queens
from player.games.grid import Cell, cells, neighbours
from player.games.queens import encoding
from player.games.queens.board import Board
from player.games.queens.generate import (
    MAX_SOLUTIONS,
    NOTHING_KEPT,
    Kept,
    Regions,
    board_of_regions,
    connected_without,
    shut_out,
)
from player.proof import prove
from player.sat import solver

#: By number of stars: the smallest and the largest side. Smaller boards have no solution; larger ones take too long.
SIZES: Mapping[int, tuple[int, int]] = {2: (8, 13), 3: (12, 15), 4: (16, 18), 5: (21, 21), 6: (25, 25)}

#: The same of shapeless boards.
SHAPELESS_SIZES: Mapping[int, tuple[int, int]] = {
    1: (5, 12),
    2: (8, 14),
    3: (12, 15),
    4: (16, 18),
    5: (21, 21),
    6: (25, 25),
}

#: The turns of a search for other solutions; regions that take more are given up.
MAX_TURNS = 1

#: Passes over the cells in which the large regions grow at the cost of the small ones.
PASSES = 30


def make(random: Random, size: int, stars: int) -> Board:
    """Return a random board of `size` rows with one solution, for `stars` stars."""
    while True:
        solution = _placement(random, size, stars)
        regions = joined(random, size, stars, patched(random, size, solution))
        if regions is None:
            continue
        make_uneven(random, size, regions, solution)
        if (board := with_one_solution(random, size, stars, solution, regions)) is not None:
            return board


def make_shapeless(random: Random, size: int, stars: int) -> Board:
    """Return a random shapeless board of `size` rows with one solution, for `stars` stars.

    Cells of other solutions are taken from the only region until there is none.
    """
    solution = _placement(random, size, stars)
    inside = set(cells(size, size))
    inside.remove(random.choice(sorted(inside.difference(solution))))  # without such a cell it is no shapeless board
    while True:
        rows = tuple(tuple(0 if (row, col) in inside else None for col in range(size)) for row in range(size))
        board = Board(rows, (), stars)
        others = [other for other in prove(queens.GAME, board).found if list(other) != solution]
        if not others:
            return board
        wrong = sorted(set(others[0]).difference(solution))
        inside.difference_update(random.sample(wrong, 1 + len(wrong) // 9))


def _placement(random: Random, size: int, stars: int) -> list[Cell]:
    """Return random stars, `stars` in each row and column, none touching.

    It is the first solution of a solver whose variables have random numbers and signs.
    """
    cnf = encoding.encode(Board(tuple((row,) * size for row in range(size)), (), stars))
    model = solver.random_model(cnf, random)
    assert model, "all sizes that are made have a placement"
    return cnf.facts(model)


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


def make_uneven(random: Random, size: int, regions: Regions, solution: list[Cell], kept: Kept = NOTHING_KEPT) -> None:
    """Give cells to the larger of two neighbouring regions, by a random order of all, while both stay connected.

    Boards of small regions and a few large ones have fewer solutions than those of equal ones.
    """
    rank = random.sample(range(size), size)
    for _ in range(PASSES):
        for cell in random.sample(list(regions), len(regions)):
            near = [regions[beyond] for beyond in neighbours(cell, size, size) if beyond in regions]
            largest = max((number for number in near if number not in kept.closed), key=rank.__getitem__, default=-1)
            if largest < 0 or cell in kept.cells or cell in solution:
                continue
            if rank[largest] > rank[regions[cell]] and connected_without(regions, cell, size):
                regions[cell] = largest


def with_one_solution(
    random: Random, size: int, stars: int, solution: list[Cell], regions: Regions, *, kept: Kept = NOTHING_KEPT
) -> Board | None:
    """Give cells of other solutions to other regions until there is none; None if that takes too long."""
    for _ in range(3 * size):
        board = replace(board_of_regions(size, regions), stars=stars)
        cnf = encoding.encode(board)
        models, done = solver.models_within(cnf, MAX_SOLUTIONS, MAX_TURNS)
        others = [other for other in map(cnf.facts, models) if other != solution]
        if not others:
            return board if done else None
        while others:
            if not shut_out(random, regions, others, solution, size, kept=kept):
                return None
            numbers = (Counter(regions[cell] for cell in other) for other in others)
            others = [other for other, of_it in zip(others, numbers, strict=True) if set(of_it.values()) == {stars}]
    return None
