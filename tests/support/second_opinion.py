"""A second opinion on boards, by plain search: it shares nothing with the encodings, nor with the referees."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise, product

from player.games import mini_sudoku, patches, queens, tango, wend, zip_path
from player.games.grid import Cell, cells, neighbours
from player.games.word_lists import list_for


def queens_solutions(board: queens.board.Board) -> Iterator[queens.board.Solution]:
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


def star_battle_solutions(board: queens.board.Board) -> Iterator[queens.board.Solution]:
    """Row by row, each way to set its stars apart that no star above and no full column or region forbids."""
    n, k = board.size, board.stars
    ways = [way for way in combinations(range(n), k) if all(b - a > 1 for a, b in pairwise(way))]

    def place(placed: tuple[Cell, ...]) -> Iterator[queens.board.Solution]:
        row = len(placed) // k
        if row == n:
            yield placed
            return
        columns = Counter(at.col for at in placed)
        regions = Counter(board.regions[at.row][at.col] for at in placed)
        above = {at.col + by for at in placed[-k:] for by in (-1, 0, 1)}
        for way in ways:
            joining = regions + Counter(board.regions[row][col] for col in way)
            if above.isdisjoint(way) and all(columns[col] < k for col in way) and max(joining.values()) <= k:
                yield from place((*placed, *(Cell(row, col) for col in way)))

    for solution in place(()):
        if set(board.givens) <= set(solution):
            yield solution


def zip_solutions(board: zip_path.board.Board) -> Iterator[zip_path.board.Solution]:
    """Step by step from the first number, turning back at walls, at visited cells and at numbers out of order."""
    walls = {frozenset(wall) for wall in board.walls}
    size = board.rows * board.cols

    def walk(path: tuple[Cell, ...], met: int) -> Iterator[zip_path.board.Solution]:
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


def sudoku_solutions(board: mini_sudoku.board.Board) -> Iterator[mini_sudoku.board.Solution]:
    """Cell by cell, always the one that its row, column and box leave the fewest numbers."""
    n, (height, width) = board.size, board.box
    rows = [list(row) for row in board.givens]

    def seen_from(row: int, col: int) -> list[tuple[int, int]]:
        top, left = row - row % height, col - col % width
        box = [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
        return [at for at in box + [(row, c) for c in range(n)] + [(r, col) for r in range(n)] if at != (row, col)]

    near = {(row, col): seen_from(row, col) for row in range(n) for col in range(n)}
    if any(rows[row][col] and rows[row][col] in {rows[r][c] for r, c in near[row, col]} for row, col in near):
        return

    def place(bare: frozenset[tuple[int, int]]) -> Iterator[mini_sudoku.board.Solution]:
        if not bare:
            yield tuple(map(tuple, rows))
            return
        left = {at: set(range(1, n + 1)) - {rows[r][c] for r, c in near[at]} for at in bare}
        row, col = min(bare, key=lambda at: (len(left[at]), at))
        for number in sorted(left[row, col]):
            rows[row][col] = number
            yield from place(bare - {(row, col)})
        rows[row][col] = 0

    yield from place(frozenset(at for at in near if not board.given(Cell(*at))))


def patches_solutions(board: patches.board.Board) -> Iterator[patches.board.Solution]:
    """Piece by piece, each with its upper left corner on the first cell that is bare."""
    forms = {-1: {"any", "wide"}, 0: {"any", "square"}, 1: {"any", "tall"}}

    def lay(bare: frozenset[tuple[int, int]], laid: dict[int, patches.board.Patch]) -> Iterator[patches.board.Solution]:
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
                    yield from lay(bare - piece, {**laid, inside[0]: patches.board.Patch(top, left, height, width)})

    yield from lay(frozenset((row, col) for row in range(board.rows) for col in range(board.cols)), {})


def tango_solutions(board: tango.board.Board) -> Iterator[tango.board.Solution]:
    """Row by row, every row that is half suns, while nothing above speaks against it."""
    n = board.size

    def dull(line: Sequence[str]) -> bool:
        return any(line[at] == line[at + 1] == line[at + 2] for at in range(len(line) - 2))

    lines = [line for line in product(("sun", "moon"), repeat=n) if line.count("sun") == n // 2 and not dull(line)]

    def stands(rows: Sequence[Sequence[str]]) -> bool:
        columns = [[row[col] for row in rows] for col in range(n)]
        if any(dull(column) or max(column.count("sun"), column.count("moon")) > n // 2 for column in columns):
            return False
        if any(at.row < len(rows) and rows[at.row][at.col] != symbol for at, symbol in board.givens):
            return False
        signs = [(a, b, sign) for a, b, sign in board.edges if b.row < len(rows)]
        return all((rows[a.row][a.col] == rows[b.row][b.col]) == (sign == "equal") for a, b, sign in signs)

    def lay(rows: tuple[tuple[str, ...], ...]) -> Iterator[tango.board.Solution]:
        if len(rows) == n:
            yield tuple(symbol for row in rows for symbol in row)
            return
        for line in lines:
            if stands((*rows, line)):
                yield from lay((*rows, line))

    yield from lay(())


def up_to_two(solutions: Iterator[object]) -> int:
    return len(list(islice(solutions, 2)))


def pieces(board: queens.board.Board) -> int:
    """Return the number of connected parts that the regions have together."""
    left, parts = set(cells(*board.shape)), 0
    while left:
        parts += 1
        frontier = [left.pop()]
        for cell in frontier:
            near = [
                beyond
                for beyond in neighbours(cell, *board.shape)
                if beyond in left and board.regions[beyond.row][beyond.col] == board.regions[cell.row][cell.col]
            ]
            left.difference_update(near)
            frontier += near
    return parts


def wend_covers(board: wend.board.Board) -> Iterator[set[frozenset[Cell]]]:
    """Letter by letter, each path from any cell over the letter that spells a word with a length that is left."""
    letters = board.letters
    words = list_for(board.language)

    def paths(path: tuple[Cell, ...], free: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
        yield path
        for at in free:
            if abs(at.row - path[-1].row) + abs(at.col - path[-1].col) == 1:
                yield from paths((*path, at), free - {at})

    def cover(free: frozenset[Cell], lengths: list[int]) -> Iterator[set[frozenset[Cell]]]:
        if not free:
            yield set()
            return
        first = min(free)
        found = {
            frozenset(path)
            for start in free
            for path in paths((start,), free - {start})
            if first in path and len(path) in lengths
            if words.frequency("".join(letters[at] for at in path).lower()) is not None
        }
        for piece in found:
            left = lengths.copy()
            left.remove(len(piece))
            for rest in cover(free - piece, left):
                yield {piece, *rest}

    yield from cover(frozenset(letters), list(board.lengths))
