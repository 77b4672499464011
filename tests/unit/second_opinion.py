"""A second opinion on boards, by plain search: it shares nothing with the encodings, nor with the referees."""

from collections.abc import Iterator
from itertools import islice, product

from player.games import mini_sudoku, patches, queens, tango, zip
from player.games.grid import Cell


def queens_solutions(board: queens.Board) -> Iterator[queens.Solution]:
    """Row by row, each queen where no queen above stands in its way."""

    def place(columns: tuple[int, ...], taken: frozenset[int]) -> Iterator[tuple[int, ...]]:
        row = len(columns)
        if row == board.size:
            yield columns
            return
        for col, region in enumerate(board.regions[row]):
            free = col not in columns and region not in taken
            if free and (not columns or abs(col - columns[-1]) > 1):
                yield from place((*columns, col), taken | {region})

    for columns in place((), frozenset()):
        if all(columns[row] == col for row, col in board.givens):
            yield tuple(Cell(row, col) for row, col in enumerate(columns))


def zip_solutions(board: zip.Board) -> Iterator[zip.Solution]:
    """Step by step from the first number, turning back at walls, at visited cells and at numbers out of order."""
    walls = {frozenset(wall) for wall in board.walls}
    size = board.rows * board.cols

    def walk(path: tuple[Cell, ...], met: int) -> Iterator[zip.Solution]:
        if len(path) == size:
            if met == len(board.numbers) and path[-1] == board.numbers[-1]:
                yield path
            return
        row, col = path[-1]
        for beyond in (Cell(row + 1, col), Cell(row - 1, col), Cell(row, col + 1), Cell(row, col - 1)):
            inside = 0 <= beyond.row < board.rows and 0 <= beyond.col < board.cols
            if not inside or beyond in path or frozenset((path[-1], beyond)) in walls:
                continue
            if beyond not in board.numbers:
                yield from walk((*path, beyond), met)
            elif met < len(board.numbers) and beyond == board.numbers[met]:
                yield from walk((*path, beyond), met + 1)

    yield from walk((board.numbers[0],), 1)


def sudoku_solutions(board: mini_sudoku.Board) -> Iterator[mini_sudoku.Solution]:
    """Cell by cell, each number that no earlier or given one in its row, column or box forbids."""
    n, (height, width) = board.size, board.box
    rows = [list(row) for row in board.givens]

    def stands(row: int, col: int, number: int) -> bool:
        top, left = row - row % height, col - col % width
        box = [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
        line = [(row, c) for c in range(n)] + [(r, col) for r in range(n)]
        return any(rows[r][c] == number for r, c in line + box if (r, c) != (row, col))

    def place(index: int) -> Iterator[mini_sudoku.Solution]:
        if index == n * n:
            yield tuple(map(tuple, rows))
            return
        row, col = divmod(index, n)
        given = board.givens[row][col]
        for number in [given] if given else range(1, n + 1):
            if not stands(row, col, number):
                rows[row][col] = number
                yield from place(index + 1)
        rows[row][col] = given

    yield from place(0)


def patches_solutions(board: patches.Board) -> Iterator[patches.Solution]:
    """Piece by piece, each with its upper left corner on the first cell that is bare."""
    forms = {-1: {"any", "wide"}, 0: {"any", "square"}, 1: {"any", "tall"}}

    def lay(bare: frozenset[tuple[int, int]], laid: dict[int, patches.Patch]) -> Iterator[patches.Solution]:
        if not bare:
            if len(laid) == len(board.clues):
                yield tuple(laid[number] for number in range(len(board.clues)))
            return
        top, left = min(bare)
        for bottom in range(top, board.rows):
            for right in range(left, board.cols):
                piece = {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
                inside = [number for number, clue in enumerate(board.clues) if clue.cell in piece]
                if not piece <= bare or len(inside) != 1:
                    continue
                _, shape, area = board.clues[inside[0]]
                height, width = bottom - top + 1, right - left + 1
                if shape in forms[(height > width) - (height < width)] and area in {None, len(piece)}:
                    yield from lay(bare - piece, {**laid, inside[0]: patches.Patch(top, left, height, width)})

    yield from lay(frozenset((row, col) for row in range(board.rows) for col in range(board.cols)), {})


def tango_solutions(board: tango.Board) -> Iterator[tango.Solution]:
    """Row by row, every row that is half suns; a grid is kept where nothing speaks against it."""
    n = board.size
    half = [line for line in product(("sun", "moon"), repeat=n) if line.count("sun") == line.count("moon")]

    def dull(line: tuple[str, ...]) -> bool:
        return any(line[at] == line[at + 1] == line[at + 2] for at in range(n - 2))

    for rows in product([line for line in half if not dull(line)], repeat=n):
        columns = [tuple(row[col] for row in rows) for col in range(n)]
        if any(column not in half or dull(column) for column in columns):
            continue
        if any(rows[at.row][at.col] != symbol for at, symbol in board.givens):
            continue
        if all((rows[a.row][a.col] == rows[b.row][b.col]) == (sign == "equal") for a, b, sign in board.edges):
            yield tuple(symbol for row in rows for symbol in row)


def up_to_two(solutions: Iterator[object]) -> int:
    return len(list(islice(solutions, 2)))
