"""Tango boards: a random solution, all of it given and some signs, then without what its uniqueness does not need."""

from dataclasses import replace
from itertools import product
from random import Random

from player.games import tango
from player.games.grid import between, cells, neighbours
from player.games.tango.board import CROSS, EQUAL, MOON, SUN, Board, Edge, Given
from player.prove import prove

Line = tuple[str, ...]


def make(random: Random, size: int, walls: bool) -> Board:  # noqa: ARG001  # all makers are called alike
    symbols = dict(zip(cells(size, size), sum(_rows(random, size), ()), strict=True))
    pairs = sorted({between(at, near) for at in symbols for near in neighbours(at, size, size)})
    edges = [Edge(a, b, EQUAL if symbols[a] == symbols[b] else CROSS) for a, b in random.sample(pairs, 2 * size)]
    return _trimmed(random, Board(size, tuple(Given(*given) for given in symbols.items()), tuple(sorted(edges))))


def _rows(random: Random, size: int) -> list[Line]:
    """A grid without signs and givens that breaks no rule, row by row, each tried in random order."""
    lines = [line for line in product((SUN, MOON), repeat=size) if _fits(line, size)]

    def place(rows: list[Line]) -> list[Line] | None:
        if len(rows) == size:
            return rows
        for line in random.sample(lines, len(lines)):
            longer = [*rows, line]
            if all(_fits(column, size) for column in zip(*longer, strict=True)) and (done := place(longer)):
                return done
        return None

    rows = place([])
    assert rows is not None, "rows and their opposites in turn are a grid"
    return rows


def _fits(line: Line, size: int) -> bool:
    """Whether `line`, the first cells of a row or column, has no three alike, nor too many suns or moons."""
    threes = any(len(set(window)) == 1 for window in zip(line, line[1:], line[2:], strict=False))
    return not threes and max(line.count(SUN), line.count(MOON)) * 2 <= size


def _trimmed(random: Random, board: Board) -> Board:
    """`board` without what its uniqueness does not need: givens go before signs, so that some signs are left."""
    givens, edges = random.sample(board.givens, len(board.givens)), random.sample(board.edges, len(board.edges))
    for clue in [*givens, *edges]:
        fewer = replace(
            board,
            givens=tuple(given for given in board.givens if given != clue),
            edges=tuple(edge for edge in board.edges if edge != clue),
        )
        board = fewer if prove(tango, fewer).solutions == 1 else board
    return board
