"""A generator of Star Battle boards.

Patches are grown around the stars of a random solution and joined to regions, which change until the solution is the
only one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

from player.games import queens
from player.games.grid import Cell, neighbours
from player.games.queens.board import Board
from player.games.queens.generate import Regions, _board, _connected_without
from player.solve import prove

#: By number of stars: the smallest and the largest side. Smaller boards have no solution; larger ones take too long.
SIZES: Mapping[int, tuple[int, int]] = {2: (8, 11), 3: (12, 13)}


def make(random: Random, size: int, stars: int) -> Board:
    """Return a random board of `size` rows with one solution, for `stars` stars."""
    while True:
        solution = _placement(random, size, stars)
        regions = _joined(random, size, stars, _patches(random, size, solution))
        if regions and (board := _with_one_solution(random, size, stars, solution, regions)):
            return board


def _placement(random: Random, size: int, stars: int) -> list[Cell]:
    """Return random stars, `stars` in each row and column, none touching.

    The columns of each row are tried in random order, by backtracking.
    """
    patterns = [cols for cols in combinations(range(size), stars) if all(b - a > 1 for a, b in pairwise(cols))]

    def place(rows: list[tuple[int, ...]]) -> list[tuple[int, ...]] | None:
        left = size - len(rows)
        if left == 0:
            return rows
        number = Counter(col for row in rows for col in row)
        if any(stars - number[col] > (left + 1) // 2 for col in range(size)):
            return None
        above = rows[-1] if rows else ()
        for pattern in random.sample(patterns, len(patterns)):
            if all(number[col] < stars and all(abs(col - other) > 1 for other in above) for col in pattern) and (
                done := place([*rows, pattern])
            ):
                return done
        return None

    rows = place([])
    assert rows is not None, "all sizes that are made have a placement"
    return [Cell(row, col) for row, cols in enumerate(rows) for col in cols]


def _patches(random: Random, size: int, solution: list[Cell]) -> Regions:
    """Return a patch for each star, grown into free neighbours until the grid is full, with random weights."""
    patches = {star: number for number, star in enumerate(solution)}
    border = [list(neighbours(star, size, size)) for star in solution]
    eager = [random.random() ** 2 + 0.05 for _ in solution]
    growing = list(range(len(solution)))
    while growing:
        (number,) = random.choices(growing, weights=[eager[number] for number in growing])
        border[number] = [cell for cell in border[number] if cell not in patches]
        if not border[number]:
            growing.remove(number)
            continue
        cell = random.choice(border[number])
        patches[cell] = number
        border[number] += neighbours(cell, size, size)
    return patches


def _joined(random: Random, size: int, stars: int, patches: Regions) -> Regions | None:
    """Return regions of `stars` neighbouring patches each; None if a patch is left without a neighbour.

    Patches with few free neighbours are joined first: later they would have none.
    """
    near: dict[int, set[int]] = {number: set() for number in patches.values()}
    for cell, number in patches.items():
        near[number].update(patches[beyond] for beyond in neighbours(cell, size, size))
    regions: dict[int, int] = {}

    def freedom(number: int) -> tuple[int, float]:
        return len(near[number].difference(regions)), random.random()

    for region in range(size):
        free = set(near).difference(regions)
        for _ in range(stars):
            if not free:
                return None
            number = min(sorted(free), key=freedom)
            regions[number] = region
            members = [other for other, its in regions.items() if its == region]
            free = {beyond for member in members for beyond in near[member]}.difference(regions)
    return {cell: regions[number] for cell, number in patches.items()}


def _with_one_solution(random: Random, size: int, stars: int, solution: list[Cell], regions: Regions) -> Board | None:
    """Give cells of second solutions to other regions until there is none; None if that takes too long."""
    for _ in range(3 * size):
        board = replace(_board(size, regions), stars=stars)
        others = [other for other in prove(queens.GAME, board).found if list(other) != solution]
        if not others:
            return board
        moves = [
            (cell, regions[beyond])
            for cell in others[0]
            if cell not in solution
            for beyond in neighbours(cell, size, size)
            if regions[beyond] != regions[cell] and _connected_without(regions, cell, size)
        ]
        if not moves:
            return None
        cell, number = random.choice(moves)
        regions[cell] = number
    return None
