"""A Latin square on a page: the numbers that it shows, and the entries that lead to the solution."""

from collections.abc import Iterable, Mapping

from player.games.fields import Field, Kind
from player.games.grid import cells
from player.games.moves import Enter, Move
from player.games.snapshot import Snapshot
from tests.support.toy.board import Board, Solution, check

MARK = "digit"
ALLOWED: Mapping[str, Field] = {
    MARK: Field("the number in the cell", Kind.NUMBER, others="1 to the number of rows"),
    "given": Field("a number that is given", Kind.FLAG, common=True),
}

State = tuple[str, ...]


def read(snapshot: Snapshot) -> Board:
    n = snapshot.side("a Latin square")
    pairs = zip(state(snapshot), snapshot.flags("given"), strict=True)
    shown = [int(text) if fixed else 0 for text, fixed in pairs]
    return Board(tuple(tuple(shown[row * n : row * n + n]) for row in range(n)))


def state(snapshot: Snapshot, expected: State | None = None) -> State:  # noqa: ARG001  # a page shows it all
    return tuple(str(cell.get(MARK) or "") for cell in snapshot.cells)


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    wanted = [str(number) for row in solution for number in row]
    return [Enter(at, text) for at, text, now in zip(cells(*board.shape), wanted, state, strict=True) if text != now]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    now = list(state)
    for move in moves:
        assert isinstance(move, Enter)
        now[move.cell.row * board.shape[1] + move.cell.col] = move.text
    return tuple(now)


def solved(board: Board, state: State) -> bool:
    n, _ = board.shape
    return all(state) and not check(board, tuple(tuple(map(int, state[at : at + n])) for at in range(0, n * n, n)))
