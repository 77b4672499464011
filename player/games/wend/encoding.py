"""The CNF of Wend: an exact cover of the letters by candidate paths (docs/encodings.md, "Wend")."""

from collections import Counter
from collections.abc import Iterator, Sequence

from player.games.wend.board import Board, Solution
from player.games.wend.candidates import Candidate, candidates, open_lengths
from player.sat.cardinality import Fresh, at_most_one_product, at_most_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause


def encode(board: Board) -> CNF:
    """Return the formula in which variable 1 + i means: the i-th candidate is in the solution.

    Each letter is on exactly one candidate, and of each length there are at most as many as shown. All letters are
    covered, so that makes exactly as many. The candidates depend on the list of words, and so does the formula.
    """
    names = candidates(board)
    taken = {at for word in board.found for at in word.path}
    over: dict[object, list[int]] = {at: [] for at in board.letters if at not in taken}
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
    clauses += _counted(board, names, fresh)
    return CNF(clauses, names)


def _counted(board: Board, names: Sequence[Candidate], fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses for: of each length there are at most as many candidates as shown."""
    for length, times in Counter(open_lengths(board)).items():
        literals = [literal for literal, name in enumerate(names, start=1) if name.length == length]
        yield from at_most_one_product(literals, fresh) if times == 1 else at_most_sequential(times, literals, fresh)


def decode(board: Board, facts: list[Candidate]) -> Solution:
    """Return the found words, and of each true candidate the most frequent word, in the order of the lengths."""
    return board.in_order([*board.found, *(candidate.words[0] for candidate in facts)])


def sentence(candidate: Candidate) -> str:
    """Return the meaning of a variable, by its candidate, in ASCII: other solvers want no other characters."""
    word = str(candidate) if str(candidate).isascii() else "a word"
    return f"{word} on {', '.join(f'({at})' for at in sorted(candidate.cells))}"
