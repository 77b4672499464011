"""Candidates of Wend: the paths on a board that spell words of a list."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from player.games.grid import Cell, neighbours
from player.games.wend.board import Board, Word
from player.games.word_lists import ListName, WordList, list_for


class Candidate(NamedTuple):
    """The words that may lie on the same cells, the most frequent first; a solution has one of them."""

    words: tuple[Word, ...]

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells that the candidate covers."""
        return frozenset(self.words[0].path)

    @property
    def length(self) -> int:
        """The number of letters."""
        return len(self.words[0].path)

    def __str__(self) -> str:
        return " or ".join(word.text for word in self.words)


def load(board: Board) -> ListName:
    """Load the list of words for `board`, if it is the first one, and return its name."""
    return list_for(board.language).name


def candidates(board: Board) -> list[Candidate]:
    """Return the candidates for the letters and lengths that no found word takes, without the rejected words.

    A word that has several paths over the same cells counts once.
    """
    words = list_for(board.language)
    taken = {at for word in board.found for at in word.path}
    letters = {at: letter for at, letter in board.letters.items() if at not in taken}
    by_cells: dict[frozenset[Cell], dict[str, tuple[int, Word]]] = {}
    for path, frequency in walk(letters, frozenset(open_lengths(board)), words, board.shape):
        text = "".join(letters[at] for at in path)
        if text not in board.rejected:
            by_cells.setdefault(frozenset(path), {}).setdefault(text, (-frequency, Word(text, path)))
    return [Candidate(tuple(word for _, word in sorted(found.values()))) for found in by_cells.values()]


def open_lengths(board: Board) -> list[int]:
    """Return the lengths that no found word takes."""
    left = list(board.lengths)
    for word in board.found:
        if len(word.path) in left:
            left.remove(len(word.path))
    return left


def walk(
    letters: Mapping[Cell, str], lengths: frozenset[int], words: WordList, shape: tuple[int, int]
) -> Iterator[tuple[tuple[Cell, ...], int]]:
    """Yield each path over `letters` that spells a word of one of `lengths`, with the word's frequency.

    The walk goes from cell to cell along the list's trie.
    """
    folded = {at: words.fold(letter) for at, letter in letters.items()}
    near = {at: [to for to in neighbours(at, *shape) if to in letters] for at in letters}
    most = max(lengths, default=0)
    path: list[Cell] = []

    def go(at: Cell, prefix: str) -> Iterator[tuple[tuple[Cell, ...], int]]:
        if words.words_from(prefix) is None:
            return
        path.append(at)
        if len(path) in lengths and (frequency := words.frequency(prefix)) is not None:
            yield tuple(path), frequency
        if len(path) < most:
            for to in near[at]:
                if to not in path:
                    yield from go(to, prefix + folded[to])
        path.pop()

    for at, letter in folded.items():
        yield from go(at, letter)
