"""Wend for tests: a search for its covers that shares nothing with the encoding."""

from collections.abc import Iterator

from player.games import wend
from player.games.grid import Cell
from player.games.word_lists import list_for


def wend_covers(board: wend.board.Board) -> Iterator[set[frozenset[Cell]]]:
    """Letter by letter, each path from any cell over the letter that spells a word with a length that is left."""
    letters = board.letters
    words = list_for(board.language)

    def paths(path: tuple[Cell, ...], free: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
        yield path
        for at in free:
            if abs(at.row - path[-1].row) + abs(at.col - path[-1].col) == 1:
                yield from paths((*path, at), free - {at})

    def cover(free: frozenset[Cell], lengths: list[int]) -> Iterator[set[frozenset[Cell]]]:
        if not free:
            yield set()
            return
        first = min(free)
        found = {
            frozenset(path)
            for start in free
            for path in paths((start,), free - {start})
            if first in path and len(path) in lengths
            if words.frequency("".join(letters[at] for at in path).lower()) is not None
        }
        for piece in found:
            left = lengths.copy()
            left.remove(len(piece))
            for rest in cover(free - piece, left):
                yield {piece, *rest}

    yield from cover(frozenset(letters), list(board.lengths))
