"""Wend's encoding: an exact cover of the letters by candidate paths (docs/encodings.md, "Wend").

A candidate is a path on the board that spells a word of the list. The relaxed encoding is for boards with a word
that no list has.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from typing import NamedTuple

from player.errors import BoardError, counted
from player.games.game import Claim
from player.games.grid import Cell, neighbours
from player.games.wend.board import Board, Solution, Word
from player.games.word_lists import ListName, WordList, list_for
from player.sat.cardinality import Fresh, at_most_one_product, at_most_sequential, exactly_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause, Model


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


def open_lengths(board: Board) -> Counter[int]:
    """Return how often each length is left that no found word takes."""
    return Counter(board.lengths) - Counter(len(word.path) for word in board.found)


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
    for length, times in open_lengths(board).items():
        literals = [literal for literal, name in enumerate(names, start=1) if name.length == length]
        clauses += at_most_one_product(literals, fresh) if times == 1 else at_most_sequential(times, literals, fresh)
    return CNF(clauses, names)


def decode(board: Board, facts: list[WordCandidate]) -> Solution:
    """Return the found words, and of each true candidate the most frequent word, in the order of the lengths."""
    return board.in_order([*board.found, *(candidate.words[0] for candidate in facts)])


def sentence(candidate: WordCandidate) -> str:
    """Return the meaning of a variable, by its candidate, in ASCII: other solvers want no other characters."""
    word = str(candidate) if str(candidate).isascii() else "a word"
    return f"{word} on {', '.join(f'({at.spoken})' for at in sorted(candidate.cells))}"


# The relaxed formula: words of the list cover all letters but those of one path; what is left over is that word
#
# The formula is that of `encode`, where some letters are left over. They are as many as one of the lengths shown, and
# each has a neighbour among them; that they lie on one path is left to cuts.


#: The most paths over the cells left over that are looked at, and the most steps on the way to them.
MAX_PATHS, MAX_STEPS = 64, 20_000
#: The most letters of a board whose letters may be left over: on larger ones the search may not end.
MAX_RELAXED_LETTERS = 100
#: The most ways to leave letters over that lie on no path, before the search ends without an answer.
MAX_CUTS = 300


def encode_relaxed(board: Board) -> CNF:
    """Return the formula in which variable 1 + i means: the i-th candidate is in the solution."""
    if len(board.letters) > MAX_RELAXED_LETTERS:
        return CONTRADICTION
    names = candidates(board)
    fresh = Fresh(len(names) + 1)
    left_over = {at: fresh() for at in open_letters(board)}
    lengths = open_lengths(board)
    missing = {length: fresh() for length in lengths}
    clauses: list[Clause] = [tuple(missing.values())]
    clauses += at_most_one_product([*missing.values()], fresh)
    for at, literal in left_over.items():
        over = [number for number, name in enumerate(names, start=1) if at in name.cells]
        clauses.append((*over, literal))
        clauses += at_most_one_product([*over, literal], fresh)
        beside = [left_over[near] for near in neighbours(at, *board.shape) if near in left_over]
        clauses.append((-literal, *beside, *(one for length, one in missing.items() if length == 1)))
    for length, times in lengths.items():
        of_length = [number for number, name in enumerate(names, start=1) if name.length == length]
        clauses += exactly_sequential(times, [*of_length, missing[length]], fresh)

    left = MAX_CUTS

    def cuts(model: Model) -> list[Clause]:
        nonlocal left
        true = [literal for literal in model[: len(names)] if literal > 0]
        if unlisted_words(board, [names[literal - 1] for literal in true]):
            return []
        left -= 1
        if not left:
            raise BoardError(
                f"no words of {list_for(board.language).name} cover the letters, and too many ways leave some of them "
                "over: the board was misread, or it is wrong"
            )
        return [tuple(-literal for literal in true)]

    return CNF(clauses, names, cuts)


def decode_relaxed(board: Board, facts: list[WordCandidate]) -> Solution:
    """Return the words of the true candidates, and the likeliest word on the letters that they leave over."""
    known = [*board.found, *(candidate.words[0] for candidate in facts)]
    return board.in_order([*known, *unlisted_words(board, facts)[:1]])


def unlisted_words(board: Board, facts: Collection[WordCandidate]) -> list[Word]:
    """Return the words on the letters that found words and `facts` leave over, the likeliest first.

    There is none if these letters lie on no path, or if the page has rejected all that do.
    """
    covered = frozenset[Cell]().union(*(candidate.cells for candidate in facts))
    letters = {at: letter for at, letter in open_letters(board).items() if at not in covered}
    words = list_for(board.language)
    found: dict[str, Word] = {}
    for path in islice(_paths(frozenset(letters), board.shape), MAX_PATHS):
        text = "".join(letters[at] for at in path)
        if text not in board.rejected:
            found.setdefault(text, Word(text, path))
    return sorted(found.values(), key=lambda word: (-_likeness(words, words.fold(word.text)), word))


def _likeness(words: WordList, text: str) -> int:
    """Return a measure of how much `text` looks like a word: the letters, from each one on, that begin some word."""
    total = 0
    for start in range(len(text)):
        end = start
        while end < len(text) and words.words_from(text[start : end + 1]):
            end += 1
        total += end - start
    return total


def _paths(over: frozenset[Cell], shape: tuple[int, int]) -> Iterator[tuple[Cell, ...]]:
    """Yield paths that visit each cell of `over` once; it gives up after `MAX_STEPS` steps."""
    steps = 0
    stack: list[tuple[Cell, ...]] = [(at,) for at in sorted(over, reverse=True)]
    while stack and steps < MAX_STEPS:
        path = stack.pop()
        steps += 1
        if len(path) == len(over):
            yield path
        stack += [(*path, near) for near in neighbours(path[-1], *shape) if near in over and near not in path]


# The claim of a proof


def claim(board: Board, found: Sequence[Sequence[WordCandidate]], *, relaxed: bool) -> Claim:
    """Return the list's name, version and size, the number of covers, and the number of sets of words.

    A cover is a division of the letters into paths. Of one with several sets of words the most frequent are taken; two
    covers or more count as 2, as do their sets of words. If `relaxed`, `found` is the only cover that leaves one path
    to a word that is not in the list.
    """
    name = list_for(board.language).name
    covers = 0 if relaxed else len(found)
    sets = covers if covers != 1 else prod(len(candidate.words) for candidate in found[0])
    words = unlisted_words(board, found[0]) if relaxed else []
    unlisted = words[0].text if words else None
    more = " or more" if covers > 1 else ""
    says = f"relative to {name}, with {counted(covers, 'cover')}{more} and {counted(sets, 'set')} of words{more}"
    several = [str(candidate) for candidate in found[0] if len(candidate.words) > 1] if covers == 1 else []
    if several:
        says += f" ({', '.join(several)}: the most frequent first)"
    if unlisted:
        says += f", where one cover leaves only {unlisted}, which is not in the list"
    data = {"list": name._asdict(), "covers": covers, "word_sets": sets, "unlisted": unlisted}
    return Claim(says, data)
