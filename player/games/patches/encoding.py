"""The CNF of Patches."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from player.games.grid import Cell
from player.games.patches.board import Board, Clue, Patch, Solution, shape_of
from player.sat.cardinality import Fresh, at_most_one, at_most_one_product
from player.sat.cnf import CNF, CONTRADICTION, Clause


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + i means: the i-th admissible patch, clue by clue, is in the solution.

    It is an exact cover of the cells: at least one patch for each cell, at most one for each clue, and no cell in
    patches of two clues. A clue without an area can have hundreds of patches, hence the product encoding (J. Chen,
    ModRef 2010). Auxiliary are variables for the owner of a cell, which is a clause for each patch and cell, in place
    of one for each two patches. (See docs/encodings.md, "Patches".)
    """
    columns = _columns(board)
    patches = [list(_around(board, clue, columns)) for clue in board.clues]
    names = [*chain.from_iterable(patches)]
    reach: list[list[list[int]]] = [[] for _ in range(board.rows * board.cols)]
    clauses: list[Clause] = []
    fresh = Fresh(len(names) + 1)
    literal = 0
    for of_clue in patches:
        clauses += at_most_one_product(range(literal + 1, literal + len(of_clue) + 1), fresh)
        over: defaultdict[int, list[int]] = defaultdict(list)
        for literal, patch in enumerate(of_clue, start=literal + 1):  # noqa: B020  # it goes on counting
            for at in _within(patch, board.cols):
                over[at].append(literal)
        for at, literals in over.items():
            reach[at].append(literals)
    if not all(reach):
        return CONTRADICTION
    for covering in reach:
        clauses.append(tuple(chain.from_iterable(covering)))
        if len(covering) > 1:
            clauses += _owned_once(covering, fresh)
    return CNF(clauses, names)


def _owned_once(reach: list[list[int]], fresh: Fresh) -> Sequence[Clause]:
    """Return clauses: patches of one clue at most lie over a cell; `reach` has the variables of each clue's patches.

    Each clue has a variable that is true if it owns the cell. Two clues share one, as one of them does.
    """
    if len(reach) == 2:
        one, other = reach if len(reach[0]) == 1 else reversed(reach)
        if len(one) == 1:
            return [(-one[0], -literal) for literal in other]
        owner = fresh()
        return [(-literal, owner) for literal in one] + [(-literal, -owner) for literal in other]
    clauses: list[Clause] = []
    owners = []
    for literals in reach:
        if len(literals) == 1:
            owners += literals
        else:
            owners.append(owner := fresh())
            clauses += [(-literal, owner) for literal in literals]
    clauses += at_most_one(owners)
    return clauses


def _within(patch: Patch, cols: int) -> list[int]:
    """Return the numbers of the cells of `patch`."""
    top, left, height, width = patch
    starts = range(top * cols + left, (top + height) * cols + left, cols)
    return [at for start in starts for at in range(start, start + width)]


def admissible(board: Board, clue: Clue) -> Iterator[Patch]:
    """Yield the rectangles that contain `clue` and no other, with its shape and area."""
    return _around(board, clue, _columns(board))


def _columns(board: Board) -> list[list[int]]:
    """Return the columns of the clues of each row."""
    columns: list[list[int]] = [[] for _ in range(board.rows)]
    for clue in board.clues:
        columns[clue.cell.row].append(clue.cell.col)
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
        if row != clue.cell.row and col in columns[row]:
            break
        for other in columns[row]:
            if least <= other < col:
                least = other + 1
            elif col < other <= most:
                most = other - 1
        room.append((least, most))
    return room


def _widths(clue: Clue, height: int, most: int) -> range | list[int]:
    """Return the widths, up to `most`, of a patch of this `height` that fits `clue`.

    The clue's area, if any, is divisible by `height`.
    """
    if clue.area is not None:
        width = clue.area // height
        return [width] if 1 <= width <= most and clue.shape in {"any", shape_of(height, width)} else []
    least, greatest = {
        "any": (1, most), "square": (height, height), "wide": (height + 1, most), "tall": (1, height - 1)
    }[clue.shape]  # fmt: skip
    return range(least, min(greatest, most) + 1)


def decode(_board: Board, facts: list[Patch]) -> Solution:
    """Return the patches of the true variables, in the order of their clues."""
    return tuple(facts)


def sentence(patch: Patch) -> str:
    """Return the meaning of a variable, by its patch."""
    top, left, height, width = patch
    return f"patch of {height}x{width} cells from {Cell(top, left)}"
