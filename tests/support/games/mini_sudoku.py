"""Mini Sudoku for tests: random boards, boards from drawings, and a search that shares nothing with the encoding.

A drawing has a number or a dot for each cell, | and a line of dashes between boxes:

    1 . | . 4
    . . | . .
    ---------
    . 3 | . .
    . . | 2 .
"""

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from player.games import mini_sudoku
from player.games.grid import Cell, cells
from tests.support.games.shared import RANDOMS, Page


@st.composite
def sudoku_boards(
    draw: st.DrawFn, boxes: Sequence[tuple[int, int]] = ((2, 2), (2, 3), (3, 2))
) -> mini_sudoku.board.Board:
    """Some numbers of a right grid, now and then one of them another: solvable, ambiguous and impossible."""
    height, width = draw(st.sampled_from(boxes))
    n, random = height * width, draw(RANDOMS)
    lines, stacks, numbers = (random.sample(range(n), n) for _ in range(3))
    lines.sort(key=lambda row: row // height)
    stacks.sort(key=lambda col: col // width)
    rows = [[1 + numbers[(width * (row % height) + row // height + col) % n] for col in stacks] for row in lines]
    for at in random.sample(list(cells(n, n)), draw(st.integers(n * n // 3, n * n))):
        rows[at.row][at.col] = 0
    for at in draw(st.lists(st.sampled_from(list(cells(n, n))), max_size=1)):
        rows[at.row][at.col] = draw(st.integers(1, n))
    return mini_sudoku.board.Board((height, width), tuple(map(tuple, rows)))


def sudoku_board(drawing: str) -> mini_sudoku.board.Board:
    height = len(sudoku_rows(drawing.partition("---")[0]))
    width = len(drawing.partition("|")[0].split())
    return mini_sudoku.board.Board((height, width), sudoku_rows(drawing))


def sudoku_rows(drawing: str) -> mini_sudoku.board.Rows:
    lines = [line.replace("|", " ").split() for line in drawing.splitlines() if line.strip(" -")]
    return tuple(tuple(0 if number == "." else int(number) for number in line) for line in lines)


def sudoku_state(drawing: str) -> mini_sudoku.play.State:
    return tuple(str(number or "") for row in sudoku_rows(drawing) for number in row)


def sudoku_page(board: mini_sudoku.board.Board, state: Sequence[str] = ()) -> Page:
    walls = mini_sudoku.play.columns(board)["walls"]
    shown: list[dict[str, Any]] = []
    for index, at in enumerate(cells(*board.shape)):
        text = state[index] if state else str(board.given(at) or "")
        shown.append({"digit": text or None, "given": board.given(at) > 0, "walls": walls[index]})
    return Page(board.size, board.size, shown)


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


#: A board that takes a trial.
TRIAL = sudoku_board("""
    1 . 4 | 5 . .
    . . . | . 4 .
    -------------
    . 1 . | . . 3
    . 2 3 | . . 4
    -------------
    2 . . | . . .
    . . . | . 6 .
""")
