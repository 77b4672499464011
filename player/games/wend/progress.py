"""The words that a picture of a Wend board shows, as the fields of a page."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from player.errors import BoardError
from player.games.grid import Cell, cells
from player.games.snapshot import Item, Value
from player.games.wend.board import Board, Word
from player.games.wend.encoding import Candidate, candidates
from player.games.wend.play import EMPTY, LOCKED, WORDS, State

#: The values of a cell that looks as on the untouched board, and of one that a word lies over.
BARE, MARKED = EMPTY, LOCKED
#: A picture by itself does not show all marks for sure: it is compared with the first one.
NEEDS_THE_FIRST = True


def fields(board: Board) -> dict[str, list[Value]]:
    """Return the fields of each cell but for its mark, row by row."""
    letters: list[Value] = [board.letters.get(at) for at in cells(*board.shape)]
    return {"letter": letters, "hole": [letter is None for letter in letters]}


def marks(board: Board, progress: Mapping[str, Any]) -> list[Value]:
    """Return the mark of each cell, row by row; `progress` is that of a reading."""
    marked = {tuple(at) for at in progress.get("marked", ())}
    return [MARKED if at in marked else BARE for at in cells(*board.shape)]


def beside(board: Board, marks: Sequence[Value], expected: State | None) -> dict[str, tuple[Item, ...]]:
    """Return the rows of words: those are done whose cells are marked, by `expected` or else by the list of words.

    Raise BoardError if the marked cells are no words.
    """
    locked = frozenset(at for at, mark in zip(cells(*board.shape), marks, strict=True) if mark == MARKED)
    if expected and expected.locked == locked:
        found: Sequence[Word] | None = expected.found
    else:
        known = [one for one in candidates(replace(board, found=())) if one.cells <= locked] if locked else []
        found = _covering(locked, known, Counter(board.lengths))
    if found is None:
        raise BoardError(f"the {len(locked)} marked cells in the picture are no words")
    left = Counter(board.lengths) - Counter(len(word.path) for word in found)
    done = [Item(len(word.path), word.text, done=True) for word in found]
    return {WORDS: (*done, *(Item(length) for length in sorted(left.elements())))}


def _covering(left: Collection[Cell], known: Sequence[Candidate], lengths: Counter[int]) -> list[Word] | None:
    """Return words that cover exactly the cells `left`, each with a length of its own; None if there are none."""
    if not left:
        return []
    first = min(left)
    for one in known:
        if first in one.cells and one.cells <= set(left) and lengths[one.length]:
            rest = _covering(set(left) - one.cells, known, lengths - Counter([one.length]))
            if rest is not None:
                return [one.words[0], *rest]
    return None
