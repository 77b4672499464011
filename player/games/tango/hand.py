"""Tango's hand: from the page as it stands to the solution."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from player.games.grid import cells
from player.games.moves import Move, Tap
from player.games.tango.board import MOON, SUN, Board, Solution, check
from player.games.tango.page import EMPTY, State, other


def _cycle(first: str) -> Mapping[str, str]:
    """From each mark to the next, by one tap."""
    return {EMPTY: first, first: other(first), other(first): EMPTY}


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """The taps from `state` to `solution`: each cell's first, then the next of those that need two."""
    turns = [EMPTY, state.first, other(state.first)]
    needed = [
        (Tap(at), (turns.index(wanted) - turns.index(mark)) % 3)
        for at, wanted, mark in zip(cells(*board.shape), solution, state.marks, strict=True)
    ]
    return [tap for turn in range(2) for tap, taps in needed if taps > turn]


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """What the page makes of `moves`: a tap takes a cell to its next mark, and a given one stays."""
    marks, cycle = list(state.marks), _cycle(state.first)
    given = {cell for cell, _ in board.givens}
    for move in moves:
        if not isinstance(move, Tap):
            raise TypeError("Tango is played by taps")
        if move.cell not in given:
            index = move.cell.row * board.size + move.cell.col
            marks[index] = cycle[marks[index]]
    return replace(state, marks=tuple(marks))


def solved(board: Board, state: State) -> bool:
    """Whether what stands is a solution, by the referee."""
    return not check(board, state.marks)


def shown(_board: Board, state: State) -> tuple[str, ...]:
    """What the field `MARK` of each cell shows in `state`, in the page's words."""
    words = {EMPTY: EMPTY, **dict(zip((SUN, MOON), state.words, strict=True))}
    return tuple(words[mark] for mark in state.marks)
