"""The CNF of Patches."""

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
    patches = [list(admissible(board, clue)) for clue in board.clues]
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
    row, col = clue.cell
    others = [other.cell for other in board.clues if other != clue]
    above = max((other.row for other in others if other.col == col and other.row < row), default=-1)
    below = min((other.row for other in others if other.col == col and other.row > row), default=board.rows)
    for top in range(above + 1, row + 1):
        for bottom in range(row, below):
            height = bottom - top + 1
            if clue.area is not None and clue.area % height:
                continue
            beside = [other.col for other in others if top <= other.row <= bottom]
            least = max((at for at in beside if at < col), default=-1) + 1
            most = min((at for at in beside if at > col), default=board.cols) - 1
            for width in _widths(clue, height, most - least + 1):
                for left in range(max(least, col - width + 1), min(col, most - width + 1) + 1):
                    yield Patch(top, left, height, width)


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
