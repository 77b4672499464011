"""The hand of Queens: from the page as it stands to the solution."""

from collections.abc import Iterable

from player.games.grid import cells
from player.games.moves import Move, Tap
from player.games.queens.board import Board, Solution, check
from player.games.queens.page import CYCLE, State


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
