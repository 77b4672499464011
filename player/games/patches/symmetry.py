"""The boards that are one Patches board turned: wide clues become tall where rows and columns are exchanged."""

from collections.abc import Iterator

from player.games.patches.board import Board, Clue
from player.games.symmetry import TURNS

#: The shapes that rows and columns exchanged make others.
EXCHANGED = {"wide": "tall", "tall": "wide"}


def images(board: Board) -> Iterator[Board]:
    """Yield the board in all turns, its clues in the order of their cells."""
    for turn in TURNS:
        exchanged = EXCHANGED if turn.transposed else {}
        clues = [
            Clue(turn.cell(at, *board.shape), exchanged.get(shape, shape), area) for at, shape, area in board.clues
        ]
        yield Board(*turn.shape(*board.shape), tuple(sorted(clues, key=lambda clue: clue.cell)))
