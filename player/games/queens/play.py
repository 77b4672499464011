"""Queens on a page: what a page shows of the board, and the taps that lead to the solution."""

from collections.abc import Iterable, Mapping

from player.errors import PageNotUnderstood
from player.games.grid import cells
from player.games.moves import Move, Tap
from player.games.queens.board import Board, Solution, board_of, check
from player.games.snapshot import Snapshot

FIELDS = frozenset({"region", "mark", "locked"})
WITNESSES = frozenset({"row", "column"})
MARK = "mark"
COMMON = frozenset({"region"})

#: One click takes a cell from each mark to the next.
CYCLE = {"empty": "cross", "cross": "queen", "queen": "empty"}
VALUES: Mapping[str, frozenset[str]] = {MARK: frozenset(CYCLE)}

State = tuple[str, ...]
"""The mark of each cell (empty, cross or queen), row by row."""


def read(snapshot: Snapshot) -> Board:
    """The board that `snapshot` shows.

    Where labels name a row and a column too, they must agree with the order of the cells: a board that two witnesses
    describe differently is not played.
    """
    n = snapshot.side("Queens")
    regions = snapshot.texts("region")
    snapshot.agree_on_places()
    marks, locked = state(snapshot), snapshot.flags("locked")
    givens = [at for at, mark, fixed in zip(cells(n, n), marks, locked, strict=True) if fixed and mark == "queen"]
    return board_of([regions[row * n : row * n + n] for row in range(n)], givens)


def columns(board: Board) -> dict[str, list[int]]:
    return {"region": [region for row in board.regions for region in row]}


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a Queens page shows it all
    marks = tuple(snapshot.texts(MARK))
    if unknown := set(marks).difference(CYCLE):
        raise PageNotUnderstood(
            f"a cell is marked {min(unknown)!r}, a mark is one of {', '.join(CYCLE)}: mend {MARK!r}"
        )
    return marks


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """The taps from `state` to `solution`: wrong queens first, then all queens at a cell's first tap, then at its next.

    Crosses stay where no queen belongs: the page does not ask for them, and takes no offence.
    """
    wanted = set(solution)
    now = dict(zip(cells(*board.shape), state, strict=True))
    wrong = [Tap(at) for at, mark in now.items() if mark == "queen" and at not in wanted]
    first = [Tap(queen) for queen in solution if now[queen] == "empty"]
    last = [Tap(queen) for queen in solution if now[queen] != "queen"]
    return [*wrong, *first, *last]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`: a tap takes a cell through `CYCLE`, and a given queen stays."""
    now = list(state)
    for move in moves:
        if not isinstance(move, Tap):
            raise TypeError("Queens is played by taps")
        if move.cell not in board.givens:
            index = move.cell.row * board.size + move.cell.col
            now[index] = CYCLE[now[index]]
    return tuple(now)


def solved(board: Board, state: State) -> bool:
    """Whether the queens that stand in `state` are a solution, by the referee."""
    return not check(board, queens(board, state))


def shown(_board: Board, state: State) -> State:
    """What the field `MARK` of each cell shows in `state`."""
    return state


def queens(board: Board, state: State) -> Solution:
    return tuple(at for at, mark in zip(cells(*board.shape), state, strict=True) if mark == "queen")
