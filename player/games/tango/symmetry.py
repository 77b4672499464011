"""The boards that are one Tango board turned, or with suns and moons exchanged."""

from collections.abc import Iterator

from player.games.grid import between
from player.games.symmetry import TURNS
from player.games.tango.board import MOON, SUN, Board, Edge, Given, board_of


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, and each with the symbols exchanged."""
    for turn in TURNS:
        edges = [Edge(*between(*turn.cells((a, b), *board.shape)), sign) for a, b, sign in board.edges]
        for named in ({SUN: SUN, MOON: MOON}, {SUN: MOON, MOON: SUN}):
            givens = [Given(turn.cell(at, *board.shape), named[symbol]) for at, symbol in board.givens]
            yield board_of(board.size, givens, edges, distinct=board.distinct)
