"""What a page shows of Queens: the board, and what stands on it."""

from collections.abc import Mapping

from player.errors import PageNotUnderstood
from player.games.grid import cells
from player.games.queens.board import Board, board_of
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
