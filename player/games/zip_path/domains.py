"""The cells that each segment of Zip's path may pass, from parity and distances: what needs no search.

Cells are ints here, row * cols + col, and sets of cells are bit masks. All segments are walked at once: their masks
lie side by side in one int, so that one step of a breadth-first search takes a few operations for all of them.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_

from player.games.zip_path.board import Board


def parity_allows(board: Board) -> bool:
    """Return whether chessboard colours allow a path.

    Colours alternate along the path, so its ends differ on an even number of cells. On an odd number, both ends have
    the colour of the corners, which is in the majority.
    """
    first, last = (sum(board.numbers[end]) % 2 for end in (0, -1))
    return first != last if board.rows * board.cols % 2 == 0 else first == last == 0


def open_sides(board: Board) -> tuple[int, int]:
    """Return the cells without a wall or the rim on their right, and those without one below."""
    right, down = _open_grid(*board.shape)
    for (row, col), (below, _) in board.walls:
        bit = 1 << row * board.cols + col
        if row == below:
            right &= ~bit
        else:
            down &= ~bit
    return right, down


@lru_cache
def _open_grid(rows: int, cols: int) -> tuple[int, int]:
    row = (1 << cols - 1) - 1
    return sum(row << at * cols for at in range(rows)), (1 << (rows - 1) * cols) - 1


def domains(board: Board, right: int, down: int) -> list[int] | None:
    """Return for each segment the cells that it may pass, its ends included; None if the numbers can't be joined.

    Segment k, from 0, may pass a cell only if the detour from number k over the cell to number k + 1 takes no more
    cells than the shortest ways between all numbers leave over.
    """
    size, segments = board.rows * board.cols, len(board.numbers) - 1
    numbers = [row * board.cols + col for row, col in board.numbers]
    places = range(0, segments * size, size)
    goals = sum(1 << place + there for place, there in zip(places, numbers[1:], strict=True))
    layers = _layers(numbers, size, board.cols, right, down)
    slack = size - 1 - sum(steps * (layer & goals).bit_count() for steps, layer in enumerate(layers))
    reached = list(accumulate(layers, or_))
    if slack < 0 or goals & ~reached[-1]:
        return None
    may = 0
    backwards = [mask >> size for mask in reversed(reached)]
    for steps, layer in enumerate(layers):
        if ending := layer & goals:
            chosen = sum((1 << size) - 1 << place for place in places if ending >> place & (1 << size) - 1)
            beyond = steps + slack + 1 - len(layers)  # ways back may be so much longer than the longest
            back = backwards[:1] * beyond + backwards if beyond >= 0 else backwards[-beyond:]
            passed = 0
            for at, to_goal in zip(layers, back, strict=False):
                passed |= at & to_goal
            may |= passed & chosen
    spots = [1 << cell for cell in numbers]
    others = (1 << size) - 1 - sum(spots)
    return [
        may >> place & (others | start | end) for place, start, end in zip(places, spots[:-1], spots[1:], strict=True)
    ]


def _layers(numbers: Sequence[int], size: int, cols: int, right: int, down: int) -> list[int]:
    """Return for each distance the cells at this distance from each number, without passing another number.

    Number k has its own mask, `size` * k bits further up.
    """
    every = sum(1 << place for place in range(0, len(numbers) * size, size))
    plain = ((1 << size) - 1 - sum(1 << cell for cell in numbers)) * every
    right, down = right * every, down * every
    frontier = seen = sum(1 << at * size + cell for at, cell in enumerate(numbers))
    layers = []
    while frontier:
        layers.append(frontier)
        if len(layers) > 1:
            frontier &= plain
        spread = (frontier & right) << 1 | frontier >> 1 & right | (frontier & down) << cols | frontier >> cols & down
        frontier = spread & ~seen
        seen |= frontier
    return layers


def joined(segments: Sequence[int], right: int, down: int, cols: int) -> tuple[int, int]:
    """Return the cells from which a segment may run to the right, and those from which one may run down."""
    return (
        reduce(or_, (cells & cells >> 1 for cells in segments)) & right,
        reduce(or_, (cells & cells >> cols for cells in segments)) & down,
    )


def dead_end(board: Board, right: int, down: int) -> bool:
    """Return whether a cell has too few edges to the right, down, left and up: one for an end, else two."""
    left, up = right << 1, down << board.cols
    one, two = right | left, right & left
    for ways in (down, up):
        one, two = one | ways, two | one & ways
    ends = sum(1 << row * board.cols + col for row, col in (board.numbers[0], board.numbers[-1]))
    return (one & ends | two & ~ends) != (1 << board.rows * board.cols) - 1
