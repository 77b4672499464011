"""Queens on a page: the board and marks of a snapshot, and the taps that lead to the solution."""

from collections.abc import Iterable, Mapping

from player.games.fields import PLACES, BoardRule, Field, Kind, require_allowed, rule_of
from player.games.grid import Cell, cells
from player.games.moves import Move, Tap
from player.games.queens.board import Board, Solution, board_of, check
from player.games.snapshot import Snapshot

MARK = "mark"
#: The most stars of each row, of a board of the largest size.
MAX_STARS = 8
#: The click cycle: one click takes a cell from each mark to the next.
CYCLE = {"empty": "cross", "cross": "queen", "queen": "empty"}
ALLOWED: Mapping[str, Field] = {
    "region": Field("the region of the cell, by any name", Kind.TEXT, others="any text: as many as rows", common=True),
    MARK: Field("what stands in the cell", Kind.TEXT, tuple(CYCLE)),
    "locked": Field("a queen that is given", Kind.FLAG, none=True),
    "outside": Field("the cell is in no region", Kind.FLAG, witness=True),
    **PLACES,
}
RULES: Mapping[str, BoardRule] = {
    "stars": BoardRule("how many stars each row has", default=1, most=MAX_STARS, titles=("star battle", "stars"))
}

State = tuple[str, ...]
"""The mark of each cell (empty, cross or queen), row by row."""


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`; raise PageNotUnderstood or BoardError if it shows none.

    If labels name rows and columns too, they must agree with the order of the cells: contradictory boards are refused.
    """
    n = snapshot.side("Queens")
    require_allowed(snapshot, ALLOWED)
    regions = _regions(snapshot)
    snapshot.agree_on_places()
    marks, locked = state(snapshot), snapshot.flags("locked")
    givens = [at for at, mark, fixed in zip(cells(n, n), marks, locked, strict=True) if fixed and mark == "queen"]
    stars = rule_of(RULES, "stars", snapshot)
    return board_of([regions[row * n : row * n + n] for row in range(n)], givens, stars)


def _regions(snapshot: Snapshot) -> list[str | None]:
    """Return the region of each cell, None for none.

    A page may show the cells in no region, but no border between two others: that board is shapeless, and all others
    are one region, though they may lie in several parts.
    """
    shown: list[str | None] = [*snapshot.texts("region")]
    if all(cell.get("outside") is None for cell in snapshot.cells):
        return shown
    outside = snapshot.flags("outside")
    found = [None if out else name for out, name in zip(outside, shown, strict=True)]
    named = dict(zip(cells(snapshot.rows, snapshot.cols), found, strict=True))
    pairs = [(at, beside) for at in named for beside in (Cell(at.row + 1, at.col), Cell(at.row, at.col + 1))]
    bordered = any(named[a] != named[b] for a, b in pairs if named[a] is not None and named.get(b) is not None)
    if any(outside) and not bordered:
        return [None if out else "inside" for out in outside]
    return found


def columns(board: Board) -> dict[str, list[int | None]]:
    """Return the region of each cell."""
    return {"region": [region for row in board.regions for region in row]}


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Queens page hides no mark
    """Return the mark of each cell; raise PageNotUnderstood if a mark is unknown."""
    require_allowed(snapshot, ALLOWED, [MARK])
    return tuple(snapshot.texts(MARK))


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return the taps from `state` to `solution`: wrong queens first, then each queen's first tap, then its second.

    Crosses are left on cells without a queen: the page ignores them.
    """
    wanted = set(solution)
    now = dict(zip(cells(*board.shape), state, strict=True))
    wrong = [Tap(at) for at, mark in now.items() if mark == "queen" and at not in wanted]
    first = [Tap(queen) for queen in solution if now[queen] == "empty"]
    last = [Tap(queen) for queen in solution if now[queen] != "queen"]
    return [*wrong, *first, *last]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`: a tap takes a cell through `CYCLE`; a given queen stays."""
    now = list(state)
    for move in moves:
        if not isinstance(move, Tap):
            raise TypeError("Queens is played by taps")
        if move.cell not in board.givens:
            index = move.cell.row * board.size + move.cell.col
            now[index] = CYCLE[now[index]]
    return tuple(now)


def solved(board: Board, state: State) -> bool:
    """Return whether the queens in `state` are a solution, by the referee."""
    return not check(board, queens(board, state))


def queens(board: Board, state: State) -> Solution:
    """Return the cells with a queen."""
    return tuple(at for at, mark in zip(cells(*board.shape), state, strict=True) if mark == "queen")
