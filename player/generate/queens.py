"""Queens boards: regions grown around a random solution, then mended until it is the only one."""

from random import Random

from player.games import queens
from player.games.grid import Cell, cells, neighbours
from player.games.queens import Board
from player.prove import prove

Regions = dict[Cell, int]


def make(random: Random, size: int, walls: bool) -> Board:  # noqa: ARG001  # all makers are called alike
    while True:
        solution = _placement(random, size)
        if board := _mended(random, size, solution, _grown(random, size, solution)):
            return board


def _placement(random: Random, size: int) -> list[Cell]:
    """Queens of which no two share a row or a column, or touch; the rest of a row is tried in random order."""

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


def _grown(random: Random, size: int, solution: list[Cell]) -> Regions:
    """Each queen's region grows into free neighbours until the grid is full, some regions more eagerly than others."""
    regions = {queen: number for number, queen in enumerate(solution)}
    eager = [random.random() ** 2 + 0.05 for _ in solution]
    while len(regions) < size * size:
        border = [
            (number, beyond)
            for cell, number in regions.items()
            for beyond in neighbours(cell, size, size)
            if beyond not in regions
        ]
        ((number, cell),) = random.choices(border, weights=[eager[number] for number, _ in border])
        regions[cell] = number
    return regions


def _mended(random: Random, size: int, solution: list[Cell], regions: Regions) -> Board | None:
    """Give cells of second solutions to other regions until there is none; None where that goes on for too long."""
    for _ in range(3 * size):
        board = _board(size, regions)
        others = [found for found in prove(queens, board).found if list(found) != solution]
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


def _connected_without(regions: Regions, removed: Cell, size: int) -> bool:
    members = {cell for cell, number in regions.items() if number == regions[removed] and cell != removed}
    reached = [next(iter(members))]
    for cell in reached:  # grows while it is walked
        reached += [near for near in neighbours(cell, size, size) if near in members and near not in reached]
    return len(reached) == len(members)


def _board(size: int, regions: Regions) -> Board:
    numbers: dict[int, int] = {}
    order = [numbers.setdefault(regions[cell], len(numbers)) for cell in cells(size, size)]
    return Board(tuple(tuple(order[row * size : row * size + size]) for row in range(size)))
