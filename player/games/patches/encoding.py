"""The CNF of Patches, and a search without it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, starmap
from operator import or_

from player.games.grid import Cell, covers
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
    clued = _clued(board)
    patches = [_around(board, clue, clued) for clue in board.clues]
    names = [*starmap(Patch, chain.from_iterable(patches))]
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


def _within(patch: Sequence[int], cols: int) -> list[int]:
    """Return the numbers of the cells of `patch`."""
    top, left, height, width = patch
    first = top * cols + left
    return [first + further for further in _further(height, width, cols)]


@lru_cache(maxsize=4096)
def _further(height: int, width: int, cols: int) -> tuple[int, ...]:
    """Return how much further the cells of a patch are numbered than its first one."""
    return tuple(row * cols + col for row in range(height) for col in range(width))


def admissible(board: Board, clue: Clue) -> Iterator[Patch]:
    """Yield the rectangles that contain `clue` and no other, with its shape and area."""
    return starmap(Patch, _around(board, clue, _clued(board)))


def _clued(board: Board) -> list[int]:
    """Return the columns of the clues of each row, as bits; the first column beyond the grid is among them."""
    columns = [1 << board.cols] * board.rows
    for clue in board.clues:
        columns[clue.cell.row] |= 1 << clue.cell.col
    return columns


def _around(board: Board, clue: Clue, clued: list[int]) -> list[tuple[int, int, int, int]]:
    """Return the patches of `admissible`, as tuples; `clued` are the columns with clues in each row."""
    (row, col), shape, area = clue
    widths_of = _widths(shape, area, board.rows, board.cols)
    far, before = max(widths_of, default=1), (1 << col) - 1
    upwards = _room(clued[max(row - far + 1, 0) : row + 1][::-1], col)
    downwards = _room(clued[row : row + far], col)
    found = []
    for up in range(len(upwards) - 1, -1, -1):
        for height, below in enumerate(downwards, start=up + 1):
            if height not in widths_of:
                continue
            others = upwards[up] | below
            least, after = (others & before).bit_length(), others >> col
            end = col + (after & -after).bit_length() - 1
            for width in widths_of[height]:
                first, last = col - width + 1, end - width
                first = first if first > least else least  # noqa: FURB136  # a call of max() takes thrice as long
                last = last if last < col else col  # noqa: FURB136
                lefts = range(first, last + 1)
                found += [(row - up, left, height, width) for left in lefts]
    return found


def _room(clued: Sequence[int], col: int) -> list[int]:
    """Return for each row, from the clue's own outwards, the columns of other clues in it and the rows before.

    The list ends at a clue in the column of this one.
    """
    columns = clued[0] ^ 1 << col
    room = [columns]
    for of_row in clued[1:]:
        if of_row >> col & 1:
            break
        columns |= of_row
        room.append(columns)
    return room


@lru_cache(maxsize=1024)
def _widths(shape: str, area: int | None, rows: int, cols: int) -> dict[int, list[int]]:
    """Return the heights of the patches that fit a clue on a board of this size, with the widths of each."""
    widths = {}
    for height in range(1, rows + 1):
        possible = range(1, cols + 1) if area is None else [] if area % height else [area // height]
        fitting = [width for width in possible if width <= cols and shape in {"any", shape_of(height, width)}]
        if fitting:
            widths[height] = fitting
    return widths


def decode(_board: Board, facts: list[Patch]) -> Solution:
    """Return the patches of the true variables, in the order of their clues."""
    return tuple(facts)


def sentence(patch: Patch) -> str:
    """Return the meaning of a variable, by its patch."""
    top, left, height, width = patch
    return f"patch of {height}x{width} cells from {Cell(top, left).spoken}"


def search(board: Board) -> list[list[Patch]] | None:
    """Return the patches of up to two solutions; None if the search takes too long."""
    clued = _clued(board)
    over = [0] * (board.rows * board.cols)
    patches = [patch for clue in board.clues for patch in _around(board, clue, clued)]
    for number, patch in enumerate(patches):
        option = 1 << number
        for at in _within(patch, board.cols):
            over[at] |= option

    def excluded(option: int) -> int:
        return reduce(or_, [over[at] for at in _within(patches[option.bit_length() - 1], board.cols)])

    found = covers(over, excluded)
    if found is None:
        return None
    return [[Patch(*patches[option.bit_length() - 1]) for option in sorted(chosen)] for chosen in found]
