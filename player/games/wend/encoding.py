"""Wend's encoding: an exact cover of the letters by candidate paths (docs/encodings.md, "Wend").

A candidate is a path on the board that spells a word of the list.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from player.games.grid import Cell, neighbours
from player.games.wend.board import Board, Solution, Word
from player.games.word_lists import ListName, WordList, list_for
from player.sat.cardinality import Fresh, at_most_one_product, at_most_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause


class WordCandidate(NamedTuple):
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


def candidates(board: Board) -> list[WordCandidate]:
    """Return the candidates for the letters and lengths that no found word takes, without the rejected words.

    A word that has several paths over the same cells counts once.
    """
    words = list_for(board.language)
    letters = open_letters(board)
    by_cells: dict[frozenset[Cell], dict[str, tuple[int, Word]]] = {}
    for path, frequency in _walk(letters, frozenset(open_lengths(board)), words, board.shape):
        text = "".join(letters[at] for at in path)
        if text not in board.rejected:
            by_cells.setdefault(frozenset(path), {}).setdefault(text, (-frequency, Word(text, path)))
    return [WordCandidate(tuple(word for _, word in sorted(found.values()))) for found in by_cells.values()]


def open_letters(board: Board) -> dict[Cell, str]:
    """Return the letters that no found word takes."""
    taken = {at for word in board.found for at in word.path}
    return {at: letter for at, letter in board.letters.items() if at not in taken}


def open_lengths(board: Board) -> list[int]:
    """Return the lengths that no found word takes."""
    left = list(board.lengths)
    for word in board.found:
        if len(word.path) in left:
            left.remove(len(word.path))
    return left


def _walk(
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


# The formula


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + i means: the i-th candidate is in the solution.

    Each letter is on exactly one candidate, and of each length there are at most as many as shown. All letters are
    covered, so that makes exactly as many. The candidates depend on the list of words, and so does the formula.
    """
    names = candidates(board)
    over: dict[object, list[int]] = {at: [] for at in open_letters(board)}
    for literal, candidate in enumerate(names, start=1):
        for at in candidate.cells:
            over[at].append(literal)
    if not all(over.values()):
        return CONTRADICTION
    fresh = Fresh(len(names) + 1)
    clauses: list[Clause] = []
    for literals in over.values():
        clauses.append(tuple(literals))
        clauses += at_most_one_product(literals, fresh)
    for length, times in Counter(open_lengths(board)).items():
        literals = [literal for literal, name in enumerate(names, start=1) if name.length == length]
        clauses += at_most_one_product(literals, fresh) if times == 1 else at_most_sequential(times, literals, fresh)
    return CNF(clauses, names)


def decode(board: Board, facts: list[WordCandidate]) -> Solution:
    """Return the found words, and of each true candidate the most frequent word, in the order of the lengths."""
    return board.in_order([*board.found, *(candidate.words[0] for candidate in facts)])


def sentence(candidate: WordCandidate) -> str:
    """Return the meaning of a variable, by its candidate, in ASCII: other solvers want no other characters."""
    word = str(candidate) if str(candidate).isascii() else "a word"
    return f"{word} on {', '.join(f'({at})' for at in sorted(candidate.cells))}"
