"""The CNF of Patches."""

from bisect import bisect_left, insort
from collections.abc import Iterator

from player.games.grid import Cell
from player.games.patches.board import Board, Clue, Patch, Solution
from player.sat.cardinality import Fresh, at_most_one, at_most_one_product
from player.sat.cnf import CNF, CONTRADICTION, Clause


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + i means: the i-th admissible patch, clue by clue, is in the solution.

    It is an exact cover of the cells: at least one patch for each cell, at most one for each clue, and no cell in
    patches of two clues. A clue without an area can have hundreds of patches, hence the product encoding (J. Chen,
    ModRef 2010). Auxiliary is one variable for each cell and each clue that reaches it, where several do: the clue owns
    the cell if one of its patches covers it, which is a clause for each patch and cell, in place of one for each two
    patches. (See docs/encodings.md, "Patches".)
    """
    columns = _columns(board)
    patches = [list(_around(board, clue, columns)) for clue in board.clues]
    names = [patch for of_clue in patches for patch in of_clue]
    reach: list[dict[int, list[int]]] = [{} for _ in range(board.rows * board.cols)]
    clauses: list[Clause] = []
    fresh = Fresh(len(names) + 1)
    first = 1
    for number, of_clue in enumerate(patches):
        literals = range(first, first + len(of_clue))
        first += len(of_clue)
        clauses += at_most_one_product(literals, fresh)
        for literal, (top, left, height, width) in zip(literals, of_clue, strict=True):
            for start in range(top * board.cols + left, (top + height) * board.cols + left, board.cols):
                for at in range(start, start + width):
                    reach[at].setdefault(number, []).append(literal)
    if not all(reach):
        return CONTRADICTION
    for covering in reach:
        clauses += _covered_once(covering, fresh)
    return CNF(clauses, names)


def _covered_once(reach: dict[int, list[int]], fresh: Fresh) -> Iterator[Clause]:
    """Yield the clauses of one cell; `reach` maps each clue to the variables of its patches over the cell."""
    yield tuple(literal for literals in reach.values() for literal in literals)
    owners = []
    if len(reach) < 2:
        return
    for literals in reach.values():
        if len(literals) == 1:
            owners += literals
        else:
            owners.append(owner := fresh())
            yield from ((-literal, owner) for literal in literals)
    yield from at_most_one(owners)


def admissible(board: Board, clue: Clue) -> Iterator[Patch]:
    """Yield the rectangles that contain `clue` and no other, with its shape and area."""
    return _around(board, clue, _columns(board))


def _columns(board: Board) -> list[list[int]]:
    """Return the columns of the clues of each row, in order."""
    columns: list[list[int]] = [[] for _ in range(board.rows)]
    for clue in board.clues:
        insort(columns[clue.cell.row], clue.cell.col)
    return columns


def _around(board: Board, clue: Clue, columns: list[list[int]]) -> Iterator[Patch]:
    """Yield the patches of `admissible`; a row of `columns` has those of its clues."""
    row, col = clue.cell
    far = (clue.area or board.rows) - 1
    upwards = _room(board, clue, columns, range(row, max(row - far, 0) - 1, -1))
    downwards = _room(board, clue, columns, range(row, min(row + far + 1, board.rows)))
    for up in range(len(upwards) - 1, -1, -1):
        for down, (left_below, right_below) in enumerate(downwards):
            height = up + down + 1
            if clue.area is not None and clue.area % height:
                continue
            least, most = max(upwards[up][0], left_below), min(upwards[up][1], right_below)
            for width in _widths(clue, height, most - least + 1):
                for left in range(max(least, col - width + 1), min(col, most - width + 1) + 1):
                    yield Patch(row - up, left, height, width)


def _room(board: Board, clue: Clue, columns: list[list[int]], rows: range) -> list[tuple[int, int]]:
    """Return for each of `rows`, from the clue's own outwards, the first and last column that a patch can reach.

    The rows before it count too. The list ends at a clue in the column of this one.
    """
    col = clue.cell.col
    least, most, room = 0, board.cols - 1, list[tuple[int, int]]()
    for row in rows:
        right = bisect_left(columns[row], col)
        if right:
            least = max(least, columns[row][right - 1] + 1)
        if right < len(columns[row]) and columns[row][right] == col:
            if room:
                break
            right += 1
        if right < len(columns[row]):
            most = min(most, columns[row][right] - 1)
        room.append((least, most))
    return room


def _widths(clue: Clue, height: int, most: int) -> range | list[int]:
    """Return the widths, up to `most`, of a patch of this `height` that fits `clue`.

    The clue's area, if any, is divisible by `height`.
    """
    if clue.area is not None:
        width = clue.area // height
        return [width] if 1 <= width <= most and clue.shape in {"any", _shape(height, width)} else []
    least, greatest = {
        "any": (1, most), "square": (height, height), "wide": (height + 1, most), "tall": (1, height - 1)
    }[clue.shape]  # fmt: skip
    return range(least, min(greatest, most) + 1)


def _shape(height: int, width: int) -> str:
    return "square" if height == width else "wide" if width > height else "tall"


def decode(_board: Board, facts: list[Patch]) -> Solution:
    """Return the patches of the true variables, in the order of their clues."""
    return tuple(facts)


def sentence(patch: Patch) -> str:
    """Return the meaning of a variable, by its patch."""
    top, left, height, width = patch
    return f"patch of {height}x{width} cells from {Cell(top, left)}"
