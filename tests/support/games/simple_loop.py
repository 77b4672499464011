"""Simple Loop for tests: random boards, boards from drawings, and a search that shares nothing with the encoding."""

from collections.abc import Iterator

from hypothesis import strategies as st

from player.games import simple_loop
from player.games.grid import Cell, cells
from player.games.simple_loop.generate import grown
from tests.support.games.shared import RANDOMS, rows_of, shapes


@st.composite
def loop_boards(draw: st.DrawFn, most_cells: int = 25) -> simple_loop.board.Board:
    """A grid with a few shaded cells, or what is shaded around a random loop."""
    rows, cols = draw(shapes(most_cells).filter(lambda shape: shape[0] * shape[1] >= 8))
    if min(rows, cols) > 1 and draw(st.booleans()):
        size = min(rows, cols)
        loop = grown(draw(RANDOMS), size)
        return simple_loop.board.Board(size, size, frozenset(cells(size, size)).difference(loop))
    shaded = draw(st.frozensets(st.sampled_from([*cells(rows, cols)]), max_size=4))
    return simple_loop.board.board_of(rows, cols, shaded)


def loop_board(drawing: str) -> simple_loop.board.Board:
    """The board of a drawing with # for a shaded cell."""
    rows = rows_of(drawing)
    shaded = {at for at in cells(len(rows), len(rows[0])) if rows[at.row][at.col] == "#"}
    return simple_loop.board.board_of(len(rows), len(rows[0]), shaded)


def loop(drawing: str) -> tuple[Cell, ...]:
    """The cells in the order of their numbers; a # is not on the loop."""
    steps = {
        int(step): Cell(r, c) for r, row in enumerate(rows_of(drawing)) for c, step in enumerate(row) if step != "#"
    }
    return tuple(steps[step] for step in sorted(steps))


def loops(board: simple_loop.board.Board) -> Iterator[tuple[Cell, ...]]:
    """Yield each loop through all open cells once, by trying all ways from the first one to its right."""
    opened = {(row, col) for row in range(board.rows) for col in range(board.cols) if (row, col) not in board.shaded}
    row, col = min(opened)
    waiting = [[(row, col), (row, col + 1)]] if (row, col + 1) in opened else []
    while waiting:
        way = waiting.pop()
        row, col = way[-1]
        near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        if len(way) == len(opened) and len(way) > 2 and way[0] in near:
            yield tuple(Cell(*at) for at in way)
        waiting += [[*way, at] for at in near if at in opened and at not in way]
